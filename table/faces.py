"""Drawn cards: two symbols for each face of a deck, and the back, as SVG.

`static/deck.svg` holds the cards of a usual deck, and the signs, figures and numerals of which all
others are made. A page holds only the symbols that its game needs. Each face is drawn twice: as
usual, and with a large index for cards that are small.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..interpreter.presentation.faces import SYMBOLS
from ..interpreter.presentation.faces import spoken as in_words
from ..interpreter.program.cards import COLOURS
from ..interpreter.shared import shared
from ..interpreter.syntax.plain_english import NAMES_OF_RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Program

_DECK: Final = Path(__file__).parent / "static" / "deck.svg"
_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
_USED: Final = re.compile(r'href="#([^"]+)"')
_BOX: Final = ' viewBox="0 0 100 140"'
_FRAME: Final = (
    '<rect x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="var(--face)" stroke="var(--edge)"'
    ' stroke-width="1.5"/>'
)
_SUIT: Final = re.compile(rf"(?:(?<=\d) )?\b({'|'.join(f'{suit}?' for suit in SYMBOLS)})\b")
_LETTERS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_WIDE: Final = {"gT": 0.772, "g0": 0.772, "g1": 0.6}  # of the height; all other numerals are alike
_WIDTH: Final = 0.772
_GROUNDS: Final = {
    "red": "#b3262e",
    "blue": "#1c56a5",
    "green": "#1f7040",
    "yellow": "#e3b419",
    "black": "#23262b",
    "white": "#f7f4ea",
    "orange": "#b9560c",
    "purple": "#6a2b91",
    "brown": "#6f4518",
}
_DARK: Final = "#1a1a1a"
_SHAPES: Final = (
    '<circle r="9"/>',
    '<rect x="-8" y="-8" width="16" height="16" rx="2"/>',
    '<path d="M0-9.6L10 8H-10Z"/>',
    '<path d="M0-10.6L10.6 0L0 10.6L-10.6 0Z"/>',
    '<path d="M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z"/>',
)
_INKS: Final = ("var(--ink-card)", "var(--hearts)", "#1a4fae", "#14692f")
_SCENES: Final = 7  # of trumps, drawn in the deck
_DRAWN: Final = {  # Latin suits with a sign in the deck: its ink, and the letter of the suit whose figures it has
    "batons": ("#14692f", "C"),
    "coins": ("#7a5608", "D"),
    "cups": ("var(--hearts)", "H"),
    "swords": ("#1a4fae", "S"),
}
_SIDES: Final = ((25, 17), (57, 17), (25, 105), (57, 105))  # where the signs of a number stand
_FOUR: Final = (*_SIDES, (25, 46), (57, 46), (25, 76), (57, 76))
_SIX: Final = (*_SIDES, (25, 61), (57, 61))
_STANDS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "2": ((41, 17), (41, 105)),
    "3": ((41, 17), (41, 61), (41, 105)),
    "4": _SIDES,
    "5": (*_SIDES, (41, 61)),
    "6": _SIX,
    "7": (*_SIX, (41, 39)),
    "8": (*_SIX, (41, 39), (41, 83)),
    "9": (*_FOUR, (41, 61)),
    "10": (*_FOUR, (41, 31), (41, 91)),
}
_KNIGHT: Final = "knight"
_FIGURE_OF: Final = {"K": "K", "king": "K", "Q": "Q", "queen": "Q"}
_SHIELD: Final = "M-10-11H10V1C10 8 5 12 0 14C-5 12-10 8-10 1Z"
_FIGURES: Final = ("fKS", "fQS", "fJS", "fKH", "fQH", "fJH")
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9]")
_LONGEST: Final = 12  # characters of a word in the middle of a card
_LONGEST_CORNER: Final = 9  # characters of a rank in the corner
_LONGEST_INDEX: Final = 2  # of a rank that is not a number
_MOST_WORDS: Final = 4  # of a name


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
    faces = dict(zip(program.pack.text, range(program.pack.size), strict=True))
    drawn = [each for text, card in faces.items() for each in _faces(program, text, card)]
    return sprite(drawn)


def some(program: Program, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the drawings of some cards with a large index, each with its name."""
    for text in texts:
        yield anchor(text), _both(program, text, program.pack.text.index(text))[1]


