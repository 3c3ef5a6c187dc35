"""What options switch off is told nowhere: not in the rulebook, not on a page, not by `? WORD`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.lookup import Lookup
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import rulebook

from .pages import DOCS

BOUND = """\
cardrules: 1
name: Bound
players: 2
deck: {ranks: A 2 3 4, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  open: {each: player, faces: hidden if closed else shown}
  hand: {each: player, faces: owner}
variables:
  bound: {type: boolean, each: player, start: false, help: Bound by an ace.}
define:
  barred: {with: card c, help: An ace as the last card., is: rank of c is A and size of hand is 1}
deal: {do: shuffle stock then deal 2 each to open then deal 2 each to hand}
phases: {turn: {players: in turn from eldest}}
actions:
  play:
    phase: turn
    help: Play a card.
    choose: {card: a card from hand}
    when: not (aces_last and barred(card))
    do: move card to pile
effects:
  free: {on: play, do: bound of actor becomes false}
  ace: {on: play, when: rank of card is A and binding, do: bound of opponent becomes true}
  last: {on: play, when: hand is empty, do: actor wins}
options:
  binding: {type: boolean, default: true, help: An ace binds the opponent.}
  aces_last: {type: boolean, default: true, help: An ace may not be the last card.}
  closed: {type: boolean, default: false, help: The cards on the table lie face down.}
notes:
  actions: play 2C    play the two of clubs
  dealing: One card at a time; two cards lie open before each player. (deal.do)
  freedom: You are no longer bound. (effects.free)
"""


def text_of(*settings: str) -> str:
    """Return the rulebook of the small game, in one line."""
    text = markdown(rulebook(load_text(BOUND, settings=settings))).partition("## Options")[0]
    return " ".join(text.split())


def about(word: str, game: str | None = None, *settings: str) -> str:
    """Return what `? WORD` says in a game, in one line; by default in the small one."""
    loaded = load_ruleset(game, settings=settings) if game else load_text(BOUND, settings=settings)
    return " ".join(d.plain(entry.line) for entry in Lookup(loaded).about(word))


def test_an_effect_that_can_change_nothing_is_not_told() -> None:
    """Nothing binds a player, so that nobody is freed, whatever a note says of it."""
    assert "You are no longer bound." in text_of()
    assert "You are no longer bound." not in text_of("binding=false")
    assert "After “play”" in text_of("binding=false")


def test_where_cards_lie_face_down_a_note_on_the_deal_says_so() -> None:
    """The option does not stand in `deal.do`, but in the zone to which cards are dealt."""
    assert "lie open before each player. The play" in text_of().replace("## ", "")
    assert "But here the cards on the table lie face down." in text_of("closed=true")


def test_help_does_not_tell_of_definitions_that_no_rule_uses() -> None:
    assert "An ace as the last card." in about("ace")
    assert "An ace as the last card." not in about("ace", None, "aces_last=false")
    assert "last" not in about("jack", "gin_slaughtre")
    assert "last" in about("jack", "gin_slaughtre", "win_on_special=false")


def test_help_says_that_moves_of_a_part_that_is_left_out_are_excluded() -> None:
    assert "exclude" in about("keep", "gin_slaughtre", "upcards=blind")
    assert "exclude" in about("swap", "gin_slaughtre")
    assert "exclude" not in about("keep", "gin_slaughtre")


@pytest.mark.parametrize("path", sorted(DOCS.glob("games/*.md")), ids=lambda path: path.stem)
def test_no_page_has_the_braces_of_notes(path: Path) -> None:
    """Raw template text: a part of a note that holds under an option."""
    assert not re.search(r"\{[^{}]*:", path.read_text("utf-8"))


def test_gin_tells_nothing_of_the_last_discard_that_is_void() -> None:
    """With `wall: immediate` nobody draws from a stock of two cards, or leaves a discard."""
    usual = markdown(rulebook(load_ruleset("gin_rummy")))
    other = markdown(rulebook(load_ruleset("gin_rummy", settings=["wall=last_knock_allowed"])))
    for words in ("`leave`", "only if the stock is not closed", "only if you can then knock"):
        assert words not in usual
        assert words in other
    assert "used up" not in usual + other
