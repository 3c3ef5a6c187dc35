"""Who knows what: the recorder's rules one by one, on small rulesets made for the purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.game.setup.opening import initial_position
from cardrules.interpreter.play.game import rules_of

Make = Callable[..., cardrules.Game]

HEAD = """
cardrules: 1
name: Knowledge
summary: Moves cards about.
players: 3
deck: {ranks: A 2 3 4 5 6, suits: clubs hearts}
zones:
  stock:   {faces: hidden}
  open:    {faces: shown}
  topped:  {faces: top}
  buried:  {faces: hidden}
  chest:   {faces: hidden, ordered: false}
  hand:    {each: player, faces: owner}
deal:
  first: left of first of players
  after: 'for each p in players: add size of hand of p to score of p'
  do: |
    shuffle stock
    deal 2 each to hand
phases:
  turn: {players: in turn from left of left of first of players}
match: {deals: 1, winner: highest}
limits: {turns: 100, result: end deal}
actions:
"""

DECK = "AC AH 2C 2H 3C 3H 4C 4H 5C 5H 6C 6H".split()
"""Seat 2 is dealt AC 2H, seat 0 AH 3C, seat 1 2C 3H; the stock's top is 4C, its bottom 6H."""


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(actions: str) -> cardrules.Game:
        file = tmp_path / "knowledge.yaml"
        file.write_text(HEAD + actions, encoding="utf-8")
        return cardrules.load(file)

    return made


def after(game: cardrules.Game, *actions: str) -> cardrules.State:
    """The position after some actions; seat 2 begins."""
    state = game.new_initial_state(deck=DECK, dealer=1)
    for action in actions:
        state.apply_action(action)
    return state


def zone(state: cardrules.State, name: str, seat: int, owner: int | None = None) -> Sequence[str]:
    """What a seat sees of a zone."""
    return state.observation(seat).cards(name, owner)


BASIC = """
  bury:   {phase: turn, choose: {card: a card from hand}, do: move card to buried}
  hoard:  {phase: turn, choose: {card: a card from hand}, do: move card to chest}
  show:   {phase: turn, choose: {card: a card from hand}, do: move card to open}
  top:    {phase: turn, choose: {card: a card from hand}, do: move card to topped}
  cover:  {phase: turn, choose: {cards: 2 cards from hand}, do: move cards to topped}
  take:   {phase: turn, when: open is not empty, do: move open to hand}
  untop:  {phase: turn, when: topped is not empty, do: move top of topped to hand}
  draw:   {phase: turn, when: stock is not empty, do: draw 1}
  mix:    {phase: turn, do: shuffle open}
  pass:   {phase: turn}
  fish:   {phase: turn, when: chest is not empty, do: draw 1 from chest}
  recycle:
    phase: turn
    do: |
      move open to stock
      shuffle stock
  peek:   {phase: turn, when: stock is not empty, do: reveal top of stock to actor}
  bottom: {phase: turn, when: stock is not empty, do: reveal bottom of stock}
  spill:  {phase: turn, do: move chest to buried}
  stack:  {phase: turn, do: move hand to buried}
"""


def test_a_dealt_card_is_known_to_its_owner_alone(make: Make) -> None:
    state = after(make(BASIC))
    assert zone(state, "hand", 2, 2) == ("AC", "2H")
    assert zone(state, "hand", 0, 2) == ("??", "??")
    assert set(zone(state, "stock", 2)) == {"??"}


def test_a_card_seen_to_go_to_a_hand_is_known_there(make: Make) -> None:
    state = after(make(BASIC), "show AC", "take")
    assert zone(state, "hand", 1, 0) == ("AC", "??", "??")
    assert zone(state, "hand", 2, 0) == ("AC", "??", "??")


def test_a_move_unseen_makes_one_forget_what_may_have_left(make: Make) -> None:
    state = after(make(BASIC), "show AC", "take", "pass", "pass", "bury 3C")
    assert zone(state, "hand", 1, 0) == ("??", "??")
    assert zone(state, "buried", 1) == ("??",)
    assert zone(state, "hand", 0, 0) == ("AC", "AH")
    assert zone(state, "buried", 0) == ("3C",)
    other = after(make(BASIC), "show AC", "take", "pass", "pass", "bury AC")
    assert other.observation(1) == state.observation(1)
    assert other.history_for(1) == state.history_for(1)
    assert state.history_for(1)[-1] == (0, "bury ??")


def test_a_move_seen_makes_nobody_forget(make: Make) -> None:
    state = after(make(BASIC), "show AC", "take", "pass", "pass", "show 3C")
    assert zone(state, "hand", 1, 0) == ("AC", "??")


