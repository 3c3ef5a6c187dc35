"""Choosing a move by tapping: every legal action can be reached, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from itertools import count
from pathlib import Path
from random import Random

import pytest

from cardrules.interpreter.play.state import State
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.rulesets import bundled
from cardrules.table.board import board, marked
from cardrules.table.match import STYLE
from cardrules.table.picking import MOST_BUTTONS, Move, Picking
from cardrules.table.viewers import seen

from ..loading import loaded
from .conftest import Served


@pytest.mark.parametrize("name", bundled())
@pytest.mark.sample(2)
def test_every_legal_action_can_be_tapped(name: str, amount: Callable[[int, int], int]) -> None:
    """Its cards lie face up before the player; its values are offered as buttons."""
    game, rng = loaded(name), Random(7)
    tried = 0
    for seed in count():
        if seed >= amount(2, 40) and tried > 10:
            break
        state = game.new_initial_state(seed)
        for _ in range(amount(50, 400)):
            if state.is_terminal():
                break
            if rng.random() < 0.2:
                moves = Picking(state).moves
                for move in rng.sample(moves, min(3, len(moves))):
                    tried += 1
                    reach(state, move)
            state.apply_action(rng.choice(state.legal_actions()))


def reach(state: State, move: Move) -> None:
    """Choose a move as a person does."""
    seat = state.current_player()
    assert seat is not None
    assert move.cards <= seen(state, seat)
    picking = Picking(state)
    for card in move.cards.elements():
        assert picking.cards_that_fit()[card] > picking.cards.count(card)
        assert picking.tap(card)
    for value in move.values:
        offered = {(group.kind, word) for group in picking.groups() for word, _ in group.words}
        assert value in offered
        assert picking.choose(*value)
    complete = [each.action.text for each in picking.complete()]
    assert move.action.text in complete[:MOST_BUTTONS]


def test_a_card_that_fits_no_move_is_refused() -> None:
    state = loaded("hearts").new_initial_state(1)
    picking = Picking(state)
    held = list(picking.cards_that_fit())
    for card in held[:3]:
        assert picking.tap(card)
    assert not picking.tap(held[3])  # three are passed
    assert picking.still_wanted() == (0, 0)
    picking.put_back(held[0])
    assert picking.still_wanted() == (1, 1)


def test_one_card_takes_the_place_of_another() -> None:
    state = loaded("gin_rummy").new_initial_state(1)
    while state.legal_actions()[0].verb != "discard":
        state.apply_action(state.legal_actions()[0])
    picking = Picking(state)
    first, second = list(picking.cards_that_fit())[:2]
    assert picking.tap(first)
    assert picking.tap(second)
    assert picking.cards == [second]


def test_another_tap_plays_the_one_card_that_is_a_move() -> None:
    state = loaded("hearts").new_initial_state(1)
    picking = Picking(state)
    assert picking.tap(next(iter(picking.cards_that_fit())))  # three are passed, so that none is a move by itself
    assert picking.again is None
    assert not any(map(picking.is_whole, picking.cards_that_fit()))
    while state.legal_actions()[0].verb != "play":
        state.apply_action(state.legal_actions()[0])
    picking = Picking(state)
    card = next(iter(picking.cards_that_fit()))
    assert picking.is_whole(card)
    assert picking.again is None
    assert picking.tap(card)
    assert picking.again is not None
    assert picking.again.action.text == f"play {card}"


def test_values_are_buttons_that_complete_a_move() -> None:
    state = loaded("oh_hell").new_initial_state(1)
    (group,) = Picking(state).groups()
    assert group.verb == "bid"
    assert [word for word, move in group.words if move is not None][:2] == ["0", "1"]


def offered(tmp_path: Path, title: str, *moves: str) -> str:
    """Return the page of a person whose turn it is after some moves; all persons sit at one screen."""
    served = Served(tmp_path)
    with served.client:
        key = served.new(title, **{f"who.{number}": "screen" for number in range(1, 4)})
        match = served.match(key)
        for move in (*moves, ""):
            served.do(key, **{"as": str(match.state.current_player())})
            if move:
                served.do(key, play=move)
        return unescape(served.client.get(f"/s/{key}").text)


def test_what_a_tap_on_a_pile_does_stands_on_a_button_as_well(tmp_path: Path) -> None:
    page = offered(tmp_path, "Conquian")
    assert 'value="pass" data-key="touch-stock"' in page
    assert 'value="pass" data-key="play-pass">pass</button>' in page


def test_bids_stand_in_the_order_in_which_they_rank(tmp_path: Path) -> None:
    page = offered(tmp_path, "Bridge", "bid 1 hearts")
    head = page.partition('<table class="grid">')[2].partition("</thead>")[0]
    assert re.findall(r'<th scope="col">([^<]*)', head) == ["♣ clubs", "♦ diamonds", "♥ hearts", "♠ spades", "no trump"]
    assert re.findall(r'value="bid 1 (\w+)"', page) == ["spades", "notrump"]
    assert "<td>1♥</td>" in page, "a word would be broken in the table of bids"


def test_an_action_is_called_without_what_stands_before_its_choices(tmp_path: Path) -> None:
    page = offered(tmp_path, "Forty Thieves")
    asked = page.partition('<p class="prompt">')[2].partition("</p>")[0]
    assert "draw" in asked
    assert " from" not in asked
    assert "place on" not in asked


TWINS = """\
cardrules: 1
name: Twins
players: 2
deck: {ranks: 6, suits: clubs, packs: 4}
zones:
  stock: {faces: hidden}
  laid: {each: player, faces: shown}
  hand: {each: player, faces: owner}
