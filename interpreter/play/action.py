"""An action as people write it, `play 5S 6S 7S`, and as the machine has it, small integers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..check.cards import NONE, Pack
from ..check.program import Program
from ..runtime.melds import cards_of

Raw = tuple[int, ...]


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

    def action(self, raw: Raw) -> Action:
        """Return a machine action with its notation."""
        return Action(self.text(raw), raw)

    def text(self, raw: Raw, hidden: int = 0) -> str:
        """Return the notation of a machine action; cards in the set `hidden` are `??`."""
        words = [self._verbs[raw[0]]]
        for kind, value in zip(self._kinds[raw[0]], raw[1:], strict=True):
            words += self._argument(kind, value, hidden)
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
        words = re.split(r"[\s,]+", text.strip())
        verb = next((v for v in self._verbs if v.lower() == words[0].lower()), words[0])
        if verb not in self._verbs:
            return " ".join(words)
        kinds = self._kinds[self._verbs.index(verb)]
        rest = words[1:]
        result = [verb]
        for index, kind in enumerate(kinds):
            others = len(kinds) - index - 1
            take = len(rest) - others if kind in ("cards", "meld") else 1
            mine, rest = rest[: max(take, 0)], rest[max(take, 0) :]
            if kind in ("card", "cards", "meld"):
                cards = [(self._pack.cards_of(word), word) for word in mine]
                cards.sort(key=lambda found: found[0] or (self._pack.size,))
                result += [self._pack.text[found[0]] if found else word for found, word in cards]
            elif kind == "suit":
                result += [self._word(word, self._pack.suits) for word in mine]
            elif kind == "pile":
                result += [word if word.startswith("#") else f"#{word}" for word in mine]
            else:
                result += [self._word(word, self._pack.ranks) for word in mine]
        return " ".join([*result, *rest])

    @staticmethod
    def _word(word: str, names: tuple[str, ...]) -> str:
        for name in names:
            if name.lower() == word.lower():
                return name
        found = [name for name in names if name.lower().startswith(word.lower())]
        return found[0] if len(found) == 1 else word
