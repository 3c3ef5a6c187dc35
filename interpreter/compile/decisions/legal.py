"""Generates code that lists the legal actions of a site, and tests whether an action is possible.

Conditions are tested as early as possible: those without a choice before anything is
enumerated, those on one card as a set of cards, those on a meld's first or last card in the index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from ...core import nodes
from ...core.build import constant, expression, name, statements
from ...core.effects import may_stop
from ...core.machine import Site
from ...program import ir
from ...program.cards import NONE
from ...program.program import Action, Parameter
from ...program.tree_walk import all_of, conjuncts, expressions, mentions, rebuilt
from ...runtime.budgets import MAX_CHOICES
from ...runtime.work import MOST_WORK
from ...syntax import types as ty
from ..context import Context
from ..scope import Scope, of_actor
from ..values.expressions import Expressions
from .lookalikes import Lookalikes

IT = "·"
"""A local name that no rule can have: a meld's first or last card."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The code that finds an action's legal forms.

    Attributes:
        code: appends them to `out`, or returns True at the first.
        alike: whether several forms may look the same. A condition can distinguish equal cards (one
            is in the hand, one on the table), so that duplicates are dropped only after it.
    """

    code: list[nodes.Statement]
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """The values that one parameter is chosen from.

    Attributes:
        code: the cards, as a set, or the melds that are found.
        left: the conditions that have not been tested yet.
        alike: whether several of them may look the same.
        held: whether the code finds only melds that contain a certain card.
    """

    code: nodes.Expression
    left: list[ir.Expr]
    alike: bool
    held: bool = False


class Legal:
    """Generates the code that lists legal actions."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        """Prepare to generate code for the context's program."""
        self._context = context
        self._program = context.program
        self._expressions = expressions
        self._value = expressions.value
        self._copies = context.analysis.has_copies
        self._may_stop = context.analysis.stopping.possible
        self._lookalikes = Lookalikes(expressions.definitions)
        wild = any(meld.wild for meld in context.program.melds.values())
        searched = any(
            parameter.kind == "cards" for action in context.program.actions.values() for parameter in action.parameters
        )
        self._draws = wild or searched or context.costs.any_large()
        self.verb = {action: number for number, action in enumerate(context.program.actions)}

    def define_legal(self, number: int, site: Site) -> None:
        """Define `legal_N`, which lists the legal actions of a site."""
        span = self._program.actions[site.actions[0]].span
        self._context.define(f"legal_{number}", {}, lambda: self._listing(site), span)

    def _listing(self, site: Site) -> list[nodes.Statement]:
        """Return code that returns the legal actions of a site."""
        kind = _kind_of(self._program.actions[each] for each in site.actions)
        body = statements(f"out{kind} = []\nactor = s.actor")
        if self._draws:  # listing actions repeatedly does not use the budget up
            body += statements(f"s.work = {self._context.costs.budget}")
        sc = of_actor()
        needed = self.needed(site)
        counted = self._context.costs.counted(site.actions)
        room = self._context.fresh("room") if counted else ""
        if counted:
            body += statements(f"{room} = {MOST_WORK}")
        for action_name in site.actions:
            action = self._program.actions[action_name]
            given = room if action_name in counted else ""
            forms = self.forms(action, sc, many=True, room=given)
            before = self._context.fresh("n")
            if action_name in needed or forms.alike:
                body += statements(f"{before} = len(out)")
            body += forms.code
            if forms.alike:
                body += self.unlike(action, name(before))
            if action_name in needed:
                possible = self._context.fresh("some")
                body += statements(f"{possible} = len(out) > {before}")
                sc = sc.with_possible(action_name, name(possible))
        return [*body, *statements("return out")]

    def define_can(self, action: Action) -> None:
        """Define `can_ACTION`, which tests whether an action is possible."""

        def body() -> list[nodes.Statement]:
            return [*self.forms(action, of_actor(), many=False).code, nodes.Return(constant(False))]

        self._context.define(f"can_{action.name}", {"actor": ty.PLAYER}, body, action.span)

    def unlike(self, action: Action, before: nodes.Expression) -> list[nodes.Statement]:
        """Return code that drops duplicates among the forms in `out`, from an index on."""
        kinds = tuple(parameter.kind for parameter in action.parameters)
        faces = self._context.tables.need("FACE")
        return statements("_unlike(out, n, k, f)", n=before, k=constant(kinds), f=faces)

    def needed(self, site: Site) -> set[str]:
        """Return the actions whose possibility other actions of the site test."""
        found: set[str] = set()
        opened: set[str] = set()

        def look(node: ir.Expr) -> None:
            if isinstance(node, ir.Can):
                found.add(node.action)
            elif isinstance(node, ir.Use) and node.definition not in opened:
                opened.add(node.definition)
                value = self._program.definitions[node.definition].value
                if value is not None:
                    look(value)
            for inner in expressions(node):
                look(inner)

        for action_name in site.actions:
            when = self._program.actions[action_name].when
            if when is not None:
                look(when)
        return found & set(site.actions)

    def forms(self, action: Action, sc: Scope, *, many: bool, room: str = "") -> Forms:
        """Return code that appends an action's forms to `out`, or returns True at the first.

        Args:
            action: the action.
            sc: the scope.
            many: whether all forms are wanted.
            room: the local with the work that is left for listing them, if it has one already.
        """
        first, rest = self.conditions(action)
        given, counted = room, action.name in self._context.costs.counted([action.name])
        if counted and not room:
            room = self._context.fresh("room")
        found = self._choose(action, action.parameters, rest, sc, [], many, room)
        body = found.code
        if room and not given:
            body = [*statements(f"{room} = {MOST_WORK}"), *body]
        if first:
            test = self._value(all_of(first), sc)
            if not isinstance(test, nodes.Constant):
                body = statements("if t: body", t=test, body=body)
            elif not test.value:
                return Forms([])
        return replace(found, code=self._context.at(action.span, body))

    def conditions(self, action: Action) -> tuple[list[ir.Expr], list[ir.Expr]]:
        """Return the conditions of an action: those without a choice in them, and the others."""
        conditions = conjuncts(self._opened(action.when)) if action.when is not None else []
        names = [parameter.name for parameter in action.parameters]
        first = [c for c in conditions if not mentions(c, *names)]
        return first, [c for c in conditions if mentions(c, *names)]

    def _opened(self, when: ir.Expr) -> ir.Expr:
        """The condition with its definitions opened, where they are conjunctions."""
        if isinstance(when, ir.Use):
            opened = self._expressions.definitions.expand(when)
            if isinstance(opened, ir.Logic) and opened.conjunction:
                return self._opened(opened)
        if isinstance(when, ir.Logic) and when.conjunction:
            return replace(when, left=self._opened(when.left), right=self._opened(when.right))
        return when

    def _choose(
        self,
        action: Action,
        parameters: Sequence[Parameter],
        conditions: list[ir.Expr],
        sc: Scope,
        chosen: list[nodes.Expression],
        many: bool,
        room: str,
    ) -> Forms:
        """Return the loops over the values of the parameters, from the first of these on."""
        if not parameters:
            if not many:
                return Forms(statements("return True"))
            items: list[nodes.Expression] = [constant(self.verb[action.name]), *chosen]
            return Forms(statements("out.append(a)", a=nodes.Tuple(items)))
        parameter, *others = parameters
        later = [other.name for other in others]
        mine = [c for c in conditions if not mentions(c, *later)]
        rest = [c for c in conditions if mentions(c, *later)]
        item = name(self._context.fresh(f"x_{parameter.name}"))
        inner = sc.bind(parameter.name, item)
        body = self._choose(action, others, rest, inner, [*chosen, item], many, room)
        sole = not others and not chosen
        found = self._range(action, parameter, mine, sc, inner, item.id, body.code, many, sole, room)
        return replace(found, alike=found.alike or body.alike)

    def loop(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[ir.Expr],
        sc: Scope,
        item: str,
        body: list[nodes.Statement],
    ) -> list[nodes.Statement] | None:
        """Return a loop over the values of a parameter that is not the only one.

        None if several values look the same.

        Args:
            action: the action.
            parameter: the parameter.
            conditions: the conditions on its value.
            sc: the scope of the action.
            item: the local of the value.
            body: what is done with each.
        """
        inner = sc.bind(parameter.name, name(item))
        found = self._range(action, parameter, conditions, sc, inner, item, body, True, False, "")
        return None if found.alike else found.code

    def _range(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[ir.Expr],
        sc: Scope,
        inner: Scope,
        item: str,
        body: list[nodes.Statement],
        many: bool,
        sole: bool,
        room: str,
    ) -> Forms:
        """Return the loop over the values of one parameter; `room` counts the rounds, if given."""
        what = constant(f"the choices of '{action.name}'")
        work = self._context.costs.form(action)
        count = statements(f"{room} -= {work}\nif {room} < 0: _crowded(w)", w=what) if room else []
        if parameter.kind == "meld":
            melds = self.melds_for(action, parameter, conditions, sc, sole)
            found = self._expressions.searched(melds.code, action.span)
            if sole and not melds.left:
                template = "out += f" if many else "if f: return True"
                return Forms(statements(template, f=found), melds.alike)
            each = self._context.fresh("a")
            unpack = statements(f"{item} = {each}[1]")
            code = statements(
                f"for {each} in f: body",
                f=found,
                body=[*unpack, *count, *self._guard(melds.left, inner, body)],
            )
            return Forms(code, melds.alike)
        if self.is_set(parameter):
            cards = self.cards_for(action, parameter, conditions, sc, sole)
            if not many and sole and not cards.left:
                return Forms(statements("if c: return True", c=cards.code), cards.alike)
            code = statements(
                f"{item}_m = c\n"
                f"while {item}_m:\n"
                f"    {item} = ({item}_m & -{item}_m).bit_length() - 1\n"
                f"    {item}_m &= {item}_m - 1\n"
                "    body",
                c=cards.code,
                body=[*count, *self._guard(cards.left, inner, body)],
            )
            return Forms(code, cards.alike)
        alike = self._copies and parameter.kind in ("card", "cards")
        values, left = self.values(parameter, sc), conditions
        if parameter.kind == "cards":
            least, most = self.sizes(parameter, sc)
            sets = self._expressions.sets.search.of_sizes(
                least, most, self._set(parameter.source, sc), parameter.name, conditions, sc
            )
            if sets is not None:
                values, left = sets.code, sets.left
        guarded = [*count, *self._guard(left, inner, body)]
        loop = nodes.For(nodes.Name(item), values, guarded, [])
        return Forms([loop], alike)

    def is_set(self, parameter: Parameter) -> bool:
        """Return whether a choice is one card of a set."""
        kind = parameter.source.type
        return parameter.kind == "card" and kind in (ty.CARDS, ty.PILE)

    def cards_for(
        self, action: Action, parameter: Parameter, conditions: list[ir.Expr], sc: Scope, sole: bool
    ) -> Source:
        """Return the set of cards that one parameter is chosen from."""
        cards, sets = self._set(parameter.source, sc), self._expressions.sets
        left: list[ir.Expr] = []
        traced = self._context.traced
        for condition in conditions:
            among = self._context.fresh("x") if traced else ""
            found = sets.where(condition, parameter.name, sc, among)
            if found is None or (left and (traced or may_stop(found) or sets.must_precede(left, parameter.name, sc))):
                left.append(condition)
            elif among:
                cards = sets.asked(cards, among, found)
            else:
                cards = sets.narrowed(cards, found)
        for zone in self._grown_by(action, parameter):
            fits = expression(f"GROW.fit_somewhere(s.z_{zone}, s.g_{zone})")
            cards = expression("c & m", c=cards, m=fits)
        alike = self._copies and not self._one_of_each(action, parameter, left, sole)
        if self._copies and not alike:
            cards = self._context.tables.code("_distinct(c, ALIKE)", c=cards)
        return Source(cards, left, alike)

    def _one_of_each(self, action: Action, parameter: Parameter, left: list[ir.Expr], sole: bool) -> bool:
        """Return whether one of several values of a parameter that look the same is enough.

        Args:
            action: the action.
            parameter: a card or a set of cards.
            left: the conditions on it that are not tested before.
            sole: whether it is the only parameter.
        """
        if not sole:
            others = [each for each in action.parameters if each is not parameter]
            if any(each.kind in ("card", "cards", "meld") for each in others):
                return False
            left = [each for other in others for each in other.asked]
            left += [] if action.when is None else [action.when]
        source = parameter.source
        return all(source.type == ty.CARDS and self._lookalikes.same(each, parameter.name, source) for each in left)

    def _grown_by(self, action: Action, card: Parameter) -> list[str]:
        """The zones of piles to one of which a card is to be added that is chosen with it."""
        zones: list[str] = []
        if card.source.type != ty.CARDS:
            return zones
        asked = conjuncts(action.when) if action.when is not None else []
        sources = (each.source for each in action.parameters)
        if any(map(self._may_stop, (*asked, *sources))):
            return zones  # for a card that fits nowhere the game may have to stop
        for parameter in action.parameters:
            match parameter.source:
                case ir.Filter(collection=ir.ZoneRef(zone=zone), condition=condition, name=pile):
                    tests = [(condition, pile), *((each, parameter.name) for each in asked)]
                case ir.ZoneRef(zone=zone):
                    tests = [(each, parameter.name) for each in asked]
                case _:
                    continue
            if any(_adds(test, card.name, pile) for test, pile in tests):
                zones.append(zone)
        return zones

    def values(self, parameter: Parameter, sc: Scope) -> nodes.Expression:
        """Return code that iterates over the values of a parameter."""
        source = self._value(parameter.source, sc)
        match parameter.kind:
            case "number" if parameter.last is not None:
                last = self._value(parameter.last, sc)
                small = is_small(source, last)
                end = expression("b + 1", b=last) if small else last
                steps = [] if parameter.step == 1 else [constant(parameter.step)]
                return nodes.Call(name("range" if small else "_numbers"), [source, end, *steps], [])
            case "number":
                return expression("dict.fromkeys(i)", i=source)
            case "cards":
                least, most = self.sizes(parameter, sc)
                cards = self._set(parameter.source, sc)
                return expression("_subsets(c, a, b)", c=cards, a=least, b=most)
            case "card":
                return expression("sorted(c)", c=source)
            case _:
                distinct = _are_distinct(self._expressions.definitions.opened(parameter.source))
                return source if distinct else expression("_offered(i)", i=source)

    def _set(self, cards: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for some cards as a set."""
        if isinstance(cards, ir.Use):
            cards = self._expressions.definitions.expand(cards) or cards
        return self._expressions.sets.piles.of(cards, sc)

    def sizes(self, parameter: Parameter, sc: Scope) -> tuple[nodes.Expression, nodes.Expression]:
        """Return code for the smallest and the largest number of cards that can be chosen."""
        assert parameter.least is not None
        every = constant(self._context.pack.size)
        most = every if parameter.most is None else self._value(parameter.most, sc)
        return self._value(parameter.least, sc), most

    def _guard(self, conditions: list[ir.Expr], sc: Scope, body: list[nodes.Statement]) -> list[nodes.Statement]:
        if not conditions:
            return body
        return [nodes.If(self._value(all_of(conditions), sc), body, [])]

    # -- melds

    def melds_for(
        self, action: Action, parameter: Parameter, conditions: list[ir.Expr], sc: Scope, sole: bool
    ) -> Source:
        """Return the melds that one parameter is chosen from."""
        # A condition on nothing but the meld's first (or last) card is a set of cards, and the
        # index looks only at melds that begin (or end) with one of them.
        everything = self._context.tables.all_cards()
        allowed = {"first": everything, "last": everything}
        sets, left = self._expressions.sets, list[ir.Expr]()
        held: nodes.Expression | None = None
        for condition in conditions:
            end, found = self._by_end(condition, parameter.name, sc)
            if self._may_stop(condition) or sets.must_precede(left, parameter.name, sc):
                left.append(condition)
            elif found is None and held is None and _is_in(condition, parameter.name):
                held = self._value(condition.arguments[0], sc)
            elif found is None:
                left.append(condition)
            else:
                allowed[end] = expression("a & m", a=allowed[end], m=found)
        cards = self._value(parameter.source, sc)
        which = [] if parameter.which is None else [self._value(parameter.which, sc)]
        alike = self._copies and (held is not None or not self._one_of_each(action, parameter, left, sole))
        index = name(self.index_name(action, parameter, copies=alike))
        held_card = [] if held is None else [held]
        method = nodes.Attribute(index, "find" if held is None else "holding")
        code = nodes.Call(method, [*which, cards, allowed["first"], allowed["last"], *held_card], [])
        return Source(code, left, alike, held is not None)

    def index_name(self, action: Action, parameter: Parameter, *, copies: bool) -> str:
        """Return the constant with the melds of a choice; `copies`: equal ones are all found."""
        stem = "FIND_ALL" if copies else "FIND"
        return f"{stem}_{self.verb[action.name]}_{parameter.name}"

    def _by_end(self, condition: ir.Expr, meld: str, sc: Scope) -> tuple[str, nodes.Expression | None]:
        opened = self._open_all(condition, meld)
        for end in ("first", "last"):
            replaced = _replace_end(opened, meld, end)
            if replaced != opened and not mentions(replaced, meld):
                return end, self._expressions.sets.where(replaced, IT, sc)
        return "first", None

    def _open_all(self, node: ir.Expr, local: str) -> ir.Expr:
        """The expression with every definition opened that is given `local`."""
        if isinstance(node, ir.Use) and mentions(node, local):
            expanded = self._expressions.definitions.expand(node)
            return node if expanded is None else self._open_all(expanded, local)
        match node:
            case ir.Logic() | ir.Cond() | ir.Op():
                return rebuilt(node, lambda inner: self._open_all(inner, local))
            case _:
                return node


def _kind_of(actions: Iterable[Action]) -> str:
    """Return the annotation of a list of actions whose lengths differ.

    Python does not evaluate it. Native code need not find out what members the list gets later.
    """
    choices = [[each.kind for each in action.parameters] for action in actions]
    if len(set(map(len, choices))) == 1:
        return ""
    sets = any("cards" in kinds or "meld" in kinds for kinds in choices)
    return f": list[list[{'CardSet' if sets else 'int'}]]"


def is_small(first: nodes.Expression, last: nodes.Expression) -> bool:
    """Return whether a range of numbers is known to be one that can be listed."""
    match first, last:
        case nodes.Constant(value=int(low)), nodes.Constant(value=int(high)):
            return high - low < MAX_CHOICES
        case _:
            return False


def _are_distinct(node: ir.Expr) -> bool:
    """Whether a list certainly has each member once, and none that is missing."""
    match node:
        case ir.Const(value=tuple() as members):
            return len(set(members)) == len(members) and min(members, default=0) >= 0
        case ir.Op(name="list", arguments=members):
            values = [each.value for each in members if isinstance(each, ir.Const)]
            return len(set(values)) == len(members) and NONE not in values
        case ir.Filter(collection=members):
            return _are_distinct(members)
        case _:
            return node.type == ty.PLAYERS or isinstance(node, ir.ZoneRef)


def _is_in(condition: ir.Expr, meld: str) -> TypeGuard[ir.Op]:
    """Whether a condition is that some card, whatever the meld, is in it."""
    match condition:
        case ir.Op(name="contains", arguments=(card, ir.Local(name=local))):
            return local == meld and card.type == ty.CARD and not mentions(card, meld)
        case _:
            return False


def _replace_end(node: ir.Expr, meld: str, end: str) -> ir.Expr:
    """The expression with `first of meld` replaced by the card `IT`."""
    match node:
        case ir.Op(name=operation, arguments=(ir.Local(name=local),)) if operation == end and local == meld:
            return ir.Local(IT, type=ty.CARD, span=node.span)
        case ir.Op() | ir.Logic() | ir.Cond():
            return rebuilt(node, lambda inner: _replace_end(inner, meld, end))
        case _:
            return node


def _adds(condition: ir.Expr, card: str, pile: str) -> bool:
    """Whether a condition is that a card extends a pile."""
    match condition:
        case ir.Op(name="extends", arguments=(ir.Op(name="to_cards") as added, ir.Local(name=to))):
            names = [each.name for each in added.arguments if isinstance(each, ir.Local)]
            return names == [card] and to == pile
        case _:
            return False