def sprite(drawn: Iterable[tuple[str, str]]) -> str:
    """Return symbols, and those of the deck that they use, as one hidden SVG element."""
    deck, defs = _deck()
    found: dict[str, str] = {"card-back": deck["card-back"][1], **dict(drawn)}
    waiting = list(found.values())
    boxes = {"card-back": _BOX}
    while waiting:
        for name in _USED.findall(waiting.pop()):
            if name not in found:
                boxes[name], found[name] = deck[name]
                waiting.append(found[name])
    return (
        f'<svg class="symbols" aria-hidden="true" focusable="false">{defs}'
        + "".join(f'<symbol id="{name}"{boxes.get(name, _BOX)}>{body}</symbol>' for name, body in found.items())
        + "</svg>"
    )


@cache
def _deck() -> tuple[dict[str, tuple[str, str]], str]:
    """Return the symbols of the deck, each with its attributes, and what they have in common."""
    text = _DECK.read_text("utf-8")
    found = {name: (attributes, body) for name, attributes, body in _SYMBOL.findall(text)}
    return found, text[text.index("<defs>") : text.index("</defs>") + 7]


def shown(program: Program, text: str) -> str:
    """Return a card in a sentence: `10♥`; or a rank, as which a wild card lies in a run of any suits."""
    pack = program.pack
    if text not in pack.text:
        return program.label(text)
    card = pack.text.index(text)
    name = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
    return _rank(program, card) + SYMBOLS[name] if name in SYMBOLS else in_words(program, card)


def spoken(program: Program, text: str) -> str:
    """Return a card in words, for screen readers: `ten of hearts`."""
    pack = program.pack
    card = pack.text.index(text)
    rank = program.label(pack.ranks[pack.rank[card]])
    if rank in NAMES_OF_RANKS and pack.suit[card] >= 0 and pack.suits[pack.suit[card]] in SYMBOLS:
        return f"{NAMES_OF_RANKS[rank]} of {program.label(pack.suits[pack.suit[card]])}"
    return in_words(program, card)


def shortened(program: Program, label: str) -> str:
    """Return a label in which cards of the usual suits are written as in a sentence: `Q♠ taken`."""
    if " of " not in label:
        return label
    pack = program.pack
    for card, text in enumerate(pack.text):
        if pack.suit[card] >= 0 and pack.suits[pack.suit[card]] in SYMBOLS:
            label = label.replace(spoken(program, text), shown(program, text))
    return label


def signed(text: str) -> str:
    """Return a text with signs for the names of the usual suits.

    >>> signed("1 diamond"), signed("3 no trump"), signed("hearts"), signed("2 hearts of gold")
    ('1♦', '3 no trump', '♥', '2♥ of gold')
    """
    return _SUIT.sub(lambda found: SYMBOLS[f"{found[1].removesuffix('s')}s"], text)


def _rank(program: Program, card: int) -> str:
    name = program.pack.ranks[program.pack.rank[card]]
    return "10" if name == "T" else program.label(name).replace("_", " ")


# ------------------------------------------------------------------------------------- faces


def _faces(program: Program, text: str, card: int) -> Iterator[tuple[str, str]]:
    """Yield the two symbols of a card, each with its name."""
    usual, large = _both(program, text, card)
    yield anchor(text), usual
    yield f"{anchor(text)}-j", large


def _both(program: Program, text: str, card: int) -> tuple[str, str]:
    """Return the two drawings of a card: as usual, and with a large index."""
    pack = program.pack
    deck, _ = _deck()
    suit = pack.suits[pack.suit[card]] if pack.suit[card] >= 0 else ""
    rank = _rank(program, card)
    if text == "Jo":
        return deck["cX1"][1], deck["bX1"][1]
    if suit in SYMBOLS:
        known = f"{'T' if rank == '10' else rank}{_LETTERS[suit]}"
        if f"c{known}" in deck:
            return deck[f"c{known}"][1], deck[f"b{known}"][1]
        short = rank if len(rank) <= _LONGEST_INDEX else text.removesuffix(pack.signs[pack.suit[card]])
        return _suited(short, f"var(--{suit})", f"p{_LETTERS[suit]}", knight=rank == _KNIGHT)
    if not suit:
        return _named(program, card)
    if suit in _GROUNDS:
        return _coloured(rank, suit, _SHAPES[pack.suit[card] % len(_SHAPES)])
    if rank.isdecimal() and pack.size > len(pack.suits) * 13:
        return _trump(rank)
    if program.label(suit) in _DRAWN:
        return _latin(rank, program.label(suit))
    ink = f"var(--{COLOURS[pack.colour[card]]})" if pack.colour[card] >= 0 else _INKS[pack.suit[card] % len(_INKS)]
    return _lettered(rank, program.label(suit), pack.signs[pack.suit[card]][:1].upper(), ink)