deal: {do: deal 2 each to hand}
phases: {turn: {players: in turn}}
actions:
  lay: {phase: turn, choose: {card: a card from hand}, do: move card to laid}
match: {winner: highest}
limits: {turns: 3}
"""


def test_a_card_that_lies_on_the_table_is_not_taken_for_its_twin_in_the_hand(tmp_path: Path) -> None:
    (tmp_path / "twins.yaml").write_text(TWINS, "utf-8")
    served = Served(tmp_path, (str(tmp_path / "twins.yaml"),))
    with served.client:
        key = served.new("Twins", **{"who.1": "screen"})
        match = served.match(key)
        for _ in range(2):
            served.do(key, **{"as": str(match.state.current_player())})
            served.do(key, play=match.state.legal_actions()[0].text)
        served.do(key, **{"as": str(match.state.current_player())})
        page = served.client.get(f"/s/{key}").text
    fits = [each.partition(">")[0] for each in page.split('<button class="card')[1:]]
    hand = page.partition('<div class="hand')[2]
    assert sum("fits" in each.partition('"')[0] for each in fits) == 1
    assert 'class="card fits' in hand


def test_of_equal_cards_in_a_hand_all_stand_out(tmp_path: Path) -> None:
    (tmp_path / "twins.yaml").write_text(TWINS, "utf-8")
    served = Served(tmp_path, (str(tmp_path / "twins.yaml"),))
    with served.client:
        key = served.new("Twins", **{"who.1": "screen"})
        served.do(key, **{"as": str(served.match(key).state.current_player())})
        assert served.client.get(f"/s/{key}").text.count('class="card fits') == 2


def test_a_card_stands_out_only_where_a_tap_chooses_it() -> None:
    """Not in a column to which the card that is picked can be carried: a tap there chooses the column."""
    game, tried = loaded("klondike"), 0
    for seed in range(30):
        state = game.new_initial_state(seed)
        picking = Picking(state)
        for card in [card for move in picking.moves for card in move.cards if move.values]:
            picking.clear()
            assert picking.tap(card)
            painter = Painter(state.game, Players(("human",), ("Kim",)), STYLE)
            shown = marked(board(state, painter, 0), painter, picking)
            columns = [pile for place in shown.middle if place.kind == "columns" for pile in place.piles]
            aims = [each for pile in columns if pile.fits for group in pile.groups for each in group]
            tried += len(aims)
            assert not any(each.fits for each in aims)
    assert tried


def test_a_card_too_many_is_refused_with_the_number_that_is_enough(tmp_path: Path) -> None:
    served = Served(tmp_path)
    with served.client:
        key = served.new("Hearts", **{f"who.{number}": "screen" for number in range(1, 5)})
        match = served.match(key)
        seat = match.state.current_player()
        assert seat is not None
        served.do(key, **{"as": str(seat)})
        hand = sorted({card for move in Picking(match.state).moves for card in move.cards})
        for card in hand[:3]:
            served.do(key, tap=card)
        assert "Ready to pass: tap the button." in served.client.get(f"/s/{key}").text
        assert "3 cards are enough: tap one of them to put it back." in unescape(served.do(key, tap=hand[3]))


def test_an_open_card_beneath_the_stock_lies_there() -> None:
    state = loaded("durak").new_initial_state(3)
    names = tuple(f"Player {seat}" for seat in range(state.game.players))
    shown = board(state, Painter(state.game, Players(("human",) * len(names), names), STYLE), 0)
    (stock,) = [place.piles[0] for place in shown.middle if place.kind == "stock"]
    assert stock.beneath is not None
    assert stock.beneath.text is not None
    assert all(card.text is None for group in stock.groups for card in group)
