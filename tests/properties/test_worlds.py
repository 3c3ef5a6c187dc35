"""Sampled worlds: positions that a seat cannot tell from the real one, and nothing more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules.interpreter.determinization.worlds import World, sample_world
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.melds import cards_of
from cardrules.interpreter.runtime.position import at

RULESETS = Path(__file__).parents[1] / "games"


HARD = {"face_down", "war"}
"""Games that are hard to remember: cards that were seen lie face down, in an order that is known in part."""


def played(game: cardrules.Game, seed: int, moves: int) -> cardrules.State:
    """A random game, with more cards played than drawn, after some moves."""
    state = game.new_initial_state(seed=seed)
    chance = Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        legal = state.raw_legal_actions()
        rich = [raw for raw in legal if len(raw) > 1]
        state.apply_raw(chance.choice(rich if rich and chance.random() < 0.7 else legal))
    return state


def hand(world: World | cardrules.State, seat: int) -> int:
    """The cards in a hand, as a set."""
    return world.position.z_hand[seat]  # type: ignore[attr-defined]


@pytest.mark.sample(4)
def test_a_world_keeps_what_the_seat_knows(game: cardrules.Game, share: Callable[[int, int], range]) -> None:
    recorder = rules_of(game).recorder
    consistent = Counter[bool]()
    for seed in share(30, 2000):
        state = played(game, seed, Random(seed).randrange(60))
        for seat in range(game.players):
            world = sample_world(state, seat, Chance(seed))
            consistent[world.consistent] += 1
            position, real = world.position, state.position
            rules_of(game).check_position(position)
            assert isinstance(position, rules_of(game).bare.position_class)
            assert position.know is position.spot is position.log is None
            assert position.deck == ()
            assert position.rng != real.rng
            for slot in ("pc", "phase", "actor", "turn", "turns", "deal", "dealer", "queue"):
                assert getattr(position, slot) == getattr(real, slot)
            for table in range(len(real.tables)):
                there, here = at(real, table), at(position, table)
                for place in range(len(recorder.places)):
                    was, now = recorder.cards(there, place), recorder.cards(here, place)
                    assert len(was) == len(now)
                    for index, card in enumerate(was):
                        if (there.know or [])[card] >> seat & 1:
                            assert card in now
                        if recorder.places[place].ordered and (there.spot or [])[card] >> seat & 1:
                            assert now[index] == card
            if not state.is_terminal() and state.current_player() == seat:
                legal = rules_of(game).bare.legal[position.pc](position)
                assert [rules_of(game).notation.text(raw) for raw in legal] == [
                    rules_of(game).notation.text(raw) for raw in state.raw_legal_actions()
                ]
            # A world can be played to its end without asking for anything it lacks.
            chance = Random(seed)
            for _ in range(20):
                legal = rules_of(game).bare.legal[position.pc](position) if position.pc >= 0 else []
                if not legal:
                    break
                rules_of(game).bare.play(position, chance.choice(legal))
    if Path(rules_of(game).source).stem not in HARD:
        assert consistent[False] <= 0.02 * consistent.total()


def test_each_hidden_card_is_equally_likely_in_a_hand() -> None:
    game = cardrules.load("gin_slaughtre", options={"exchange": "none"})
    state = game.new_initial_state(seed=4)
    rng = Chance(1)
    count = 3000
    found = Counter[int]()
    stock_top = Counter[int]()
    for _ in range(count):
        world = sample_world(state, 0, rng)
        found.update(cards_of(hand(world, 1)))
        stock_top[world.position.z_stock[-1]] += 1  # type: ignore[attr-defined]
    assert len(found) == len(stock_top) == 44
    expected = count * 4 / 44
    assert all(abs(seen - expected) < 5 * expected**0.5 for seen in found.values())
    assert all(abs(seen - count / 44) < 5 * (count / 44) ** 0.5 for seen in stock_top.values())


def test_the_same_generator_gives_the_same_world() -> None:
    state = played(cardrules.load("gin_slaughtre"), 3, 30)
    worlds = [sample_world(state, 1, Chance(9)).position for _ in range(2)]
    assert position_data(worlds[0]) == position_data(worlds[1])


def test_who_draws_has_nothing_to_play() -> None:
    game = cardrules.load("gin_slaughtre", options={"unable": "draw_only"})
    state = game.state_from_position(
        {"pile": "KC", "hand": ["4D 6H JS AC", "3D 7H TC QD"], "stock": 30, "actor": 1},
    )
    state.apply_action("draw")
    pack = rules_of(game).program.pack
    playable = sum(1 << card for card in range(pack.size) if pack.text[card] == "Jo" or pack.text[card][0] in "2K9")
    rng = Chance(2)
    sizes = Counter[int]()
    for _ in range(300):
        world = sample_world(state, 0, rng)
        assert world.consistent
        sizes[(hand(world, 1) & playable).bit_count()] += 1
    # The card drawn may be anything; the four before it could not be played.
    assert set(sizes) == {0, 1}


def test_who_does_not_follow_suit_has_none_of_it() -> None:
    game = cardrules.load(RULESETS / "sealed_pass.yaml", players=4)
    pack = rules_of(game).program.pack
    shown = 0
    for seed in range(30):
        state = game.new_initial_state(seed=seed)
        chance = Random(seed)
        void: list[set[int]] = [set() for _ in range(4)]
        while not state.is_terminal() and state.position.deal == 1:
            seat, raw = state.position.actor, chance.choice(state.raw_legal_actions())
            position = state.position
            if state.phase == "tricks":
                leader: int = position.v_leader  # type: ignore[attr-defined]
                first: list[int] = position.z_played[leader]  # type: ignore[attr-defined]
                led = pack.suit[cards_of(first)[0] if isinstance(first, int) else first[0]] if (first) else None
                if led is not None and pack.suit[raw[1]] != led:
                    void[seat].add(led)
            state.apply_raw(raw)
            if state.position.deal > 1 or state.is_terminal():
                break
            for me in range(4):
                world = sample_world(state, me, Chance(seed))
                assert world.consistent
                for other in range(4):
                    for card in cards_of(hand(world, other)):
                        assert pack.suit[card] not in void[other] or other == me
                        shown += bool(void[other])
    assert shown > 100


def test_sealed_choices_that_are_pending_are_made_anew() -> None:
    game = cardrules.load("gin_slaughtre")
    state = game.new_initial_state(seed=11)
    first = state.current_player()
    assert first is not None
    state.apply_raw(state.raw_legal_actions()[17])
    chosen = state.position.pending[0]
    seen: set[tuple[int, ...]] = set()
    for seed in range(60):
        world = sample_world(state, 1 - first, Chance(seed))
        (raw,) = world.position.pending
        reserve: list[int] = world.position.z_reserve[first]  # type: ignore[attr-defined]
        assert all(card in reserve or hand(world, first) >> card & 1 for card in cards_of(raw[1]))
        seen.add(raw)
        assert sample_world(state, first, Chance(seed)).position.pending == (chosen,)
    assert len(seen) > 20


def test_a_given_deck_and_the_real_generator_are_not_passed_on() -> None:
    game = cardrules.load("gin_slaughtre", options={"exchange": "none"})
    deck = list(rules_of(game).program.pack.text)
    state = game.new_initial_state(seed=1, deck=deck)
    stock = rules_of(game).recorder.place(list(rules_of(game).program.zones).index("stock"), -1)
    stocks = {
        tuple(rules_of(game).recorder.cards(sample_world(state, 0, Chance(seed)).position, stock)) for seed in range(20)
    }
    assert len(stocks) == 20
    assert tuple(rules_of(game).recorder.cards(state.position, stock)) not in stocks


def test_a_card_that_went_into_a_hand_is_there_or_where_cards_went_from_it() -> None:
    game = cardrules.load(RULESETS / "face_down.yaml", players=3)
    deck = "AC 2C 3C AH 2H 3H 4C 4H 5C 8C 8H 7C 7H 6C 6H 5H".split()
    state = game.new_initial_state(deck=deck, dealer=2)
    top = str(state.observation(1).zones["pile"][-1])
    state.apply_action("take")  # seat 0, in front of all
    state.apply_action("bury AC")  # unseen: it may have been the card just taken
    card = rules_of(game).program.pack.cards_of(top)[0]
    where = Counter[str]()
    for seed in range(200):
        position = sample_world(state, 1, Chance(seed)).position
        buried: list[int] = position.z_buried  # type: ignore[attr-defined]
        hands: list[int] = position.z_hand  # type: ignore[attr-defined]
        where["hand" if hands[0] >> card & 1 else "buried" if card in buried else "?"] += 1
    assert set(where) == {"hand", "buried"}


ASIDE = """
cardrules: 1
name: Put Aside
summary: Rules that hold hidden cards while they wait.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  chest: {faces: hidden, ordered: false}
  open:  {faces: shown}
  hand:  {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 4 each to hand
    deal 3 to chest
phases:
  turn: {players: in turn from left of dealer}
match: {deals: 1, winner: highest}
limits: {turns: 50, result: end deal}
actions:
  wait: {}
  top:
    phase: turn
    do: |
      let c be top of stock
      ask opponent to wait
      move c to open
  two:
    phase: turn
    do: |
      let heap be random 2 of chest
      ask opponent to wait
      move heap to open
  each_one:
    phase: turn
    do: |
      for each c in hand:
        ask opponent to wait
        move c to open
  hide:
    phase: turn
    choose: {cards: 2 cards from hand}
    do: |
      ask opponent to wait
      move cards to open
  give:
    phase: turn
    do: lend(first of hand, hand + chest)
define:
  lend:
    with: card c, cards others
    do: |
      ask opponent to wait
      move c to open
      move others to open
"""


@pytest.mark.parametrize(
    ("action", "source", "count"),
    [("top", "stock", 1), ("two", "chest", 2), ("each_one", "hand", 4), ("hide", "hand", 2), ("give", "chest", 7)],
)
def test_what_a_rule_put_aside_is_where_it_lies_in_the_world(
    tmp_path: Path, action: str, source: str, count: int
) -> None:
    file = tmp_path / "aside.yaml"
    file.write_text(ASIDE, encoding="utf-8")
    game = cardrules.load(file)
    state = game.new_initial_state(seed=5)
    actor = state.current_player()
    assert actor is not None
    state.apply_action(next(a for a in state.legal_actions() if a.verb == action))
    other = 1 - actor
    seen: set[int] = set()
    for seed in range(30):
        world = sample_world(state, other, Chance(seed)).position
        stock: list[int] = position_data(world)["z_stock"]
        chest: int = position_data(world)["z_chest"]
        held = hand(World(world, True), actor)
        while state.game.bare.sites[world.pc].asked:
            rules_of(game).bare.play(world, rules_of(game).bare.legal[world.pc](world)[0])
        moved: list[int] = position_data(world)["z_open"]
        rules_of(game).check_position(world)
        assert len(moved) == count
        if source == "stock":
            assert moved == stock[-1:]
        else:
            assert all((held if source == "hand" else chest | held) >> card & 1 for card in moved)
        seen.update(moved)
    assert len(seen) > count + 2
    if source == "hand":  # which the actor sees
        own = sample_world(state, actor, Chance(1)).position
        while state.phase != "turn" or rules_of(game).machine.sites[state.position.pc].asked:
            rules_of(game).bare.play(own, state.raw_legal_actions()[0])
            state.apply_action("wait")
        assert own.z_open == state.position.z_open  # type: ignore[attr-defined]
