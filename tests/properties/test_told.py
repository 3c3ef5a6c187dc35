"""What players are told about hidden cards holds in the worlds that they imagine."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.game.observation.journal import SeenTold
from cardrules.interpreter.game.observation.redaction import UNKNOWN
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.presentation.told import with_told
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.melds import cards_of

FISHING = """
cardrules: 1
name: Fishing
players: 3
deck: {ranks: 2 3 4 5 6 7, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 5 each to hand
phases: {turn: {players: in turn from eldest}}
actions:
  ask:
    phase: turn
    choose: {other: a player from players - actor, wanted: a rank}
    do: tell players which are (hand of other) where rank is wanted
  draw:
    phase: turn
    do: |
      draw 1
      if hand is empty: actor wins
  play: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
limits: {turns: 60, result: nobody wins}
"""


def fishing() -> Game:
    return Game(Rules(load_text(FISHING, "fishing.yaml"), "fishing.yaml"))


def hands(position: Any) -> list[Any]:
    return cast("list[Any]", position.z_hand)


def test_pointed_out_cards_stay_in_their_place_in_a_hand() -> None:
    game = cardrules.load("hanabi", players=3)
    chance = Random(5)
    checked = 0
    for seed in range(4):
        state = game.new_initial_state(seed)
        told: dict[tuple[int, int], int] = {}  # by seat and real card: the cards that it can be
        every = (1 << rules_of(game).program.pack.size) - 1
        while not state.is_terminal():
            legal = list(map(str, state.legal_actions()))
            hints = [text for text in legal if text.startswith("hint")]
            text = chance.choice(hints if hints and chance.random() < 0.7 else legal)
            verb, *words = text.split()
            if verb.startswith("hint"):
                seat, pack = int(words[0]), rules_of(game).program.pack
                names, column = (pack.suits, pack.suit) if verb == "hint_colour" else (pack.ranks, pack.rank)
                fitting = pack.mask(column, names.index(words[1]))
                for card in hands(state.position)[seat]:
                    fits = fitting if fitting >> card & 1 else every & ~fitting
                    told[seat, card] = told.get((seat, card), every) & fits
            state.apply_action(text)
            seat = state.current_player()
            if seat is None:
                break
            world = sample_world(state, seat, Chance(chance.randrange(1 << 30)))
            assert world.consistent
            text = rules_of(game).program.pack.text
            marked = state.observation(seat).possible.get("hand", ())
            for at, card in enumerate(hands(state.position)[seat]):
                faces = {text[each] for each in cards_of(told.get((seat, card), 0))}
                assert set(marked[seat][at] if marked else ()) == faces
            pairs = zip(hands(state.position)[seat], hands(world.position)[seat], strict=True)
            for real, imagined in pairs:
                checked += (seat, real) in told
                assert told.get((seat, real), every) >> imagined & 1
    assert checked > 100


def test_a_number_of_cards_in_a_hand_without_order() -> None:
    game = fishing()
    state = game.new_initial_state(3, dealer=2)
    pack = rules_of(game).program.pack
    for rank, other in zip(pack.ranks, (1, 2, 0, 1, 2, 0), strict=True):
        state.apply_action(f"ask {other} {rank}")
    for number in range(20):
        world = sample_world(state, 0, Chance(number))
        assert world.consistent
        for asked, seat in zip(range(6), (1, 2, 0, 1, 2, 0), strict=True):
            fitting = pack.mask(pack.rank, asked)
            real, imagined = hands(state.position)[seat], hands(world.position)[seat]
            assert (real & fitting).bit_count() == (imagined & fitting).bit_count()


def test_what_is_told_of_some_cards_of_a_hand_leaves_the_others_open() -> None:
    """None of the hearts, or all of them: either says nothing about the other cards."""
    rules = FISHING.replace("(hand of other)", "((hand of other) where suit is hearts)")
    game = Game(Rules(load_text(rules, "fishing.yaml"), "fishing.yaml"))
    pack = rules_of(game).program.pack
    hearts = pack.mask(pack.suit, pack.suits.index("hearts"))
    fits_seen: set[bool] = set()
    for seed in range(12):
        for rank in range(len(pack.ranks)):
            state = game.new_initial_state(seed, dealer=2)
            among = hands(state.position)[1] & hearts
            fitting = pack.mask(pack.rank, rank)
            fits = (among & fitting).bit_count()
            if not among or fits not in (0, among.bit_count()) or len(fits_seen) == 2:
                continue
            if (fits > 0) in fits_seen:
                continue
            fits_seen.add(fits > 0)
            state.apply_action(f"ask 1 {pack.ranks[rank]}")
            worlds = [sample_world(state, 0, Chance(number)) for number in range(40)]
            assert all(world.consistent for world in worlds)
            imagined = [hands(world.position)[1] for world in worlds]
            # Cards of both kinds are found in the hand, besides those of which was told.
            assert any((hand & fitting).bit_count() > fits for hand in imagined)
            others = among.bit_count() - fits
            assert any((hand & ~fitting).bit_count() > others for hand in imagined)
    assert fits_seen == {True, False}


def test_the_journal_tells_which_cards_and_to_whom() -> None:
    game = cardrules.load("hanabi", players=2)
    position = {"hand": ["1R 2R 3R 4R 5R", "3G 1B 3B 2W 4W"], "rest": "stock"}
    state = game.state_from_position(position)
    state.apply_action("hint_rank 1 3")
    told = [each for each in state.journal_for(1)[-1].events if isinstance(each, SeenTold)]
    assert [(each.positions, each.cards, each.among) for each in told] == [((1, 3), ("??", "??"), 5)]
    assert not [each for each in state.journal_for(0)[-1].events if isinstance(each, SeenTold)]
    everything = [each for each in state.journal_for(None)[-1].events if isinstance(each, SeenTold)]
    assert everything[0].cards == ("3G", "3B")


BLIND = """
cardrules: 1
name: Blind hands
players: 2
deck: {ranks: 2 3 4 5 10, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: others, ordered: true}
deal: {do: shuffle stock then deal 3 each to hand}
phases: {turn: {players: in turn from eldest}}
actions:
  suit:
    phase: turn
    choose: {hue: a suit}
    do: tell opponent which are (hand of opponent) where suit is hue
  rank:
    phase: turn
    choose: {number: a rank}
    do: tell opponent which are (hand of opponent) where rank is number
  play:
    phase: turn
    choose: {nth: a number from 1 to size of hand}
    do: move (last of first nth of hand) to pile then add 1 to score
  mix:     {phase: turn, do: shuffle hand}
  retract: {phase: turn, do: move bottom of hand to stock}
  take:    {phase: turn, do: draw 1}
limits: {turns: 60, result: nobody wins}
match: {winner: highest}
"""


def test_what_is_known_of_a_card_moves_with_it_until_it_cannot_be_told_from_others() -> None:
    game = Game(Rules(load_text(BLIND, "blind.yaml"), "blind.yaml"))
    position = {"hand": ["2C 10H 10C", "3C 3H 4H"], "rest": "stock"}
    state = game.state_from_position(position)

    def hand(*actions: str) -> list[str]:
        for action in actions:
            state.apply_action(action)
        return [*with_told(rules_of(game).program.pack, state.observation(0)).cards("hand")]

    assert hand("take", "suit clubs") == ["?C", "?H", "?C", "?H"]  # no clubs are hearts
    assert hand("take", "rank 10") == ["?C", "10H", "10C", "?H", "??"]
    assert hand("play 1", "suit hearts") == ["10H", "10C", "?H", "?C"]
    assert hand("mix") == ["??"] * 4


def test_a_card_that_leaves_a_hand_unseen_takes_what_was_known_with_it() -> None:
    game = Game(Rules(load_text(BLIND, "blind.yaml"), "blind.yaml"))
    state = game.state_from_position({"hand": ["2C 10H 10C", "3C 3H 4H"], "rest": "stock"})
    for action in ("play 1", "suit clubs", "retract"):
        state.apply_action(action)
    hand = with_told(rules_of(game).program.pack, state.observation(0)).cards("hand")
    assert list(hand) == [UNKNOWN]
