"""Words for the statements of a rule: conditions, loops, procedures, and what they do.

Statements become values (`speech/grammar.py`), which the printer joins and divides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeGuard

from ..program import ir
from ..program.tree_walk import inside, mentions, parts, size, walk
from ..speech.book import Book
from ..speech.grammar import (
    YOU,
    Aside,
    Case,
    Clause,
    Conditional,
    ForEach,
    Instruction,
    Listed,
    NounPhrase,
    Numeral,
    Part,
    Place,
    Prepositional,
    Repeated,
    Subordinate,
    be,
    joint,
    phrase,
    replaced,
    said,
    steps,
    subject_of,
    the,
    times,
)
from ..speech.grammar import walk as inside_words
from ..speech.reading import is_plural
from ..speech.simplify import Simplifier
from ..speech.speech import Speech
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.table import FORMS
from .assignments import Assignments
from .movements import Movements

_SHORT: Final = 10  # the most nodes of a value that is written out where its name is used
_LONG: Final = 5  # the most statements of a procedure that is described where it is used
_REPEATED: Final = 3  # the same for one that is used more than once and that its help explains
_THAT_PLAYER: Final = NounPhrase("player", "that", whose="their", person=True)
_THAT_SIDE: Final = NounPhrase("side", "that", whose="their", person=True)
_EACH_PLAYER: Final = NounPhrase("player", "each", person=True)
_EACH_SIDE: Final = NounPhrase("side", "each", person=True)
_THIS_PART: Final = NounPhrase("part", "this", "of the deal")
_ENDING: Final = {"turn": the("turn"), "phase": _THIS_PART, "deal": the("deal"), "game": the("match")}
"""What ends by `end turn` and the like."""
_OTHER: Final = "the other"
_ONLY: Final = "·only"  # the name of the only player who is left


@dataclass(frozen=True)
class Teller:
    """Tells what statements do.

    Attributes:
        speech: the words for expressions.
        effects: the names of the effects that follow, in their order, for `skip to`.
        depth: how many procedures are being described.
        phase: the phase in which it happens, for `go to`.
        events: the events of which the effects are being described.
        depends: for local names that are written as their values, what these depend on.
        known: statements that need no words, as the author's tell them.
        answers: the actions that are told where they are asked for.
    """

    speech: Speech
    effects: tuple[str, ...] = ()
    depth: int = 0
    phase: str = ""
    events: tuple[str, ...] = ()
    depends: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    known: tuple[ir.Stmt, ...] = ()
    answers: frozenset[str] = frozenset()

    @property
    def book(self) -> Book:
        """The book."""
        return self.speech.book

    @property
    def _simple(self) -> Simplifier:
        return self.book.simplifier

    def sentences(self, body: Sequence[ir.Stmt]) -> list[Part]:
        """Return what each statement says that means something to players."""
        found: list[Part] = []
        teller = self
        statements = self._simple.block(tuple(body))
        index = 0
        while index < len(statements):
            statement = statements[index]
            rest = statements[index + 1 :]
            index += 1
            if statement in self.known:
                continue
            terms = len(self.book.terms)
            if isinstance(statement, ir.Let):
                text, teller = teller._let(statement, rest)
                found += [text] if text else []
                continue
            if isinstance(statement, ir.Perform) and teller._is_inlined(statement):
                name = statement.definition
                body_ = self.book.program.definitions[name].do
                told = teller._inside(statement).sentences(body_)
                if not told:
                    del self.book.terms[terms:]  # no sentence names them
                found += told
                continue
            if isinstance(statement, ir.Sugar):
                found += teller._sugar(statement)
                continue
            if index + 1 == len(statements) and _leaves(statement) and isinstance(statements[index], ir.GoTo):
                statement, index = replace(statement, other=rest), index + 1
            text = teller.sentence(statement)
            if text == "":
                del self.book.terms[terms:]
            found.append(text)
        return [each for each in found if each != ""]

    def whole(self, body: Sequence[ir.Stmt]) -> Part:
        """Return what statements say as one."""
        return steps(self.sentences(body))

    def _let(self, node: ir.Let, rest: Sequence[ir.Stmt]) -> tuple[Part, Teller]:
        if node.value.type == ty.BOOLEAN:
            clause = NounPhrase(self.speech.clause(node.value))
            return "", replace(self, speech=self.speech.naming(node.name, clause))
        noun = self.speech.noun(node.value)
        uses = sum(_count(each, node.name) for each in rest)
        if not uses:
            return "", self
        if node.name.startswith("·"):  # no author wrote it
            return "", replace(self, speech=self.speech.naming(node.name, noun))
        short = size(node.value) <= _SHORT or uses == 1 or node.value.type in (ty.PLAYERS,)
        moved = any(map(self._moves, rest[:-1]))
        placed = any(isinstance(each, ir.ZoneRef) for each in walk(node.value))
        read = self._read(node.value)
        if short and not (moved and placed) and not self._is_overtaken(node.name, read, rest):
            speech = self.speech.naming(node.name, noun)
            return "", replace(self, speech=speech, depends={**self.depends, node.name: read})
        label = self.book.label(node.name)
        many = is_plural(label) if node.value.type == ty.NUMBER else noun.plural
        name = the(label, plural=many, person=noun.person)
        called: Part = Instruction("calls", phrase(noun, the(label)))
        if node.value.type == ty.NUMBER:
            called = be(name, noun)
        return called, replace(self, speech=self.speech.naming(node.name, name))

    def _moves(self, tree: object) -> bool:
        """Return whether statements move cards, also through procedures."""
        return any(parts(tree, ir.Move, ir.Draw)) or any(
            self._moves(self.book.program.definitions[each.definition].do) for each in parts(tree, ir.Perform)
        )

    def _read(self, tree: object) -> frozenset[str]:
        """Return the variables on which a value depends, also through definitions and names."""
        found = {each.variable for each in parts(tree, ir.VarRef)}
        for each in parts(tree, ir.Use):
            found |= self._read(self.book.program.definitions[each.definition].value)
        for each in parts(tree, ir.Local):
            found |= self.depends.get(each.name, frozenset())
        return frozenset(found)

    def _written(self, statement: ir.Stmt) -> set[str]:
        """Return the variables that a statement changes, as far as players are told."""
        names = {each.target.variable for each in parts(statement, ir.Assign)}
        variables = self.book.program.variables
        found = {name for name in names if name == "score" or not variables[name].internal}
        for each in parts(statement, ir.Perform):
            for inner in self.book.program.definitions[each.definition].do:
                found |= self._written(inner)
        return found

    def _is_overtaken(self, name: str, read: frozenset[str], body: Sequence[ir.Stmt]) -> bool:
        """Return whether a name is used after a change of what its value was computed from."""
        changed = False
        for statement in body:
            uses = _count(statement, name)
            if changed and uses:
                return True
            if not read.intersection(self._written(statement)):
                continue
            changed = True
            match statement:
                case ir.If(then=then, other=other):
                    if self._is_overtaken(name, read, then):
                        return True
                    if self._is_overtaken(name, read, other):
                        return True
                case ir.ForEach(body=inner) | ir.Repeat(body=inner):
                    if any(_count(each, name) for each in inner):
                        return True
                case _:
                    pass
        return False

    def sentence(self, node: ir.Stmt) -> Part:
        """Return what a statement says; empty if it means nothing to players."""
        noun = self.speech.noun
        match node:
            case ir.If():
                return self._cases(node)
            case ir.ForEach():
                return self._for_each(node)
            case ir.Repeat(times=times, until=until, body=body):
                text = self.whole(body)
                if text == "":
                    return ""
                if until is not None:
                    return Repeated(text, test=self.speech.clause(until, holds=False))
                assert times is not None
                if isinstance(times, ir.Const) and isinstance(times.value, int):
                    return Repeated(text, Numeral(times.value, spelled=True))
                return Repeated(text, noun(times))
            case ir.Move():
                return Movements(self.speech).move(node)
            case ir.Lay(cards=cards, zone=zone):
                where = Prepositional("on", self.speech.place(zone))
                return Instruction("lays", phrase(self.speech.cards(cards), "down", where))
            case ir.DealOut():
                return Movements(self.speech).deal(node)
            case ir.Draw():
                return Movements(self.speech).draw(node)
            case ir.Sugar():
                return steps(self._sugar(node), apart=True)
            case ir.Reveal():
                return Movements(self.speech).reveal(node)
            case ir.Tell():
                return Movements(self.speech).tell(node)
            case ir.Assign():
                return Assignments(self.speech).assignment(node)
            case ir.GoTo(phase=phase):
                if phase == self.phase:
                    return _THIS_PART.verb("begins", "again")
                return Instruction("goes", said("on with ", f"“{self.book.label(phase)}”"))
            case ir.End(scope=scope):
                return _ENDING[scope].verb("ends")
            case ir.Ask():
                return self._ask(node)
            case ir.Announce(event=event):
                return self._event(event)
            case ir.SkipTo(effect=effect):
                return self._skip(effect)
            case ir.SkipPlayers(count=count):
                if isinstance(count, ir.Const) and count.value == 1:
                    return the("next player", person=True).verb("misses", NounPhrase("turn", "a"))
                missing = said(NounPhrase("turn", "a"), Aside(said(noun(count), " in number")))
                return the("next players", plural=True, person=True).verb("misses", missing)
            case ir.Stop():
                return NounPhrase("nothing else").verb("happens") if self.effects else ""
            case ir.Perform():
                return self._perform(node)
            case _:
                return self._declared(node)

    def _ask(self, node: ir.Ask) -> Part:
        """Return whom a statement asks, and for what."""
        given = self.book.program.actions
        named = [each for each in node.actions if not (node.whoever and given[each].declines)]
        if len(node.actions) == 1 and self.answers.issuperset(node.actions):
            return Instruction("does", "this")
        verbs = Listed(tuple(map(self.book.label, named)), "or")
        who = self.speech.noun(node.player)
        if node.whoever:
            until = Subordinate("until", NounPhrase("nobody", person=True).verb("does"))
            return said(
                NounPhrase("whoever can", person=True).verb("may", verbs),
                ": ",
                Instruction("asks", said(who, ", ", until)),
            )
        return who.verb("has" if len(named) == 1 else "chooses", "to ", verbs)

    def _declared(self, node: n.Statement) -> Part:
        """Return the words that a statement declares; empty if it has none."""
        form = next((each for each in FORMS if each.said and each.words(node)), None)
        if form is None:
            return ""
        return self.speech.statement(form.said, {name: self.speech.noun(getattr(node, name)) for name in form.fields})

    def _sugar(self, node: ir.Sugar) -> list[Part]:
        """Return what the author wrote in the place of other statements."""
        match node.meant:
            case ir.Refill() as meant:
                return [Movements(self.speech).refill(meant)]
            case ir.Sides() as meant:
                told = [Assignments(self.speech).sides(meant)]
                if any(isinstance(each, ir.ForEach) for each in node.body):
                    told.append("the players of each side put together what they have")
                return told
            case ir.Section():
                return self.sentences(node.body)
            case meant:
                return [self._declared(meant)]

    def _cases(self, node: ir.If) -> Part:
        """Return the cases of a condition."""
        found: list[Case] = []
        before: list[ir.Expr] = []
        rest: tuple[ir.Stmt, ...] = (node,)
        while len(rest) == 1 and isinstance(rest[0], ir.If):
            case = rest[0]
            found += self._case(case.test, case.then, otherwise=bool(found))
            before.append(case.test)
            rest = case.other
        last = self.whole(rest)
        if last != "":
            test = None if found else joint(self.speech.clause(each, holds=False) for each in before)
            found.append(Case(test, last, otherwise=bool(found)))
        return Conditional(tuple(found)) if found else ""

    def _case(self, test: ir.Expr, body: tuple[ir.Stmt, ...], *, otherwise: bool) -> list[Case]:
        """Return one case; conditions directly inside it are joined to its own."""
        if _is_one_left(test):  # `all players` are then that one
            body = tuple(map(_of_that_one, body))
            self = self._with(_ONLY, _THAT_PLAYER)
        while len(body) > 1 and isinstance(body[0], ir.Let):
            text, teller = self._let(body[0], body[1:])
            if text != "":
                break
            return teller._case(test, body[1:], otherwise=otherwise)
        if len(body) == 1 and isinstance(body[0], ir.If):
            inner = body[0]
            both = ir.Logic(True, test, inner.test, type=ty.BOOLEAN)
            found = self._case(both, inner.then, otherwise=otherwise)
            if inner.other:
                not_inner = self._simple.negated(inner.test)
                but = ir.Logic(True, test, not_inner, type=ty.BOOLEAN)
                found += self._case(but, inner.other, otherwise=False)
            return found
        then = self.whole(body)
        return [Case(self.speech.clause(test), then, otherwise)] if then != "" else []

    def unfolded(self, body: Sequence[ir.Stmt]) -> tuple[list[Part], list[Part]]:
        """Return statements as steps: what they all depend on, and the steps."""
        lead: list[Part] = []
        told: list[Part] = []
        teller = self
        statements = self._simple.block(tuple(body))
        while len(statements) == 1:
            match statements[0]:
                case ir.If(test=test, then=then, other=()):
                    lead.append(Subordinate("if", teller.speech.clause(test)))
                    statements = then
                case ir.ForEach(series=series, name=name, last=None, body=inner) if (
                    series.type == ty.PLAYERS and len(inner) > 1
                ):
                    alone = teller.only(series)
                    sides = isinstance(series, ir.Op) and series.name == "teams"
                    that = _THAT_SIDE if sides else _THAT_PLAYER
                    if alone is None:
                        lead.append(Prepositional("for", teller.everyone(series)))
                    teller = teller._with(name, alone or that)
                    statements = inner
                case ir.ForEach(series=series, name=name, last=None, body=(ir.Perform(),) as inner):
                    alone = teller.only(series)
                    if alone is None:
                        lead.append(Prepositional("for", teller.everyone(series)))
                    teller = teller._with(name, alone or _THAT_PLAYER)
                    statements = inner
                case ir.Perform(definition=name) as call if not self.book.called("define", name):
                    given = self.book.program.definitions[name].parameters
                    for (word, kind), argument in zip(given, call.arguments, strict=True):
                        if kind == ty.PLAYER and len(word) > 2:  # a name for players
                            who = the(self.book.label(word), person=True)
                            told.append(teller.speech.noun(argument).verb("is", "called ", who))
                            teller = teller._with("·who", who)
                            call = replace(
                                call,
                                arguments=tuple(
                                    ir.Local("·who", type=ty.PLAYER) if each is argument else each
                                    for each in call.arguments
                                ),
                            )
                    teller = teller._inside(call)
                    statements = self._simple.block(self.book.program.definitions[name].do)
                case _:
                    break
        return lead, [*told, *teller.sentences(statements)]

    def only(self, players: ir.Expr) -> NounPhrase | None:
        """Return the only one of some players, if the number of players makes it so."""
        match players:
            case ir.Op(name="minus_players", arguments=(ir.Op(name="players" | "everybody"), other)) if (
                self.book.program.players == 2
            ):
                return self.speech.noun(other).of("opponent", person=True)
            case _:
                return None

    def _for_each(self, node: ir.ForEach) -> Part:
        series = node.series
        alone = self.only(series)
        if alone is not None:
            return self._with(node.name, alone).whole(node.body)
        if node.last is not None:
            return self._for_numbers(node, series, node.last)
        if series.type != ty.PLAYERS:
            return self._for_members(node, series)
        sides = isinstance(series, ir.Op) and series.name == "teams"
        that = self._unlike(_THAT_SIDE if sides else _THAT_PLAYER)
        teller = self._around()
        told = [_of_others(each, that) for each in teller._with(node.name, that).sentences(node.body)]
        if not told:
            return ""
        if len(node.body) == 1 and isinstance(node.body[0], ir.If):
            found = teller._each_who(node, node.body[0], that)
            if found != "":
                return found
        return ForEach(teller.everyone(series), that, steps(told))

    def _for_numbers(self, node: ir.ForEach, first: ir.Expr, last: ir.Expr) -> Part:
        """Return what happens for each number of a range."""
        name = NounPhrase(self.book.label(node.name))
        named = the("number", name)
        body = self._with(node.name, named).whole(node.body)
        bounds = [last, *_at_most(last)]
        if last == first or any(_is_one(each) for each in bounds):  # one round at most
            return self._with(node.name, self.speech.noun(last)).whole(node.body)
        each = replace(named, determiner="each") if times(body, name) else NounPhrase("number", "each")
        each = each.followed(phrase("from", self.speech.noun(first), "to", self.speech.noun(last)))
        return ForEach(each, named, body) if body != "" else ""

    def _for_members(self, node: ir.ForEach, series: ir.Expr) -> Part:
        """Return what happens for each card, or for each of several other things."""
        thing = "card" if ty.element(series.type) == ty.CARD else "one"
        that, whole = NounPhrase(thing, "that"), self.speech.noun(series)
        body = self._with(node.name, that).whole(node.body)
        if times(body, that) == 1 and len(node.body) == 1 and not any(map(_is_conditional, inside_words(body))):
            return replaced(body, that, whole)
        each = NounPhrase("card", "each", Place(whole)) if isinstance(series, ir.ZoneRef) else None
        return ForEach(each or NounPhrase("", "each", said("of ", whole)), that, body) if body != "" else ""

    def _around(self) -> Teller:
        """Return what tells a loop within the loops around, where `their` is said of others."""
        found, names = self, self.speech.names
        around = [noun for noun in names.values() if noun.head in ("player", "side") and noun.whose]
        for name, noun in names.items():
            for each in around:
                noun = replaced(noun, each, replace(each, whose=""))
            found = found._with(name, noun)
        return found

    def _unlike(self, that: NounPhrase) -> NounPhrase:
        """Return a noun for the member of a loop, which differs from those of the loops around."""
        taken = any((noun.head, noun.determiner) == (that.head, "that") for noun in self.speech.names.values())
        return replace(that, determiner=_OTHER) if taken else that

    def _each_who(self, node: ir.ForEach, case: ir.If, that: NounPhrase) -> Part:
        """Return a condition on each player as `each player who …`; empty if it is none."""
        if not mentions(case.test, node.name):
            return ""
        whole = self.everyone(node.series)
        if whole not in (_EACH_PLAYER, _EACH_SIDE):
            return ""
        inner = self._with(node.name, that)
        then, last, test = inner.sentences(case.then), case.other, None
        if len(last) == 1 and isinstance(last[0], ir.If) and not last[0].other:
            test, last = inner.speech.clause(last[0].test), last[0].then
        other = inner.whole(last)
        found = [*map(subject_of, then), *([] if other == "" else [subject_of(other)])]
        many = any(map(_is_compound, inside_words((*then, other))))
        if not then or many or any(each != that for each in found):
            return ""
        match case.test:
            case ir.Op(name="ne", arguments=(ir.Local(name=each), one)) if each == node.name:
                rest = self.speech.noun(one)
                who = whole.followed(Prepositional("except", rest))
            case _:
                who = whole.followed(self.speech.relative(case.test, node.name, person=True, one=True))
                rest = replace(whole, determiner="every other")
        told: list[Part] = [ForEach(who, that, steps(then))]
        if other != "":
            other = ForEach(rest, that, other)
            told.append(other if test is None else Conditional((Case(test, other),)))
        return steps(told, apart=True)

    def everyone(self, players: ir.Expr) -> NounPhrase:
        """Return several players one by one: `each player who has passed`."""
        match players:
            case ir.Op(name="players" | "everybody"):
                return _EACH_PLAYER
            case ir.Op(name="teams"):
                return _EACH_SIDE
            case ir.Op(name="players_from", arguments=(start,)):
                return _EACH_PLAYER.followed(Aside(said("beginning with ", self.speech.noun(start))))
            case ir.Op(name="minus_players", arguments=(whole, less)):
                who = self.speech.noun(less)
                but = Prepositional("except", who)
                others = replace(_EACH_PLAYER, head="other player") if who == YOU else _EACH_PLAYER.followed(but)
                match whole:
                    case ir.Op(name="players" | "everybody"):
                        return others
                    case ir.Op(name="players_from", arguments=(start,)) if start == less:
                        return others.followed(Aside(said("beginning on ", who.of("left"))))
                    case _:
                        return self.everyone(whole).followed(but)
            case ir.Op(name="otherwise", arguments=(first, second)):
                rest = said("or", Aside("if there is none"), " ", self.everyone(second))
                return self.everyone(first).followed(rest)
            case ir.Filter(collection=collection, name=name, condition=condition):
                relative = self.speech.relative(condition, name, person=True, one=True)
                return self.everyone(collection).followed(relative)
            case _:
                return NounPhrase("", "each", said("of ", self.speech.noun(players)), person=True)

    def _with(self, name: str, noun: NounPhrase) -> Teller:
        return replace(self, speech=self.speech.naming(name, noun))

    def _event(self, event: str) -> Part:
        if event in self.events:
            return NounPhrase("all", rest="of this").verb("happens", "again")
        told: list[Part] = []
        within = replace(self, events=(*self.events, event))
        for effect in self.book.program.events.get(event, ()):
            text = within.whole(effect.do)
            if effect.when is not None and text != "":
                text = Conditional((Case(self.speech.clause(effect.when), text),))
            told += [text] if text != "" else []
        return steps(told)

    def _skip(self, effect: str) -> Part:
        if effect not in self.effects:
            return ""
        left_out = self.effects[: self.effects.index(effect)]
        names = tuple(f"“{self.book.label(each)}”" for each in left_out)
        if not names:
            return ""
        return Clause(NounPhrase(Listed(names), plural=len(names) > 1), "happens", "then", holds=False)

    def _perform(self, node: ir.Perform) -> Part:
        name = node.definition
        definition = self.book.program.definitions[name]
        nouns = {
            parameter: self.speech.noun(argument)
            for (parameter, _), argument in zip(definition.parameters, node.arguments, strict=True)
        }
        words = self.book.called("define", name)
        if words:
            self.book.mention(name)
            return self.speech.instruction(words, nouns)
        if not self._is_inlined(node):
            self.book.mention(name)
            label = f"“{self.book.label(name)}”"
            if not nouns:
                return Instruction("sees", label)
            return Instruction("does", said(f"what {label} says ", Prepositional("for", Listed(tuple(nouns.values())))))
        return self._inside(node).whole(definition.do)

    def _is_inlined(self, node: ir.Perform) -> bool:
        """Return whether a procedure is described where it is used."""
        name = node.definition
        body = self.book.program.definitions[name].do
        often = self.book.has_help(name) and self.book.performed(name) > 1
        most = _REPEATED if often else _LONG * 4
        short = sum(1 for _ in inside(self._simple.block(body))) <= most
        return short and self.depth <= 3 and not self.book.called("define", name)

    def _inside(self, node: ir.Perform) -> Teller:
        """Return the teller of a procedure's statements."""
        speech, terms = self.speech, self.book.terms
        definition = self.book.program.definitions[node.definition]
        told = [each for each in definition.do if not self._is_secret(each)]
        for (parameter, kind), argument in zip(definition.parameters, node.arguments, strict=True):
            known = len(terms)
            noun = self.speech.noun(argument)
            if kind == ty.BOOLEAN:
                noun = NounPhrase(self.speech.clause(argument))
            if not any(_count(each, parameter) for each in told):
                del terms[known:]  # no sentence names them
            speech = speech.naming(parameter, noun)
        return replace(self, speech=speech, depth=self.depth + 1)

    def _is_secret(self, statement: ir.Stmt) -> bool:
        """Return whether a statement only sets a variable that has no words, of which players are not told."""
        if not isinstance(statement, ir.Assign):
            return False
        variable = self.book.program.variables.get(statement.target.variable)
        return variable is not None and variable.internal and not self.book.called("variables", variable.name)


