"""A chapter in a second language, from the values of which the English one is printed."""

from __future__ import annotations

import pytest

from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.rulebook.ending import ended, scored
from cardrules.interpreter.rulebook.rulebook import book_of
from cardrules.interpreter.speech.grammar import said, the

from .german import Untranslated, german

POINTS = "Die Partie endet nach einem Spiel, wenn {} Punkte oder mehr hat."
HIGHEST = "Die höchste Punktzahl gewinnt."
SHARED = "Diejenigen, die sie teilen, gewinnen gemeinsam, aber wenn alle die gleiche Punktzahl haben, gewinnt niemand."
EQUAL = "Bei gleichen Punktzahlen gewinnt niemand."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "hearts",
            f"{POINTS.format('ein Spieler 100')} Sie endet in jedem Fall nach 200 Spielen. "
            f"Die niedrigste Punktzahl gewinnt. {SHARED}",
        ),
        ("skat", f"Die Partie hat 36 Spiele. {HIGHEST} {SHARED}"),
        ("blackjack", f"Die Partie hat zehn Spiele. {HIGHEST}"),
        (
            "canasta",
            f"{POINTS.format('eine Partei 5.000')} Sie endet in jedem Fall nach 200 Spielen. {HIGHEST} {EQUAL}",
        ),
        (
            "pinochle",
            f"{POINTS.format('eine Partei 1.500')} Sie endet in jedem Fall nach 100 Spielen. "
            "Wenn jemand geboten hat und der Bieter 1.500 Punkte oder mehr hat, gewinnt die Partei des Bieters das "
            f"Spiel. Sonst gewinnt die höchste Punktzahl. {EQUAL}",
        ),
    ],
)
def test_the_end_of_a_match_in_german(name: str, told: str) -> None:
    assert german().prose(ended(book_of(load_ruleset(name)))) == told


def test_the_scores_of_a_deal_in_german() -> None:
    (when,), (told,) = scored(book_of(load_ruleset("oh_hell")))
    assert german().prose([said(when, ", ", told)]) == (
        "Wenn ein Spiel zu Ende ist, erhält jeder Spieler seine Stichzahl plus 10, wenn dieser Spieler genau so viele "
        "Stiche wie angesagt gemacht hat."
    )


def test_what_has_no_german_words_is_said() -> None:
    with pytest.raises(Untranslated, match=r"german\.yaml has no “widow” among its nouns; add it there"):
        german().prose([the("widow").verb("wins")])
    with pytest.raises(Untranslated, match="an author's words have no German ones: “The last player wins"):
        german().prose(["The last player wins."])
