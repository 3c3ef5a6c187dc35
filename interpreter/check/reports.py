"""Collects what the checker finds: diagnostics, and which rules are used.

Each mistake is reported once. Its value then has the type `UNKNOWN`, which fits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from typing import Final

from ..diagnostics import Diagnostic, Fix, Guess, Span, error, guess, unknown
from ..program import ir
from ..syntax import types as ty
from ..syntax.plain_english import SYNONYMS
from ..syntax.types import Type
from .lost import Lost

NOTHING: Final = Lost()

_OF_NAMES: Final = frozenset("CR401 CR402 CR403 CR404 CR604 CR605".split())
"""Codes of names that do not exist."""

_SECTIONS = (
    "define",
    "variables",
    "attributes",
    "melds",
    "rankings",
    "zones",
    "options",
    "actions",
    "phases",
)


class Reports:
    """Collects what is found about one ruleset.

    Attributes:
        problems: the diagnostics so far.
        used: the addresses of rules that other rules use, and the operations, as `operations.max`.
        unplayable: for each definition, the problems that only this number of players causes.
        by_order: for each definition, its parameters whose first or last card it uses.
    """

    def __init__(self, lost: Lost = NOTHING, compared: Callable[[str, list[str]], None] | None = None) -> None:
        """Begin with nothing.

        Args:
            lost: what was refused before; its consequences are not reported.
            compared: is told of each name that does not exist, with those it is compared with.
        """
        self._lost = lost
        self._compared = compared
        self.problems: list[Diagnostic] = []
        self.used: set[str] = set()
        self.unplayable: dict[str, list[Diagnostic]] = {}
        self.by_order: dict[str, set[str]] = {}

    def problem(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        fix: Fix | None = None,
        near: Guess | None = None,
    ) -> ir.Const:
        """Report a mistake, and return a value whose type fits everywhere."""
        if not (code in _OF_NAMES and self._lost.hides(span)):
            self.problems.append(error(code, message, span, help=help, fix=fix, near=near))
        return nothing(span)

    def missing(self, problem: Diagnostic) -> ir.Const:
        """Report that something is missing or unused, unless it may be in what was refused.

        Returns:
            A value whose type fits everywhere.
        """
        if not self._lost.anything:
            self.problems.append(problem)
        return nothing(problem.span)

    def ruled_out(self, problems: Iterable[Diagnostic], definition: str | None) -> None:
        """Report a problem that the number of players causes, in a text that is reached.

        In a definition it is reported only if a text that is reached uses the definition.
        """
        found = self.problems
        if definition is not None:
            found = self.unplayable.setdefault(definition, [])
        found += [problem for problem in problems if problem not in found]

    def unknown(
        self,
        code: str,
        what: str,
        word: str,
        span: Span,
        candidates: Iterable[str],
        others: Iterable[str] = (),
    ) -> ir.Const:
        """Report a name that does not exist, with the nearest one that does.

        Args:
            code: The code of the problem.
            what: What it should be the name of.
            word: The name.
            span: Where it stands.
            candidates: The names that there are; a few are listed.
            others: Words that may have been meant, and are never listed.
        """
        names = _written(candidates)
        nearest = self.meant(word, [*names, *others])
        if not (code in _OF_NAMES and self._lost.hides(span)):
            self.problems.append(unknown(code, what, word, span, names, nearest))
        return nothing(span)

    def meant(self, word: str, candidates: Iterable[str]) -> Guess | None:
        """Return the name that a misspelt one was meant to be, and note it as used."""
        names = _written(candidates)
        if self._compared is not None:
            self._compared(word, names)
        meant = [each for each in SYNONYMS.get(word.lower(), ()) if each in names]
        nearest = Guess(meant[0], sole=False) if meant else guess(word, names)
        if nearest:
            self.uses(nearest.word)
        return nearest

    def uses(self, name: str) -> None:
        """Note that a name is used, in whatever section a rule has it."""
        self.used.update(f"{section}.{name}" for section in _SECTIONS)

    @contextmanager
    def quietly(self) -> Generator[None]:
        """Drop the diagnostics that are found meanwhile, because they are reported elsewhere."""
        known = len(self.problems)
        yield
        del self.problems[known:]


def nothing(span: Span) -> ir.Const:
    """Return a value for a text with a mistake."""
    return ir.Const(0, type=ty.UNKNOWN, span=span)


def this_is(kind: Type) -> str:
    """Return `this is a number`, `these are cards`."""
    return f"these are {kind}" if is_plural(kind) else f"this is {kind}"


def is_plural(kind: Type) -> bool:
    """Return whether the name of a type is plural: cards, players, piles."""
    piles = kind.of is not None and kind.of.name == "place"
    return piles or kind in (ty.CARDS, ty.PILE, ty.PLAYERS)


NEVER_NONE = {
    "number": "a number is never 'none': use 0, or a number that it can never be, such as -1",
    "boolean": "it is never 'none': use 'false', or 'type: choice' if there are three cases",
}
"""What to write in place of `none` for types without it."""

WAYS_OUT = {
    "boolean": "write a condition, such as 'hand is empty' or 'size of hand > 3'",
    "number": "write a number, or what counts: 'size of hand', 'value of card'",
    "card": "say which one: 'top of pile', 'first of hand'",
    "cards": "name cards, such as 'hand'; to count them, write 'size of hand'",
    "pile": "name cards in an order, such as a zone with 'ordered: true'",
    "player": "name one player, such as 'actor' or 'dealer'",
    "players": "write 'players', or 'players where …'",
    "rank": "write a rank, or 'rank of' and a card",
    "suit": "write a suit, or 'suit of' and a card",
    "colour": "write red or black, or 'colour of' and a card",
    "place": "name a zone with 'piles: true', or a pile that is chosen from one",
}
"""Advice for a place where a value of a type is expected, by the type's name."""


def article(word: str) -> str:
    """Return a word with its article.

    >>> article("option"), article("zone"), article("one-card run")
    ('an option', 'a zone', 'a one-card run')
    """
    vowel = word[0] in "aeiou" and not word.startswith(("one", "uni", "use"))
    return f"an {word}" if vowel else f"a {word}"


def free_name(word: str, taken: Collection[str], what: str = "") -> str:
    """Return a name that is free and near a word that is not.

    Args:
        word: the word.
        taken: the names that are not free.
        what: what has the name: cards of a zone are often called by a plural.

    >>> free_name("column", [], "zone"), free_name("place", ["places"]), free_name("a", ["x"])
    ('columns', 'the_place', 'y')
    """
    near = [*"xyz"] if len(word) == 1 else [f"the_{word}"]
    if what == "zone" and not word.endswith(("s", "y")):
        near.insert(0, f"{word}s")
    near += [f"{word}_{number}" for number in range(1, len(taken) + 2)]
    return next(name for name in near if name not in taken)


def _written(names: Iterable[str]) -> list[str]:
    """Return the names without those of definitions that no author wrote, such as of `tricks`."""
    return [name for name in names if not name.startswith("·")]
