"""Expressions of the rules as text for players, with their values in a position.

The words come from the ruleset: the names of zones, variables and definitions, and the text of
conditions. A text never reveals what its reader must not know: conditions on cards that the seat
does not know are skipped.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from ..check import ir
from ..check.cards import NONE
from ..compile.tree_walk import mentions, substitute
from ..errors import CardrulesError
from ..resolve.options import show
from ..runtime.melds import cards_of
from ..syntax import types as ty
from ..syntax.operations.declaration import Relation
from ..syntax.operations.table import OPERATIONS
from .observation.redaction import show_value

if TYPE_CHECKING:
    from ..compile.compiler import Evaluator
    from ..compile.disclosures import Disclosures
    from ..runtime.position import Position
    from .rules import Rules

_MANY = 8  # the most members of a list that are named
_LONG = 60  # the most characters of a quoted condition
_ALTERNATIVES = 2  # the most alternatives that are named if each of them would suffice
_MUST = " must be "
_FAILS = re.compile(r" is too (low|high): ")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_AS_VALUES = (ty.RANK, ty.SUIT, ty.COLOUR)  # operands of which a message says what they are


_evaluators: WeakKeyDictionary[Rules, tuple[Evaluator, Disclosures]] = WeakKeyDictionary()


class Wording:
    """Describes expressions to one seat in one position.

    Args:
        rules: the game.
        position: the position, in the recording build.
        seat: the seat that reads the text and makes the decision.
        evaluator: computes values of expressions.
        disclosures: finds the hidden cards that a value depends on.
        names: the values of local names, such as the choices of an action.
        kinds: the kinds of the local names: `card`, `cards`, `number` and so on.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        seat: int,
        evaluator: Evaluator,
        disclosures: Disclosures,
        names: Mapping[str, Any],
        kinds: Mapping[str, str],
    ) -> None:
        """Prepare for a seat; see the class for the arguments."""
        self._rules = rules
        self._position = position
        self._seat = seat
        self._evaluator = evaluator
        self._disclosures = disclosures
        self._names = names
        self._kinds = kinds

    @classmethod
    def of(cls, rules: Rules, position: Position, seat: int) -> Wording:
        """Return what describes expressions of a game to a seat, without local names."""
        if rules not in _evaluators:
            # Imported here, so that checking a ruleset does not import the compiler.
            from ..compile.compiler import Evaluator
            from ..compile.disclosures import Disclosures

            evaluator = Evaluator(rules.program, rules.loaded.resolved.sources)
            _evaluators[rules] = evaluator, Disclosures(rules.program)
        return cls(rules, position, seat, *_evaluators[rules], {}, {})

    def naming(self, name: str, kind: str, value: Any) -> Wording:
        """Return a copy with one more local name."""
        return Wording(
            self._rules, self._position, self._seat, self._evaluator, self._disclosures,
            {**self._names, name: value}, {**self._kinds, name: kind},
        )  # fmt: skip

    @property
    def position(self) -> Position:
        """The position that is described."""
        return self._position

    # -- values

    def value(self, node: ir.Expr) -> Any:
        """Return the value of an expression."""
        return self._evaluator.value(node, self._position, self._seat, self._names)

    def not_held(self, card: str, owner: int) -> str:
        """Return the words for a card that is not in the hand that the seat plays from."""
        if owner == self._seat:
            return f"you do not hold {card}"
        return f"{card} is not in the hand of {self.who(owner)}"

    def is_secret(self, cards: Any) -> bool:
        """Return whether the seat does not know all of some cards."""
        return self._rules.recorder.is_secret(self._position, cards, self._seat)

    def knows(self, node: ir.Expr, *, named: bool = True) -> bool:
        """Return whether the seat knows all cards that the value of an expression depends on.

        Args:
            node: the expression.
            named: whether the seat must also know where the cards lie that the text names.
        """
        for look in self._disclosures.of(node):
            if not named and isinstance(look, ir.Const) and look.type == ty.CARD:
                continue
            if isinstance(look, ir.Local) and look.name in self._names:
                continue  # the player has named them
            if isinstance(look, ir.Const) and look.type == ty.BOOLEAN:
                return False
            try:
                cards = self.value(look)
            except CardrulesError:
                return False
            if look.type == ty.CARD:
                cards = (cards,)
            several = look.type.of is not None and look.type.of != ty.CARD
            sets = cards if several else [cards]
            if any(map(self.is_secret, sets)):
                return False
        return True

    def _shown(self, node: ir.Expr) -> str:
        """Return the value of an expression in words."""
        return self._text(node.type, self.value(node))

    def _text(self, kind: ty.Type, value: Any) -> str:
        if kind == ty.PLAYER and value >= 0:
            return self.who(value)
        if kind == ty.PLAYERS:
            return _listed([self.who(seat) for seat in value])
        if kind.name == "place":
            return f"#{value + 1}"
        shown = show_value(self._rules, kind, value, self._position.know, self._seat)
        if isinstance(shown, dict):
            entries = cast("dict[str, object]", shown)
            return _listed([f"{word}: {show(each)}" for word, each in entries.items()])
        if isinstance(shown, tuple):
            members = [show(each) for each in cast("tuple[object, ...]", shown)]
            cards = ty.holds_cards(kind)
            return (" ".join(members) if cards else _listed(members)) or "none"
        if isinstance(shown, bool):
            return "yes" if shown else "no"
        return "none" if shown is None else str(shown)

    # -- what things are called

    def who(self, seat: int) -> str:
        """Return what a player is called, such as `you`."""
        return "you" if seat == self._seat else f"seat {seat}"

    def label(self, name: str) -> str:
        """Return what something in the rules is called."""
        return self._rules.program.label(name)

    def noun(self, node: ir.Expr) -> str:
        """Return a noun phrase for an expression, such as `the top of the pile`."""
        match node:
            case ir.Const():
                return self._shown(node)
            case ir.Local(name="actor"):
                return "you"
            case ir.Local(name=name):
                return self._shown(node) if name in self._names else self.label(name)
            case ir.ZoneRef(zone=zone, seat=seat):
                return self._whose(self.label(zone), seat)
            case ir.VarRef(variable=variable, seat=seat):
                return self._whose(self.label(variable), seat)
            case ir.Cond(test=test, then=then, other=other) if self.knows(test):
                return self.noun(then if self.value(test) else other)
            case ir.PileRef(pile=pile):
                return self.noun(pile)
            case ir.AllSeats(zone=zone, players=players):
                return f"{self.label(zone)} of {self.noun(players)}"
            case ir.Use(definition=definition, arguments=()):
                return self.label(definition)
            case ir.Use(definition=definition, arguments=(only,)):
                return f"{self.label(definition)} of {self.noun(only)}"
            case ir.Op(name=name, arguments=(ir.Local(name=local),)) if (
                OPERATIONS[name].by_place and local in self._names
            ):
                return self._shown(node)
            case ir.Op(name="minus", arguments=(whole, less)):
                return f"{self.noun(whole)} without {self.noun(less)}"
            case ir.Op(name="join" | "join_piles" | "join_players", arguments=(first, second)):
                return f"{self.noun(first)} and {self.noun(second)}"
            case ir.Op(name=name) if OPERATIONS[name].shape == "call":
                return self.own_text(node)
            case ir.Op(name=name, arguments=arguments) if OPERATIONS[name].form:
                return _filled(OPERATIONS[name].pattern, map(self.noun, arguments))
            case ir.Op(arguments=(only,)):
                return self.noun(only)
            case ir.Filter(collection=collection, condition=condition):
                return f"{self.noun(collection)} where {self.own_text(condition)}"
            case ir.Best(collection=collection, key=key, highest=highest, every=every):
                extreme = "highest" if highest else "lowest"
                word = "sorted by" if every else "with"
                return f"{self.noun(collection)} {word} {extreme} {self.own_text(key)}"
            case ir.Fold(collection=collection, key=key, operation=operation):
                word = OPERATIONS[operation].word
                return f"{word} {self.own_text(key)} over {self.noun(collection)}"
            case _:
                return self.own_text(node)

    def _whose(self, thing: str, seat: ir.Expr | None) -> str:
        if seat is None:
            return thing
        owner = (
            self._shown(seat) if isinstance(seat, ir.Use) and self.knows(seat) else self.noun(seat)
        )
        return f"your {thing}" if owner == "you" else f"{thing} of {owner}"

    def own_text(self, node: ir.Expr) -> str:
        """Return an expression as it is written in the ruleset."""
        source = self._rules.loaded.resolved.sources.get(node.span.file)
        if source is None or node.span.end <= node.span.start:
            return "what the rules ask for"
        text = " ".join(source.text[node.span.start : node.span.end].split())
        return text if len(text) <= _LONG else text[: _LONG - 1] + "…"

    # -- why a condition does not hold

    def why_not(self, node: ir.Expr, *, wanted: bool = True) -> str | None:
        """Return why a condition does not have the wanted truth value.

        Args:
            node: the condition.
            wanted: the truth value that it should have.

        Returns:
            The reason; None if it has that value, or if the seat must not know.
        """
        match node:
            case ir.Op(name="not", arguments=(inner,)):
                return self.why_not(inner, wanted=not wanted)
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                reasons = [self.why_not(side, wanted=wanted) for side in (left, right)]
                if conjunction == wanted:  # each side alone is a reason
                    return next(filter(None, reasons), None)
                return self._either(node, wanted) if all(reasons) else None
            case ir.Cond(test=test, then=then, other=other):
                if not self.knows(test):
                    return None
                holds = bool(self.value(test))
                branch = then if holds else other
                if isinstance(branch, ir.Const):
                    fits = bool(branch.value) == wanted
                    return None if fits else self.why_not(test, wanted=not holds)
                return self.why_not(branch, wanted=wanted)
            case _:
                pass
        if not self.knows(node) or bool(self.value(node)) == wanted:
            return None
        if isinstance(node, ir.Use):
            return self._defined(node, wanted)
        return self._reason(node, wanted)

    def _either(self, node: ir.Expr, wanted: bool) -> str:
        """Return why no alternative of an `or` holds (or, if not wanted, why all of an `and` do).

        Alternatives that depend on the choices of the player are preferred. Of several the last
        ones are named, because rulesets mostly write exceptions first and the rule last.
        """
        sides = list(_alternatives(node, conjunction=not wanted))
        chosen = [side for side in sides if any(mentions(side, name) for name in self._names)]
        reasons = [self.why_not(side, wanted=wanted) for side in chosen or sides]
        short = [reason for reason in reasons if reason and _FAILS.search(reason)]
        if short:  # that a card is too low says more than which cards are exceptions
            return short[-1]
        some = list(dict.fromkeys(filter(None, reasons)))[-_ALTERNATIVES:]
        if not all(_MUST in each for each in some):
            return ", and ".join(some)
        first, *others = some
        subject = first.partition(_MUST)[0] + _MUST
        return " or ".join([first, *(each.removeprefix(subject) for each in others)])

    def gap(self, node: ir.Expr) -> int:
        """Return by how much the numbers of a comparison differ; a large number for others."""
        match node:
            case ir.Op(name=name, arguments=(left, right)) if (
                OPERATIONS[name].relation and left.type == ty.NUMBER
            ):
                return abs(self.value(left) - self.value(right))
            case _:
                return sys.maxsize

    def _defined(self, node: ir.Use, wanted: bool) -> str:
        """Return why a definition does not have the wanted truth value."""
        definition = self._rules.program.definitions[node.definition]
        ruleset = self._rules.loaded.ruleset
        written = ruleset.definitions.get(node.definition) if ruleset is not None else None
        if not wanted and written is not None and written.help:
            return _sentence(written.help)
        names = [name for name, _ in definition.parameters]
        if definition.value is not None:
            values = dict(zip(names, node.arguments, strict=True))
            opened = substitute(definition.value, values)
            reason = self.why_not(opened, wanted=wanted)
            if reason is not None and wanted and written is not None and written.help:
                several = len(list(_alternatives(self._branch(opened), conjunction=False)))
                if several > _ALTERNATIVES and not _FAILS.search(reason):
                    return _sentence(written.help)
            if reason is not None:
                return reason
        return self._quoted(node, wanted)

    def _branch(self, node: ir.Expr) -> ir.Expr:
        """Return the branch of a conditional expression that counts now."""
        while isinstance(node, ir.Cond) and self.knows(node.test):
            node = node.then if self.value(node.test) else node.other
        return node

    def _reason(self, node: ir.Expr, wanted: bool) -> str:
        match node:
            case ir.Op(name="contains", arguments=(item, collection)):
                return self._contained(item, collection, wanted)
            case ir.Op(name=name, arguments=(left, right)) if OPERATIONS[name].relation:
                return self._compared(name, left, right, wanted)
            case ir.Op(name=name, arguments=arguments) if OPERATIONS[name].denial:
                operation = OPERATIONS[name]
                words = map(self._operand if operation.rule == "order" else self._said, arguments)
                return _filled(operation.denial if wanted else operation.pattern, words)
            case ir.IsMeld(cards=cards, meld=meld):
                return f"{self.noun(cards)} is {'not ' if wanted else ''}a {self.label(meld)}"
            case ir.Can(action=action):
                return f"you {'cannot' if wanted else 'can still'} {self.label(action)}"
            case ir.Const():
                return self._by_options(node)
            case ir.VarRef(seat=seat):
                help = self._help(node)
                if help and not wanted and seat is None:
                    return help
                has, must = ("no", "yes") if wanted else ("yes", "no")
                return f"{self.noun(node)} is {has}, but must be {must}"
            case _:
                return self._quoted(node, wanted)

    def _said(self, node: ir.Expr) -> str:
        """Return an operand in a message: what it is called, or the rank, suit or colour it is."""
        return self._shown(node) if node.type in _AS_VALUES else self.noun(node)

    def _operand(self, node: ir.Expr) -> str:
        """Return what cards that are compared are called, and which they are."""
        noun, shown = self.noun(node), self._shown(node)
        return noun if shown in (noun, "none") else f"{noun} ({shown})"

    def _by_options(self, node: ir.Expr) -> str:
        """Return that the options of this game do not allow something, and which options."""
        program, ruleset = self._rules.program, self._rules.loaded.ruleset
        words = set(_NAME.findall(self.own_text(node)))
        spoken = ruleset.spoken if ruleset is not None else {}
        found = [name for name in program.options if spoken.get(name, name) in words]
        values = [f"{self.label(name)}: {show(program.options[name])}" for name in found]
        which = f" ({', '.join(values)})" if values else ""
        return f"the options of this game do not allow it{which}"

    def _quoted(self, node: ir.Expr, wanted: bool) -> str:
        return f"'{self.own_text(node)}' {'does not hold' if wanted else 'holds'}"

    def _compared(self, operation: str, left: ir.Expr, right: ir.Expr, holds: bool) -> str:
        """Return the actual value and the one that makes a comparison true (or false)."""
        if not holds:
            operation = _relation(operation).opposite
        if isinstance(left, ir.Const):
            operation, left, right = _relation(operation).mirrored, right, left
        name, value = self.noun(left), self._shown(left)
        other, wanted = self.noun(right), self._shown(right)
        more = "" if other == wanted or isinstance(right, ir.Op | ir.Cond) else f" ({other})"
        if self._is_seen_on(left) and _relation(operation).fails:
            return self._out_of_order(operation, left, right)
        of_numbers, of_others = _relation(operation).must
        must = f"must {of_numbers if left.type == ty.NUMBER else of_others}"
        if operation == "ne" and name == wanted:
            name = "it"
        if name == value or operation == "ne" or self._is_seen_on(left):
            return f"{name} {must} {wanted}{more}"
        return f"{name} is {value}, but {must} {wanted}{more}"

    def _out_of_order(self, operation: str, left: ir.Expr, right: ir.Expr) -> str:
        """Return that a card is too low or too high, and what it is compared with."""
        relation = _relation(operation)
        assert isinstance(left, ir.Op)
        said = f"{self.noun(left)} is {relation.fails}" if left.name != "rank" else ""
        said = said or f"{self.noun(left.arguments[0])} is {relation.fails}"
        if isinstance(right, ir.Op) and right.name == left.name and right.arguments:
            other = right.arguments[0]
            return f"{said}: {self.noun(other)} is {self._shown(other)}"
        must = relation.must[0] if left.type == ty.NUMBER else relation.must[1]
        return f"{said}: it must {must} {self._shown(right)}"

    def _is_seen_on(self, node: ir.Expr) -> bool:
        """Return whether a value is an attribute of a card that the text names anyway."""
        match node:
            case ir.Op(name=name, arguments=(card,)) if (
                OPERATIONS[name].operands == ("card",) and OPERATIONS[name].looks
            ):
                return self.noun(card) == self._shown(card)
            case _:
                return False

    def _contained(self, item: ir.Expr, collection: ir.Expr, wanted: bool) -> str:
        """Return that a value is, or is not, a member of a collection."""
        name, value = self.noun(item), self._shown(item)
        if ty.holds_cards(collection.type):
            if self._is_held(collection):
                return f"you {'do not hold' if wanted else 'hold'} {value}"
            return f"{value} is {'not ' if wanted else ''}in {self.noun(collection)}"
        members = self._shown(collection)
        must = "must be one of" if wanted else "must not be one of"
        if name == value or not wanted or self._is_seen_on(item):
            return f"{name} {must} {members}"
        return f"{name} is {value}, but {must} {members}"

    def _is_held(self, node: ir.Expr) -> bool:
        """Return whether an expression is the hand of the seat: cards that only it sees."""
        match node:
            case ir.ZoneRef(zone=zone, seat=ir.Local(name="actor")):
                return self._rules.program.zones[zone].faces == "owner"
            case _:
                return False

    # -- why a card cannot be chosen

    def why_outside(self, node: ir.Expr, card: int) -> str | None:
        """Return why a card is not in a set; None if it is, or if the seat must not know."""
        text = self._rules.program.pack.text[card]
        match node:
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)) if inner.type != ty.CARD:
                return self.why_outside(inner, card)
            case ir.Filter(collection=collection, name=name, condition=condition):
                outside = self.why_outside(collection, card)
                if outside is not None or not self._is_known_among(collection, card):
                    return outside
                return self.naming(name, "card", card).why_not(condition)
            case ir.Cond(test=test, then=then, other=other):
                if not self.knows(test):
                    return None
                return self.why_outside(then if self.value(test) else other, card)
            case ir.Op(name="otherwise", arguments=(first, second)):
                if not self.knows(first):
                    return None
                found = cards_of(_mask(self.value(first)))
                if not found:
                    return self.why_outside(second, card)
                reason = self.why_outside(first, card)
                mine = self._held(found)
                instead = mine and self.knows(second) and self._is_among(second, card)
                return f"{reason}, and you hold {mine}" if reason and instead else reason
            case ir.Op(name="minus", arguments=(whole, less)):
                outside = self.why_outside(whole, card)
                if outside is not None or not self._is_known_among(whole, card):
                    return outside
                if not self.knows(less) or not _mask(self.value(less)) >> card & 1:
                    return None
                called = self._help(less) or self.noun(less)
                return f"{text} must not be chosen" + (f" ({called})" if called != text else "")
            case ir.Op(name="join" | "join_piles", arguments=(first, second)):
                reasons = [self.why_outside(each, card) for each in (first, second)]
                nowhere = f"{text} is not in "
                if all(reason and reason.startswith(nowhere) for reason in reasons):
                    return f"{reasons[0]} or {str(reasons[1]).removeprefix(nowhere)}"
                return f"{reasons[0]}, and {reasons[1]}" if all(reasons) else None
            case ir.Use(definition=definition, arguments=arguments):
                rule = self._rules.program.definitions[definition]
                assert rule.value is not None
                names = [name for name, _ in rule.parameters]
                values = dict(zip(names, arguments, strict=True))
                return self.why_outside(substitute(rule.value, values), card)
            case _:
                pass
        if not self._knows_whether_in(node, card) or self._is_among(node, card):
            return None
        if self._is_held(node):
            return f"you do not hold {text}"
        single = isinstance(node, ir.Op) and node.arguments[-1].type == ty.CARD
        return f"{text} is not {'' if single else 'in '}{self.noun(node)}"

    def _knows_whether_in(self, node: ir.Expr, card: int) -> bool:
        """Return whether the seat knows if a card is in a set."""
        secret = self._rules.recorder.is_secret
        if not self.knows(node):
            return False
        cards = self.value(node)
        listed = cards if isinstance(cards, int) else list(cards)
        return not secret(self._position, listed, self._seat) or not secret(
            self._position, 1 << card, self._seat
        )

    def _is_known_among(self, node: ir.Expr, card: int) -> bool:
        """Return whether a card is in a set, and the seat knows that."""
        return self._knows_whether_in(node, card) and self._is_among(node, card)

    def _is_among(self, node: ir.Expr, card: int) -> bool:
        return bool(_mask(self.value(node)) >> card & 1)

    def _help(self, node: ir.Expr) -> str:
        """Return the `help` of a variable, or an empty text."""
        match node:
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)):
                return self._help(inner)
            case ir.VarRef(variable=name) if self._rules.loaded.ruleset is not None:
                written = self._rules.loaded.ruleset.variables.get(name)
                return _sentence(written.help) if written is not None else ""
            case _:
                return ""

    def _held(self, cards: list[int]) -> str:
        """Return the first of some cards that is in the seat's hand, or an empty text."""
        for place in range(len(self._rules.recorder.places)):
            there = self._rules.recorder.places[place]
            if there.seat == self._seat and there.watchers == 1 << self._seat:
                for card in self._rules.recorder.cards(self._position, place):
                    if card in cards:
                        return self._rules.program.pack.text[card]
        return ""


