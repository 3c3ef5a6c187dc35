"""Why a condition of the rules does not hold.

A reason says what is the case, with the values that count, in the words of the rulebook. It never
reveals what its reader must not know: conditions on cards that the seat does not know are skipped,
whether they hold or not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast

from ...program import ir
from ...program.cards import NONE
from ...program.tree_walk import local_names, mentions, opened, walk
from ...resolve.options import show
from ...runtime.rankings import Ranks
from ...speech import grammar
from ...speech.english import count, in_a_row, lowered
from ...speech.grammar import (
    IT,
    YOU,
    Aside,
    Clause,
    Explained,
    Fixed,
    Instruction,
    Joint,
    Listed,
    NounPhrase,
    Part,
    Prepositional,
    Proposition,
    Together,
    be,
    bracketed,
    phrase,
    replaced,
    times,
    together,
    without_only,
)
from ...speech.reading import first_part, is_plural
from ...speech.simplify import alternatives
from ...syntax import types as ty
from ...syntax.operations.declaration import Relation
from ...syntax.operations.table import OPERATIONS
from .meld_reasons import why_not_added
from .wording import Wording

if TYPE_CHECKING:
    from typing import Self

    from ...program.program import Definition, Variable

_FEW: Final = 4  # the most alternatives for each of which a reason is given
_MANY: Final = 6  # the most cards that are listed beside what they are called
_LONG: Final = 190  # the most characters of a reason that is given after what it explains
_SIGNS: Final = {"gt": "above", "ge": "of at least", "lt": "below", "le": "of at most"}
NOT_YOURSELF: Final = YOU.verb("may", "choose yourself", holds=False)
_SEEN: Final = ("rank", "suit", "colour", "value")  # what one sees on a card that is named


@dataclass(frozen=True)
class Reasons:
    """Explains conditions to the seat that makes the decision.

    Attributes:
        wording: describes values to the seat.
        within: whether the reason is a part of another, which says what is not possible.
        bounds: the least and the most of each number that the player has chosen, if it is known.
    """

    wording: Wording
    within: bool = False
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def naming(self, name: str, kind: ty.Type, value: Any, bounds: tuple[int, int] | None = None) -> Self:
        """Return the same with one more local name, which the player has chosen.

        Args:
            name: the name.
            kind: its type.
            value: what was chosen.
            bounds: the least and the most that can be chosen, if it is a number.
        """
        words = self.wording.rules.program.pack.names(kind)
        bounds = (0, len(words) - 1) if words else bounds
        known = {name: bounds} if bounds is not None else {}
        return replace(
            self,
            wording=self.wording.naming(name, kind, value),
            bounds={**self.bounds, **known},
        )

    # -- why a condition does not hold

    def why_not(self, node: ir.Expr, *, wanted: bool = True) -> Part | None:
        """Return why a condition does not have the wanted truth value.

        Args:
            node: the condition.
            wanted: the truth value that it should have.

        Returns:
            The reason; None if it has that value, or if the seat must not know.
        """
        said = self.wording
        match node:
            case ir.Op(name="not", arguments=(inner,)):
                return self.why_not(inner, wanted=not wanted)
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                reasons = [self.why_not(side, wanted=wanted) for side in (left, right)]
                if conjunction == wanted:  # each side alone is a reason
                    return next(filter(None, reasons), None)
                return self._all(node, wanted) if all(reasons) else None
            case ir.Cond(test=test, then=then, other=other):
                if not said.knows(test):
                    return None
                holds = bool(said.value(test))
                branch = then if holds else other
                if isinstance(branch, ir.Const):
                    fits = bool(branch.value) == wanted
                    return None if fits else self.why_not(test, wanted=not holds)
                return self.why_not(branch, wanted=wanted)
            case _:
                pass
        if not said.knows(node) or bool(said.value(node)) == wanted:
            return None
        match node:
            case ir.Use():
                return self._defined(node, wanted)
            case ir.Op(name=name, arguments=(left, right)) if OPERATIONS[name].relation:
                return self._compared(name, left, right, wanted)
            case ir.Op(name="contains", arguments=(item, collection)):
                return self._contained(node, item, collection, wanted)
            case ir.Can(action=action):
                return NounPhrase(f"'{action}'").verb(
                    "is", "possible" if wanted else "still possible", holds=not wanted
                )
            case ir.Const():
                return self._by_options(node)
            case ir.VarRef():
                return self._flag(node, wanted)
            case ir.Op(name="is_empty"):
                return said.clause(node, holds=not wanted)
            case ir.Op(name="extends", arguments=(cards, pile)) if wanted:
                return bracketed(said.clause(node, holds=False), self._not_added(cards, pile))
            case ir.Op(
                name="ranks_above" | "ranks_with",
                arguments=(cards, others, ir.Const(value=int(ranking))),
            ) if wanted:
                why = self._not_compared(cards, others, ranking)
                clause = self._with_cards(said.clause(node, holds=False), node)
                return clause if why is None else Explained(clause, why)
            case ir.Op(arguments=(first, *_)) if ty.holds_cards(first.type):
                return self._with_cards(said.clause(node, holds=not wanted), node)
            case _:
                return said.clause(node, holds=not wanted)

    def _all(self, node: ir.Expr, wanted: bool) -> Part:
        """Return why no alternative of an `or` holds (or, if not wanted, why all of an `and` do).

        Alternatives that depend on the choices of the player are preferred. That something is too
        low says more than which exceptions there are. If they are many, the reason says what
        would be possible instead.
        """
        said = self.wording
        sides = list(alternatives(node, conjunction=not wanted))
        sides.sort(key=lambda side: not mentions(side, *said.names))
        inner = replace(self, within=True)
        found = {side: inner.why_not(side, wanted=wanted) for side in sides}
        parts = self._too_low_in_parts(sides, wanted)
        if parts is not None:
            return parts
        measured = [reason for side, reason in found.items() if reason and self._is_measured(side)]
        if measured:
            return measured[-1]
        own = {side for side in sides if mentions(side, *said.names)}
        for some in (set(sides), own):
            given = {str(reason): reason for side, reason in found.items() if reason and side in some}
            if 0 < len(given) <= _FEW and len(str(reasons := together(*given.values()))) <= _LONG:
                return reasons
        used = sorted(name for name in local_names(node) if name in said.names)
        named = used[0] if len(set(used)) == 1 and self.within else ""  # the text has named it
        clause = said.clause(node, holds=wanted, it=named)
        if len(clause.text) <= _LONG and (named or not self.within):
            return phrase("this is possible only if", clause)
        return next(filter(None, found.values()))

    def _too_low_in_parts(self, sides: list[ir.Expr], wanted: bool) -> Part | None:
        """Return that several choices together are too low, such as a bid of level and strain.

        Args:
            sides: alternatives, of which none holds.
            wanted: the truth value that they should have.

        Returns:
            The reason, with the parts of which another would do; None if it is something else.
        """
        said = self.wording
        parts = [part for side in sides if (part := self._part(side, wanted)) is not None]
        fails = {_relation(name).fails for name, _, _ in parts}
        if len({chosen for _, chosen, _ in parts}) < 2 or len(fails) > 1:
            return None
        chosen_all = [ir.Local(name, type=said.types[name]) for name in said.names]
        whole = in_a_row(said.noun(each).text for each in chosen_all)
        others: list[Part] = []
        for name, chosen, bound in parts:
            value = said.value(bound)
            least, most = self.bounds.get(chosen, (-sys.maxsize, sys.maxsize))
            possible = {"gt": value < most, "ge": value <= most, "lt": value > least, "le": value >= least}
            if possible[name]:
                others.append(NounPhrase(said.label(chosen), "a", f"{_SIGNS[name]} {said.shown(bound)}"))
        failed = be(NounPhrase(whole), fails.pop())
        return Explained(failed, Instruction("chooses", Listed(tuple(others), "or"))) if others else failed

    def _part(self, node: ir.Expr, wanted: bool) -> tuple[str, str, ir.Expr] | None:
        """Return the comparison of a choice that fails: its operation, the choice, the bound."""
        match node:
            case ir.Op(name="not", arguments=(inner,)):
                return self._part(inner, not wanted)
            case ir.Use():
                return self._part(self.opened(node), wanted)
            case ir.Logic(conjunction=conjunction, left=left, right=right) if conjunction == wanted:
                failing = [each for each in (left, right) if self.why_not(each, wanted=wanted)]
                return self._part(failing[0], wanted) if len(failing) == 1 else None
            case ir.Op(name=name, arguments=(left, right)) if name in _SIGNS:
                name = name if wanted else _relation(name).opposite
                if isinstance(right, ir.Local):
                    name, left, right = _relation(name).mirrored, right, left
                if isinstance(left, ir.Local) and left.name in self.wording.names:
                    return name, left.name, right
                return None
            case _:
                return None

    def _is_measured(self, node: ir.Expr) -> bool:
        """Return whether a reason says that a card or a number is too low or too high."""
        match node:
            case ir.Op(name=name, arguments=(left, _)):
                relation = OPERATIONS[name].relation
                return relation is not None and bool(relation.fails) and self._is_seen_on(left)
            case ir.Use():
                return self._is_measured(self.opened(node))
            case _:
                return False

    def gap(self, node: ir.Expr) -> int:
        """Return by how much the numbers of a comparison differ; a large number for others."""
        match node:
            case ir.Op(name=name, arguments=(left, right)) if OPERATIONS[name].relation and left.type == ty.NUMBER:
                return abs(self.wording.value(left) - self.wording.value(right))
            case _:
                return sys.maxsize

    # -- definitions, flags and options

    def opened(self, node: ir.Use) -> ir.Expr:
        """Return the value of a definition with its arguments in place."""
        return opened(node, self.wording.rules.program.definitions)

    def _defined(self, node: ir.Use, wanted: bool) -> Part:
        """Return why a definition does not have the wanted truth value.

        If the ruleset has words for it, they come first, and what makes it so after them.
        """
        said, name = self.wording, node.definition
        written = said.book.rules.definitions.get(name)
        help = lowered(said.book.prose(written.help)) if written is not None else ""
        value = self.opened(node)
        called = bool(said.book.called("define", name))
        inner = replace(self, within=called or self.within)
        reason = inner.why_not(value, wanted=wanted)
        if called:
            clause = said.clause(node, holds=not wanted)
            if reason is not None and (isinstance(clause, Fixed) or _has(clause, "or")):
                return reason  # the contrary of the words would be roundabout
            hidden = _is_hidden(value, said.rules.program.variables)
            if reason is None or len(str(reason)) > _LONG or _is_existence(value) or hidden:
                return clause
            rule = first_part(help)
            # Where several parts fail, and none by how much, the rule says more than they do.
            if (
                wanted
                and rule
                and _has(reason, "and")
                and not any(isinstance(each, Explained) for each in grammar.walk(reason))
            ):
                return Explained(clause, rule)
            return Explained(clause, reason)
        if help and not wanted:
            return help
        if reason is not None and help and len(str(reason)) > _LONG:
            return help
        return reason or said.clause(node, holds=not wanted)

    def _flag(self, node: ir.VarRef, wanted: bool) -> Part:
        """Return what a variable with a truth value says."""
        said = self.wording
        help = self._help(node)
        if said.book.called("variables", node.variable):
            return said.clause(node, holds=not wanted)
        if help and not wanted and node.seat is None:
            return help
        thing = f"'{said.label(node.variable)}'"
        noun = NounPhrase(thing) if node.seat is None else said.noun(node.seat).of(thing)
        has, must = ("no", "yes") if wanted else ("yes", "no")
        return be(noun, f"{has}, but must be {must}")

    def _help(self, node: ir.Expr) -> str:
        """Return the `help` of a variable, or an empty text."""
        match node:
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)):
                return self._help(inner)
            case ir.VarRef(variable=name):
                written = self.wording.book.rules.variables.get(name)
                help = written.help if written is not None else ""
                return lowered(self.wording.book.prose(help))
            case _:
                return ""

    def _by_options(self, node: ir.Expr) -> str:
        """Return that the options of this game do not allow something, and which options."""
        return f"the options of this game do not allow it{self.deciding(node)}"

    def deciding(self, node: ir.Expr) -> str:
        """Return in brackets which options decide a condition that never holds."""
        said = self.wording
        program, ruleset = said.rules.program, said.book.rules
        words = list(_written(said, node))
        names = {ruleset.spoken.get(name, name): name for name in program.options}
        found = [names[word] for word in dict.fromkeys(words) if word in names]
        for word in words if not found else ():
            definition = program.definitions.get(word)
            if definition is not None and definition.value is not None:
                inner = _written(said, definition.value)
                found = [names[each] for each in inner if each in names][:1]
        values = [f"{said.label(name)}: {_option(program.options[name])}" for name in found]
        return f" ({', '.join(values)})" if values else ""

    def _not_added(self, cards: ir.Expr, pile: ir.Expr) -> Part:
        """Return what a meld needs that a pile with further cards is not; empty if nothing simple tells it."""
        said = self.wording
        if not (said.knows(cards) and said.knows(pile)):
            return ""
        piles = getattr(said.position, f"z_{pile.type.choices[0]}")
        laid = getattr(said.position, f"g_{pile.type.choices[0]}")
        growth, number = said.rules.machine.growth, said.value(pile)
        there = as_set(piles[number])
        melds = [meld for meld, pattern in zip(growth.melds, growth.patterns, strict=True) if pattern.matches(there)]
        line = growth.in_line(piles[number], laid[number])
        return why_not_added(said.book, melds, there, as_set(said.value(cards)), line)

    # -- comparisons

    def _not_compared(self, cards: ir.Expr, others: ir.Expr, number: int) -> Clause | None:
        """Return why neither of two combinations can rank above the other; None if one can.

        Args:
            cards: the cards that do not rank above the others.
            others: these.
            number: the number of the ranking.
        """
        said, pack = self.wording, self.wording.rules.program.pack
        ranking = list(said.rules.program.rankings.values())[number]
        ranks = Ranks(pack, ranking)
        both = as_set(said.value(cards)), as_set(said.value(others))
        if ranks.comparable(*both):
            return None
        melds = [meld.name for level in ranking.levels[::-1] for meld in level[::-1]]
        names = list(dict.fromkeys(melds))
        labels = [said.label(names[ranks.pattern(each)]) for each in both]
        if labels[0] == labels[1]:  # they differ in their size
            labels = [count(each.bit_count(), "card") for each in both]
            one, other = (NounPhrase(label, plural=is_plural(label)) for label in labels)
        else:
            one, other = (NounPhrase(label, "" if (many := is_plural(label)) else "a", plural=many) for label in labels)
        return be(one, Prepositional("compared with", other), False)

    def _compared(self, name: str, left: ir.Expr, right: ir.Expr, wanted: bool) -> Part:
        """Return the actual value, and the one that makes a comparison true (or false)."""
        said = self.wording
        if not wanted:
            name = _relation(name).opposite
        if isinstance(left, ir.Const):
            name, left, right = _relation(name).mirrored, right, left
        relation = _relation(name)
        match left, right:
            case ir.Op(name=what, arguments=(one,)), ir.Op(name=same, arguments=(other,)) if (
                name == "eq" and what == same and what in _SEEN and one.type == ty.CARD and not self._is_seen_on(left)
            ):
                both = NounPhrase(Listed((said.shown(one), said.shown(other))), plural=True)
                return both.verb("has", f"different {what}s")
            case _:
                pass
        lower = self._lower_than(relation, left, right)
        if lower is not None:
            return lower
        if left.type == ty.NUMBER:
            return self._measured(relation, left, right)
        if relation.fails:
            return self._too_low(relation, left, right)
        if name == "ne":
            return self._same(left, right)
        if self._is_seen_on(left) or said.value(left) == NONE or said.value(right) == NONE:
            contrary = ir.Op(name, (left, right), type=ty.BOOLEAN)
            return bracketed(said.clause(contrary, holds=False), self._value_of(right))
        return self._but(left, phrase(relation.must[1], said.value_with_noun(right)))

    def _lower_than(self, relation: Relation, left: ir.Expr, right: ir.Expr) -> Part | None:
        """Return that choices together, such as a bid, are too low beside others: `higher than 6 spades`.

        One definition without words of its own gives both a place, which says nothing to players; what has no place
        yet is 0. None if it is something else.
        """
        said = self.wording
        match left, right:
            case ir.Use(definition=one, arguments=(_, _, *_) as chosen), ir.Use(definition=same, arguments=others) if (
                one == same and relation.fails and not said.book.called("define", one)
            ):
                if not all(isinstance(each, ir.Local) and each.name in said.names for each in chosen):
                    return None
                there = [each for each in others if each.type != ty.NUMBER or said.value(each)]
                whole, bound = (NounPhrase(in_a_row(map(said.shown, each))) for each in (chosen, there))
                return Explained(be(whole, relation.fails), IT.verb("must", phrase(relation.must[1], bound)))
            case _:
                return None

    def _is(self, node: ir.Expr) -> Part:
        """Return what the value of something is: `the last bidder is seat 1`."""
        noun, shown = self.wording.noun(node), self.wording.shown(node)
        return noun if noun.text == shown else be(noun, shown)

    def _but(self, node: ir.Expr, must: Part) -> Part:
        """Return what the value of something is, and what it must be instead."""
        return phrase(self._is(node), Aside(phrase("but must", must)))

    def _measured(self, relation: Relation, left: ir.Expr, right: ir.Expr) -> Part:
        """Return that a number is not what it must be."""
        said = self.wording
        none = isinstance(right, ir.Const) and right.value == 0 and relation.opposite == "gt"
        bound = "be 0" if none else phrase(relation.must[0], said.value_with_noun(right))
        match left:
            case ir.Op(name="add" | "sub", arguments=(inner, ir.Const(value=0))):
                left = inner
            case _:
                pass
        match left:
            case ir.Op(name="size", arguments=(inner,)):
                number = ir.Const(said.value(left), type=ty.NUMBER)
                counted = ir.Op("eq", (left, number), type=ty.BOOLEAN, span=inner.span)
                return bracketed(without_only(said.clause(counted)), phrase("there must", bound))
            case ir.Op(name="value", arguments=(ir.Local(),)) if relation.fails:
                return Explained(be(said.noun(left), said.shown(left)), IT.verb("must", bound))
            case _ if said.noun(left).text == said.shown(left):
                return said.noun(left).verb("must", bound)
            case _:
                return self._but(left, bound)

    def _too_low(self, relation: Relation, left: ir.Expr, right: ir.Expr) -> Part:
        """Return that a card is too low or too high, and what it is compared with."""
        said = self.wording
        seen = self._is_seen_on(left)
        noun = said.noun(_ranked(left)) if seen else said.with_value(left)
        failed, other = be(noun, relation.fails), _ranked(right)
        if not seen or other is right:
            return Explained(failed, IT.verb("must", phrase(relation.must[1], said.value_with_noun(right))))
        shown = said.shown(other)
        return (
            be(noun, f"{relation.fails} for {shown}")
            if said.noun(other).text == shown
            else (Explained(failed, self._is(other)))
        )

    def _same(self, left: ir.Expr, right: ir.Expr) -> Part:
        """Return that two values are the same, which they must not be."""
        said = self.wording
        match left:
            case ir.Op(name="rank" | "suit" | "colour", arguments=(ir.Local(name=name),)) if (
                name in said.names and isinstance(right, ir.Const)
            ):  # it is told for all such cards, because this one shows what it is
                same = ir.Op("eq", (left, right), type=ty.BOOLEAN)
                kind = said.speech.kind(same, name)
                if kind is not None and not self.within:
                    return may_not_be_chosen(NounPhrase(kind, plural=True))
            case _:
                pass
        if left.type == ty.PLAYER and said.noun(left) == YOU:
            return NOT_YOURSELF
        same = ir.Op("eq", (left, right), type=ty.BOOLEAN)
        return bracketed(said.clause(same), self._value_of(left) or self._value_of(right))

    def _value_of(self, node: ir.Expr) -> str:
        """Return the value of an operand; empty if the text names it anyway.

        Of the rank or suit of a card it is the card.
        """
        if isinstance(node, ir.Const | ir.Local) or self._is_seen_on(node):
            return ""
        if node.type in (ty.RANK, ty.SUIT, ty.COLOUR):
            for each in walk(node):
                if each.type == ty.CARD and self.wording.knows(each):
                    return "" if isinstance(each, ir.Local | ir.Const) else self._value_of(each)
        shown = self.wording.shown(node)
        return shown if shown not in ("none", self.wording.noun(node).text) else ""

    def _is_seen_on(self, node: ir.Expr) -> bool:
        """Return whether a value is an attribute of a card that the text names anyway."""
        match node:
            case ir.Op(name="in_order", arguments=(inner, *_)):
                return self._is_seen_on(inner)
            case ir.Op(name=name, arguments=(card,)) if name in _SEEN:
                return self.wording.noun(card).text == self.wording.shown(card)
            case ir.Local(name=name):
                return name in self.wording.names
            case _:
                return False

    def _contained(self, node: ir.Expr, item: ir.Expr, collection: ir.Expr, wanted: bool) -> Part:
        """Return that a value is, or is not, a member of a collection."""
        said = self.wording
        if ty.holds_cards(collection.type):
            if isinstance(collection, ir.Local) and not self._is_seen_on(item):
                return said.with_value(item).verb("must", "be among the cards", holds=wanted)
            if self._is_held(collection):
                return YOU.verb("holds", said.shown(item), holds=not wanted)
            return self._with_cards(said.clause(node, holds=not wanted), node)
        if not wanted or self._is_seen_on(item):
            return said.clause(node, holds=not wanted)
        if said.value(item) == NONE:
            nothing = ir.Const(NONE, type=item.type)
            return said.clause(ir.Op("eq", (item, nothing), type=ty.BOOLEAN))
        if item.type == ty.PLAYER:
            return replaced(said.clause(node, holds=False), said.noun(item), said.with_value(item))
        return self._but(item, phrase("be one of:", said.shown(collection)))

    def _with_cards(self, clause: Proposition, node: ir.Expr) -> Part:
        """Return a clause with the cards that it is about in brackets, if they are few."""
        assert isinstance(node, ir.Op)
        for each in node.arguments[::-1]:
            if not ty.holds_cards(each.type) or isinstance(each, ir.Local | ir.Const):
                continue
            noun, shown = self.wording.noun(each), self.wording.shown(each)
            hidden = shown == "none" or "??" in shown or shown.count(" ") > _MANY
            if hidden or noun.text == shown:
                return clause
            if times(clause, noun):
                return replaced(clause, noun, noun.bracketed(shown))
            return bracketed(clause, shown)
        return clause

    def _is_held(self, node: ir.Expr) -> bool:
        """Return whether an expression is the hand of the seat: cards that only it sees."""
        match node:
            case ir.ZoneRef(zone=zone, seat=ir.Local(name="actor")):
                return self.wording.rules.program.zones[zone].faces == "owner"
            case _:
                return False


def _is_existence(node: ir.Expr) -> bool:
    """Return whether a condition says only that there is something or nothing."""
    match node:
        case ir.Op(name="not", arguments=(inner,)):
            return _is_existence(inner)
        case ir.Op(name=name):
            return name in ("is_empty", "has_rank", "has_suit", "has_colour")
        case _:
            return False


def _is_hidden(node: ir.Expr, variables: Mapping[str, Variable]) -> bool:
    """Return whether a condition depends on a variable that players do not see, in itself or in a part."""
    match node:
        case ir.Op(name="not", arguments=(inner,)):
            return _is_hidden(inner, variables)
        case ir.Logic(left=left, right=right):
            return _is_hidden(left, variables) or _is_hidden(right, variables)
        case ir.VarRef(variable=name) | ir.Op(arguments=(ir.VarRef(variable=name), ir.Const())):
            return name in variables and variables[name].internal
        case _:
            return False


def _has(part: Part, conjunction: str) -> bool:
    """Return whether something says several things with `and` or `or` between them."""
    return any(
        (isinstance(each, Joint) and each.conjunction == (conjunction == "and"))
        or (isinstance(each, Listed) and each.conjunction == conjunction and len(each.items) > 1)
        or (isinstance(each, Together) and conjunction == "and")
        for each in grammar.walk(part)
    )


def may_not_be_chosen(noun: NounPhrase) -> Clause:
    """Return that something may not be chosen."""
    return noun.verb("may", "be chosen", holds=False)


def as_set(cards: Any) -> int:
    """Return the cards of a value as a set."""
    if isinstance(cards, int):
        return cards
    return sum(1 << card for card in set(cast("list[int]", list(cards))) if card != NONE)


def _relation(operation: str) -> Relation:
    relation = OPERATIONS[operation].relation
    assert relation is not None
    return relation


def _ranked(node: ir.Expr) -> ir.Expr:
    """Return the card of which a rank is taken; another expression as it is."""
    match node:
        case ir.Op(name="in_order", arguments=(inner, *_)):
            return _ranked(inner)
        case ir.Op(name="rank" | "suit" | "colour", arguments=(card,)):
            return card
        case _:
            return node


def _option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else show(value)


def _written(said: Wording, node: ir.Expr) -> Iterator[str]:
    """Yield the names in an expression as it is written in the ruleset."""
    source = said.rules.loaded.resolved.sources.get(node.span.file)
    if source is not None and node.span.end > node.span.start:
        yield from re.findall(r"[a-z_][a-z0-9_]*", source.text[node.span.start : node.span.end])


def conjuncts(node: ir.Expr | None, definitions: Mapping[str, Definition]) -> Iterator[ir.Expr]:
    """Yield the conditions whose conjunction is a condition, also inside definitions.

    Args:
        node: the condition, or None, which has none.
        definitions: the definitions of the program, by name.
    """
    match node:
        case None:
            pass
        case ir.Logic(conjunction=True, left=left, right=right):
            yield from conjuncts(left, definitions)
            yield from conjuncts(right, definitions)
        case ir.Use():
            value = opened(node, definitions)
            if isinstance(value, ir.Logic) and value.conjunction:
                yield from conjuncts(value, definitions)
            else:
                yield node
        case _:
            yield node