def _suited(rank: str, ink: str, pip: str, *, knight: bool) -> tuple[str, str]:
    """Return a card of a usual suit with a rank that a usual deck does not have."""
    sign = f'<use href="#{pip}" x="4.5" y="32.5" width="17" height="17"/>'
    corner = f"{_index(rank, ink, 13, 25, 20)}{sign}"
    middle = f'<use href="#{pip}" x="25" y="45" width="50" height="50"/>'
    figure = pip[1:]
    if not rank.isdecimal():  # a court card between others
        middle = _court(f"fJ{figure}", ink, knight=knight)
    usual = f"{_FRAME}{corner}{_turned(corner)}{middle}"
    index = f"{_index(rank, ink, 24, 41, 36)}"
    large = f'{_FRAME}{index}<use class="suit" href="#{pip}" x="8" y="51" width="26" height="26"/>'
    below = f'<use href="#{pip}" x="40" y="76" width="52" height="52"/>'
    if not rank.isdecimal():
        below = _bust(f"fJ{figure}", ink, knight=knight)
    return usual, large + below


def _latin(rank: str, suit: str) -> tuple[str, str]:
    """Return a card of coins, cups, swords or batons; a rank in words stands along the edge."""
    (ink, letter), pip = _DRAWN[suit], f"p{suit}"
    word = len(rank) > _LONGEST_INDEX
    top = _edge(rank, ink, 14) if word else _index(rank, ink, 13, 25, 20)
    corner = f'{top}<use href="#{pip}" x="4.5" y="{6 if word else 32.5}" width="17" height="17"/>'
    index = _edge(rank, ink) if word else _index(rank, ink, 24, 41, 36)
    place = 'y="6"' if word else 'y="51" class="suit"'
    large = f'{index}<use href="#{pip}" x="8" {place} width="26" height="26"/>'
    if rank in _STANDS:
        middle = "".join(f'<use href="#{pip}" x="{x}" y="{y}" width="19" height="19"/>' for x, y in _STANDS[rank])
    elif rank in ("A", "1"):
        middle = f'<use href="#{pip}" x="25" y="45" width="50" height="50"/>'
    else:
        figure = f"f{_FIGURE_OF.get(rank, 'J')}{letter}"
        middle = _court(figure, ink, knight=rank == _KNIGHT)
        bust = _bust(figure, ink, knight=rank == _KNIGHT)
        return f"{_FRAME}{corner}{_turned(corner)}{middle}", f"{_FRAME}{large}{bust}"
    below = f'<use href="#{pip}" x="40" y="76" width="52" height="52"/>'
    return f"{_FRAME}{corner}{_turned(corner)}{middle}", f"{_FRAME}{large}{below}"


def _bust(figure: str, ink: str, *, knight: bool) -> str:
    """Return a half figure in the lower right corner, of a knight with a horse."""
    horse = _horse(ink, 62, 8, 30) if knight else ""
    return f'<g clip-path="url(#cardclip)"><use href="#{figure}" x="33" y="40" width="74" height="97.8"/></g>{horse}'


def _horse(ink: str, x: float, y: float, size: float) -> str:
    """Return the sign of a knight."""
    return f'<g color="{ink}"><use href="#phorse" x="{x}" y="{y}" width="{size}" height="{size}"/></g>'


def _court(figure: str, ink: str, *, knight: bool) -> str:
    """Return a half figure twice, in a frame; of a knight with a horse."""
    half = (
        f'<g clip-path="url(#half)"><rect x="24" y="7" width="52" height="74" fill="{ink}" fill-opacity=".07"/>'
        f'<use href="#{figure}" x="24" y="10" width="52" height="68.7"/></g>{_horse(ink, 59, 9, 15) if knight else ""}'
    )
    frame = f'<rect x="24" y="7" width="52" height="126" rx="3" fill="none" stroke="{ink}" stroke-width="1.2"/>'
    return f'{half}{_turned(half)}<path d="M24 80L76 60" stroke="var(--gold)" stroke-width="2.2"/>{frame}'


