"""Typed expressions and statements to Python syntax trees.

What the generated code looks like: a state is `s`; a zone that keeps no order is an integer with
a bit for each card (`s.z_hand[seat]`), an ordered one a list whose end is the top (`s.z_stock`);
ranks, suits, seats and cards are small integers, and -1 is none of them. Conditions on one card
become sets of cards where they can (`_card_set`), so that "the cards of this hand that fit" is
one `&` instead of a loop.

In the recording build every change goes through a recorder, which keeps who knows what and the
journal; in the bare build it is done in place. Both are made from the same typed tree.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from ..check import ir
from ..diagnostics import Span
from ..runtime.quoting import constant, expression, name, statements
from ..syntax import types as ty
from .expression_code import ExpressionCode
from .set_code import Scope
from .terms import inside

OVER, END_TURN, END_PHASE, END_DEAL, END_GAME = -1, -2, -3, -4, -5
"""Codes that a rule returns to say where the game goes on; 0 is the usual way."""

STOPPED = 1_000_000
LARGEST = 10**18
"""What a variable can hold; as many digits as a number may have in a ruleset."""


class Codegen(ExpressionCode):
    """Builds code for one program and one build."""

    def block(
        self, body: tuple[ir.Stmt, ...], sc: Scope, effects: dict[str, int]
    ) -> list[ast.stmt]:
        """Return the code of statements; `effects` numbers the later effects for `skip to`."""
        result: list[ast.stmt] = []
        for index, statement in enumerate(body):
            code, sc = self._statement(statement, sc, effects)
            result += self.at(statement.span, [*self.passed(statement.span), *code])
            if _leaves(statement) and index + 1 < len(body):
                rest = self.block(body[index + 1 :], sc, effects)
                if isinstance(statement, ir.ForEach | ir.Repeat | ir.If):
                    result += self.at(statement.span, statements("if not _skip: rest", rest=rest))
                break
        return result or [ast.Pass()]

    def _statement(
        self, node: ir.Stmt, sc: Scope, effects: dict[str, int]
    ) -> tuple[list[ast.stmt], Scope]:
        match node:
            case ir.Let(name=local, value=value):
                variable = f"l_{local}"
                code = self.frozen(value, sc)
                bound = sc.bind(local, name(variable))
                return statements(f"{variable} = v", v=code), bound
            case ir.If(test=test, then=then, other=other):
                first = self.block(then, sc, effects)
                second = self.block(other, sc, effects) if other else []
                code = ast.If(self.value(test, sc), first, second)
                return [code], sc
            case ir.ForEach():
                return self._for_each(node, sc, effects), sc
            case ir.Repeat():
                return self._repeat(node, sc, effects), sc
            case ir.Perform(definition=definition, arguments=arguments):
                given = [self.value(argument, sc) for argument in arguments]
                call = self.call(f"do_{definition}", given, sc)
                if self.flows(definition):
                    return statements("_r = f\nif _r: return _r", f=call), sc
                return [ast.Expr(call)], sc
            case ir.Stop():
                return statements(f"_skip = {STOPPED}"), sc
            case ir.SkipTo(effect=effect):
                return statements(f"_skip = {effects[effect]}"), sc
            case _:
                return self._simple(node, sc), sc

    def frozen(self, value: ir.Expr, sc: Scope) -> ast.expr:
        """Return code for a value that must not change when the zone it was read from does."""
        code = self.value(value, sc)
        return expression("list(v)", v=code) if value.type == ty.PILE else code

    def _for_each(self, node: ir.ForEach, sc: Scope, effects: dict[str, int]) -> list[ast.stmt]:
        variable = f"l_{node.name}"
        inner = sc.bind(node.name, name(variable))
        if self._is_short(node):
            body = self.block(node.body, inner, effects)
        else:
            body = self._counted(node, inner, effects)
        if node.last is not None:
            first, last = self.value(node.series, sc), self.value(node.last, sc)
            over = expression("range(a, b + 1)", a=first, b=last)
        else:
            over = self.items(node.series, sc)
            if isinstance(node.series, ir.ZoneRef) and node.series.type == ty.PILE:
                over = expression("list(v)", v=over)
        return [ast.For(ast.Name(variable, ast.Store()), over, body, [])]

    def _is_short(self, node: ir.ForEach) -> bool:
        """Whether a loop goes once over the players and does nothing that could take long."""
        short = ir.Assign | ir.Move | ir.Let | ir.Reveal | ir.If
        return (
            node.last is None
            and node.series.type == ty.PLAYERS
            and self.program.players < self.program.step_limit
            and all(isinstance(inner, short) for inner in inside(node.body))
        )

    def _repeat(self, node: ir.Repeat, sc: Scope, effects: dict[str, int]) -> list[ast.stmt]:
        if isinstance(node.times, ir.Const) and node.times.value == 1:
            return self.block(node.body, sc, effects)
        body = self._counted(node, sc, effects)
        if node.times is not None:
            times = self.value(node.times, sc)
            loop = f"for {self.fresh('_n')} in range(n): body"
            return statements(loop, n=times, body=body)
        assert node.until is not None
        return statements("while not t: body", t=self.value(node.until, sc), body=body)

    def _counted(
        self, node: ir.ForEach | ir.Repeat, sc: Scope, effects: dict[str, int]
    ) -> list[ast.stmt]:
        """Return the body of a loop, each round of which is a step."""
        body = [*self.step(node.span), *self.block(node.body, sc, effects)]
        if any(_leaves(inner) for inner in node.body):
            body += statements("if _skip: break")
        return body

    def step(self, span: Span) -> list[ast.stmt]:
        """Code that draws on the budget of steps, which all rules share up to a decision."""
        place = constant(self.place_of(span))
        return statements("s.steps -= 1\nif s.steps < 0: _endless(place)", place=place)

    def _simple(self, node: ir.Stmt, sc: Scope) -> list[ast.stmt]:
        match node:
            case ir.Move(cards=cards, target=target, beneath=beneath):
                return self._move(cards, target, beneath, sc)
            case ir.Lay(cards=cards, zone=zone):
                return self._lay(cards, zone, sc)
            case ir.DealOut():
                return self._deal(node, sc)
            case ir.Draw():
                return self._draw(node, sc)
            case ir.Shuffle(zone=zone):
                return self._shuffle(zone, sc)
            case ir.Reveal(cards=cards, audience=audience):
                if not self.record:
                    return [ast.Pass()]
                to = constant(-1) if audience is None else expression(
                    "_mask(p)", p=self.value(audience, sc)
                )  # fmt: skip
                return statements("R.reveal(s, c, to)", c=self.value(cards, sc), to=to)
            case ir.Assign(target=target, value=value):
                return self._assign(target, value, sc)
            case ir.GoTo(phase=phase):
                return [*self._leaving(), ast.Return(constant(-self.labels[phase]))]
            case ir.Leave(players=players, for_good=for_good):
                template = "s.away |= m\ns.gone |= m" if for_good else "s.away |= m"
                return statements(template, m=expression("_mask(p)", p=self.value(players, sc)))
            case ir.PlayAgain():
                return statements("s.again = True")
            case ir.End(scope=scope_name):
                code = {"turn": END_TURN, "phase": END_PHASE, "deal": END_DEAL, "game": END_GAME}
                return [*self._leaving(scope_name), ast.Return(constant(code[scope_name]))]
            case ir.Outcome(players=players, wins=wins):
                return self._outcome(players, wins, sc)
            case ir.SkipPlayers(count=count):
                return statements("s.skip += n", n=self.value(count, sc))
            case ir.Reverse():
                return statements("s.direction = -s.direction")
            case ir.Announce(event=event):
                return statements(f"s.events += (EVENT_{event.upper()},)")
            case _:
                raise AssertionError(node)

    def _leaving(self, scope_name: str = "phase") -> list[ast.stmt]:
        """What is announced but not yet done is dropped where a rule leads elsewhere."""
        body: list[ast.stmt] = []
        if self.program.events:
            body += statements("s.events = ()")
        sealed = any(phase.scheme == "at once" for phase in self.program.phases.values())
        if sealed and scope_name != "turn":
            body += statements("s.pending = ()")
        return body

    def _outcome(self, players: ir.Expr | None, wins: bool, sc: Scope) -> list[ast.stmt]:
        if players is None:
            result = constant((0,) * self.program.players)
            body = statements("s.result = r", r=result)
        else:
            body = statements(
                "s.result = _outcome(p, n, w)", p=self.value(players, sc),
                n=constant(self.program.players), w=constant(wins),
            )  # fmt: skip
        return [*body, *self._leaving(), ast.Return(constant(OVER))]

    def _assign(self, target: ir.VarRef, value: ir.Expr, sc: Scope) -> list[ast.stmt]:
        place = self.slot(f"v_{target.variable}", target.seat, sc)
        code = self.frozen(value, sc)
        if value.type in (ty.PILE, ty.PLAYERS) or value.type.of is not None:
            code = expression("tuple(v)", v=code)
        variable = self.program.variables.get(target.variable)
        lasting = variable is not None and variable.lasting
        body: list[ast.stmt] = []
        match value:
            case ir.Op(name="add", arguments=(old, ir.Const() as more)) if (
                old == target and not lasting
            ):
                body = statements("place += v", place=place, v=self.value(more, sc))
            case _:
                if value.type == ty.NUMBER and _may_grow(value):
                    number, at = self.fresh("n"), constant(self.place_of(value.span))
                    test = f"if not -{LARGEST} <= {number} <= {LARGEST}: _vast(at)"
                    body = statements(f"{number} = v\n{test}", v=code, at=at)
                    code = name(number)
                if lasting:
                    assert target.seat is not None
                    body += statements(
                        "slot = _with(slot, p, v)", slot=expression(f"s.v_{target.variable}"),
                        p=self.seat(target.seat, sc), v=code,
                    )  # fmt: skip
                else:
                    body += statements("place = v", place=place, v=code)
        if self.record:
            seat = constant(-1) if target.seat is None else self.value(target.seat, sc)
            body += statements(f"R.changed(s, {target.variable!r}, p, v)", p=seat, v=place)
        return body

    def _zone_arguments(self, zone: ir.ZoneRef, sc: Scope) -> dict[str, ast.expr]:
        seat = constant(-1) if zone.seat is None else self.value(zone.seat, sc)
        return {"z": constant(self.zone_index[zone.zone]), "p": seat}

    def _put(self, target: ir.ZoneRef, sc: Scope, card: ast.expr) -> list[ast.stmt]:
        place = self.value(target, sc)
        if target.type == ty.PILE:
            return statements("place.append(c)", place=place, c=card)
        return statements("place |= c", place=place, c=self.bit(card))

    def _move(
        self, cards: ir.Expr, target: ir.ZoneRef | ir.PileRef, beneath: bool, sc: Scope
    ) -> list[ast.stmt]:
        if self.record:
            where: dict[str, ast.expr]
            if isinstance(target, ir.PileRef):
                where = {"z": constant(self.zone_index[target.zone]), "p": constant(-1)}
                pile = self.value(target.pile, sc)
            else:
                where, pile = self._zone_arguments(target, sc), constant(-1)
            return statements(
                "R.move(s, c, z, p, i, b)", c=self._listed(cards, sc), i=pile,
                b=constant(beneath), **where,
            )  # fmt: skip
        if isinstance(cards, ir.ZoneRef) and isinstance(target, ir.ZoneRef) and not beneath:
            return self._move_all(cards, target, sc)
        cards = self.opened(cards) if isinstance(self.opened(cards), ir.AllSeats) else cards
        if isinstance(cards, ir.AllSeats) and target.type == ty.CARDS and not beneath and (
            not self.program.zones[cards.zone].ordered
        ):  # fmt: skip
            return self._gather(cards, target, sc)
        body, moved, listed = self._taken(cards, sc)
        place = self.value(target, sc)
        if target.type == ty.CARDS:
            return [*body, *statements(f"place |= {moved}", place=place)]
        if isinstance(cards, ir.Local) and cards.name in self.chosen and not beneath and (
            isinstance(target, ir.ZoneRef)
        ):  # fmt: skip
            return [*body, *statements("place.append(c)", place=place, c=self.value(cards, sc))]
        added = name(listed) if cards.type == ty.PILE else expression(f"_cards({moved})")
        template = "place[:0] = added" if beneath else "place += added"
        body += statements(template, place=place, added=added)
        if isinstance(target, ir.PileRef):
            sizes = expression(f"s.g_{target.zone}[i]", i=self.value(target.pile, sc))
            body += statements(f"sizes += ({moved}.bit_count(),)", sizes=sizes)
        return body

    def _gather(
        self, cards: ir.AllSeats, target: ir.ZoneRef | ir.PileRef, sc: Scope
    ) -> list[ast.stmt]:
        """Code that moves all that several players have in a zone."""
        if self.all_play(cards.players) and target.zone != cards.zone:
            return statements(
                f"place |= c\ns.z_{cards.zone} = [0] * n",
                place=self.value(target, sc), c=self.union(cards.zone, cards.players, sc),
                n=constant(self.program.players),
            )  # fmt: skip
        moved, seat = self.fresh("m"), self.fresh("p")
        return statements(
            f"{moved} = 0\n"
            f"for {seat} in players:\n"
            f"    {moved} |= s.z_{cards.zone}[{seat}]\n"
            f"    s.z_{cards.zone}[{seat}] = 0\n"
            f"place |= {moved}",
            players=self.value(cards.players, sc), place=self.value(target, sc),
        )  # fmt: skip

    def _lay(self, cards: ir.Expr, zone: str, sc: Scope) -> list[ast.stmt]:
        if self.record:
            return statements(
                "R.lay(s, c, z)", c=self._listed(cards, sc), z=constant(self.zone_index[zone])
            )
        body, moved, listed = self._taken(cards, sc)
        added = name(listed) if cards.type == ty.PILE else expression(f"_cards({moved})")
        return [
            *body,
            *statements(
                f"s.z_{zone}.append(added)\ns.g_{zone}.append(({moved}.bit_count(),))", added=added
            ),
        ]

    def _listed(self, cards: ir.Expr, sc: Scope) -> ast.expr:
        """Code for cards as a list that stays as it is while they move."""
        as_list = {"cards": "_cards(c)", "card": "[c]"}.get(cards.type.name, "list(c)")
        return expression(as_list, c=self.value(cards, sc))

    def _taken(self, cards: ir.Expr, sc: Scope) -> tuple[list[ast.stmt], str, str]:
        """Code that takes cards from where they are; the locals with their set and their list."""
        code = self.value(cards, sc)
        moved, listed = self.fresh("m"), self.fresh("c")
        body: list[ast.stmt] = []
        if cards.type == ty.CARD:
            body += statements(f"{moved} = c", c=self.bit(code))
        elif cards.type == ty.PILE:
            body += statements(f"{listed} = list(v)\n{moved} = _mask({listed})", v=code)
        else:
            body += statements(f"{moved} = v", v=code)
        origins = self.origins_of(cards)
        if cards is self.untouched and origins is not None and len(origins) == 1 and (
            origins[0].type == ty.CARDS
        ):  # fmt: skip
            body += statements(f"place ^= {moved}", place=self.value(origins[0], sc))
        elif origins is None:
            body += statements(f"_remove(s, {moved})")
        else:
            body += self._take(origins, moved, sc)
        return body, moved, listed

    def _take(self, origins: list[ir.ZoneRef], moved: str, sc: Scope) -> list[ast.stmt]:
        # Zones without order first: taking from them costs two operations.
        rest = moved
        body: list[ast.stmt] = []
        ordered = sorted(origins, key=lambda origin: origin.type == ty.PILE)
        for index, origin in enumerate(ordered, 1):
            place = self.value(origin, sc)
            last = index == len(ordered)
            if origin.type == ty.CARDS:
                left = self.fresh("m")
                body += statements(f"{left} = {rest} & ~place\nplace &= ~{rest}", place=place)
                rest = left
                if last:  # the cards may have been moved since they were chosen
                    body += statements(f"if {rest}: _remove(s, {rest})")
            else:
                if rest == moved:  # which must last until the cards are put down
                    rest = self.fresh("m")
                    body += statements(f"{rest} = {moved}")
                body += statements(f"if {rest}: {rest} = _pick(place, {rest})", place=place)
                if last:
                    body += statements(f"if {rest}: _remove(s, {rest})")
        return body

    def origins_of(self, node: ir.Expr) -> list[ir.ZoneRef] | None:
        """Return the zones that cards can come from, None if that cannot be told."""
        match node:
            case ir.ZoneRef(zone=zone):
                return None if self.program.zones[zone].piles else [node]
            case ir.Local(name=local):
                return self.origins.get(local)
            case ir.VarRef(variable=variable):
                return self.usual.get(variable)
            case ir.Use():
                expanded = self.expand(node)
                return None if expanded is None else self.origins_of(expanded)
            case ir.Cond(then=then, other=other):
                return _union(self.origins_of(then), self.origins_of(other))
            case ir.Filter(collection=collection) | ir.Best(collection=collection):
                return self.origins_of(collection)
            case ir.Op(name=("first" | "last" | "top" | "bottom" | "to_cards" | "to_pile"),
                      arguments=(inner,)):  # fmt: skip
                return self.origins_of(inner)
            case ir.Op(name=("first_n" | "last_n" | "top_n" | "bottom_n"), arguments=(_, inner)):
                return self.origins_of(inner)
            case ir.Op(name="minus", arguments=(inner, _)):
                return self.origins_of(inner)
            case ir.Op(name=("join" | "otherwise" | "join_piles"), arguments=(left, right)):
                return _union(self.origins_of(left), self.origins_of(right))
            case _:
                return None

    def _move_all(self, source: ir.ZoneRef, target: ir.ZoneRef, sc: Scope) -> list[ast.stmt]:
        if source == target:
            return [ast.Pass()]
        a, b = self.value(source, sc), self.value(target, sc)
        if source.type == ty.PILE and target.type == ty.PILE:
            return statements("b += a\na.clear()", a=a, b=b)
        if source.type == ty.PILE:
            return statements("b |= _mask(a)\na.clear()", a=a, b=b)
        if target.type == ty.PILE:
            return statements("b += _cards(a)\na = 0", a=a, b=b)
        moved = self.fresh("m")
        return statements(f"{moved} = a\na = 0\nb |= {moved}", a=a, b=b)

    def _pop(self, source: ir.ZoneRef, sc: Scope) -> tuple[ast.expr, ast.expr]:
        """Return a test whether the zone has cards, and an expression that takes one away."""
        place = self.value(source, sc)
        if source.type == ty.PILE:
            return place, expression("place.pop()", place=place)
        seat = constant(-1) if source.seat is None else self.value(source.seat, sc)
        return place, expression(f"_pop_any(s, 'z_{source.zone}', p)", p=seat)

    def _deal(self, node: ir.DealOut, sc: Scope) -> list[ast.stmt]:
        count = self._at_most(node.count, sc)
        seat = self.fresh("p")
        inner = sc.bind("actor", name(seat)) if node.each else sc
        target = node.target
        if node.each:
            target = replace(target, seat=ir.Local("actor", type=ty.PLAYER))
        body = self._one_card(node.source, target, inner)
        if not node.each and isinstance(node.count, ir.Const) and node.count.value == 1:
            return body
        if not node.each:
            return statements("for _ in range(n): body", n=count, body=body)
        if node.players is not None:
            seats = self.value(node.players, sc)
        else:
            n = self.program.players
            seats = self.seats_from(expression(f"(s.dealer + 1) % {n}"))
        if not self.record and node.source.type == ty.PILE and node.target.type == ty.CARDS:
            self.bit(constant(0))
            return statements(
                f"_deal(s.z_{node.source.zone}, s.z_{node.target.zone}, n, seats, BIT)",
                n=count, seats=seats,
            )  # fmt: skip
        return statements(
            f"for _ in range(n):\n for {seat} in seats: body", n=count, body=body, seats=seats
        )

    def _at_most(self, count: ir.Expr, sc: Scope) -> ast.expr:
        """Code for a number of cards, no greater than the pack."""
        if isinstance(count, ir.Const) and isinstance(count.value, int):
            return constant(min(count.value, self.pack.size))
        return expression("min(n, most)", n=self.value(count, sc), most=constant(self.pack.size))

    def _one_card(self, source: ir.ZoneRef, target: ir.ZoneRef, sc: Scope) -> list[ast.stmt]:
        test, card = self._pop(source, sc)
        if self.record:
            from_ = self._zone_arguments(source, sc)
            to = self._zone_arguments(target, sc)
            move = statements("R.draw(s, z, p, y, q)", **from_, y=to["z"], q=to["p"])
        else:
            move = self._put(target, sc, card)
        return statements("if t: body", t=test, body=move)

    def _draw(self, node: ir.Draw, sc: Scope) -> list[ast.stmt]:
        drawn = self.fresh("c")
        test, card = self._pop(node.source, sc)
        if self.record:
            from_ = self._zone_arguments(node.source, sc)
            to = self._zone_arguments(node.target, sc)
            take = statements(f"{drawn} = R.draw(s, z, p, y, q)", **from_, y=to["z"], q=to["p"])
        else:
            take = statements(f"{drawn} = c", c=card)
            take += self._put(node.target, sc, name(drawn))
        if node.until is not None:
            until = self.value(node.until, sc.bind("drawn", name(drawn)))
            return statements(
                "while t:\n    step\n    take\n    if u: break",
                t=test, step=self.step(node.span), take=take, u=until,
            )  # fmt: skip
        assert node.count is not None
        count = self._at_most(node.count, sc)
        if isinstance(node.count, ir.Const) and node.count.value == 1:
            return statements("if t: take", t=test, take=take)
        left = self.fresh("n")
        return statements(
            f"{left} = count\nwhile {left} > 0 and t:\n    {left} -= 1\n    take",
            count=count, t=test, take=take,
        )  # fmt: skip

    def _shuffle(self, zone: ir.ZoneRef, sc: Scope) -> list[ast.stmt]:
        if zone.type == ty.CARDS:
            return [ast.Pass()]
        return statements(
            "_shuffle(s, place)\nrecord",
            place=self.value(zone, sc),
            record=statements("R.shuffled(s, z, p)", **self._zone_arguments(zone, sc))
            if self.record
            else [],
        )

    def flows(self, definition: str) -> bool:
        """Whether a deed can send the game elsewhere."""
        if definition not in self._flows:
            self._flows[definition] = False
            body = self.program.definitions[definition].do
            self._flows[definition] = any(self._may_flow(statement) for statement in body)
        return self._flows[definition]

    def _may_flow(self, node: ir.Stmt) -> bool:
        match node:
            case ir.GoTo() | ir.End() | ir.Outcome():
                return True
            case ir.Perform(definition=definition):
                return self.flows(definition)
            case ir.If(then=then, other=other):
                return any(self._may_flow(inner) for inner in (*then, *other))
            case ir.ForEach(body=body) | ir.Repeat(body=body):
                return any(self._may_flow(inner) for inner in body)
            case _:
                return False


def _may_grow(value: ir.Expr) -> bool:
    """Whether a number may grow beyond bounds in few steps, as a product and a doubled sum do."""
    match value:
        case ir.VarRef() | ir.Const():
            return False
        case ir.Op(name=operation, arguments=arguments):
            fixed = any(isinstance(argument, ir.Const) for argument in arguments)
            if operation == "mul" or (operation in ("add", "sub") and not fixed):
                return True
            return any(_may_grow(each) for each in arguments if each.type == ty.NUMBER)
        case _:
            return True


def _leaves(node: ir.Stmt) -> bool:
    match node:
        case ir.Stop() | ir.SkipTo():
            return True
        case ir.If(then=then, other=other):
            return any(_leaves(inner) for inner in (*then, *other))
        case ir.ForEach(body=body) | ir.Repeat(body=body):
            return any(_leaves(inner) for inner in body)
        case _:
            return False


def _union(
    left: list[ir.ZoneRef] | None, right: list[ir.ZoneRef] | None
) -> list[ir.ZoneRef] | None:
    if left is None or right is None:
        return None
    return list(dict.fromkeys([*left, *right]))
