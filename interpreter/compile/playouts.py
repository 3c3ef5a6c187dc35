"""Code that plays on at random: at each site one function that chooses and does an action.

A list of all legal actions is not needed to choose one of them by chance: often they can be counted
(the cards of a set, a range of numbers), and the one that is chosen is then found by its number.
The number is the index in the list that `legal` would give, so that the same numbers lead to the
same play either way.

Only the bare build has these functions. There, too, the blocks that follow one another are joined:
where a function says which block comes next, and that is short, the block is put in its place.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass

from ..check import ir
from ..check.program import Action, Parameter
from ..runtime.quoting import constant, expression, name, statements
from ..syntax import types as ty
from .codegen import OVER
from .legal import all_of
from .phases import PhaseCode
from .set_code import Scope
from .sharing import shared
from .terms import mentions

JOINED = 350
"""How many nodes of a tree a block may have to be put where it is asked for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How one action is counted and chosen.

    Attributes:
        count: the code that counts its forms, and puts what they are chosen from in locals.
        number: code for how many there are.
        pick: the code that sets the action's arguments to its form number `int(k)`; `k` has the
            fraction that chance gave it, for rounding it takes as long as all else.
        bit: the local of a card that is picked, and the one that holds the set of it alone.
    """

    count: list[ast.stmt]
    number: ast.expr
    pick: list[ast.stmt]
    bit: tuple[str, str] | None = None


class PlayoutCode(PhaseCode):
    """Generates random play, and joins blocks."""

    def _random(self) -> None:
        """`random_N(s, draw)`, for each site: do an action by chance, return where it goes on."""
        for phase in self.p.phases.values():
            for index, (step, actions) in enumerate(phase.steps):
                number = self.site[step]
                waiting = self.waits.follow or any(action in self._slots for action in actions)
                if waiting:
                    body = self._from_list(number)
                elif phase.scheme == "at once":
                    body = self._counted_site(number, actions)
                    body += statements(f"return apply_{number}(s, a)")
                else:
                    body = self._new_budget()
                    body += self._counted_site(number, actions)
                    body += self._drain(name("actor"))
                    if phase.scheme == "poll":
                        body += statements("s.declined = declined")
                    body += self._acted(phase, index, step)
                self._define(f"random_{number}", ["draw"], body, phase.span)
        for number, site in enumerate(self.sites):
            if site.asked:
                body = self._from_list(number)
                self._define(f"random_{number}", ["draw"], body)

    def _from_list(self, number: int) -> list[ast.stmt]:
        return statements(
            f"actions = legal_{number}(s)\n"
            f"if not actions: _stuck({number})\n"
            f"return apply_{number}(s, actions[int(draw() * len(actions))])"
        )

    def _counted_site(self, number: int, actions: tuple[str, ...]) -> list[ast.stmt]:
        site = self.sites[number]
        needed = self._needed(site)
        body = statements("actor = s.actor")
        sc = self._scope([])
        choices: list[tuple[Action, Choice]] = []
        for action_name in actions:
            action = self.p.actions[action_name]
            choice = self._choice(action, sc)
            if choice is not None:
                body += choice.count
                choices.append((action, choice))
            if action_name in needed:
                can = name(f"can_{action_name}")
                some = constant(False) if choice is None else expression("n > 0", n=choice.number)
                body += statements(f"{can.id} = some", some=some)
                sc = Scope(sc.names, {**sc.can, action_name: can})
        if not choices:
            return [*body, *statements(f"_stuck({number})")]
        total = choices[0][1].number
        for _, choice in choices[1:]:
            total = expression("a + b", a=total, b=choice.number)
        if isinstance(total, ast.Name):
            body += statements(f"if not n: _stuck({number})", n=total)
        elif not isinstance(total, ast.Constant):
            body += statements(f"n = total\nif not n: _stuck({number})", total=total)
            total = name("n")
        if not isinstance(total, ast.Constant) or total.value != 1:
            body += statements("k = draw() * n", n=total)
        else:
            body += statements("draw()")
        scheme = self.p.phases[site.phase].scheme
        if scheme != "at once":
            body += statements("s.turns += 1")
        rest: list[ast.stmt] = []
        for action, choice in reversed(choices):
            done = choice.pick
            if scheme == "at once":
                arguments = [name(f"l_{parameter.name}") for parameter in action.parameters]
                chosen = ast.Tuple([constant(self.verb[action.name]), *arguments], ast.Load())
                done = [*done, *statements("a = chosen", chosen=chosen)]
            else:
                done = _with_bit(done, self._done(action), choice.bit)
            if scheme == "poll":
                done += statements("declined = d", d=constant(action.declines))
            if not rest:
                rest = done
            else:
                further = statements("k -= n", n=choice.number)
                test = expression("k < n", n=choice.number)
                rest = [ast.If(test, done, [*further, *rest])]
        return [*body, *rest]

    def _choice(self, action: Action, sc: Scope) -> Choice | None:
        """How an action can be counted; None if it is not possible here at all."""
        first, rest = self._conditions(action, sc)
        test = self.g.value(all_of(first), sc) if first else constant(True)
        if isinstance(test, ast.Constant) and not test.value:
            return None
        always = isinstance(test, ast.Constant)
        number = self.g.fresh("n")
        parameters = action.parameters
        if not parameters:
            if always:
                return Choice([], constant(1), [])
            return Choice(statements(f"{number} = 1 if t else 0", t=test), name(number), [])
        if len(parameters) == 1:
            parameter = parameters[0]
            local = f"l_{parameter.name}"
            if parameter.kind == "card" and parameter.source.type == ty.CARDS:
                cards, left = self._cards_for(action, parameter, rest, sc, True)
                if not left:
                    held = self.g.fresh("m")
                    if not always:
                        cards = expression("c if t else 0", c=cards, t=test)
                    count = statements(f"{held} = c\n{number} = {held}.bit_count()", c=cards)
                    return Choice(count, name(number), statements(
                        f"while k >= 1.0:\n    {held} &= {held} - 1\n    k -= 1.0\n"
                        f"{held} &= -{held}\n{local} = {held}.bit_length() - 1"
                    ), (local, held))  # fmt: skip
            elif parameter.kind == "meld":
                found, left = self._melds_for(action, parameter, rest, sc, True)
                if not left and action.name not in self._look_alikes:
                    return self._counted_melds(found, test, number, local)
            elif parameter.kind == "number" and rest and always:
                return self._numbers(action, parameter, rest, number, sc)
            elif parameter.kind == "number" and not rest and always:
                assert parameter.last is not None
                count: list[ast.stmt] = []
                least = self.g.value(parameter.source, sc)
                if not isinstance(least, ast.Constant):
                    low = name(self.g.fresh("m"))
                    count += statements(f"{low.id} = a", a=least)
                    least = low
                last = self.g.value(parameter.last, sc)
                count += statements(f"{number} = b + 1 - a\nif {number} < 0: {number} = 0",
                                    a=least, b=last)  # fmt: skip
                return Choice(count, name(number), statements(f"{local} = int(k) + a", a=least))
            elif (
                parameter.kind == "cards" and not rest and always and not self._doubled()
                and parameter.source.type == ty.CARDS
            ):  # fmt: skip
                held = self.g.fresh("m")
                least, most = self._sizes(parameter, sc)
                given = {"c": self.g.value(parameter.source, sc), "a": least, "b": most}
                count = statements(f"{held} = c, a, b\n{number} = _choices(*{held})", **given)
                pick = statements(f"{local} = _choice(*{held}, int(k))")
                return Choice(count, name(number), pick)
        return self._listed_choice(action, number, sc)

    def _counted_melds(self, found: ast.expr, test: ast.expr, number: str, local: str) -> Choice:
        """Melds, of which those of one card need not be listed."""
        assert isinstance(found, ast.Call)
        alone, others = self.g.fresh("m"), self.g.fresh("out")
        parted = ast.Call(expression("i.parted", i=found.func.value), found.args, [])  # type: ignore[attr-defined]
        code = statements(f"{alone}, {others} = f", f=parted)
        if not isinstance(test, ast.Constant):
            none = statements(f"{alone}, {others} = 0, ()")
            code = [ast.If(test, code, none)]
        count = [*code, *statements(f"{number} = {alone}.bit_count() + len({others})")]
        pick = statements(
            f"if k < {alone}.bit_count():\n"
            f"    while k >= 1.0:\n        {alone} &= {alone} - 1\n        k -= 1.0\n"
            f"    {local} = {alone} & -{alone}\n"
            f"else:\n"
            f"    {local} = {others}[int(k) - {alone}.bit_count()][1]"
        )
        return Choice(count, name(number), pick)

    def _numbers(
        self, action: Action, parameter: Parameter, rest: list[ir.Expr], number: str, sc: Scope
    ) -> Choice:
        """A range of numbers of which some may be forbidden."""
        found, local = self.g.fresh("m"), f"l_{parameter.name}"
        inner = sc.bind(parameter.name, name(local))
        free, bound = self._parted(all_of(rest), parameter.name)
        listed = expression(
            f"[{local} for {local} in r if c]", r=self._values(parameter, sc),
            c=self.g.value(bound, inner),
        )  # fmt: skip
        count: list[ast.stmt] = statements(f"{found} = l", l=listed)
        if free is not None:
            whole = statements(f"{found} = r", r=self._values(parameter, sc))
            count = [ast.If(self.g.value(free, sc), whole, count)]
        count += statements(f"{number} = len({found})")
        return Choice(count, name(number), statements(f"{local} = {found}[int(k)]"))

    def _parted(self, node: ir.Expr, local: str) -> tuple[ir.Expr | None, ir.Expr]:
        """A condition as an alternative of one that asks nothing of `local`, and the rest."""
        match node:
            case ir.Logic(conjunction=False, left=left, right=right) if not mentions(left, local):
                free, bound = self._parted(right, local)
                if free is None:
                    return left, bound
                either = ir.Logic(False, left, free, type=left.type, span=left.span)
                return either, bound
            case _:
                return None, node

    def _listed_choice(self, action: Action, number: str, sc: Scope) -> Choice:
        """An action whose forms must be listed to be counted."""
        found = self.g.fresh("out")
        count = statements("out = []")
        count += self._generate(action, sc, many=True)
        if action.name in self._look_alikes:
            kinds = tuple(parameter.kind for parameter in action.parameters)
            self.g.table("face")
            count += statements("_unlike(out, 0, kinds, FACE)", kinds=constant(kinds))
        count += statements(f"{found} = out\n{number} = len(out)")
        pick: list[ast.stmt] = []
        for index, parameter in enumerate(action.parameters, 1):
            pick += statements(f"l_{parameter.name} = {found}[int(k)][{index}]")
        return Choice(count, name(number), pick)

    def _done(self, action: Action) -> list[ast.stmt]:
        """The action itself: its code if that is short, else a call."""
        arguments = "".join(f", l_{parameter.name}" for parameter in action.parameters)
        call = statements(f"r = act_{action.name}(s, actor{arguments})")
        call += self._going()
        function = next(tree for _, tree in self.machine.trees if tree.name == f"act_{action.name}")
        body = function.body
        last = body[-1]
        if not isinstance(last, ast.Return) or not _is(last, 0) or any(
            _is(node, 0) for node in ast.walk(ast.Module(body[:-1], []))
        ):  # fmt: skip
            return call
        leaving = _Leaving(self.p.turn_limit, self._code("limit"))
        return [leaving.visit(node) for node in deepcopy(body[:-1])]

    # --------------------------------------------------------------------------- joined blocks

    def _join(self) -> None:
        """Put short blocks where they are asked for."""
        for _, tree in self.machine.trees:
            tree.body = shared(tree.body)
        trees = {tree.name: (file, tree) for file, tree in self.machine.trees}
        blocks: dict[int, tuple[str, list[ast.stmt]]] = {}
        for number, text in enumerate(self.block_names):
            file, tree = trees.get("block_" + text.replace(" ", "_"), ("", None))
            if tree is not None and text != "deal" and _weight(tree.body) <= JOINED:
                blocks[-number] = file, tree.body
        for file, tree in self.machine.trees:
            kind = tree.name.partition("_")[0]
            if kind in ("apply", "random", "block"):
                tree.body = _Joining(file, blocks).joined(tree.body)


def _with_bit(
    pick: list[ast.stmt], done: list[ast.stmt], bit: tuple[str, str] | None
) -> list[ast.stmt]:
    """What picks a card and what is done with it, where the set of it alone is at hand already."""
    if bit is None:
        return [*pick, *done]
    local, alone = bit
    done = [_Bit(local, alone).visit(node) for node in done]
    named = any(
        isinstance(part, ast.Name) and part.id == local for node in done for part in ast.walk(node)
    )
    return [*(pick if named else pick[:-1]), *done]


class _Bit(ast.NodeTransformer):
    """Puts a local that holds the set of one card where the set is looked up."""

    def __init__(self, card: str, alone: str) -> None:
        self._card = card
        self._alone = alone

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id="BIT"), slice=ast.Name(id=card)) if (
                card == self._card
            ):
                return ast.copy_location(name(self._alone), node)
            case _:
                return self.generic_visit(node)


class _Leaving(ast.NodeTransformer):
    """What an action returns to lead elsewhere: there, unless the limit is reached."""

    def __init__(self, limit: int, code: ast.expr) -> None:
        self._limit = constant(limit)
        self._code = code

    def visit_Return(self, node: ast.Return) -> ast.AST:
        assert node.value is not None
        if _is(node, OVER):
            return node
        return ast.copy_location(
            ast.Return(
                expression(
                    "r if r == o or s.turns < limit else k",
                    r=node.value, o=constant(OVER), limit=self._limit, k=self._code,
                )
                if not isinstance(node.value, ast.Constant)
                else expression(
                    "r if s.turns < limit else k", r=node.value, limit=self._limit, k=self._code
                )
            ),
            node,
        )  # fmt: skip


class _Joining:
    """Replaces `return N` by the block of that number, again and again."""

    def __init__(self, file: str, blocks: dict[int, tuple[str, list[ast.stmt]]]) -> None:
        self._file = file
        self._blocks = blocks
        self._left = 4 * JOINED

    def joined(self, body: list[ast.stmt], within: frozenset[int] = frozenset()) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for node in body:
            result += self._statement(node, within)
            if isinstance(node, ast.Return):
                break
        return result

    def _statement(self, node: ast.stmt, within: frozenset[int]) -> list[ast.stmt]:
        match node:
            case ast.Return(value=ast.expr() as value):
                return self._return(node, value, within)
            case ast.If():
                body = self.joined(node.body, within)
                other = self.joined(node.orelse, within)
                return [ast.copy_location(ast.If(node.test, body, other), node)]
            case _:
                return [node]

    def _return(self, node: ast.Return, value: ast.expr, within: frozenset[int]) -> list[ast.stmt]:
        if isinstance(value, ast.IfExp):
            first = ast.copy_location(ast.Return(value.body), node)
            second = ast.copy_location(ast.Return(value.orelse), node)
            then = self._return(first, value.body, within)
            other = self._return(second, value.orelse, within)
            return [ast.copy_location(ast.If(value.test, then, []), node), *other]
        number = _number(value)
        if number is None or number in within or number not in self._blocks:
            return [node]
        file, body = self._blocks[number]
        weight = _weight(body)
        if file != self._file or weight > self._left:
            return [node]
        self._left -= weight
        return self.joined(body, within | {number})


def _number(value: ast.expr) -> int | None:
    match value:
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
        case _:
            return None


def _is(node: ast.AST, number: int) -> bool:
    return isinstance(node, ast.Return) and node.value is not None and _number(node.value) == number


def _weight(body: list[ast.stmt]) -> int:
    return sum(1 for _ in ast.walk(ast.Module(body, [])))
