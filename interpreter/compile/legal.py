"""Code that lists the legal actions of a site, and tells whether an action is possible.

Conditions are looked at as early as they can be: those without a choice before anything is
enumerated, those on one card as a set of cards, those on a meld's first or last card in the index.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TypeGuard

from ..check import ir
from ..check.cards import Pack
from ..check.program import Action, Parameter
from ..runtime.growth import Growth
from ..runtime.meld_index import MeldIndex
from ..runtime.meld_solver import MeldSolver
from ..runtime.melds import Pattern
from ..runtime.quoting import constant, expression, name, statements
from ..syntax import types as ty
from .machine import Site
from .set_code import Scope
from .terms import expressions
from .workshop import Workshop

OF_CARDS = ("card", "cards", "meld")
"""The kinds of choices that name cards."""


class LegalCode(Workshop):
    """Generates what may be done."""

    def _meld_tables(self) -> None:
        space = self.machine.namespace
        for meld in self.p.melds.values():
            space[f"MELD_{meld.name.upper()}"] = Pattern(self.p.pack, meld)
        space["GROW"] = Growth(self.p.pack, list(self.p.melds.values()))
        space["ARRANGE"] = MeldSolver(self.p.pack, list(self.p.melds.values()))
        for action in self.p.actions.values():
            for parameter in action.parameters:
                if parameter.kind == "meld":
                    melds = [self.p.melds[m] for m in parameter.melds]
                    present = [m for m in melds if m.present]
                    key = f"FIND_{action.name.upper()}_{parameter.name.upper()}"
                    verb = self.verb[action.name]
                    space[key] = MeldIndex(self.p.pack, present, verb)
                    if self._doubled():
                        space[key + "_ALL"] = MeldIndex(self.p.pack, present, verb, copies=True)

    def _legal(self, site: Site, number: int) -> None:
        body = statements("out = []\nactor = s.actor")
        sc = self._scope([])
        needed = self._needed(site)
        for action_name in site.actions:
            action = self.p.actions[action_name]
            length = f"n_{action_name}"
            if action_name in needed:
                body += statements(f"{length} = len(out)")
            generated = self._generate(action, sc, many=True)
            if action_name not in self._look_alikes:
                body += generated
            else:
                self.g.table("face")
                body += statements(f"before_{action_name} = len(out)")
                body += generated
                kinds = tuple(parameter.kind for parameter in action.parameters)
                body += statements(
                    f"_unlike(out, before_{action_name}, k, FACE)", k=constant(kinds)
                )
            if action_name in needed:
                body += statements(f"can_{action_name} = len(out) > {length}")
                sc = replace(sc, can={**sc.can, action_name: name(f"can_{action_name}")})
        body += statements("return out")
        self._define(f"legal_{number}", [], body, self.p.actions[site.actions[0]].span)

    def _needed(self, site: Site) -> set[str]:
        """The actions whose possibility other actions of the site ask about."""
        found: set[str] = set()

        def look(node: ir.Expr) -> None:
            if isinstance(node, ir.Can):
                found.add(node.action)
            elif isinstance(node, ir.Use):
                value = self.p.definitions[node.definition].value
                if value is not None:
                    look(value)
            for inner in expressions(node):
                look(inner)

        for action_name in site.actions:
            when = self.p.actions[action_name].when
            if when is not None:
                look(when)
        return found & set(site.actions)

    def _can(self, action: Action) -> None:
        body = self._generate(action, self._scope([]), many=False)
        body.append(ast.Return(constant(False)))
        self._define(f"can_{action.name}", ["actor"], body, action.span)

    def _generate(self, action: Action, sc: Scope, *, many: bool) -> list[ast.stmt]:
        """Code that appends an action's legal forms to `out`, or returns True at the first."""
        first, rest = self._conditions(action, sc)
        body = self._choose(action, list(action.parameters), rest, sc, [], many)
        if first:
            test = self.g.value(all_of(first), sc)
            if isinstance(test, ast.Constant):
                return body if test.value else []
            body = statements("if t: body", t=test, body=body)
        return self.g.at(action.span, body)

    def _opened(self, when: ir.Expr, sc: Scope) -> ir.Expr:
        """The condition with its definitions opened, where they are conjunctions."""
        if isinstance(when, ir.Use):
            opened = self.g.expand(when)
            if isinstance(opened, ir.Logic) and opened.conjunction:
                return self._opened(opened, sc)
        if isinstance(when, ir.Logic) and when.conjunction:
            return replace(
                when, left=self._opened(when.left, sc), right=self._opened(when.right, sc)
            )
        return when

    def _choose(
        self,
        action: Action,
        parameters: list[Parameter],
        conditions: list[ir.Expr],
        sc: Scope,
        chosen: list[ast.expr],
        many: bool,
    ) -> list[ast.stmt]:
        verb = self.verb[action.name]
        if not parameters:
            if not many:
                return statements("return True")
            items: list[ast.expr] = [constant(verb), *chosen]
            result: ast.expr = ast.Tuple(items, ast.Load())
            return statements("out.append(a)", a=result)
        parameter, *others = parameters
        later = [other.name for other in others]
        mine = [c for c in conditions if not _mentions_any(c, later)]
        rest = [c for c in conditions if _mentions_any(c, later)]
        local = self.g.fresh(f"l_{parameter.name}")
        inner = sc.bind(parameter.name, name(local))
        body = self._choose(action, others, rest, inner, [*chosen, name(local)], many)
        sole = not others and not chosen
        return self._range(action, parameter, mine, sc, inner, local, body, many, sole)

    def _range(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[ir.Expr],
        sc: Scope,
        inner: Scope,
        local: str,
        body: list[ast.stmt],
        many: bool,
        sole: bool,
    ) -> list[ast.stmt]:
        """The loop over what one parameter may be."""
        if parameter.kind == "meld":
            return self._melds(action, parameter, conditions, sc, inner, local, body, many, sole)
        if parameter.kind == "card" and parameter.source.type == ty.CARDS:
            cards, left = self._cards_for(action, parameter, conditions, sc, sole)
            if self._doubled() and (left or not sole):
                self._look_alikes.add(action.name)
            if not many and sole and not left:
                return statements("if c: return True", c=cards)
            return statements(
                f"{local}_m = c\n"
                f"while {local}_m:\n"
                f"    {local} = ({local}_m & -{local}_m).bit_length() - 1\n"
                f"    {local}_m &= {local}_m - 1\n"
                "    body",
                c=cards, body=self._guard(left, inner, body),
            )  # fmt: skip
        if self._doubled() and parameter.kind in ("card", "cards"):
            self._look_alikes.add(action.name)
        guarded = self._guard(conditions, inner, body)
        return [ast.For(ast.Name(local, ast.Store()), self._values(parameter, sc), guarded, [])]

    def _cards_for(
        self, action: Action, parameter: Parameter, conditions: list[ir.Expr], sc: Scope, sole: bool
    ) -> tuple[ast.expr, list[ir.Expr]]:
        """Code for the set of cards that can be chosen; the conditions not yet looked at."""
        cards = self.g.value(parameter.source, sc)
        left: list[ir.Expr] = []
        for condition in conditions:
            found = self.g.card_set(condition, parameter.name, sc)
            if found is None:
                left.append(condition)
            else:
                cards = expression("c & m", c=cards, m=found)
        for zone in self._grown_by(action, parameter):
            fits = expression(f"GROW.fit_somewhere(s.z_{zone}, s.g_{zone})")
            cards = expression("c & m", c=cards, m=fits)
        if self._doubled() and not left and sole:
            cards = expression("_distinct(c, ALIKE)", c=cards)
            self.g.constants["ALIKE"] = _alike(self.p.pack)
        return cards, left

    def _conditions(self, action: Action, sc: Scope) -> tuple[list[ir.Expr], list[ir.Expr]]:
        """The conditions of an action: those without a choice in them, and the others."""
        conditions = _conjuncts(self._opened(action.when, sc)) if action.when is not None else []
        names = [parameter.name for parameter in action.parameters]
        first = [c for c in conditions if not _mentions_any(c, names)]
        return first, [c for c in conditions if _mentions_any(c, names)]

    def _grown_by(self, action: Action, card: Parameter) -> list[str]:
        """The zones of piles to one of which a card is to be added that is chosen with it."""
        zones: list[str] = []
        if self.g.probes is not None:
            return zones  # each card is asked by itself
        for parameter in action.parameters:
            match parameter.source:
                case ir.Filter(
                    collection=ir.ZoneRef(zone=zone),
                    condition=ir.Op(
                        name="extends",
                        arguments=(ir.Op(name="to_cards", arguments=(ir.Local(name=added),)), _),
                    ),
                ) if added == card.name and card.source.type == ty.CARDS:
                    zones.append(zone)
                case _:
                    pass
        return zones

    def _values(self, parameter: Parameter, sc: Scope) -> ast.expr:
        source = self.g.value(parameter.source, sc)
        match parameter.kind:
            case "number":
                assert parameter.last is not None
                return expression("range(a, b + 1)", a=source, b=self.g.value(parameter.last, sc))
            case "cards":
                if parameter.source.type == ty.PILE:
                    source = expression("_mask(c)", c=source)
                least, most = self._sizes(parameter, sc)
                return expression("_subsets(c, a, b)", c=source, a=least, b=most)
            case "card":
                return expression("sorted(c)", c=source)
            case _:
                return source

    def _sizes(self, parameter: Parameter, sc: Scope) -> tuple[ast.expr, ast.expr]:
        """Code for how many cards can be chosen: the fewest, the most."""
        assert parameter.least is not None
        every = constant(self.p.pack.size)
        most = every if parameter.most is None else self.g.value(parameter.most, sc)
        return self.g.value(parameter.least, sc), most

    def _guard(self, conditions: list[ir.Expr], sc: Scope, body: list[ast.stmt]) -> list[ast.stmt]:
        if not conditions:
            return body
        return [ast.If(self.g.value(all_of(conditions), sc), body, [])]

    def _melds(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[ir.Expr],
        sc: Scope,
        inner: Scope,
        local: str,
        body: list[ast.stmt],
        many: bool,
        sole: bool,
    ) -> list[ast.stmt]:
        found, left = self._melds_for(action, parameter, conditions, sc, sole)
        if sole and not left:
            return statements("out += f" if many else "if f: return True", f=found)
        item = self.g.fresh("a")
        guarded = self._guard(left, inner, body)
        unpack = statements(f"{local} = {item}[1]")
        return statements(f"for {item} in f: body", f=found, body=[*unpack, *guarded])

    def _melds_for(
        self, action: Action, parameter: Parameter, conditions: list[ir.Expr], sc: Scope, sole: bool
    ) -> tuple[ast.expr, list[ir.Expr]]:
        """Code that finds the melds to choose from; the conditions not yet looked at."""
        # A condition on nothing but the meld's first (or last) card is a set of cards, and the
        # index looks only at melds that begin (or end) with one of them.
        allowed = {"first": self.g.all_cards(), "last": self.g.all_cards()}
        left: list[ir.Expr] = []
        held: ast.expr | None = None
        for condition in conditions:
            end, found = self._by_end(condition, parameter.name, sc)
            if (
                found is None
                and held is None
                and self.g.probes is None
                and _is_in(condition, parameter.name)
            ):
                held = self.g.value(condition.arguments[0], sc)
            elif found is None:
                left.append(condition)
            else:
                allowed[end] = expression("a & m", a=allowed[end], m=found)
        cards = self.g.value(parameter.source, sc)
        every = ""
        if self._doubled() and (left or held is not None or not sole):
            self._look_alikes.add(action.name)
            every = "_ALL"
        index = name(f"FIND_{action.name.upper()}_{parameter.name.upper()}{every}")
        first, last = allowed["first"], allowed["last"]
        if held is not None:
            code = expression("i.holding(c, a, b, held)", i=index, c=cards, a=first, b=last,
                              held=held)  # fmt: skip
        else:
            code = expression("i.find(c, a, b)", i=index, c=cards, a=first, b=last)
        return code, left

    def _by_end(self, condition: ir.Expr, parameter: str, sc: Scope) -> tuple[str, ast.expr | None]:
        opened = self._open_all(condition, parameter)
        for end in ("first", "last"):
            found: list[ir.Expr] = []
            rewritten = _replace_end(opened, parameter, end, found)
            if found and not _mentions_any(rewritten, [parameter]):
                return end, self.g.card_set(rewritten, "·", sc)
        return "first", None

    def _open_all(self, node: ir.Expr, local: str) -> ir.Expr:
        """The expression with every definition opened that is given `local`."""
        if isinstance(node, ir.Use) and _mentions_any(node, [local]):
            expanded = self.g.expand(node)
            return node if expanded is None else self._open_all(expanded, local)
        match node:
            case ir.Logic(left=left, right=right):
                return replace(
                    node, left=self._open_all(left, local), right=self._open_all(right, local)
                )
            case ir.Cond(test=test, then=then, other=other):
                return replace(
                    node,
                    test=self._open_all(test, local),
                    then=self._open_all(then, local),
                    other=self._open_all(other, local),
                )
            case ir.Op(arguments=arguments):
                return replace(node, arguments=tuple(self._open_all(a, local) for a in arguments))
            case _:
                return node


