"""The chapter of examples: scenarios of the ruleset, as positions and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as Sequence_
from dataclasses import replace
from itertools import islice
from typing import Final

from ..check.load import Loaded, load_again
from ..diagnostics import spaced
from ..resolve.options import as_typed
from ..resolve.resolve import again
from ..scenarios.games import Games
from ..scenarios.results import Passed
from ..scenarios.running import run_scenario
from ..scenarios.scenario import Line, Scenario, Test, integer, read_scenarios
from ..source.located import Mapping, Node, Scalar, Sequence
from ..speech import english
from ..speech.book import Book, face
from ..speech.english import listed, sentence
from ..speech.grammar import NounPhrase
from ..speech.reading import has_slots, several, without_the
from ..speech.speech import Speech
from . import document as d

_MOST: Final = 8  # examples
_FEW: Final = 4  # examples; if fewer fit the options, others are shown
_TESTS: Final = 3  # tests of an example
_LAST: Final = 6  # moves of a test, the last ones
_SHOWN: Final = 16  # cards of the pack, as far as it was arranged
_CARD: Final = re.compile(r"\b[2-9TJQKA][CDHS]\b")
_UNSEEN: Final = 5  # cards that are drawn as backs


def examples(loaded: Loaded, book: Book) -> d.Document:
    """Return the examples that hold under the present options, and if these are few, others.

    An example that was written for other options holds if its tests pass here. What it sets itself, and the number of
    players, may differ only if there are few examples, and stand beside it.
    """
    tree = loaded.resolved.tree.get("scenarios")
    scenarios = read_scenarios(tree if isinstance(tree, Mapping) else None)
    known = [each for each in scenarios if each.help and not _at_tables(each)]
    holding = _Holding(loaded)
    chosen = [each for each in known if not holding.unlike(each) and holding.passes(each)][:_MOST]
    others = (each for each in known if holding.unlike(each) and each.variant is None and holding.passes(each))
    blocks: list[d.Block] = []
    for scenario in (*chosen, *islice(others, max(0, _FEW - len(chosen)))):
        unlike = holding.unlike(scenario)
        setting = f" (with {listed(unlike)})" if unlike else ""
        example = list(_Example(holding.book(scenario) or book, scenario, holding.players(scenario), setting).blocks())
        blocks += example if len(example) > 1 else ()
    if not blocks:
        return ()
    head: list[d.Block] = [d.Heading(2, "Examples")]
    if book.program.players > 1:
        head.append(d.Paragraph((f"The players are called A, B and so on, in {book.program.around} order.",)))
    return (*head, *blocks)


def _at_tables(scenario: Scenario) -> bool:
    return scenario.given is not None and scenario.given.get("tables") is not None


class _Holding:
    """Finds out which scenarios hold under the options of a rulebook."""

    def __init__(self, loaded: Loaded) -> None:
        self._resolved = loaded.resolved
        usual = again(loaded.resolved)
        self._usual = Games(replace(loaded, resolved=usual), usual.name)
        self._here = Games(replace(loaded, resolved=replace(loaded.resolved, players=usual.players)), usual.name)

    def players(self, scenario: Scenario) -> int:
        """Return with how many players a scenario is played."""
        return integer(scenario.players, self._usual.loaded.resolved.players)

    def unlike(self, scenario: Scenario) -> list[str]:
        """Return what a scenario sets otherwise than the rulebook."""
        found: list[str] = []
        players = self.players(scenario)
        if players != self._resolved.players:
            found.append(english.count(players, "player"))
        for name, value in self._here.options(scenario).items():
            if value != self._resolved.options[name]:
                shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else as_typed(value)
                found.append(f"the option “{spaced(name)}” at {spaced(shown)}")
        return found

    def book(self, scenario: Scenario) -> Book | None:
        """Return the words for a scenario with other options or players than the rulebook's; None if it has none."""
        if not self.unlike(scenario):
            return None
        options = self._here.options(scenario)
        found = load_again(self._here.loaded, players=self.players(scenario), options=options)
        return Book(found.program, found.ruleset) if found.program is not None and found.ruleset is not None else None

    def passes(self, scenario: Scenario) -> bool:
        """Return whether the tests of a scenario pass with what it does not set as in the rulebook.

        If its help names a number that is set otherwise here, the help does not hold.
        """
        here, usual = self._here.options(scenario), self._usual.options(scenario)
        if here == usual:
            return True  # as it was written
        other = [value for name, value in usual.items() if type(value) is int and value != here[name]]
        words = re.findall(r"\w+", scenario.help.lower())
        if any(word in words for value in other for word in (str(value), english.number(value))):
            return False
        results, _ = run_scenario(scenario, self._here)
        return bool(results) and all(isinstance(each, Passed) for each in results)


