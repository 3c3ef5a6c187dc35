"""How English joins and divides statements, which its printer decides by what they are."""

from __future__ import annotations

import pytest

from cardrules.interpreter.speech.english import prose
from cardrules.interpreter.speech.grammar import (
    YOU,
    Aside,
    Case,
    Clause,
    Conditional,
    ForEach,
    Instruction,
    Listed,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Prepositional,
    Repeated,
    Subordinate,
    about,
    be,
    joint,
    phrase,
    said,
    steps,
    the,
)

CARD = NounPhrase(Noun("card", "cards"), "a")
DRAW = Instruction("draws", CARD)
SHOW = Instruction("shows", phrase(the("card"), Prepositional("to", NounPhrase("all players"))))
THREE = Instruction("shows", Listed(("clubs", "hearts", "spades")))
PLAYER = NounPhrase("player", "each", person=True)
THAT = NounPhrase("player", "that", whose="their", person=True)
DEALER = the("dealer", person=True)
PASSES = DEALER.verb("passes")
PASSED = YOU.verb("has", "passed")
EMPTY = be(the("deck"), "empty")


def points(who: NounPhrase, many: int) -> Clause:
    """Return that somebody scores points."""
    return who.verb("scores", NounPhrase(Noun("point", "points"), Numeral(many), plural=many != 1))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (DRAW, "Draw a card."),
        (steps([DRAW, SHOW]), "Draw a card and show the card to all players."),
        (steps([DRAW, SHOW], apart=True), "Draw a card; show the card to all players."),
        (steps([DRAW, THREE]), "Draw a card; show clubs, hearts and spades."),
        (steps([DRAW, SHOW, DRAW]), "Draw a card; show the card to all players; draw a card."),
        (steps([PASSES, DRAW]), "The dealer passes; draw a card."),
        (
            steps([DRAW, Conditional((Case(EMPTY, SHOW),))]),
            "Draw a card; if the deck is empty, show the card to all players.",
        ),
        (steps([PASSES, points(DEALER, 1)]), "The dealer passes and scores 1 point."),
        (steps([DRAW]), "Draw a card."),
        (steps([]), ""),
        # what depends on conditions
        (Conditional((Case(EMPTY, DRAW),)), "If the deck is empty, draw a card."),
        (
            Conditional((Case(EMPTY, steps([DRAW, THREE])),)),
            "If the deck is empty: draw a card; show clubs, hearts and spades.",
        ),
        (
            Conditional((Case(EMPTY, DRAW), Case(PASSED, SHOW, True), Case(None, PASSES, True))),
            "If the deck is empty, draw a card; otherwise if you have passed, show the card to all players; "
            "otherwise the dealer passes.",
        ),
        (
            Conditional((Case(joint([EMPTY, PASSED, PASSES]), DRAW),)),
            "If the deck is empty, and you have passed, and the dealer passes: draw a card.",
        ),
        (Conditional((Case(EMPTY, points(YOU, 1)),), trailing=True), "You score 1 point if the deck is empty."),
        (
            Conditional((Case(EMPTY, points(DEALER, 1)), Case(None, points(DEALER, 2))), trailing=True),
            "The dealer scores 1 point if the deck is empty; otherwise scores 2 points.",
        ),
        (
            Conditional((Case(EMPTY, points(DEALER, 1)), Case(None, points(YOU, 2))), trailing=True),
            "The dealer scores 1 point if the deck is empty; otherwise you score 2 points.",
        ),
        (
            Conditional((Case(EMPTY, points(YOU, 1)), Case(None, points(YOU, 2))), trailing=True),
            "You score 1 point if the deck is empty; otherwise score 2 points.",
        ),
        # loops
        (ForEach(PLAYER, THAT, points(THAT, 3)), "Each player scores 3 points."),
        (
            ForEach(PLAYER, THAT, steps([points(THAT, 3), THAT.verb("draws", CARD)])),
            "Each player scores 3 points and draws a card.",
        ),
        (ForEach(PLAYER, THAT, DRAW), "For each player: draw a card."),
        (
            ForEach(PLAYER.followed(Aside("beginning on your left")), THAT, points(THAT, 3)),
            "Each player, beginning on your left, scores 3 points.",
        ),
        (
            ForEach(PLAYER.followed(Aside("beginning on your left")), THAT, DRAW),
            "For each player, beginning on your left: draw a card.",
        ),
        (Repeated(DRAW, Numeral(3, spelled=True)), "Three times: draw a card."),
        (Repeated(DRAW, the("bid")), "Repeat this as many times as the bid: draw a card."),
        (Repeated(DRAW, test=EMPTY), "As long as the deck is empty, repeat this: draw a card."),
        # asides
        (
            phrase(DRAW, Aside("face down"), Prepositional("from", the("deck"))),
            "Draw a card, face down, from the deck.",
        ),
        (said(DRAW, Aside("face down"), "; stop"), "Draw a card, face down; stop."),
        (phrase(PASSES, Subordinate("when", EMPTY)), "The dealer passes when the deck is empty."),
    ],
)
def test_statements_in_english(value: Part, told: str) -> None:
    assert str(prose([value])) == told


def test_a_long_statement_with_several_cases_is_divided() -> None:
    long = phrase(SHOW, Prepositional("from", the("deck", "that lies in the middle of the table beside the tricks")))
    cases = Conditional((Case(EMPTY, long), Case(None, long, True)))
    first, second = str(prose([cases])).split(". ")
    assert first.startswith("If the deck is empty, show")
    assert second.startswith("Otherwise show")


def test_a_statement_about_somebody_else_keeps_what_follows() -> None:
    told = steps([points(THAT, 3), be(THAT.of("hand"), "empty")])
    assert str(prose([about(told, DEALER)])) == "The dealer scores 3 points and their hand is empty."
