"""Nouns for cards, piles and players that an expression selects: `the hearts in your hand`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

from ..program import ir
from ..program.tree_walk import mentions
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from . import english
from .english import IT, THEY, Noun, inside, is_plural, plural, superlative, without_article
from .phrasing import CARDS, Phrasing, is_told_here
from .players import all_others, members, player_from
from .simplify import alternatives, combined


def cards(speech: Phrasing, node: ir.Expr) -> Noun:
    """Return a noun for the cards that an expression is, rather than for their place."""
    match node:
        case ir.ZoneRef(zone=zone, seat=seat):
            place = speech.noun(node)
            if "cards" in place.text:
                return replace(place, plural=True)
            if place.text.startswith("the card "):
                return place
            if seat is None and speech.book.program.zones[zone].faces != "owner":
                if is_plural(place.text):
                    return Noun(place.text.replace("the ", "all the ", 1), plural=True)
                return Noun(place.text.replace("the ", "the whole ", 1))
            return Noun(f"all cards of {place}", plural=True)
        case ir.Filter() | ir.Op(name="otherwise"):
            return speech.noun(node)
        case ir.Local() | ir.Op() | ir.Use() | ir.Best():
            return speech.noun(node)
        case _:
            return speech.noun(node)


def zones(speech: Phrasing, zone: str, players: ir.Expr) -> Noun:
    """Return the places of several players together."""
    words = speech.book.called("zones", zone)
    who = speech.noun(players)
    if "{" in words:
        return Noun(speech.filled(words, {"player": who}), plural=True)
    words = words or speech.book.zone(zone)
    thing = words if words.endswith("s") else plural(words)
    everybody = isinstance(players, ir.Op) and players.name in ("players", "everybody")
    if everybody:
        return Noun(f"all {thing}", plural=True)
    from_ = isinstance(players, ir.Op) and players.name == "players_from"
    if from_:
        assert isinstance(players, ir.Op)
        first = speech.noun(players.arguments[0])
        return Noun(f"all {thing}, beginning with {first.possessive}", plural=True)
    return Noun(f"the {thing} of {who}", plural=True)


def filtered(speech: Phrasing, node: ir.Filter) -> Noun:
    """Return the members that fulfil a condition."""
    always, own = _split(node)
    if own is None:  # the condition is not about the members
        assert always is not None
        return Noun(f"{speech.noun(node.collection)} (only if {speech.clause(always)})", True)
    if node.type == ty.PLAYERS:
        others = all_others(speech, node)
        if others is not None:
            return others
        whole = members(speech, node.collection, "players", "all the players")
        relative = speech.relative(own, node.name, person=True)
        if re.search(r" who(?:se)? ", whole):  # a second relative clause
            relative = f"and ({relative})" if " or " in relative else f"and {relative}"
        noun = Noun(f"{whole} {relative}", True, person=True)
    else:
        kind = speech.kind(own, node.name)
        if kind is not None:
            noun = Noun(f"the {kind.several} {inside(speech.cards_in(node.collection))}", True)
        else:
            whole = speech.cards_in(node.collection)
            subject = "the cards" if node.type in (ty.CARDS, ty.PILE) else "those"
            if node.type.of is not None and node.type.of.name == "place":
                subject = "the piles"
            noun = Noun(f"{subject} {inside(whole)} {speech.relative(own, node.name)}", True)
    if always is not None:
        only = f"but all of them if {speech.clause(always)}"
        return replace(noun, text=f"{noun} ({only})")
    return noun


def _split(node: ir.Filter) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Return alternatives that do not depend on the member, and the rest of the condition."""
    condition = node.condition
    if not mentions(condition, node.name):
        return condition, None
    if isinstance(condition, ir.Logic) and not condition.conjunction:
        sides = list(alternatives(condition, conjunction=False))
        free = [side for side in sides if not mentions(side, node.name)]
        own = [side for side in sides if mentions(side, node.name)]
        if free and own:
            return combined(free, False), combined(own, False)
    return None, condition


def cards_in(speech: Phrasing, node: ir.Expr) -> Noun:
    """Return the place of cards: `your hand`, `the trick`."""
    match node:
        case ir.Op(name="join" | "join_piles", arguments=(left, right)):
            return Noun(f"{speech.cards_in(left)} and {speech.cards_in(right)}", True)
        case ir.Op(name="minus", arguments=(left, right)):
            return Noun(f"{speech.cards_in(left)} (without {speech.noun(right)})")
        case _:
            return speech.noun(node)


