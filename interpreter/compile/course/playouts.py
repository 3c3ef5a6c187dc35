"""Generates the code of random play: for each site a function that chooses and plays an action.

A random choice does not need a list of all legal actions: often they can be counted
(the cards of a set, a range of numbers), and the one that is chosen is then found by its number.
The number is the index in the list that `legal` would give, so that the same numbers lead to the
same play either way. Only the bare build has these functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

from ...core import nodes
from ...core.build import constant, expression, in_place_of, integer, name, nodes_in, rebuilt, same_code, statements
from ...core.effects import is_safe
from ...core.machine import Site
from ...core.types import DRAW
from ...program import ir
from ...program.program import Action, Parameter, Phase
from ...program.tree_walk import all_of, mentions
from ...syntax import types as ty
from ..context import Context
from ..decisions.actions import Actions
from ..decisions.legal import Legal
from ..scope import Scope, local, of_actor
from ..values.expressions import Expressions
from .form_loops import FormLoops, may_run_twice
from .phases import Phases


@dataclass(frozen=True, slots=True)
class Choice:
    """The code that counts and chooses the forms of one action.

    Attributes:
        count: the code that counts its forms, and puts what they are chosen from in locals.
        number: code for how many there are.
        pick: the code that sets the action's arguments to its form number `int(k)`; `k` is a
            random float with a fraction, because rounding it would cost as much as the rest.
        bit: the local of a card that is picked, and the one that holds the set of it alone.
    """

    count: list[nodes.Statement]
    number: nodes.Expression
    pick: list[nodes.Statement]
    bit: tuple[str, str] | None = None


class Playouts:
    """Generates the code of random play."""

    def __init__(
        self,
        context: Context,
        expressions: Expressions,
        legal: Legal,
        actions: Actions,
        phases: Phases,
    ) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            expressions: generates the code of expressions.
            legal: finds what can be chosen.
            actions: generates the code of actions; all of them are defined.
            phases: generates the code that follows an action.
        """
        self._context = context
        self._program = context.program
        self._expressions = expressions
        self._legal = legal
        self._actions = actions
        self._phases = phases
        self._copies = context.analysis.has_copies

    def define(self) -> None:
        """Define `random_N(s, draw)` for each site: do an action by chance, return what is next."""
        for phase in self._program.phases.values():
            for index, (step, actions) in enumerate(phase.steps):
                number = self._phases.site(step)
                if self._context.analysis.step_waits(actions):
                    body = partial(self._from_list, number)
                else:
                    body = partial(self._of_step, phase, index)
                self._context.define(f"random_{number}", {"draw": DRAW}, body, phase.span, leads=True)
        for number, site in enumerate(self._context.sites):
            if site.asked:
                self._context.define(f"random_{number}", {"draw": DRAW}, self._from_list(number), leads=True)

    def _of_step(self, phase: Phase, index: int) -> list[nodes.Statement]:
        """Return code that does an action of a step of a phase by chance."""
        number = self._phases.site(phase.steps[index][0])
        counted = self._counted_site(self._context.sites[number], number)
        if phase.scheme == "at once":
            return [*counted, *statements(f"return apply_{number}(s, a)")]
        return [
            *self._actions.new_budget(),
            *counted,
            *self._actions.drain(name("actor")),
            *self._phases.declined(phase, name("declined")),
            *self._phases.acted(phase, index),
        ]

    def _from_list(self, number: int) -> list[nodes.Statement]:
        return statements(
            f"actions = legal_{number}(s)\n"
            f"if not actions: _stuck({number})\n"
            f"return apply_{number}(s, actions[int(draw() * len(actions))])"
        )

    def _counted_site(self, site: Site, number: int) -> list[nodes.Statement]:
        needed = self._legal.needed(site)
        body = statements("actor = s.actor")
        sc = of_actor()
        choices: list[tuple[Action, Choice]] = []
        for action_name in site.actions:
            action = self._program.actions[action_name]
            choice = self._choice(action, sc)
            if choice is not None:
                body += choice.count
                choices.append((action, choice))
            if action_name in needed:
                possible = self._context.fresh("some")
                some = constant(False) if choice is None else expression("n > 0", n=choice.number)
                body += statements(f"{possible} = some", some=some)
                sc = sc.with_possible(action_name, name(possible))
        if not choices:
            return [*body, *statements(f"_stuck({number})")]
        total = choices[0][1].number
        for _, choice in choices[1:]:
            total = expression("a + b", a=total, b=choice.number)
        if isinstance(total, nodes.Name):
            body += statements(f"if not n: _stuck({number})", n=total)
        elif not isinstance(total, nodes.Constant):
            body += statements(f"n = total\nif not n: _stuck({number})", total=total)
            total = name("n")
        if not isinstance(total, nodes.Constant) or total.value != 1:
            body += statements("k = draw() * n", n=total)
        else:
            body += statements("draw()")
        scheme = self._program.phases[site.phase].scheme
        # What is chosen may depend on the number of the turn, which is counted when it is found.
        counted = [] if scheme == "at once" else statements("s.turns += 1")
        rest: list[nodes.Statement] = []
        for action, choice in reversed(choices):
            done = choice.pick
            if scheme == "at once":
                verb = constant(self._legal.verb[action.name])
                arguments = [name(local(each.name)) for each in action.parameters]
                chosen = nodes.Tuple([verb, *arguments])
                done = [*done, *statements("a = chosen", chosen=chosen)]
            else:
                done = _with_bit(done, [*counted, *self._done(action)], choice.bit)
            if scheme == "poll":
                done += statements("declined = d", d=constant(action.declines))
            if not rest:
                rest = done
            else:
                further = statements("k -= n", n=choice.number)
                test = expression("k < n", n=choice.number)
                rest = [nodes.If(test, done, [*further, *rest])]
        return [*body, *rest]

    def _choice(self, action: Action, sc: Scope) -> Choice | None:
        """How an action can be counted; None if it is not possible here at all."""
        first, rest = self._legal.conditions(action)
        test = self._expressions.value(all_of(first), sc) if first else constant(True)
        if isinstance(test, nodes.Constant) and not test.value:
            return None
        always = isinstance(test, nodes.Constant)
        number = self._context.fresh("n")
        parameters = action.parameters
        if not parameters:
            if always:
                return Choice([], constant(1), [])
            return Choice(statements(f"{number} = 1 if t else 0", t=test), name(number), [])
        if len(parameters) == 1:
            parameter = parameters[0]
            chosen = local(parameter.name)
            if self._legal.is_set(parameter):
                source = self._legal.cards_for(action, parameter, rest, sc, True)
                if not source.left:
                    cards = source.code
                    held = self._context.fresh("m")
                    if not always:
                        cards = expression("c if t else 0", c=cards, t=test)
                    count = statements(f"{held} = c\n{number} = {held}.bit_count()", c=cards)
                    return Choice(
                        count,
                        name(number),
                        statements(
                            f"while k >= 1.0:\n    {held} &= {held} - 1\n    k -= 1.0\n"
                            f"{held} &= -{held}\n{chosen} = {held}.bit_length() - 1"
                        ),
                        (chosen, held),
                    )
            elif parameter.kind == "meld" and parameter.which is None:
                melds = self._legal.melds_for(action, parameter, rest, sc, True)
                if not (melds.left or melds.alike or melds.held):
                    return self._counted_melds(melds.code, test, number, chosen)
            elif parameter.kind == "number" and rest and always:
                return self._numbers(parameter, rest, number, sc)
            elif parameter.kind == "number" and not rest and parameter.last is not None and parameter.step == 1:
                count: list[nodes.Statement] = []
                none = f"{number} = 0"
                least = self._expressions.value(parameter.source, sc)
                last = self._expressions.value(parameter.last, sc)
                if is_safe(least) and same_code(least, last):
                    pick = statements(f"{chosen} = a", a=least)
                    if always:
                        return Choice([], constant(1), pick)
                    one = statements(f"{number} = 1 if t else 0", t=test)
                    return Choice(one, name(number), pick)
                if not isinstance(least, nodes.Constant):
                    low = name(self._context.fresh("m"))
                    count += statements(f"{low.id} = a", a=least)
                    none = f"{low.id} = {none}"
                    least = low
                count += statements(f"{number} = b + 1 - a\nif {number} < 0: {number} = 0", a=least, b=last)
                if not always:
                    count = [nodes.If(test, count, statements(none))]
                return Choice(count, name(number), statements(f"{chosen} = int(k) + a", a=least))
            elif (
                parameter.kind == "cards"
                and not rest
                and always
                and not self._copies
                and parameter.source.type == ty.CARDS
            ):
                held = self._context.fresh("m")
                least, most = self._legal.sizes(parameter, sc)
                given = {"c": self._expressions.value(parameter.source, sc), "a": least, "b": most}
                count = statements(f"{held} = c, a, b\n{number} = _choices(*{held})", **given)
                pick = statements(f"{chosen} = _choice(*{held}, int(k))")
                return Choice(count, name(number), pick)
        elif len(parameters) == 2:
            paired = self._paired(action, first, rest, number, sc)
            if paired is not None:
                return paired
        return self._listed_choice(action, number, sc)

    def _paired(
        self, action: Action, first: list[ir.Expr], rest: list[ir.Expr], number: str, sc: Scope
    ) -> Choice | None:
        """A choice, and then one card of a set that depends on it: the cards are counted."""
        chosen, card = action.parameters
        many = self._context.costs.counted([action.name])
        if many or self._copies or not self._legal.is_set(card):
            return None
        item = self._context.fresh(f"x_{chosen.name}")
        inner = sc.bind(chosen.name, name(item))
        mine = [each for each in rest if not mentions(each, card.name)]
        both = [each for each in rest if mentions(each, card.name)]
        source = self._legal.cards_for(action, card, both, inner, False)
        if source.left:
            return None
        held, found = self._context.fresh("m"), self._context.fresh("out")
        body = statements(
            f"{held} = c\nif {held}:\n    {found}.append(({item}, {held}))\n    {number} += {held}.bit_count()",
            c=source.code,
        )
        loop = self._legal.loop(action, chosen, mine, sc, item, body)
        if loop is None:
            return None
        if first:
            loop = statements("if t: loop", t=self._expressions.value(all_of(first), sc), loop=loop)
        count = [*statements(f"{found} = []\n{number} = 0"), *loop]
        picked = local(card.name)
        return Choice(
            count,
            name(number),
            statements(
                f"_next = iter({found})\n"
                f"{local(chosen.name)}, {held} = next(_next)\n"
                f"while k >= {held}.bit_count():\n"
                f"    k -= {held}.bit_count()\n"
                f"    {local(chosen.name)}, {held} = next(_next)\n"
                f"while k >= 1.0:\n    {held} &= {held} - 1\n    k -= 1.0\n"
                f"{held} &= -{held}\n{picked} = {held}.bit_length() - 1"
            ),
            (picked, held),
        )

    def _counted_melds(self, found: nodes.Expression, test: nodes.Expression, number: str, chosen: str) -> Choice:
        """Melds, of which those of one card need not be listed."""
        assert isinstance(found, nodes.Call)
        assert isinstance(found.func, nodes.Attribute)
        alone, others = self._context.fresh("m"), self._context.fresh("out")
        parted = nodes.Call(expression("i.parted", i=found.func.value), found.args)
        code = statements(f"{alone}, {others} = f", f=parted)
        if not isinstance(test, nodes.Constant):
            none = statements(f"{alone}, {others} = 0, ()")
            code = [nodes.If(test, code, none)]
        count = [*code, *statements(f"{number} = {alone}.bit_count() + len({others})")]
        pick = statements(
            f"if k < {alone}.bit_count():\n"
            f"    while k >= 1.0:\n        {alone} &= {alone} - 1\n        k -= 1.0\n"
            f"    {chosen} = {alone} & -{alone}\n"
            f"else:\n"
            f"    {chosen} = {others}[int(k) - {alone}.bit_count()][1]"
        )
        return Choice(count, name(number), pick)

    def _numbers(self, parameter: Parameter, rest: list[ir.Expr], number: str, sc: Scope) -> Choice:
        """A range of numbers of which some may be forbidden."""
        found, chosen = self._context.fresh("m"), local(parameter.name)
        inner = sc.bind(parameter.name, name(chosen))
        free, bound = self._parted(all_of(rest), parameter.name)
        listed = expression(
            f"[{chosen} for {chosen} in r if c]",
            r=self._legal.values(parameter, sc),
            c=self._expressions.value(bound, inner),
        )
        count: list[nodes.Statement] = statements(f"{found} = l", l=listed)
        if free is not None:
            every = "[*r]" if parameter.last is None else "r"  # a range is a sequence as it is
            whole = statements(f"{found} = {every}", r=self._legal.values(parameter, sc))
            count = [nodes.If(self._expressions.value(free, sc), whole, count)]
        count += statements(f"{number} = len({found})")
        return Choice(count, name(number), statements(f"{chosen} = {found}[int(k)]"))

    def _parted(self, node: ir.Expr, chosen: str) -> tuple[ir.Expr | None, ir.Expr]:
        """A condition as an alternative of one that asks nothing of `chosen`, and the rest."""
        match node:
            case ir.Logic(conjunction=False, left=left, right=right) if not (
                mentions(left, chosen) or self._context.analysis.stopping.possible(left)
            ):
                free, bound = self._parted(right, chosen)
                if free is None:
                    return left, bound
                either = ir.Logic(False, left, free, type=left.type, span=left.span)
                return either, bound
            case _:
                return None, node

    def _listed_choice(self, action: Action, number: str, sc: Scope) -> Choice:
        """An action whose forms must be listed to be counted."""
        found = self._context.fresh("out")
        count = statements("out = []")
        forms = self._legal.forms(action, sc, many=True)
        if len(action.parameters) > 1 and not forms.alike and may_run_twice(forms.code):
            return self._counted_twice(action, forms.code, number)
        count += forms.code
        if forms.alike:
            count += self._legal.unlike(action, constant(0))
        count += statements(f"{found} = out\n{number} = len(out)")
        pick: list[nodes.Statement] = []
        for index, parameter in enumerate(action.parameters, 1):
            pick += statements(f"{local(parameter.name)} = {found}[int(k)][{index}]")
        return Choice(count, name(number), pick)

    def _counted_twice(self, action: Action, code: list[nodes.Statement], number: str) -> Choice:
        """Forms that are counted by loops, and found by the same loops, so that none is listed."""
        left = self._context.fresh("j")
        chosen = [local(each.name) for each in action.parameters]

        def taken(form: nodes.Tuple) -> list[nodes.Statement]:
            pairs = zip(chosen, form.elts[1:], strict=True)
            values = [each for name, value in pairs for each in statements(f"{name} = v", v=value)]
            return [*values, *statements(f"{left} = -1")]

        def found(form: nodes.Tuple) -> list[nodes.Statement]:
            return [
                nodes.If(expression(f"not {left}"), [*taken(form), nodes.Break()], []),
                *statements(f"{left} -= 1"),
            ]

        def found_among(form: nodes.Tuple, item: str, members: nodes.Expression, size: int) -> list[nodes.Statement]:
            this = statements(f"{item} = m[{left}]", m=members)
            further = statements(f"{left} -= {size}")
            return [nodes.If(expression(f"{left} < {size}"), [*this, *taken(form)], further)]

        count = FormLoops(
            lambda _: statements(f"{number} += 1"),
            lambda form, item, members, size: statements(f"{number} += {size}"),
        )
        pick = FormLoops(found, found_among, statements(f"if {left} < 0: break"))
        none = statements("\n".join(f"{each} = 0" for each in chosen))  # there is one among them
        return Choice(
            [*statements(f"{number} = 0"), *count.block(code)],
            name(number),
            [*statements(f"{left} = int(k)"), *none, *pick.block(code)],
        )

    def _done(self, action: Action) -> list[nodes.Statement]:
        """The action itself: its code if it always runs to its end, else a call."""
        arguments = "".join(f", {local(parameter.name)}" for parameter in action.parameters)
        call = statements(f"r = act_{action.name}(s, actor{arguments})")
        call += self._actions.going()
        body = [*self._context.function(f"act_{action.name}").body]
        last = body[-1]
        earlier = nodes_in(*body[:-1])
        if not _returns_zero(last) or any(map(_returns_zero, earlier)):
            return call
        return self._context.limited(body[:-1]) or [nodes.Pass()]


def _with_bit(
    pick: list[nodes.Statement], done: list[nodes.Statement], bit: tuple[str, str] | None
) -> list[nodes.Statement]:
    """What picks a card and what is done with it, where the set of it alone is at hand already."""
    if bit is None:
        return [*pick, *done]
    card, alone = bit
    done = [cast("nodes.Statement", _with_set(node, card, alone)) for node in done]
    named = any(isinstance(part, nodes.Name) and part.id == card for node in done for part in nodes_in(node))
    return [*(pick if named else pick[:-1]), *done]


def _with_set(node: nodes.Node, card: str, alone: str) -> nodes.Node:
    """Return code with a local that holds the set of one card where the set is looked up."""
    match node:
        case nodes.Subscript(value=nodes.Name(id="BIT"), slice=nodes.Name(id=same)) if same == card:
            return in_place_of(node, name(alone))
        case _:
            return rebuilt(node, lambda part: _with_set(part, card, alone))


def _returns_zero(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Return) and node.value is not None and integer(node.value) == 0