def _of_others(told: Part, that: NounPhrase) -> Part:
    """Return a statement in a loop; where somebody else does something, `their hand` would be that player's own."""
    who = subject_of(told)
    own = who is None or who == that or who.owner == that or not who.person
    return told if own else replaced(told, that, replace(that, whose=""))


def _is_conditional(part: object) -> bool:
    return isinstance(part, Conditional | Subordinate)


def _is_compound(part: object) -> bool:
    """Return whether a statement consists of several that are not of one subject."""
    return isinstance(part, Conditional | ForEach | Repeated)


def _leaves(statement: ir.Stmt) -> TypeGuard[ir.If]:
    """Return whether a statement goes elsewhere if something is so; what follows happens otherwise."""
    match statement:
        case ir.If(then=(*_, ir.GoTo() | ir.End()), other=()):
            return True
        case _:
            return False


def _is_one_left(test: ir.Expr) -> bool:
    """Return whether a condition says that only one player is left."""
    match test:
        case ir.Op(name="eq", arguments=(ir.Op(name="size", arguments=(ir.Op(name="players"),)), number)):
            return _is_one(number)
        case _:
            return False


def _of_that_one(node: ir.Stmt) -> ir.Stmt:
    """Return a statement about who wins with the only player in the place of all players."""
    match node:
        case ir.Outcome(players=ir.Op(name="players")):
            return replace(node, players=ir.Local(_ONLY, type=ty.PLAYER, span=node.span))
        case _:
            return node


def _is_one(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and node.value == 1


def _at_most(node: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return numbers that a number does not exceed."""
    return node.arguments if isinstance(node, ir.Op) and node.name == "min" else ()


def _count(statement: ir.Stmt, name: str) -> int:
    """Return how often a statement uses a local name."""
    return sum(1 for each in parts(statement, ir.Local) if each.name == name)