def best(speech: Phrasing, node: ir.Best) -> Noun:
    """Return the members that are highest or lowest in something."""
    if node.every:
        order = f"from the {superlative(node.highest)} {speech.key(node.key, node.name)}"
        return Noun(f"{speech.noun(node.collection)}, {order}", True)
    extreme = superlative(node.highest)
    key = speech.key(node.key, node.name, THEY if node.type == ty.PLAYERS else IT)
    if node.type == ty.PLAYERS:
        whole = members(speech, node.collection, "players", "players")
        if isinstance(node.collection, ir.Op) and node.collection.name == "teams":
            whole = "the sides"
        return Noun(f"{whole} with the {extreme} {key}", True, person=True)
    if isinstance(node.key, ir.Op) and node.key.name in ("rank", "in_order"):
        return Noun(f"the {extreme} of {speech.noun(node.collection)}", True)
    return Noun(f"those of {speech.noun(node.collection)} with the {extreme} {key}", True)


def key(speech: Phrasing, node: ir.Expr, name: str, it: Noun = IT) -> str:
    """Return what members are compared by, or what is added up: `score`, `value`."""
    match node:
        case ir.VarRef(variable=variable, seat=ir.Local(name=local)) if local == name:
            words = speech.book.called("variables", variable)
            return without_article(words) if words and "{" not in words else speech.book.label(variable)
        case ir.Op(name="attribute", arguments=(_, which)):
            return speech.book.attribute(which)
        case ir.Op(name="in_order", arguments=(inner, _)):
            return speech.key(inner, name, it)
        case ir.Op(name="in_ranking"):
            return "hand"
        case ir.Op(name="size", arguments=(inner,)) if not isinstance(inner, ir.Local):
            return f"number of {_things(speech, inner, name)}"
        case ir.Op(name=operation, arguments=(ir.Local(),)):
            return OPERATIONS[operation].word or operation
        case ir.Use(definition=definition, arguments=(ir.Local(name=local),)) if local == name:
            words = speech.book.called("define", definition)
            if "{" in words:
                found = re.sub(r"\s*(?:that )?\{\w+(?:'s)?(?: [\w ]+)?\}", "", words)
                speech.book.mention(definition)
                return without_article(found.strip())
            elif words:
                speech.book.mention(definition)
                return without_article(words)
            else:
                inlined = speech.book.simplifier.inlined(node)
                if inlined is not None and is_told_here(speech, definition, inlined):
                    return speech.key(inlined, name, it)
            speech.book.mention(definition)
            return speech.book.label(definition)
        case _:
            text = speech.naming(name, it).noun(node).text
            return re.sub(r"^(?:the|its|their) ", "", text)


def _things(speech: Phrasing, node: ir.Expr, name: str) -> str:
    text = speech.naming(name, THEY).noun(node).text
    if isinstance(node, ir.ZoneRef):
        zone = speech.book.called("zones", node.zone) or speech.book.zone(node.zone)
        if re.search(r"\w \{\w+'s\}", zone):  # `cards that {player's} side has taken`
            return without_article(text)
        zone = re.sub(r"\s*(?:that )?\{[^}]*\}", "", zone)
        zone = without_article(zone)
        if "card" in zone:
            return zone
        whose = "" if zone == "hand" else "the " if node.seat is None else "their "
        return f"cards in {whose}{zone}"
    return re.sub(r"^the ", "", text)


def holder_or_cards(speech: Phrasing, node: ir.Expr) -> Noun:
    """Return whose hand it is, or else the cards."""
    match node:
        case ir.ZoneRef(zone="hand", seat=seat) if seat is not None:
            return speech.noun(seat)
        case _:
            return speech.cards_in(node)


def counted(speech: Phrasing, node: ir.Expr) -> str:
    """Return what is counted, without an article: `cards in your hand`."""
    noun = speech.noun(node)
    if isinstance(node, ir.Local) and noun.text == "the cards":
        return "cards"
    if node.type == ty.PLAYERS:
        together = " and " in noun.text or not noun.text.startswith(("the ", "all "))
        if together and not re.match(r"(?:the|all) (?:other )?players\b", noun.text):
            return f"players among {noun}"
        return re.sub(r"^(?:the|all) ", "", noun.text)
    if isinstance(node, ir.Filter) and noun.text.startswith("the "):
        return noun.text.removeprefix("the ")
    if node.type.of is not None and node.type.of.name == "place":
        return f"piles in {noun}"
    if noun.text.startswith(("the cards ", "cards ")):
        return noun.text.removeprefix("the ")
    if isinstance(node, ir.ZoneRef) and re.search(r" cards(?: of |$)", noun.text):
        return noun.text
    return f"cards in {noun}"


