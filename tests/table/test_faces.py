"""Drawn cards: whatever ranks and suits are called, all of a card can be read.

Kinds of mistake: a text that stands out of its card or on another one; cards that look alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import cardrules
from cardrules import rulesets
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.faces import Faces, Style
from cardrules.table.faces import shortened, symbols
from cardrules.table.match import STYLE

from ..loading import loaded
from ..simulation.conftest import EMPTYING, compiled

LETTER = 0.5  # the width of a usual letter, as a part of the size of the font

DECKS = [
    "{ranks: A Ki Que, suits: clubs hearts}",
    "{ranks: ace king countess archbishop, suits: clubs stars}",
    "{ranks: 1 10 reverse, suits: red green}",
    "{ranks: 2 12 king, suits: cups swords labyrinths}",
    "{ranks: 2 3, suits: clubs hearts, jokers: 2}",
    "{cards: {the_fool: 1, the_wheel_of_fortune: 1, king: 2, i: 1, an_extraordinarily_long_name: 1}}",
]


def of_deck(deck: str) -> Rules:
    text = EMPTYING.replace("{ranks: 2 3 4 5 6 7, suits: clubs hearts}", deck)
    return rules_of(compiled(text.replace("when: suit of card is hearts, ", "").replace("deal 6", "deal 1")))


def drawn(rules: Rules) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(symbols(rules))
    found = {each.attrib["id"]: each for each in root if "id" in each.attrib}
    return {name: each for name, each in found.items() if name.startswith("card-") and name != "card-back"}


def texts_of(drawing: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Yield the texts of a drawing, but for those that stand on their heads: they are there twice."""
    for each in drawing:
        if each.tag == "text":
            yield each
        elif not each.attrib.get("transform", "").startswith("rotate"):
            yield from texts_of(each)


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return from where to where a text goes: left, right, top, bottom."""
    kinds = text.attrib["class"].split()
    size = float(text.attrib["font-size"])
    x, y, half = float(text.attrib["x"]), float(text.attrib["y"]), LETTER * size * len(text.text or "") / 2
    if "transform" in text.attrib:  # written upwards
        return y - 0.75 * size, y, -x - half, -x + half
    if kinds[-1] == "small":  # begins at its place
        x += half
    above = 0.4 if kinds[0] in ("middle", "sign") else 0.75  # these stand around their place
    return x - half, x + half, y - above * size, y + (0.75 - above) * size


def games() -> list[tuple[str, Rules]]:
    return [
        *((name, rules_of(loaded(name))) for name in rulesets.bundled()),
        *((each, of_deck(each)) for each in DECKS),
    ]


def test_all_texts_stand_on_their_cards_and_not_on_each_other() -> None:
    wrong: list[str] = []
    for name, rules in games():
        for card, symbol in drawn(rules).items():
            texts = [(each.text or "", box(each)) for each in texts_of(symbol)]
            assert texts or len(symbol) > 2, card
            for text, (left, right, top, bottom) in texts:
                if not (0 <= left < right <= 100 and 0 <= top < bottom <= 140):
                    wrong.append(f"{name} {card}: {text} goes out, {left, right, top, bottom}")
            for (one, a), (other, b) in combinations(texts, 2):
                if max(a[0], b[0]) < min(a[1], b[1]) - 1 and max(a[2], b[2]) < min(a[3], b[3]) - 1:
                    wrong.append(f"{name} {card}: {one} {a} lies on {other} {b}")
    assert not wrong, "\n".join(wrong)


def test_cards_that_are_different_look_different() -> None:
    for name, rules in games():
        count = len(set(rules.program.pack.text))
        faces = {card: b"".join(map(ElementTree.tostring, symbol)) for card, symbol in drawn(rules).items()}
        assert len(faces) == 2 * count
        for large in (False, True):
            kind = [face for card, face in faces.items() if card.endswith("-j") is large]
            assert len(set(kind)) == len(kind) == count, name


def test_a_page_holds_the_symbols_that_it_needs_and_no_style() -> None:
    for name, rules in games():
        text = symbols(rules)
        needed = set(re.findall(r'href="#([^"]+)"', text))
        there = set(re.findall(r'<symbol id="([^"]+)"', text))
        assert needed <= there, name
        assert "style=" not in text, name
        assert len(text) < 200_000, name


def test_coins_cups_swords_and_batons_have_signs() -> None:
    for name in ("scopa", "briscola", "tressette"):
        rules = rules_of(loaded(name))
        faces = {card: ElementTree.tostring(symbol).decode() for card, symbol in drawn(rules).items()}
        for suit, letter in (("coins", "D"), ("cups", "C"), ("swords", "S"), ("batons", "B")):
            cards = [face for card, face in faces.items() if card.removesuffix("-j").endswith(letter)]
            assert cards
            assert all(f"#p{suit}" in face for face in cards)
    signs = [f'href="#pcoins" x="{x}" y=' for x in (25, 41, 57)]
    four, five = (symbols(rules_of(loaded("scopa"))).partition(f'id="card-{card}D"')[2] for card in (4, 5))
    assert [four.partition("</symbol>")[0].count(sign) for sign in signs] == [2, 0, 2]
    assert [five.partition("</symbol>")[0].count(sign) for sign in signs] == [2, 1, 2]


def test_the_news_name_cards_whose_suits_have_no_sign_in_words() -> None:
    """On a page nobody types cards: `red 7`, not `7R`; a comma divides several of them."""
    uno = Faces(rules_of(cardrules.load("uno")).program, STYLE)
    assert uno.words("play skipR").plain == "play red skip"
    assert uno.sentence("5R does not fit") == "red 5 does not fit"
    scopa = Faces(rules_of(cardrules.load("scopa")).program, STYLE)
    assert scopa.words("take AB 7C KD").plain == "take ace of batons, 7 of cups, king of coins"
    hearts = Faces(rules_of(cardrules.load("hearts")).program, STYLE)
    assert hearts.words("pass TS QH 2C").plain == "pass 10♠ Q♥ 2♣"
    typed = Faces(rules_of(cardrules.load("uno")).program, Style(symbols=True, colour=False))
    assert typed.words("play skipR").plain == "play skipR"


def test_a_label_names_cards_as_short_as_a_sentence() -> None:
    program = rules_of(loaded("hearts")).program
    assert shortened(program, "queen of spades taken") == "Q♠ taken"
    assert shortened(program, "points of this game") == "points of this game"
