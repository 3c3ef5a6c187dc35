"""Programs that note how their points come about.

The program of a game is changed so that it also notes, in a trace, the parts of each number that it
adds to a score, binds to a name or gives to a procedure. `reckoning.py` reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ...analysis.disclosures import Disclosures
from ...program import ir
from ...program.program import Definition, Program
from ...program.tree_walk import Body, local_names, rebuilt_rules, substitute, walk
from ...speech.book import Book
from ...speech.english import superlative
from ...speech.grammar import THEY, YOU, NounPhrase, Part, Place, Proposition, Words, said
from ...speech.speech import Speech
from ...syntax import types as ty
from .endings import Ending, Endings, Reached
from .terms import NAMED, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...game.rules import Rules


_PREFIX: Final = "REASON_"
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
_DEEPEST: Final = 8  # definitions inside one another that are written out
_LONGEST: Final = 80  # characters of a reason


@dataclass(frozen=True, slots=True)
class Node:
    """How a number is computed, as far as it is told.

    Attributes:
        kind: `const`, `value`, `sum`, `product`, `quotient`, `choice`, `use` or `cards`.
        expr: What it stands for; the test of a choice.
        label: What it is called.
        parts: The nodes that it consists of; of a choice, what holds then and otherwise.
        signs: Of a sum, the sign of each part.
        reason: Why a number without a name applies.
        local: A local name that says what a number without a name is for.
        named: Whether the ruleset gives it its label.
        noted: The point at which its value is noted; that of its test, if it is a choice, of its cards, if it is
            their total, and of the players whose doing it is, if its label is what they have done; -1 if none is.
        each: The point at which it is noted what each card counts; -1 if each counts one.
    """

    kind: str
    expr: ir.Expr
    label: str = ""
    parts: tuple[Node, ...] = ()
    signs: tuple[int, ...] = ()
    reason: Reason | None = None
    local: str = ""
    named: bool = False
    noted: int = -1
    each: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """An amount in the rules, and the name that it is bound to; empty if it goes to a score."""

    node: Node
    name: str = ""


Told = tuple[Node, ir.Expr]
"""How an expression is put into words, and the expression with its notes."""


class Annotator:
    """Makes the program that notes the parts of amounts.

    Attributes:
        points: The points at which something is noted: that an amount is computed, why a deal or the match ends,
            or, as a number, a part of an amount.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._program = rules.program
        assert rules.loaded.ruleset is not None
        self._speech = Speech(Book(rules.program, rules.loaded.ruleset))
        self._disclosures = Disclosures(rules.program)
        # What the statements around a number name, a local name in them, and the players who have
        # done what they name; the inmost last.
        self._around: list[tuple[str, str, ir.Expr | None]] = []
        self._definitions: dict[str, Definition] = {}
        self._before: list[ir.Stmt] = []  # the notes before a statement
        self.points: list[Amount | Ending | Reached | int] = []
        self._endings = Endings(self._program, self._speech, self._noted_at)

    def program(self) -> Program:
        """Return the program."""
        annotated = rebuilt_rules(self._program, self._annotated, self._endings.of_deal)
        until = annotated.match_until and self._endings.of_match(annotated.match_until)
        return replace(annotated, definitions=annotated.definitions | self._definitions, match_until=until)

    # -------------------------------------------------------------------------- statements

    def _annotated(self, body: Body) -> Body:
        return tuple(each for old in body for each in self._noted(old))

    def _noted(self, statement: ir.Stmt) -> Body:
        """Return a statement with notes of the amounts in it, and what is noted before it."""
        self._before, amounts = [], list[Amount]()
        match statement:
            case ir.If(test=test, then=then, other=other):
                noted, inner = self._endings.of_deal(test, then), self._within(test, then)
                return (replace(statement, test=noted, then=inner, other=self._annotated(other)),)
            case ir.ForEach(series=series, body=body):
                return (replace(statement, body=self._within(series, body)),)
            case ir.Repeat(body=body):
                return (replace(statement, body=self._annotated(body)),)
            case ir.Assign(
                target=ir.VarRef(variable="score", seat=seat),
                value=ir.Op(name="add", arguments=(ir.VarRef(variable="score") as score, amount)) as value,
            ) if seat is not None:
                amount = self._amount(amounts, amount)
                statement = replace(statement, value=replace(value, arguments=(score, amount)))
            case ir.Let(name=name, value=value) if value.type == ty.NUMBER:
                statement = replace(statement, value=self._amount(amounts, value, name))
            case ir.Perform(definition=definition, arguments=arguments):
                parameters = self._program.definitions[definition].parameters
                given = zip(parameters, arguments, strict=True)
                arguments = tuple(self._argument(amounts, name, kind, value) for (name, kind), value in given)
                statement = replace(statement, arguments=arguments)
            case _:
                pass
        begun = tuple(ir.Note(number) for number, _ in enumerate(amounts, len(self.points)))
        self.points += amounts
        return (*begun, *self._before, statement)

    def _amount(self, found: list[Amount], value: ir.Expr, name: str = "") -> ir.Expr:
        node, value = self._told(value)
        found.append(Amount(node, name))
        return value

    def _argument(self, found: list[Amount], name: str, kind: ty.Type, value: ir.Expr) -> ir.Expr:
        if kind == ty.NUMBER:
            return self._amount(found, value, name)
        if isinstance(value, ir.Best):  # who is the best in something scores
            nothing, _ = self._told(ir.Const(0, type=ty.NUMBER))
            label = self._best(value)
            found.append(Amount(replace(nothing, label=label) if label else nothing, name))
        return value

    def _within(self, around: ir.Expr, body: Body) -> Body:
        """Return an annotated body, and note what the condition or the loop around it names."""
        found = self._mentioned(around), next(local_names(around), ""), self._players_in(around)
        outer = self._around[-1] if self._around else ("", "", None)
        self._around.append(found if any(found) else outer)
        annotated = self._annotated(body)
        self._around.pop()
        return annotated

    def _players_in(self, node: ir.Expr) -> ir.Expr | None:
        """Return the first definition in an expression, if it says which players did something."""
        found = next((each for each in walk(node) if isinstance(each, ir.VarRef | ir.Use)), None)
        is_one = isinstance(found, ir.Use) and found.type == ty.PLAYERS and not found.arguments
        return found if is_one else None

    def _mentioned(self, node: ir.Expr) -> str:
        """Return what the first variable or definition in an expression is called."""
        named = (ir.VarRef, ir.Use, ir.Local) if isinstance(node, ir.Local) else (ir.VarRef, ir.Use)
        inner = (each for each in walk(node) if isinstance(each, named))
        return next((self._named(each) for each in inner), "")

    # ------------------------------------------------------------------------------- nodes

    def _told(self, expr: ir.Expr, *, depth: int = 0, within: str = "") -> Told:
        """Return how an expression is said, and the expression with notes.

        Args:
            expr: The expression.
            depth: In how many definitions it is.
            within: Whether it is a part of a `sum` or `product`.
        """
        match expr:
            case ir.Const():
                alone = self._around and not depth and not within
                label, local, doers = self._around[-1] if alone else ("", "", None)
                own = self._named(expr)
                noted = -1
                if doers is not None and not own:
                    noted = self._point()
                    self._before.append(ir.Note(noted, doers))
                return Node("const", expr, own or label, local=local, noted=noted), expr
            case ir.Op(name="add" | "sub" | "neg" as name, arguments=arguments):
                if depth and any(isinstance(each, ir.Const) and not self._named(each) for each in _addends(expr)):
                    return self._value(expr, "")  # nobody knows what a bare number in a sum is for
                parts, noted = self._parts(arguments, depth, "sum")
                signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[name]
                return Node("sum", expr, parts=parts, signs=signs), replace(expr, arguments=noted)
            case ir.Op(name="mul", arguments=factors):
                several = sum(not _is_number(each) for each in factors)
                inner = within if several == 1 else "product"
                # What is multiplied has a name; how often it counts needs none.
                told = [
                    self._told(each, depth=depth, within="factor" if several and _is_number(each) else inner)
                    for each in factors
                ]
                parts, noted = tuple(node for node, _ in told), tuple(each for _, each in told)
                return Node("product", expr, parts=parts), replace(expr, arguments=noted)
            case ir.Op(name="div", arguments=(ir.Op(name="mul") as whole, ir.Const() as divisor)):
                part, whole = self._told(whole, depth=depth)
                number, noted = self._kept(replace(expr, arguments=(whole, divisor)), expr)
                return Node("quotient", expr, parts=(part,), noted=number), noted
            case ir.Cond(test=test, then=then, other=other):
                number, noted = self._kept(test)
                one, then = self._case(test, then, depth, within, holds=True)
                two, other = self._case(test, other, depth, within, holds=False)
                chosen = replace(expr, test=noted, then=then, other=other)
                return Node("choice", test, parts=(one, two), noted=number), chosen
            case ir.Use() if depth < _DEEPEST:
                return self._use(expr, depth, within)
            case ir.Fold(operation="total", collection=collection, key=key, name=name) if (
                collection.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                number, cards = self._kept(collection, expr)
                card = ir.Op("to_cards", (ir.Local(name, type=ty.CARD),), type=ty.CARDS)
                each, key = self._kept(key, key, card)
                label = self._named(expr) or self._held(collection)
                return Node("cards", expr, label, noted=number, each=each), replace(expr, collection=cards, key=key)
            case ir.Op(name="size", arguments=(ir.Filter(collection=among) as cards,)) if (
                among.type in (ty.CARDS, ty.PILE) and within != "product"
            ):
                number, found = self._kept(cards, expr, cards)
                return Node("cards", expr, noted=number), replace(expr, arguments=(found,))
            case _:
                return self._value(expr, self._named(expr))

    def _value(self, expr: ir.Expr, label: str) -> Told:
        number, noted = self._kept(expr)
        return Node("value", expr, label, noted=number), noted

    def _parts(
        self, nodes: tuple[ir.Expr, ...], depth: int, within: str
    ) -> tuple[tuple[Node, ...], tuple[ir.Expr, ...]]:
        told = [self._told(each, depth=depth, within=within) for each in nodes]
        return tuple(node for node, _ in told), tuple(noted for _, noted in told)

    def _point(self) -> int:
        self.points.append(len(self.points))
        return len(self.points) - 1

    def _kept(self, value: ir.Expr, *sources: ir.Expr) -> tuple[int, ir.Expr]:
        """Return the point at which a value is noted, and the value with the note.

        Args:
            value: The value.
            sources: Expressions from which cards it was computed; by default itself.
        """
        number = len(self.points)
        return number, self._noted_at(number, value, *sources or (value,))

    def _noted_at(self, point: Ending | Reached | int, value: ir.Expr, *sources: ir.Expr) -> ir.Expr:
        """Return a value with a note at a new point; the other arguments are those of `_kept`."""
        self.points.append(point)
        return ir.Noted(len(self.points) - 1, self._looked(value, *sources), type=value.type, span=value.span)

    def _looked(self, value: ir.Expr, *sources: ir.Expr) -> ir.Expr:
        """Return a value, with what of its sources may be hidden."""
        looks = dict.fromkeys(each for source in sources for each in self._disclosures.of(source))
        return ir.Op("looked", (value, *looks), type=value.type, span=value.span) if looks else value

    def _case(self, test: ir.Expr, value: ir.Expr, depth: int, within: str, *, holds: bool) -> Told:
        """Return what holds in one case; a number without a name is explained by the case."""
        node, noted = self._told(value, depth=depth, within=within)
        match test:
            case ir.Use(definition=name) | ir.VarRef(variable=name) if holds:
                return _explained(node, self._program.label(name), None), noted
            case _:
                return _explained(node, "", self._reason(test, holds=holds)), noted

    def _reason(self, test: ir.Expr, *, holds: bool) -> Reason | None:
        """Return when a case applies, in a few words."""
        if any(each.type != ty.PLAYER for each in walk(test) if isinstance(each, ir.Local)):
            return None
        clauses: list[Proposition] = []
        for noun in (YOU, NAMED):
            speech = self._speech
            for name in local_names(test):
                speech = speech.naming(name, noun)
            clauses.append(speech.clause(test, holds=holds))
        return Reason(clauses[0], clauses[1], holds) if max(len(each.text) for each in clauses) <= _LONGEST else None

    def _held(self, cards: ir.Expr) -> str:
        """Return what the total of the cards in a zone is called."""
        match cards:
            case ir.ZoneRef(zone=zone) | ir.AllSeats(zone=zone):
                return f"in {self._program.label(zone)}"
            case _:
                return ""

    def _best(self, best: ir.Best) -> str:
        """Return what the best players score for: "for the highest primiera", "for most cards"."""
        match self._speech.key(best.key, best.name, THEY):
            case Words(parts=("number of ", things)):
                text = f"for {'most' if best.highest else 'fewest'} {_anywhere(things)}"
            case key:
                text = f"for the {superlative(best.highest)} {_anywhere(key)}"
        return text if len(text) <= _LONGEST else ""

    def _use(self, expr: ir.Use, depth: int, within: str) -> Told:
        """Return the value of a definition, written out as the whole amount or as a sum in one."""
        definition = self._program.definitions[expr.definition]
        label = self._program.label(expr.definition)
        named = expr.definition in self._program.labels
        if definition.value is None:
            return self._value(expr, label)
        given = list(zip(definition.parameters, expr.arguments, strict=True))
        constants: dict[str, ir.Expr] = {name: value for (name, _), value in given if isinstance(value, ir.Const)}
        inner = substitute(definition.value, constants)
        if within and _is_sign(inner):
            return self._value(expr, "")
        if within == "sum" and (named or not _is_sum(inner)):
            return self._value(expr, label)
        if within == "product" and (named or not _is_product(inner)):
            return self._value(expr, label)
        node, noted = self._told(inner, depth=depth + 1, within=within)
        own = f"{_PREFIX}{len(self._definitions)}"
        parameters = tuple(each for each, _ in given if each[0] not in constants)
        self._definitions[own] = replace(definition, name=own, parameters=parameters, value=noted)
        arguments = tuple(self._looked(value, value) for (name, _), value in given if name not in constants)
        return Node("use", expr, label, (node,), named=named), replace(expr, definition=own, arguments=arguments)

    def _named(self, node: ir.Expr) -> str:
        """Return what a value is called."""
        program = self._program
        match node:
            case ir.Op(name="in_halves" | "half", arguments=(inner,)):
                return self._named(inner)
            case ir.Local(name=name):
                return program.labels.get(name) or (program.label(name) if len(name) > 1 else "")
            case ir.VarRef(variable=name) | ir.Use(definition=name):
                return program.label(name)
            case ir.Const() if node.span.end > node.span.start:
                source = self._rules.loaded.resolved.sources.get(node.span.file)
                text = source.text[node.span.start : node.span.end] if source is not None else ""
                return program.label(text) if _NAME.fullmatch(text) else ""
            case ir.Fold() | ir.Op(name="deadwood"):
                return self._mentioned(node)
            case ir.Op(name="div", arguments=(whole, _)):
                return self._named(whole)
            case _:
                return ""


def _anywhere(things: Part) -> Part:
    """Return things without the cards among which they are."""
    match things:
        case NounPhrase(rest=Place() | Words(parts=("of ", NounPhrase(determiner="the")))):
            return replace(things, rest="")
        case _:
            return things


def _explained(node: Node, label: str, reason: Reason | None) -> Node:
    """Return a node of which numbers without a name have one, or a reason before their own."""
    if node.kind == "choice":
        return replace(node, parts=tuple(_explained(part, label, reason) for part in node.parts))
    if node.kind != "const" or node.label:
        return node
    if label:
        return replace(node, label=label, reason=None)
    return replace(node, reason=_both(reason, node.reason))


def _both(first: Reason | None, second: Reason | None) -> Reason | None:
    """Return two reasons as one, if that is not too long."""
    if first is None or second is None:
        return first or second
    both = Reason(said(first.you, ", and ", second.you), said(first.others, ", and ", second.others))
    if len(str(both.others)) <= _LONGEST:
        return both
    return second if second.holds and not first.holds else first


def _is_number(node: ir.Expr) -> bool:
    """Return whether a value is written as a number, in each case that it distinguishes."""
    match node:
        case ir.Cond(then=then, other=other):
            return _is_number(then) and _is_number(other)
        case ir.Op(name="neg", arguments=(inner,)):
            return _is_number(inner)
        case _:
            return isinstance(node, ir.Const)


def _is_sign(node: ir.Expr) -> bool:
    """Return whether a value is 1 or -1 in each case that it distinguishes."""
    match node:
        case ir.Cond(then=then, other=other):
            return _is_sign(then) and _is_sign(other)
        case ir.Op(name="neg", arguments=(inner,)):
            return _is_sign(inner)
        case _:
            return isinstance(node, ir.Const) and node.value in (1, -1)


def _is_sum(node: ir.Expr) -> bool:
    """Return whether a value is the sum or the difference of others."""
    return isinstance(node, ir.Op) and node.name in ("add", "sub")


def _addends(node: ir.Expr) -> Iterator[ir.Expr]:
    """Yield what a value adds up or takes away."""
    if isinstance(node, ir.Op) and node.name in ("add", "sub", "neg"):
        for each in node.arguments:
            yield from _addends(each)
    else:
        yield node


def _is_product(node: ir.Expr) -> bool:
    """Return whether a value is a product or a number, in each case that it distinguishes."""
    match node:
        case ir.Cond(then=then, other=other):
            return _is_product(then) and _is_product(other)
        case ir.Const() | ir.Op(name="mul" | "neg"):
            return True
        case _:
            return False
