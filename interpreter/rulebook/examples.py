"""The chapter of examples: scenarios of the ruleset, as positions and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..check.load import Loaded
from ..diagnostics import spaced
from ..scenarios.scenario import Scenario, Test, read_scenarios
from ..source.located import Mapping, Node, Scalar, Sequence, plain
from ..speech import english
from ..speech.book import Book, face
from ..speech.english import listed, sentence
from . import document as d

_MOST: Final = 8  # examples
_TESTS: Final = 3  # tests of an example


def examples(loaded: Loaded, book: Book) -> d.Document:
    """Return the examples that are played under the present options."""
    tree = loaded.resolved.tree.get("scenarios")
    scenarios = read_scenarios(tree if isinstance(tree, Mapping) else None)
    fitting = [each for each in scenarios if each.help and _fits(loaded, each)]
    blocks: list[d.Block] = []
    for scenario in fitting[:_MOST]:
        blocks += _Example(book, scenario).blocks()
    return (d.Heading(2, "Examples"), *blocks) if blocks else ()


def _fits(loaded: Loaded, scenario: Scenario) -> bool:
    """Return whether a scenario is played as this rulebook says."""
    if scenario.players is not None and scenario.players.value != loaded.resolved.players:
        return False
    variant = scenario.variant.text if scenario.variant is not None else None
    if variant != loaded.resolved.variant:
        return False
    given = {name: e.value for name, e in scenario.options.entries.items()} if (
        scenario.options is not None
    ) else {}  # fmt: skip
    from ..resolve.options import default_of

    for name, node in loaded.resolved.option_nodes.items():
        wanted = given.get(name)
        value = default_of(node) if wanted is None else plain(wanted)
        actual = loaded.resolved.options[name]
        if wanted is None and variant is not None:
            continue
        if (tuple(value) if isinstance(value, list) else value) != actual:  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            return False
    return scenario.given is None or scenario.given.get("tables") is None


class _Example:
    """Shows one scenario."""

    def __init__(self, book: Book, scenario: Scenario) -> None:
        self._book = book
        self._scenario = scenario

    def blocks(self) -> Iterator[d.Block]:
        name = english.title(spaced(self._scenario.name).replace("-", " "))
        if re.match(r"[A-Z]+\d*[ -]\d+$", name):
            name = "Example"
        help = sentence(self._book.prose(self._scenario.help))
        yield d.Paragraph(d.line(d.Strong(f"{name}. "), help))
        if self._scenario.given is not None:
            yield from self._position(self._scenario.given)
        items = [line for test in self._scenario.tests[:_TESTS] if (line := self._test(test))]
        if items:
            yield d.Bullets(tuple(items))

    def _position(self, given: Mapping) -> Iterator[d.Block]:
        zones = self._book.program.zones
        for key, entry in given.entries.items():
            if key not in zones:
                continue
            zone = zones[key]
            node = entry.value
            called = self._book.called("zones", key)
            name = self._book.label(key) if "{" in called or not called else called
            name = english.title(re.sub(r"^the ", "", name))
            if isinstance(node, Sequence):
                for index, item in enumerate(node.items):
                    faces = self._faces(item)
                    if not faces:
                        continue
                    whose = f", player {index + 1}" if zone.each else f" {index + 1}"
                    yield d.Cards(f"{name}{whose}", faces)
            else:
                faces = self._faces(node)
                if faces:
                    yield d.Cards(name, faces)

    def _faces(self, node: Node) -> tuple[str | None, ...]:
        """Return the cards of a text such as `4S 7C`; a number is so many unseen cards."""
        if not isinstance(node, Scalar):
            return ()
        found: list[str | None] = []
        pack = self._book.program.pack
        for word in re.split(r"[\s,]+", node.text.strip()):
            cards = pack.cards_of(word)
            if cards:
                found.append(face(pack.text[cards[0]], pack.suits))
            elif word.isdecimal() and int(word) <= 5:
                found += [None] * int(word)
        return tuple(found)

    def _test(self, test: Test) -> d.Line:
        parts: list[d.Inline] = []
        if test.help:
            parts.append(sentence(self._book.prose(test.help)) + " ")
        if test.play:
            parts.append("After ")
            for index, move in enumerate(test.play[-6:]):
                parts += [", "] if index else []
                parts.append(d.Code(move.text))
        then = list(self._then(test))
        if isinstance(test.legal, tuple):
            lead = ": possible now: " if test.play else "Possible now: "
            parts.append(lead)
            for index, move in enumerate(test.legal[:8]):
                parts += [", "] if index else []
                parts.append(d.Code(move.text))
            more = len(test.legal) - 8
            parts.append(f" and {more} more" if more > 0 else "")
        elif test.includes:
            parts.append(" these are possible: " if test.play else "These are possible: ")
            for index, move in enumerate(test.includes):
                parts += [", "] if index else []
                parts.append(d.Code(move.text))
        elif test.excludes:
            parts.append(" these are not possible: " if test.play else "These are not possible: ")
            for index, move in enumerate(test.excludes):
                parts += [", "] if index else []
                parts.append(d.Code(move.text))
        elif not then:
            return ()
        if then:
            parts.append((": " if test.play and not test.legal else "; ") + listed(then))
        parts.append(".")
        return d.line(*parts)

    def _then(self, test: Test) -> Iterator[str]:
        """Yield what the test says about score, winner and actor, in words."""
        entries = test.then.entries if test.then is not None else {}
        for key, entry in entries.items():
            value = entry.value
            match key:
                case "actor" if isinstance(value, Scalar) and isinstance(value.value, int):
                    yield f"player {value.value + 1} is next"
                case "winner" if isinstance(value, Scalar):
                    who = value.value
                    yield "nobody wins" if not isinstance(who, int) else f"player {who + 1} wins"
                case "score" if isinstance(value, Sequence):
                    texts = [item.text for item in value.items if isinstance(item, Scalar)]
                    yield f"the scores are {listed(texts)}"
                case "over" if isinstance(value, Scalar) and value.value is True:
                    yield "the game is over"
                case _:
                    pass
