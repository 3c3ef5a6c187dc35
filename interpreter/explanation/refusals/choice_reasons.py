"""Why a card, a player, a number or another word cannot be chosen."""

from __future__ import annotations

from typing import Final, cast

from ...program import ir
from ...runtime.melds import cards_of
from ...speech.grammar import (
    IT,
    YOU,
    Explained,
    NounPhrase,
    Part,
    Place,
    Subordinate,
    be,
    first_clause,
    phrase,
    replaced,
    steps,
    times,
    together,
)
from ...syntax import types as ty
from .reasons import NOT_YOURSELF, Reasons, as_set, may_not_be_chosen

_OBVIOUS: Final = 5  # the most words of a reason that one sees on a card: it is not a king


class ChoiceReasons(Reasons):
    """Explains to the seat that makes the decision what it cannot choose."""

    def why_outside(self, node: ir.Expr, card: int) -> Part | None:
        """Return why a card is not in a set; None if it is, or if the seat must not know."""
        said = self.wording
        text = said.rules.program.pack.text[card]
        noun = NounPhrase(text)
        match node:
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)) if inner.type != ty.CARD:
                return self.why_outside(inner, card)
            case ir.Filter(collection=collection, name=name, condition=condition):
                outside = self.why_outside(collection, card)
                if outside is not None or not self._is_known_among(collection, card):
                    return outside
                return self.naming(name, ty.CARD, card).why_not(condition)
            case ir.Cond(test=test, then=then, other=other):
                if not said.knows(test):
                    return None
                return self.why_outside(then if said.value(test) else other, card)
            case ir.Op(name="otherwise", arguments=(first, second)):
                return self._rather(first, second, card)
            case ir.Op(name="minus", arguments=(whole, less)):
                outside = self.why_outside(whole, card)
                if outside is not None or not self._is_known_among(whole, card):
                    return outside
                if not said.knows(less) or not as_set(said.value(less)) >> card & 1:
                    return None
                called = self._help(less) or said.noun(less)
                if str(called) == text:
                    return may_not_be_chosen(noun)
                single = isinstance(less, ir.Op) and less.arguments[-1:] and (less.arguments[-1].type == ty.CARD)
                return Explained(may_not_be_chosen(noun), be(IT, called if single else Place(said.noun(less))))
            case ir.Op(name="join" | "join_piles", arguments=(first, second)):
                here, there = (self.why_outside(each, card) for each in (first, second))
                if here is None or there is None:
                    return None
                both = together(here, there, apart=True)
                return both if both.denies_one else together(here, replaced(there, noun, IT))
            case ir.Use():
                return self.why_outside(self.opened(node), card)
            case _:
                pass
        if not self._knows_whether_in(node, card) or self._is_among(node, card):
            return None
        if self._is_held(node):
            return said.not_held(text, said.seat)
        if isinstance(node, ir.Op) and node.arguments and node.arguments[-1].type == ty.CARD:
            return be(noun, said.with_value(node), False)
        named = ir.Local("·card", type=ty.CARD)
        contained = ir.Op("contains", (named, node), type=ty.BOOLEAN)
        clause = said.naming("·card", ty.CARD, card).clause(contained, holds=False)
        return self._with_cards(clause, contained)

    def _rather(self, first: ir.Expr, second: ir.Expr, card: int) -> Part | None:
        """Return why a card is not in `first otherwise second`."""
        said = self.wording
        if not said.knows(first):
            return None
        found = cards_of(as_set(said.value(first)))
        if not found:
            return self.why_outside(second, card)
        reason, mine = self.why_outside(first, card), self._held(found)
        if reason is None or mine is None or self._held([card]) is None:
            return reason
        name = NounPhrase(said.rules.program.pack.text[card])
        holds = YOU.verb("holds", mine)
        clause = first_clause(reason)
        seen = clause is not None and clause.subject == name and clause.verb == "is"
        if seen and len(str(reason).split()) <= _OBVIOUS:
            return YOU.verb("may", phrase("choose", name, Subordinate("while", holds)), holds=False)
        return reason if times(reason, mine) else together(reason, holds)

    def _knows_whether_in(self, node: ir.Expr, card: int) -> bool:
        """Return whether the seat knows if a card is in a set."""
        said = self.wording
        match node:
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)) if inner.type != ty.CARD:
                return self._knows_whether_in(inner, card)
            case ir.Filter(collection=collection, name=name, condition=condition):
                if not self._knows_whether_in(collection, card):
                    return False
                there = self._is_among(collection, card)
                return not there or said.naming(name, ty.CARD, card).knows(condition)
            case ir.Op(name="join" | "join_piles" | "minus", arguments=arguments):
                return all(self._knows_whether_in(each, card) for each in arguments)
            case ir.Use():
                return self._knows_whether_in(self.opened(node), card)
            case ir.Cond(test=test, then=then, other=other):
                return said.knows(test) and self._knows_whether_in(then if said.value(test) else other, card)
            case _:
                pass
        if not said.knows(node):
            return False
        cards = said.value(node)
        listed_ = cards if isinstance(cards, int) else list(cards)
        return not said.is_secret(listed_) or not said.is_secret(1 << card)

    def _is_known_among(self, node: ir.Expr, card: int) -> bool:
        """Return whether a card is in a set, and the seat knows that."""
        return self._knows_whether_in(node, card) and self._is_among(node, card)

    def _is_among(self, node: ir.Expr, card: int) -> bool:
        return bool(as_set(self.wording.value(node)) >> card & 1)

    def _held(self, cards: list[int]) -> NounPhrase | None:
        """Return the first of some cards that is in the seat's hand; None if none is."""
        said = self.wording
        recorder = said.rules.recorder
        for place, there in enumerate(recorder.places):
            if there.seat == said.seat and there.watchers == 1 << said.seat:
                for card in recorder.cards(said.position, place):
                    if card in cards:
                        return NounPhrase(said.rules.program.pack.text[card])
        return None

    def whole(self, node: ir.Expr) -> ir.Expr:
        """Return the cards, players or numbers from which conditions select some."""
        said = self.wording
        match node:
            case ir.Filter(collection=collection):
                return self.whole(collection)
            case ir.Op(name="otherwise", arguments=(_, second)):
                return self.whole(second)
            case ir.Op(name="to_cards" | "to_pile", arguments=(inner,)) if inner.type != ty.CARD:
                return self.whole(inner)
            case ir.Use():
                return self.whole(self.opened(node))
            case ir.Cond(test=test, then=then, other=other) if said.knows(test):
                return self.whole(then if said.value(test) else other)
            case _:
                return node

    def why_no_member(self, node: ir.Expr, kind: ty.Type, value: int) -> Part | None:
        """Return why a player, a number or another word cannot be chosen from some.

        Args:
            node: what it is chosen from.
            kind: the type of the choice.
            value: the choice.

        Returns:
            The reason; None if it can be chosen, or if the seat must not know.
        """
        said = self.wording
        noun = NounPhrase(said.text(kind, value))
        match node:
            case ir.Filter(collection=collection, name=name, condition=condition):
                outside = self.why_no_member(collection, kind, value)
                if outside is None and said.knows(collection):
                    return self.naming(name, kind, value).why_not(condition)
                if outside is None or first_clause(outside) != may_not_be_chosen(noun) or not said.knows(node):
                    return outside  # what could be chosen instead must fulfil the condition, too
            case ir.Cond(test=test, then=then, other=other) if said.knows(test):
                return self.why_no_member(then if said.value(test) else other, kind, value)
            case ir.Op(name="otherwise", arguments=(first, second)) if said.knows(first):
                if said.value(first) or self.why_no_member(second, kind, value) is not None:
                    return self.why_no_member(first, kind, value)
                return None
            case ir.Use():
                return self.why_no_member(self.opened(node), kind, value)
            case _:
                pass
        if not said.knows(node):
            return None
        members = cast("tuple[int, ...]", tuple(said.value(node)))
        if value in members:
            return None
        element = ty.element(node.type) or ty.NUMBER
        noun = NounPhrase(said.text(element, value))
        if noun.text == YOU.text:
            return NOT_YOURSELF
        if not members:
            return steps((may_not_be_chosen(noun), "there is nothing to choose from"), apart=True)
        number = value if element == ty.NUMBER else None
        return said.instead(may_not_be_chosen(noun), element, members, number)