def _trump(rank: str) -> tuple[str, str]:
    """Return a card of a suit of trumps: its number, and one of seven scenes."""
    scene = f'<use href="#m{int(rank) % _SCENES}" width="100" height="140"/>'
    half = f'<g clip-path="url(#half)">{scene}</g>'
    corner = _index(rank, "var(--ink-card)", 12.5, 25, 21)
    line = '<path d="M24 80L76 60" stroke="var(--gold)" stroke-width="2.2"/>'
    usual = f"{_FRAME}{corner}{_turned(corner)}{half}{_turned(half)}{line}"
    whole = f'<g transform="translate(12 44) scale(1.22)"><g clip-path="url(#whole)">{scene}</g></g>'
    index = _index(rank, "var(--ink-card)", 26, 38, 48)
    return usual, f'{_FRAME}{index}<g clip-path="url(#cardclip)">{whole}</g>'


def _coloured(rank: str, colour: str, shape: str) -> tuple[str, str]:
    """Return a card of a suit that is a colour; each colour has a shape as well."""
    ink = _DARK if colour in ("yellow", "white") else "#fff"
    ground = f'<rect x="5" y="5" width="90" height="130" rx="5.5" fill="{_GROUNDS[colour]}"/>'
    behind = f'<g fill="{ink}" fill-opacity=".16"><g transform="translate(50 70) scale(3.7)">{shape}</g></g>'
    sign = f'<g fill="{ink}" transform="translate(17 44) scale(.62)">{shape}</g>'
    corner = f"{_emblem(rank, ink, 17, 21, 24, _corner_text(rank, ink))}{sign}"
    middle = _emblem(rank, ink, 50, 70, 60, _centred(rank, 70, ink))
    usual = f"{_FRAME}{ground}{behind}{corner}{_turned(corner)}{middle}"
    large = (
        f"{_FRAME}{ground}{_emblem(rank, ink, 27, 31, 42, _corner_text(rank, ink))}"
        f'<g fill="{ink}" transform="translate(27 66) scale(1.1)">{shape}</g>'
        f'<g fill="{ink}" fill-opacity=".3" transform="translate(66 102) scale(2.6)">{shape}</g>'
    )
    return usual, large


def _emblem(rank: str, ink: str, x: float, y: float, height: float, words: str) -> str:
    """Return a rank as numerals or as its sign around a place; else in words."""
    if rank.isdecimal():
        return _index(rank, ink, x, height, 2 * height, y - height / 2)
    name = f"e{rank.replace('draw two', 'draw2')}"
    if name not in _deck()[0]:
        return words
    place = f'x="{x - height / 2}" y="{y - height / 2}" width="{height}" height="{height}"'
    return f'<g color="{ink}"><use href="#{name}" {place}/></g>'


def _lettered(rank: str, suit: str, letter: str, ink: str) -> tuple[str, str]:
    """Return a card of a suit without a sign of its own: its letter in the notation, in a shield."""

    def shield(x: float, y: float, scale: float) -> str:
        return (
            f'<path d="{_SHIELD}" transform="translate({x} {y}) scale({scale})" fill="{ink}"/>'
            f'<text class="pip" x="{x}" y="{y + 5 * scale:.1f}" font-size="{15 * scale:.1f}" fill="#fff">'
            f"{escape(letter)}</text>"
        )

    long = len(rank) > _LONGEST_INDEX
    top = _edge(rank, ink) if long else _index(rank, ink, 14, 25, 22)
    word = f'<text class="word" x="50" y="130" font-size="14" fill="{ink}">{escape(suit[:11])}</text>'
    second = "" if long else shield(14, 43, 0.75)
    usual = f"{_FRAME}{top}{second}{shield(56, 72, 2.4)}{word}"
    index = _edge(rank, ink) if long else _index(rank, ink, 24, 41, 38)
    return usual, f"{_FRAME}{index}{shield(62, 96, 2.2)}"


def _named(program: Program, card: int) -> tuple[str, str]:
    """Return a card that belongs to no suit: its value, a figure, and its name."""
    pack = program.pack
    name = _rank(program, card)
    tint = f"var(--{COLOURS[pack.colour[card]]})" if pack.colour[card] >= 0 else "#274b78"
    number = pack.rank[card]
    ground = (
        '<rect x="6" y="6" width="88" height="128" rx="5" fill="#f3ead7"/>'
        '<rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="#8a6a2c" stroke-width="1.4"/>'
    )
    figure = f'<use href="#{_FIGURES[number % len(_FIGURES)]}" x="24" y="34" width="54" height="71"/>'
    value = pack.value[card] if len({*pack.value}) > 1 else 0
    badge = ""
    if 0 < value < 100:
        badge = f'<circle cx="20" cy="22" r="13" fill="{tint}"/>{_index(str(value), "#fff", 20, 17, 18, 13.5)}'
    band = f'<rect x="6.7" y="104" width="86.6" height="29.3" rx="4" fill="{tint}"/>{_band(name)}'
    usual = f"{_FRAME}{ground}{badge}{figure}{band}"
    aside = figure.replace('x="24"', 'x="36"')
    return usual, f"{_FRAME}{ground}{aside}{_edge(name, _DARK)}"


