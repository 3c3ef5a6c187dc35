"""Checks the deck of a ruleset, and makes its pack."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..diagnostics import Fix, Guess, Label, Span, error, guess, slips, warning
from ..program import cards
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.plain_english import RANKS_BY_NAME
from .constants import Constants
from .reports import Reports

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = ("jack", "queen", "king", "knight")
"""The usual suits and ranks that are words; a word that looks like one of them is reported."""

MOST_CARDS = 1_000
"""The most cards of a pack."""

_LONGEST = 60
"""The most characters in the name of a rank or suit."""

_LETTERS = "23456789TJQKA"
"""The usual ranks that are letters or digits; one that is written twice is reported."""


_COLLECTIVE = frozenset("standard usual normal regular ordinary common classic french full all every four 52".split())
_COLLECTED = frozenset("the a suit suits rank ranks deck pack card cards".split())
"""Words that people write for all usual suits or ranks, and words that go with them."""

_BETWEEN = frozenset("to through until till .. ... … - –".split())
"""Words and signs that people write for the ranks between two others."""

_IN_ORDER = [*map(str, "A23456789TJQKA")]
"""The usual ranks; an ace is the lowest or the highest."""


def _counted(first: str, last: str) -> list[str]:
    """Return all usual ranks from one to another; none if one of them is not usual.

    >>> _counted("8", "J")
    ['8', '9', 'T', 'J']
    """
    ends = ["T" if each == "10" else each for each in (first, last)]
    if not {*ends} <= {*_IN_ORDER} or ends[0] == ends[1]:
        return []
    begin = _IN_ORDER.index(ends[0])
    if ends[1] in _IN_ORDER[begin:]:
        found = _IN_ORDER[begin : begin + _IN_ORDER[begin:].index(ends[1]) + 1]
    else:
        begin = len(_IN_ORDER) - 1 - _IN_ORDER[::-1].index(ends[0])
        found = _IN_ORDER[: begin + 1][::-1]
        found = found[: found.index(ends[1]) + 1]
    return ["10" if each == "T" and "10" in (first, last) else each for each in found]


def in_full(words: tuple[r.Word, ...], reports: Reports) -> tuple[r.Word, ...]:
    """Report `2 to A`, of which only numerals are counted out, and return all ranks of it.

    Args:
        words: ranks, suits or cards.
        reports: takes the problems.
    """
    full: list[r.Word] = []
    for number, word in enumerate(words):
        after = words[number + 1] if number + 1 < len(words) else None
        if word.text not in _BETWEEN or after is None or not full:
            full.append(word)
            continue
        first = full[-1]
        place = first.span.to(after.span)
        better = _counted(first.text, after.text)
        written = " ".join(better)
        if (first.text + after.text).isdigit():
            written = f"{first.text} to {after.text}"
        message = "only numerals are counted out, and only with 'to', as in '2 to 10'"
        advice = f"write '{written}'" if written else "write all ranks, one after the other"
        fix = Fix(place, written) if written else None
        reports.problems.append(error("CR609", message, place, help=advice, fix=fix))
        full += (r.Word(each, word.span) for each in better[1:-1])
    return tuple(full)


class Deck:
    """Checks the texts of one deck."""

    def __init__(self, deck: r.Deck, constants: Constants, reports: Reports) -> None:
        """Prepare to check.

        Args:
            deck: the deck as read.
            constants: computes its numbers and conditions.
            reports: takes the problems.
        """
        self._deck = deck
        self._constants = constants
        self._reports = reports

    def pack(self) -> cards.Pack:
        """Return the pack, whose ranks and suits all other texts may use."""
        deck = self._deck = replace(
            self._deck,
            ranks=in_full(self._deck.ranks, self._reports),
            suits=tuple(replace(suit, ranks=in_full(suit.ranks, self._reports)) for suit in self._deck.suits),
        )
        for suit in deck.suits:
            self._once(suit.ranks, "rank")
        self._once(deck.ranks, "rank")
        self._once(deck.suits, "suit")
        if not self._in_bounds():
            return cards.build(("A",), ())
        self._nearly_usual(deck.suits, _SUITS, "suit")
        self._nearly_usual(deck.ranks, _RANKS, "rank")
        jokers = self._count(deck.jokers, 0, 0, 32)
        packs = self._count(deck.packs, 1, 1, 16)
        named = {word.text: self._count(number, 1, 0, 32) for word, number in deck.cards}
        if deck.jokers is not None:
            named[cards.JOKER] = jokers
        faces = self._faces(tuple(named))
        self._apart(faces)
        usual = [
            named[text] if rank >= faces.ranked else packs for rank, text in zip(faces.rank, faces.text, strict=True)
        ]
        copies = self._assigned(faces, deck.copies, usual, lambda e: self._count(e, 1, 0, 32))
        without = [
            (words, expression) for words, expression in deck.without if self._constants.holds(expression, default=True)
        ]
        for words, _ in deck.without:
            self._known(faces, words)
        copies = self._assigned(faces, tuple(without), copies, lambda _: 0, known=True)

        if sum(copies) > MOST_CARDS:
            message = f"the deck has {sum(copies)} cards; a game has at most {MOST_CARDS}"
            self._reports.problem("CR603", message, deck.span, "use fewer copies")
            copies = [min(each, 1) for each in copies]

        def number(expression: n.Expr | None) -> int:
            return self._constants.value(expression, ty.HALVES) or 0

        def counted(name: str, entries: r.Assigned, usual: list[int]) -> list[int]:
            numbers = self._assigned(faces, entries, [2 * each for each in usual], number)
            if any(each % 2 for each in numbers):
                in_halves.add(name)
                return numbers
            return [each // 2 for each in numbers]

        in_halves = set[str]()
        pack = cards.pack_of(
            faces,
            copies,
            counted("value", deck.values, cards.usual_values(faces)),
            {
                name.text: [word.text for word in in_full(words, self._reports) if self._is_rank(word, faces.ranks)]
                for name, words in deck.orders
            },
            {
                name: counted(name, attribute.numbers, [0] * len(faces.rank))
                for name, attribute in deck.attributes.items()
            },
            in_halves,
        )
        if not pack.size:
            message = "the deck has no cards"
            advice = "write the 'ranks' of the deck, and its 'suits' if it has some"
            self._reports.problem("CR611", message, deck.span, advice)
            return cards.build(("A",), ())
        return pack

    def _in_bounds(self) -> bool:
        """Return whether the deck can be made, and report names and lists that are too long."""
        deck = self._deck
        before = len(self._reports.problems)
        for word in (
            *deck.ranks,
            *deck.suits,
            *(word for suit in deck.suits for word in suit.ranks),
        ):
            if len(word.text) > _LONGEST:
                message = f"this name has {len(word.text)} characters; {_LONGEST} are the most"
                self._reports.problem("CR603", message, word.span, "use a shorter name")
        lines = [suit.ranks or deck.ranks for suit in deck.suits] or [deck.ranks]
        faces = sum(map(len, lines)) + len(deck.cards)
        if faces > MOST_CARDS:
            message = f"the deck has {faces} different cards; a game has at most {MOST_CARDS}"
            self._reports.problem("CR603", message, deck.span, "use fewer ranks or suits")
        return len(self._reports.problems) == before

    def _once(self, words: tuple[r.Word, ...], what: str) -> None:
        """Report a rank or suit that is listed twice."""
        seen: dict[str, Span] = {}
        for word in words:
            key = cards.spelt(word.text)
            if key in seen:
                label = Label(seen[key], "first here")
                message = f"the {what} '{word.text}' is there twice"
                advice = "remove it; how many cards there are of it, 'copies' and 'packs' say"
                self._reports.problems.append(error("CR601", message, word.span, label, help=advice))
            seen.setdefault(key, word.span)

    def _count(self, node: n.Expr | None, default: int, least: int, most: int) -> int:
        """Return a number of cards, and report one that is out of range."""
        value = self._constants.number(node, default, least)
        if value > most and node is not None:
            message = "a pack may hold at most 32 copies of a card and 16 packs of cards"
            self._reports.problem("CR603", message, node.span, f"write at most {most}")
        return max(least, min(value, most))

    def _faces(self, named: tuple[str, ...]) -> cards.Faces:
        """Return what a card can be, and report ranks that no order can contain."""
        deck = self._deck
        ranks = _each_once(deck.ranks)
        own: dict[str, tuple[str, ...]] = {}
        colours: dict[str, str] = {}
        for suit in deck.suits:
            if suit.ranks:
                own[suit.text] = _each_once(suit.ranks)
            elif not ranks:
                message = f"the suit '{suit.text}' has no ranks"
                advice = "write 'ranks' at the suit, or for all suits at the deck"
                self._reports.problem("CR611", message, suit.span, advice)
            if suit.colour is not None and suit.colour.text not in cards.COLOURS:
                self._reports.unknown("CR403", "colour", suit.colour.text, suit.colour.span, cards.COLOURS)
            elif suit.colour is not None:
                colours[suit.text] = suit.colour.text
        suits = tuple(dict.fromkeys(word.text for word in deck.suits))
        for index, suit in enumerate(deck.suits):
            lines = [ranks, *(own.get(name, ranks) for name in suits[: index + 1])]
            if cards.merged(lines) is None:
                message = f"the ranks of '{suit.text}' contradict the order of the others"
                advice = "list them in one order; 'deck.orders' can name another one"
                place = suit.ranks[0].span if suit.ranks else suit.span
                self._reports.problem("CR612", message, place, advice)
                own.pop(suit.text, None)
        return cards.faces(ranks, suits, own=own, colours=colours, named=named)

    def _apart(self, faces: cards.Faces) -> None:
        """Report names of cards that name something else, too, and cards that are written alike."""
        deck = self._deck
        seen: dict[str, int] = {}
        for face, text in enumerate(faces.text[: sum(suit >= 0 for suit in faces.suit)]):
            first = seen.setdefault(cards.spelt(text), face)
            if first != face:
                one, other = (
                    f"{faces.ranks[faces.rank[each]]} of {faces.suits[faces.suit[each]]}" for each in (first, face)
                )
                word = next(each for each in deck.suits if each.text == faces.suits[faces.suit[face]])
                message = f"the {one} and the {other} are both written '{text}'"
                advice = "give a suit a name that begins otherwise, or a rank another name"
                self._reports.problem("CR602", message, word.span, advice)
                break
        places = {cards.spelt(word.text): word for word in (*deck.ranks, *deck.suits)}
        texts = [cards.spelt(text) for text in faces.text]
        for word, _ in deck.cards:
            key = cards.spelt(word.text)
            other = places.get(key)
            if other is not None or texts.count(key) > 1:
                labels = [Label(other.span, "first here")] if other is not None else []
                message = f"'{word.text}' names two things in the deck"
                advice = "give one of them another name"
                self._reports.problems.append(error("CR601", message, word.span, *labels, help=advice))
            places.setdefault(key, word)

    def _assigned(
        self,
        faces: cards.Faces,
        entries: r.Assigned,
        default: Sequence[int],
        read: Callable[[n.Expr | None], int],
        *,
        known: bool = False,
    ) -> list[int]:
        """Return what each face is given by entries for ranks, suits and cards."""
        given: dict[str, int] = {}
        for words, expression in entries:
            number = read(expression)
            for word in words if known else self._known(faces, words):
                given.pop(word.text, None)
                given[word.text] = number
        return faces.assigned(given, default)

    def _known(self, faces: cards.Faces, words: tuple[r.Word, ...]) -> list[r.Word]:
        """Return the words that mean cards of the deck, and report the others."""
        known: list[r.Word] = []
        for word in in_full(words, self._reports):
            if faces.meant(word.text) or word.text in faces.suits:
                known.append(word)
                continue
            names = [*faces.suits, *faces.ranks, *dict.fromkeys(faces.text)]
            spoken = RANKS_BY_NAME.get(word.text.lower())
            nearest = guess(word.text, names) if len(word.text) > 1 else None
            if spoken in faces.ranks:
                nearest = Guess(spoken, sole=True)
            advice = "the ranks are: " + " ".join(faces.ranks)
            if word.text.lower().removesuffix("s") in ("joker", "jo"):
                nearest, advice = None, "the deck has none: 'jokers: 2' adds two"
            message = f"the deck has no rank, suit or card '{word.text}'"
            self._reports.problem("CR604", message, word.span, advice, near=nearest)
        return known

    def _nearly_usual(self, words: tuple[r.Word, ...], usual: tuple[str, ...], what: str) -> None:
        """Report suits or ranks that look like misspelt usual ones, or like several of them."""
        named = {word.text for word in words}
        if named & _COLLECTIVE and named <= _COLLECTIVE | _COLLECTED:
            place, better = words[0].span.to(words[-1].span), " ".join(_SUITS if what == "suit" else _LETTERS)
            message = f"'{' '.join(word.text for word in words)}' does not mean the usual {what}s: each has to be named"
            fix = Fix(place, better)
            self._reports.problems.append(warning("CR609", message, place, help=f"write '{better}'", fix=fix))
            return
        for word in words:
            several = re.fullmatch(r"(\w+?)(?:-|–|\.\.+)(\w+)", word.text)
            if several is not None:
                better = f"{several[1]} to {several[2]}"
                if not (several[1] + several[2]).isdigit():
                    better = " ".join(_counted(several[1], several[2]))
                message = f"the {what} '{word.text}' looks like several"
                advice = f"write '{better}' for all from one to the other"
                if not better:
                    advice = f"write all {what}s, one after the other, with spaces between them"
                fix = Fix(word.span, better) if better else None
                self._reports.problems.append(warning("CR609", message, word.span, help=advice, fix=fix))
        near = [
            (word, other)
            for word in words
            for other in (*usual, *_doubled(word, what))
            if word.text not in usual and other not in named and _is_near(word.text, other, what)
        ]
        if what == "suit" and len(near) == 1 and len(words) > 1 and named.isdisjoint(usual):
            return  # such as `spade` in the pack of `coppe denari spade bastoni`
        for word, other in near:
            message = f"the {what} '{word.text}' looks like '{other}'"
            message += ", shortened" if _is_initial(word.text, other, what) else ", misspelt"
            advice = f"write '{other}', or give a new {what} a name that is less like it"
            fix = Fix(word.span, other)
            self._reports.problems.append(warning("CR609", message, word.span, help=advice, fix=fix))

    def _is_rank(self, word: r.Word, ranks: tuple[str, ...]) -> bool:
        """Return whether a word is a rank, and report one that is not."""
        if cards.rank_index(ranks, word.text) is not None:
            return True
        near = guess(word.text, sorted(ranks))
        message = f"the deck has no rank '{word.text}'"
        self._reports.problem("CR404", message, word.span, "the ranks are in 'deck.ranks'", near=near)
        return False


def _each_once(words: tuple[r.Word, ...]) -> tuple[str, ...]:
    """Return the ranks of a list without repetitions, which have been reported."""
    seen: dict[str, str] = {}
    for word in words:
        seen.setdefault(cards.spelt(word.text), word.text)
    return tuple(seen.values())


def _doubled(word: r.Word, what: str) -> tuple[str, ...]:
    """Return the letter that a rank of two equal letters may stand for: `QQ`."""
    return tuple(letter for letter in _LETTERS if what == "rank" and word.text == 2 * letter)


def _is_near(word: str, usual: str, what: str) -> bool:
    """Return whether a suit or rank may be a usual one, misspelt or shortened."""
    return _is_initial(word, usual, what) or slips(word, usual) <= 2


def _is_initial(word: str, usual: str, what: str) -> bool:
    """Return whether a suit is the first letter of a usual one."""
    return what == "suit" and word.lower() == usual[0]