class _Example:
    """Shows one scenario."""

    def __init__(self, book: Book, scenario: Scenario, players: int, setting: str) -> None:
        self._book = book
        self._scenario = scenario
        self._players = players
        self._setting = setting

    def blocks(self) -> Iterator[d.Block]:
        name = english.title(spaced(self._scenario.name).replace("-", " "))
        if re.match(r"[A-Z][A-Z0-9]+[ -]\d+$", name):
            name = ""
        help = _CARD.sub(self._shown, sentence(self._book.prose(self._scenario.help)))
        given = self._scenario.given
        entries = given.entries.items() if given is not None else ()
        known = [text for key, entry in entries if (text := self._known(key, entry.value))]
        told = " ".join(filter(None, (help, sentence("; ".join(known)))))
        if name:
            yield d.Paragraph(d.line(d.Strong(name), f"{self._setting}. ", told))
        else:
            first, *known = filter(None, (help, sentence("; ".join(known))))
            rest = " ".join((sentence(self._setting.strip(" ()")), *known)).strip()
            yield d.Paragraph(d.line(d.Strong(first), f" {rest}" if rest else ""))
        if self._scenario.deck is not None:
            faces = self._faces(self._scenario.deck)
            if 0 < len(faces) <= _SHOWN:
                yield d.Cards("The pack, from the top", faces)
        if given is not None:
            yield from self._position(given)
        items = [line for test in self._scenario.tests[:_TESTS] if (line := self._test(test))]
        if items:
            yield d.Bullets(tuple(items))

    def _known(self, key: str, node: Node) -> str:
        """Return what is given besides cards: `the scores are A 30 and B 5`."""
        program = self._book.program
        if key == "score":
            scores = self._each(node)
            return f"the scores before are {scores}" if scores else ""
        if key == "actor" and isinstance(node, Scalar) and isinstance(node.value, int):
            return f"{english.letter(node.value)} is to play" if self._players > 1 else ""
        if key == "leader" and isinstance(node, Scalar) and isinstance(node.value, int):
            return f"{english.letter(node.value)} leads"
        variable = program.variables.get(key)
        if variable is None or variable.internal:
            return ""
        words = self._book.called("variables", key)
        name = without_the(words) if words and not has_slots(words) else self._book.label(key)
        if isinstance(node, Sequence):
            values = self._each(node)
            return f"the {several(name)} are {values}" if values else ""
        if not isinstance(node, Scalar):
            return ""
        if isinstance(node.value, bool):
            return words if node.value and not has_slots(words) else ""
        value = node.text
        if variable.type.name in ("player", "players") and isinstance(node.value, int):
            value = english.letter(node.value)
        elif variable.type.name in ("player", "players", "cards", "pile", "card"):
            return ""
        else:
            value = self._book.label(value)
        return f"the {name} is {value}"

    def _each(self, node: Node) -> str:
        """Return the numbers of all players, or of all sides."""
        if not isinstance(node, Sequence):
            return ""
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        if not texts or not all(re.fullmatch(r"-?\d+", text) for text in texts):
            return ""
        if self._players == 1:
            return texts[0].replace("-", "−")
        if len(texts) == self._players:
            owners = [english.letter(seat) for seat in range(self._players)]
        else:
            sides = range(len(texts))
            seats = range(self._players)
            owners = [
                " and ".join(english.letter(seat) for seat in seats if seat % len(texts) == side) for side in sides
            ]
        pairs = zip(owners, texts, strict=True)
        return listed(f"{owner} {text.replace('-', '−')}" for owner, text in pairs)

    def _position(self, given: Mapping) -> Iterator[d.Block]:
        for key, entry in given.entries.items():
            if key == "draws":
                faces = self._faces(entry.value)
                if any(faces):
                    yield d.Cards("Drawn next", faces)
            elif key in self._book.program.zones:
                for place, pile in self._piles(key, entry.value):
                    faces = self._faces(pile)
                    if any(faces):
                        yield d.Cards(english.title(place), faces)

    def _piles(self, key: str, node: Node, *, earlier: bool = True) -> Iterator[tuple[str, Node]]:
        """Yield what is given for a place: what each of its piles is called, and the cards.

        Args:
            key: the name of the place.
            node: the cards, or those of each player.
            earlier: whether this is before the moves of the example.
        """
        called = self._book.called("zones", key)
        name = self._book.label(key) if has_slots(called) or not called else called
        if not isinstance(node, Sequence):
            yield without_the(name), node
            return
        for index, item in enumerate(node.items):
            place = self._place(key, without_the(name), index, earlier=earlier)
            piles = item.items if isinstance(item, Sequence) else [item]
            for number, pile in enumerate(piles, 1):
                yield f"{place} {number}" if len(piles) > 1 else place, pile

    def _place(self, key: str, name: str, index: int, *, earlier: bool) -> str:
        """Return what a place of a player, or a pile of several, is called."""
        zone, tricks = self._book.program.zones[key], self._book.rules.tricks
        if not zone.each:
            return f"{name}, pile {index + 1}"
        words = self._book.called("zones", key)
        members = [index]
        if zone.team and self._players > len(set(self._sides)):
            members = [seat for seat, side in enumerate(self._sides) if side == index]
        owner = " and ".join(map(english.letter, members))
        if tricks is not None and key == tricks.won.text:
            return f"taken {'in earlier tricks ' if earlier else ''}by {owner}"
        if "{player" in words:
            who = NounPhrase(owner, plural=len(members) > 1, person=True)
            return Speech(self._book, {}).phrase(words, {"player": who}, plural=False).bare.text
        return f"{name} of {owner}" if self._players > 1 else name

    @property
    def _sides(self) -> tuple[int, ...]:
        teams = self._book.program.teams
        return teams.sides if teams is not None else tuple(range(self._players))

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
            elif _CARD.fullmatch(word):  # the options leave it out
                found.append(face(word, pack.suits))
            elif word.isdecimal() and int(word) <= _UNSEEN:
                found += [None] * int(word)
        return tuple(found)

    def _shown(self, found: re.Match[str]) -> str:
        """Return a card that a text names as it is typed, as it is written on the screen."""
        pack = self._book.program.pack
        return face(found[0], pack.suits) if found[0] in pack.text else found[0]

    def _moves(self, moves: Sequence_[Line], last: str = ", ") -> Iterator[d.Inline]:
        """Yield moves as they are typed, with commas between them, or `last` before the last."""
        for index, move in enumerate(moves):
            if index:
                yield last if index == len(moves) - 1 else ", "
            words = (self._word(word) for word in move.text.split(" "))
            yield d.Code(" ".join(words))

    def _word(self, word: str) -> str:
        """Return a word of a move; a ten as screens write it."""
        known = word in self._book.program.pack.text and word.startswith("T") and len(word) == 2
        return f"10{word[1:]}" if known else word

    def _test(self, test: Test) -> d.Line:
        parts: list[d.Inline] = []
        if test.help:
            parts.append(sentence(self._book.prose(test.help)) + " ")
        if test.play:
            left_out = "…, " if len(test.play) > _LAST else ""
            parts += [f"After {left_out}", *self._moves(test.play[-_LAST:])]
        places = "; ".join(self._places(test))
        turn, after = self._turn(test), listed(self._then(test))
        first, *rest = self._possible(test) or [""]
        lead = f"{turn}, and {first}" if turn and first else turn or str(first)
        if not lead and not after:
            return d.line(*parts, f", {places}.") if places and test.play else ()
        parts.append(f": {lead}" if test.play else english.title(lead))
        parts += rest
        if after:
            parts.append(f"; {after}" if lead else after)
        parts.append(f" ({places})." if places else ".")
        return d.line(*parts)

    def _turn(self, test: Test) -> str:
        """Return whose turn it is; empty if the test does not say so."""
        entry = test.then.get("actor") if test.then is not None else None
        if self._players > 1 and isinstance(entry, Scalar) and isinstance(entry.value, int):
            player = english.letter(entry.value)
            return f"{player} is the next to choose" if self._at_once(test) else f"{player} is next"
        return ""

    def _at_once(self, test: Test) -> bool:
        """Return whether a test ends in a phase in which all players choose at the same time."""
        entry = test.then.get("phase") if test.then is not None else None
        phase = self._book.program.phases.get(entry.text) if isinstance(entry, Scalar) else None
        return phase is not None and phase.scheme == "at once"

    def _possible(self, test: Test) -> list[d.Inline]:
        """Return which moves are possible, as far as the test says; empty if it does not."""
        if isinstance(test.legal, tuple) and test.legal:
            more = len(test.legal) - _MOST
            more = 0 if more == 1 else more  # that one is as short as the words for it
            lead = "the only possible move is " if len(test.legal) == 1 else ("the possible moves are ")
            end = f" and {more} more" if more > 0 else ""
            told = test.legal[:_MOST] if end else test.legal
            moves = self._moves(told, last=", " if end else " and ")
            return [lead, *moves, *([end] if end else [])]
        if test.includes:
            are = "one of the possible moves is " if len(test.includes) == 1 else ("among the possible moves are ")
            return [are, *self._moves(test.includes, last=" and ")]
        if test.excludes:
            lead = "this move is not possible: " if len(test.excludes) == 1 else ("these moves are not possible: ")
            return [lead, *self._moves(test.excludes, last=" and ")]
        return []

    def _placed(self, key: str, node: Node) -> Iterator[str]:
        """Yield which cards lie in a place after the moves, as far as they lay not there before."""
        given = self._scenario.given.get(key) if self._scenario.given is not None else None
        before = list(self._piles(key, given)) if given is not None else []
        known = [pile.text if isinstance(pile, Scalar) else "" for _, pile in before]
        for index, (place, pile) in enumerate(self._piles(key, node, earlier=False)):
            faces = [each for each in self._faces(pile) if each]
            text = pile.text if isinstance(pile, Scalar) else ""
            if 0 < len(faces) <= _SHOWN and known[index : index + 1] != [text]:
                more = " …" if "..." in text else ""
                yield f"{place}: {' '.join(faces)}{more}"

    def _places(self, test: Test) -> Iterator[str]:
        """Yield where the test says that cards lie."""
        for key, entry in test.then.entries.items() if test.then is not None else ():
            if key in self._book.program.zones:
                yield from self._placed(key, entry.value)

    def _then(self, test: Test) -> Iterator[str]:
        """Yield what the test says about score and winner, in words."""
        entries = test.then.entries if test.then is not None else {}
        for key, entry in entries.items():
            value = entry.value
            match key:
                case "winner" if isinstance(value, Scalar):
                    who = value.value
                    nobody = not isinstance(who, int)
                    yield "nobody wins" if nobody else f"{english.letter(who)} wins"
                case "score" if isinstance(value, Sequence):
                    scores = self._each(value)
                    if scores:
                        many = "scores are" if self._players > 1 else "score is"
                        yield f"the {many} {scores}"
                case "over" if isinstance(value, Scalar) and value.value is True:
                    yield "the game is over"
                case _:
                    pass