def _is_in(condition: ir.Expr, meld: str) -> TypeGuard[ir.Op]:
    """Whether a condition is that some card, whatever the meld, is in it."""
    match condition:
        case ir.Op(name="contains", arguments=(card, ir.Local(name=local))):
            return local == meld and card.type == ty.CARD and not _mentions_any(card, [meld])
        case _:
            return False


def _alike(pack: Pack) -> tuple[int, ...]:
    """For each distance from 1 on, the cards that look like the one so far below them."""
    return tuple(
        sum(
            1 << card
            for card in range(distance, pack.size)
            if pack.face[card] == pack.face[card - distance]
        )
        for distance in range(1, max(map(pack.face.count, pack.face)))
    )


def _conjuncts(node: ir.Expr) -> list[ir.Expr]:
    if isinstance(node, ir.Logic) and node.conjunction:
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def all_of(conditions: list[ir.Expr]) -> ir.Expr:
    """Return the conjunction of some conditions, of which there is one at least."""
    result = conditions[0]
    for condition in conditions[1:]:
        result = ir.Logic(True, result, condition, type=ty.BOOLEAN, span=condition.span)
    return result


def _mentions_any(node: ir.Expr, names: list[str]) -> bool:
    if isinstance(node, ir.Local):
        return node.name in names
    return any(_mentions_any(inner, names) for inner in expressions(node))


def _replace_end(node: ir.Expr, parameter: str, end: str, found: list[ir.Expr]) -> ir.Expr:
    """The expression with `first of parameter` replaced by the card `·`."""
    match node:
        case ir.Op(name=operation, arguments=(ir.Local(name=local),)) if (
            operation == end and local == parameter
        ):
            found.append(node)
            return ir.Local("·", type=ty.CARD, span=node.span)
        case ir.Op(arguments=arguments):
            return replace(
                node, arguments=tuple(_replace_end(a, parameter, end, found) for a in arguments)
            )
        case ir.Logic(left=left, right=right):
            return replace(
                node,
                left=_replace_end(left, parameter, end, found),
                right=_replace_end(right, parameter, end, found),
            )
        case ir.Cond(test=test, then=then, other=other):
            return replace(
                node,
                test=_replace_end(test, parameter, end, found),
                then=_replace_end(then, parameter, end, found),
                other=_replace_end(other, parameter, end, found),
            )
        case _:
            return node
