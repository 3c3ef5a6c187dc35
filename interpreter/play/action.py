"""Actions: their notation for people, such as `play 5S 6S 7S`, and their raw form for the machine.

The raw form is a tuple of integers: the number of the verb, then one integer for each argument.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import repeat

from ..check.cards import Pack
from ..check.program import Parameter, Program
from ..compile.code.machine import Raw
from ..runtime.melds import cards_of
from ..syntax.types import Type

LISTS = ("cards", "meld")
"""The kinds of arguments that can be several cards."""

CARDS = ("card", *LISTS)
"""The kinds of arguments that are cards."""

END = "/"
"""The sign between two lists of cards, as in `take 5S 6S / 7H`."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a player; `str()` returns its notation.

    Two actions are equal if their notations are.

    Attributes:
        text: the notation: the verb, then the arguments.
        raw: the raw form.
    """

    text: str
    raw: Raw

    def __str__(self) -> str:
        """Return the notation."""
        return self.text

    def __eq__(self, other: object) -> bool:
        """Compare with an action or with a notation."""
        if isinstance(other, Action):
            return self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        """Return a hash of the text."""
        return hash(self.text)

    @property
    def verb(self) -> str:
        """The name of the action: the first word of its notation."""
        return self.text.partition(" ")[0]


class Notation:
    """Writes and reads the actions of one program.

    Attributes:
        numbered: the zones whose piles actions name by their numbers.
    """

    def __init__(self, program: Program) -> None:
        self._pack: Pack = program.pack
        self._label = program.label
        self._verbs = tuple(program.actions)
        self._kinds = [
            [parameter.kind for parameter in action.parameters]
            for action in program.actions.values()
        ]
        self._types = [
            [parameter.type for parameter in action.parameters]
            for action in program.actions.values()
        ]
        self._zones = [
            [_zone_of_piles(parameter) for parameter in action.parameters]
            for action in program.actions.values()
        ]
        self.numbered = frozenset(zone for zones in self._zones for zone in zones if zone)
        # If an action has several lists of cards, a sign ends each of them except the last.
        self._ended = [_ended(kinds) for kinds in self._kinds]

    def action(self, raw: Raw) -> Action:
        """Return the action with a raw form."""
        return Action(self.text(raw), raw)

    def text(self, raw: Raw, hidden: int = 0) -> str:
        """Return the notation of a raw action; cards in the set `hidden` are written `??`."""
        verb = raw[0]
        words = [self._verbs[verb]]
        for index, (kind, value) in enumerate(zip(self._kinds[verb], raw[1:], strict=True)):
            words += self._argument(kind, self._types[verb][index], value, hidden)
            if index in self._ended[verb]:
                words.append(END)
        return " ".join(words)

    def look(self, raw: Raw, hidden: int) -> Raw:
        """Return a raw action as it looks to a seat that does not see the cards in `hidden`.

        A card that it does not see is -1; of a set of cards it sees how many more there are, which
        is counted above the cards of the pack.
        """
        if not hidden:
            return raw
        return (raw[0], *map(self._seen, self._kinds[raw[0]], raw[1:], repeat(hidden)))

    def _seen(self, kind: str, value: int, hidden: int) -> int:
        if kind == "card":
            return -1 if hidden >> value & 1 else value
        if kind in LISTS:
            return value & ~hidden | (value & hidden).bit_count() << self._pack.size
        return value

    def kinds(self, verb: int) -> list[str]:
        """Return the kinds of the arguments of a verb: card, cards, meld, number and so on."""
        return self._kinds[verb]

    def zones(self, verb: int) -> list[str]:
        """Return the zones from whose piles the arguments are chosen; empty texts for others."""
        return self._zones[verb]

    def cards(self, raw: Raw) -> int:
        """Return the set of cards among the arguments of a raw action."""
        found = 0
        for kind, value in zip(self._kinds[raw[0]], raw[1:], strict=True):
            if kind == "card":
                found |= 1 << value
            elif kind in LISTS:
                found |= value
        return found

    def _argument(self, kind: str, of: Type, value: int, hidden: int) -> list[str]:
        pack = self._pack
        if kind in CARDS:
            cards = 1 << value if kind == "card" else value
            # Hidden cards come last, because their places would reveal something about them.
            named = [pack.text[card] for card in cards_of(cards & ~hidden)]
            return [*named, *["??"] * (cards & hidden).bit_count()]
        if kind == "pile":
            return [f"#{value + 1}"]
        names = pack.names(of)
        return [names[value] if names else str(value)]

    def normal(self, text: str) -> str:
        """Return a typed text in canonical notation; words that are not understood stay.

        Cards may be written `10s`, `5♠` or in lower case, and in any order; other words may be
        cut short, or be the initials of their labels.
        """
        words = re.split(r"[\s,]+", text.replace(END, f" {END} ").strip())
        verb = next((v for v in self._verbs if v.lower() == words[0].lower()), words[0])
        if verb not in self._verbs:
            return " ".join(words)
        kinds = self._kinds[self._verbs.index(verb)]
        ended = self._ended[self._verbs.index(verb)]
        mine, rest = self.divided(verb, words[1:])
        result = [verb]
        for index, (kind, chosen) in enumerate(zip(kinds, mine, strict=True)):
            if kind in CARDS:
                cards = [(self._pack.cards_of(word), word) for word in chosen]
                cards.sort(key=lambda found: found[0] or (self._pack.size,))
                result += [self._pack.text[found[0]] if found else word for found, word in cards]
            elif kind == "pile":
                result += [word if word.startswith("#") else f"#{word}" for word in chosen]
            elif kind == "rank":
                result += [self._rank(word) for word in chosen]
            else:
                of = self._types[self._verbs.index(verb)][index]
                result += [self._word(word, self._pack.names(of)) for word in chosen]
            if index in ended:
                result.append(END)
        return " ".join([*result, *rest])

    def divided(self, verb: str, words: list[str]) -> tuple[list[list[str]], list[str]]:
        """Divide the words after a verb among its arguments.

        Args:
            verb: the name of the action.
            words: the words after it.

        Returns:
            The words of each argument, and the words that belong to none.
        """
        number = self._verbs.index(verb)
        kinds, ended = self._kinds[number], self._ended[number]
        found: list[list[str]] = []
        for index, kind in enumerate(kinds):
            others = len(kinds) - index - 1
            if index in ended and END in words:
                take = words.index(END)
                found.append(words[:take])
                words = words[take + 1 :]
                continue
            take = max(len(words) - others, 0) if kind in LISTS else 1
            found.append(words[:take])
            words = words[take:]
        return found, words

    def _rank(self, word: str) -> str:
        index = self._pack.rank_index(word)
        return self._word(word, self._pack.ranks) if index is None else self._pack.ranks[index]

    def _word(self, word: str, names: tuple[str, ...]) -> str:
        for name in names:
            if name.lower() == word.lower():
                return name
        found = [name for name in names if name.lower().startswith(word.lower())]
        found = found or [name for name in names if initials(self._label(name)) == word.lower()]
        return found[0] if len(found) == 1 else word


def initials(label: str) -> str:
    """Return the first letters of a label of several words, in lower case; else an empty text.

    >>> initials("no trump"), initials("spades")
    ('nt', '')
    """
    words = label.lower().split()
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def _zone_of_piles(parameter: Parameter) -> str:
    """Return the zone from whose piles something is chosen; an empty text if it is no pile."""
    return parameter.type.choices[0] if parameter.kind == "pile" else ""


def _ended(kinds: list[str]) -> frozenset[int]:
    """Return the indices of the arguments that are lists, except the last of them."""
    lists = [index for index, kind in enumerate(kinds) if kind in LISTS]
    return frozenset(lists[:-1])
