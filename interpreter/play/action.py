"""An action as people write it, `play 5S 6S 7S`, and as the machine has it, small integers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..check.cards import NONE, Pack
from ..check.program import Program
from ..runtime.melds import cards_of

Raw = tuple[int, ...]

LISTS = ("cards", "meld")
"""The kinds of arguments that may be several cards."""

END = "/"
"""Ends a list of cards before another one: `take 5S 6S / 7H`."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do; `str()` is its notation.

    Attributes:
        text: the notation: the verb, then the arguments.
        raw: the machine's form of it.

    Two actions are equal when their texts are.
    """

    text: str
    raw: Raw

    def __str__(self) -> str:
        """Return the notation."""
        return self.text

    def __eq__(self, other: object) -> bool:
        """Compare with an action or a text."""
        if isinstance(other, Action):
            return self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        """Return a hash of the text."""
        return hash(self.text)

    @property
    def verb(self) -> str:
        """The first word."""
        return self.text.partition(" ")[0]


class Notation:
    """Writes and reads the actions of one program."""

    def __init__(self, program: Program) -> None:
        """Work for one program."""
        self._pack: Pack = program.pack
        self._verbs = tuple(program.actions)
        self._kinds = [
            [parameter.kind for parameter in action.parameters]
            for action in program.actions.values()
        ]
        # Where several lists of cards are chosen, a sign ends each of them but the last.
        self._ended = [_ended(kinds) for kinds in self._kinds]

    def action(self, raw: Raw) -> Action:
        """Return a machine action with its notation."""
        return Action(self.text(raw), raw)

    def text(self, raw: Raw, hidden: int = 0) -> str:
        """Return the notation of a machine action; cards in the set `hidden` are `??`."""
        verb = raw[0]
        words = [self._verbs[verb]]
        for index, (kind, value) in enumerate(zip(self._kinds[verb], raw[1:], strict=True)):
            words += self._argument(kind, value, hidden)
            if index in self._ended[verb]:
                words.append(END)
        return " ".join(words)

    def kinds(self, verb: int) -> list[str]:
        """Return the kinds of a verb's arguments: card, cards, meld, number and so on."""
        return self._kinds[verb]

    def cards(self, raw: Raw) -> int:
        """Return the set of cards that an action names."""
        found = 0
        for kind, value in zip(self._kinds[raw[0]], raw[1:], strict=True):
            if kind == "card":
                found |= 1 << value
            elif kind in ("cards", "meld"):
                found |= value
        return found

    def _argument(self, kind: str, value: int, hidden: int) -> list[str]:
        pack = self._pack
        if kind in ("card", "cards", "meld"):
            cards = [value] if kind == "card" else cards_of(value)
            return ["??" if hidden >> card & 1 else pack.text[card] for card in cards]
        if kind == "suit":
            return [pack.suits[value] if value != NONE else "none"]
        if kind == "rank":
            return [pack.ranks[value]]
        if kind == "pile":
            return [f"#{value + 1}"]
        return [str(value)]

    def normal(self, text: str) -> str:
        """Return a typed text in canonical notation, as far as it can be understood.

        Cards may be written `10s`, `5♠` or in lower case, and in any order.
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
            if kind in ("card", *LISTS):
                cards = [(self._pack.cards_of(word), word) for word in chosen]
                cards.sort(key=lambda found: found[0] or (self._pack.size,))
                result += [self._pack.text[found[0]] if found else word for found, word in cards]
            elif kind == "suit":
                result += [self._word(word, self._pack.suits) for word in chosen]
            elif kind == "pile":
                result += [word if word.startswith("#") else f"#{word}" for word in chosen]
            else:
                result += [self._word(word, self._pack.ranks) for word in chosen]
            if index in ended:
                result.append(END)
        return " ".join([*result, *rest])

    def divided(self, verb: str, words: list[str]) -> tuple[list[list[str]], list[str]]:
        """Return which words belong to which argument of an action, and those that are left over.

        Args:
            verb: the name of the action.
            words: what stands behind it.
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

    @staticmethod
    def _word(word: str, names: tuple[str, ...]) -> str:
        for name in names:
            if name.lower() == word.lower():
                return name
        found = [name for name in names if name.lower().startswith(word.lower())]
        return found[0] if len(found) == 1 else word


def _ended(kinds: list[str]) -> frozenset[int]:
    """Return the numbers of the arguments that are lists, but for the last of them."""
    lists = [index for index, kind in enumerate(kinds) if kind in LISTS]
    return frozenset(lists[:-1])
