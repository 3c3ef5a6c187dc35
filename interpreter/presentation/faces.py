"""Cards and words of actions as a screen shows them: 10♥ for TH, in colours where possible."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.color import ANSI_COLOR_NAMES
from rich.text import Text

from ..diagnostics import spaced
from ..game.observation.redaction import UNKNOWN
from ..program.cards import COLOURS
from ..syntax.plain_english import NAMES_OF_RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..program.program import Program

SYMBOLS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
"""The signs of the usual suits."""

_LIGHT: Final = frozenset({"white", "yellow"})  # cannot be read on a white card
NBSP: Final = "\N{NO-BREAK SPACE}"  # prevents a line break
_WORD: Final = re.compile(r"'[a-z][a-z0-9_]*'|[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Style:
    """What the screen can do.

    Attributes:
        symbols: Draw suits as ♣♦♥♠ and backs as ▒▒; otherwise use the letters of the notation.
        colour: Draw cards as coloured blocks.
        spoken: Name a card in words whose suit has no usual sign, because nobody types cards there.
    """

    symbols: bool
    colour: bool
    spoken: bool = False

    @property
    def nothing(self) -> Text:
        """What stands where no cards lie."""
        return Text("–" if self.symbols else "-", "dim")

    @property
    def dash(self) -> str:
        """What stands between a sentence and its consequence."""
        return " – " if self.symbols else " - "

    @property
    def minus(self) -> str:
        """What stands before a number below zero."""
        return "−" if self.symbols else "-"

    @property
    def times(self) -> str:
        """What stands before the number of equal things."""
        return "×" if self.symbols else "x"


def spoken(program: Program, card: int) -> str:
    """Return a card of the pack in words: `red 7`, `10 of trumps`, `wild`."""
    pack = program.pack
    name = pack.ranks[pack.rank[card]]
    label = "10" if name == "T" else "joker" if pack.text[card] == "Jo" else spaced(program.label(name))
    rank = label if label.isdigit() else NAMES_OF_RANKS.get(label, label)
    if pack.suit[card] < 0:
        return rank
    suit = pack.suits[pack.suit[card]]
    return f"{program.label(suit)} {rank}" if suit in ANSI_COLOR_NAMES else f"{rank} of {program.label(suit)}"


class Faces:
    """Draws the cards of one game.

    Args:
        program: The game.
        style: What the screen can do.
    """

    def __init__(self, program: Program, style: Style) -> None:
        self._program = program
        self._style = style
        self._faces: dict[str, tuple[str, str]] = {}  # text -> as shown, and its colour
        pack = program.pack
        for card, text in enumerate(pack.text):
            suit = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
            letters = pack.signs[pack.suit[card]] if suit else ""
            shown, colour = text, "black" if suit else "magenta"
            if suit in ANSI_COLOR_NAMES:
                colour = suit
            elif pack.colour[card] >= 0:
                colour = COLOURS[pack.colour[card]]
            rank, sign = text.removesuffix(letters), letters
            if style.symbols and suit in SYMBOLS and len(letters) == 1:
                shown_rank, sign = "10" if rank == "T" else rank, SYMBOLS[suit]
                shown = shown_rank + sign
            elif style.spoken:
                shown = spoken(program, card)
            self._faces[text] = (shown, colour)
            if suit:  # of a card that lies face down only a part may be known
                self._faces.setdefault(f"?{letters}", (f"?{sign}", colour))
                self._faces.setdefault(f"{rank}?", (f"{shown.removesuffix(sign)}?", "black"))

    def listed(self, cards: Iterable[str]) -> str:
        """Return cards as they are shown, without colour."""
        return self.cards(cards).plain

    def plain(self, text: str) -> str:
        """Return a card as it is shown, without colour; another word as it is."""
        return self._faces[text][0] if text in self._faces else text

    def sentence(self, text: str) -> str:
        """Return a text in which cards and names of the rules are written as they are shown."""
        return _WORD.sub(lambda found: self._named(found[0]), text)

    def _named(self, word: str) -> str:
        if word.startswith("'"):
            return f"'{self._program.label(word[1:-1])}'"
        return self._program.label(word) if "_" in word else self.plain(word)

    def word(self, text: str) -> Text:
        """Return a word of an action; a card in its colour, `??` as it is."""
        if text not in self._faces:
            label = self._program.labels.get(text)
            return Text(label or (spaced(text) if "_" in text else text))
        shown, colour = self._faces[text]
        return Text(shown, "bold" if colour == "black" else f"bold {colour}")

    def words(self, text: str) -> Text:
        """Return an action with its cards in colour, and its verb as it is called on screens."""
        verb, *words = text.split(" ")
        called = verb if verb == UNKNOWN else self._program.label(verb)
        return Text(" ").join([Text(called), *([self.cards(words)] if words else [])])

    def cards(self, cards: Iterable[str]) -> Text:
        """Return cards and other words of a sentence; a comma divides cards whose names have several words."""
        found, before = Text(), False
        for card in cards:
            long = card in self._faces and " " in self.plain(card)
            found.append((", " if long and before else " ") if found else "").append(self.word(card))
            before = long
        return found

    def block(self, text: str) -> Text:
        """Return a card as it lies on the table; `3?` and `?H` are cards known in part."""
        if text == UNKNOWN:
            return self.back()
        shown, colour = self._faces.get(text, (text, "black"))
        if not self._style.colour:
            return Text(shown)
        style = f"black on {colour}" if colour in _LIGHT else f"{colour} on bright_white"
        return Text(f"{NBSP}{shown}{NBSP}", style)

    def blocks(self, cards: Sequence[str]) -> Text:
        """Return cards as they lie side by side, which no line break separates."""
        return Text(NBSP if self._style.symbols else " ").join(map(self.block, cards))

    def back(self) -> Text:
        """Return a card that lies face down."""
        if self._style.colour:
            return Text(f"{NBSP}▒▒{NBSP}", "bright_blue on blue")
        return Text("▒▒" if self._style.symbols else UNKNOWN)
