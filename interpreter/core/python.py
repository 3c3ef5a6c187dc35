"""Prints functions of the core as Python: as trees for Python's compiler, and as text for people."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType
from typing import Any, ClassVar, Final, TypeVar

from . import nodes
from .nodes import Expression, FunctionDef, Node, Statement
from .reading import SIGNS

_OPERATORS: Final[Mapping[str, Any]] = {
    sign: kind() for kind, sign in SIGNS.items() if not issubclass(kind, ast.unaryop)
}
_UNARY: Final[Mapping[str, Any]] = {sign: kind() for kind, sign in SIGNS.items() if issubclass(kind, ast.unaryop)}
_LOAD: Final = ast.Load()
_STORE: Final = ast.Store()
_DELETED: Final = ast.Del()

Tree = TypeVar("Tree", bound="ast.expr | ast.stmt | ast.arg | ast.keyword")


def compiled(function: FunctionDef, file: str) -> CodeType:
    """Return the code of a function.

    Args:
        function: the function.
        file: the file that the lines of its statements are in.
    """
    module = compile(ast.Module([_Printing(1).function(function)], []), file, "exec")
    (code,) = (each for each in module.co_consts if isinstance(each, CodeType))
    return code


def value_of(code: Expression, space: dict[str, Any]) -> Any:
    """Return the value of an expression.

    Args:
        code: the expression.
        space: the values of the names in it.
    """
    return eval(compile(ast.Expression(_Printing(1).expression(code)), "<table>", "eval"), space)


def text_of(node: Node) -> str:
    """Return a tree as text; what is neither a statement nor an expression as the call that makes it.

    >>> text_of(nodes.BinOp(nodes.Name("a"), "<<", nodes.Constant(2)))
    'a << 2'
    """
    printing = _Printing(1)
    match node:
        case Statement():
            return ast.unparse(printing.statement(node))
        case Expression():
            return ast.unparse(printing.expression(node))
        case _:
            return repr(node)


class _Printing:
    """Makes trees of Python, whose parts have the line of the statement that they are in."""

    def __init__(self, line: int) -> None:
        self._line = line

    def _placed(self, made: Tree) -> Tree:
        made.lineno = self._line
        made.col_offset = 0
        return made

    # -- statements

    def statement(self, node: Statement) -> ast.stmt:
        """Return the tree of a statement."""
        before = self._line
        self._line = node.line or before
        made = self._placed(self._STATEMENTS[node.__class__](self, node))
        self._line = before
        return made

    def function(self, node: FunctionDef) -> ast.FunctionDef:
        """Return the tree of a function."""
        self._line = node.line or self._line
        body = self._block(node.body)
        parameters = self._parameters(node.parameters)
        if node.rest is not None:
            parameters.vararg = self._parameter(node.rest)
        parameters.defaults += map(self.expression, node.defaults)
        returns = None if node.returns is None else self._annotation(node.returns)
        return self._placed(ast.FunctionDef(node.name, parameters, body, [], returns))

    def _parameters(self, parameters: Iterable[nodes.Parameter]) -> ast.arguments:
        return ast.arguments([], [*map(self._parameter, parameters)], None, [], [], None, [])

    def _parameter(self, node: nodes.Parameter) -> ast.arg:
        return self._placed(ast.arg(node.name, None if node.annotation is None else self._annotation(node.annotation)))

    def _annotation(self, text: str) -> ast.expr:
        return self._placed(ast.Name(text, _LOAD))  # never evaluated: the code of the function alone is taken

    def _block(self, body: Iterable[Statement]) -> list[ast.stmt]:
        return [self.statement(each) for each in body]

    def _evaluate(self, node: nodes.Evaluate) -> ast.stmt:
        return ast.Expr(self.expression(node.value))

    def _assign(self, node: nodes.Assign) -> ast.stmt:
        return ast.Assign([self._target(each) for each in node.targets], self.expression(node.value))

    def _declare(self, node: nodes.AnnAssign) -> ast.stmt:
        value = None if node.value is None else self.expression(node.value)
        return ast.AnnAssign(self._target(node.target), self._annotation(node.annotation), value, 1)

    def _augment(self, node: nodes.AugAssign) -> ast.stmt:
        return ast.AugAssign(self._target(node.target), _OPERATORS[node.op], self.expression(node.value))

    def _delete(self, node: nodes.Delete) -> ast.stmt:
        return ast.Delete([self._target(each, _DELETED) for each in node.targets])

    def _for(self, node: nodes.For) -> ast.stmt:
        target, items = self._target(node.target), self.expression(node.iter)
        return ast.For(target, items, self._block(node.body), self._block(node.orelse))

    def _while(self, node: nodes.While) -> ast.stmt:
        return ast.While(self.expression(node.test), self._block(node.body), self._block(node.orelse))

    def _branch(self, node: nodes.If) -> ast.stmt:
        return ast.If(self.expression(node.test), self._block(node.body), self._block(node.orelse))

    def _return(self, node: nodes.Return) -> ast.stmt:
        return ast.Return(None if node.value is None else self.expression(node.value))

    _STATEMENTS: ClassVar[Mapping[type[Statement], Callable[[Any, Any], ast.stmt]]] = {
        nodes.Evaluate: _evaluate,
        nodes.Assign: _assign,
        nodes.AnnAssign: _declare,
        nodes.AugAssign: _augment,
        nodes.Delete: _delete,
        nodes.For: _for,
        nodes.While: _while,
        nodes.If: _branch,
        nodes.Return: _return,
        nodes.Raise: lambda _, node: ast.Raise(),
        nodes.Break: lambda _, node: ast.Break(),
        nodes.Continue: lambda _, node: ast.Continue(),
        nodes.Pass: lambda _, node: ast.Pass(),
        nodes.FunctionDef: function,
    }
    """What prints each class of statements."""

    # -- expressions

    def expression(self, node: Expression) -> ast.expr:
        """Return the tree of an expression."""
        made = self._EXPRESSIONS[node.__class__](self, node)
        made.lineno = self._line
        made.col_offset = 0
        return made

    def _all(self, parts: Sequence[Expression]) -> list[ast.expr]:
        return [*map(self.expression, parts)]

    def _target(self, node: Expression, use: ast.expr_context = _STORE) -> Any:
        """Return the tree of what is assigned to, or deleted."""
        match node:
            case nodes.Name(id=name):
                return self._placed(ast.Name(name, use))
            case nodes.Attribute(value=value, attr=name):
                return self._placed(ast.Attribute(self.expression(value), name, use))
            case nodes.Subscript(value=value, slice=place):
                return self._placed(ast.Subscript(self.expression(value), self.expression(place), use))
            case nodes.Tuple(elts=parts):
                return self._placed(ast.Tuple([self._target(each, use) for each in parts], use))
            case nodes.Starred(value=value):
                return self._placed(ast.Starred(self._target(value, use), use))
            case _:
                raise AssertionError(f"{node} is no target")

    def _slice(self, node: nodes.Slice) -> ast.expr:
        return ast.Slice(*[each and self.expression(each) for each in (node.lower, node.upper, node.step)])

    def _compare(self, node: nodes.Compare) -> ast.expr:
        return ast.Compare(
            self.expression(node.left), [_OPERATORS[each] for each in node.ops], self._all(node.comparators)
        )

    def _clauses(self, clauses: Iterable[nodes.Clause]) -> list[ast.comprehension]:
        return [
            ast.comprehension(self._target(each.target), self.expression(each.iter), self._all(each.ifs), 0)
            for each in clauses
        ]

    def _call(self, node: nodes.Call) -> ast.expr:
        keywords = [self._placed(ast.keyword(each.arg, self.expression(each.value))) for each in node.keywords]
        return ast.Call(self.expression(node.func), self._all(node.args), keywords)

    _EXPRESSIONS: ClassVar[Mapping[type[Expression], Callable[[Any, Any], ast.expr]]] = {
        nodes.Constant: lambda _, node: ast.Constant(node.value),
        nodes.Name: lambda _, node: ast.Name(node.id, _LOAD),
        nodes.Attribute: lambda self, node: ast.Attribute(self.expression(node.value), node.attr, _LOAD),
        nodes.Subscript: lambda self, node: ast.Subscript(
            self.expression(node.value), self.expression(node.slice), _LOAD
        ),
        nodes.Slice: _slice,
        nodes.BinOp: lambda self, node: ast.BinOp(
            self.expression(node.left), _OPERATORS[node.op], self.expression(node.right)
        ),
        nodes.UnaryOp: lambda self, node: ast.UnaryOp(_UNARY[node.op], self.expression(node.operand)),
        nodes.BoolOp: lambda self, node: ast.BoolOp(_OPERATORS[node.op], self._all(node.values)),
        nodes.Compare: _compare,
        nodes.IfExp: lambda self, node: ast.IfExp(
            self.expression(node.test), self.expression(node.body), self.expression(node.orelse)
        ),
        nodes.Tuple: lambda self, node: ast.Tuple(self._all(node.elts), _LOAD),
        nodes.List: lambda self, node: ast.List(self._all(node.elts), _LOAD),
        nodes.Starred: lambda self, node: ast.Starred(self.expression(node.value), _LOAD),
        nodes.ListComp: lambda self, node: ast.ListComp(self.expression(node.elt), self._clauses(node.generators)),
        nodes.GeneratorExp: lambda self, node: ast.GeneratorExp(
            self.expression(node.elt), self._clauses(node.generators)
        ),
        nodes.Lambda: lambda self, node: ast.Lambda(self._parameters(node.parameters), self.expression(node.body)),
        nodes.Call: _call,
    }
    """What prints each class of expressions."""
