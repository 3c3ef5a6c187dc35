"""Clauses that there is something, or nothing: `you have no hearts`."""

from __future__ import annotations

import re

from ..program import ir
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from .english import Noun, a, be, inside, is_plural, one_of, without_article
from .phrasing import CARDS, Phrasing
from .players import without_actor
from .simplify import alternatives, combined, is_one


def empty(speech: Phrasing, node: ir.Expr, holds: bool) -> str:
    """Return that there are no members, or that there are some."""
    match node:
        case ir.Filter(collection=collection, name=name, condition=condition):
            return _exists(speech, node, collection, name, condition, not holds)
        case ir.Op(name="join" | "join_piles"):
            return be(speech.noun(node), "empty", holds)
        case ir.Op(name="minus", arguments=(whole, less)):
            noun = speech.cards_in(whole)
            if holds:
                return f"no cards are left in {noun} besides {speech.noun(less)}"
            return f"there are cards in {noun} besides {speech.noun(less)}"
        case ir.AllSeats():
            text = speech.noun(node).text
            if text.startswith("the cards "):
                return f"there are {'none' if holds else 'some'} of {text}"
            if holds:
                return be(speech.noun(node), "empty", True)
            return f"not {text} are empty" if text.startswith("all ") else f"{text} have cards"
        case ir.ZoneRef(zone=zone) if speech.book.program.zones[zone].piles:
            there = speech.noun(node)
            return f"there {'are no' if holds else 'are'} piles in {there}"
        case ir.ZoneRef(zone=zone) if "{" in speech.book.called("zones", zone):
            noun = speech.noun(node)
            if not is_plural(speech.book.called("zones", zone)):
                return be(noun, "empty", holds)
            return f"there are {'none' if holds else 'some'} of {noun}"
        case ir.ZoneRef() | ir.Op(name="all_piles"):
            noun = speech.noun(node)
            if noun.text.startswith("the cards "):
                return f"there are {'no ' if holds else ''}{without_article(noun.text)}"
            return be(noun, "empty", holds)
        case ir.VarRef(variable="passed"):
            return "nobody has passed" if holds else "somebody has passed"
        case ir.VarRef():
            noun = speech.noun(node)
            if node.type == ty.PLAYERS:
                if noun.text.startswith("the players "):
                    return f"there are {'no ' if holds else ''}{without_article(noun.text)}"
                return f"there are {'no players' if holds else 'players'} among {noun}"
            return f"there are {'no ' if holds else ''}{without_article(noun.text)}"
        case ir.Use() if node.type == ty.PLAYERS or node.type in CARDS or node.type.of is not None:
            inlined = speech.book.simplifier.inlined(node)
            words = speech.book.called("define", node.definition)
            if not words and isinstance(inlined, ir.Filter) and (node.definition not in speech.told):
                inner = speech.telling(node.definition)
                return empty(inner, inlined, holds)
            if not words and isinstance(inlined, ir.ZoneRef | ir.AllSeats):
                return empty(speech, inlined, holds)
            noun = speech.noun(node)
            if node.type == ty.PLAYERS:
                other = noun.text.startswith(("the other", "all other"))
                who = ("no" if holds else "another" if other else "a") + " player"
                who = "no other player" if holds and other else who
                said = one_of(noun.text, who)
                if said is not None:
                    return said
            if words and node.type in CARDS and not is_plural(noun.text):
                return be(noun, "empty", holds)
            if re.match(r"(?:your|their|its|\w+'s) ", noun.text):
                return f"there are {'none' if holds else 'some'} of {noun}"
            if without_article(noun.text) == noun.text:
                return f"there {'are no' if holds else 'are'} {noun}"
            return f"there are {'no ' if holds else ''}{without_article(noun.text)}"
        case _:
            noun = speech.noun(node)
            if noun.text.startswith("the cards "):
                return f"there are {'no ' if holds else ''}{without_article(noun.text)}"
            return f"there {'is nothing' if holds else 'is something'} in {noun}"


