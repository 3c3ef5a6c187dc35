"""Compiles a typed program to Python functions, one for each rule, and a machine that runs them.

The functions are built as syntax trees, carry the YAML file's name and lines, and are compiled
with them, so that a traceback or a profile points at the rule. The machine has *sites*, where the
game waits for a decision, and *blocks*, which run between decisions; a function returns a site's
number (0 or more) or a block's code (negative), and `Machine.advance` goes from one to the next.

This file puts the parts of the compiler together. Each part gets the build context and the parts
that it calls. It generates code and keeps no data that another part reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count, islice
from typing import Any

from ..analysis.disclosures import noted
from ..core import nodes
from ..core.build import constant, nodes_in, statements
from ..core.garbage import collected_later
from ..core.lazy_functions import LazyFunctions
from ..core.machine import Machine, Outline
from ..core.passes.joining import Joined
from ..core.position_class import position_class
from ..core.table_machine import TableMachine
from ..core.types import ACTION
from ..diagnostics import Sources
from ..program import ir
from ..program.program import Definition, Preference, Program
from ..program.trace import Trace
from ..program.tree_walk import walk
from ..rewriting.evaluation_order import ordered
from ..rewriting.orderless import unordered
from ..rewriting.procedures import inlined, propagated, shared
from ..rewriting.running_totals import Total, with_totals
from ..rewriting.undealt import shortened
from ..runtime.compounds import Kinds, matcher
from ..runtime.growth import Growth
from ..runtime.meld_index import MeldChoice, MeldIndex
from ..runtime.meld_solver import MeldSolver
from ..runtime.patterns import enumerate_melds
from ..runtime.position import blank
from ..runtime.primitives import NAMES
from ..runtime.rankings import Ranks
from ..syntax import types as ty
from .context import Context
from .course.flow import Flow
from .course.phases import Phases
from .course.playouts import Playouts
from .decisions.actions import Actions
from .decisions.legal import Legal
from .scope import local, of_actor
from .statements.statements import Statements
from .statements.variables import Variables
from .values.expressions import Expressions
from .values.finding import define_finding, finding


@collected_later()
def compile_program(
    program: Program,
    sources: Sources,
    *,
    record: bool,
    recorder: object = None,
    trace: Trace[Any] | None = None,
) -> Machine:
    """Compile a program.

    Args:
        program: the checked game.
        sources: the files its spans point into.
        record: whether changes go through `recorder`, which keeps knowledge and journal.
        recorder: an object with the methods of `knowledge.Recorder`.
        trace: where the program notes the points that are passed, if it has notes.
    """
    undealt, totals = None, ()
    # In both builds, so that a rule that waits keeps the same values.
    program = ordered(shared(inlined(propagated(program))))
    if record:
        program = noted(program)
    else:
        program, undealt = shortened(unordered(program))
        program, totals = with_totals(program)
    compiler = _Compiler(program, sources, record=record, traced=trace is not None, totals=totals)
    return compiler.build(recorder, undealt, trace)


def compile_outline(program: Program, sources: Sources) -> Outline:
    """Compile only what a given position needs: starting values, and who acts in a phase.

    No game can be played with it. It takes a tenth of the time, so that positions can be checked
    under many options.

    Args:
        program: the checked game.
        sources: the files its spans point into.
    """
    return _Compiler(program, sources, record=False).outline()


class _Compiler:
    """Puts the parts of a machine together."""

    def __init__(
        self,
        program: Program,
        sources: Sources,
        *,
        record: bool,
        traced: bool = False,
        totals: tuple[Total, ...] = (),
    ) -> None:
        self._examined: list[str] = []  # the functions whose calls have been defined
        self._context = Context.of(program, sources, record=record, traced=traced, totals=totals)
        self._program = program
        self._expressions = Expressions(self._context)
        self._plain = Statements(self._context, self._expressions)
        self._legal = Legal(self._context, self._expressions)
        self._variables = Variables(self._context, self._expressions)
        self._actions = Actions(self._context, self._expressions, self._plain, self._legal)
        self._flow = Flow(self._context, self._expressions, self._actions, self._variables)

    def build(self, recorder: object, undealt: str | None, trace: Trace[Any] | None) -> Machine:
        """Define all functions, and make the machine."""
        context, program = self._context, self._program
        define_finding(context)
        for definition in program.definitions.values():
            self._define(definition)
        for action in program.actions.values():
            self._legal.define_can(action)
        self._actions.define_events()
        for number, site in enumerate(tuple(context.sites)):
            self._legal.define_legal(number, site)
        for action in program.actions.values():
            self._actions.define(action)
        phases = Phases(context, self._expressions, self._plain, self._legal, self._actions, self._variables)
        for phase in program.phases.values():
            phases.define(phase)
        self._flow.define()
        self._flow.define_reading()
        if program.value is not None:
            self._define_value("evaluate", program.value, {})
        self._define_preferred(program.prefer)
        labels = context.labels.in_order()
        if not context.record:
            playouts = Playouts(context, self._expressions, self._legal, self._actions, phases)
            playouts.define()
        joined = None if context.record else Joined(context.functions, labels, program)
        made = self.functions(recorder, trace)
        self._add(made, joined=joined)
        asked = made if trace is None else self.functions(recorder, Trace(trace.points))  # which nobody reads
        sites = range(len(context.sites))
        machine = TableMachine if program.tables is not None else Machine
        return machine(
            **self._reading(made),
            verbs=tuple(program.actions),
            sites=tuple(context.sites),
            legal=[made[f"legal_{number}"] for number in sites],
            apply=[made[f"apply_{number}"] for number in sites],
            random=[made.get(f"random_{number}") for number in sites],
            preferred=made["preferred"],
            blocks=[None, *(made.get(label.function) for label in labels)],
            over={
                phases.site(phase.steps[0][0]): (made[f"over_{name}"], phases.after(name))
                for name, phase in program.phases.items()
                if phase.until is not None and not phase.turn_before
            },
            evaluate=made.get("evaluate"),
            values={
                name: made[f"d_{name}"]
                for name, definition in program.definitions.items()
                if definition.value is not None
            },
            owner=made["_owner"],
            arranger=made["ARRANGE"],
            growth=made["GROW"],
            question=cache(partial(self._question, asked, count())),
            places=made["PLACES"],
            unshuffled=undealt,
            frame=tuple(context.frame.types),
        )

    def outline(self) -> Outline:
        """Define the functions that read given positions, and the functions that they call."""
        program = self._program
        self._flow.define_reading()
        if program.tables is not None:
            self._flow.define_sitting_down()
        self._define_called()
        made = self.functions()
        self._add(made)
        return Outline(**self._reading(made))

    def _define_called(self) -> None:
        """Define what the functions call, and what that calls, as far as that was not done."""
        context, program = self._context, self._program
        defined, together = set(context.functions), finding(program)
        callable_: dict[str, Callable[[], None]] = {
            **dict.fromkeys(together, lambda: define_finding(context)),
            **{f"d_{each.name}": lambda each=each: self._define(each) for each in program.definitions.values()},
            **{f"can_{each.name}": lambda each=each: self._legal.define_can(each) for each in program.actions.values()},
        }
        examined = self._examined
        while len(examined) < len(context.functions):  # which grows
            name, function = next(islice(context.functions.items(), len(examined), None))
            for node in nodes_in(function.tree):
                if isinstance(node, nodes.Name) and node.id in callable_.keys() - defined:
                    defined |= together if node.id in together else {node.id}
                    callable_[node.id]()
            examined.append(name)

    def _question(
        self, made: LazyFunctions, numbers: Iterator[int], node: ir.Expr, names: tuple[str, ...]
    ) -> Callable[..., Any]:
        """Return a function for the value of an expression: see `Machine.question`."""
        types = {each.name: each.type for each in walk(node) if isinstance(each, ir.Local)}
        with made.lock:  # other threads compile functions from the same parts
            text = f"question_{next(numbers)}"
            self._define_value(text, node, {each: types[each] for each in names})
            self._add(made)
            function: Callable[..., Any] = made[text]
        return function

    def _reading(self, made: LazyFunctions) -> dict[str, Any]:
        """What a machine needs to read positions; see `Outline`."""
        context, program = self._context, self._program
        made_class = position_class(program)
        return {
            "program": program,
            "position_class": made_class,
            "blank": blank(made_class, program, len(context.frame.types)),
            "functions": made,
            "records": context.record,
            "start": made["start"],
            "start_table": made.get("start_table"),
            "sit_down": made.get("sit_down"),
            "totals": tuple(
                (f"v_{each.variable}", f"v_{each.pile}", tuple(self._expressions.sets.worth(each)))
                for each in context.totals
            ),
            "seats": {phase: made[f"seats_{phase}"] for phase in program.phases},
        }

    # -- functions of no other part

    def _define(self, definition: Definition) -> None:
        """Make `d_NAME`, a definition's value, or `do_NAME`, a procedure that does not wait."""
        if definition.value is not None:
            function = f"d_{definition.name}"
        elif not self._context.analysis.waits(definition.do):
            function = f"do_{definition.name}"
        else:
            return
        names = {local(parameter): kind for parameter, kind in definition.parameters}
        body = partial(self._defined, definition)
        self._context.define(function, {"actor": ty.PLAYER, **names}, body, definition.span)

    def _defined(self, definition: Definition) -> list[nodes.Statement]:
        """Return the code of a definition."""
        names = [parameter for parameter, _ in definition.parameters]
        sc = of_actor(names, self._context.analysis.nobody.parameters(definition.name))
        body, _ = self._plain.sequence(definition.do, sc)
        if definition.value is None:
            return [*body, nodes.Return(constant(0))]
        value = self._expressions.value(definition.value, sc)
        by_rank = self._expressions.by_rank
        if by_rank is not None and by_rank.remembers(definition.name):
            return [*body, *by_rank.body(definition.name, sc.code(names[0]), value)]
        return [*body, nodes.Return(value)]

    def _define_preferred(self, preferences: Sequence[Preference]) -> None:
        """Make `preferred(s, actions)`: the legal actions that a quick bot prefers."""
        body: list[nodes.Statement] = []
        for number, preference in enumerate(preferences):
            action = self._program.actions[preference.action]
            verb = self._legal.verb[action.name]
            keep: list[nodes.Statement] = statements("return mine")
            names = {parameter.name: parameter.type for parameter in action.parameters}
            given = "s, s.actor, *a[1:]" if names else "s, s.actor"
            mine = f"mine = [a for a in actions if a[0] == {verb}]"

            if preference.condition is not None:
                test = f"prefers_{number}"
                self._define_value(test, preference.condition, names)
                mine = mine[:-1] + f" and {test}({given})]"
            if preference.key is not None:
                key = f"key_{number}"
                self._define_value(key, preference.key, names)
                best = "max" if preference.highest else "min"
                keep = statements(
                    "if len(mine) == 1: return mine\n"
                    f"keys = [{key}({given}) for a in mine]\n"
                    f"best = {best}(keys)\n"
                    "return [a for a, k in zip(mine, keys) if k == best]"
                )
            body += [*statements(mine), *statements("if mine: keep", keep=keep)]
        body += statements("return actions")
        self._context.define("preferred", {"actions": ty.list_of(ACTION)}, body)

    def _define_value(self, function: str, value: ir.Expr, names: Mapping[str, ty.Type]) -> None:
        """Make a function of the actor and of values with names that returns a value."""

        def body() -> list[nodes.Statement]:
            return [nodes.Return(self._expressions.value(value, of_actor(names)))]

        given = {local(each): kind for each, kind in names.items()}
        self._context.define(function, {"actor": ty.PLAYER, **given}, body, value.span)

    # -- from trees to functions

    def functions(self, recorder: object = None, trace: Trace[Any] | None = None) -> LazyFunctions:
        """Return a namespace for the functions of a machine, with none of them yet.

        Args:
            recorder: an object with the methods of `knowledge.Recorder`.
            trace: where notes are made.
        """
        context, program = self._context, self._program
        space: dict[str, Any] = {**NAMES, "R": recorder}
        space["PLACES"] = tuple(context.place_of(phase.span) for phase in program.phases.values())
        if trace is not None:
            space["_ran"], space["_saw"] = trace.ran, trace.saw
        order = range(program.players)
        # Nobody is after nobody.
        space["ROUND"] = (*((*order[seat:], *order[:seat]) for seat in order), ())
        space["ROUND_BACK"] = (*((*order[seat::-1], *order[:seat:-1]) for seat in order), ())
        space |= {f"EVENT_{event}": number for number, event in enumerate(program.events)}
        return LazyFunctions(space, context.tables.constants, self._large_constants(), context.lines)

    def _large_constants(self) -> dict[str, Callable[[], object]]:
        """Return how to make those constants of the program that take time, by name."""
        program, pack = self._program, self._program.pack
        melds = list(program.melds.values())
        every = cache(partial(enumerate_melds, pack))
        found: dict[str, Callable[[], object]] = {
            "GROW": partial(Growth, pack, melds),
            "ARRANGE": partial(MeldSolver, pack, melds, every),
            "RANKINGS": lambda: tuple(Ranks(pack, each) for each in program.rankings.values()),
            "KINDS": partial(Kinds, pack, melds),
            **{f"MELD_{meld.name}": partial(matcher, pack, meld) for meld in melds},
        }
        for action in program.actions.values():
            verb = self._legal.verb[action.name]
            for parameter in action.parameters:
                named = [program.melds[m] for m in parameter.melds]
                present = [meld for meld in named if meld.present]
                for copies in (False, True):
                    key = self._legal.index_name(action, parameter, copies=copies)
                    if parameter.which is None:
                        found[key] = partial(MeldIndex, pack, present, verb, copies=copies, every=every)
                    else:
                        found[key] = partial(MeldChoice, pack, named, verb, copies=copies, every=every)
        return found

    def _add(self, made: LazyFunctions, joined: Joined | None = None) -> None:
        """Add the functions to a namespace that are not in it yet."""
        for each in self._context.functions.values():
            if joined is None:
                made.add(each.name, partial(getattr, each, "tree"))
            else:
                short = partial(joined.tree, each.name, short=True)
                made.add(each.name, partial(joined.tree, each.name), short)
