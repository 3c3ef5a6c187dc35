"""Actions: their notation for people, such as `play 5S 6S 7S`, and their raw form for the machine.

The raw form is a tuple of integers: the number of the verb, then one integer for each argument.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import repeat

from ..core.machine import Raw
from ..program import ir
from ..program.cards import Pack
from ..program.program import Action as ActionRule
from ..program.program import Parameter, Program
from ..program.tree_walk import mentions
from ..runtime.melds import cards_of

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
        self._program = program
        self._pack: Pack = program.pack
        self._label = program.label
        self._verbs = tuple(program.actions)
        self._kinds = [[parameter.kind for parameter in action.parameters] for action in program.actions.values()]
        self._types = [[parameter.type for parameter in action.parameters] for action in program.actions.values()]
        self._zones = [
            [_zone_of_piles(parameter) for parameter in action.parameters] for action in program.actions.values()
        ]
        self.numbered = frozenset(zone for zones in self._zones for zone in zones if zone)
        self._shared = {
            _zone_of_piles(parameter)
            for action in program.actions.values()
            for parameter in action.parameters
            if parameter.kind == "pile" and not _has_one_owner(parameter.source, action, program)
        }
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
            words += self._argument(verb, index, kind, value, hidden)
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

    def pile(self, zone: str, pile: int, *, owner: bool = False) -> str:
        """Return the name of a pile: its number in its zone, from 1.

        Piles of players are counted for each player. If an action can choose among the piles of
        several players, the seat of the owner follows: `#2@1`.

        Args:
            zone: the zone.
            pile: its number among all piles of the zone, from 0.
            owner: whether to name the owner in any case.
        """
        each = self._piles_of_each(zone)
        if not each:
            return f"#{pile + 1}"
        seat, number = divmod(pile, each)
        return f"#{number + 1}@{seat}" if owner or zone in self._shared else f"#{number + 1}"

    def _piles_of_each(self, zone: str) -> int:
        """Return how many piles each player has in a zone; 0 if they are the table's."""
        found = self._program.zones[zone]
        return found.fixed if found.each else 0

    def piles_by_owner(self, zone: str) -> int:
        """Return how many piles of a zone the same number can mean: one player has so many.

        That is 0 where numbers tell all piles of the zone apart.
        """
        return 0 if zone in self._shared else self._piles_of_each(zone)

    def modern(self, text: str) -> str:
        """Return an action as it is written now; older versions numbered piles over all players.

        Nothing is changed that is written as now.
        """
        verb, *words = text.split(" ")
        if verb not in self._verbs:
            return text
        number = self._verbs.index(verb)
        mine, rest = self.divided(verb, words)
        result = [verb]
        for index, (zone, chosen) in enumerate(zip(self._zones[number], mine, strict=True)):
            for word in chosen:
                told = word.removeprefix("#")
                old = zone and told.isdecimal() and int(told[:9]) > 0
                result.append(self.pile(zone, int(told[:9]) - 1) if old else word)
            if index in self._ended[number]:
                result.append(END)
        return " ".join([*result, *rest])

    def _argument(self, verb: int, index: int, kind: str, value: int, hidden: int) -> list[str]:
        pack = self._pack
        if kind in CARDS:
            cards = 1 << value if kind == "card" else value
            # Hidden cards come last, because their places would reveal something about them.
            named = [pack.text[card] for card in cards_of(cards & ~hidden)]
            return [*named, *["??"] * (cards & hidden).bit_count()]
        if kind == "pile":
            return [self.pile(self._zones[verb][index], value)]
        names = pack.names(self._types[verb][index])
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
    """Return the zone from whose piles something is chosen; an empty text if it is not a pile."""
    return parameter.type.choices[0] if parameter.kind == "pile" else ""


def _has_one_owner(source: ir.Expr, action: ActionRule, program: Program) -> bool:
    """Return whether all piles that can be chosen belong to one player, or to the table.

    Who that is may depend on other choices of the action, but not on cards: some look the same.
    """
    cards = [each.name for each in action.parameters if each.kind in CARDS]
    match source:
        case ir.ZoneRef(seat=seat):
            return seat is None or not mentions(seat, *cards)
        case ir.Filter(collection=inner) | ir.Best(collection=inner):
            return _has_one_owner(inner, action, program)
        case ir.Use(definition=name, arguments=arguments):
            value = program.definitions[name].value
            known = not any(mentions(each, *cards) for each in arguments)
            return known and value is not None and _has_one_owner(value, action, program)
        case _:
            return False


def _ended(kinds: list[str]) -> frozenset[int]:
    """Return the indices of the arguments that are lists, except the last of them."""
    lists = [index for index, kind in enumerate(kinds) if kind in LISTS]
    return frozenset(lists[:-1])
