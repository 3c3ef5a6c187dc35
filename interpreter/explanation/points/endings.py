"""Why a deal ends: the condition around the `end deal` that was carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ...identity import ByIdentity
from ...program import ir
from ...program.tree_walk import Body, walk
from ...speech.english import YOU, Noun
from ...speech.simplify import alternatives

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...program.program import Effect, Program
    from ...speech.speech import Speech

_LONGEST: Final = 120  # characters of a condition in words


@dataclass(frozen=True, slots=True)
class Ending:
    """A condition in words, as it is told to the player who acts, and to others.

    In `others`, `@` stands for the name of the player.
    """

    you: str
    others: str


class Endings:
    """The conditions under which the rules of a game end a deal."""

    def __init__(self, program: Program, speech: Speech, points: list[Any]) -> None:
        """Prepare to note conditions.

        Args:
            program: The game.
            speech: Puts conditions into words.
            points: The points at which something is noted; those of conditions are added.
        """
        self._speech = speech
        self._points = points
        several = [
            *(action.effects for action in program.actions.values()),
            *program.events.values(),
        ]
        effects: list[Effect] = [each for effects in several for each in effects]
        # An effect is a body of its own, which does not say when it is carried out.
        self._when = ByIdentity[Body, ir.Expr | None]()
        for each in effects:
            self._when.put(each.do, each.when)

    def of_body(self, body: Body) -> Iterator[ir.Stmt]:
        """Yield what notes the condition of an effect that ends the deal, before its body."""
        when = self._when.get(body)
        if when is not None:
            yield from self.noted(when, body)

    def noted(self, test: ir.Expr, body: Body) -> Iterator[ir.Stmt]:
        """Yield what notes which parts of a condition hold, before a body that ends the deal.

        Args:
            test: The condition.
            body: What is done if it holds.
        """
        if not any(isinstance(each, ir.End) and each.scope in ("deal", "game") for each in body):
            return
        for each in alternatives(test, conjunction=False):
            ending = self._ending(each)
            if ending is not None:
                self._points.append(ending)
                yield ir.Note(len(self._points) - 1, each)

    def _ending(self, test: ir.Expr) -> Ending | None:
        """Return a condition in words, if they say enough without what is around it."""
        if any(isinstance(each, ir.Local) and each.name != "actor" for each in walk(test)):
            return None
        told = [self._speech.naming("actor", noun).clause(test) for noun in (YOU, Noun("@", person=True))]
        return Ending(*told) if max(map(len, told)) <= _LONGEST else None