def _exists(speech: Phrasing, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr, some: bool) -> str:
    """Return that some member fulfils a condition, or that none does."""
    every = None if some else _every(speech, node, collection, name, condition)
    if every is not None:
        return every
    if node.type == ty.PLAYERS:
        every = isinstance(collection, ir.Op) and collection.name in (
            "players",
            "everybody",
            "players_from",
        )
        who = "a player" if some else "no player"
        rest = without_actor(speech, node)
        if rest is not None:
            who = "another player" if some else "no other player"
            if not rest:
                return f"there is {who}"
            condition = combined(rest, True)
        sides = isinstance(collection, ir.Op) and collection.name == "teams"
        match condition:
            case ir.Op(name="not") if not some and rest is None and not every:
                one = "every side" if sides else f"each of {speech.noun(collection)}"
                contrary = speech.book.simplifier.negated(condition)
                return speech.naming(name, Noun(one, person=True)).clause(contrary)
            case _:
                pass
        if sides:
            who = "a side" if some else "no side"
        elif not every:
            who = f"{'one' if some else 'none'} of {speech.noun(collection)}"
        text = speech.naming(name, Noun(who, person=True)).clause(condition)
        if who == "no player" and " and " not in text and " or " not in text:
            if text.startswith("no player has no "):
                thing = text.removeprefix("no player has no ")
                return f"every player has {thing if is_plural(thing) else a(thing)}"
            if text.startswith("no player's ") and " is not " in text:
                return text.replace("no ", "every ", 1).replace(" is not ", " is ", 1)
        again = text.count(who) > 1 and not (some and _is_one_of_several(condition))
        if again or "that player" in text:
            # `a player has a card and a player has passed` would be true of two players
            return f"there is {who} {speech.relative(condition, name, person=not sides, one=True)}"
        return text
    kind = speech.kind(condition, name)
    if kind is not None:
        where = speech.noun(collection)
        owner = holder(speech, collection)
        if owner is not None:
            thing = a(kind.one) if some else f"no {kind.several}"
            return f"{owner.verb('has')} {thing}"
        return f"there is {a(kind.one) if some else 'no ' + kind.one} {inside(where)}"
    if isinstance(collection, ir.Op) and collection.name.startswith("sets"):
        where = speech.cards_in(collection.arguments[-1])
        cards = _set_of(speech, collection, some)
        if isinstance(condition, ir.Logic):  # of the same cards
            relative = speech.relative(condition, name)
            return f"there are {cards} {inside(where)} {relative}"
        many = Noun(f"{cards} {inside(where)}", True)
        return speech.naming(name, many).clause(condition)
    one = "a card" if node.type in CARDS else "one"
    if node.type.of is not None and node.type.of.name == "place":
        one = "a pile"
    none = one.replace("a ", "no ", 1) if one != "one" else "none"
    where = speech.cards_in(collection)
    relative = speech.relative(condition, name, one=True)
    return f"there is {one if some else none} {inside(where)} {relative}"


def _every(speech: Phrasing, node: ir.Filter, collection: ir.Expr, name: str, condition: ir.Expr) -> str | None:
    """Return that all members fulfil the contrary of a condition, where that is simpler to say."""
    if not isinstance(condition, ir.Op) or (node.type not in CARDS and node.type.of is None):
        return None
    if isinstance(collection, ir.Op) and collection.name.startswith("sets"):
        return None
    where = speech.cards_in(collection)
    one = "pile" if node.type.of is not None and node.type.of.name == "place" else "card"
    if condition.name not in ("not", "ne"):
        relation = OPERATIONS[condition.name].relation
        if relation is None or not speech.relative(condition, name, one=True).startswith("such that "):
            return None
    contrary = speech.book.simplifier.negated(condition)
    kind = speech.kind(contrary, name)
    if kind is not None and one == "card":
        return f"all cards {inside(where)} are {kind.several}"
    return speech.naming(name, Noun(f"every {one} {inside(where)}")).clause(contrary)


def _set_of(speech: Phrasing, sets: ir.Op, some: bool) -> str:
    """Return some cards of a set, or that there are none: `some cards`, `no three cards`."""
    least, *most = sets.arguments[:-1]
    if is_one(least) and (most or sets.name == "sets_from"):
        return "some cards" if some else "no cards"
    many = speech.amount(least, "card")
    if sets.name == "sets_from":
        many = f"{many.removesuffix(' cards')} or more cards"
    elif most:
        many = f"{many.removesuffix(' cards')} to {speech.amount(most[0], 'card')}"
    return many if some else f"no {many}"


def _is_one_of_several(condition: ir.Expr) -> bool:
    """Return whether a condition is simple ones between `or`: some member fulfils one of these."""
    parts = list(alternatives(condition, conjunction=False))
    return len(parts) > 1 and not any(isinstance(part, ir.Logic) for part in parts)


def holder(speech: Phrasing, node: ir.Expr) -> Noun | None:
    """Return the player whose hand some cards are."""
    match node:
        case ir.ZoneRef(zone="hand", seat=seat) if seat is not None and (
            speech.book.program.zones["hand"].faces == "owner"
        ):
            return speech.noun(seat)
        case _:
            return None
