"""Drawn cards: a symbol for each face of a deck, and the back, as SVG.

Everything is derived from the deck: suits with signs of their own, ranks, colours, and cards that
have only a name. A page holds each symbol once, and every card on it uses one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Final

from ..interpreter.check.cards import COLOURS

if TYPE_CHECKING:
    from ..interpreter.check.program import Program
    from ..interpreter.play.rules import Rules

SIGNS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_COLOURED: Final = frozenset("red blue green yellow black white orange purple brown".split())
_FRAME: Final = '<rect class="face" x="1" y="1" width="98" height="138" rx="9"/>'
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9]")
_LINE: Final = 9  # characters of a name in one line of a card


def anchor(text: str) -> str:
    """Return the name of a card's symbol, which is safe in a page.

    >>> anchor("TH"), anchor("the fool")
    ('card-TH', 'card-the_20fool')
    """
    return "card-" + _NOT_PLAIN.sub(lambda found: f"_{ord(found[0]):x}", text)


@lru_cache(maxsize=32)
def symbols(rules: Rules) -> str:
    """Return the symbols of all cards of a game, and of the back, as one hidden SVG element."""
    program = rules.program
    drawn = "".join(
        f'<symbol id="{anchor(text)}" viewBox="0 0 100 140">{_face(program, card)}</symbol>'
        for text, card in dict(
            zip(program.pack.text, range(program.pack.size), strict=True)
        ).items()
    )
    back = (
        '<symbol id="card-back" viewBox="0 0 100 140">'
        '<rect class="back" x="1" y="1" width="98" height="138" rx="9"/>'
        '<rect class="weave" x="9" y="9" width="82" height="122" rx="5"/></symbol>'
    )
    return f'<svg class="symbols" aria-hidden="true" focusable="false">{drawn}{back}</svg>'


def shown(program: Program, text: str) -> str:
    """Return a card in a sentence: `10♥`."""
    pack = program.pack
    card = pack.text.index(text)
    name = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
    if name in SIGNS:
        return _rank(program, card) + SIGNS[name]
    return spoken(program, text) if not name else f"{_rank(program, card)} {program.label(name)}"


def spoken(program: Program, text: str) -> str:
    """Return a card in words, for screen readers: `ten of hearts`."""
    pack = program.pack
    card = pack.text.index(text)
    rank = program.label(pack.ranks[pack.rank[card]])
    rank = _SPOKEN.get(rank, rank)
    if pack.suit[card] < 0:
        return "joker" if text == "Jo" else rank.replace("_", " ")
    return f"{rank} of {program.label(pack.suits[pack.suit[card]])}"


_SPOKEN: Final = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "2": "two", "3": "three",
    "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
}  # fmt: skip


def _rank(program: Program, card: int) -> str:
    name = program.pack.ranks[program.pack.rank[card]]
    return "10" if name == "T" else program.label(name).replace("_", " ")


def _face(program: Program, card: int) -> str:
    """Return the drawing of a card."""
    pack = program.pack
    suit = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
    if not suit:
        return _named(program, card)
    rank = _rank(program, card)
    if suit in SIGNS:
        return _drawn(rank, SIGNS[suit], f"suit-{suit}")
    colour = suit if suit in _COLOURED else ""
    if not colour and pack.colour[card] >= 0:
        colour = COLOURS[pack.colour[card]]
    label = program.label(suit)
    if suit in _COLOURED:  # a suit that is a colour: the whole card shows it
        large = escape(rank)
        return (
            f'<g class="full colour-{suit}">{_FRAME}<ellipse cx="50" cy="70" rx="34" ry="52"/>'
            f'<text class="{_size(rank)}" x="50" y="70">{large}</text>'
            f'<text class="corner" x="16" y="26">{escape(rank) if len(rank) < 3 else ""}</text></g>'
        )
    return _drawn(rank, label[:1].upper(), f"colour-{colour or 'plain'}", label)


def _drawn(rank: str, sign: str, kind: str, below: str = "") -> str:
    """Return a card with its rank and the sign of its suit in the corner, and both large."""
    corner = "corner small" if len(rank) > 2 else "corner"
    words = f'<text class="word" x="50" y="128">{escape(below[:14])}</text>' if below else ""
    return (
        f'<g class="{kind}">{_FRAME}<text class="{corner}" x="21" y="28">{escape(rank[:6])}</text>'
        f'<text class="pip" x="21" y="52">{escape(sign)}</text>'
        f'<text class="sign" x="56" y="88">{escape(sign)}</text>{words}</g>'
    )


def _named(program: Program, card: int) -> str:
    """Return a card that belongs to no suit: its name, in lines that fit."""
    pack = program.pack
    text = pack.text[card]
    name = "joker" if text == "Jo" else _rank(program, card)
    colour = f"colour-{COLOURS[pack.colour[card]]}" if pack.colour[card] >= 0 else "colour-plain"
    if len(name) <= 3:
        return (
            f'<g class="{colour}">{_FRAME}<text class="{_size(name)}" x="50" y="70">'
            f"{escape(name)}</text></g>"
        )
    lines = _wrapped(name)
    first = 74 - 9 * (len(lines) - 1)
    words = "".join(
        f'<text class="name" x="50" y="{first + 18 * row}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    star = '<text class="pip" x="17" y="28">★</text>'
    return f'<g class="{colour}">{_FRAME}{star}{words}</g>'


def _size(text: str) -> str:
    """Return the class of a large text, by how much room it needs."""
    return "large" if len(text) <= 2 else "medium" if len(text) <= 4 else "name"


def _wrapped(name: str) -> list[str]:
    """Return a name in at most five lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + len(word) < _LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [line if len(line) <= _LINE + 2 else f"{line[: _LINE + 1]}…" for line in lines[:5]]