def test_the_last_card_of_a_hand_cannot_hide(make: Make) -> None:
    """Of a place that is wholly known, a card that leaves it last is known."""
    state = after(
        make(BASIC), "show AC", "take", "pass", "pass", "show 3C", "pass", "pass", "show AH", "pass", "pass", "bury AC"
    )
    assert zone(state, "buried", 1) == ("AC",)
    assert state.history_for(1)[-1] == (0, "bury AC")


def test_the_bottom_of_the_stock_stays_known_while_others_are_drawn(make: Make) -> None:
    state = after(make(BASIC), "bottom", "draw", "draw")
    for seat in range(3):
        assert zone(state, "stock", seat)[0] == "6H"
        assert set(zone(state, "stock", seat)[1:]) == {"??"}
    assert zone(state, "hand", 0, 0)[-1] == "4C"


def test_who_peeked_knows_which_card_is_drawn(make: Make) -> None:
    state = after(make(BASIC), "peek", "draw")
    assert zone(state, "hand", 2, 0) == ("4C", "??", "??")
    assert zone(state, "hand", 1, 0) == ("??", "??", "??")
    assert zone(after(make(BASIC), "peek"), "stock", 2)[-1] == "4C"
    assert zone(after(make(BASIC), "peek"), "stock", 0)[-1] == "??"


def test_after_a_shuffle_place_is_known_and_position_is_not(make: Make) -> None:
    state = after(make(BASIC), "show AC", "show AH", "recycle")
    view = state.observation(2)
    assert set(view.zones["stock"]) == {"??"}
    assert view.located["stock"] == ("AC", "AH")
    drawn = after(make(BASIC), "show AC", "show AH", "recycle", "draw")
    assert drawn.observation(0).located["stock"] == ()  # it may be one of them
    assert zone(drawn, "hand", 0, 2)[-1:] == ("??",)


def test_an_open_pile_that_is_shuffled_is_still_open(make: Make) -> None:
    state = after(make(BASIC), "show AC", "show AH", "mix")
    for seat in range(3):
        assert sorted(zone(state, "open", seat)) == ["AC", "AH"]


def test_only_the_top_of_a_covered_pile_is_seen(make: Make) -> None:
    state = after(make(BASIC), "cover AC 2H")
    assert zone(state, "topped", 0) == ("??", "2H")
    assert zone(state, "topped", 2) == ("AC", "2H")


def test_a_card_that_comes_to_the_top_is_seen(make: Make) -> None:
    state = after(make(BASIC), "cover AC 2H", "untop")
    for seat in range(3):
        assert zone(state, "topped", seat) == ("AC",)
    assert not state.can_undo()


def test_a_card_once_on_top_is_remembered_under_others(make: Make) -> None:
    state = after(make(BASIC), "top AC", "top AH")
    assert zone(state, "topped", 1) == ("AC", "AH")


def test_what_goes_to_a_chest_is_out_of_sight(make: Make) -> None:
    state = after(make(BASIC), "hoard AC", "hoard AH", "spill")
    assert zone(state, "buried", 2) == zone(state, "buried", 0) == ("??", "??")
    # Both cards of the chest came to the pile, in an order that is known to who knows both.
    assert state.observation(2).located["buried"] == ("AC",)


def test_the_notation_of_an_action_names_only_cards_that_are_known_to_be_its_own(
    make: Make,
) -> None:
    """Neither where the others stand among them nor what is seen of them later tells of them."""
    game = make(
        BASIC
        + """
  mix_up: {phase: turn, choose: {cards: 2 cards from hand}, do: part(cards)}
define:
  part:
    with: cards chosen
    do: |
      move last of chosen to open
      move first of chosen to chest
      move chest to open
"""
    )
    state = after(game, "hoard AC", "mix_up AH 3C")
    assert state.history_for(1)[-1] == (0, "mix_up 3C ??")
    assert state.history_for(0)[-1] == (0, "mix_up AH 3C")


def test_a_place_among_unknown_cards_tells_nothing(make: Make) -> None:
    """A hand laid down unseen is in canonical order, and a known card in it shows no neighbour."""
    state = after(make(BASIC), "show 2H", "take", "pass", "pass", "stack")
    view = state.observation(1)
    assert view.zones["buried"] == ("??", "??", "??")
    assert view.located["buried"] == ("2H",)
    assert state.observation(0).zones["buried"] == ("AH", "2H", "3C")


