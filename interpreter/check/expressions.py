"""Gives types to expressions of the effect language: resolves names and removes sugar.

`Expressions` works on one text at a time, for the checker, which knows the whole ruleset. Its parts
resolve names (`naming.py`), members of collections (`members.py`) and operations
(`application.py`).
"""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Fix, Span
from ..program import ir
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.declaration import Operation
from ..syntax.operations.table import CALLS, OF, OPERATIONS, SIGNS
from ..syntax.printer import show
from ..syntax.ruleset import FACE_UP
from ..syntax.types import Type
from .application import Application
from .context import Acting, Context, Env
from .facing import Facing
from .folding import conditional, denied, joined
from .lookup import Lookup
from .members import Members
from .naming import Names
from .reports import NEVER_NONE, WAYS_OUT, Reports, article
from .watching import Watch

_TESTS = n.Order | n.Equal | n.Within | n.Kind | n.Share | n.Has | n.Phrase | n.Call | n.Of
"""What can be a condition about `any card of …`."""

_FUNCTIONS = {
    "len": "size of {}",
    "length": "size of {}",
    "count": "size of {}",
    "sum": "total … over {}",
    "any": "{} is not empty",
    "abs": "max(x, -x)",
    "isEmpty": "{} is empty",
    "is_empty": "{} is empty",
    "empty": "{} is empty",
}
"""Functions of other languages, with what is written here."""


