"""What the signs mean that a screen draws beside cards: bars, backs, dots, wild cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .painter import Painter

_SORTED: Final = {
    "suit": "the suits of a hand",
    "melds": "melds in a hand and its other cards",
}
_STANDS_FOR: Final = re.compile(r"^(?:jo|joker)?\s*(?:=|\(as\b|as )\s*(?P<card>[^)]*)\)?$", re.I)
_CHANGE: Final = re.compile(r"^\([+−-]\d+\)$")
_PART: Final = re.compile(r"^(?:\?\w|\w+\?)$")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_BACK: Final = re.compile(r"^(?:▒▒|\?\?)?\s*(?:[×x]\s*\d*)?$")


def signs(painter: Painter) -> dict[str, str]:
    """Return the signs that tables of a game show, each with what it means, as a clause.

    Args:
        painter: Draws the game.
    """
    symbols = painter.style.symbols
    zones = painter.game.program.zones.values()
    parted = [each for kind, each in _SORTED.items() if kind in {zone.sorted for zone in zones}]
    found: dict[str, str] = {}
    if parted:
        bar = "│" if symbols else "|"
        found[bar] = f"{bar} parts {' or '.join(parted)}"
    back, times = painter.faces.back().plain.strip(), painter.style.times
    found[f"{back} {times}"] = f"{back} {times}9 means nine cards face down"
    return found


class Legend:
    """Explains each sign once, below the first table that shows it."""

    def __init__(self, painter: Painter) -> None:
        self._left = signs(painter)

    def line(self, drawn: str) -> str:
        """Return what the signs in a drawing mean that have not been explained."""
        return "; ".join(self._left[sign] for sign in self._new(drawn))

    def is_shown(self, drawn: str) -> None:
        """Note that the signs in a drawing have been explained."""
        for sign in self._new(drawn):
            del self._left[sign]

    def _new(self, drawn: str) -> list[str]:
        text = " ".join(_COLOUR.sub("", drawn).split())  # a card in colour is between spaces
        return [sign for sign in self._left if sign in text]


def meaning(painter: Painter, typed: str) -> str:
    """Return what a sign means that a player asks about, as a sentence; empty if it is none.

    Args:
        painter: Draws the game.
        typed: What the player asks about.
    """
    typed = typed.strip()
    stands = _STANDS_FOR.match(typed)
    if stands is not None and stands["card"] and painter.game.program.melds:
        card = stands["card"].upper()
        return f"A wild card with “(as {card})” beside it stands for {card} in its meld."
    known = signs(painter)
    if painter.game.program.tells and _PART.match(typed):
        return f"{typed} is a card face down of which you were told a part; the ? hides the rest."
    if _CHANGE.match(typed):
        return f"{typed} tells by how much a score has changed."
    if typed and _BACK.match(typed):
        typed = list(known)[-1]
    known |= {
        painter.style.nothing.plain: f"{painter.style.nothing.plain} says that no card lies there",
        "…" if painter.style.symbols else "...": "the dots stand for cards that lie further down",
    }
    clause = "brackets mark what you have picked" if typed[:1] == "[" else known.get(typed, "")
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""