def test_undo_is_refused_where_something_was_seen(make: Make) -> None:
    game = make(BASIC)
    assert not after(game, "show AC").can_undo()
    assert not after(game, "draw").can_undo()
    assert not after(game, "peek").can_undo()
    assert after(game, "bury AC").can_undo()
    assert after(game, "show AC", "take").can_undo()
    assert after(game, "peek", "pass", "pass", "peek").can_undo()


def test_undo_can_ask_what_some_seats_have_seen(make: Make) -> None:
    game = make(BASIC)
    for text, saw in (("show AC", {0, 1}), ("draw", {2}), ("bury AC", set[int]())):
        state = after(game, text)
        assert {seat for seat in range(3) if not state.can_undo([seat])} == saw, text
        assert state.can_undo(())
        state.undo(seat for seat in range(3) if seat not in saw)
        assert state.history() == []
    with pytest.raises(SetupError, match="no seat"):
        after(game, "draw").can_undo([3])


def test_a_card_from_a_heap_is_news_whoever_knew_it(make: Make) -> None:
    """Else the others would learn from the refusal who knew what lay there."""
    state = after(make(BASIC), "hoard AC", "hoard AH", "pass")
    for _ in range(3):
        if "fish" in {str(action) for action in state.legal_actions()}:
            state.apply_action("fish")
            assert not state.can_undo()


def test_a_card_drawn_from_a_pack_that_all_know_is_news(tmp_path: Path) -> None:
    """Nobody has drawn unseen, so all cards are known to be in the stock, but not their order."""
    file = tmp_path / "undealt.yaml"
    undealt = HEAD.replace("    deal 2 each to hand\n", "")
    file.write_text(undealt + "  draw: {phase: turn, do: draw 1}\n", encoding="utf-8")
    state = cardrules.load(file).new_initial_state(seed=1)
    assert len(state.observation(0).located["stock"]) == 12
    state.apply_action("draw")
    assert not state.can_undo()


def test_a_new_deal_does_not_tell_what_the_last_action_hid(tmp_path: Path) -> None:
    file = tmp_path / "deals.yaml"
    actions = "  bury:\n    phase: turn\n    choose: {card: a card from hand}\n    do: |\n"
    actions += "      move card to buried\n      end deal\n"
    file.write_text(HEAD.replace("{deals: 1,", "{deals: 3,") + actions, encoding="utf-8")
    state = after(cardrules.load(file), "bury AC")
    assert state.history_for(2) == [(2, "bury AC")]
    assert state.history_for(0) == [(2, "bury ??")]
    assert not state.can_undo()


TWINS = """
cardrules: 1
name: Twins
summary: Each card is there twice.
players: 3
deck: {ranks: A 2 3, suits: clubs hearts, packs: 2}
zones:
  stock: {faces: hidden}
  open:  {faces: shown}
  hand:  {each: player, faces: owner}
deal:
  after: 'for each p in players: add size of hand of p to score of p'
  do: |
    shuffle stock
    deal 2 each to hand
phases:
  turn: {players: in turn from left of dealer}
match: {deals: 1, winner: highest}
limits: {turns: 100, result: end deal}
actions:
  show: {phase: turn, choose: {card: a card from hand}, do: move card to open}
  take: {phase: turn, when: open is not empty, do: move open to hand}
  pass: {phase: turn}
"""


def test_of_two_like_cards_the_known_one_is_taken_to_have_moved(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, encoding="utf-8")
    game = cardrules.load(file)
    views: list[object] = []
    for deck in ("AC AC 3H 2C 2H 2H 3C 3C AH AH 2C 3H", "AC 3C 3H 2C 2H 2H AC 3C AH AH 2C 3H"):
        # Seat 1 takes the ace that seat 0 has shown; in one game it already holds the other.
        state = game.new_initial_state(deck=deck.split(), dealer=2)
        for action in ("show AC", "take", "pass", "pass", "show AC"):
            state.apply_action(action)
        views.append(state.observation(0))
        assert state.observation(0).zones["hand"][1] == ("??", "??")
    assert views[0] == views[1]


