"""Gives types to statements of the effect language; `expressions.py` does so for expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from ..diagnostics import Span, error, guess
from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import rebuilt
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.declaration import Need
from ..syntax.operations.table import LEADING, OPERATIONS
from ..syntax.plain_english import OPENINGS
from ..syntax.printer import show
from ..syntax.turns import CLOSER, FOLLOWER
from .context import Context, Env
from .expressions import Expressions
from .facing import Facing
from .reports import Reports, this_is

CHANCE = {each.word for each in OPERATIONS.values() if Need.CHANCE in each.needs}
"""The operations that draw random numbers."""

Place = TypeVar("Place", bound="ir.ZoneRef | ir.PileRef | ir.VarRef")


class _Once:
    """Names random values in a statement, if its typed form needs them twice.

    Attributes:
        lets: the `let` statements that give the names; they precede the statement.
    """

    def __init__(self, span: Span) -> None:
        self.lets: list[ir.Stmt] = []
        # They are not statements of the ruleset and have no place of their own.
        self._span = Span(span.file, span.start, span.start)

    def value(self, text: n.Expr, value: ir.Expr) -> ir.Expr:
        """Return a value, or a name for it if its text draws random numbers."""
        if isinstance(value, ir.Const) or not _draws(text):
            return value
        return self.name(value)

    def name(self, value: ir.Expr) -> ir.Local:
        """Return a name for a value."""
        name = f"·{self._span.start}_{len(self.lets)}"
        self.lets.append(ir.Let(name, value, span=self._span))
        return ir.Local(name, type=value.type, span=value.span)

    def place(self, text: n.Expr, place: Place) -> Place:
        """Return a zone, pile or variable with a name for its owner, or for which pile it is."""
        if isinstance(place, ir.PileRef):
            return replace(place, pile=self.value(text, place.pile))
        return place if place.seat is None else replace(place, seat=self.value(text, place.seat))


def _is_all(players: ir.Expr) -> bool:
    """Return whether an expression names all players, for whom `wins` and `loses` differ."""
    return isinstance(players, ir.Op) and players.name in ("players", "everybody")


def _draws(text: n.Expr) -> bool:
    """Return whether a text draws random numbers."""
    return any(isinstance(each, n.Of | n.Part) and each.name in CHANCE for each in n.walk(text))


class Statements:
    """Gives types to statements."""

    def __init__(self, context: Context, reports: Reports, expressions: Expressions) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: takes the problems, and what is used.
            expressions: gives types to the expressions in statements.
        """
        self._context = context
        self._reports = reports
        self._expressions = expressions
        self._expr = expressions.expr
        self._facing = Facing(context)

    def block(self, block: n.Block | None, env: Env) -> tuple[ir.Stmt, ...]:
        """Return the typed statements of a block."""
        result: list[ir.Stmt] = []
        if block is None:
            return ()
        env = replace(env, pure=False)
        for index, statement in enumerate(block.statements):
            if isinstance(statement, n.Let):
                value = self._expr(statement.value, env)
                # A `let` that no author wrote may hide the name of a definition.
                new = statement.word == n.NOWHERE or self._expressions.names.new_name(
                    statement.name, statement.word, env
                )
                kind = value.type if new else ty.UNKNOWN
                env = env.bind(statement.name, kind, statement.word)
                result.append(ir.Let(statement.name, value, span=statement.span))
                continue
            typed = self._watched(statement, env)
            if typed is not None:
                result.extend(typed)
            last = isinstance(statement, (n.GoTo, n.End, n.Outcome, n.Stop, n.SkipTo))
            if last and index + 1 < len(block.statements):
                following = block.statements[index + 1]
                advice = "remove it, or write it before the line above, which leads away"
                self._reports.problem("CR501", "this can never be reached", following.span, advice)
                break
        return tuple(result)

    def _watched(self, node: n.Stmt, env: Env) -> list[ir.Stmt] | None:
        """Return a typed statement, which an editor may look at."""
        watch = self._expressions.watch
        if watch is None:
            return self._statement(node, env)
        return watch.statement(node, env, self._statement, self._expr, self._reports.problems)

    def _statement(self, node: n.Stmt, env: Env) -> list[ir.Stmt] | None:
        span = node.span
        match node:
            case n.Move():
                return self._move(node, env)
            case n.Lay():
                return self._lay(node, env)
            case n.Deal():
                return self._deal(node, env)
            case n.Draw():
                return self._draw(node, env)
            case n.Refill():
                return self._refill(node, env)
            case n.Exchange():
                return self._exchange(node, env)
            case n.Shuffle():
                return self._shuffle(node, env)
            case n.Reveal(cards=cards, audience=audience):
                value = self._expr(cards, env, ty.CARDS)
                to = self._expressions.optional(audience, env, ty.PLAYERS)
                return self._facing.revealed(ir.Reveal(value, to, span=span))
            case n.Tell():
                return self._tell(node, env)
            case n.Assign(target=n.Of() as target) | n.Add(target=n.Of() as target) if self._of_several(target, env):
                return self._for_each_of(node, target, env)
            case n.Assign(target=target, value=value):
                return self._assign(target, env, span, lambda old: self._kept(value, old, env))
            case n.Add():
                return self._add(node, env)
            case n.GoTo():
                return self._go_to(node, env)
            case n.PlayAgain():
                return [ir.PlayAgain(span=span)]
            case n.End(scope=scope):
                return [ir.End(scope, span=span)]
            case n.Outcome(players=players, wins=wins):
                who = self._expressions.optional(players, env, ty.PLAYERS)
                if self._context.teams is not None and who is not None and not _is_all(who):
                    sides = self._expressions.application.sides(span)
                    who = ir.Op("with_teams", (who, sides), type=ty.PLAYERS, span=who.span)
                return [ir.Outcome(who, wins, span=span)]
            case n.Sides():
                return self._make_sides(node, env)
            case n.Section(address=address, body=body):
                return [ir.Sugar(ir.Section(address), self.block(body, env), span=span)]
            case n.Leave(players=players, for_good=for_good):
                who = self._expr(players, env, ty.PLAYERS)
                return [ir.Leave(who, for_good, span=span)]
            case n.Ask():
                return self._ask(node, env)
            case n.Announce(event=event):
                self._reports.used.add(f"events.{event}")
                self._expressions.acting.need(env, span, "'announce'")
                return [ir.Announce(event, span=span)]
            case n.SkipTo():
                return self._skip_to(node, env)
            case n.SkipPlayers(count=count):
                return [ir.SkipPlayers(self._expr(count, env, ty.NUMBER), span=span)]
            case n.Reverse():
                return [ir.Reverse(span=span)]
            case n.LastRound():
                return self._last_round(node, env)
            case n.PlaysNext():
                self._expressions.acting.need(env, span, "'plays next'")
                player = self._expr(node.player, env, ty.PLAYER)
                follower = ir.VarRef(FOLLOWER, None, type=ty.PLAYER)
                assigned = ir.Assign(follower, player, span=Span(span.file, span.start, span.start))
                return [ir.Sugar(ir.PlaysNext(player), (assigned,), span=span)]
            case n.Stop():
                if env.later is None:
                    advice = "in an action write 'if …:' around what else would follow"
                    self._reports.problem("CR502", "'stop' belongs in an effect", span, advice)
                return [ir.Stop(span=span)]
            case n.Perform(call=call):
                return self._perform(call, env)
            case n.If(test=condition, then=then, other=otherwise):
                test = self._expr(condition, env, ty.BOOLEAN)
                first = self.block(then, env.where(test))
                second = self.block(otherwise, env.where(test, False))
                if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
                    return list(first if test.value else second)
                return [ir.If(test, first, second, span=span)]
            case n.ForEach():
                return self._for_each(node, env)
            case n.Repeat(times=times, until=until, body=body):
                count = self._expressions.optional(times, env, ty.NUMBER)
                end = self._expressions.condition(until, env)
                return [ir.Repeat(count, end, self.block(body, env), span=span)]
            case n.Let():
                raise AssertionError("handled by block()")

    def _move(self, node: n.Move, env: Env) -> list[ir.Stmt] | None:
        span, target = node.span, node.target
        value = self._expr(node.cards, env)
        value = self._expressions.application.cards(value, "'move'")
        end = target if isinstance(target, n.Of) and target.name in ("top", "bottom") else None
        if end is not None and end.name in self._context.rules.zones:  # a zone of each player may have that name, too
            end = end if self._expressions.members.is_of_cards(end, env) else None
        beneath = end is not None and end.name == "bottom"
        target = target if end is None else end.operand
        place = self._pile_or_zone(target, env)
        if beneath and isinstance(place, ir.PileRef):
            message = "cards are added on top of a pile"
            self._reports.problem("CR418", message, target.span, "leave out 'bottom of'")
        elif place is not None and beneath and place.type != ty.PILE:
            message = "this zone keeps no order, so it has no bottom"
            self._reports.problem("CR412", message, target.span)
        if place is None:
            return None
        moved = ir.Move(value, place, beneath, span=span)
        return self._facing.moved(moved, place.zone, span)

    def _lay(self, node: n.Lay[n.Expr, n.Expr], env: Env) -> list[ir.Stmt] | None:
        span, zone = node.span, node.zone
        value = self._expr(node.cards, env)
        value = self._expressions.application.cards(value, "'lay'")
        place = self._expr(zone, env)
        if not isinstance(place, ir.ZoneRef) or place.type.of is None:
            if place.type != ty.UNKNOWN:
                message = "'lay … on' makes a new pile, and this is not a zone of piles"
                self._reports.problem("CR418", message, zone.span, "write 'move … to' instead")
            return None
        fixed = self._context.rules.zones[place.zone].fixed is not None
        if fixed:
            laid: ir.Move | ir.Lay = ir.Move(value, _free_pile(place), False, span=span)
        else:
            laid = ir.Lay(value, place.zone, span=span)
        return self._facing.moved(laid, place.zone, span)

    def _exchange(self, node: n.Exchange[n.Expr], env: Env) -> list[ir.Stmt] | None:
        """Name the cards of both places, and then move them."""
        once = _Once(node.span)
        meant: list[ir.Expr] = []
        names: list[ir.Expr] = []
        places: list[ir.ZoneRef | ir.PileRef] = []
        for text in (node.cards, node.others):
            cards = self._expr(text, env)
            cards = self._expressions.application.cards(cards, "'exchange'")
            found = _place_of(cards, env.origins)
            if found is None:
                if cards.type in (ty.CARD, ty.CARDS, ty.PILE):
                    message = "this does not say in which place the cards lie"
                    advice = "name a place, such as 'hand of p', or write two lines: 'move … to …'"
                    self._reports.problem("CR418", message, text.span, advice)
                return None
            place = once.place(text, found)
            meant.append(cards)
            names.append(once.name(_replaced(cards, found, place)))
            places.append(place)
        body = once.lets
        for cards, place, text in zip(names, reversed(places), (node.cards, node.others), strict=True):
            body += self._facing.moved(ir.Move(cards, place, span=node.span), place.zone, text.span)
        return [ir.Sugar(ir.Exchange(meant[0], meant[1]), tuple(body), span=node.span)]

    def _shuffle(self, node: n.Shuffle[n.Expr], env: Env) -> list[ir.Stmt] | None:
        place = self._target(node.zone, env)
        if place is not None and place.type == ty.CARDS:
            message = "this zone keeps no order, so there is nothing to shuffle"
            self._reports.problem("CR412", message, node.zone.span, "write 'ordered: true' at the zone")
        elif place is not None and node.again and place.zone != (pack := self._context.pack_zone()):
            message = f"a deal begins with the cards in '{pack}', not in '{place.zone}'"
            advice = f"write 'arrange {pack} as in the last deal'"
            self._reports.problem("CR418", message, node.zone.span, advice)
        elif node.again and self._context.rules.tables is not None:
            message = "each of several tables would need the deal of another one"
            self._reports.problem("CR507", message, node.span, "write 'shuffle …'")
        return [ir.Shuffle(place, node.again, span=node.span)] if place else None

    def _tell(self, node: n.Tell, env: Env) -> list[ir.Stmt] | None:
        span, cards = node.span, node.cards
        to = self._expr(node.audience, env, ty.PLAYERS)
        found = self._expr(cards, env, ty.CARDS)
        inner = found.arguments[0] if isinstance(found, ir.Op) else found
        if found.type == ty.UNKNOWN:
            return None
        if not isinstance(inner, ir.Filter):
            message = "what is told is which cards fulfil a condition"
            advice = "write 'tell … which are … where …'"
            self._reports.problem("CR405", message, cards.span, advice)
            return None
        every = ir.Op("every_card", (), type=ty.CARDS, span=span)
        fitting = replace(inner, collection=every, type=ty.CARDS)
        asked = self._expressions.application.coerce(inner.collection, ty.CARDS)
        return [ir.Tell(to, asked, fitting, span=span)]

    def _add(self, node: n.Add, env: Env) -> list[ir.Stmt] | None:
        span = node.span
        once = _Once(span)
        application = self._expressions.application
        number = once.value(node.amount, self._expr(node.amount, env, ty.IN_ANY_UNIT))

        def more(old: ir.Expr) -> ir.Expr:
            kind = application.coerce(old, ty.IN_ANY_UNIT).type
            amount = application.coerce(number, kind, node.amount.span, _holder(old))
            return ir.Op("add", (old, amount), type=kind, span=span)

        assigned = self._assign(node.target, env, span, more)
        return assigned and [*once.lets, *assigned]

    def _last_round(self, node: n.LastRound[n.Expr], env: Env) -> list[ir.Stmt]:
        """Note to whom the turn does not come back, unless another player was named before."""
        span = node.span
        said = "the others have one more turn" if node.player is None else "play on"
        self._expressions.acting.need(env, span, f"'{said}'")
        self._reports.used.add(f"variables.{CLOSER}")
        player = self._expressions.optional(node.player, env, ty.PLAYER)
        actor = ir.Local("actor", type=ty.PLAYER, span=span)
        # What follows has no place of its own, as it is not a statement of the ruleset.
        nowhere = Span(span.file, span.start, span.start)
        closer = ir.VarRef(CLOSER, None, type=ty.PLAYER, span=nowhere)
        unsaid = self._expr(
            n.Equal(n.Name(CLOSER, span=nowhere), n.Name("nobody", span=nowhere), False, span=nowhere), env
        )
        named = ir.Assign(closer, player or actor, span=nowhere)
        return [ir.Sugar(ir.LastRound(player), (ir.If(unsaid, (named,), (), span=nowhere),), span=span)]

    def _go_to(self, node: n.GoTo, env: Env) -> list[ir.Stmt] | None:
        phase = node.phase
        steps = {s.text for p in self._context.rules.phases.values() for s in p.steps}
        known = [*self._context.rules.phases, *steps]
        if phase not in known:
            if known:  # otherwise the schema has reported that there are none
                self._reports.unknown("CR403", "phase", phase, node.word, known)
            return None
        self._reports.used.add(f"phases.{phase}")
        return [ir.GoTo(phase, span=node.span)]

    def _ask(self, node: n.Ask[n.Expr], env: Env) -> list[ir.Stmt] | None:
        actions = node.actions
        seat = self._expr(node.player, env, ty.PLAYERS if node.whoever else ty.PLAYER)
        for action, place in zip(actions, node.places, strict=True):
            if action not in self._context.rules.actions:
                self._reports.unknown("CR403", "action", action, place, self._context.rules.actions)
            self._reports.used.add(f"actions.{action}")
        if node.whoever:
            self._need_a_choice(node)
        return [ir.Ask(seat, actions, whoever=node.whoever, span=node.span)]

    def _need_a_choice(self, node: n.Ask[n.Expr]) -> None:
        """Report a question for whoever can do something if nobody can, or nobody can decline."""
        rules = self._context.rules
        followed = {word.text for effect in rules.effects.values() for word in effect.on}
        declining = 0
        for name, place in zip(node.actions, node.places, strict=True):
            action = rules.actions.get(name)
            if action is None:
                return  # which has been reported
            if action.passes:
                message = f"'{name}' is a pass in a phase 'until all others have passed', so it does not just decline"
                self._reports.problem("CR519", message, place, "ask for an action of its own, such as 'hold'")
                return
            declining += action.do is None and name not in followed
        if not declining:
            message = "who is asked here cannot decline: each of the actions does something"
            advice = "ask for an action without 'do' and effects, too, such as 'or hold'"
            self._reports.problem("CR519", message, node.span, advice)
        elif declining == len(node.actions):
            message = "nobody is ever asked here: all of the actions only decline"
            advice = "add an action that does something"
            self._reports.missing(error("CR519", message, node.span, help=advice))

    def _skip_to(self, node: n.SkipTo, env: Env) -> list[ir.Stmt] | None:
        span, effect = node.span, node.effect
        if env.later is None:
            message = "'skip to' belongs in an effect, and names a later one"
            advice = "write 'if …:' around what is skipped, or 'go to' for another phase"
            self._reports.problem("CR502", message, span, advice)
            return None
        if effect not in env.later:
            advice = None
            if effect in self._context.rules.effects:
                advice = "it comes before this one, or does not follow every such event"
            message = f"no later effect of this event is called '{effect}'"
            self._reports.problem("CR403", message, node.word, advice, near=guess(effect, env.later))
            return None
        return [ir.SkipTo(effect, span=span)]

    def _make_sides(self, node: n.Sides[n.Expr], env: Env) -> list[ir.Stmt] | None:
        """Assign the sides, and put together what the players of each side have."""
        teams, span = self._context.teams, node.span
        groups = tuple(self._expr(group, env, ty.PLAYERS) for group in node.groups)
        if teams is None or not teams.scope:
            message = "this makes sides, but the ruleset does not say how long they last"
            advice = "write 'teams: {scope: deal}' or 'teams: {scope: match}'"
            self._reports.problem("CR430", message, span, advice)
            return None
        count = self._context.players
        sides = ir.VarRef("teams", None, type=ty.PLAYERS, span=span)
        given = (ir.Const(count, type=ty.NUMBER), ir.Const(node.rest, type=ty.BOOLEAN), *groups)
        made = ir.Op("sides", given, type=ty.PLAYERS, span=span)
        # What follows has no place of its own, as it is not a statement of the ruleset.
        nowhere = Span(span.file, span.start, span.start)
        player = ir.Local(f"·{span.start}", type=ty.PLAYER)
        first = ir.Op("side_now", (player, sides), type=ty.PLAYER)
        together: list[ir.Stmt] = []
        for name, zone in self._context.rules.zones.items():
            if zone.team:
                kind = ty.PILE if zone.ordered else ty.CARDS
                own = ir.ZoneRef(name, player, type=kind)
                together.append(ir.Move(own, ir.ZoneRef(name, first, type=kind), span=nowhere))
        numbers = [
            name
            for name, each in self._context.rules.variables.items()
            if each.team and each.type.text == "number" and each.columns is None
        ]
        for name in [*numbers, *(["score"] if teams.scope == "match" else [])]:
            own = ir.VarRef(name, player, type=ty.NUMBER)
            whole = ir.VarRef(name, first, type=ty.NUMBER)
            both = ir.Op("add", (whole, own), type=ty.NUMBER)
            together.append(ir.Assign(whole, both, span=nowhere))
            together.append(ir.Assign(own, ir.Const(0, type=ty.NUMBER), span=nowhere))
        result: list[ir.Stmt] = [ir.Assign(sides, made, span=span)]
        if together:
            joins = ir.Op("ne", (player, first), type=ty.BOOLEAN)
            everybody = ir.Const(tuple(range(count)), type=ty.PLAYERS)
            body = (ir.If(joins, tuple(together), (), span=nowhere),)
            result.append(ir.ForEach(player.name, everybody, None, body, span=nowhere))
        return [ir.Sugar(ir.Sides(groups, node.rest), tuple(result), span=span)]

    def _for_each(self, node: n.ForEach[n.Expr, n.Block], env: Env) -> list[ir.Stmt]:
        new = self._expressions.names.new_name(node.name, node.word, env)
        if node.last is not None:
            series: ir.Expr = self._expr(node.series, env, ty.NUMBER)
            end = node.last
            if isinstance(end, n.Where):
                advice = f"write 'if {show(end.condition)}:' inside the loop"
                self._reports.problem("CR405", "a loop over numbers takes no 'where'", end.span, advice)
                end = end.collection
            last = self._expr(end, env, ty.NUMBER)
            kind = ty.NUMBER
        else:
            series, last = self._expr(node.series, env), None
            series = self._expressions.application.collection(series, "'for each'")
            kind = ty.element(series.type) or ty.UNKNOWN
        bound = kind if new else ty.UNKNOWN
        body = self.block(node.body, env.bind(node.name, bound, node.word))
        return [ir.ForEach(node.name, series, last, body, span=node.span)]

    def _perform(self, call: n.Expr, env: Env) -> list[ir.Stmt] | None:
        name = call.name if isinstance(call, n.Name | n.Call) else None
        definitions = self._context.rules.definitions
        if name is None or name not in definitions:
            procedures = [key for key, d in definitions.items() if d.do is not None]
            if name is None or name in self._context.rules.zones or name in self._context.rules.variables:
                advice = "a statement says what happens: 'move …', '… becomes …'"
                with self._reports.quietly():
                    kind = self._expr(call, env).type
                changed = call.left.name if isinstance(call, n.Equal) and isinstance(call.left, n.Name) else ""
                if isinstance(call, n.Equal) and changed in self._context.rules.variables:
                    advice = f"write '{changed} becomes {show(call.right)}'"
                elif kind in (ty.PLAYER, ty.PLAYERS):
                    advice = "say what happens to them: '… wins', '… loses', '… leaves'"
                self._reports.problem("CR417", "this is a value, not something to do", call.span, advice)
            else:
                nearest = self._reports.meant(name, [*procedures, *sorted(LEADING)])
                advice = OPENINGS.get(name, "define it, with 'do', or begin with a word such as 'move'")
                nearest = None if name in OPENINGS else nearest
                message = f"there is no statement or definition '{name}'"
                place = call.word if isinstance(call, n.Call) else call.span
                self._reports.problem("CR417", message, place, advice, near=nearest)
            return None
        self._reports.used.add(f"define.{name}")
        if definitions[name].do is None and definitions[name].is_ is None:
            return None  # it could not be read
        if definitions[name].do is None:
            message = f"'{name}' is a value, not something to do"
            self._reports.problem("CR417", message, call.span, "a definition that does something has 'do'")
            return None
        given = call.arguments if isinstance(call, n.Call) else ()
        arguments = self._expressions.arguments(name, given, env)
        if len(arguments) != len(definitions[name].parameters):
            self._expressions.names.use(name, arguments, env, call.span)
            return None
        self._context.definition_type(name, call.span)
        if name in self._expressions.acting.definitions:
            self._expressions.acting.need(env, call.span, f"'{name}'")
        self._expressions.application.enter(name, arguments, env)
        return [ir.Perform(name, arguments, span=call.span)]

    def _pile_or_zone(self, node: n.Expr, env: Env) -> ir.ZoneRef | ir.PileRef | None:
        value = self._expr(node, env)
        if value.type.name == "place":
            return ir.PileRef(value.type.choices[0], value, type=ty.PILE, span=node.span)
        return self._target(node, env)

    def _source(self, node: n.Expr, env: Env) -> ir.ZoneRef | None:
        """Return a zone from which cards are drawn or dealt."""
        zone = self._target(node, env)
        if zone is not None and self._context.faces[zone.zone] == "turned":
            message = f"cards are neither drawn nor dealt from '{zone.zone}', where they lie turned"
            self._reports.problem("CR418", message, node.span, "move the cards: 'move top of …'")
        return zone

    def _target(self, node: n.Expr, env: Env, several: str | None = None) -> ir.ZoneRef | None:
        """Return a zone to which or from which cards go.

        Args:
            node: what should be a zone.
            env: what is known where it stands.
            several: what helps where it is a zone of each of several players; by default a loop does.
        """
        value = self._expr(node, env)
        if isinstance(value, ir.ZoneRef) and value.type.of is not None:
            message = f"the zone '{value.zone}' holds several piles; say which one"
            self._reports.problem("CR418", message, node.span, f"'lay … on {value.zone}' makes a new one")
            return None
        if isinstance(value, ir.ZoneRef):
            return value
        if value.type == ty.UNKNOWN:
            return None
        message = f"a zone is expected here, but {this_is(value.type)}"
        rules = self._context.rules
        if isinstance(node, n.Of) and node.name in rules.zones:
            owners = show(node.operand)
            message = f"one zone is expected here, but '{show(node)}' are the cards of several"
            advice = several or f"name one, or write 'for each p in {owners}:' and '{node.name} of p'"
        elif value.type.name == "place":
            advice = f"move cards there: 'move top of {next(iter(rules.zones))} to {show(node)}'"
        else:
            whole = [name for name, zone in rules.zones.items() if not zone.piles]
            advice = "name a zone, such as one of: " + ", ".join(whole)
        self._reports.problem("CR418", message, node.span, advice)
        return None

    def _of_several(self, target: n.Of, env: Env) -> bool:
        """Return whether a target is the variable of several players."""
        variable = self._context.rules.variables.get(target.name)
        if target.name != "score" and (variable is None or not variable.each):
            return False
        with self._reports.quietly():
            return self._expr(target.operand, env).type == ty.PLAYERS

    def _kept(self, value: n.Expr, old: ir.Expr, env: Env) -> ir.Expr:
        """Return the new value of a variable, in its unit if it is a number."""
        if old.type != ty.NUMBER:
            return self._expr(value, env, old.type)
        number = self._expr(value, env, ty.IN_ANY_UNIT)
        return self._expressions.application.coerce(number, old.type, value.span, _holder(old))

    def _for_each_of(self, node: n.Assign[n.Expr, n.Expr] | n.Add, target: n.Of, env: Env) -> None:
        """Report that a statement changes the variable of several players at once."""
        one = next(name for name in "pqrstuvwxyz" if name not in env.bindings)
        owner = n.Name(one, span=target.operand.span)
        each = show(replace(node, target=replace(target, operand=owner)))
        message = "these are players, but a player is expected"
        advice = f"name one player, such as 'actor', or write 'for each {one} in {show(target.operand)}: {each}'"
        self._reports.problem("CR405", message, target.operand.span, advice)

    def _assign(self, target: n.Expr, env: Env, span: Span, new: Callable[[ir.Expr], ir.Expr]) -> list[ir.Stmt] | None:
        """Give a variable, or one column of it, the value that follows from the old one."""
        once = _Once(span)
        place = self._variable_target(target, env)
        match place:
            case ir.Op(arguments=(number, ir.VarRef() as variable)):
                number = once.value(target, number)
                variable = once.place(target, variable)
                entry = replace(place, arguments=(number, variable))
                parts = (number, variable, new(entry))
                changed = "with_column" if entry.type == ty.NUMBER else "with_entry"
                value = ir.Op(changed, parts, type=variable.type, span=span)
                return [*once.lets, ir.Assign(variable, value, span=span)]
            case ir.VarRef() as variable:
                pass
            case _:
                new(ir.Const(0, type=ty.UNKNOWN, span=span))
                return None
        if variable.variable in self._context.columns:
            advice = f"write 'column 1 of {variable.variable} …'"
            self._reports.problem("CR405", "say which column of the variable changes", target.span, advice)
            return None
        if variable.type.of is not None and variable.type.choices:
            advice = f"write '{variable.variable} of {variable.type.choices[0]} …'"
            self._reports.problem("CR405", "say which entry of the variable changes", target.span, advice)
            return None
        written = self._context.rules.variables.get(variable.variable)
        indexed = written is not None and written.index is not None
        if indexed and self._context.index_type(variable.variable).name == "place":
            advice = f"write '{variable.variable} of …', with a pile"
            self._reports.problem("CR405", "say for which pile the variable changes", target.span, advice)
            return None
        variable = once.place(target, variable)
        return [*once.lets, ir.Assign(variable, new(variable), span=span)]

    def _variable_target(self, node: n.Expr, env: Env) -> ir.VarRef | ir.Op | None:
        """Return a variable or one entry of it; None if a problem was reported."""
        before = set(self._reports.used)
        value = self._expr(node, env)
        match value:
            case ir.VarRef() as variable:
                pass
            case ir.Op(name="column", arguments=(_, ir.VarRef() as variable)):
                pass
            case _:
                variable = None
        if variable is not None:
            address = f"variables.{variable.variable}"
            if address not in before:
                self._reports.used.discard(address)  # to change it is not to use it
            self._changed(variable)
            return cast("ir.VarRef | ir.Op", value)
        if value.type != ty.UNKNOWN:
            message = "only a variable can change, and this is none"
            advice = "declare it under 'variables'"
            if value.type in ty.OF_CARDS:
                advice = f"write 'move … to {show(node)}' for cards"
            elif value == ir.Local("actor", type=ty.PLAYER, span=value.span):
                advice = "'actor' is the player who decides now; keep a player in a variable"
            self._reports.problem("CR419", message, node.span, advice)
        return None

    def _changed(self, variable: ir.VarRef) -> None:
        self._reports.used.add(f"changed.{variable.variable}")

    def _usual(self, name: str, seat: ir.Expr | None, span: Span, told: str = "draw 1") -> ir.ZoneRef | None:
        if name not in self._context.rules.zones:
            message = f"there is no zone '{name}' to draw {'from' if name == 'stock' else 'to'}"
            where = "from" if name == "stock" else "to"
            self._reports.problem("CR418", message, span, f"name it: '{told} {where} …'")
            return None
        zone = self._context.rules.zones[name]
        return self._expressions.names.zone(name, seat if zone.each else None, span)

    def _draw(self, node: n.Draw[n.Expr, n.Expr | None, n.Expr | None], env: Env) -> list[ir.Stmt] | None:
        span = node.span
        once = _Once(span)
        if node.player is None:
            player = self._expressions.acting.actor(env, span, "'draw'")
        else:
            player = once.value(node.player, self._expr(node.player, env, ty.PLAYER))
        source = self._source(node.source, env) if node.source else self._usual("stock", player, span)
        target = self._target(node.target, env) if node.target else self._usual("hand", player, span)
        count = None if node.count is None else self._number(node.count, env, "draw")
        until = self._expressions.condition(node.until, replace(env, drawn=True))
        if source is None or target is None:
            return None
        return [*once.lets, ir.Draw(player, count, until, source, target, span=span)]

    def _refill(self, node: n.Refill[n.Expr, n.Expr, n.Expr | None], env: Env) -> list[ir.Stmt] | None:
        zone = self._target(node.zone, env)
        count = self._expr(node.count, env, ty.NUMBER)
        if zone is None:
            return None
        once = _Once(node.span)
        filled = zone
        zone = once.place(node.zone, zone)
        source = (
            self._source(node.source, env)
            if node.source
            else self._usual("stock", zone.seat, node.span, "refill hand to 4")
        )
        if source is None:
            return None
        meant = ir.Refill(filled, count, source)
        size = ir.Op("size", (zone,), type=ty.NUMBER, span=node.span)
        missing = ir.Op("sub", (count, size), type=ty.NUMBER, span=node.span)
        player = zone.seat or ir.Const(NONE, type=ty.NOTHING, span=node.span)
        drawn = ir.Draw(player, missing, None, source, zone, span=node.span)
        return [ir.Sugar(meant, (*once.lets, drawn), span=node.span)]

    def _is_of_players(self, node: n.Expr) -> bool:
        """Return whether an expression is the bare name of a zone that each player has."""
        zone = self._context.rules.zones.get(node.name) if isinstance(node, n.Name) else None
        return zone is not None and zone.each and not zone.team

    def _number(self, node: n.Expr, env: Env, verb: str) -> ir.Expr:
        """Return how many cards are drawn or dealt; report cards that are named instead."""
        with self._reports.quietly():
            found = self._expr(node, env).type
        if found not in (ty.CARD, ty.CARDS, ty.PILE):
            return self._expr(node, env, ty.NUMBER)
        advice = f"write 'move {show(node)} to …', or how many: '{verb} 1 …'"
        return self._reports.problem("CR405", f"{this_is(found)}, but a number is expected", node.span, advice)

    def _deal(self, node: n.Deal, env: Env) -> list[ir.Stmt] | None:
        count = self._number(node.count, env, "deal")
        source = self._source(node.source, env) if node.source else self._usual("stock", None, node.span, "deal 1 each")
        # Whose zone a bare name means is settled here: that of each player.
        inner = replace(env, actor=True, definition=None) if node.each else env
        among: ir.Expr | None = None
        if node.each and isinstance(node.target, n.Of) and node.target.name in self._context.rules.zones:
            owners = self._expr(node.target.operand, env)
            if owners.type == ty.PLAYERS:
                among = owners
                seat = ir.Local("actor", type=ty.PLAYER)
                target: ir.ZoneRef | None = self._expressions.names.zone(node.target.name, seat, node.target.span)
            else:
                target = self._target(node.target, inner)
        elif not (node.each or env.actor) and self._is_of_players(node.target):
            name = show(node.target)
            message = f"'{name}' needs an acting player, but nobody is acting here"
            advice = f"write 'deal {show(node.count)} each to {name}', or 'to {name} of …'"
            self._reports.problem("CR409", message, node.target.span, advice)
            return None
        else:
            several = f"write 'deal {show(node.count)} each to {show(node.target)}'"
            target = self._target(node.target, inner, None if node.each else several)
        if source is None or target is None:
            return None
        zone = self._context.rules.zones[target.zone]
        if node.each and (zone.team or not zone.each):
            whose = "a team's" if zone.team else "the table's"
            message = f"'deal … each' needs a zone of each player, and '{target.zone}' is {whose}"
            advice = f"write 'deal {show(node.count)} to {target.zone}'"
            self._reports.problem("CR418", message, node.span, advice)
            return None
        return [ir.DealOut(count, node.each, source, target, among, span=node.span)]


