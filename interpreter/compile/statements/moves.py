"""Generates the code of statements that move cards.

In the recording build every move goes through a recorder, which keeps the knowledge of seats and
the journal; in the bare build cards are moved in place.
"""

from __future__ import annotations

from dataclasses import replace

from ...core import nodes
from ...core.build import constant, expression, name, statements
from ...core.effects import is_safe
from ...program import ir
from ...rewriting.undealt import ShuffleTop
from ...syntax import types as ty
from ..context import Context
from ..scope import NOBODY, Place, Scope
from ..values.card_places import Places, all_piles
from ..values.expressions import Expressions
from ..values.finding import popping

RECEIVER = "·receiver"
"""A local name that no rule can have: the player who is dealt a card."""


class Moves:
    """Generates the code of moving, dealing, drawing and shuffling cards."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        """Prepare to generate code for the context's program."""
        self._context = context
        self._program = context.program
        self._record = context.record
        self._expressions = expressions
        self._value = expressions.value
        self._readings = bool(context.program.melds)  # of piles, by how they were laid
        self._zone_number = {zone: i for i, zone in enumerate(context.program.zones)}

    def move(self, node: ir.Move, sc: Scope) -> list[nodes.Statement]:
        """Return the code of `move … to …`."""
        cards, target = node.cards, node.target
        if isinstance(cards, ir.ZoneRef) and cards == target:
            return self._refused(sc, cards) or [nodes.Pass()]
        if self._record:
            return self._recorded_move(node, sc)
        if isinstance(cards, ir.ZoneRef) and isinstance(target, ir.ZoneRef) and not node.beneath:
            return self._move_all(cards, target, sc)
        opened = self._expressions.definitions.opened(cards)
        if isinstance(opened, ir.AllSeats):
            cards = opened
            unordered = not self._program.zones[opened.zone].ordered
            if unordered and target.type == ty.CARDS and not node.beneath:
                return self._gather(opened, target, sc)
        counted = isinstance(target, ir.PileRef) and self._readings
        body, moved, listed = self._taken(cards, sc, as_set=counted or target.type == ty.CARDS)
        place = self._value(target, sc)
        if target.type == ty.CARDS:
            return [*body, *statements(f"place |= {moved}", place=place)]
        if self._is_chosen_card(cards, sc) and not counted and not node.beneath:
            return [*body, *statements("place.append(c)", place=place, c=self._value(cards, sc))]
        added = name(listed) if cards.type == ty.PILE else expression(f"_cards({moved})")
        body += statements("place[:0] = added" if node.beneath else "place += added", place=place, added=added)
        if counted:
            assert isinstance(target, ir.PileRef)
            sizes = expression(f"s.g_{target.zone}[i]", i=self._value(target.pile, sc))
            # A pile with more layings than the pack has cards has lost some, so that nothing is settled.
            room = constant(self._program.pack.size)
            body += statements(f"if {moved} and len(sizes) <= n: sizes += ({moved}.bit_count(),)", sizes=sizes, n=room)
        return body

    def lay(self, node: ir.Lay, sc: Scope) -> list[nodes.Statement]:
        """Return the code of cards that become a new pile of a zone of piles."""
        zone = node.zone
        entries = self._entries(zone)
        if self._record:
            number = constant(self._zone_number[zone])
            laid = statements(
                "R.lay(s, c, z, f)",
                c=self._listed(node.cards, sc),
                z=number,
                f=self._chosen_from(node.cards, sc),
            )
            return [*laid, *entries]
        body, moved, listed = self._taken(node.cards, sc, as_set=self._readings)
        added = name(listed) if node.cards.type == ty.PILE else expression(f"_cards({moved})")
        sizes = f"({moved}.bit_count(),)" if self._readings else "()"
        return [
            *body,
            *statements(f"s.z_{zone}.append(added)\ns.g_{zone}.append({sizes})", added=added),
            *entries,
        ]

    def _entries(self, zone: str) -> list[nodes.Statement]:
        """Return the code by which variables with an entry for each pile of a zone get that of a new one."""
        found: list[nodes.Statement] = []
        for variable in self._program.variables.values():
            if variable.piles == zone and variable.entry is not None:
                value = self._value(variable.entry, NOBODY)
                found += statements(f"s.v_{variable.name} = _longer(s.v_{variable.name}, v)", v=value)
        return found

    def deal(self, node: ir.DealOut, sc: Scope) -> list[nodes.Statement]:
        """Return the code of cards that are dealt one at a time."""
        count = self._at_most(node.count, sc)
        if not node.each:
            body = self._one_card(node.source, node.target, sc)
            refused = self._refused(sc, node.source, node.target)
            if isinstance(node.count, ir.Const) and node.count.value == 1:
                return [*refused, *body]
            return [*refused, *statements("for _ in range(n): body", n=count, body=body)]
        if node.players is not None:
            seats = self._value(node.players, sc)
        else:
            dealer = self._expressions.seat(ir.Op("dealer", (), type=ty.PLAYER, span=node.span), sc)
            eldest = expression(f"(d + 1) % {self._program.players}", d=dealer)
            seats = self._expressions.operations.form("players_from", eldest)
        if not self._record and node.source.type == ty.PILE and node.target.type == ty.CARDS:
            return statements(
                f"_deal(source, s.z_{node.target.zone}, n, seats, bit)",
                source=self._value(node.source, sc),
                n=count,
                seats=seats,
                bit=self._context.tables.need("BIT"),
            )
        seat, dealt = self._context.fresh("p"), self._context.fresh("q")
        target = replace(node.target, seat=ir.Local(RECEIVER, type=ty.PLAYER))
        body = self._one_card(node.source, target, sc.bind(RECEIVER, name(seat)))
        code = statements(
            f"{dealt} = seats\nfor _ in range(n):\n for {seat} in {dealt}: body",
            n=count,
            body=body,
            seats=seats,
        )
        return [*self._refused(sc, node.source), *code]

    def draw(self, node: ir.Draw, sc: Scope) -> list[nodes.Statement]:
        """Return the code of a player who draws some cards, or until a condition holds."""
        return [*self._refused(sc, node.source, node.target), *self._drawn(node, sc)]

    def _drawn(self, node: ir.Draw, sc: Scope) -> list[nodes.Statement]:
        drawn = self._context.fresh("c")
        test, card = self._pop(node.source, sc)
        if self._record:
            take = statements(f"{drawn} = c", c=self._recorded_draw(node.source, node.target, sc))
        else:
            take = statements(f"{drawn} = c", c=card)
            take += self._put(node.target, sc, name(drawn))
        if node.until is not None:
            until = self._value(node.until, sc.bind("drawn", name(drawn)))
            return statements(
                "while t:\n    step\n    take\n    if u: break",
                t=test,
                step=self._context.step(node.span, (node,)),
                take=take,
                u=until,
            )
        assert node.count is not None
        count = self._at_most(node.count, sc)
        if isinstance(node.count, ir.Const) and node.count.value == 1:
            return statements("if t: take", t=test, take=take)
        left = self._context.fresh("n")
        return statements(
            f"{left} = count\nwhile {left} > 0 and t:\n    {left} -= 1\n    take",
            count=count,
            t=test,
            take=take,
        )

    def shuffle(self, node: ir.Shuffle, sc: Scope) -> list[nodes.Statement]:
        """Return the code of a shuffle; a zone that keeps no order needs none."""
        if node.zone.type == ty.CARDS:
            return self._refused(sc, node.zone) or [nodes.Pass()]
        cards = self._value(node.zone, sc)
        body = statements("_shuffle(s, place)", place=cards)
        if self._program.repeats and node.zone.zone == self._program.pack_zone:
            size = constant(self._program.pack.size)
            body += statements("if len(place) == n: s.dealt = tuple(place)", place=cards, n=size)
        if self._record:
            body += statements("R.shuffled(s, z, p)", **self._zone_arguments(node.zone, sc))
        if not node.again:
            return body
        # A given deck takes the place of the last deal.
        again = statements("place = [c for c in s.dealt if c in place]", place=cards)
        if self._record:
            again += statements("R.arranged(s, z, p)", **self._zone_arguments(node.zone, sc))
        return [nodes.If(expression("s.dealt and not s.deck"), again, body)]

    def shuffle_top(self, node: ShuffleTop, sc: Scope) -> list[nodes.Statement]:
        """Return the code of a shuffle that only puts some cards in their places."""
        return statements("_shuffle(s, place, n)", place=self._value(node.zone, sc), n=self._value(node.count, sc))

    def reveal(self, node: ir.Reveal, sc: Scope) -> list[nodes.Statement]:
        """Return the code of cards that are shown; only the recorder keeps who has seen what."""
        cards, to = self._value(node.cards, sc), constant(-1)
        if node.audience is not None:
            to = expression("_mask(p)", p=self._value(node.audience, sc))
        if self._record:
            return statements("R.reveal(s, c, to)", c=cards, to=to)
        # What draws a number, or is refused, does so in either build.
        return [nodes.Evaluate(part) for part in (cards, to) if not is_safe(part)] or [nodes.Pass()]

    def tell(self, node: ir.Tell, sc: Scope) -> list[nodes.Statement]:
        """Return the code for telling cards apart; only the recorder keeps who knows it."""
        cards, fitting = self._value(node.cards, sc), self._value(node.fitting, sc)
        to = expression("_mask(p)", p=self._value(node.audience, sc))
        if self._record:
            hidden = self._expressions.operations.hidden_from(node.sources, sc)
            code = "R.tell(s, c, m, to, hidden)"
            return statements(code, c=cards, m=fitting, to=to, hidden=hidden)
        parts = (cards, fitting, to)
        return [nodes.Evaluate(part) for part in parts if not is_safe(part)] or [nodes.Pass()]

    # -- parts

    def _refused(self, sc: Scope, *zones: ir.ZoneRef) -> list[nodes.Statement]:
        """Code that refuses the zones of nobody, also where there is no card to be moved."""
        seats = (zone.seat for zone in zones if zone.seat is not None)
        return [
            nodes.Evaluate(self._expressions.seat(seat, sc))
            for seat in seats
            if self._expressions.may_be_nobody(seat, sc)
        ]

    def _recorded_move(self, node: ir.Move, sc: Scope) -> list[nodes.Statement]:
        target = node.target
        where: dict[str, nodes.Expression]
        if isinstance(target, ir.PileRef):
            where = {"z": constant(self._zone_number[target.zone]), "p": constant(-1)}
            pile = self._value(target.pile, sc)
        else:
            where, pile = self._zone_arguments(target, sc), constant(-1)
        return statements(
            "R.move(s, c, z, p, i, b, f)",
            c=self._listed(node.cards, sc),
            i=pile,
            b=constant(node.beneath),
            f=self._chosen_from(node.cards, sc),
            **where,
        )

    def numbers(self, places: Places, sc: Scope) -> tuple[nodes.Expression, ...]:
        """Return code for the numbers that the recorder gives to places; none if one may change."""
        if any(self._program.zones[p.zone.zone].piles or not p.is_fixed for p in places):
            return ()
        return tuple(expression("R.place(z, p)", **self._zone_arguments(place.zone, sc)) for place in places)

    def _chosen_from(self, cards: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code for the places that cards of a sealed choice were chosen from, for the recorder."""
        places = self._expressions.places.sealed(cards, sc)
        return nodes.Tuple([*places])

    def _recorded_draw(self, source: ir.ZoneRef, target: ir.ZoneRef, sc: Scope) -> nodes.Expression:
        from_, to = self._zone_arguments(source, sc), self._zone_arguments(target, sc)
        return expression("R.draw(s, z, p, y, q)", **from_, y=to["z"], q=to["p"])

    def _zone_arguments(self, zone: ir.ZoneRef, sc: Scope) -> dict[str, nodes.Expression]:
        seat = constant(-1) if zone.seat is None else self._expressions.seat(zone.seat, sc)
        return {"z": constant(self._zone_number[zone.zone]), "p": seat}

    def _is_chosen_card(self, cards: ir.Expr, sc: Scope) -> bool:
        return isinstance(cards, ir.Local) and sc.names[cards.name].card

    def _put(self, target: ir.ZoneRef, sc: Scope, card: nodes.Expression) -> list[nodes.Statement]:
        place = self._value(target, sc)
        if target.type == ty.PILE:
            return statements("place.append(c)", place=place, c=card)
        return statements("place |= c", place=place, c=self._context.tables.bit(card))

    def _move_all(self, source: ir.ZoneRef, target: ir.ZoneRef, sc: Scope) -> list[nodes.Statement]:
        a, b = self._value(source, sc), self._value(target, sc)
        moved = self._context.fresh("m")
        if source.zone == target.zone and source.type == ty.PILE:  # of two players, or of one
            return statements(f"{moved} = a[:]\na.clear()\nb += {moved}", a=a, b=b)
        if source.type == ty.PILE and target.type == ty.PILE:
            return statements("b += a\na.clear()", a=a, b=b)
        if source.type == ty.PILE:
            return statements("b |= _mask(a)\na.clear()", a=a, b=b)
        if target.type == ty.PILE:
            return statements("b += _cards(a)\na = 0", a=a, b=b)
        return statements(f"{moved} = a\na = 0\nb |= {moved}", a=a, b=b)

    def _gather(self, cards: ir.AllSeats, target: ir.ZoneRef | ir.PileRef, sc: Scope) -> list[nodes.Statement]:
        """Return code that moves all cards of several players' zones."""
        sets = self._expressions.sets
        if sets.all_play(cards.players, sc) and target.zone != cards.zone:
            return statements(
                f"place |= c\ns.z_{cards.zone} = [0] * n",
                place=self._value(target, sc),
                c=sets.union(cards.zone, cards.players, sc),
                n=constant(self._program.players),
            )
        moved, seat = self._context.fresh("m"), self._context.fresh("p")
        return statements(
            f"{moved} = 0\n"
            f"for {seat} in players:\n"
            f"    {moved} |= s.z_{cards.zone}[{seat}]\n"
            f"    s.z_{cards.zone}[{seat}] = 0\n"
            f"place |= {moved}",
            players=self._value(cards.players, sc),
            place=self._value(target, sc),
        )

    def _listed(self, cards: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code for cards as a list that stays as it is while they move."""
        as_list = {"cards": "_cards(c)", "card": "[c]"}.get(cards.type.name, "list(c)")
        return expression(as_list, c=self._value(cards, sc))

    def _taken(self, cards: ir.Expr, sc: Scope, *, as_set: bool) -> tuple[list[nodes.Statement], str, str]:
        """Code that takes cards from where they are; the locals with their set and their list.

        Cards in an order certainly have a list, and all others a set; also those in an order, if
        `as_set`.
        """
        code = self._value(cards, sc)
        moved, listed = self._context.fresh("m"), self._context.fresh("c")
        places = self._expressions.places.of(cards, sc)
        if cards.type == ty.CARD:
            body = statements(f"{moved} = c", c=self._context.tables.bit(code))
        elif cards.type == ty.PILE:
            if not isinstance(code, nodes.Name):
                code = expression("list(v)", v=code)
            body = statements(f"{listed} = v", v=code)
            if places is not None and all(place.zone.type != ty.CARDS for place in places):
                body += statements(f"if not _pull(p, {listed}): _remove(s, _mask({listed}))", p=all_piles(places))
                if as_set:
                    body += statements(f"{moved} = _mask({listed})")
                return body, moved, listed
            body += statements(f"{moved} = _mask({listed})")
        else:
            body = statements(f"{moved} = v", v=code)
        if places is None:
            body += statements(f"_remove(s, {moved})")
        elif self._is_untouched(cards, places, sc):
            body += self._from_only(places[0], moved)
        else:
            body += self._take(places, moved)
        return body, moved, listed

    def _from_only(self, place: Place, moved: str) -> list[nodes.Statement]:
        """Code that takes cards from the only place where they can lie."""
        match place.code:
            case nodes.Subscript(value=zone, slice=seat) if not place.is_fixed:
                owner = self._context.fresh("p")
                code = expression(f"z[{owner}]", z=zone)
                return statements(f"{owner} = p\nplace ^= {moved}", p=seat, place=code)
            case code:
                return statements(f"place ^= {moved}", place=code)

    def _is_untouched(self, cards: ir.Expr, places: Places, sc: Scope) -> bool:
        """Return whether all cards certainly lie in the only place where they can lie."""
        return (
            isinstance(cards, ir.Local)
            and cards.name in sc.untouched
            and len(places) == 1
            and places[0].zone.type == ty.CARDS
        )

    def _take(self, places: Places, moved: str) -> list[nodes.Statement]:
        # Zones without order first: taking from them costs two operations.
        rest = moved
        body: list[nodes.Statement] = []
        ordered = sorted(places, key=lambda place: place.zone.type != ty.CARDS)
        for index, lying in enumerate(ordered, 1):
            place = lying.code
            last = index == len(ordered)
            if lying.zone.type == ty.CARDS:
                left = self._context.fresh("m")
                body += statements(f"{left} = {rest} & ~place\nplace &= ~{rest}", place=place)
                rest = left
            else:
                if rest == moved:  # which must last until the cards are put down
                    rest = self._context.fresh("m")
                    body += statements(f"{rest} = {moved}")
                pick = "_pick" if lying.zone.type == ty.PILE else "_pick_among"
                body += statements(f"if {rest}: {rest} = {pick}(place, {rest})", place=place)
            if last:  # the cards may have been moved since they were chosen
                body += statements(f"if {rest}: _remove(s, {rest})")
        return body

    def _pop(self, source: ir.ZoneRef, sc: Scope) -> tuple[nodes.Expression, nodes.Expression]:
        """A test whether the zone has cards, and an expression that takes one away."""
        place = self._value(source, sc)
        if source.type == ty.PILE:
            return place, expression("place.pop()", place=place)
        function = popping(self._context.program.zones[source.zone])
        if source.seat is None:
            return place, expression(f"{function}(s)")
        return place, expression(f"{function}(s, p)", p=self._value(source.seat, sc))

    def _at_most(self, count: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code for a number of cards, no greater than the pack."""
        size = self._context.pack.size
        if isinstance(count, ir.Const) and isinstance(count.value, int):
            return constant(min(count.value, size))
        return expression("min(n, most)", n=self._value(count, sc), most=constant(size))

    def _one_card(self, source: ir.ZoneRef, target: ir.ZoneRef, sc: Scope) -> list[nodes.Statement]:
        test, card = self._pop(source, sc)
        if self._record:
            move: list[nodes.Statement] = [nodes.Evaluate(self._recorded_draw(source, target, sc))]
        else:
            move = self._put(target, sc, card)
        return statements("if t: body", t=test, body=move)
