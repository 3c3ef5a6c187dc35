# ruff: noqa: RUF023  (slots stand in the order of the parameters)
"""The nodes of the core: the trees of functions, which are printed as Python and as WebAssembly.

Expressions, loops and comprehensions are structured as in Python, so that they print as Python that
people can read; the names of the classes and their fields are those of Python's `ast` where they
mean the same. There are fewer of them: a name is the same node where it is read and where it is
assigned to, an operator is its sign, and parameters are a list.

An expression carries its type (`types.py`), a statement the line of the rule that it comes from.
Apart from these two, nodes are never changed: a pass that changes something makes a new tree, and trees may
share their parts. Where a field holds several nodes it is a list, never a tuple. Two nodes are equal only if
they are the same; `same_code` (`build.py`) compares what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

if TYPE_CHECKING:
    from ..syntax.types import Type

Value = int | float | str | bool | tuple[object, ...] | None
"""What a constant may be."""

NO_NODES: Final[Sequence[Any]] = []
"""No parts; never changed."""


class Node:
    """A part of a function.

    Attributes:
        fields: the names of its fields, in the order in which its class takes them.
        parts: those of them in which there are nodes or lists of nodes.
        marks: the others.
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[str, ...]] = ()
    marks: ClassVar[tuple[str, ...]] = ()
    _marks: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Note the fields of a class, and in which of them there are nodes."""
        cls.fields = tuple(field for field in cls.__slots__ if field not in ("type", "line"))
        cls.parts = tuple(field for field in cls.fields if field not in (*_MARKS, *cls._marks))
        cls.marks = tuple(field for field in cls.fields if field not in cls.parts)

    def __repr__(self) -> str:
        """Return its class and its fields."""
        return f"{type(self).__name__}({', '.join(repr(getattr(self, field)) for field in self.fields)})"


_MARKS: Final = frozenset("id attr op ops arg rule name annotation returns".split())
"""The fields in which there are no nodes."""


class Expression(Node):
    """What has a value.

    Attributes:
        type: the type of its value; None until it is known.
    """

    __slots__ = ("type",)
    type: Type | None


class Statement(Node):
    """What does something.

    Attributes:
        line: the line of the rule that it comes from, as `lines.py` numbers it; 0 if none is known.
    """

    __slots__ = ("line",)
    line: int


# -- expressions


class Constant(Expression):
    """A value that is known."""

    __slots__ = ("value",)
    _marks = ("value",)  # which holds nodes in other classes

    def __init__(self, value: Value) -> None:
        self.value: Final = value
        self.type = None


class Name(Expression):
    """A local, a parameter, a constant of the machine or a function."""

    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self.type = None


class Attribute(Expression):
    """A slot of a position, an attribute of another object, or a method."""

    __slots__ = ("value", "attr")

    def __init__(self, value: Expression, attr: str) -> None:
        self.value: Final = value
        self.attr: Final = attr
        self.type = None


class Subscript(Expression):
    """A member of a list or table, or some of them."""

    __slots__ = ("value", "slice")

    def __init__(self, value: Expression, slice: Expression) -> None:
        self.value: Final = value
        self.slice: Final = slice
        self.type = None


class Slice(Expression):
    """`lower:upper:step` in a `Subscript`: which members are taken."""

    __slots__ = ("lower", "upper", "step")

    def __init__(
        self, lower: Expression | None = None, upper: Expression | None = None, step: Expression | None = None
    ) -> None:
        self.lower: Final = lower
        self.upper: Final = upper
        self.step: Final = step
        self.type = None


class BinOp(Expression):
    """Two values with an operator between them, such as `+`."""

    __slots__ = ("left", "op", "right")

    def __init__(self, left: Expression, op: str, right: Expression) -> None:
        self.left: Final = left
        self.op: Final = op
        self.right: Final = right
        self.type = None


class UnaryOp(Expression):
    """An operator before a value: `-`, `~` or `not`."""

    __slots__ = ("op", "operand")

    def __init__(self, op: str, operand: Expression) -> None:
        self.op: Final = op
        self.operand: Final = operand
        self.type = None


class BoolOp(Expression):
    """`a and b …` or `a or b …`: the first value that decides, else the last one."""

    __slots__ = ("op", "values")

    def __init__(self, op: str, values: Sequence[Expression]) -> None:
        self.op: Final = op
        self.values: Final = values
        self.type = None


class Compare(Expression):
    """`left ops[0] comparators[0] ops[1] …`: whether all of these hold."""

    __slots__ = ("left", "ops", "comparators")

    def __init__(self, left: Expression, ops: Sequence[str], comparators: Sequence[Expression]) -> None:
        self.left: Final = left
        self.ops: Final = ops
        self.comparators: Final = comparators
        self.type = None


class IfExp(Expression):
    """`body if test else orelse`."""

    __slots__ = ("test", "body", "orelse")

    def __init__(self, test: Expression, body: Expression, orelse: Expression) -> None:
        self.test: Final = test
        self.body: Final = body
        self.orelse: Final = orelse
        self.type = None


class Tuple(Expression):
    """Several values in one, which does not change."""

    __slots__ = ("elts",)

    def __init__(self, elts: Sequence[Expression]) -> None:
        self.elts: Final = elts
        self.type = None


class List(Expression):
    """A new list of some members."""

    __slots__ = ("elts",)

    def __init__(self, elts: Sequence[Expression]) -> None:
        self.elts: Final = elts
        self.type = None


class Starred(Expression):
    """`*value`: the members in the place of one; in a target, a name for all that are left."""

    __slots__ = ("value",)

    def __init__(self, value: Expression) -> None:
        self.value: Final = value
        self.type = None


class Clause(Node):
    """What a comprehension goes through: `for target in iter if …`."""

    __slots__ = ("target", "iter", "ifs")

    def __init__(self, target: Expression, iter: Expression, ifs: Sequence[Expression] = NO_NODES) -> None:
        self.target: Final = target
        self.iter: Final = iter
        self.ifs: Final = ifs


class ListComp(Expression):
    """A new list with a value for each member of others."""

    __slots__ = ("elt", "generators")

    def __init__(self, elt: Expression, generators: Sequence[Clause]) -> None:
        self.elt: Final = elt
        self.generators: Final = generators
        self.type = None


class GeneratorExp(Expression):
    """Like `ListComp`, but each value is computed when it is asked for."""

    __slots__ = ("elt", "generators")

    def __init__(self, elt: Expression, generators: Sequence[Clause]) -> None:
        self.elt: Final = elt
        self.generators: Final = generators
        self.type = None


class Parameter(Node):
    """A parameter of a function.

    Attributes:
        name: its name.
        annotation: its type as text: in the source of a primitive, or in a listing.
        type: its type.
    """

    __slots__ = ("name", "annotation", "type")

    def __init__(self, name: str, annotation: str | None = None) -> None:
        self.name: Final = name
        self.annotation: Final = annotation
        self.type: Type | None = None


class Lambda(Expression):
    """A function without a name."""

    __slots__ = ("parameters", "body")

    def __init__(self, parameters: Sequence[Parameter], body: Expression) -> None:
        self.parameters: Final = parameters
        self.body: Final = body
        self.type = None


class Keyword(Node):
    """An argument that is given by its name."""

    __slots__ = ("arg", "value")

    def __init__(self, arg: str, value: Expression) -> None:
        self.arg: Final = arg
        self.value: Final = value


class Call(Expression):
    """What a function returns.

    Attributes:
        rule: whether it asks for a definition (`d_NAME`) or whether an action is possible (`can_NAME`).
    """

    __slots__ = ("func", "args", "keywords", "rule")

    def __init__(
        self,
        func: Expression,
        args: Sequence[Expression],
        keywords: Sequence[Keyword] = NO_NODES,
        rule: bool = False,
    ) -> None:
        self.func: Final = func
        self.args: Final = args
        self.keywords: Final = keywords
        self.rule: Final = rule
        self.type = None


# -- statements


class Evaluate(Statement):
    """An expression as a statement: only what it does counts, or that it may stop the game."""

    __slots__ = ("value",)

    def __init__(self, value: Expression) -> None:
        self.value: Final = value
        self.line = 0


class Assign(Statement):
    """Gives names, slots or members of lists a value."""

    __slots__ = ("targets", "value")

    def __init__(self, targets: Sequence[Expression], value: Expression) -> None:
        self.targets: Final = targets
        self.value: Final = value
        self.line = 0


class AnnAssign(Statement):
    """Declares a local, with a value or without."""

    __slots__ = ("target", "annotation", "value")

    def __init__(self, target: Expression, annotation: str, value: Expression | None) -> None:
        self.target: Final = target
        self.annotation: Final = annotation
        self.value: Final = value
        self.line = 0


class AugAssign(Statement):
    """Changes a value by an operator, such as `+=`; `op` is the sign without `=`."""

    __slots__ = ("target", "op", "value")

    def __init__(self, target: Expression, op: str, value: Expression) -> None:
        self.target: Final = target
        self.op: Final = op
        self.value: Final = value
        self.line = 0


class Delete(Statement):
    """Takes members out of lists."""

    __slots__ = ("targets",)

    def __init__(self, targets: Sequence[Expression]) -> None:
        self.targets: Final = targets
        self.line = 0


class For(Statement):
    """Does something for each member; `orelse` follows unless it is left by `break`."""

    __slots__ = ("target", "iter", "body", "orelse")

    def __init__(
        self, target: Expression, iter: Expression, body: Sequence[Statement], orelse: Sequence[Statement] = NO_NODES
    ) -> None:
        self.target: Final = target
        self.iter: Final = iter
        self.body: Final = body
        self.orelse: Final = orelse
        self.line = 0


class While(Statement):
    """Does something as long as a condition holds."""

    __slots__ = ("test", "body", "orelse")

    def __init__(self, test: Expression, body: Sequence[Statement], orelse: Sequence[Statement] = NO_NODES) -> None:
        self.test: Final = test
        self.body: Final = body
        self.orelse: Final = orelse
        self.line = 0


class If(Statement):
    """Does one of two things."""

    __slots__ = ("test", "body", "orelse")

    def __init__(self, test: Expression, body: Sequence[Statement], orelse: Sequence[Statement] = NO_NODES) -> None:
        self.test: Final = test
        self.body: Final = body
        self.orelse: Final = orelse
        self.line = 0


class Return(Statement):
    """Leaves the function with a value, or without one."""

    __slots__ = ("value",)

    def __init__(self, value: Expression | None = None) -> None:
        self.value: Final = value
        self.line = 0


class Raise(Statement):
    """Raises an error. Which one is not kept: native code only traps, and Python never runs such a tree."""

    __slots__ = ()

    def __init__(self) -> None:
        self.line = 0


class Break(Statement):
    """Leaves the loop around it."""

    __slots__ = ()

    def __init__(self) -> None:
        self.line = 0


class Continue(Statement):
    """Goes on with the next round of the loop around it."""

    __slots__ = ()

    def __init__(self) -> None:
        self.line = 0


class Pass(Statement):
    """Does nothing."""

    __slots__ = ()

    def __init__(self) -> None:
        self.line = 0


class FunctionDef(Statement):
    """A function with a name.

    Attributes:
        name: its name.
        parameters: its parameters, the last of which may have defaults.
        body: its code.
        defaults: the values of the last parameters where they are not given.
        rest: a further parameter, for any number of arguments.
        returns: the type of its result as text.
    """

    __slots__ = ("name", "parameters", "body", "defaults", "rest", "returns")

    def __init__(
        self,
        name: str,
        parameters: Sequence[Parameter],
        body: Sequence[Statement],
        defaults: Sequence[Expression] = NO_NODES,
        rest: Parameter | None = None,
        returns: str | None = None,
    ) -> None:
        self.name: Final = name
        self.parameters: Final = parameters
        self.body: Final = body
        self.defaults: Final = defaults
        self.rest: Final = rest
        self.returns: Final = returns
        self.line = 0