def _place_of(cards: ir.Expr, origins: Mapping[str, ir.Expr]) -> ir.ZoneRef | ir.PileRef | None:
    """Return the place in which all cards of an expression lie, if it says so.

    Args:
        cards: the expression.
        origins: from what cards are chosen, by the names of the choices.
    """
    match cards:
        case ir.ZoneRef(type=kind) if kind in (ty.CARDS, ty.PILE):
            return cards
        case ir.PileRef():
            return cards
        case ir.Local(name=name) if name in origins:
            return _place_of(origins[name], origins)
        case ir.Filter(collection=inner) | ir.Best(collection=inner):
            return _place_of(inner, origins)
        case ir.Op(name=name, arguments=arguments) if len(OPERATIONS[name].members) == 1:
            return _place_of(arguments[OPERATIONS[name].members[0]], origins)
        case _:
            return None


def _replaced(node: ir.Expr, old: ir.Expr, new: ir.Expr) -> ir.Expr:
    """Return an expression with another part in the place of one."""
    return new if node is old else rebuilt(node, lambda part: _replaced(part, old, new))


def _free_pile(zone: ir.ZoneRef) -> ir.PileRef:
    """Return the first empty pile of a zone with a fixed number of piles."""
    assert zone.type.of is not None
    pile = ir.Local("free", type=zone.type.of, span=zone.span)
    cards = ir.PileRef(zone.zone, pile, type=ty.PILE, span=zone.span)
    empty = ir.Op("is_empty", (cards,), type=ty.BOOLEAN, span=zone.span)
    free = ir.Filter(zone, "free", empty, type=zone.type, span=zone.span)
    first = ir.Op("first", (free,), type=zone.type.of, span=zone.span)
    return ir.PileRef(zone.zone, first, type=ty.PILE, span=zone.span)


def _holder(target: ir.Expr) -> str:
    """Return the name of the variable that a target of a change is, or is an entry of."""
    match target:
        case ir.VarRef(variable=name):
            return name
        case ir.Op(name="column", arguments=(_, ir.VarRef(variable=name))):
            return name
        case _:
            return ""
