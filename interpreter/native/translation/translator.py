"""Translates functions on demand, each for the kinds of the values that it is called with."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from ...core import nodes
from ...core.build import names_given, nodes_in
from ...core.inference import Inference
from ...core.reading import UnreadableError
from ...core.source import source_of
from ...runtime import melds, pattern_tables
from ...runtime.meld_index import Limit
from ...runtime.patterns import Flag
from ...runtime.rankings import Ranks
from ...runtime.teams import Player
from ...syntax.types import CARD
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Body, Env, Namespace, Value, coerced, number
from ..code.encoding import Function
from ..code.kinds import FUNCTION, NEVER, NOTHING, NUMBER, OBJECT, STATE, TRUTH, Kind, any_size
from ..dialect import Refused, admit_value
from ..library import library
from ..library.forms import FORMS
from ..library.ranking import Ranker
from ..library.routines import ROUTINES
from ..memory.constants import Constants
from ..memory.layout import Layout
from . import sequences
from .assignments import unshared
from .declared import declared, is_declared
from .effects import Effects, Survey
from .statements import Statements
from .unit import Callee

if TYPE_CHECKING:
    from ...core.machine import Machine

SHORT: Final = 40
"""The most nodes of a function that is written out where it is called."""

MOST_PASSES: Final = 20
"""How often a function is written until the kinds of its locals are settled."""


_UNWRITTEN: Final = Function(b"", b"", b"", wasm.UNREACHABLE)
"""A function that is still to be made."""

_GIVEN: Final = {
    function.__name__: Value(FUNCTION, b"", known=function)
    for function in (
        library.stood,
        library.list_cut,
        library.each_once,
        library.rolled,
        library.counted,
        pattern_tables.look_of,
        library.scattered,
        library.has_odd_seed,
        melds.set_of,
    )
}
"""What the functions of `watching.py`, `policies.py`, `trials.py` and `looks.py` call besides
generated functions."""


@dataclass(frozen=True, slots=True)
class Made:
    """A function that has been translated for certain kinds of values.

    Attributes:
        number: its number in the module.
        result: the kind of what it returns.
        slots: the slots of the position whose sequences its result may share.
        taken: for each argument whether it is passed when the code runs; others are constants.
        holds: whether it returns only what is true.
    """

    number: int
    result: Kind
    slots: frozenset[str]
    taken: tuple[bool, ...]
    holds: bool


class Translator:
    """The functions of one module.

    Attributes:
        layout: where slots lie.
        constants: the constants of the module.
        survey: what functions do to slots.
        functions: the functions, after the routines.
        mentioned: the constants in those that are generated; among them are the codes of all blocks
            to which they lead.
    """

    def __init__(
        self,
        machine: Machine,
        layout: Layout,
        helpers: Iterable[nodes.FunctionDef] = (),
        given: Mapping[str, object] | None = None,
    ) -> None:
        """Translate nothing yet.

        Args:
            machine: a build of a game.
            layout: where the slots of its positions lie.
            helpers: functions that are called besides those of the machine.
            given: what further names stand for: functions, tables, and objects with methods.
        """
        self._given = {**_GIVEN, **{each.name: Value(FUNCTION, b"", known=each) for each in helpers}}
        self.layout = layout
        self._players = machine.program.players
        self._every_card = (1 << machine.program.pack.size) - 1
        self.constants = Constants(self._players, layout.words)
        self._given |= {name: self._named(value) for name, value in (given or {}).items()}
        self.functions: list[Function] = []
        self._space = machine.functions
        self._types = Inference(machine)
        self.mentioned: set[int] = set()
        self.survey = Survey(self._types.tree, machine.blank)
        self._made: dict[Any, Made | None] = {}
        self._leaving = set[int]()  # the functions that leave lists behind
        self._called: set[Any] = set()  # of what is made, what has been called
        self._rankers: dict[int, tuple[Ranks, Ranker]] = {}
        # By what is made: the kinds of what rules keep that it was made for, and what calls it.
        self._frames: dict[Any, dict[int, Kind]] = {}
        self._callers: dict[Any, set[Any]] = {}
        self._making: list[Any] = []
        self._again: dict[Any, int] = {}  # the numbers of functions that are made anew
        self._numbers: dict[Any, int] = {}  # the number that each had at first
        self._written: dict[Function, int] = {}  # equal functions have the number of the first

    def _named(self, value: object) -> Value:
        """Return what a name stands for: a function, a table, or an object."""
        if isinstance(value, tuple):
            table = self.constants.place(cast("object", value))
            return Value(table.kind, wasm.i32(table.address), address=table.address)
        return Value(FUNCTION if callable(value) else OBJECT, b"", known=value)

    def number(self, name: str, arguments: Sequence[Value]) -> int | None:
        """Return the number of a generated function, which returns a number; None if it traps."""
        function = self._space[name]
        made = self._instance(function, arguments, *self.source(function))
        if made.result not in (NUMBER, NEVER):
            raise Refused(f"{name}, which returns a {made.result}")
        return made.number if made.result == NUMBER else None

    def added(self, tree: nodes.FunctionDef, *further: Value) -> int:
        """Return the number of a function that is not part of the machine, and calls its others.

        Args:
            tree: the function.
            further: what it is called with besides the position.
        """
        return self._instance(tree, [Value(STATE, b""), *further], tree, self._space).number

    def outdated(self) -> bool:
        """Forget functions that were made before it was known what rules keep; return if any were.

        What calls them is forgotten too. All of them get the same numbers when they are made anew.
        """
        known = self.layout.frame
        wrong = [
            key for key, frame in self._frames.items() if any(kind != known[place] for place, kind in frame.items())
        ]
        found = bool(wrong)
        while wrong:
            key = wrong.pop()
            made = self._made.pop(key, None)
            if made is not None:
                del self._frames[key]
                self._called.discard(key)
                self._again[key] = self._numbers[key]
                self._written.pop(self.functions[made.number - ROUTINES], None)
                self.functions[made.number - ROUTINES] = _UNWRITTEN
                wrong += self._callers.get(key, ())
                wrong += [
                    same for same, other in self._made.items() if other is not None and other.number == made.number
                ]
        return found

    # -- what functions ask

    def call(self, body: Body, function: Callee, arguments: Sequence[Value]) -> Value:
        """Return the call of a function, whose code is made if it is the first with such values."""
        tabulated = self._tabulated(body, function, arguments)
        if tabulated is not None:
            return tabulated
        function = _own(function)
        code = b"".join([each.code for each in arguments if each.kind == NEVER])
        if code:
            return Value(NEVER, code + wasm.UNREACHABLE)
        source = self.source(function)
        arguments = _completed(source[0], _gathered(body, source[0], arguments))
        arguments = [*map(_narrowed, source[0].parameters, arguments), *arguments[len(source[0].parameters) :]]
        if any(each.slots for each in arguments):
            effects = self._effects(function)
            arguments = [unshared(body, each, effects) for each in arguments]
        passed = arguments if source[1] is self._space else _anonymous(arguments)
        made = self._instance(function, passed, *source)
        slots = made.slots
        if slots and passed is not arguments:
            pairs = zip(arguments, passed, strict=True)
            slots = frozenset[str]().union(*(each.slots for each, other in pairs if other.slots <= slots))
        code = b"".join(
            coerced(each, NUMBER) if each.kind == TRUTH else each.code
            for each, taken in zip(arguments, made.taken, strict=True)
            if taken
        )
        code += wasm.call(made.number)
        body.leaves |= made.number in self._leaving
        if made.result == NEVER:
            return Value(NEVER, code + wasm.UNREACHABLE)
        return Value(made.result, code, slots, holds=made.holds)

    def _tabulated(self, body: Body, function: Any, arguments: Sequence[Value]) -> Value | None:
        """Return the call of a function that remembers its values, by a table of them.

        None if it depends on more than a player and constants.
        """
        if not hasattr(function, "cache_info") or any(each.kind == NEVER for each in arguments):
            return None
        tree, space = self.source(function)
        given = [self._constant(each) for each in arguments]
        parameters = tree.parameters
        if len(parameters) != len(given):
            return None
        open_ = [place for place, each in enumerate(given) if each is None]
        if not open_:
            value = function(*given)
            if isinstance(value, int):
                return number(value)
            table = self.constants.place(value)
            return Value(table.kind, wasm.i32(table.address), address=table.address)
        if len(open_) != 1 or not is_declared(parameters[open_[0]], Player, space):
            return None
        values = list[object]()
        for player in (*range(self._players), -1):  # which is read as the last one
            given[open_[0]] = player
            values.append(function(*given))
        table = self.constants.place(tuple(values))
        whole = Value(table.kind, wasm.i32(table.address), address=table.address)
        return sequences.item(body, whole, arguments[open_[0]])

    def _constant(self, value: Value) -> Any:
        """Return the number or tuple that a value is; None if it is not a constant."""
        if value.address is not None:
            return self.constants.members(value.address)
        return value.known if value.kind == NUMBER and value.known is not UNKNOWN else None

    def short(self, function: Callee) -> nodes.FunctionDef | None:
        """Return the tree of a generated function that is so short that it is written out.

        It only returns an expression, which calls nothing.
        """
        if isinstance(function, str | nodes.FunctionDef) or not self._generated(function):
            return None
        tree = self._types.tree(function.__name__)
        if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], nodes.Return):
            return None
        if tree.defaults or tree.rest is not None:
            return None
        for count, node in enumerate(nodes_in(tree)):
            if count > SHORT or isinstance(node, nodes.Call):
                return None
        return tree

    def source(self, function: Callee) -> tuple[nodes.FunctionDef, Namespace]:
        """Return the definition of a function, and what the names in it stand for."""
        if isinstance(function, nodes.FunctionDef):
            return function, self._space
        own: Any = _own(function)
        if isinstance(own, str):
            raise Refused(f"the function {own}")
        tree = self._types.tree(own.__name__) if self._generated(own) else None
        if tree is not None:
            return tree, self._space
        try:
            return source_of(own), inspect.unwrap(own).__globals__
        except UnreadableError as error:
            raise Refused(f"{getattr(own, '__name__', own)}, which has {error}") from None

    def stand_in(self, value: object) -> object:
        """Return the object whose methods are translated for those of another one."""
        if not isinstance(value, Ranks):
            return value
        if id(value) not in self._rankers:
            self._rankers[id(value)] = value, Ranker(value)  # which keeps the value alive
        return self._rankers[id(value)][1]

    # -- instances

    def _generated(self, function: Any) -> bool:
        name = getattr(function, "__name__", "")
        return self._types.tree(name) is not None and self._space.get(name) is function

    def _effects(self, function: Any) -> Effects:
        return self.survey.of(function.__name__) if self._generated(function) else Effects()

    def _instance(self, function: Any, arguments: Sequence[Value], tree: nodes.FunctionDef, space: Namespace) -> Made:
        """Return a function for certain values, which is made if it is the first of the kind.

        Args:
            function: the function.
            arguments: the values.
            tree: its definition.
            space: what the names in it stand for.
        """
        taken = self._taken(tree, space, arguments)
        key = (function, *map(_key, arguments, taken))
        if self._making:
            self._callers.setdefault(key, set()).add(self._making[-1])
        if key in self._made:
            found = self._made[key]
            if found is None:
                raise Refused(f"{function.__name__}, which calls itself")
            self._called.add(key)
            return found
        number = self._again.pop(key, ROUTINES + len(self.functions))
        self._numbers[key] = number
        if number == ROUTINES + len(self.functions):
            self.functions.append(_UNWRITTEN)
        promised = declared(tree.returns, space, self.layout.words)
        early = Made(number, promised, frozenset(), taken, holds=False) if promised is not None else None
        self._made[key] = early  # for a function that calls itself
        names = [each.name for each in tree.parameters]
        if tree.rest is not None:
            names.append(tree.rest.name)
        for parameter, value in zip(tree.parameters, arguments, strict=False):
            admit_value(value.kind, parameter.type)
        parameters: dict[str, Value] = {}
        types = b""
        for name, value, passed in zip(names, arguments, taken, strict=True):
            if not passed:
                parameters[name] = value
                continue
            kind = NUMBER if value.kind == TRUTH else value.kind
            parameters[name] = Value(kind, wasm.get(len(types), kind.words), value.slots)
            types += kind.held
        body = Body(parameters, Env(space, given=self._given), types, self.layout.words)
        if space is not self._space:  # generated functions do not change their parameters
            for name in _assigned(tree) & parameters.keys():
                if parameters[name].kind.held:
                    body.adopt(name)
        statements = Statements(body, self)
        self._making.append(key)
        code = _settled(body, statements, tree)
        self._making.pop()
        self._frames[key] = body.frame
        if space is self._space:
            self.mentioned |= body.mentioned
        kind = body.result
        if kind == NEVER and _falls_through(tree):
            kind = NOTHING
        leaves = body.leaves
        if leaves and _keeps_no_list(kind, body.parameters.values()):
            code, leaves = body.released(code), False
        else:
            code += wasm.UNREACHABLE if kind.held else b""
        if kind == NEVER and function is tree and _returns(tree):
            kind, code = NUMBER, code + wasm.UNREACHABLE  # it traps, and who calls it wants a number
        name = tree.name if space is self._space else ""
        written = Function(types, kind.held, body.types, code, name)
        self.functions[number - ROUTINES] = written
        same = self._written.setdefault(written, number)
        if same != number:
            self.functions[number - ROUTINES], number = _UNWRITTEN, same
        if leaves:
            self._leaving.add(number)
        if key in self._called and kind != promised:
            raise Refused(f"{tree.name}, which calls itself and returns a {kind}")
        holds = kind == TRUTH and body.result_holds
        made = Made(number, kind, body.result_slots, taken, holds)
        self._made[key] = made
        return made

    def _taken(self, tree: nodes.FunctionDef, space: Namespace, arguments: Sequence[Value]) -> tuple[bool, ...]:
        """Return which arguments of a function are passed on when the code runs."""
        taken = [*map(_runtime, arguments)]
        for place, each in enumerate(tree.parameters):
            if arguments[place].known == self._every_card and is_declared(each, Limit, space):
                taken[place] = False
            elif is_declared(each, Flag, space):
                taken[place] = True
        return tuple(taken)


def _narrowed(parameter: nodes.Parameter, argument: Value) -> Value:
    """Return an argument as the one card that it is, where it comes out of an action whose other parts are sets."""
    if parameter.type != CARD or argument.kind.name != "wide":
        return argument
    return Value(NUMBER, coerced(argument, NUMBER), argument.slots)


def _settled(body: Body, statements: Statements, tree: nodes.FunctionDef) -> bytes:
    """Return the code of a function, written until the kinds of its locals are settled."""
    for _ in range(MOST_PASSES):
        body.begin()
        code = statements.block(tree.body)
        code = body.start() + code
        if body.settled:
            return code
    raise Refused(f"{tree.name}: the kinds of its locals")


def _gathered(body: Body, tree: nodes.FunctionDef, arguments: Sequence[Value]) -> Sequence[Value]:
    """Return arguments, of which those for `*rest` are one sequence."""
    if tree.rest is None:
        return arguments
    fixed = len(tree.parameters)
    rest = sequences.literal(body, arguments[fixed:])
    return [*arguments[:fixed], replace(rest, kind=any_size(rest.kind))]


def _anonymous(arguments: Sequence[Value]) -> Sequence[Value]:
    """Return arguments without the names and addresses of the slots that they may share.

    A function that is not generated knows no slots, so its code is the same for all of them, which
    are named by their places here. They keep their names if values share some slots and not all, or
    a generated function is passed on.
    """
    named = dict.fromkeys(each.slots for each in arguments if each.slots)
    apart = sum(map(len, named)) == len(frozenset[str]().union(*named))
    if not named or not apart or any(each.kind in (STATE, FUNCTION) for each in arguments):
        return arguments
    names = {slots: frozenset({str(place)}) for place, slots in enumerate(named)}
    return [replace(each, slots=names[each.slots], address=None) if each.slots else each for each in arguments]


def _completed(tree: nodes.FunctionDef, arguments: Sequence[Value]) -> list[Value]:
    """Return the arguments of a function, with those that it has by default."""
    missing = len(tree.parameters) - len(arguments)
    missing += tree.rest is not None
    if missing < 0:
        raise Refused(f"the arguments of {tree.name}")
    if missing > len(tree.defaults):
        raise Refused(f"too few arguments of {tree.name}")
    return [*arguments, *map(_default, tree.defaults[-missing:] if missing else ())]


def _returns(tree: nodes.FunctionDef) -> bool:
    """Return whether a function returns a value somewhere."""
    return any(isinstance(node, nodes.Return) and node.value is not None for node in nodes_in(tree))


def _keeps_no_list(result: Kind, parameters: Iterable[Value]) -> bool:
    """Return whether the lists that a function makes can be gone when it returns.

    It returns none of them, and has been given none to which it could add another one.
    """
    flat = all(
        not each.kind.fields and (each.kind.item is None or each.kind.item.held != wasm.I32) for each in parameters
    )
    return flat and result.item is None and not result.fields


def _own(function: Any) -> Any:
    """Return the function of the library that stands for another one, or the function itself."""
    return getattr(library, function) if isinstance(function, str) else FORMS.get(function, function)


def _key(value: Value, taken: bool) -> Any:
    if taken:
        return NUMBER if value.kind == TRUTH else value.kind, value.slots
    return value.kind, value.address, value.known if value.known is not UNKNOWN else None


def _runtime(value: Value) -> bool:
    """Return whether a value is passed on when the code runs; others are known before."""
    if not value.kind.held or value.address is not None:
        return False
    return value.kind != TRUTH or value.known is UNKNOWN


def _default(node: nodes.Expression) -> Value:
    match node:
        case nodes.Constant(value=None):
            return Value(NOTHING, b"", known=None)
        case nodes.Constant(value=int() as number):
            return Value(NUMBER, wasm.i64(number), known=number)
        case nodes.UnaryOp(op="-", operand=nodes.Constant(value=int() as number)):
            return Value(NUMBER, wasm.i64(-number), known=-number)
        case _:
            raise Refused("the default of an argument")


def _falls_through(tree: nodes.FunctionDef) -> bool:
    return not isinstance(tree.body[-1], nodes.Raise | nodes.Return)


@lru_cache(maxsize=256)
def _assigned(tree: nodes.FunctionDef) -> frozenset[str]:
    """Return the names to which a function gives values."""
    return frozenset(names_given(tree))