# ------------------------------------------------------------------------------------- parts


def _turned(drawing: str) -> str:
    """Return a drawing upside down."""
    return f'<g transform="rotate(180 50 70)">{drawing}</g>'


def _index(rank: str, ink: str, x: float, height: float, room: float, top: float = 7) -> str:
    """Return a rank in numerals of the deck, or in letters, around a place.

    Args:
        rank: the rank.
        ink: its colour.
        x: the middle.
        height: the height of a numeral.
        room: the width that there is.
        top: where it begins.
    """
    deck, _ = _deck()
    names = ["gT"] if rank == "10" else [f"g{sign}" for sign in rank]
    if not all(name in deck for name in names) or len(names) > 3:
        two = len(rank) > 1
        kind, size = ("corner two", min(height * 0.8, room * 0.8)) if two else ("corner", height)
        return (
            f'<text class="{kind}" x="{x}" y="{top + height * 0.86:.1f}" font-size="{size * 0.94:.1f}"'
            f' fill="{ink}">{escape(rank[:2])}</text>'
        )
    widths = [height * _WIDE.get(name, _WIDTH) for name in names]
    scale = min(1, room / sum(widths))
    left = x - sum(widths) * scale / 2
    drawn: list[str] = []
    for name, width in zip(names, widths, strict=True):
        drawn.append(
            f'<use href="#{name}" x="{left:.1f}" y="{top + height * (1 - scale) / 2:.1f}"'
            f' width="{width * scale:.1f}" height="{height * scale:.1f}"/>'
        )
        left += width * scale
    return f'<g color="{ink}">{"".join(drawn)}</g>'


def _corner_text(rank: str, ink: str) -> str:
    """Return a rank that is a word in the corner of a card."""
    size = min(15, int(92 / max(len(rank[:_LONGEST_CORNER]), 1)))
    return (
        f'<text class="corner small" x="9" y="26" font-size="{size}" fill="{ink}">'
        f"{escape(rank[:_LONGEST_CORNER])}</text>"
    )


def _edge(name: str, ink: str, largest: int = 24) -> str:
    """Return a name along the left edge, which is seen where another card lies on the card."""
    size = min(largest, int(180 / max(len(name[:20]), 1)))
    return (
        f'<text class="edge" x="-72" y="{10 + size * 0.75:.0f}" font-size="{size}" fill="{ink}" '
        f'transform="rotate(-90)">{escape(name[:20])}</text>'
    )


def _band(name: str) -> str:
    """Return a name on the band of a card, in one line or two."""
    lines = [name] if len(name) <= _LONGEST else _halves(name)
    size = min(17, int(150 / max(map(len, lines))), 24 // len(lines))
    first = 119 + size * 0.36 - (len(lines) - 1) * size * 0.55
    return "".join(
        f'<text class="name" x="50" y="{first + row * size * 1.1:.1f}" font-size="{size}" fill="#fff">'
        f"{escape(line)}</text>"
        for row, line in enumerate(lines)
    )


def _halves(name: str) -> list[str]:
    """Return a long name in two lines."""
    words = name.split()
    cut = min(range(len(words) + 1), key=lambda at: abs(len(" ".join(words[:at])) * 2 - len(name)))
    return [line[:24] for line in (" ".join(words[:cut]), " ".join(words[cut:])) if line]


def _centred(text: str, width: int, ink: str) -> str:
    """Return a text in the middle of a card, a word in a line, as large as the width allows."""
    lines = [word[:_LONGEST] for word in text.split()[:_MOST_WORDS]]
    longest = max(map(len, lines), default=1)
    size = min(44, int(width / (0.62 * max(longest, 1))), 72 // max(len(lines), 1))
    step = size * 1.1
    first = 70 - step * (len(lines) - 1) / 2
    return "".join(
        f'<text class="middle" x="50" y="{first + step * row:.0f}" font-size="{size}" fill="{ink}">'
        f"{escape(line)}</text>"
        for row, line in enumerate(lines)
    )