def one_of(speech: Phrasing, name: str, inner: ir.Expr) -> Noun:
    """Return one member: `the top card of the deck`."""
    match inner:
        case ir.Op(name="melding"):
            return Noun(f"one of {speech.noun(inner)}")
        case ir.Best(highest=highest, collection=collection) if (
            inner.type in CARDS and isinstance(inner.key, ir.Op) and inner.key.name in ("rank", "in_order")
        ):
            equal = " (of equal cards the last)" if name == "last" else ""
            return Noun(f"the {superlative(highest)} of {speech.noun(collection)}{equal}")
        case ir.Filter(collection=collection, name=local, condition=condition) if inner.type in CARDS:
            kind = speech.kind(condition, local)
            where = inside(speech.cards_in(collection))
            if kind is not None:
                faces = speech.book.program.pack.text
                only = kind.one == kind.several and len(set(faces)) == len(faces)
                which = "" if only or inner.type != ty.PILE else f"{name} "  # in order
                return Noun(f"the {which}{kind.one} {where}")
            return Noun(f"the {name} card {where} {speech.relative(condition, local, one=True)}")
        case ir.Filter(collection=collection, name=local, condition=condition) if (
            inner.type == ty.PLAYERS and name == "first"
        ):
            return player_from(speech, collection, local, condition)
        case _:
            pass
    noun = speech.noun(inner)
    if inner.type == ty.PLAYERS:
        if isinstance(inner, ir.Op) and inner.name == "everybody":
            return Noun(f"the {name} player", person=True)
        if isinstance(inner, ir.Op) and inner.name == "opponents" and name == "first":
            return Noun(f"an opponent of {speech.noun(inner.arguments[0])}", person=True)
        if isinstance(inner, ir.Best) and name == "first":
            return Noun(re.sub(r"^the players\b", "the player", noun.text), person=True)
        return Noun(f"the {name} of {noun}", person=True)
    if inner.type in CARDS and isinstance(inner, ir.Local) and name == "first":
        return noun
    ordered = name in ("top", "bottom")
    if ordered and isinstance(inner, ir.ZoneRef) and noun.text.endswith(" card"):
        return noun  # the only card that lies there
    return Noun(f"the {name} card of {noun}" if ordered else f"the {name} of {noun}")


def several_of(speech: Phrasing, name: str, many: ir.Expr, inner: ir.Expr) -> Noun:
    """Return several members: `the top three cards of the deck`."""
    word = {"top_n": "top", "bottom_n": "bottom", "first_n": "first", "last_n": "last"}[name]
    noun = speech.noun(inner)
    if isinstance(many, ir.Const):
        thing = "player" if inner.type == ty.PLAYERS else "card"
        value = cast(int, many.value)
        if value == 1:
            return Noun(f"the {word} {thing} of {noun}")
        return Noun(f"the {word} {english.number(value)} {thing}s of {noun}", True)
    thing = "players" if inner.type == ty.PLAYERS else "cards"
    return Noun(f"as many of the {word} {thing} of {noun} as {speech.noun(many)}", True)


def otherwise(speech: Phrasing, left: ir.Expr, right: ir.Expr) -> Noun:
    """Return cards, or others if there are none."""
    first = speech.noun(left)
    if isinstance(left, ir.Filter) and right == left.collection:
        return Noun(f"{first}, or any card if there are none", True)
    return Noun(f"{first} or, if there are none, {speech.noun(right)}", True)


def sets(speech: Phrasing, name: str, given: tuple[ir.Expr, ...]) -> Noun:
    """Return sets of cards."""
    *bounds, cards = given
    where = speech.noun(cards)
    least = speech.noun(bounds[0])
    match name:
        case "sets_between":
            text = f"the sets of {least} to {speech.noun(bounds[1])} cards of {where}"
        case "sets_from":
            text = f"the sets of {least} or more cards of {where}"
        case _:
            text = f"the sets of {least} cards of {where}"
    return Noun(text, True)