class Expressions:
    """Gives types to expressions.

    Attributes:
        acting: knows who is acting.
        application: applies operations.
        names: gives types to names.
        watch: what looks on, if an editor asks about a place.
    """

    def __init__(self, context: Context, reports: Reports, watch: Watch | None = None) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: takes the problems, and what is used.
            watch: what looks on.
        """
        self.watch = watch
        self._context = context
        self._reports = reports
        self.acting = Acting(context, reports)
        self.application = Application(context, reports, self.acting)
        self.names = Names(context, reports, self.acting, self.application)
        self.members = Members(context, reports, self.names, self.application, self.expr)
        self._lookup = Lookup(context, reports, self.application, self.expr, self._same)

    def expr(self, node: n.Expr, env: Env, want: Type | None = None) -> ir.Expr:
        """Return the typed tree of an expression; `want` is the expected type, if there is one."""
        if self.watch is not None:
            return self.watch.expected(node, env, want, self._coerced, self._reports.problems)
        return self._coerced(node, env, want)

    def _coerced(self, node: n.Expr, env: Env, want: Type | None) -> ir.Expr:
        value = self._expr(node, env, want)
        return self.application.coerce(value, want, node.span) if want is not None else value

    def optional(self, node: n.Expr | None, env: Env, want: Type) -> ir.Expr | None:
        """Return the typed tree of an expression that may be left out; None stays None."""
        return None if node is None else self.expr(node, env, want)

    def condition(self, node: n.Expr | None, env: Env) -> ir.Expr | None:
        """Return the typed tree of a condition; None stays None."""
        return self.optional(node, env, ty.BOOLEAN)

    def arguments(self, name: str, given: tuple[n.Expr, ...], env: Env) -> tuple[ir.Expr, ...]:
        """Return the typed arguments of a use of a definition."""
        parameters = self._context.rules.definitions[name].parameters
        kinds: list[Type | None] = [self._context.rules.type_of(kind.text) for kind, _ in parameters]
        kinds += [None] * (len(given) - len(kinds))
        return tuple(self.expr(argument, env, kind) for argument, kind in zip(given, kinds, strict=False))

    def _is_meld(self, cards: ir.Expr, which: ir.Expr, env: Env, span: Span) -> ir.Expr:
        """Return whether cards are a meld, which may be known before play."""
        match which:
            case ir.Const(value=int(number)) if number >= 0:
                return ir.IsMeld(cards, which.type.choices[number], type=ty.BOOLEAN, span=span)
            case _:
                return self.application.apply(OPERATIONS["is_meld"], (cards, which), env, span)

    def _expr(self, node: n.Expr, env: Env, want: Type | None) -> ir.Expr:
        if self.watch is not None:
            return self.watch.expression(node, env, want, self._typed, self._reports.problems)
        return self._typed(node, env, want)

    def _typed(self, node: n.Expr, env: Env, want: Type | None) -> ir.Expr:
        if isinstance(node, _TESTS) and (about := self._about(node, env)) is not None and self._is_condition(node):
            return self.members.quantified(about, node, env)
        match node:
            case n.Quantified():
                return self.members.member(node, env)
            case n.Number(value=value):
                return ir.Const(value, type=ty.NUMBER, span=node.span)
            case n.Halves(value=value):
                return ir.Const(value, type=ty.HALVES, span=node.span)
            case n.Name():
                return self.names.name(node, env, want)
            case n.Of():
                return self.members.of(node, env)
            case n.Part():
                return self.members.part(node, env)
            case n.Call():
                return self._call(node, env)
            case n.ListOf():
                return self.members.list_of(node, env, want)
            case n.Named():
                return self.members.named(node, env)
            case n.Where():
                return self.members.where(node, env)
            case n.With():
                return self.members.extreme(node, env)
            case n.InOrder():
                return self.members.in_order(node, env)
            case n.Fold():
                return self.members.fold(node, env)
            case n.Otherwise(first=first, second=second):
                left = self.expr(first, env, want)
                right = self.expr(second, env)
                left, right = self._same(left, right)
                left = self.application.collection(left, "'otherwise'")
                return self.application.apply(OPERATIONS["otherwise"], (left, right), env, node.span)
            case n.IfElse():
                test = self.expr(node.condition, env, ty.BOOLEAN)
                then, other = self._same(
                    self.expr(node.then, env.where(test), want),
                    self.expr(node.otherwise, env.where(test, False), want),
                )
                return conditional(test, then, other, node.span)
            case n.Table():
                return self._lookup.value(node, env, want)
            case n.Not(operand=operand):
                return denied(self.expr(operand, env, ty.BOOLEAN), True)
            case n.Logic() if (refused := self._alternatives(node, env)) is not None:
                return refused
            case n.Logic(operator=operator, left=first, right=second):
                left = self.expr(first, env, ty.BOOLEAN)
                right = self.expr(second, env.where(left, operator == "and"), ty.BOOLEAN)
                return joined(operator == "and", left, right, node.span)
            case n.Negative(operand=operand):
                return self.members.operation(OPERATIONS["neg"], (operand,), env, node.span)
            case n.Arithmetic():
                return self._arithmetic(node, env)
            case n.Order():
                return self._order(node, env)
            case n.Equal():
                return self._equal(node, env)
            case n.Phrase(name="face_up", operands=(operand,), negated=negated):
                card = self.expr(operand, env, ty.CARD)
                if FACE_UP not in self._context.rules.variables:
                    if any(each.code == "CR415" for each in self._reports.problems):
                        return ir.Const(negated, type=ty.BOOLEAN, span=node.span)  # a zone has wrong faces
                    message = "a card lies face up or down only in a zone with 'faces: turned'"
                    return self._reports.problem("CR418", message, node.span, "write it at a zone")
                return denied(Facing(self._context).is_up(card, node.span), negated)
            case n.Phrase(name=name, operands=operands, negated=negated):
                test = self.members.operation(OPERATIONS[name], operands, env, node.span)
                return denied(test, negated)
            case n.Within():
                return self._within(node, env)
            case n.Possible(action=action, negated=negated):
                name = action.name if isinstance(action, n.Name) else ""
                if name not in self._context.rules.actions:
                    return self._reports.unknown("CR403", "action", name, action.span, self._context.rules.actions)
                self._reports.used.add(f"actions.{name}")
                self.acting.need(env, node.span, "'is possible'")
                return denied(ir.Can(name, type=ty.BOOLEAN, span=node.span), negated)
            case n.Kind(operand=operand, meld=meld, negated=negated) if (
                meld not in self._context.rules.melds and self.names.names_card(n.Name(meld, span=node.word))
            ):
                if self.expr(operand, env).type in (ty.CARDS, ty.PILE):
                    message = f"'is {article(meld)}' asks for one card, but these are cards"
                    having = show(n.Has(operand, "rank", n.Name(meld, span=node.word), negated, span=node.span))
                    fix = Fix(node.span, having, otherwise="say which one, such as 'first of …'")
                    return self._reports.problem("CR412", message, node.span, f"did you mean '{having}'?", fix)
                rank = self.members.operation(OPERATIONS["rank"], (operand,), env, node.span)
                index = self._context.pack.rank_index(meld)
                if index is None:
                    return ir.Const(negated, type=ty.BOOLEAN, span=node.span)
                one = ir.Const(index, type=ty.RANK, span=node.word)
                return denied(self._compare(OPERATIONS["eq"], rank, one, env, node.span), negated)
            case n.Kind(operand=operand, meld=meld, negated=negated):
                cards = self.expr(operand, env, ty.CARDS)
                which = self.names.meld(n.Name(meld, span=node.word), env)
                if which is not None:
                    return denied(self._is_meld(cards, which, env, node.span), negated)
                rank = self.names.spoken_rank(meld)
                if rank is not None:
                    message = f"'{meld}' is a rank, not a meld"
                    advice = f"write 'rank of {show(operand)} is {rank}'"
                    return self._reports.problem("CR403", message, node.word, advice)
                suit = next((each for each in self._context.pack.suits if each.removesuffix("s") == meld), None)
                if suit is not None:
                    message = f"'{meld}' is a suit, not a meld"
                    advice = f"write 'suit of {show(operand)} is {suit}'"
                    return self._reports.problem("CR403", message, node.word, advice)
                if self.names.tests_cards(meld):
                    self._reports.uses(meld)
                    message = f"'{meld}' is a condition on a card, not a meld"
                    advice = f"write '{meld}({show(operand)})'"
                    return self._reports.problem("CR403", message, node.word, advice)
                return self._reports.unknown("CR403", "meld", meld, node.word, self._context.rules.melds)
            case n.Share():
                return self.members.share(node, env)
            case n.Has():
                return self.members.has(node, env)
            case n.Players(start=None, single=True):
                message = "'player' alone names no player"
                if env.members and env.members[-1][1] == ty.PLAYER:
                    advice = "write 'it': so each player is called inside 'where', 'with' and 'over'"
                    fix = Fix(node.span, "it")
                    return self._reports.problem("CR408", message, node.span, advice, fix)
                one = "write 'actor', 'player from …' or 'player where …'"
                advice = f"did you mean 'players'? For one, {one}"
                fix = Fix(node.span, "players", otherwise=one)
                return self._reports.problem("CR408", message, node.span, advice, fix)
            case n.Players(start=start, single=single, order=order):
                which = OPERATIONS["players" if start is None else "players_from"]
                operands = () if start is None else (start,)
                if order is not None:
                    which, operands = OPERATIONS["players_in_order"], (*operands, order)
                value = self.members.operation(which, operands, env, node.span)
                if single and order is None and not self._context.departures:
                    word = replace(node.span, end=node.span.start + len("player"))
                    message = "'player from …' alone is that player, for nobody ever leaves"
                    advice = "did you mean 'players'? Or write 'where …', or the player alone"
                    return self._reports.problem("CR408", message, word, advice, Fix(word, "players"))
                if single:
                    return ir.Op("first", (value,), type=ty.PLAYER, span=node.span)
                return value

    def _is_condition(self, node: n.Node) -> bool:
        """Return whether a node is a condition without `and`, `or` and `not`: one that may be about any of several."""
        match node:
            case n.Order() | n.Equal() | n.Within() | n.Kind() | n.Share() | n.Has():
                return True
            case n.Phrase(name=name):
                return OPERATIONS[name].result == ty.BOOLEAN
            case n.Call(name=name) | n.Of(name=name) if name in self._context.rules.definitions:
                definition = self._context.rules.definitions[name]
                return self._context.definition_type(name, definition.span) == ty.BOOLEAN
            case _:
                return False

    def _about(self, node: n.Node, env: Env) -> n.Quantified | None:
        """Return the first `any card of …` or the like that a condition is about, unless it is bound already."""
        match node:
            case n.Quantified() if id(node) not in env.quantified:
                return node
            case n.Where(collection=inner) | n.With(collection=inner) | n.Fold(collection=inner):
                return self._about(inner, env)
            case n.Logic() | n.Not() | n.IfElse():
                return None
            case _:
                for each in n.children(node):
                    found = self._about(each, env)
                    if found is not None and not self._is_condition(each):
                        return found
                return None

    def _call(self, node: n.Call, env: Env) -> ir.Expr:
        name, rules = node.name, self._context.rules
        operation = CALLS.get(name)
        if operation is not None:
            given, wanted = len(node.arguments), len(operation.operands)
            if given == wanted or (operation.variadic and given > wanted):
                return self.members.operation(operation, node.arguments, env, node.span)
            if name not in rules.definitions:
                message = f"'{name}' takes {wanted} arguments{' or more' * operation.variadic}, but "
                message += f"{given} {'is' if given == 1 else 'are'} given"
                form = operation.shown.split("|")[0]
                return self._reports.problem("CR406", message, node.span, f"write '{form}'")
        if name not in rules.definitions:
            for argument in node.arguments:
                self.expr(argument, env)
            if name in _FUNCTIONS:
                text = show(node.arguments[0])
                advice = f"write '{_FUNCTIONS[name].format(text)}'"
                return self._reports.problem("CR403", f"there is no definition '{name}'", node.word, advice)
            if len(node.arguments) == 1 and (name in OF or name in rules.zones):
                message = f"'{name}' takes its operand without brackets"
                advice = f"write '{name} of {show(node.arguments[0])}'"
                return self._reports.problem("CR403", message, node.word, advice)
            candidates = [*rules.definitions, *CALLS]
            return self._reports.unknown("CR403", "definition", name, node.word, candidates)
        return self.names.use(name, self.arguments(name, node.arguments, env), env, node.span)

    def _within(self, node: n.Within, env: Env) -> ir.Expr:
        listed = node.collection
        if isinstance(listed, n.Name) and listed.name in self._context.options:
            words = self._context.options[listed.name].type.of
            if words is not None and words.choices and isinstance(node.member, n.Name):
                held = self.expr(listed, env)
                word = self._choice_word(node.member, words, env)
                test = self.application.apply(OPERATIONS["contains"], (word, held), env, node.span)
                return denied(test, node.negated)
        member = self.expr(node.member, env)
        if member.type == ty.RANK and self.names.names_card(node.member):
            with self._reports.quietly():
                cards = self.expr(node.collection, env)
            if cards.type in (ty.CARDS, ty.PILE):  # any of the cards with this name
                operation = OPERATIONS["has_rank"]
                test = self.application.apply(operation, (cards, member), env, node.span)
                return denied(test, node.negated)
        if member.type == ty.NUMBER:
            with self._reports.quietly():
                halves = ty.in_halves(self.expr(listed, env).type)
            member = self.application.coerce(member, ty.HALVES) if halves else member
        want = ty.list_of(member.type) if member.type.of is None else None
        if member.type in (ty.CARD, ty.UNKNOWN):
            want = None
        if member.type == ty.CARD and isinstance(node.collection, n.ListOf):
            want = ty.list_of(ty.CARD)
            collection = self._copies(self.members.list_of(node.collection, env, want))
        else:
            collection = self.expr(node.collection, env, want)
        collection = self.application.collection(collection, "'is in'")
        kind = ty.element(collection.type) or ty.UNKNOWN
        if not ty.fits(member.type, kind):
            message = f"{member.type} cannot be in {collection.type}"
            advice = "ask for a card in cards, a player in players, or a member of a list"
            return self._reports.problem("CR405", message, node.span, advice)
        contains = OPERATIONS["contains"]
        test = self.application.apply(contains, (member, collection), env, node.span)
        match self._copies(member):
            case ir.Op(name="pile_of", arguments=copies) if copies != (member,):
                for copy in copies[1:]:  # any card with this face
                    other = self.application.apply(contains, (copy, collection), env, node.span)
                    test = ir.Logic(False, test, other, type=ty.BOOLEAN, span=node.span)
            case _:
                pass
        return denied(test, node.negated)

    def _copies(self, value: ir.Expr) -> ir.Expr:
        """Return all cards that a card, or a list of cards, of the ruleset's text means.

        There is a difference only if the pack has copies of them.
        """
        pack = self._context.pack
        match value:
            case ir.Op(name="pile_of", arguments=items):
                pass
            case _:
                items = (value,)
        every: list[ir.Expr] = []
        for item in items:
            match item:
                case ir.Const(value=int(card), type=ty.CARD) if card >= 0:
                    copies = pack.cards_of(pack.text[card])
                    every += [ir.Const(copy, type=ty.CARD, span=item.span) for copy in copies]
                case _:
                    every.append(item)
        if len(every) == len(items):
            return value
        return ir.Op("pile_of", tuple(every), type=ty.PILE, span=value.span)

    def _alternatives(self, node: n.Logic, env: Env) -> ir.Expr | None:
        """Report `a is 1 or 2 or 3`: values where conditions are expected."""
        values: list[n.Expr] = []
        first: n.Expr = node
        while isinstance(first, n.Logic) and isinstance(first.right, n.Number | n.Name):
            values.insert(0, first.right)
            first = first.left
        equal = first.right if isinstance(first, n.Logic) else first
        if isinstance(equal, n.Within) and isinstance(equal.collection, n.Number | n.Name):
            equal = n.Equal(equal.member, equal.collection, equal.negated, span=equal.span)
            first = equal
        if not isinstance(equal, n.Equal) or not values:
            return None
        with self._reports.quietly():
            asked = self.expr(equal.left, env).type
            words = {value: isinstance(value, n.Name) and value.name for value in values}
            kinds = [asked if word in asked.choices else self.expr(value, env).type for value, word in words.items()]
        if not {ty.BOOLEAN, ty.UNKNOWN}.isdisjoint(kinds):
            return None
        self.expr(first, env)
        listed = ", ".join(show(value) for value in (equal.right, *values))
        said = "is not in" if equal.negated else "is in"
        message = f"after '{node.operator}' a condition is expected, not another value"
        place = values[0].span.to(values[-1].span)
        advice = f"write '{show(equal.left)} {said} [{listed}]'"
        with self._reports.quietly():
            kinds += [self.expr(equal.right, env, asked).type]
        numeral = asked in (ty.RANK, ty.CARD)  # ranks and cards may be written as numbers
        if not all(ty.fits(kind, asked) or (kind == ty.NUMBER and numeral) for kind in kinds):
            advice = f"write the condition anew: '… {'is not' if equal.negated else 'is'} {show(values[0])}'"
        return self._reports.problem("CR405", message, place, advice)

    def _arithmetic(self, node: n.Arithmetic, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        right = self.expr(node.right, env)
        if ty.UNKNOWN in (left.type, right.type):
            return ir.Const(0, type=ty.UNKNOWN, span=node.span)
        if isinstance(right, ir.Const) and right.value == 0 and node.operator in ("div", "mod"):
            advice = "write another number, or leave out the division"
            return self._reports.problem("CR413", "this divides by zero", node.span, advice)
        operation = _overload(SIGNS[node.operator], (left.type, right.type))
        wanted = [ty.NAMED.get(kind) for kind in operation.operands]
        both = [
            self.application.coerce(each, kind or ty.IN_ANY_UNIT)
            for each, kind in zip((left, right), wanted, strict=True)
        ]
        if ty.UNKNOWN in (both[0].type, both[1].type):
            return ir.Const(0, type=ty.UNKNOWN, span=node.span)
        return self.application.apply(operation, tuple(both), env, node.span)

    def _order(self, node: n.Order, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        hinted = left.type == ty.RANK or left.type.name == "choice"
        right = self.expr(node.right, env, left.type if hinted else None)
        if node.order in self._context.rankings:
            return self.members.ranked(node, left, right, env)
        if node.order is not None and node.order not in self._context.pack.orders:
            return self.members.ordered(left, node.order, node.word)
        if right.type == ty.RANK:
            left = self.application.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            return ir.Const(False, type=ty.BOOLEAN, span=node.span)  # switched off
        if ty.UNKNOWN not in (left.type, right.type):
            comparable = left.type == right.type and left.type.name in ty.ORDERED
            if not comparable:
                message = f"{left.type} cannot be compared with {right.type} by '{node.operator}'"
                advice = _instead(node.left, left.type, right.type)
                advice = advice or _instead(node.right, right.type, left.type)
                if left.type in ty.OF_CARDS and right.type in ty.OF_CARDS and self._context.rankings:
                    advice = f"name a ranking: '… by {next(iter(self._context.rankings))}'"
                if left.type == right.type == ty.CARD and advice is None:
                    both = (show(node.left), node.operator, show(node.right))
                    advice = "write 'rank of {} {} rank of {}'".format(*both)
                if env.members and left.type == ty.BOOLEAN:
                    advice = (
                        "the condition after 'where' goes on to the end; to compare what stands "
                        f"before it, write '(… where …) {node.operator} …'"
                    )
                return self._reports.problem("CR414", message, node.span, advice)
        unranked = self._unranked(left.type)
        if unranked:
            message = f"{unranked} do not rank above one another, so patterns are not compared"
            advice = "compare the cards themselves by the ranking, or write 'is' or 'is in'"
            return self._reports.problem("CR414", message, node.span, advice)
        if node.order is not None:
            left = self.members.ordered(left, node.order, node.word)
            right = self.members.ordered(right, node.order, node.word)
        return self._compare(SIGNS[node.operator][0], left, right, env, node.span)

    def _unranked(self, kind: Type) -> str:
        """Return two patterns of a ranking that share a level, if these are the choices."""
        for name, ranking in self._context.rules.rankings.items():
            if kind == self._context.rules.type_of(name):
                for level in ranking.patterns:
                    if len(level) > 1:
                        return " and ".join(f"'{word.text}'" for word in level[:2])
        return ""

    def _equal(self, node: n.Equal, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        hint = left.type if left.type.name in ("rank", "choice", "suit", "colour", "card") else None
        if hint is not None and hint.name == "choice":
            right = self._choice_word(node.right, hint, env)
        elif left.type == ty.UNKNOWN and isinstance(node.right, n.Name):
            with self._reports.quietly():  # it may be a choice
                right = self._expr(node.right, env, None)
        else:
            right = self._expr(node.right, env, hint)
            if hint is not None and right.type == ty.NUMBER and self._may_be(right, hint):
                right = self.application.coerce(right, hint)
        if right.type == ty.RANK and left.type == ty.NUMBER:
            left = self.application.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            same = left.type == right.type
            return ir.Const(same != node.negated, type=ty.BOOLEAN, span=node.span)
        if right.type == ty.SUIT and self.application.names_suits(left.type):
            left = self.application.coerce(left, ty.SUIT)
        if left.type == ty.SUIT and self.application.names_suits(right.type):
            right = self.application.coerce(right, ty.SUIT)
        if not (ty.fits(left.type, right.type) or ty.fits(right.type, left.type)):
            message = f"{left.type} can never be {right.type}"
            having = _having(node, left.type, right.type)
            if having:
                fix = Fix(node.span, having, otherwise="compare values of one kind")
                return self._reports.problem("CR414", message, node.span, f"did you mean '{having}'?", fix)
            advice = _of_the_outer(node, left.type, right.type, env)
            advice = advice or _instead(node.left, left.type, right.type)
            advice = advice or _instead(node.right, right.type, left.type)
            advice = advice or WAYS_OUT.get(left.type.name, "compare values of one kind")
            return self._reports.problem("CR414", message, node.span, advice)
        for one, other in ((left, right), (right, left)):
            copies = self._copies(other)
            if one.type == ty.CARD and copies is not other:
                test = self.application.apply(OPERATIONS["contains"], (one, copies), env, node.span)
                return denied(test, node.negated)
        left, right = self._same(left, right)
        operation = OPERATIONS["ne" if node.negated else "eq"]
        return self._compare(operation, left, right, env, node.span)

    def _may_be(self, number: ir.Expr, kind: Type) -> bool:
        """Return whether a number may be meant as a value of another type: not `card is 5`."""
        faces = self._context.pack.text
        return kind != ty.CARD or any(face.isdigit() for face in faces) or (not isinstance(number, ir.Const))

    def _compare(self, operation: Operation, left: ir.Expr, right: ir.Expr, env: Env, span: Span) -> ir.Expr:
        if ty.UNKNOWN in (left.type, right.type):
            return ir.Op(operation.name, (left, right), type=ty.BOOLEAN, span=span)
        return self.application.apply(operation, (left, right), env, span)

    def _is_option(self, *nodes: n.Expr) -> bool:
        return any(isinstance(node, n.Name) and node.name in self._context.options for node in nodes)

    def _choice_word(self, node: n.Expr, kind: Type, env: Env) -> ir.Expr:
        if isinstance(node, n.Name):
            if node.name in kind.choices:
                return ir.Const(kind.choices.index(node.name), type=kind, span=node.span)
            value = self._expr(node, env, None) if self._has_value(node, env) else None
            if value is not None:
                return value
            return self._reports.unknown("CR415", "choice", node.name, node.span, kind.choices, ["none"])
        return self.expr(node, env, kind)

    def _has_value(self, node: n.Name, env: Env) -> bool:
        """Return whether a name that is compared with a choice is a value, and no mistake in it."""
        rules, name = self._context.rules, node.name
        known = (env.bindings, self._context.options, rules.variables, rules.definitions)
        return name in ("none", "nobody", "it") or any(name in names for names in known)

    def _same(self, left: ir.Expr, right: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        if left.type == right.type:
            left, right = self.application.in_one_unit(left, right)
            return left, right
        if ty.NOTHING in (left.type, right.type):
            return left, right
        if left.type in (ty.CARD, ty.CARDS, ty.PILE) and right.type in (ty.CARD, ty.CARDS, ty.PILE):
            return self.application.coerce(left, ty.CARDS), self.application.coerce(right, ty.CARDS)
        if ty.fits(left.type, right.type) and right.type != ty.UNKNOWN:
            return self.application.coerce(left, right.type), right
        return left, self.application.coerce(right, left.type, right.span)


def _of_the_outer(node: n.Equal, left: Type, right: Type, env: Env) -> str | None:
    """Return advice where `it` is compared with what is its own, or with what is not a card.

    In `hand where rank is it` of `… over [2, 3]` the number is meant, and `it` is the card.
    """
    sides = ((node.left, left, node.right, right), (node.right, right, node.left, left))
    for one, kind, other, wanted in sides:
        if one != n.Name("it"):
            continue
        outer = [each for _, each in env.members[:-1] if each not in (kind, ty.UNKNOWN)]
        if outer:
            numerals = outer[-1] == ty.NUMBER and wanted == ty.RANK
            given = "'rank of it', over cards such as [2C, 3C]" if numerals else "the outer 'it'"
            return (
                f"'it' is {kind} here, the member of the inner list; write the inner part as a "
                f"definition 'with: {wanted.name} {wanted.name[:1]}', and give it {given}"
            )
        own = n.Name(wanted.name), n.Of(wanted.name, one)
        if other in own:
            return (
                f"'{show(other)}' and 'it' are of the same {kind.name}; compare it with another "
                f"one, such as '{wanted.name} of top of …'"
            )
    return None


def _instead(node: n.Expr, kind: Type, other: Type) -> str | None:
    """Return what may be compared with a value of the type `other`, in place of `node`."""
    card = show(node)
    if other == ty.NOTHING:
        return NEVER_NONE.get(kind.name)
    if kind == ty.CARD and other.name in ("rank", "suit", "colour"):
        return f"write '{other.name} of {card}'"
    if kind == ty.CARD and other == ty.NUMBER:
        return f"write 'rank of {card}', or 'value of {card}' for what it counts"
    if other == ty.NUMBER and (kind in (ty.CARDS, ty.PILE, ty.PLAYERS) or kind.of is not None):
        return f"write 'size of {show(node)}' for their number"
    if kind == ty.RANK and other == ty.NUMBER:
        return "compare a rank with a rank; 'value of' a card is a number"
    return None


def _having(node: n.Equal, left: Type, right: Type) -> str:
    """Return what is written of some cards that are compared with a rank, a suit or a colour; empty if they are not."""
    value = node.right
    if isinstance(value, n.ListOf) and len(value.items) == 1:
        value, right = value.items[0], right.of or right
    if left not in (ty.CARDS, ty.PILE) or right.name not in ("rank", "suit", "colour"):
        return ""
    return show(n.Has(node.left, right.name, value, node.negated, span=node.span))


def _overload(operations: tuple[Operation, ...], kinds: tuple[Type, Type]) -> Operation:
    """Return the operation of a sign such as `+` for operands of these types."""
    wanted = {each: [ty.NAMED.get(kind, ty.NUMBER) for kind in each.operands] for each in operations}
    for each, operands in wanted.items():
        if operands == list(kinds):
            return each
    for each, operands in wanted.items():
        if len(operands) == 2 and ty.fits(kinds[0], operands[0]):
            return each
    return next(each for each, operands in wanted.items() if operands == [ty.NUMBER, ty.NUMBER])