def _mask(cards: Any) -> int:
    """Return the cards of a value as a set."""
    if isinstance(cards, int):
        return cards
    return sum(1 << card for card in set(cast("list[int]", list(cards))) if card != NONE)


def _relation(operation: str) -> Relation:
    relation = OPERATIONS[operation].relation
    assert relation is not None
    return relation


def _filled(pattern: tuple[str, ...], operands: Iterable[str]) -> str:
    """Return the words of a form with what its operands are called."""
    words = iter(operands)
    return " ".join(next(words) if word == "_" else word for word in pattern)


def _alternatives(node: ir.Expr, *, conjunction: bool) -> Iterator[ir.Expr]:
    """Yield the operands of nested `or`s, or of nested `and`s."""
    if isinstance(node, ir.Logic) and node.conjunction == conjunction:
        yield from _alternatives(node.left, conjunction=conjunction)
        yield from _alternatives(node.right, conjunction=conjunction)
    else:
        yield node


def _sentence(text: str) -> str:
    """Return a help text as a part of a sentence."""
    words = " ".join(text.split()).rstrip(".")
    begins = words[1:2].islower() or words[:2] == "A "
    return words[:1].lower() + words[1:] if begins else words


def _listed(members: list[str]) -> str:
    some = members[:_MANY]
    return ", ".join(some) + (", …" if len(members) > _MANY else "")


def conjuncts(node: ir.Expr | None, definitions: Mapping[str, Any]) -> Iterator[ir.Expr]:
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
        case ir.Use(definition=definition, arguments=arguments):
            rule = definitions[definition]
            opened = None
            if rule.value is not None:
                names = [name for name, _ in rule.parameters]
                opened = substitute(rule.value, dict(zip(names, arguments, strict=True)))
            if isinstance(opened, ir.Logic) and opened.conjunction:
                yield from conjuncts(opened, definitions)
            else:
                yield node
        case _:
            yield node
