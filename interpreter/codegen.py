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
from collections.abc import Callable
from dataclasses import dataclass, replace

from . import typed as t
from . import types as ty
from .cards import Pack
from .diagnostics import Span
from .program import Program
from .quoting import constant, expression, name, statements

LineOf = Callable[[Span], int]
OVER, END_TURN, END_PHASE, END_DEAL, END_GAME = -1, -2, -3, -4, -5
"""Codes that a rule returns to say where the game goes on; 0 is the usual way."""

STOPPED = 1_000_000


@dataclass(frozen=True, slots=True)
class Scope:
    """What the code around an expression offers.

    Attributes:
        names: local names of the rules to local names of the code.
        can: actions whose possibility is already in a local of the code.
    """

    names: dict[str, ast.expr]
    can: dict[str, ast.expr]

    def bind(self, rule_name: str, code: ast.expr) -> Scope:
        """Return the scope with one more name."""
        return replace(self, names={**self.names, rule_name: code})


def scope(**names: str) -> Scope:
    """Return a scope in which some rule names are plain local names."""
    return Scope({key: name(value) for key, value in names.items()}, {})


class Codegen:
    """Builds code for one program and one build."""

    def __init__(self, program: Program, *, record: bool, line_of: LineOf) -> None:
        """Build for the recording build or the bare one; lines are those of the YAML file."""
        self.program = program
        self.pack: Pack = program.pack
        self.record = record
        self.line_of = line_of
        self.zone_index = {zone: i for i, zone in enumerate(program.zones)}
        self.labels: dict[str, int] = {}
        self.constants: dict[str, object] = {}
        self.origins: dict[str, list[t.ZoneRef]] = {}
        self._fresh = 0
        self._flows: dict[str, bool] = {}

    def fresh(self, stem: str) -> str:
        """Return a local name that is not taken."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def at(self, span: Span, body: list[ast.stmt]) -> list[ast.stmt]:
        """Give statements the line of the rule they come from."""
        line = self.line_of(span)
        for statement in body:
            for node in ast.walk(statement):
                if "lineno" in node._attributes and not hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
                    node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        return body

    # ------------------------------------------------------------------------------- tables

    def table(self, kind: str) -> ast.expr:
        """Return a table of the pack as a constant of the module: `RANK`, `RANK_EQ`, …"""
        key = kind.upper()
        if key not in self.constants:
            pack = self.pack
            base, _, relation = kind.partition("_")
            column: tuple[int, ...] = getattr(pack, base)
            if not relation:
                self.constants[key] = (*column, 0 if base == "value" else -1)
            else:
                self.constants[key] = _relation(column, relation)
        return name(key)

    def all_cards(self) -> ast.expr:
        """Return the set of all cards."""
        return constant((1 << self.pack.size) - 1)

    # ---------------------------------------------------------------------------- expressions

    def value(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Return the code of an expression."""
        match node:
            case t.Const(value=value):
                return constant(value)
            case t.Local(name=local):
                return sc.names[local]
            case t.ZoneRef(zone=zone, seat=seat):
                if self.program.zones[zone].piles:
                    return expression(f"range(len(s.z_{zone}))")
                return self.slot(f"z_{zone}", seat, sc)
            case t.PileRef(zone=zone, pile=pile):
                return expression(f"s.z_{zone}[i]", i=self.value(pile, sc))
            case t.VarRef(variable=variable, seat=seat):
                return self.slot(f"v_{variable}", seat, sc)
            case t.AllSeats(zone=zone, players=players):
                helper = "_piles" if self.program.zones[zone].ordered else "_hands"
                return expression(f"{helper}(s.z_{zone}, p)", p=self.value(players, sc))
            case t.Op():
                return self._operation(node, sc)
            case t.Filter():
                return self._filter(node, sc)
            case t.Best(collection=collection, name=local, key=key, highest=highest):
                inner = self.fresh("x")
                function = _lambda(inner, self.value(key, sc.bind(local, name(inner))))
                helper = "_best_set" if collection.type == ty.CARDS else "_best"
                return expression(
                    f"{helper}(c, f, h)", c=self.value(collection, sc), f=function,
                    h=constant(highest),
                )  # fmt: skip
            case t.Sum(collection=collection, name=local, key=key):
                inner = self.fresh("x")
                items = self.items(collection, sc)
                code = self.value(key, sc.bind(local, name(inner)))
                return _comprehension("sum(k for x in c)", inner, items, k=code)
            case t.Cond(test=test, then=then, other=other):
                return expression(
                    "a if t else b", a=self.value(then, sc), t=self.value(test, sc),
                    b=self.value(other, sc),
                )  # fmt: skip
            case t.Logic(conjunction=conjunction, left=left, right=right):
                template = "a and b" if conjunction else "a or b"
                return expression(template, a=self.value(left, sc), b=self.value(right, sc))
            case t.Use(definition=definition, arguments=arguments):
                inlined = self.inline(node)
                if inlined is not None:
                    return self.value(inlined, sc)
                given = [self.value(argument, sc) for argument in arguments]
                return self.call(f"d_{definition}", given, sc)
            case t.Can(action=action):
                if action in sc.can:
                    return sc.can[action]
                return self.call(f"can_{action}", [], sc)
            case t.IsMeld(cards=cards, meld=meld):
                return expression(f"MELD_{meld.upper()}.matches(m)", m=self.value(cards, sc))

    def seats_from(self, seat: ast.expr) -> ast.expr:
        """Return code for the seats from one on, those who have left not among them."""
        n = self.program.players
        self.constants["SEATS_FROM"] = tuple(tuple((i + k) % n for k in range(n)) for i in range(n))
        if self.program.departures:
            return expression("[p for p in SEATS_FROM[q] if not s.away >> p & 1]", q=seat)
        return expression("SEATS_FROM[q]", q=seat)

    def call(self, function: str, arguments: list[ast.expr], sc: Scope) -> ast.expr:
        """Return a call of a generated function with the state and the actor before the rest."""
        actor = sc.names.get("actor", constant(-1))
        return ast.Call(name(function), [name("s"), actor, *arguments], [])

    def slot(self, slot: str, seat: t.Expr | None, sc: Scope) -> ast.expr:
        """Return a slot of the state, or one seat's entry in it."""
        if seat is None:
            return expression(f"s.{slot}")
        code = self.value(seat, sc)
        if _may_be_nobody(seat):
            line = constant(self.line_of(seat.span))
            code = expression("_seat(p, line)", p=code, line=line)
        return expression(f"s.{slot}[p]", p=code)

    def items(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Return code for something that can be iterated over: cards, players, numbers."""
        code = self.value(node, sc)
        return expression("_cards(m)", m=code) if node.type == ty.CARDS else code

    def inline(self, node: t.Use) -> t.Expr | None:
        """Return the definition's value with its arguments put in, where that costs nothing."""
        definition = self.program.definitions[node.definition]
        if definition.value is None:
            return None
        simple = all(
            isinstance(argument, t.Local | t.Const) or _uses(definition.value, parameter) <= 1
            for (parameter, _), argument in zip(
                definition.parameters, node.arguments, strict=True
            )
        )  # fmt: skip
        if not simple or _size(definition.value) > 40:
            return None
        return self.expand(node)

    def expand(self, node: t.Use) -> t.Expr | None:
        """Return the definition's value with its arguments put in."""
        definition = self.program.definitions[node.definition]
        if definition.value is None:
            return None
        names = (parameter for parameter, _ in definition.parameters)
        return substitute(definition.value, dict(zip(names, node.arguments, strict=True)))

    def _some(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Code that is true when a collection is not empty, without building it."""
        match node:
            case t.Op(name=("join" | "join_piles" | "otherwise"), arguments=(left, right)):
                return expression("a or b", a=self._some(left, sc), b=self._some(right, sc))
            case t.Op(name="to_cards", arguments=(inner,)) if inner.type == ty.PILE:
                return self._some(inner, sc)
            case _:
                return self.value(node, sc)

    def _operation(self, node: t.Op, sc: Scope) -> ast.expr:
        arguments = node.arguments
        if node.name == "is_empty":
            return expression("not a", a=self._some(arguments[0], sc))
        if node.name == "not" and isinstance(arguments[0], t.Op) and (
            arguments[0].name == "is_empty"
        ):  # fmt: skip
            return expression("not not a", a=self._some(arguments[0].arguments[0], sc))
        code = [self.value(argument, sc) for argument in arguments]
        kind = arguments[-1].type if arguments else ty.NOTHING
        key = node.name
        if key in ("eq", "ne") and ty.element(kind) is not None and kind != ty.CARDS:
            # A variable holds a tuple, what is computed is a list.
            code = [expression("tuple(v)", v=each) for each in code]
        if key in _PLAIN:
            return expression(_PLAIN[key], **dict(zip("abcd", code, strict=False)))
        if key in ("rank", "suit", "colour", "value"):
            return expression("t[c]", t=self.table(key), c=code[0])
        if key in ("has_rank", "has_suit", "has_colour"):
            cards = code[0]
            if arguments[0].type == ty.PILE:
                cards = expression("_mask(c)", c=cards)
            if isinstance(arguments[1], t.Const):
                column: tuple[int, ...] = getattr(self.pack, key[4:])
                alike = constant(_set_by(column, "eq", int(arguments[1].value)))  # type: ignore[arg-type]
                return expression("m & a != 0", m=cards, a=alike)
            table = self.table(f"{key[4:]}_eq")
            return expression("m & t[v] != 0", m=cards, t=table, v=code[1])
        if key.startswith("share_"):
            helper = "_share_set" if kind == ty.CARDS else "_share"
            return expression(f"{helper}(c, t, j)", c=code[0], t=self.table(key[6:]),
                              j=self.table("suit"))  # fmt: skip
        if key in _BY_COLLECTION:
            ordered, unordered = _BY_COLLECTION[key]
            template = unordered if kind == ty.CARDS else ordered
            return expression(template, **dict(zip("abcd", code, strict=False)))
        if key == "contains":
            if arguments[1].type == ty.CARDS:
                return expression("a >= 0 and c >> a & 1 != 0", a=code[0], c=code[1])
            return expression("a in c", a=code[0], c=code[1])
        if key == "in_order":
            orders = tuple(self.pack.orders.values())
            self.constants["ORDERS"] = tuple((*order, -1) for order in orders)
            return expression("ORDERS[o][r]", r=code[0], o=code[1])
        if key == "everybody":
            return expression("_present(s.gone, n)", n=constant(self.program.players))
        if key == "pile_sets":
            zone = _zone_of(arguments[0].type)
            return expression(f"tuple(_mask(s.z_{zone}[i]) for i in a)", a=code[0])
        if key == "all_piles":
            zone = _zone_of(arguments[0].type)
            return expression(f"[c for i in a for c in s.z_{zone}[i]]", a=code[0])
        if key == "extends":
            zone = _zone_of(kind)
            return expression(
                f"GROW.extends(c, s.z_{zone}[i], s.g_{zone}[i])", c=code[0], i=code[1]
            )
        if key in ("deadwood", "melding", "loose", "against", "laid_off"):
            return ast.Call(expression(f"ARRANGE.{key}"), code, [])
        if key in ("list", "pile_of"):
            return ast.List(code, ast.Load())
        if key in ("min", "max"):
            return ast.Call(name(key), code, [])
        if key == "is_joker":
            return expression("c >= 0 and t[c] < 0", t=self.table("suit"), c=code[0])
        if key == "players":
            if self.program.departures:
                return expression("_present(s.away, n)", n=constant(self.program.players))
            return constant(tuple(range(self.program.players)))
        if key == "players_from":
            return self.seats_from(code[0])
        if key in ("left", "right"):
            n = constant(self.program.players)
            step = constant(1 if key == "left" else -1)
            template = "_beside(s.away, p, d, n)" if self.program.departures else "(p + d) % n"
            return expression(template, p=code[0], d=step, n=n)
        if key == "partner":
            half = constant(self.program.players // 2)
            return expression("(p + h) % n", p=code[0], h=half, n=constant(self.program.players))
        if key == "opponent":
            if self.program.departures:
                n = constant(self.program.players)
                return expression("_beside(s.away, p, 1, n)", p=code[0], n=n)
            return expression("1 - p", p=code[0])
        raise AssertionError(key)

    def _filter(self, node: t.Filter, sc: Scope) -> ast.expr:
        inner = self.fresh("x")
        if node.collection.type == ty.CARDS:
            cards = self.card_set(node.condition, node.name, sc)
            if cards is not None:
                return expression("c & m", c=self.value(node.collection, sc), m=cards)
        items = self.items(node.collection, sc)
        condition = self.value(node.condition, sc.bind(node.name, name(inner)))
        if node.collection.type == ty.CARDS:
            return _comprehension("sum(1 << x for x in c if k)", inner, items, k=condition)
        return _comprehension("[x for x in c if k]", inner, items, k=condition)

    # ------------------------------------------------------------- conditions as sets of cards

    def card_set(self, node: t.Expr, local: str, sc: Scope) -> ast.expr | None:
        """Return code for the set of all cards for which a condition on `local` holds.

        None if the condition asks something of the card that no table answers.
        """
        if not _mentions(node, local):
            return expression("m if t else 0", m=self.all_cards(), t=self.value(node, sc))
        match node:
            case t.Logic(conjunction=conjunction, left=left, right=right):
                a, b = self.card_set(left, local, sc), self.card_set(right, local, sc)
                if a is None or b is None:
                    return None
                return expression("a & b" if conjunction else "a | b", a=a, b=b)
            case t.Cond(test=test, then=then, other=other) if not _mentions(test, local):
                a, b = self.card_set(then, local, sc), self.card_set(other, local, sc)
                if a is None or b is None:
                    return None
                return expression("a if t else b", a=a, b=b, t=self.value(test, sc))
            case t.Use():
                expanded = self.expand(node)
                return None if expanded is None else self.card_set(expanded, local, sc)
            case t.Op(name="not", arguments=(operand,)):
                inner = self.card_set(operand, local, sc)
                if inner is None:
                    return None
                return expression("m ^ a", m=self.all_cards(), a=inner)
            case t.Op(name="contains", arguments=(t.Local(name=found), cards)) if (
                found == local and not _mentions(cards, local)
            ):
                code = self.value(cards, sc)
                return code if cards.type == ty.CARDS else expression("_mask(c)", c=code)
            case t.Op(name="contains", arguments=(member, t.Const(value=tuple() as values))):
                attribute = _attribute_of(member, local)
                if attribute is None:
                    return None
                column: tuple[int, ...] = getattr(self.pack, attribute)
                found_cards = sum(1 << c for c, entry in enumerate(column) if entry in values)
                return constant(found_cards)
            case t.Op(name="is_joker", arguments=(t.Local(name=found),)) if found == local:
                return constant(self.pack.mask(self.pack.suit, -1))
            case t.Op(name=relation, arguments=(left, right)) if relation in _MIRROR:
                attribute = _attribute_of(left, local)
                other = right
                if attribute is None:
                    attribute, other, relation = (
                        _attribute_of(right, local), left, _MIRROR[relation]
                    )  # fmt: skip
                if attribute in (None, "owner", "place") or _mentions(other, local):
                    return None
                if attribute == "value" and not isinstance(other, t.Const):
                    return None
                if isinstance(other, t.Const):
                    column = getattr(self.pack, attribute)
                    return constant(_set_by(column, relation, int(other.value)))  # type: ignore[arg-type]
                table = self.table(f"{attribute}_{relation}")
                return expression("t[v]", t=table, v=self.value(other, sc))
            case _:
                return None

    # ------------------------------------------------------------------------------ statements

    def block(self, body: tuple[t.Stmt, ...], sc: Scope, effects: dict[str, int]) -> list[ast.stmt]:
        """Return the code of statements; `effects` numbers the later effects for `skip to`."""
        result: list[ast.stmt] = []
        for index, statement in enumerate(body):
            code, sc = self._statement(statement, sc, effects)
            result += self.at(statement.span, code)
            if _leaves(statement) and index + 1 < len(body):
                rest = self.block(body[index + 1 :], sc, effects)
                if isinstance(statement, t.ForEach | t.Repeat | t.If):
                    result += self.at(statement.span, statements("if not _skip: rest", rest=rest))
                break
        return result or [ast.Pass()]

    def _statement(
        self, node: t.Stmt, sc: Scope, effects: dict[str, int]
    ) -> tuple[list[ast.stmt], Scope]:
        match node:
            case t.Let(name=local, value=value):
                variable = f"l_{local}"
                code = self.frozen(value, sc)
                bound = sc.bind(local, name(variable))
                return statements(f"{variable} = v", v=code), bound
            case t.If(test=test, then=then, other=other):
                first = self.block(then, sc, effects)
                second = self.block(other, sc, effects) if other else []
                code = ast.If(self.value(test, sc), first, second)
                return [code], sc
            case t.ForEach():
                return self._for_each(node, sc, effects), sc
            case t.Repeat():
                return self._repeat(node, sc, effects), sc
            case t.Perform(definition=definition, arguments=arguments):
                given = [self.value(argument, sc) for argument in arguments]
                call = self.call(f"do_{definition}", given, sc)
                if self.flows(definition):
                    return statements("_r = f\nif _r: return _r", f=call), sc
                return [ast.Expr(call)], sc
            case t.Stop():
                return statements(f"_skip = {STOPPED}"), sc
            case t.SkipTo(effect=effect):
                return statements(f"_skip = {effects[effect]}"), sc
            case _:
                return self._simple(node, sc), sc

    def frozen(self, value: t.Expr, sc: Scope) -> ast.expr:
        """Return code for a value that must not change when the zone it was read from does."""
        code = self.value(value, sc)
        return expression("list(v)", v=code) if value.type == ty.PILE else code

    def _for_each(self, node: t.ForEach, sc: Scope, effects: dict[str, int]) -> list[ast.stmt]:
        variable = f"l_{node.name}"
        body = self.block(node.body, sc.bind(node.name, name(variable)), effects)
        if node.last is not None:
            first, last = self.value(node.series, sc), self.value(node.last, sc)
            over = expression("range(a, b + 1)", a=first, b=last)
        else:
            over = self.items(node.series, sc)
            if isinstance(node.series, t.ZoneRef) and node.series.type == ty.PILE:
                over = expression("list(v)", v=over)
        if any(_leaves(inner) for inner in node.body):
            body += statements("if _skip: break")
        return [ast.For(ast.Name(variable, ast.Store()), over, body, [])]

    def _repeat(self, node: t.Repeat, sc: Scope, effects: dict[str, int]) -> list[ast.stmt]:
        body = self.block(node.body, sc, effects)
        if any(_leaves(inner) for inner in node.body):
            body += statements("if _skip: break")
        counter = self.fresh("_n")
        if node.times is not None:
            times = self.value(node.times, sc)
            if isinstance(node.times, t.Const) and node.times.value == 1:
                return body
            return statements(f"for {counter} in range(n): body", n=times, body=body)
        assert node.until is not None
        line = constant(self.line_of(node.span))
        return statements(
            f"{counter} = {self.program.step_limit}\n"
            "while not t:\n"
            f"    {counter} -= 1\n"
            f"    if {counter} < 0: _endless(line)\n"
            "    body",
            t=self.value(node.until, sc), body=body, line=line,
        )  # fmt: skip

    def _simple(self, node: t.Stmt, sc: Scope) -> list[ast.stmt]:
        match node:
            case t.Move(cards=cards, target=target, beneath=beneath):
                return self._move(cards, target, beneath, sc)
            case t.Lay(cards=cards, zone=zone):
                return self._lay(cards, zone, sc)
            case t.DealOut():
                return self._deal(node, sc)
            case t.Draw():
                return self._draw(node, sc)
            case t.Shuffle(zone=zone):
                return self._shuffle(zone, sc)
            case t.Reveal(cards=cards, audience=audience):
                if not self.record:
                    return [ast.Pass()]
                to = constant(-1) if audience is None else expression(
                    "_mask(p)", p=self.value(audience, sc)
                )  # fmt: skip
                return statements("R.reveal(s, c, to)", c=self.value(cards, sc), to=to)
            case t.Assign(target=target, value=value):
                return self._assign(target, value, sc)
            case t.GoTo(phase=phase):
                return [*self._leaving(), ast.Return(constant(-self.labels[phase]))]
            case t.Leave(players=players, for_good=for_good):
                template = "s.away |= m\ns.gone |= m" if for_good else "s.away |= m"
                return statements(template, m=expression("_mask(p)", p=self.value(players, sc)))
            case t.PlayAgain():
                return statements("s.again = True")
            case t.End(scope=scope_name):
                code = {"turn": END_TURN, "phase": END_PHASE, "deal": END_DEAL, "game": END_GAME}
                return [*self._leaving(scope_name), ast.Return(constant(code[scope_name]))]
            case t.Outcome(players=players, wins=wins):
                return self._outcome(players, wins, sc)
            case t.SkipPlayers(count=count):
                return statements("s.skip += n", n=self.value(count, sc))
            case t.Reverse():
                return statements("s.direction = -s.direction")
            case t.Announce(event=event):
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

    def _outcome(self, players: t.Expr | None, wins: bool, sc: Scope) -> list[ast.stmt]:
        if players is None:
            result = constant((0,) * self.program.players)
            body = statements("s.result = r", r=result)
        else:
            body = statements(
                "s.result = _outcome(p, n, w)", p=self.value(players, sc),
                n=constant(self.program.players), w=constant(wins),
            )  # fmt: skip
        return [*body, *self._leaving(), ast.Return(constant(OVER))]

    def _assign(self, target: t.VarRef, value: t.Expr, sc: Scope) -> list[ast.stmt]:
        place = self.slot(f"v_{target.variable}", target.seat, sc)
        code = self.frozen(value, sc)
        if value.type in (ty.PILE, ty.PLAYERS) or value.type.of is not None:
            code = expression("tuple(v)", v=code)
        body = statements("place = v", place=place, v=code)
        if self.record:
            seat = constant(-1) if target.seat is None else self.value(target.seat, sc)
            body += statements(f"R.changed(s, {target.variable!r}, p, v)", p=seat, v=place)
        return body

    # -- cards on the move

    def _zone_arguments(self, zone: t.ZoneRef, sc: Scope) -> dict[str, ast.expr]:
        seat = constant(-1) if zone.seat is None else self.value(zone.seat, sc)
        return {"z": constant(self.zone_index[zone.zone]), "p": seat}

    def _put(self, target: t.ZoneRef, sc: Scope, card: ast.expr) -> list[ast.stmt]:
        place = self.value(target, sc)
        if target.type == ty.PILE:
            return statements("place.append(c)", place=place, c=card)
        return statements("place |= 1 << c", place=place, c=card)

    def _move(
        self, cards: t.Expr, target: t.ZoneRef | t.PileRef, beneath: bool, sc: Scope
    ) -> list[ast.stmt]:
        if self.record:
            where: dict[str, ast.expr]
            if isinstance(target, t.PileRef):
                where = {"z": constant(self.zone_index[target.zone]), "p": constant(-1)}
                pile = self.value(target.pile, sc)
            else:
                where, pile = self._zone_arguments(target, sc), constant(-1)
            return statements(
                "R.move(s, c, z, p, i, b)", c=self._listed(cards, sc), i=pile,
                b=constant(beneath), **where,
            )  # fmt: skip
        if isinstance(cards, t.ZoneRef) and isinstance(target, t.ZoneRef) and not beneath:
            return self._move_all(cards, target, sc)
        body, moved, listed = self._taken(cards, sc)
        place = self.value(target, sc)
        if target.type == ty.CARDS:
            return [*body, *statements(f"place |= {moved}", place=place)]
        added = name(listed) if cards.type == ty.PILE else expression(f"_cards({moved})")
        template = "place[:0] = added" if beneath else "place += added"
        body += statements(template, place=place, added=added)
        if isinstance(target, t.PileRef):
            sizes = expression(f"s.g_{target.zone}[i]", i=self.value(target.pile, sc))
            body += statements(f"sizes += ({moved}.bit_count(),)", sizes=sizes)
        return body

    def _lay(self, cards: t.Expr, zone: str, sc: Scope) -> list[ast.stmt]:
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

    def _listed(self, cards: t.Expr, sc: Scope) -> ast.expr:
        """Code for cards as a list that stays as it is while they move."""
        as_list = {"cards": "_cards(c)", "card": "[c]"}.get(cards.type.name, "list(c)")
        return expression(as_list, c=self.value(cards, sc))

    def _taken(self, cards: t.Expr, sc: Scope) -> tuple[list[ast.stmt], str, str]:
        """Code that takes cards from where they are; the locals with their set and their list."""
        code = self.value(cards, sc)
        moved, listed = self.fresh("m"), self.fresh("c")
        body: list[ast.stmt] = []
        if cards.type == ty.CARD:
            body += statements(f"{moved} = 1 << c if c >= 0 else 0", c=code)
        elif cards.type == ty.PILE:
            body += statements(f"{listed} = list(v)\n{moved} = _mask({listed})", v=code)
        else:
            body += statements(f"{moved} = v", v=code)
        origins = self.origins_of(cards)
        if origins is None:
            body += statements(f"_remove(s, {moved})")
        else:
            body += self._take(origins, moved, sc)
        return body, moved, listed

    def _take(self, origins: list[t.ZoneRef], moved: str, sc: Scope) -> list[ast.stmt]:
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

    def origins_of(self, node: t.Expr) -> list[t.ZoneRef] | None:
        """Return the zones that cards can come from, None if that cannot be told."""
        match node:
            case t.ZoneRef(zone=zone):
                return None if self.program.zones[zone].piles else [node]
            case t.Local(name=local):
                return self.origins.get(local)
            case t.Use():
                expanded = self.expand(node)
                return None if expanded is None else self.origins_of(expanded)
            case t.Cond(then=then, other=other):
                return _union(self.origins_of(then), self.origins_of(other))
            case t.Filter(collection=collection) | t.Best(collection=collection):
                return self.origins_of(collection)
            case t.Op(name=("first" | "last" | "top" | "bottom" | "to_cards" | "to_pile"),
                      arguments=(inner,)):  # fmt: skip
                return self.origins_of(inner)
            case t.Op(name=("first_n" | "last_n" | "top_n" | "bottom_n"), arguments=(_, inner)):
                return self.origins_of(inner)
            case t.Op(name="minus", arguments=(inner, _)):
                return self.origins_of(inner)
            case t.Op(name=("join" | "otherwise" | "join_piles"), arguments=(left, right)):
                return _union(self.origins_of(left), self.origins_of(right))
            case _:
                return None

    def _move_all(self, source: t.ZoneRef, target: t.ZoneRef, sc: Scope) -> list[ast.stmt]:
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

    def _pop(self, source: t.ZoneRef, sc: Scope) -> tuple[ast.expr, ast.expr]:
        """Return a test whether the zone has cards, and an expression that takes one away."""
        place = self.value(source, sc)
        if source.type == ty.PILE:
            return place, expression("place.pop()", place=place)
        seat = constant(-1) if source.seat is None else self.value(source.seat, sc)
        return place, expression(f"_pop_first(s, 'z_{source.zone}', p)", p=seat)

    def _deal(self, node: t.DealOut, sc: Scope) -> list[ast.stmt]:
        count = self.value(node.count, sc)
        seat = self.fresh("p")
        inner = sc.bind("actor", name(seat)) if node.each else sc
        target = node.target
        if node.each:
            target = replace(target, seat=t.Local("actor", type=ty.PLAYER))
        body = self._one_card(node.source, target, inner)
        if not node.each:
            return statements("for _ in range(n): body", n=count, body=body)
        if node.players is not None:
            seats = self.value(node.players, sc)
        else:
            n = self.program.players
            seats = self.seats_from(expression(f"(s.dealer + 1) % {n}"))
        return statements(
            f"for _ in range(n):\n for {seat} in seats: body", n=count, body=body, seats=seats
        )

    def _one_card(self, source: t.ZoneRef, target: t.ZoneRef, sc: Scope) -> list[ast.stmt]:
        test, card = self._pop(source, sc)
        if self.record:
            from_ = self._zone_arguments(source, sc)
            to = self._zone_arguments(target, sc)
            move = statements("R.draw(s, z, p, y, q)", **from_, y=to["z"], q=to["p"])
        else:
            move = self._put(target, sc, card)
        return statements("if t: body", t=test, body=move)

    def _draw(self, node: t.Draw, sc: Scope) -> list[ast.stmt]:
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
            return statements("while t:\n    take\n    if u: break", t=test, take=take, u=until)
        assert node.count is not None
        count = self.value(node.count, sc)
        if isinstance(node.count, t.Const) and node.count.value == 1:
            return statements("if t: take", t=test, take=take)
        left = self.fresh("n")
        return statements(
            f"{left} = count\nwhile {left} > 0 and t:\n    {left} -= 1\n    take",
            count=count, t=test, take=take,
        )  # fmt: skip

    def _shuffle(self, zone: t.ZoneRef, sc: Scope) -> list[ast.stmt]:
        if zone.type == ty.CARDS:
            return [ast.Pass()]
        return statements(
            "_shuffle(s, place)\nrecord",
            place=self.value(zone, sc),
            record=statements("R.shuffled(s, z, p)", **self._zone_arguments(zone, sc))
            if self.record
            else [],
        )

    # -- flow

    def flows(self, definition: str) -> bool:
        """Whether a deed can send the game elsewhere."""
        if definition not in self._flows:
            self._flows[definition] = False
            body = self.program.definitions[definition].do
            self._flows[definition] = any(self._may_flow(statement) for statement in body)
        return self._flows[definition]

    def _may_flow(self, node: t.Stmt) -> bool:
        match node:
            case t.GoTo() | t.End() | t.Outcome():
                return True
            case t.Perform(definition=definition):
                return self.flows(definition)
            case t.If(then=then, other=other):
                return any(self._may_flow(inner) for inner in (*then, *other))
            case t.ForEach(body=body) | t.Repeat(body=body):
                return any(self._may_flow(inner) for inner in body)
            case _:
                return False


# ----------------------------------------------------------------------------------------- helpers

_PLAIN = {
    "neg": "-a", "add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a // b if b else 0",
    "mod": "a % b if b else 0", "lt": "a < b", "le": "a <= b", "gt": "a > b", "ge": "a >= b",
    "eq": "a == b", "ne": "a != b", "not": "not a", "join": "a | b", "minus": "a & ~b",
    "join_piles": "[*a, *b]", "to_pile": "_as_pile(a)", "to_players": "_as_players(a)",
    "join_players": "_join(a, b)", "minus_players": "_minus(a, b)",
    "dealer": "s.dealer", "deal_number": "s.deal", "turn_number": "s.turns",
    "owner": "_owner(s, a)", "place": "_place(s, a)", "random_n": "_random_n(s, a, b)",
}  # fmt: skip

_BY_COLLECTION = {
    # operation: (code for lists, code for sets of cards)
    "size": ("len(a)", "a.bit_count()"),
    "is_empty": ("not a", "not a"),
    "first": ("_first(a)", "_lowest(a)"),
    "last": ("_last(a)", "a.bit_length() - 1"),
    "top": ("_last(a)", "a.bit_length() - 1"),
    "bottom": ("_first(a)", "_lowest(a)"),
    "random": ("_random(s, a)", "_random(s, _cards(a))"),
    "random_n": ("_random_n(s, a, b)", "_random_n(s, a, _cards(b))"),
    "first_n": ("_first_n(a, b)", "_mask(_first_n(a, _cards(b)))"),
    "bottom_n": ("_first_n(a, b)", "_mask(_first_n(a, _cards(b)))"),
    "last_n": ("_last_n(a, b)", "_mask(_last_n(a, _cards(b)))"),
    "top_n": ("_last_n(a, b)", "_mask(_last_n(a, _cards(b)))"),
    "otherwise": ("a or b", "a or b"),
    "to_cards": ("_as_set(a)", "a"),
}
del _PLAIN["random_n"]

_MIRROR = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def _relation(column: tuple[int, ...], relation: str) -> tuple[int, ...]:
    """For each possible value the set of cards that stand so to it; last, for none (-1)."""
    most = max(column, default=0)
    return tuple(_set_by(column, relation, value) for value in [*range(most + 1), -1])


def _set_by(column: tuple[int, ...], relation: str, value: int) -> int:
    """The cards that stand so to a value; none (-1) is lower than everything, as elsewhere."""
    tests: dict[str, Callable[[int], bool]] = {
        "eq": lambda x: x == value, "ne": lambda x: x != value, "lt": lambda x: x < value,
        "le": lambda x: x <= value, "gt": lambda x: x > value, "ge": lambda x: x >= value,
    }  # fmt: skip
    return sum(1 << card for card, entry in enumerate(column) if tests[relation](entry))


def _attribute_of(node: t.Expr, local: str) -> str | None:
    match node:
        case t.Op(name=("rank" | "suit" | "colour" | "value") as attribute, arguments=(
            t.Local(name=found),
        )) if found == local:  # fmt: skip
            return attribute
        case _:
            return None


def expressions(node: t.Expr) -> list[t.Expr]:
    """Return the expressions directly inside an expression."""
    match node:
        case t.Const() | t.Local() | t.Can():
            return []
        case t.ZoneRef(seat=seat) | t.VarRef(seat=seat):
            return [] if seat is None else [seat]
        case t.PileRef(pile=pile):
            return [pile]
        case t.AllSeats(players=players):
            return [players]
        case t.Op(arguments=arguments) | t.Use(arguments=arguments):
            return list(arguments)
        case t.Filter(collection=collection, condition=inner):
            return [collection, inner]
        case t.Best(collection=collection, key=inner) | t.Sum(collection=collection, key=inner):
            return [collection, inner]
        case t.Cond(test=test, then=then, other=other):
            return [test, then, other]
        case t.Logic(left=left, right=right):
            return [left, right]
        case t.IsMeld(cards=cards):
            return [cards]


def _mentions(node: t.Expr, local: str) -> bool:
    if isinstance(node, t.Local):
        return node.name == local
    return any(_mentions(inner, local) for inner in expressions(node))


def _uses(node: t.Expr, local: str) -> int:
    if isinstance(node, t.Local):
        return int(node.name == local)
    inside = isinstance(node, t.Filter | t.Best | t.Sum)
    count = sum(_uses(inner, local) for inner in expressions(node))
    return count * 2 if inside else count


def _size(node: t.Expr) -> int:
    return 1 + sum(_size(inner) for inner in expressions(node))


def substitute(node: t.Expr, values: dict[str, t.Expr]) -> t.Expr:
    """Return an expression with local names replaced."""
    if not values:
        return node
    match node:
        case t.Local(name=local):
            return values.get(local, node)
        case t.Const() | t.Can():
            return node
        case t.ZoneRef(seat=seat) | t.VarRef(seat=seat):
            return node if seat is None else replace(node, seat=substitute(seat, values))
        case t.PileRef(pile=pile):
            return replace(node, pile=substitute(pile, values))
        case t.AllSeats(players=players):
            return replace(node, players=substitute(players, values))
        case t.Op(arguments=arguments) | t.Use(arguments=arguments):
            return replace(node, arguments=tuple(substitute(a, values) for a in arguments))
        case t.Filter():
            return replace(
                node,
                collection=substitute(node.collection, values),
                condition=substitute(node.condition, values),
            )
        case t.Best() | t.Sum():
            return replace(
                node,
                collection=substitute(node.collection, values),
                key=substitute(node.key, values),
            )
        case t.Cond():
            return replace(
                node,
                test=substitute(node.test, values),
                then=substitute(node.then, values),
                other=substitute(node.other, values),
            )
        case t.Logic():
            return replace(
                node, left=substitute(node.left, values), right=substitute(node.right, values)
            )
        case t.IsMeld():
            return replace(node, cards=substitute(node.cards, values))


def _may_be_nobody(seat: t.Expr) -> bool:
    """Whether a seat comes from a variable or a choice among players, which can be nobody."""
    match seat:
        case t.VarRef():
            return True
        case t.Op(name=("first" | "last" | "random" | "owner")):
            return True
        case t.Cond(then=then, other=other):
            return _may_be_nobody(then) or _may_be_nobody(other)
        case t.Const(value=value):
            return value == -1
        case _:
            return False


def _zone_of(kind: ty.Type) -> str:
    """The zone of piles that a type of places belongs to."""
    return (kind.of or kind).choices[0]


def _lambda(argument: str, body: ast.expr) -> ast.expr:
    return ast.Lambda(
        ast.arguments(posonlyargs=[], args=[ast.arg(argument)], kwonlyargs=[], kw_defaults=[],
                      defaults=[]), body,
    )  # fmt: skip


def _comprehension(template: str, variable: str, items: ast.expr, k: ast.expr) -> ast.expr:
    return expression(template, x=name(variable), c=items, k=k)


def _leaves(node: t.Stmt) -> bool:
    match node:
        case t.Stop() | t.SkipTo():
            return True
        case t.If(then=then, other=other):
            return any(_leaves(inner) for inner in (*then, *other))
        case t.ForEach(body=body) | t.Repeat(body=body):
            return any(_leaves(inner) for inner in body)
        case _:
            return False


def _union(left: list[t.ZoneRef] | None, right: list[t.ZoneRef] | None) -> list[t.ZoneRef] | None:
    if left is None or right is None:
        return None
    return list(dict.fromkeys([*left, *right]))
