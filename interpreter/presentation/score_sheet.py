"""The score sheet of a match: what each deal scored, and the totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from ..program import ir
from ..program.tree_walk import parts
from ..runtime.journal import Changed, Gathered
from ..runtime.teams import points, team
from ..source import halves
from .counting import tally
from .match_end import aim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..play.state import State
    from ..program.program import Program
    from ..runtime.position import Position
    from .painter import Painter

_MOST: Final = 10  # deals that are listed one by one

Sheet = tuple[int | float, ...]
"""A score for each seat."""


class Scores:
    """The scores after each deal of a match, or the numbers that are counted instead.

    Attributes:
        ends: The scores at the end of each deal, also of one that is scored while a player is
            asked something before the next one.
        apart: By deal and action, what decisions have changed that are made between deals, such as
            to come back into the game.
    """

    def __init__(self, state: State) -> None:
        """Read the scores of a game from its journal."""
        self._program = state.game.program
        self._counted = tally(state.game)
        self.ends: dict[int, Sheet] = {}
        self.apart: dict[int, dict[str, Sheet]] = {}
        now: Sheet = tuple([0] * self._program.players)
        steps = state.steps()
        if steps:
            now = self._of(steps[0].before)
            self.ends[steps[0].before.deal - 1] = now
        sites, verbs = state.game.machine.sites, list(self._program.actions)
        between = _asked_between(self._program)
        for step in steps:
            deal, old = step.before.deal, now
            for event in step.events:
                if isinstance(event, Changed) and event.variable == self._counted:
                    assert isinstance(event.value, int)
                    value = halves.number(event.value) if self._halves else event.value
                    now = self.changed(now, event.seat, value)
                    verb = verbs[step.raw[0]]
                    if verb in between and sites[step.before.pc].asked and deal not in self.ends:
                        found = self.apart.setdefault(deal, {})
                        found[verb] = _plus(found.get(verb), _minus(now, old))
                        old = now
                elif isinstance(event, Gathered):
                    self.ends.setdefault(event.deal - 1, now)
        asks = not state.is_terminal() and sites[state.position.pc].asked
        if state.is_terminal() or (asks and between.intersection(sites[state.position.pc].actions)):
            self.ends[state.position.deal] = self._of(state.position)

    @property
    def _halves(self) -> bool:
        return self._program.half_points and self._counted == "score"

    def _of(self, position: Position) -> Sheet:
        """Return what is counted of each seat in a position."""
        if self._counted in ("score", ""):
            return tuple(points(self._program, position))
        return tuple(getattr(position, f"v_{self._counted}"))

    def changed(self, before: Sheet, seat: int | None, value: int | float) -> Sheet:
        """Return scores after that of a seat, or of the side that it stands for, has changed."""
        program = self._program
        changed = {seat}
        if program.teams is not None and program.shares_scores and not program.teams.scope:
            changed = set(team(seat or 0, program.teams.sides))
        return tuple(value if each in changed else old for each, old in enumerate(before))

    def before(self, deal: int) -> Sheet:
        """Return the scores when a deal began."""
        return self.ends.get(deal - 1, tuple([0] * self._program.players))


def _asked_between(program: Program) -> frozenset[str]:
    """Return the actions that players are asked for after a deal, before the next one."""
    asked = parts(program.deal_after, ir.Ask)
    return frozenset(action for each in asked for action in each.actions)


def score_sheet(painter: Painter, state: State, viewer: int | None) -> Table | Text:
    """Return what each deal scored, with the totals; of many deals the last ones."""
    found = Scores(state)
    ended = [deal for deal in sorted(found.ends) if deal - 1 in found.ends]
    if not ended:
        return Text(f"No deal is over yet. {aim(painter)}".rstrip())
    sides = painter.sides()
    sheet = Table.grid(padding=(0, 2, 0, 0))
    sheet.add_column()
    for _ in sides:
        sheet.add_column(justify="right")

    def row(values: Sequence[float], style: str = "") -> list[Text]:
        texts = [painter.number(values[side[0]]) for side in sides]
        return [Text(text, style) for text in texts]

    names = [" and ".join(painter.who(seat, viewer) for seat in side) for side in sides]
    sheet.add_row("", *(Text(name, "bold") for name in names))
    first = ended[max(len(ended) - _MOST, 0)]
    if first > ended[0]:
        sheet.add_row(Text(" before", "dim"), *row(found.before(first)))
    for deal in ended[-_MOST:]:
        apart = found.apart.get(deal, {})
        gained = _minus(found.ends[deal], found.ends[deal - 1])
        for changes in apart.values():
            gained = _minus(gained, changes)
        sheet.add_row(Text(f" deal {deal}", "dim"), *row(gained))
        for verb, changes in apart.items():
            sheet.add_row(Text(f" then: {painter.label(verb)}", "dim"), *row(changes))
    total = "total" if tally(state.game) in ("score", "") else painter.label(tally(state.game))
    sheet.add_row(Text(f" {total}", "bold"), *row(found.ends[ended[-1]], "bold"))
    return sheet


def _minus(these: Sheet, those: Sheet) -> Sheet:
    return tuple(this - that for this, that in zip(these, those, strict=True))


def _plus(these: Sheet | None, those: Sheet) -> Sheet:
    return those if these is None else tuple(map(sum, zip(these, those, strict=True)))
