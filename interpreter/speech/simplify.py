"""Simplification of typed expressions and statements, so that texts say no more than needed.

Options are constants in a typed program. What they decide disappears: the branches that are never
taken, terms that are zero, comparisons whose result is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from ..program import ir
from ..program.cards import NONE
from ..program.program import Program
from ..program.tree_walk import inside, mentions, parts, rebuilt, remade, size
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

_CASTS = ("to_cards", "to_players", "to_pile", "looked")
_COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")
_MOVES = (ir.Move, ir.Lay, ir.DealOut, ir.Draw, ir.Shuffle)
_SMALL = 3  # the most nodes of a definition's value that stands in place of its name
_FEW = 10  # the most nodes of one with parameters

_HELPED = 14  # the most nodes of one with a `help`, with its arguments and all definitions written out

TRUE = ir.Const(True, type=ty.BOOLEAN)
FALSE = ir.Const(False, type=ty.BOOLEAN)


class Simplifier:
    """Simplifies what a program says.

    Args:
        program: the program.
        named: the definitions that have words of their own, which stay where they are used.
        helped: the definitions with a `help`, which stay where they would be long.
    """

    def __init__(self, program: Program, named: Collection[str] = (), helped: Collection[str] = ()) -> None:
        """Prepare for a program; see the class for the arguments."""
        self._program = program
        self._named = named
        self._helped = helped
        self._known: dict[str, ir.Expr | None] = {}
        self._settled: Mapping[str, ir.Expr] = {}

    def learn(self, settled: Mapping[str, ir.Expr]) -> bool:
        """Take variables for their values, which no rule changes; return whether this is news."""
        news = settled != self._settled
        self._settled = settled
        self._known.clear()
        return news

    def definition(self, name: str) -> ir.Expr | None:
        """Return the simplified value of a definition; None if it is a procedure."""
        if name not in self._known:
            value = self._program.definitions[name].value
            self._known[name] = None if value is None else self.expression(value)
        return self._known[name]

    # -- statements

    def block(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """Return statements without those that are never carried out."""
        found: list[ir.Stmt] = []
        for statement in body:
            found += self._statement(statement)
        return tuple(found)

    def _statement(self, node: ir.Stmt) -> tuple[ir.Stmt, ...]:
        match node:
            case ir.If(test=test, then=then, other=other):
                test, then, other = self.expression(test), self.block(then), self.block(other)
                if isinstance(test, ir.Const):
                    return then if test.value else other
                if not then and not other:
                    return ()
                if not then:
                    test, then, other = self.negated(test), other, ()
                return (replace(node, test=test, then=then, other=other),)
            case ir.ForEach():
                return self._for_each(node)
            case ir.Repeat(times=times, until=until, body=body):
                inner = self.block(body)
                times = times and self.expression(times)
                until = until and self.expression(until)
                if isinstance(times, ir.Const) and times.value == 1:
                    return inner
                return (replace(node, times=times, until=until, body=inner),) if inner else ()
            case ir.Assign(target=target, value=value):
                value = self.expression(value)
                if isinstance(value, ir.Cond) and target.type.name in ("player", "boolean"):
                    then = replace(node, value=value.then)
                    other = replace(node, value=value.other)
                    case = ir.If(value.test, (then,), (other,), span=node.span)
                    return self._statement(case)
                settled = self._settled.get(target.variable)
                same = value == target or (settled is not None and value == settled)
                return () if same else (replace(node, value=value),)
            case ir.Move(cards=cards):
                return (replace(node, cards=self.expression(cards)),)
            case ir.Lay(cards=cards) | ir.Reveal(cards=cards):
                return (replace(node, cards=self.expression(cards)),)
            case ir.DealOut(count=count):
                count = self.expression(count)
                return () if _is(count, 0) else (replace(node, count=count),)
            case ir.Draw(count=count, until=until):
                count = count and self.expression(count)
                until = until and self.expression(until)
                return () if _is(count, 0) else (replace(node, count=count, until=until),)
            case ir.Let(value=value):
                return (replace(node, value=self.expression(value)),)
            case ir.Sugar(meant=meant, body=body):
                body = self.block(body)
                if not body or isinstance(meant, ir.Section):
                    return body
                return (replace(node, meant=remade(meant, self.expression), body=body),)
            case ir.Outcome(players=players) if players is not None:
                return (replace(node, players=self.expression(players)),)
            case ir.Perform(arguments=arguments):
                return (replace(node, arguments=tuple(map(self.expression, arguments))),)
            case _:
                return (node,)

    def _for_each(self, node: ir.ForEach) -> tuple[ir.Stmt, ...]:
        """Return a loop without conditions that do not depend on its member."""
        body = self.block(node.body)
        last = node.last and self.expression(node.last)
        node = replace(node, series=self.expression(node.series), last=last, body=body)
        if not body:
            return ()
        match node.series:
            case ir.Filter(collection=whole, name=name, condition=test) if not mentions(test, name):
                if isinstance(test, ir.Const):  # it never holds, or else it would be left out
                    return ()
                inner = self._for_each(replace(node, series=whole))
                return (ir.If(test, inner, (), span=node.span),)
            case _:
                pass
        named = any(isinstance(each, ir.Let) for each in body)
        if node.series.type != ty.PLAYERS or named or len(body) > 3:
            return (node,)
        found: list[ir.Stmt] = []
        for each in body:
            alone = replace(node, body=(each,))
            if isinstance(each, ir.If) and self._can_lead(each.test, node):
                then = self._for_each(replace(node, body=each.then))
                other = self._for_each(replace(node, body=each.other)) if each.other else ()
                found.append(replace(each, then=then, other=other))
            else:
                found.append(alone)
        return tuple(found)

    def _can_lead(self, test: ir.Expr, node: ir.ForEach) -> bool:
        """Return whether a condition within a loop is the same in every round of it."""
        if mentions(test, node.name):
            return False
        variables, cards = self._read(test)
        for each in self._done(node.body, set()):
            if isinstance(each, ir.Assign) and each.target.variable in variables:
                return False
            if cards and isinstance(each, _MOVES):
                return False
        return True

    def _read(self, test: ir.Expr) -> tuple[set[str], bool]:
        """Return the variables on which a value depends, and whether cards matter for it."""
        variables = {each.variable for each in parts(test, ir.VarRef)}
        cards = any(parts(test, ir.ZoneRef, ir.PileRef, ir.AllSeats, ir.Can))
        for each in parts(test, ir.Use):
            value = self._program.definitions[each.definition].value
            inner, more = self._read(value) if value is not None else (set[str](), False)
            variables, cards = variables | inner, cards or more
        return variables, cards

    def _done(self, body: Iterable[ir.Stmt], seen: set[str]) -> Iterator[ir.Stmt]:
        """Yield statements, also those of the procedures and of the answers that they lead to."""
        program = self._program
        for node in inside(body):
            yield node
            if isinstance(node, ir.Perform):
                yield from self._done(program.definitions[node.definition].do, seen)
            for name in node.actions if isinstance(node, ir.Ask) else ():
                if name not in seen:
                    seen.add(name)
                    action = program.actions[name]
                    for each in (action.do, *(effect.do for effect in action.effects)):
                        yield from self._done(each, seen)

    # -- expressions

    def expression(self, node: ir.Expr) -> ir.Expr:
        """Return a simpler expression with the same value."""
        node = rebuilt(node, self.expression)
        match node:
            case ir.Op(name=name, arguments=(only,)) if name in _CASTS:
                return only
            case ir.Op(name="not", arguments=(inner,)):
                return self.negated(inner)
            case ir.Op(name="size", arguments=(ir.Op(name="players" | "everybody" as who),)):
                if who == "players" and self._program.departures:
                    return node
                return ir.Const(self._program.players, type=ty.NUMBER, span=node.span)
            case ir.Op(name="size", arguments=(ir.Filter(condition=ir.Const(value=False)),)):
                return ir.Const(0, type=ty.NUMBER, span=node.span)
            case ir.Op():
                return self._operation(node)
            case ir.Fold(operation="total", collection=ir.Filter(condition=ir.Const(value=False))):
                return ir.Const(0, type=ty.NUMBER, span=node.span)
            case ir.VarRef(variable=name):
                return self._settled.get(name, node)
            case ir.Can(action=action):
                return node if self._is_possible(action) else FALSE
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                for side, other in ((left, right), (right, left)):
                    if isinstance(side, ir.Const):
                        return other if bool(side.value) == conjunction else side
                return left if left == right else node
            case ir.Cond():
                return self._conditional(node)
            case ir.Filter(collection=collection, condition=ir.Const(value=value)) if value:
                return collection
            case ir.Fold(operation="total", key=ir.Const(value=0)):
                return ir.Const(0, type=ty.NUMBER, span=node.span)
            case ir.Use(definition=name, arguments=given):
                value = self.definition(name)
                listed = value is not None and value.type.name == "list"
                if isinstance(value, ir.Const) and not (listed and name in self._named):
                    return value
                if value is None:
                    return node
                most = _FEW if given else _SMALL
                if name in self._named or size(value) > most:
                    return node
                inlined = self.inlined(node) or node
                return node if name in self._helped and self.written_size(inlined) > _HELPED else inlined
            case _:
                return node

    def _is_possible(self, action: str) -> bool:
        """Return whether the options allow an action at all."""
        when = self._program.actions[action].when
        return not (isinstance(when, ir.Const) and not when.value)

    def negated(self, node: ir.Expr) -> ir.Expr:
        """Return the contrary of a condition."""
        match node:
            case ir.Const(value=value):
                return FALSE if value else TRUE
            case ir.Op(name="not", arguments=(inner,)):
                return inner
            case ir.Op(name=name) if (relation := OPERATIONS[name].relation) is not None:
                return replace(node, name=relation.opposite)
            case _:
                return ir.Op("not", (node,), type=ty.BOOLEAN, span=node.span)

    def _operation(self, node: ir.Op) -> ir.Expr:
        match node:
            case ir.Op(name="join" | "join_piles", arguments=(left, right)) if _nothing(left):
                return right
            case ir.Op(name="join" | "join_piles" | "minus", arguments=(left, right)) if _nothing(right) or (
                left == right and node.name != "minus"
            ):
                return left
            case ir.Op(name="add", arguments=(ir.Const(value=0), other)):
                return other
            case ir.Op(name="add" | "sub", arguments=(other, ir.Const(value=0))):
                return other
            case ir.Op(name="sub", arguments=(ir.Const(value=0), other)):
                return ir.Op("neg", (other,), type=node.type, span=node.span)
            case ir.Op(name="mul", arguments=(left, right)):
                for side, other in ((left, right), (right, left)):
                    if _is(side, 1) and not side.type.halves:
                        return other
                    if _is(side, 0):
                        return side
            case ir.Op(name="div", arguments=(other, ir.Const(value=1))) if not other.type.halves:
                return other
            case ir.Op(name="otherwise", arguments=(left, right)) if left == right:
                return left
            case ir.Op(name="eq" | "ne", arguments=(left, ir.Const() as none)) if (
                none.value == NONE and any(none is each for each in self._settled.values()) and self._is_something(left)
            ):
                return FALSE if node.name == "eq" else TRUE  # what no rule ever names
            case ir.Op(name=name, arguments=(left, right)) if name in _COMPARED:
                if isinstance(left, ir.Const) and not isinstance(right, ir.Const):
                    relation = OPERATIONS[name].relation
                    assert relation is not None
                    mirrored = replace(node, name=relation.mirrored, arguments=(right, left))
                    return self._operation(mirrored)
                if isinstance(right, ir.Const) and isinstance(left, ir.Cond | ir.Use):
                    return self._compared(node, left, right)
            case _:
                pass
        known = OPERATIONS[node.name].known
        if known is not None and all(isinstance(each, ir.Const) for each in node.arguments):
            values = [each.value for each in node.arguments if isinstance(each, ir.Const)]
            if node.name in ("div", "mod") and not values[1]:
                return ir.Const(0, type=ty.NUMBER, span=node.span)
            return ir.Const(known(*values), type=node.type, span=node.span)
        return node

    def _is_something(self, node: ir.Expr) -> bool:
        """Return whether a value that is compared is a player, or the rank or suit of a card."""
        match node:
            case ir.Op(name="suit"):
                return NONE not in self._program.pack.suit
            case ir.Op(name="rank"):
                return True
            case _:
                return isinstance(node, ir.Local) and node.type == ty.PLAYER

    def _compared(self, node: ir.Op, left: ir.Cond | ir.Use, right: ir.Const) -> ir.Expr:
        """Return a comparison of a number that depends on conditions, as these conditions."""
        value: ir.Expr | None = left
        if isinstance(left, ir.Use):
            if not left.arguments:
                return node
            value = self.inlined(left)
        if not isinstance(value, ir.Cond) or not _is_table(value):
            return node
        then = self._operation(replace(node, arguments=(value.then, right)))
        other = replace(node, arguments=(value.other, right))
        inner = self.expression(other)
        return self._conditional(ir.Cond(value.test, then, inner, type=ty.BOOLEAN, span=node.span))

    def written_size(self, node: ir.Expr, depth: int = 4) -> int:
        """Return how many nodes an expression has, with definitions without words of their own written out."""
        found = size(node)
        for use in parts(node, ir.Use) if depth else ():
            inlined = None if use.definition in self._named else self.inlined(use)
            found += self.written_size(inlined, depth - 1) if inlined is not None else 0
        return found

    def inlined(self, use: ir.Use) -> ir.Expr | None:
        """Return the value of a definition for its arguments."""
        from ..program.tree_walk import substitute

        value = self.definition(use.definition)
        if value is None:
            return None
        names = [name for name, _ in self._program.definitions[use.definition].parameters]
        return self.expression(substitute(value, dict(zip(names, use.arguments, strict=True))))

    def _conditional(self, node: ir.Cond) -> ir.Expr:
        test, then, other = node.test, node.then, node.other
        if isinstance(test, ir.Const):
            return then if test.value else other
        if then == other:
            return then
        if node.type != ty.BOOLEAN:
            return node
        match then, other:
            case ir.Const(value=left), ir.Const(value=right):
                if left == right:
                    return then
                return test if left else self.negated(test)
            case ir.Const(value=left), _:
                first = test if left else self.negated(test)
                return ir.Logic(not left, first, other, type=ty.BOOLEAN, span=node.span)
            case _, ir.Const(value=right):
                first = self.negated(test) if right else test
                return ir.Logic(not right, first, then, type=ty.BOOLEAN, span=node.span)
            case _:
                return node


def _is(node: ir.Expr | None, value: int) -> bool:
    return isinstance(node, ir.Const) and node.type == ty.NUMBER and node.value == value


def _nothing(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and node.type.name in ("nothing", "cards") and not node.value


def _is_table(node: ir.Expr) -> bool:
    """Return whether a value is one of several constants, by conditions."""
    match node:
        case ir.Const():
            return True
        case ir.Cond(then=then, other=other):
            return _is_table(then) and _is_table(other)
        case _:
            return False


def alternatives(node: ir.Expr, *, conjunction: bool) -> Iterator[ir.Expr]:
    """Yield the parts of a condition between `and` or between `or`."""
    if isinstance(node, ir.Logic) and node.conjunction == conjunction:
        yield from alternatives(node.left, conjunction=conjunction)
        yield from alternatives(node.right, conjunction=conjunction)
    else:
        yield node


def combined(parts: list[ir.Expr], conjunction: bool) -> ir.Expr:
    """Return conditions as one."""
    whole, *others = parts
    for each in others:
        whole = ir.Logic(conjunction, whole, each, type=ty.BOOLEAN)
    return whole


def is_one(node: ir.Expr) -> bool:
    """Return whether a value is the number 1."""
    return isinstance(node, ir.Const) and node.value == 1


def is_none(node: ir.Expr) -> bool:
    """Return whether a value is `none` or `nobody`."""
    return isinstance(node, ir.Const) and node.value == NONE and node.type != ty.NUMBER


def cases(node: ir.Cond) -> tuple[list[tuple[ir.Expr, ir.Expr]], ir.Expr]:
    """Return the cases of a value, each with its condition, and what it is otherwise."""
    found: list[tuple[ir.Expr, ir.Expr]] = []
    rest: ir.Expr = node
    while isinstance(rest, ir.Cond):
        if isinstance(rest.then, ir.Cond):
            inner, last = cases(rest.then)
            found += [(combined([rest.test, test], True), value) for test, value in inner]
            found.append((rest.test, last))
        else:
            found.append((rest.test, rest.then))
        rest = rest.other
    return found, rest


def is_empty(node: ir.Expr) -> bool:
    """Return whether a value means nothing: 0, false, none, or no members."""
    if not isinstance(node, ir.Const):
        return False
    countable = node.type in (ty.NUMBER, ty.BOOLEAN) or node.type.name in ty.COLLECTIONS
    return is_none(node) or (countable and not node.value)
