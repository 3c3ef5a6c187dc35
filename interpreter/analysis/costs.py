"""Estimates before play how much work rules can do, so that those which do much draw on the budget.

Definitions do not recurse and collections are no larger than the pack, so each expression has a
largest cost, and so has each statement apart from the rounds of a loop. Most costs are small, and
draw nothing. These draw on the budget of work, which all rules share up to a decision:

- each round of a loop: what it costs, and at least a step;
- each member of a collection that a condition is asked of, or a key, if all members that there can
  be cost more than `LARGE`;
- another expression, or the statements of a rule, if they cost more than `LARGE`;
- the tests of an action's choices, if there can be very many.

What draws by itself costs nearly nothing as part of another rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from math import prod
from typing import Any, cast, get_args

from ..program import ir
from ..program.program import Action, Parameter, Program
from ..program.tree_walk import expressions, mentions, parts, walk
from ..runtime.budgets import MAX_CHOICES
from ..runtime.work import MOST_WORK, budget, of_a_step
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

LARGE = 1_000
"""What costs more draws on the budget."""

OF_A_STATEMENT = 50
"""The cost of a statement without what is in it."""

OF_A_SHUFFLED = 40
"""The cost of a card that is shuffled."""

OF_A_MOVED = 300
"""The cost of a card that is moved or shown: players may learn something."""

OF_A_HIDDEN = 15
"""The cost of each card of the pack where one card is drawn or dealt: it can be any of them."""

OF_A_QUEUED = 5_000
"""The cost of what makes a list longer for good, a new pile or event: long lists slow all down."""

PASSED = 2
"""So many cards that are only copied or compared cost one."""

OF_A_SET = 5
"""The cost of an operation on a whole set of cards."""

IN_A_SET = 32
"""So many cards of the pack cost one more there."""

OF_A_MEMBER = 5
"""The cost of finding the next card of a set, or of adding one."""

IN_A_MEMBER = 30
"""So many cards of the pack cost one more there."""

OF_A_FORM = 750
"""The cost of a form of an action, beside that of its conditions."""

UNCOUNTED = 2 * MOST_WORK
"""The work of listing actions, if it is certainly no more, is not counted."""

DRAWN = 20
"""The cost, as part of another rule, of what draws on the budget by itself."""

OF_AN_END = 8
"""The cost of making one of the ends of a pile."""

FEW = 32
"""Collections that have no more members by the rules are taken for full."""

SHORT = 20
"""A condition on a card that costs no more is asked of a whole set of cards at once."""

ENDLESS = 10**12


class Costs:
    """Estimates rules of one program.

    Attributes:
        budget: the work of all rules between two decisions.
        step: the work of a step.
    """

    def __init__(self, program: Program, may_stop: Callable[[ir.Expr], bool] = lambda _: False) -> None:
        """Estimate nothing yet.

        Args:
            program: the program.
            may_stop: whether an expression may stop the game, so that it must be evaluated where it stands.
        """
        self._program = program
        self._may_stop = may_stop
        self._of_a_member = OF_A_MEMBER + program.pack.size // IN_A_MEMBER
        self._all_at_once = OF_A_SET + program.pack.size // IN_A_SET
        self.budget = budget(program.step_limit)
        self.step = of_a_step(program.step_limit)
        self._bodies: dict[str, int] = {}
        self._known: dict[int, tuple[ir.Expr, int, int]] = {}  # by identity, which is kept alive

    def drawn(self, node: ir.Expr) -> int:
        """Return what an evaluation of an expression draws; 0 if it is small."""
        return self._look(node)[1]

    def cost(self, node: ir.Expr) -> int:
        """Return the cost of an expression as part of another."""
        return self._look(node)[0]

    def round(self, body: Iterable[ir.Stmt]) -> int:
        """Return what a round of a loop draws."""
        return max(self._body(body), self.step)

    def once(self, body: Iterable[ir.Stmt], *, chosen: bool = False) -> int:
        """Return what the statements of a rule draw; 0 if they are small."""
        cost = self._body(body)
        return cost if cost > (MOST_WORK // 100 if chosen else LARGE) else 0

    @property
    def of_a_joined(self) -> int:
        """What each card of a pile draws that becomes a set; 0 if all cards of the pack cost little."""
        return self._of_a_member if self._of_a_member * self._program.pack.size > LARGE else 0

    def dealt(self) -> int:
        """Return what the beginning of a deal draws, where all cards are gathered."""
        return OF_A_MOVED * self._program.pack.size

    def _body(self, body: Iterable[ir.Stmt]) -> int:
        """Return the cost of statements without the rounds of loops, which draw by themselves."""
        return min(sum(map(self._statement, body)), ENDLESS)

    def _statement(self, node: ir.Stmt) -> int:
        if isinstance(node, ir.Note):
            return 0
        own = OF_A_STATEMENT + sum(self._look(inner)[0] for inner in _own(node))
        match node:
            case ir.If(then=then, other=other):
                return own + max(self._body(then), self._body(other))
            case ir.ForEach(series=series, body=body) if series.type == ty.PLAYERS:
                return own + self._size(series) * self._body(body)  # short ones draw nothing
            case ir.Perform(definition=definition):
                if definition not in self._bodies:
                    self._bodies[definition] = self._body(self._program.definitions[definition].do)
                return own + self._bodies[definition]
            case ir.Shuffle():
                return own + OF_A_SHUFFLED * self._program.pack.size
            case ir.Lay(cards=cards):
                return own + OF_A_QUEUED + OF_A_MOVED * self._size(cards)
            case ir.Move(cards=cards) | ir.Reveal(cards=cards):
                return own + OF_A_MOVED * self._size(cards)
            case ir.Announce():
                return own + OF_A_QUEUED
            case ir.Tell(cards=cards):
                return own + OF_A_MOVED * self._size(cards)
            case ir.DealOut(count=count, each=each):
                players = self._program.players if each else 1
                return own + self.drawing() * self._several(count, players)
            case ir.Draw(count=count):
                return own + self.drawing() * (1 if count is None else self._several(count))
            case ir.Assign(target=ir.VarRef(variable=variable)):
                held = self._program.variables.get(variable)
                return own + (2 * held.columns if held is not None else 0)
            case _:
                return own

    def drawing(self) -> int:
        """Return the cost of a card that is drawn or dealt."""
        return OF_A_MOVED + OF_A_HIDDEN * self._program.pack.size

    def _several(self, count: ir.Expr, players: int = 1) -> int:
        """Return the largest number of cards that players get, each so many."""
        most = self._program.pack.size
        match count:
            case ir.Const(value=int(number)):
                return min(max(number, 0) * players, most)
            case _:
                return most

    def any_large(self) -> bool:
        """Return whether any expression of the program draws on the budget."""
        loops = any(self.each(cast("Loop", node)) for node in parts(self._program, *get_args(Loop)))
        return loops or any(self.drawn(node) for node in parts(self._program, *_EXPRESSIONS))

    def counted(self, actions: Iterable[str]) -> frozenset[str]:
        """Return the actions of a site whose choices are counted while they are listed.

        If listing all of them could be very much work, these are the actions that contribute most.
        """
        found = [self._program.actions[name] for name in actions]
        works = {each.name: prod(map(self._choices, each.parameters)) * self.form(each) for each in found}
        if sum(works.values()) <= UNCOUNTED:
            return frozenset()
        return frozenset(name for name, work in works.items() if work * len(works) > UNCOUNTED)

    def form(self, action: Action) -> int:
        """Return the cost of a value of a choice of an action, with all conditions on it."""
        asked = [] if action.when is None else [action.when]
        for each in action.parameters:
            asked += each.asked
        return OF_A_FORM + sum(map(self.cost, asked))

    def _choices(self, parameter: Parameter) -> int:
        """Return the largest number of values of one choice."""
        match parameter.kind, parameter.source, parameter.last:
            case "number", ir.Const(value=int(first)), ir.Const(value=int(last)):
                return max(last - first + 1, 0) // parameter.step + 1
            case (("number" | "cards" | "meld"), _, _):
                return MAX_CHOICES
            case "player", _, _:
                return self._program.players
            case _:
                return self._program.pack.size

    def each(self, node: Loop) -> int:
        """Return what each member of the collection draws; 0 if all of them cost little."""
        size, cost = self._size(node.collection), self._each(node)
        few = size <= FEW or node.collection.type == ty.PLAYERS
        return 0 if few or size * cost <= LARGE else cost

    def all_of(self, node: Loop) -> int:
        """Return what the most members that the collection can have draw; 0 if they cost little.

        Sets of cards that a search finds draw by themselves.
        """
        return self.each(node) * self._size(node.collection) if _lie_in_piles(node.collection) else 0

    def _each(self, node: Loop) -> int:
        """Return the cost of each member of a collection."""
        kind, asked = node.collection.type, _asked(node)
        own = self._of_a_member if kind == ty.CARDS else OF_AN_END if kind == ty.MELDS else 1
        return own + self._look(asked)[0] - self._before(asked, node.name)

    def _before(self, asked: ir.Expr, item: str) -> int:
        """Return the cost of what is asked of each member but does not depend on it: it is computed once before."""
        if not mentions(asked, item):
            return 0 if self._may_stop(asked) else self._look(asked)[0]
        return sum(self._before(inner, item) for inner in expressions(asked))

    def _look(self, node: ir.Expr) -> tuple[int, int]:
        """Return the cost of an expression as part of another, and what it draws."""
        known = self._known.get(id(node))
        if known is None:
            cost = min(self._cost(node), ENDLESS)
            known = self._known[id(node)] = (node, DRAWN, cost) if cost > LARGE else (node, cost, 0)
        return known[1:]

    def _cost(self, node: ir.Expr) -> int:
        match node:
            case ir.Filter(collection=over, condition=each) if self._is_mask(over, each):
                return self._look(over)[0] + self._look(each)[0] + self._all_at_once
            case ir.Filter(collection=over) | ir.Best(collection=over) | ir.Fold(collection=over):
                # What draws for each member may also be done with all of them at once.
                together = self._all_at_once + (self._program.pack.size // PASSED if over.type == ty.PILE else 0)
                each_of_them = self._each(node)
                members = DRAWN + each_of_them + together if self.each(node) else self._size(over) * each_of_them
                return self._look(over)[0] + members + self._before(_asked(node), node.name)
            case ir.Op(name="random" | "random_n"):
                body = OF_A_SHUFFLED * self._program.pack.size
            case ir.Op(name="ends"):
                body = OF_AN_END * self._program.pack.size
            case ir.Op() | ir.AllSeats():
                body = self._copied(node)
            case ir.Use(definition=definition):
                value = self._program.definitions[definition].value
                body = self._look(value)[0] if value is not None else 0
            case ir.Can(action=action):
                when = self._program.actions[action].when
                body = self._look(when)[0] if when is not None else 0
            case ir.Noted(value=value):
                return self._look(value)[0]
            case _:
                body = 0
        return 1 + body + sum(self._look(inner)[0] for inner in expressions(node))

    def _is_mask(self, over: ir.Expr, condition: ir.Expr) -> bool:
        """Return whether the members of a set of cards with a property are found all at once."""
        short = self._look(condition)[0] <= SHORT
        return (
            short
            and over.type == ty.CARDS
            and not any(_is_long(each) or self._copied(each) for each in walk(condition))
        )

    def _copied(self, node: ir.Expr) -> int:
        """Return the cost of going through cards in their order without a condition on each."""
        if isinstance(node, ir.Op) and OPERATIONS[node.name].finds:
            return self._program.pack.size
        if any(each.type == ty.PILE for each in (node, *expressions(node))):
            return self._program.pack.size // PASSED
        return 0

    def _size(self, collection: ir.Expr) -> int:
        if isinstance(collection, ir.Use):  # a list may have a name
            value = self._program.definitions[collection.definition].value
            if value is not None:
                return self._size(value)
        if isinstance(collection, ir.Const) and isinstance(collection.value, tuple):
            return len(collection.value)
        if collection.type == ty.CARD:
            return 1
        if isinstance(collection, ir.VarRef) and collection.variable in self._program.variables:
            columns = self._program.variables[collection.variable].columns
            if columns:
                return columns
        match collection:
            case ir.Op(name="to_cards", arguments=members):
                return sum(map(self._size, members))
            case ir.Op(
                name="first_n" | "last_n" | "top_n" | "bottom_n",
                arguments=(ir.Const(value=int(count)), _),
            ):
                return min(max(count, 0), self._program.pack.size)
            case _:
                pass
        if collection.type == ty.MELDS and not _lie_in_piles(collection):
            return MAX_CHOICES
        return self._program.players if collection.type == ty.PLAYERS else self._program.pack.size


def _asked(node: Loop) -> ir.Expr:
    """Return the condition on each member, or its key."""
    return node.condition if isinstance(node, ir.Filter) else node.key


def _lie_in_piles(collection: ir.Expr) -> bool:
    """Whether sets of cards are piles, or the ends of one, of which there is one for each card."""
    match collection:
        case ir.Op(name=name):
            return name in ("ends", "pile_sets")
        case ir.Filter(collection=inner) | ir.Best(collection=inner):
            return _lie_in_piles(inner)
        case _:
            return False


Loop = ir.Filter | ir.Best | ir.Fold
"""The expressions that ask something of each member of a collection."""


def _is_long(node: ir.Expr) -> bool:
    """Return whether something is never asked of a whole set of cards at once."""
    long = isinstance(node, ir.Filter | ir.Fold | ir.Best | ir.Can | ir.IsMeld)
    return long or (isinstance(node, ir.Op) and node.name == "is_meld")


_EXPRESSIONS = cast("tuple[type[ir.Expr], ...]", get_args(ir.Expr))


def _own(node: ir.Stmt) -> Iterator[ir.Expr]:
    """Yield the expressions of a statement, without those of statements in it."""
    for field in fields(node):
        value: Any = getattr(node, field.name)
        several = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
        yield from (each for each in several if isinstance(each, _EXPRESSIONS))
