"""Drawn cards: a symbol for each face of a deck, and the back, as SVG.

Everything is derived from the deck: suits with signs of their own, ranks, colours, and cards that
have only a name. A page holds each symbol once, and every card on it uses one.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from ..interpreter.presentation.faces import SYMBOLS
from ..interpreter.program.cards import COLOURS
from ..interpreter.shared import shared
from ..interpreter.syntax.plain_english import NAMES_OF_RANKS

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Program

_COLOURED: Final = frozenset("red blue green yellow black white orange purple brown".split())
_FRAME: Final = '<rect class="face" x="1" y="1" width="98" height="138" rx="9"/>'
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9]")
_MOST_WORDS: Final = 5  # of a name in the middle of a card
_LONGEST: Final = 12  # characters of such a word
_LONGEST_CORNER: Final = 9  # characters of a rank in the corner


def anchor(text: str) -> str:
    """Return the name of a card's symbol, which is safe in a page.

    >>> anchor("TH"), anchor("the fool")
    ('card-TH', 'card-the_20fool')
    """
    return "card-" + _NOT_PLAIN.sub(lambda found: f"_{ord(found[0]):x}", text)


@shared(most=32)
def symbols(rules: Rules) -> str:
    """Return the symbols of all cards of a game, and of the back, as one hidden SVG element."""
    program = rules.program
    drawn = "".join(
        f'<symbol id="{anchor(text)}" viewBox="0 0 100 140">{_face(program, card)}</symbol>'
        for text, card in dict(zip(program.pack.text, range(program.pack.size), strict=True)).items()
    )
    back = (
        '<symbol id="card-back" viewBox="0 0 100 140">'
        '<rect class="back" x="1" y="1" width="98" height="138" rx="9"/>'
        '<rect class="weave" x="9" y="9" width="82" height="122" rx="5"/></symbol>'
    )
    return f'<svg class="symbols" aria-hidden="true" focusable="false">{drawn}{back}</svg>'


def shown(program: Program, text: str) -> str:
    """Return a card in a sentence: `10♥`; or a rank, as which a wild card lies in a run of any suits."""
    pack = program.pack
    if text not in pack.text:
        return program.label(text)
    card = pack.text.index(text)
    name = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
    if name in SYMBOLS:
        return _rank(program, card) + SYMBOLS[name]
    return spoken(program, text) if not name else f"{_rank(program, card)} {program.label(name)}"


def spoken(program: Program, text: str) -> str:
    """Return a card in words, for screen readers: `ten of hearts`."""
    pack = program.pack
    card = pack.text.index(text)
    rank = program.label(pack.ranks[pack.rank[card]])
    rank = NAMES_OF_RANKS.get(rank, rank)
    if pack.suit[card] < 0:
        return "joker" if text == "Jo" else rank.replace("_", " ")
    return f"{rank} of {program.label(pack.suits[pack.suit[card]])}"


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
    if suit in SYMBOLS:
        sign = SYMBOLS[suit]
        return _drawn(rank, sign, f"suit-{suit}", f'<text class="sign" x="56" y="88">{sign}</text>')
    if suit in _COLOURED:  # a suit that is a colour: the whole card shows it
        named = len(rank) > 2
        x, width = (62, 30) if named else (50, 34)
        return (
            f'<g class="full colour-{suit}">{_FRAME}'
            f'<ellipse cx="{x}" cy="70" rx="{width}" ry="52"/>{_centred(rank, 56, x)}'
            f"{_edge(rank) if named else _corner(rank)}</g>"
        )
    # Suits without a colour have one of four, where suits are shown in four colours.
    plain = f"kind-{pack.suit[card] % 4}"
    kind = f"colour-{COLOURS[pack.colour[card]]}" if pack.colour[card] >= 0 else plain
    label = program.label(suit)
    below = f'<text class="word" x="50" y="130">{escape(label[:11])}</text>'
    return _drawn(rank, label[:1].upper(), kind, _centred(rank, 52, 62) + below)


def _drawn(rank: str, sign: str, kind: str, middle: str) -> str:
    """Return a card with its rank and the sign of its suit in the corner."""
    pip = f'<text class="pip" x="21" y="52">{escape(sign)}</text>'
    return f'<g class="{kind}">{_FRAME}{_corner(rank)}{pip}{middle}</g>'


def _corner(rank: str) -> str:
    """Return a rank in the corner of a card."""
    kind, x = ("corner small", 6) if len(rank) > 2 else ("corner two", 21) if len(rank) == 2 else ("corner", 21)
    return f'<text class="{kind}" x="{x}" y="28">{escape(rank[:_LONGEST_CORNER])}</text>'


def _edge(name: str) -> str:
    """Return a name along the left edge, which is seen where another card lies on the card."""
    size = min(26, int(200 / max(len(name), 1)))
    return (
        f'<text class="edge" x="-70" y="{8 + size * 0.75:.0f}" font-size="{size}" '
        f'transform="rotate(-90)">{escape(name[:20])}</text>'
    )


def _centred(text: str, width: int, x: int = 50) -> str:
    """Return a text in the middle of a card, a word in a line, as large as the width allows."""
    lines = [word[:_LONGEST] for word in text.split()[:_MOST_WORDS]]
    longest = max(map(len, lines), default=1)
    size = min(58, int(width / (0.62 * max(longest, 1))), 96 // max(len(lines), 1))
    step = size * 1.1
    first = 70 - step * (len(lines) - 1) / 2
    return "".join(
        f'<text class="middle" x="{x}" y="{first + step * row:.0f}" font-size="{size}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )


def _named(program: Program, card: int) -> str:
    """Return a card that belongs to no suit: its name along the edge, and large what begins it."""
    pack = program.pack
    text = pack.text[card]
    name = "joker" if text == "Jo" else _rank(program, card)
    colour = f"colour-{COLOURS[pack.colour[card]]}" if pack.colour[card] >= 0 else "colour-plain"
    if len(name) <= 2:
        return f'<g class="{colour}">{_FRAME}{_centred(name, 66)}{_corner(name)}</g>'
    middle = _centred(name if " " in name else name[:1].upper(), 56, 64)
    return f'<g class="{colour}">{_FRAME}{_edge(name)}{middle}</g>'
