"""Sentences for the statements of a rule: conditions, loops, procedures, and what they do.

Sentences come without capital and full stop, so that they can be parts of longer ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..program import ir
from ..program.tree_walk import inside, mentions, parts, size, walk
from ..speech import english
from ..speech.book import Book
from ..speech.english import conditional, joined, listed, lowered
from ..speech.grammar import YOU, NounPhrase, Place, replaced, the
from ..speech.simplify import Simplifier
from ..speech.speech import Speech
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.table import FORMS
from .assignments import Assignments
from .movements import Movements

_SHORT: Final = 10  # the most nodes of a value that is written out where its name is used
_SENTENCE: Final = 200  # the most letters of a sentence with several cases
_LONG: Final = 5  # the most statements of a procedure that is described where it is used
_REPEATED: Final = 3  # the same for one that is used more than once and that its help explains
_THAT_PLAYER: Final = NounPhrase("player", "that", whose="their", person=True)
_THAT_SIDE: Final = NounPhrase("side", "that", whose="their", person=True)
_OTHER: Final = "the other"
_ONLY: Final = "·only"  # the name of the only player who is left

_SOMEBODY: Final = ("the ", "that ", "you ", "each ")
"""How sentences about somebody begin."""


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
    """

    speech: Speech
    effects: tuple[str, ...] = ()
    depth: int = 0
    phase: str = ""
    events: tuple[str, ...] = ()
    depends: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])

    @property
    def book(self) -> Book:
        """The book."""
        return self.speech.book

    @property
    def _simple(self) -> Simplifier:
        return self.book.simplifier

    def sentences(self, body: Sequence[ir.Stmt]) -> list[str]:
        """Return a sentence for each statement that means something to players."""
        found: list[str] = []
        teller = self
        statements = self._simple.block(tuple(body))
        index = 0
        while index < len(statements):
            statement = statements[index]
            rest = statements[index + 1 :]
            index += 1
            if isinstance(statement, ir.Let):
                text, teller = teller._let(statement, rest)
                found += [text] if text else []
                continue
            if isinstance(statement, ir.If):
                found += teller.cases(statement)
                continue
            if isinstance(statement, ir.Perform) and teller._is_inlined(statement):
                name = statement.definition
                body_ = self.book.program.definitions[name].do
                found += teller._inside(statement).sentences(body_)
                continue
            if isinstance(statement, ir.Sugar):
                found += teller._sugar(statement)
                continue
            text = teller.sentence(statement)
            if text:
                found.append(text)
        return found

    def text(self, body: Sequence[ir.Stmt]) -> str:
        """Return statements as one sentence."""
        return joined(self.sentences(body))

    def _let(self, node: ir.Let, rest: Sequence[ir.Stmt]) -> tuple[str, Teller]:
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
        moved = any(any(parts(each, ir.Move, ir.Draw)) for each in rest[:-1])
        placed = any(isinstance(each, ir.ZoneRef) for each in walk(node.value))
        read = self._read(node.value)
        if short and not (moved and placed) and not self._is_overtaken(node.name, read, rest):
            speech = self.speech.naming(node.name, noun)
            return "", replace(self, speech=speech, depends={**self.depends, node.name: read})
        name = the(self.book.label(node.name), plural=noun.plural, person=noun.person)
        text = f"call {noun} the {self.book.label(node.name)}"
        if node.value.type == ty.NUMBER:
            text = f"the {self.book.label(node.name)} is {noun}"
        return text, replace(self, speech=self.speech.naming(node.name, name))

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

    def sentence(self, node: ir.Stmt) -> str:
        """Return a sentence for a statement; empty if it means nothing to players."""
        noun = self.speech.noun
        match node:
            case ir.If():
                return "; ".join(self.cases(node))
            case ir.ForEach():
                return self._for_each(node)
            case ir.Repeat(times=times, until=until, body=body):
                text = self.text(body)
                if not text:
                    return ""
                if until is not None:
                    return f"until {self.speech.clause(until)}, repeat this: {text}"
                assert times is not None
                if isinstance(times, ir.Const) and isinstance(times.value, int):
                    return f"{english.number(times.value)} times: {text}"
                return f"repeat this as many times as {noun(times)}: {text}"
            case ir.Move():
                return Movements(self.speech).move(node)
            case ir.Lay(cards=cards, zone=zone):
                where = self.speech.place(zone)
                return f"lay {self.speech.cards(cards)} down on {where}"
            case ir.DealOut():
                return Movements(self.speech).deal(node)
            case ir.Draw():
                return Movements(self.speech).draw(node)
            case ir.Sugar():
                return "; ".join(self._sugar(node))
            case ir.Reveal():
                return Movements(self.speech).reveal(node)
            case ir.Tell():
                return Movements(self.speech).tell(node)
            case ir.Assign():
                return Assignments(self.speech).assignment(node)
            case ir.GoTo(phase=phase):
                if phase == self.phase:
                    return "this part of the deal begins again"
                return f"go on with “{self.book.label(phase)}”"
            case ir.End(scope=scope):
                return {
                    "turn": "the turn ends",
                    "phase": "this part of the deal ends",
                    "deal": "the deal ends",
                    "game": "the match ends",
                }[scope]
            case ir.Ask(player=player, actions=actions, whoever=whoever):
                given = self.book.program.actions
                named = [each for each in actions if not (whoever and given[each].declines)]
                verbs = [self.book.label(each) for each in named]
                who = noun(player)
                if whoever:
                    return f"whoever can may {listed(verbs, 'or')}: ask {who}, until nobody does"
                if len(verbs) == 1:
                    return f"{who.verb('has')} to {verbs[0]}"
                return f"{who.verb('chooses')} to {listed(verbs, 'or')}"
            case ir.Announce(event=event):
                return self._event(event)
            case ir.SkipTo(effect=effect):
                return self._skip(effect)
            case ir.SkipPlayers(count=count):
                if isinstance(count, ir.Const) and count.value == 1:
                    return "the next player misses a turn"
                return f"the next players miss a turn, {noun(count)} in number"
            case ir.Stop():
                return "nothing else happens" if self.effects else ""
            case ir.Perform():
                return self._perform(node)
            case _:
                return self._declared(node)

    def _declared(self, node: n.Statement) -> str:
        """Return the sentence that a statement declares; empty if it has none."""
        form = next((each for each in FORMS if each.said and each.words(node)), None)
        if form is None:
            return ""
        return str(self.speech.filled(form.said, {name: self.speech.noun(getattr(node, name)) for name in form.fields}))

    def _sugar(self, node: ir.Sugar) -> list[str]:
        """Return the sentences for what the author wrote in the place of other statements."""
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

    def cases(self, node: ir.If) -> list[str]:
        """Return the sentences of the cases of a condition."""
        found: list[str] = []
        before: list[ir.Expr] = []
        rest: tuple[ir.Stmt, ...] = (node,)
        while len(rest) == 1 and isinstance(rest[0], ir.If):
            case = rest[0]
            found += self._case(case.test, case.then, otherwise=bool(found))
            before.append(case.test)
            rest = case.other
        last = self.sentences(rest)
        if last and found:
            found.append(f"otherwise {joined(last)}")
        elif last:
            clauses = [self.speech.clause(each, holds=False).text for each in before]
            found.append(f"{conditional(' and '.join(clauses))} {joined(last)}")
        if sum(map(len, found)) < _SENTENCE:
            return ["; ".join(found)] if found else []
        return found

    def _case(self, test: ir.Expr, body: tuple[ir.Stmt, ...], *, otherwise: bool) -> list[str]:
        """Return the sentences of one case; conditions directly inside it are joined to its own."""
        lead = "otherwise " if otherwise else ""
        if _is_one_left(test):  # `all players` are then that one
            body = tuple(map(_of_that_one, body))
            self = self._with(_ONLY, _THAT_PLAYER)
        while len(body) > 1 and isinstance(body[0], ir.Let):
            text, teller = self._let(body[0], body[1:])
            if text:
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
        then = self.sentences(body)
        if not then:
            return []
        text = joined(then)
        clause = self.speech.clause(test).text
        several = ";" in text or text.startswith("if ")
        return [f"{lead}if {clause}: {text}" if several else f"{lead}{conditional(clause)} {text}"]

    def unfolded(self, body: Sequence[ir.Stmt]) -> tuple[str, list[str]]:
        """Return statements as steps: what they all depend on, and their sentences."""
        lead: list[str] = []
        told: list[str] = []
        teller = self
        statements = self._simple.block(tuple(body))
        while len(statements) == 1:
            match statements[0]:
                case ir.If(test=test, then=then, other=()):
                    lead.append(f"if {teller.speech.clause(test)}")
                    statements = then
                case ir.ForEach(series=series, name=name, last=None, body=inner) if (
                    series.type == ty.PLAYERS and len(inner) > 1
                ):
                    alone = teller.only(series)
                    sides = isinstance(series, ir.Op) and series.name == "teams"
                    that = _THAT_SIDE if sides else _THAT_PLAYER
                    if alone is None:
                        lead.append(f"for {teller.everyone(series).rstrip(',')}")
                    teller = teller._with(name, alone or that)
                    statements = inner
                case ir.ForEach(series=series, name=name, last=None, body=(ir.Perform(),) as inner):
                    alone = teller.only(series)
                    if alone is None:
                        lead.append(f"for {teller.everyone(series).rstrip(',')}")
                    teller = teller._with(name, alone or _THAT_PLAYER)
                    statements = inner
                case ir.Perform(definition=name) as call if not self.book.called("define", name):
                    given = self.book.program.definitions[name].parameters
                    for (word, kind), argument in zip(given, call.arguments, strict=True):
                        if kind == ty.PLAYER and len(word) > 2:  # a name for players
                            who = the(self.book.label(word), person=True)
                            told.append(f"{teller.speech.noun(argument)} is called {who}")
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
        return ", ".join(lead), [*told, *teller.sentences(statements)]

    def only(self, players: ir.Expr) -> NounPhrase | None:
        """Return the only one of some players, if the number of players makes it so."""
        match players:
            case ir.Op(name="minus_players", arguments=(ir.Op(name="players" | "everybody"), other)) if (
                self.book.program.players == 2
            ):
                return self.speech.noun(other).of("opponent", person=True)
            case _:
                return None

    def _for_each(self, node: ir.ForEach) -> str:
        series = node.series
        alone = self.only(series)
        if alone is not None:
            return self._with(node.name, alone).text(node.body)
        if node.last is not None:
            named = f"number {self.book.label(node.name)}"
            inner = self._with(node.name, the(named))
            text = inner.text(node.body)
            first, last = self.speech.noun(series), self.speech.noun(node.last)
            bounds = [node.last, *_at_most(node.last)]
            if node.last == series or any(_is_one(each) for each in bounds):
                return self._with(node.name, last).text(node.body)  # one round at most
            each = named if re.search(rf"\b{named}\b", text) else "number"
            return f"for each {each} from {first} to {last}: {text}" if text else ""
        if series.type != ty.PLAYERS:
            member = ty.element(series.type)
            thing = "card" if member == ty.CARD else "one"
            text = self._with(node.name, NounPhrase(thing, "that")).text(node.body)
            whole = self.speech.noun(series)
            if text.count(f"that {thing}") == 1 and len(node.body) == 1 and "if " not in text:
                return text.replace(f"that {thing}", whole.text)
            each = f"card {Place(whole)}" if isinstance(series, ir.ZoneRef) else f"of {whole}"
            return f"for each {each}: {text}" if text else ""
        sides = isinstance(series, ir.Op) and series.name == "teams"
        that = self._unlike(_THAT_SIDE if sides else _THAT_PLAYER)
        teller = self._around()
        told = teller._of_each(node, that)
        text = joined(told)
        if not text:
            return ""
        whole = teller.everyone(series)
        if len(node.body) == 1 and isinstance(node.body[0], ir.If):
            found = teller._each_who(node, node.body[0], that, whole)
            if found:
                return found
        subject = all(each.startswith(f"{that.text} ") for each in told)
        if text.count(";") == 0 and subject and ":" not in text:
            return whole + text.removeprefix(that.text)
        return f"for {whole.rstrip(',')}: {text}"

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

    def _of_each(self, node: ir.ForEach, that: NounPhrase) -> list[str]:
        """Return the sentences about each member of a loop.

        Where somebody else does something, `their hand` would be that player's own.
        """
        told = self._with(node.name, that).sentences(node.body)
        named = self._with(node.name, replace(that, whose="")).sentences(node.body)
        if len(told) != len(named):
            return told
        return [
            other if own.startswith(_SOMEBODY) and not own.startswith(f"{that} ") else own
            for own, other in zip(told, named, strict=True)
        ]

    def _each_who(self, node: ir.ForEach, case: ir.If, that: NounPhrase, whole: str) -> str:
        """Return a condition on each player as `each player who …`; empty if it is none."""
        inner = self._with(node.name, that)
        then, other = inner.text(case.then), inner.text(case.other)
        lead, only = f"{that.text} ", ""
        if not all(each.startswith(lead) for each in inner.sentences(case.then)):
            return ""
        if len(case.other) == 1 and isinstance(last := case.other[0], ir.If) and not last.other:
            other = inner.text(last.then)
            only = f"{conditional(str(inner.speech.clause(last.test)))} "
        alone = whole in ("each player", "each side")
        if not alone or not mentions(case.test, node.name) or not then.startswith(lead):
            return ""
        if ";" in then:
            return ""
        if other and (not other.startswith(lead) or ";" in other):
            return ""
        match case.test:
            case ir.Op(name="ne", arguments=(ir.Local(name=each), one)) if each == node.name:
                lone = self.speech.noun(one)
                text = f"{whole} except {lone} {then.removeprefix(lead)}"
                return f"{text}; {only}{lone} {other.removeprefix(lead)}" if other else text
            case _:
                pass
        relative = self.speech.relative(case.test, node.name, person=True, one=True)
        text = f"{whole} {relative} {then.removeprefix(lead)}"
        if other:
            every = "every other player" if whole == "each player" else "every other side"
            text += f"; {only}{every} {other.removeprefix(lead)}"
        return text

    def everyone(self, players: ir.Expr) -> str:
        """Return several players one by one: `each player who has passed`."""
        match players:
            case ir.Op(name="players" | "everybody"):
                return "each player"
            case ir.Op(name="teams"):
                return "each side"
            case ir.Op(name="players_from", arguments=(start,)):
                return f"each player, beginning with {self.speech.noun(start)},"
            case ir.Op(name="minus_players", arguments=(whole, less)):
                who = self.speech.noun(less)
                others = "each other player" if who == YOU else f"each player except {who}"
                match whole:
                    case ir.Op(name="players" | "everybody"):
                        return others
                    case ir.Op(name="players_from", arguments=(start,)) if start == less:
                        return f"{others}, beginning on {who.possessive} left,"
                    case _:
                        return f"{self.everyone(whole)} except {who}"
            case ir.Op(name="otherwise", arguments=(first, second)):
                return f"{self.everyone(first)} or, if there is none, {self.everyone(second)}"
            case ir.Filter(collection=collection, name=name, condition=condition):
                relative = self.speech.relative(condition, name, person=True, one=True)
                return f"{self.everyone(collection)} {relative}"
            case _:
                return f"each of {self.speech.noun(players)}"

    def _with(self, name: str, noun: NounPhrase) -> Teller:
        return replace(self, speech=self.speech.naming(name, noun))

    def _event(self, event: str) -> str:
        if event in self.events:
            return "all of this happens again"
        parts: list[str] = []
        within = replace(self, events=(*self.events, event))
        for effect in self.book.program.events.get(event, ()):
            text = within.text(effect.do)
            if effect.when is not None and text:
                text = f"{conditional(str(self.speech.clause(effect.when)))} {text}"
            parts += [text] if text else []
        return joined(parts)

    def _skip(self, effect: str) -> str:
        if effect not in self.effects:
            return ""
        left_out = self.effects[: self.effects.index(effect)]
        names = [f"“{self.book.label(each)}”" for each in left_out]
        if not names:
            return ""
        return f"{listed(names)} {'does' if len(names) == 1 else 'do'} not happen then"

    def _perform(self, node: ir.Perform) -> str:
        name = node.definition
        definition = self.book.program.definitions[name]
        nouns = {
            parameter: self.speech.noun(argument)
            for (parameter, _), argument in zip(definition.parameters, node.arguments, strict=True)
        }
        words = self.book.called("define", name)
        if words:
            self.book.mention(name)
            return lowered(self.speech.filled(words, nouns))
        if not self._is_inlined(node):
            self.book.mention(name)
            label = f"“{self.book.label(name)}”"
            return f"do what {label} says for {listed(nouns.values())}" if nouns else f"see {label}"
        return self._inside(node).text(definition.do)

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
        speech = self.speech
        parameters = self.book.program.definitions[node.definition].parameters
        for (parameter, kind), argument in zip(parameters, node.arguments, strict=True):
            noun = self.speech.noun(argument)
            if kind == ty.BOOLEAN:
                noun = NounPhrase(self.speech.clause(argument))
            speech = speech.naming(parameter, noun)
        return replace(self, speech=speech, depth=self.depth + 1)


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