def test_who_is_shown_a_card_that_may_be_the_known_one_learns_of_no_other(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    flash = "  flash: {phase: turn, do: reveal first of hand}\n  lay: {phase: turn, do: reveal hand}\n"
    file.write_text(TWINS + flash, encoding="utf-8")
    game = cardrules.load(file)
    views: list[object] = []
    for deck in ("AC AC 3H 2C 2H 2H 3C 3C AH AH 2C 3H", "AC 3C 3H 2C 2H 2H AC 3C AH AH 2C 3H"):
        # Seat 1 takes the ace that seat 0 has shown; in one game it already holds the other.
        state = game.new_initial_state(deck=deck.split(), dealer=2)
        for action in ("show AC", "take", "pass", "pass", "flash"):
            state.apply_action(action)
        views.append(state.observation(0))
        assert state.observation(0).zones["hand"][1] == ("AC", "??", "??")
        for action in ("pass", "pass", "lay"):
            state.apply_action(action)
        assert "??" not in state.observation(0).zones["hand"][1]
    assert views[0] == views[1]


def test_cards_passed_in_secret_are_seen_by_giver_and_receiver() -> None:
    file = Path(__file__).parents[1] / "games" / "sealed_pass.yaml"
    game = cardrules.load(file, players=3)
    state = game.new_initial_state(seed=2)
    order: list[int] = []
    given: dict[int, tuple[str, ...]] = {}
    while state.phase == "passing":
        seat = state.current_player()
        assert seat is not None
        others = {other: state.observation(other) for other in range(3) if other != seat}
        action = state.legal_actions()[3]
        given[seat] = tuple(str(action).split()[1:])
        state.apply_action(action)
        order.append(seat)
        if state.phase == "passing":
            for other, view in others.items():  # nothing is seen but that a choice was made
                now = state.observation(other)
                assert now.zones == view.zones
                assert now.history == (*view.history, (seat, "??"))
    assert sorted(order) == [0, 1, 2]
    for giver, cards in given.items():
        taker = (giver + 1) % 3
        for seat in (giver, taker):
            assert set(cards) <= set(state.observation(seat).zones["hand"][taker])
        third = (giver + 2) % 3
        known = set(state.observation(third).zones["hand"][taker]) - {"??"}
        assert known.isdisjoint(cards)
        assert len(known) <= (taker == order[0])  # the card that was shown
        texts = dict(state.history_for(third))
        assert texts[giver] == "give ?? ??"


def test_a_variable_that_holds_hidden_cards_does_not_sort_them(tmp_path: Path) -> None:
    file = tmp_path / "variable.yaml"
    text = HEAD.replace("deal:\n", "variables:\n  kept: {type: cards}\ndeal:\n", 1)
    text += "  keep: {phase: turn, do: kept becomes hand}\n"
    text += "  show: {phase: turn, choose: {card: a card from hand}, do: move card to open}\n"
    file.write_text(text, encoding="utf-8")
    game = cardrules.load(file)
    state = after(game, "keep", "show AH", "show 2C", "show 2H")
    assert state.observation(0).variables["kept"] == ("2H", "??")
    assert state.observation(2).variables["kept"] == ("AC", "2H")


HEAP = """
  hoard: {phase: turn, choose: {card: a card from hand}, do: move card to chest}
  fish:  {phase: turn, when: chest is not empty, do: draw 1 from chest}
  share: {phase: turn, do: deal 1 from chest to open}
"""


@pytest.mark.parametrize("how", ["fish", "share"])
def test_what_is_drawn_from_cards_without_order_is_a_matter_of_chance(make: Make, how: str) -> None:
    game, drawn = make(HEAP), set[str]()
    for seed in range(20):
        state = game.new_initial_state(seed, deck=DECK, dealer=1)
        position = initial_position(rules_of(game), rules_of(game).bare, seed, deck=DECK, dealer=1)
        rules_of(game).bare.advance(position, -7)
        for action in ("hoard 2H", "hoard 3C", "hoard 2C", how):
            rules_of(game).bare.play(position, state.find(action))
            state.apply_action(action)
        left = rules_of(game).recorder.cards(state.position, rules_of(game).recorder.place(4, -1))
        assert left == rules_of(game).recorder.cards(position, rules_of(game).recorder.place(4, -1))
        drawn |= {"2C", "2H", "3C"} - {rules_of(game).program.pack.text[card] for card in left}
    assert drawn == {"2C", "2H", "3C"}


def test_no_deck_can_be_given_for_a_pack_without_order(make: Make, tmp_path: Path) -> None:
    file = tmp_path / "heap.yaml"
    text = HEAD.replace("stock:   {faces: hidden}", "stock: {faces: hidden, ordered: false}")
    file.write_text(text.replace("    shuffle stock\n", "") + HEAP, encoding="utf-8")
    game = cardrules.load(file)
    hands = {game.new_initial_state(seed).observation(0).zones["hand"][0] for seed in range(9)}
    assert len(hands) > 4
    with pytest.raises(cardrules.DeckError, match="'stock' keeps no order"):
        game.new_initial_state(deck=DECK)
