"""The rules of one game: its program, and the machines that are compiled from it.

All rooms work with `Rules`, and so do states, observations and saves. The public class `Game` has what
users need of it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast
from zlib import crc32

from ..diagnostics import brief, error
from ..errors import RulesetError, SetupError, StepBudgetError
from ..program import ir
from ..program.tree_walk import inside, parts, rules
from ..rewriting.lowering import lowered
from ..runtime.position import COMMON, KNOWLEDGE, Position, at, size
from ..runtime.teams import scores
from ..shared import shared_property
from ..source import halves, located
from .action import Notation
from .knowledge import Recorder
from .plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..check.load import Loaded
    from ..core.machine import Machine, Outline
    from ..program.coverage_points import Point
    from ..program.program import Program
    from ..program.trace import Trace

_ASIDE: Final = ("scenarios", "notes")  # sections without rules


class Rules:
    """A checked ruleset with its options; each build is compiled when it is first used.

    Attributes:
        loaded: the checked ruleset, with the texts of its files.
        source: the bare name or path that it was loaded by.
        program: the typed rules.
        players: the number of seats.
        single_deal: whether a game stops after one deal.
        recorder: updates knowledge and journal in positions of the recording build.
        notation: writes and reads actions.
    """

    def __init__(
        self,
        loaded: Loaded,
        source: str,
        *,
        single_deal: bool = False,
        trace: Trace[Point] | None = None,
    ) -> None:
        """Prepare to compile the program of a ruleset.

        Args:
            loaded: the checked ruleset, which has no errors.
            source: its bare name or path.
            single_deal: whether games stop after one deal.
            trace: where games note which rules they pass, if they do.
        """
        assert loaded.program is not None
        program = lowered(loaded.program)
        self.loaded = loaded
        self.source = source
        self.program: Program = _one_deal(program) if single_deal else program
        self.players = program.players
        self.single_deal = single_deal
        self.recorder = Recorder(program)
        self.notation = Notation(program)
        self._trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        return _again, (self.loaded, self.source, self.single_deal)

    @shared_property
    def machine(self) -> Machine:
        """The recording build, which keeps journal and knowledge; states use it."""
        return self._compiled(record=True)

    @shared_property
    def bare(self) -> Machine:
        """The bare build, without journal and knowledge; simulations and bots use it."""
        return self._compiled(record=False)

    @shared_property
    def outline(self) -> Outline:
        """The part of a machine that is needed to check given positions."""
        from ..compile.compiler import compile_outline

        return compile_outline(self.program, self.loaded.resolved.sources)

    @shared_property
    def counts_deadwood(self) -> bool:
        """Whether a rule asks how much a hand is worth without its melds; not only whether cards are left."""
        played = replace(self.program, prefer=(), value=None)
        compared = {id(op.arguments[0]) for op in parts(played, ir.Op) if _is_nothing(op.arguments[1:])}
        return any(op.name == "deadwood" and id(op) not in compared for op in parts(played, ir.Op))

    @shared_property
    def step_size(self) -> int:
        """About how many bytes a step keeps besides what happened: the position before it."""
        return 200 + size(self.machine.blank, self.program.pack.size)

    def _compiled(self, *, record: bool) -> Machine:
        # Imported here, so that checking a ruleset does not import the compiler.
        from ..compile.compiler import compile_program
        from ..rewriting.tracing import traced

        recorder = self.recorder if record else None
        sources = self.loaded.resolved.sources
        program = self.program if self._trace is None else traced(self.program, self._trace)
        return compile_program(program, sources, record=record, recorder=recorder, trace=self._trace)

    # ------------------------------------------------------------------------------- identity

    def settings(self) -> dict[str, Any]:
        """Return as data for JSON: the name of the ruleset, and with what it was loaded."""
        return {
            "ruleset": self.program.id,
            "players": self.players,
            "options": {key: _plain(value) for key, value in self.program.options.items()},
            "variant": self.loaded.resolved.variant,
            "single_deal": self.single_deal,
        }

    @property
    def key(self) -> str:
        """A text that identifies the game: equal games have equal keys."""
        return repr(self.settings())

    @shared_property
    def origin(self) -> dict[str, str]:
        """Where results of this game come from, for files: the fingerprint, and the version."""
        from importlib.metadata import version

        from ..source.layout import write

        resolved = self.loaded.resolved
        entries = {key: entry for key, entry in resolved.tree.entries.items() if key not in _ASIDE}
        text = write(replace(resolved.tree, entries=entries), resolved.sources)
        number = version("cardrules")
        parts = (number, json.dumps(self.settings(), sort_keys=True), text)
        mark = sha256("\0".join(parts).encode()).hexdigest()[:32]
        return {"fingerprint": mark, "version": number}

    @shared_property
    def marks(self) -> dict[str, str]:
        """A short hash of each rule by its address, so that a file can tell which have changed."""
        found: dict[str, str] = {}
        for section, entry in self.loaded.resolved.tree.entries.items():
            if section in _ASIDE:
                continue
            value = located.plain(entry.value)
            entries = value if isinstance(value, dict) else {"": value}
            for name, rule in entries.items():
                text = json.dumps(rule, sort_keys=True)
                found[f"{section}.{name}".rstrip(".")] = f"{crc32(text.encode()):08x}"
        return found

    def has_result(self) -> bool:
        """Return whether a game can end with scores, or with winners without reaching a limit."""
        played = rules(replace(self.program, limit_result=()))
        return self.program.uses_scores or any(isinstance(node, ir.Outcome) for node in played)

    def arguments(self) -> str:
        """Return the arguments of `load` for this game, as Python text."""
        resolved = self.loaded.resolved
        parts = [repr(self.source), f"players={self.players}"]
        if self.program.options:
            parts.append(f"options={self.program.options!r}")
        if resolved.variant is not None:
            parts.append(f"variant={resolved.variant!r}")
        if self.single_deal:
            parts.append("single_deal=True")
        return ", ".join(parts)

    @shared_property
    def _alike(self) -> tuple[str, ...]:
        """The slots that positions of both builds have; what seats know is left out."""
        ours, theirs = (
            [slot for cls in machine.position_class.__mro__ for slot in getattr(cls, "__slots__", ())]
            for machine in (self.bare, self.machine)
        )
        return tuple(slot for slot in ours if slot in theirs and slot not in ("log", *KNOWLEDGE))

    def bare_position(self, position: Position) -> Position:
        """Return a copy of a position of either build in the bare build."""
        copy, bare = position.clone(), self.bare.blank.clone()
        for slot in self._alike:
            setattr(bare, slot, getattr(copy, slot))
        for waiting in filter(None, bare.tables):
            for slot in KNOWLEDGE:
                waiting[bare.own.index(slot)] = COMMON[slot]
        self.bare.settle(bare)  # the other build keeps no totals
        return bare

    def returns(self, position: Position) -> list[int | float]:
        """Return the value that each seat maximizes; see `State.returns`."""
        program = self.program
        if program.uses_scores:
            sign = -1 if program.low_wins else 1
            gained = [sign * (score - program.match_start) for score in scores(program, position)]
            return [halves.number(score) for score in gained] if program.half_points else [*gained]
        return [0] * program.players if position.result is None else list(position.result)

    def phase_at(self, position: Position) -> str:
        """Return the current step at the table in place; `over` if its deal is over."""
        return self.machine.sites[position.pc].step if position.pc >= 0 else "over"

    def acting(self, position: Position, seat: int | None) -> int | None:
        """Return who decides; None if the game is over, or if a seat does not know it.

        Where only those are asked who can do something, nobody else knows whom.

        Args:
            position: the position.
            seat: the seat; None knows everything.
        """
        if position.pc < 0:
            return None
        secret = self.machine.sites[position.pc].declining and seat is not None
        return None if secret and seat != position.actor else position.actor

    # --------------------------------------------------------------------------------- checks

    def check_seat(self, seat: int) -> int:
        """Check a seat number, and return it as an integer of Python.

        Raises:
            SetupError: there is no such seat.
        """
        number = plain(seat)
        if type(number) is not int or not 0 <= number < self.players:
            raise SetupError(f"there is no seat {brief(seat)}; seats are 0 to {self.players - 1}")
        return number

    def check_position(self, position: Position) -> None:
        """Check the consistency of a position: that each card is in exactly one place, and so on.

        Raises:
            ValueError: the position is inconsistent.
        """
        tables = len(position.tables)
        if not 0 <= position.table < tables or any(not 0 <= seat < tables for seat in position.seated):
            raise ValueError("a seat is at a table that does not exist")
        for table in range(tables):
            self._check_table(at(position, table))

    def _check_table(self, position: Position) -> None:
        cards = sorted(
            card for place in range(len(self.recorder.places)) for card in self.recorder.cards(position, place)
        )
        if cards != list(range(self.program.pack.size)):
            raise ValueError("a card is missing or is in two places")
        if not (-1 <= position.pc < len(self.machine.sites) and -1 <= position.actor < self.players):
            raise ValueError("nobody could act in this position")
        if position.pc >= 0 and self.machine.sites[position.pc].sealed and not position.asked < len(position.queue):
            raise ValueError("nobody is asked for the next sealed choice")

    def no_legal_action(self, position: Position) -> NoReturn:
        """Report a decision for which there is no legal action.

        Raises:
            RulesetError: always.
        """
        site = self.machine.sites[position.pc]
        if site.asked:  # the decision belongs to an `ask`, which can be in any phase
            span = self.program.actions[site.actions[0]].span
            message = f"player {position.actor} is asked to {site.step} and has no legal answer"
            advice = "ask only who can answer, or add an answer that is always possible"
        else:
            span = self.program.phases[site.phase].span
            message = f"player {position.actor} has no legal action in the phase '{site.step}'"
            advice = "give the phase an action that is always possible, such as a pass"
        problem = error("CR801", f"{message}, so the game cannot go on", span, help=advice)
        raise RulesetError([problem], self.loaded.resolved.sources)

    def never_ends(self, position: Position, decisions: int) -> NoReturn:
        """Report a game that has too many decisions.

        Raises:
            StepBudgetError: always; the message begins with the place of the current phase.
        """
        place = self.machine.places[position.phase]
        raise StepBudgetError(f"{place}: the game is not over after {decisions:,} decisions")


def _plain(value: object) -> object:
    return list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value


def _again(loaded: Loaded, source: str, single_deal: bool) -> Rules:
    return Rules(loaded, source, single_deal=single_deal)


def _is_nothing(operands: Sequence[ir.Expr]) -> bool:
    """Return whether a value is compared with zero, or taken away from it."""
    return len(operands) == 1 and isinstance(operands[0], ir.Const) and operands[0].value == 0


def _one_deal(program: Program) -> Program:
    """Return a program whose matches are one deal.

    What the rules count as scores counts, also if the match goes by something else. Without
    `match.winner`, `match.result` says who wins if it names winners, or else the highest score wins.
    """
    scored = program.uses_scores or any(
        isinstance(node, ir.Assign) and node.target.variable == "score" for node in rules(program)
    )
    named = not program.compares_scores and _names_winners(program, program.match_result, frozenset())
    return replace(
        program,
        match_deals=0,
        match_until=None,
        match_result=program.match_result if named else (),
        uses_scores=scored,
        compares_scores=scored and not named,
    )


def _names_winners(program: Program, body: tuple[ir.Stmt, ...], known: frozenset[str]) -> bool:
    """Return whether statements can say who wins, themselves or by a definition that is not in `known`."""
    for node in inside(body):
        if isinstance(node, ir.Outcome):
            return True
        if isinstance(node, ir.Perform) and node.definition not in known:
            performed = program.definitions[node.definition].do
            if _names_winners(program, performed, known | {node.definition}):
                return True
    return False
