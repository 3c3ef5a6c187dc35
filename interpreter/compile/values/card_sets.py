"""Generates code for sets of cards.

A condition on one card becomes a set of cards where it can (`CardSets.where`), so that "the cards
of this hand that fit" is one `&` in place of a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import cast

from ...analysis.costs import Loop
from ...core import nodes
from ...core.build import comprehension, constant, expression, form, is_slot, lambda_of, name, nodes_in, same_code
from ...core.effects import is_safe, may_stop
from ...core.pack_tables import set_by
from ...program import ir
from ...program.tree_walk import all_of, conjuncts, mentions, rebuilt, size, walk
from ...rewriting.running_totals import ITEM, Total, total_over
from ...runtime.melds import cards_of, weights
from ...runtime.memory import Clamped
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Binding, Scope
from .definitions import Definitions
from .pile_sets import PileSets
from .rewrites import rewritten
from .set_search import SetSearch
from .tabulation import Named, Tabulation

LONG = 8
"""An expression with so many nodes is looked up in a table if it depends on cards alone."""

SIZE = "·size"
"""A local name that no rule can have: the size of a set."""

FEW = 8
"""Of up to so many players the zones are written out one by one."""

MOST_VALUES = 1000
"""The largest range of values for which there are tables of the cards of each value."""


class CardSets:
    """Generates the code of sets of cards.

    Attributes:
        search: finds sets of cards with a property.
        tabulation: computes before play what depends on cards alone.
        piles: generates the code of sets of cards that lie in an order.
    """

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], nodes.Expression],
    ) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            value: generates the code of any expression.
        """
        self._context = context
        self._program = context.program
        self._traced = context.traced
        self._tables = context.tables
        self._definitions = definitions
        self._value = value
        self.tabulation = Tabulation(context, definitions, value)
        self.piles = PileSets(context, definitions, value, self.where, self.tabulation)
        self.search = SetSearch(context, definitions, value, self.tabulation.of_card)

    def items(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for something that can be iterated over: cards, players, numbers."""
        code = self._value(node, sc)
        return expression("_cards(m)", m=code) if node.type == ty.CARDS else code

    def charged(self, node: Loop, members: nodes.Expression, sc: Scope, *, as_set: bool = False) -> nodes.Expression:
        """Return code for members of a collection, which draw on the budget if they may take long.

        Args:
            node: what is asked of each member.
            members: the code of the members.
            sc: the scope.
            as_set: whether they are a set of cards, not a list.
        """
        work = 0 if sc.early else self._context.costs.each(node)
        if not work:
            return members
        template = "_charged_set(s, n, at, c)" if as_set else "_charged(s, n, at, c)"
        place = constant(self._context.place_of(node.span))
        return expression(template, n=constant(work), at=place, c=members)

    def _drawing(self, node: Loop, code: nodes.Expression, sc: Scope) -> nodes.Expression:
        """Return code that goes through a collection that it does not list, and draws as if all were asked."""
        work = 0 if sc.early else self._context.costs.all_of(node)
        if not work:
            return code
        place = constant(self._context.place_of(node.span))
        return expression("_large(s, n, at) and v", n=constant(work), at=place, v=code)

    # -- what holds for each card

    def where(self, node: ir.Expr, card: str, sc: Scope, among: str = "") -> nodes.Expression | None:
        """Return code for the set of all cards for which a condition on `card` holds.

        None if the condition needs a fact about the card that is in no table, or if a part that may
        stop the game is not evaluated for every card. The code is to run only if there are cards.

        Args:
            node: the condition.
            card: the local name of a card.
            sc: the scope.
            among: the local of the code with the cards that are asked about. Without it, a condition that is noted
                is tested for each card separately.
        """
        if self._traced:
            return self._noted(node, card, sc, among) if among else None
        return self._where(node, card, sc, among)

    def _noted(self, node: ir.Expr, card: str, sc: Scope, among: str) -> nodes.Expression | None:
        """Return `where` with notes of how many of the cards that are asked about each part holds for."""
        match node:
            case ir.Noted(point=point, value=value):
                held = self._noted(value, card, sc, among)
                return held and _seen(point, held, among)
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                first, rest = self._context.fresh("x"), self._context.fresh("x")
                a, b = self._noted(left, card, sc, among), self._noted(right, card, sc, rest)
                if a is None or b is None or may_stop(b):
                    return None
                others = expression("c & a" if conjunction else "c & ~a", c=name(among), a=name(first))
                asked = nodes.Call(lambda_of([rest], b), [others], [])
                both = expression("a & b" if conjunction else "a | b", a=name(first), b=asked)
                return nodes.Call(lambda_of([first], both), [a], [])
            case ir.Use(definition=definition):
                expanded = self._definitions.expand(node, always=True)
                held = None if expanded is None else self._noted(expanded, card, sc, among)
                match self._program.definitions[definition].do:
                    case (ir.Note(point=point),) if held is not None:
                        return expression("c & h", c=_seen(point, self._tables.all_cards(), among), h=held)
                    case _:
                        return held
            case _:
                return self._where(node, card, sc, among)

    def _where(self, node: ir.Expr, card: str, sc: Scope, among: str) -> nodes.Expression | None:
        if not mentions(node, card):
            everything = self._tables.all_cards()
            return expression("m if t else 0", m=everything, t=self._value(node, sc))
        table = self.tabulation.of_card(node, card)
        if table is not None:
            return constant(sum(1 << card for card, holds in enumerate(table) if holds))
        fitting = self._fitting(node, card, sc)
        if fitting is not None:
            return fitting
        match node:
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                a, b = self.where(left, card, sc, among), self.where(right, card, sc, among)
                if a is None or b is None or may_stop(b):
                    return None
                return expression("a & b" if conjunction else "a | b", a=a, b=b)
            case ir.Cond(test=test, then=then, other=other) if not mentions(test, card):
                a, b = self.where(then, card, sc, among), self.where(other, card, sc, among)
                if a is None or b is None:
                    return None
                return expression("a if t else b", a=a, b=b, t=self._value(test, sc))
            case ir.Use():
                expanded = self._definitions.expand(node)
                return None if expanded is None else self.where(expanded, card, sc, among)
            case ir.Op(name="not", arguments=(ir.Op(name="is_empty", arguments=(some,)),)):
                return self._with_members(some, card, sc)
            case ir.Op(name="is_empty", arguments=(collection,)):
                inner = self._with_members(collection, card, sc)
                if inner is None:
                    return None
                return expression("m & ~a", m=self._tables.all_cards(), a=inner)
            case ir.Op(name="not", arguments=(operand,)):
                inner = self.where(operand, card, sc, among)
                if inner is None:
                    return None
                return expression("m ^ a", m=self._tables.all_cards(), a=inner)
            case _:
                pass
        match node:
            case ir.Op(name="contains", arguments=(ir.Local(name=local), cards)) if (
                local == card and cards.type == ty.PILE and not mentions(cards, card)
            ):
                return self.piles.of(cards, sc)
            case _:
                pass
        found = rewritten(node, card, lambda part: self._value(part, sc), self._tables)
        return self._compared(node, card, sc) if found is None else found

    def _fitting(self, node: ir.Expr, card: str, sc: Scope) -> nodes.Expression | None:
        """Return a condition on a card that depends on little else, as an entry of a table."""
        named = None if sc.early else self.tabulation.named(node, card)
        if named is None or not self.tabulation.is_small(named):
            return None
        bindings, locals_ = self._given(named)
        code = self.where(named.node, card, Scope(bindings, early=True))
        if code is None:
            return None
        found = self._entry("FITTING", code, locals_, [*named.given.values()], sc)
        partly = any(isinstance(part, ir.Logic | ir.Cond | ir.Use) for part in walk(node))
        return None if partly and may_stop(found) else found

    def _given(self, named: Named) -> tuple[dict[str, Binding], list[tuple[nodes.Name, ty.Type]]]:
        """Bind what an expression depends on to locals."""
        locals_ = [(name(local), value.type) for local, value in zip("vw", named.given.values(), strict=False)]
        codes = (Binding(local) for local, _ in locals_)
        return dict(zip(named.given, codes, strict=True)), locals_

    def _entry(
        self,
        stem: str,
        code: nodes.Expression,
        locals_: list[tuple[nodes.Name, ty.Type]],
        values: list[ir.Expr],
        sc: Scope,
    ) -> nodes.Expression:
        """Return code that looks up what other code gives for some values."""
        found = self._tables.put(stem, self.tabulation.table(code, locals_))
        for value in values:
            found = expression("t[v]", t=found, v=self._value(value, sc))
        return found

    def _with_members(self, collection: ir.Expr, card: str, sc: Scope) -> nodes.Expression | None:
        """Return code for all cards for which a collection that depends on the card has members."""
        match collection:
            case ir.Use():
                expanded = self._definitions.expand(collection)
                return None if expanded is None else self._with_members(expanded, card, sc)
            case ir.Filter(collection=places, name=pile, condition=condition) if (
                places.type.of is not None and not mentions(places, card)
            ):
                inner = self._context.fresh("x")
                fitting = self.where(condition, card, sc.bind(pile, name(inner)))
                if fitting is None:
                    return None
                zone = self.piles.whole(places)
                match fitting:
                    case nodes.Subscript(value=nodes.Name() as table, slice=place) if zone is not None and form(
                        place
                    ) == form(self.piles.top(zone, name(inner))):
                        return expression(f"_on_tops(s.z_{zone}, t)", t=table)
                    case _:
                        return comprehension(
                            "_united([k for x in c])",
                            inner,
                            self.charged(collection, self._value(places, sc), sc),
                            k=fitting,
                        )
            case ir.Op(name="cards_below", arguments=(ir.Local(name=found),)) if found == card:
                return expression("m & ~a", m=self._tables.all_cards(), a=self.piles.ends("bottom"))
            case ir.Op(name="cards_above", arguments=(ir.Local(name=found),)) if found == card:
                return expression("m & ~a", m=self._tables.all_cards(), a=self.piles.ends("top"))
            case _:
                return None

    def _compared(self, node: ir.Expr, card: str, sc: Scope) -> nodes.Expression | None:
        """Return code for the cards whose rank, suit, … has a relation to a value."""
        match node:
            case ir.Op(name=operation, arguments=(left, right)):
                relation = OPERATIONS[operation].relation
                if relation is None:
                    return None
                attribute, other = _attribute_of(left, card), right
                if attribute is None:
                    attribute, other = _attribute_of(right, card), left
                    operation = relation.mirrored
                if attribute is None or mentions(other, card):
                    return None
                if attribute == "value":
                    return self._valued(operation, self._value(other, sc))
                table = self._tables.need(f"{attribute}_{operation}".upper())
                return expression("t[v]", t=table, v=self._value(other, sc))
            case _:
                return None

    def _valued(self, operation: str, bound: nodes.Expression) -> nodes.Expression | None:
        """Return code for the cards whose value has a relation to any number."""
        column = self._tables.column("value")
        low, high = min(column, default=0) - 1, max(column, default=0) + 1
        if high - low > MOST_VALUES:
            return None
        sets = tuple(set_by(column, operation, value) for value in range(low, high + 1))
        table = self._tables.put("VALUED", Clamped(low, sets))
        return expression("t[v]", t=table, v=bound)

    def related(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Return a table's entry for an expression that depends on little."""
        if sc.early or node.type not in (ty.BOOLEAN, ty.NUMBER):
            return None
        named = self.tabulation.named(node)
        if named is None or size(named.node) < LONG or not self.tabulation.is_small(named):
            return None
        values = [*named.given.values()]
        if not all(is_safe(self._value(value, sc)) for value in values):
            return None
        bindings, locals_ = self._given(named)
        code = self._value(named.node, Scope(bindings, early=True))
        return self._entry("KNOWN", code, locals_, values, sc)

    # -- collections

    def filtered(self, node: ir.Filter, sc: Scope) -> nodes.Expression:
        """Return code for those members of a collection for which a condition holds."""
        of_cards = node.collection.type == ty.CARDS
        if node.collection.type == ty.MELDS:
            conditions = conjuncts(node.condition)
            sets = self.search.among(node.collection, node.name, conditions, sc)
            if sets is not None and not sets.left:
                return self._drawing(node, sets.code, sc)
            if sets is not None:
                inner = self._context.fresh("x")
                test = self._value(all_of(sets.left), sc.bind(node.name, name(inner)))
                return comprehension("[x for x in c if k]", inner, self.charged(node, sets.code, sc), k=test)
        inner = self._context.fresh("x")
        among = self._context.fresh("x") if self._traced else ""
        cards = self.where(node.condition, node.name, sc, among) if of_cards else None
        if cards is not None and among:
            return self.asked(self._value(node.collection, sc), among, cards)
        if cards is not None:
            apart = None if may_stop(cards) else self._apart(node.collection, cards, sc)
            return apart or self.narrowed(self._value(node.collection, sc), cards)
        items = self.items(node.collection, sc)
        left = node.condition
        if of_cards:
            items, left = self._narrowed_by_parts(node, items, sc)
        condition = self._value(left, sc.bind(node.name, name(inner)))
        template = "[x for x in c if k]"
        if of_cards:
            self._tables.need("BIT")
            template = "sum(BIT[x] for x in c if k)"
        return comprehension(template, inner, self.charged(node, items, sc), k=condition)

    def _apart(self, collection: ir.Expr, fitting: nodes.Expression, sc: Scope) -> nodes.Expression | None:
        """Code for those of some fitting cards that do not lie in some piles, if it asks that."""
        match self._definitions.opened(collection):
            case ir.Op(name="minus", arguments=(cards, others)):
                lying = self.piles.listed(others, sc)
                if lying is None:
                    return None
                found = self.narrowed(self._value(cards, sc), fitting)
                return expression("_apart(c, p)", c=found, p=lying)
            case _:
                return None

    def _narrowed_by_parts(
        self, node: ir.Filter, items: nodes.Expression, sc: Scope
    ) -> tuple[nodes.Expression, ir.Expr]:
        """Return the cards for which the parts of a condition hold that are sets, and the rest."""
        left: list[ir.Expr] = []
        fitting: nodes.Expression | None = None
        for part in conjuncts(node.condition):
            found = self.where(part, node.name, sc)
            if found is None or may_stop(found) or self.must_precede(left, node.name, sc):
                left.append(part)
            else:
                fitting = found if fitting is None else expression("a & b", a=fitting, b=found)
        if fitting is None:
            return items, node.condition
        cards = expression("_cards(c & m)", c=self._value(node.collection, sc), m=fitting)
        return cards, all_of(left)

    def must_precede(self, conditions: Sequence[ir.Expr], item: str, sc: Scope) -> bool:
        """Return whether conditions on something must be tested before those after them."""
        inner = sc.bind(item, name(self._context.fresh("x")))
        return any(may_stop(self._value(each, inner)) for each in conditions)

    def narrowed(self, cards: nodes.Expression, fitting: nodes.Expression) -> nodes.Expression:
        """Return code for those of some cards that are in a set: that of all that fit.

        It is not asked for where there are no cards, if what it asks for may stop the game.
        """
        if not may_stop(fitting):
            return expression("c & m", c=cards, m=fitting)
        if is_slot(cards):
            return expression("c and c & m", c=cards, m=fitting)
        return self.asked(cards, self._context.fresh("x"), fitting)

    def asked(self, cards: nodes.Expression, among: str, fitting: nodes.Expression) -> nodes.Expression:
        """Return code for those of some cards that are in a set, which is not asked for if there are no cards.

        Args:
            cards: the cards.
            among: the local in which the code of the set finds them.
            fitting: the set.
        """
        code = expression("c and c & m", c=name(among), m=fitting)
        return nodes.Call(lambda_of([among], code), [cards], [])

    def best(self, node: ir.Best, sc: Scope) -> nodes.Expression:
        """Return code for all members with the best key."""
        inner = self._context.fresh("x")
        function = lambda_of([inner], self._value(node.key, sc.bind(node.name, name(inner))))
        if node.every:
            members = self.charged(node, self.items(node.collection, sc), sc)
            h = constant(node.highest)
            return expression("sorted(c, key=f, reverse=h)", c=members, f=function, h=h)
        if node.collection.type == ty.CARDS:
            helper = "_best_set"
        else:
            sure = not may_stop(function.body) and not self._context.analysis.takes_chance(node.key)
            helper = "_best_of" if sure else "_best"
        return expression(
            f"{helper}(c, f, h)",
            c=self.charged(node, self._value(node.collection, sc), sc, as_set=node.collection.type == ty.CARDS),
            f=function,
            h=constant(node.highest),
        )

    def fold(self, node: ir.Fold, sc: Scope) -> nodes.Expression:
        """Return code for one value computed from a key of each member of a collection."""
        total = node.operation == "total" and node.collection.type == ty.CARDS
        table = self.tabulation.of_card(node.key, node.name) if total else None
        if table is not None:
            return self._weighed(node, self._value(node.collection, sc), table, sc)
        if node.operation == "total" and node.collection.type == ty.PILE:
            kept = total_over(node, self._context.totals)
            if kept is not None:
                return expression(f"s.v_{kept.variable}")
            table = self.tabulation.of_card(node.key, node.name)
            if table is not None:
                worth = self._tables.put("WORTH", tuple(table))
                listed = self.charged(node, self._value(node.collection, sc), sc)
                return expression("sum(map(w.__getitem__, c))", c=listed, w=worth)
        longest = self._of_ends(node, sc)
        if longest is not None:
            return self._drawing(node, longest, sc)
        match node.key:
            case ir.VarRef(variable=variable, seat=ir.Local(name=it)) if it == node.name and self.is_everybody(
                node.collection, sc
            ):
                function = {"total": "sum", "highest": "max", "lowest": "min"}[node.operation]
                if self._program.players == 2 and function != "sum":
                    return expression(f"{function}(s.v_{variable}[0], s.v_{variable}[1])")
                return expression(f"{function}(s.v_{variable})")
            case _:
                pass
        inner = self._context.fresh("x")
        return expression(
            OPERATIONS[node.operation].code,
            x=name(inner),
            a=self._value(node.key, sc.bind(node.name, name(inner))),
            b=self.charged(node, self.items(node.collection, sc), sc),
            z=nothing(node.type),
        )

    def worth(self, total: Total) -> list[int]:
        """Return what each card adds to a total that is kept."""
        table = self.tabulation.of_card(total.key, ITEM)
        assert table is not None
        return table

    def _of_ends(self, node: ir.Fold, sc: Scope) -> nodes.Expression | None:
        """Code for one value of some ends of a pile, if their sizes decide it: from a table."""
        longest = self.search.longest_end(node.collection, sc)
        if longest is None or node.type != ty.NUMBER:
            return None
        sizes = range(1, self._tables.pack.size + 1)
        keys = self.tabulation.values(_with_size(node.key, node.name), SIZE, sizes)
        if keys is None:
            return None
        match node.operation:
            case "total" if longest.shorter:
                values = [0, *accumulate(keys)]
            case "highest" if longest.shorter or keys == sorted(keys):
                values = [0, *accumulate(keys, max)]
            case "lowest" if longest.shorter or keys == sorted(keys, reverse=True):
                values = [0, *accumulate(keys, min)]
            case _:
                return None
        if values == [0, *sizes]:
            return longest.code
        return expression("t[n]", t=self._tables.put("OF_ENDS", tuple(values)), n=longest.code)

    def _weighed(self, node: ir.Fold, cards: nodes.Expression, table: list[int], sc: Scope) -> nodes.Expression:
        """Return code that adds up the values of the cards of a set."""
        digits = weights(table)
        if len(digits) > 6 or not (len(digits) == 1 or is_slot(cards)):
            worth = self._tables.put("WORTH", tuple(table))
            counted = self.charged(node, cards, sc, as_set=True)
            return expression("sum(map(w.__getitem__, _cards(c)))", c=counted, w=worth)
        total: nodes.Expression | None = None
        for weight, alike in digits:
            term = expression("(c & m).bit_count()", c=cards, m=constant(alike))
            if weight != 1:
                term = expression("w * t", w=constant(weight), t=term)
            total = term if total is None else expression("a + b", a=total, b=term)
        return constant(0) if total is None else total

    def first(self, collection: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Return code for the first member that does not find all members, if possible."""
        match self._definitions.opened(collection):
            case ir.Best() as best:
                return self._extreme(best, sc)
            case ir.Op(name="otherwise") | ir.Cond():
                return self._best_card(collection, sc)
            case ir.AllSeats(zone=zone, players=players) if not self._program.zones[zone].ordered:
                return self._lead(zone, players, sc)
            case ir.Filter(collection=places, name=pile, condition=condition):
                return self._first_pile(places, pile, condition, sc)
            case _:
                return None

    def _first_pile(self, places: ir.Expr, pile: str, condition: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Code for the first pile of a zone for which a condition on its top card holds."""
        zone = self.piles.whole(places)
        if zone is None:
            return None
        inner = name(self._context.fresh("x"))
        match self._value(condition, sc.bind(pile, inner)):
            case nodes.Subscript(value=table, slice=place) if (
                same_code(place, self.piles.top(zone, inner))
            ) and not any(isinstance(n, nodes.Name) and n.id == inner.id for n in nodes_in(table)):
                return expression(f"_first_on_top(s.z_{zone}, t)", t=table)
            case _:
                return None

    def _extreme(self, node: ir.Best, sc: Scope) -> nodes.Expression:
        """Code for the first of those with the best key."""
        rising = self._rising(node, node.highest, sc)
        if rising is not None:
            return expression("m.bit_length() - 1" if node.highest else "_lowest(m)", m=rising)
        inner = self._context.fresh("x")
        key = self._value(node.key, sc.bind(node.name, name(inner)))
        match key:
            case nodes.Subscript(value=nodes.Name() as table, slice=nodes.Name(id=index)) if index == inner:
                function: nodes.Expression = nodes.Attribute(table, "__getitem__")
            case _:
                function = lambda_of([inner], key)
        return expression(
            f"{'max' if node.highest else 'min'}(c, key=f, default=z)",
            c=self.charged(node, self.items(node.collection, sc), sc),
            f=function,
            z=nothing(ty.element(node.collection.type) or node.type),
        )

    def _rising(self, node: ir.Expr, highest: bool, sc: Scope) -> nodes.Expression | None:
        """Code for a set, in canonical order, of which the first best card is an end.

        Args:
            node: the best of some cards; or of others, if there are none.
            highest: whether the best card is the last of the set; otherwise it is the first.
            sc: the scope.
        """
        match self._definitions.opened(node):
            case ir.Op(name="otherwise", arguments=(left, right)):
                one, other = (self._rising(each, highest, sc) for each in (left, right))
                return None if one is None or other is None else expression("a or b", a=one, b=other)
            case ir.Best(collection=cards, name=card, key=key, every=False) as best if best.highest == highest:
                values = self.tabulation.of_card(key, card)
                return None if values is None else self._found_among(cards, values, _rises, sc)
            case _:
                return None

    def _best_card(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Code for the first of the best of some cards; or of others, if there are none."""
        rising = self._rising(node, True, sc)
        if rising is not None:
            return expression("m.bit_length() - 1", m=rising)
        match self._definitions.opened(node):
            case ir.Cond(test=test, then=then, other=other):
                one, two = self._best_card(then, sc), self._best_card(other, sc)
                if one is None or two is None:
                    return None
                return expression("a if t else b", a=one, b=two, t=self._value(test, sc))
            case ir.Op(name="otherwise", arguments=(left, right)):
                cards, one = self._rising(left, True, sc), self._best_card(left, sc)
                two = self._best_card(right, sc)
                if cards is None or one is None or two is None:
                    return None
                return expression("a if c else b", a=one, b=two, c=cards)
            case ir.Best(collection=cards, name=card, key=key, every=False, highest=highest):
                values = self.tabulation.of_card(key, card)
                if values is None:
                    return None
                found = self._found_among(cards, values, _differ, sc)
                if found is None:
                    return None
                ranks = values if highest else [-value for value in values]
                table = self._tables.put("RANKED", tuple(ranks))
                return expression("_best_card(c, t)", c=found, t=table)
            case _:
                return None

    def _found_among(
        self, node: ir.Expr, values: list[int], test: Callable[[int, list[int]], bool], sc: Scope
    ) -> nodes.Expression | None:
        """Code for some cards as a set, if a test of such sets and the cards' values holds."""
        match self._definitions.opened(node):
            case ir.Op(name="otherwise", arguments=(left, right)):
                one, other = (self._found_among(each, values, test, sc) for each in (left, right))
                return None if one is None or other is None else expression("a or b", a=one, b=other)
            case ir.Filter(collection=collection, name=card, condition=condition):
                fitting = self.where(condition, card, sc)
                if fitting is None or may_stop(fitting):
                    return None
                if not all(test(each, values) for each in self._sets(fitting)):
                    return None
                match self._definitions.opened(collection):
                    case ir.AllSeats(zone=zone, players=players) if not self._program.zones[zone].ordered:
                        held = self.union(zone, players, sc)
                    case other:
                        held = self.piles.of(other, sc)
                return expression("c & m", c=held, m=fitting)
            case _:
                return None

    def _sets(self, code: nodes.Expression) -> Iterable[int]:
        """Return all sets that code can give; all cards if they are not known."""
        match code:
            case nodes.Constant(value=int(cards)):
                return [cards]
            case nodes.Subscript(value=nodes.Subscript(value=nodes.Name(id=table))):
                rows = cast("tuple[tuple[int, ...], ...]", self._tables.constants[table])
                return {cards for row in rows for cards in row}
            case nodes.Subscript(value=nodes.Name(id=table)):
                return {*cast("tuple[int, ...]", self._tables.constants[table])}
            case _:
                return [(1 << self._tables.pack.size) - 1]

    # -- zones of several players

    def union(self, zone: str, players: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for the cards of several players' zones as one set."""
        if not self._is_whole(players) or self._program.players > FEW:
            return expression(f"_union(s.z_{zone}, p)", p=self._value(players, sc))
        cards = expression(f"s.z_{zone}[0]")
        for seat in range(1, self._program.players):
            cards = expression(f"c | s.z_{zone}[{seat}]", c=cards)
        match self._value(self._definitions.opened(players), sc):
            case nodes.Subscript(slice=first) if may_stop(first):
                return expression("c if p >= 0 else 0", c=cards, p=first)
            case _:
                return cards

    def _lead(self, zone: str, players: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code for the first card of several players' zones, mostly the first player's."""
        lead = expression(f"_lead(s.z_{zone}, p)", p=self._value(players, sc))
        match self._definitions.opened(players):
            case ir.Op(name="players_from", arguments=(seat,)) if self._is_whole(players):
                code = self._value(seat, sc)
                if is_slot(code):
                    held = expression(f"s.z_{zone}[p]", p=code)
                    test = (
                        expression("p >= 0 and h", p=code, h=held)
                        if self._context.analysis.nobody.possible(seat, sc.unsure)
                        else held
                    )
                    return expression("(h & -h).bit_length() - 1 if t else other", h=held, t=test, other=lead)
            case _:
                pass
        return lead

    def all_play(self, players: ir.Expr, sc: Scope) -> bool:
        """Return whether some players are all players, in whatever order, and few."""
        return self.is_everybody(players, sc) and self._program.players <= FEW

    def is_everybody(self, players: ir.Expr, sc: Scope) -> bool:
        """Return whether some players are all players, in whatever order, without a doubt."""
        return self._is_whole(players) and not may_stop(self._value(players, sc))

    def _is_whole(self, players: ir.Expr) -> bool:
        """Return whether some players are all players, if they are not those from nobody on."""
        match self._definitions.opened(players):
            case ir.Op(name="everybody"):
                return True
            case ir.Op(name="players" | "players_from") as all_of_them:
                draws = self._context.analysis.takes_chance(all_of_them)
                return not self._program.departures and not draws
            case _:
                return False

    def lying_in(self, node: ir.Expr) -> str | None:
        """Return the zone that a card is certainly in, if that is some player's zone of a kind."""
        match self._definitions.opened(node):
            case ir.Use() as use:
                expanded = self._definitions.expand(use)
                return None if expanded is None else self.lying_in(expanded)
            case ir.Op(name="first", arguments=(inner,)):
                return self.lying_in(inner)
            case ir.Cond(then=left, other=right):
                zone = self.lying_in(left)
                return zone if self.lying_in(right) == zone else None
            case ir.Op(name="otherwise", arguments=(left, right)):
                zone = self.lying_in(left)
                return zone if self.lying_in(right) == zone else None
            case ir.Best(collection=inner) | ir.Filter(collection=inner):
                return self.lying_in(inner)
            case ir.AllSeats(zone=zone) if not self._program.zones[zone].ordered:
                return zone
            case _:
                return None


def _with_size(key: ir.Expr, item: str) -> ir.Expr:
    """Return an expression in which a name stands for the size of a set of cards."""
    match key:
        case ir.Op(name="size", arguments=(ir.Local(name=found),)) if found == item:
            return ir.Local(SIZE, type=ty.NUMBER, span=key.span)
        case _:
            return rebuilt(key, lambda inner: _with_size(inner, item))


def _seen(point: int, held: nodes.Expression, among: str) -> nodes.Expression:
    """Return a set of cards, with a note of how many of the cards that are asked about are in it."""
    return expression("_saw_each(h, c, _saw, i)", h=held, c=name(among), i=constant(point))


def nothing(kind: ty.Type) -> nodes.Expression:
    """Return code for the value without members: 0, false, the empty set, or none."""
    if kind == ty.BOOLEAN:
        return constant(False)
    return constant(0 if kind in (ty.NUMBER, ty.CARDS) else -1)


def _attribute_of(node: ir.Expr, card: str) -> str | None:
    match node:
        case ir.Op(name=("rank" | "suit" | "colour" | "value") as attribute, arguments=(ir.Local(name=found),)) if (
            found == card
        ):
            return attribute
        case _:
            return None


def _differ(cards: int, values: list[int]) -> bool:
    """Return whether the cards of a set have different values."""
    found = [values[card] for card in cards_of(cards)]
    return len(set(found)) == len(found)


def _rises(cards: int, values: list[int]) -> bool:
    """Return whether of any two cards of a set the later one has the higher value."""
    found = [values[card] for card in cards_of(cards)]
    return all(one < other for one, other in pairwise(found))
