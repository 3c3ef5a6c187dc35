"""Nouns for players: `your opponent`, `the player on the dealer's left`."""

from __future__ import annotations

from dataclasses import replace

from ..program import ir
from ..program.tree_walk import walk
from . import english
from .grammar import (
    WHO,
    WHO_ONE,
    YOU,
    Clause,
    Joint,
    Listed,
    NounPhrase,
    Part,
    Relative,
    said,
    the,
)
from .grammar import walk as inside
from .phrasing import Phrasing
from .simplify import alternatives, combined


def all_others(speech: Phrasing, node: ir.Filter) -> NounPhrase | None:
    """Return players of whom a condition says that they are not the acting one."""
    found = without_actor(speech, node)
    if found is None:
        return None
    if not found:
        return _others("")
    relative = speech.relative(combined(found, True), node.name, person=True)
    return the("other players", relative, plural=True, person=True)


def _others(rest: Part) -> NounPhrase:
    return NounPhrase("players", "all other", rest, plural=True, person=True)


def without_actor(speech: Phrasing, node: ir.Filter) -> list[ir.Expr] | None:
    """Return the other conditions, if one says that a player is not the acting one."""
    sides = list(alternatives(node.condition, conjunction=True))
    for side in sides:
        match side:
            case ir.Op(name="ne", arguments=(ir.Local(name=one), ir.Local(name=other))) if {
                one,
                other,
            } == {node.name, "actor"} and speech.names.get("actor") == YOU:
                return [each for each in sides if each is not side]
            case _:
                pass
    return None


def members(speech: Phrasing, node: ir.Expr, what: str) -> NounPhrase:
    """Return the noun for the players or sides among which some are chosen."""
    match node:
        case ir.Op(name="players" | "everybody"):
            return the(what, plural=True, person=True)
        case ir.Op(name="players_from", arguments=(start,)):
            return the(what, "(beginning with ", speech.noun(start), ")", plural=True, person=True)
        case ir.Op(name="minus_players", arguments=(whole, less)):
            most = members(speech, whole, what)
            return replace(most, rest=said(most.rest, ", except ", speech.noun(less), ","))
        case _:
            return speech.noun(node)


def such(noun: NounPhrase, relative: Part, *, plural: bool = True) -> NounPhrase:
    """Return players with a relative clause, which may be a second one."""
    if any(isinstance(each, Relative) for each in inside((noun.owner, noun.rest))):
        match relative:
            case Relative(clause=Joint(conjunction=False)):
                relative = said("and (", relative, ")")
            case _:
                relative = said("and ", relative)
    return replace(noun.followed(relative), plural=plural, person=True)


def player_from(speech: Phrasing, players: ir.Expr, local: str, condition: ir.Expr) -> NounPhrase:
    """Return the first player from somebody on for whom a condition holds."""
    relative = speech.relative(condition, local, person=True, one=True)
    if isinstance(players, ir.Op) and players.name == "players_from":
        return the("first player", ", from ", speech.noun(players.arguments[0]), " on, ", relative, person=True)
    if isinstance(players, ir.Op) and players.name == "players_in_order":
        start, order = map(speech.noun, players.arguments)
        return the("first", "of ", order, ", from ", start, " on, ", relative, person=True)
    if isinstance(players, ir.Op) and players.name in ("players", "everybody"):
        return the("player", relative, person=True)
    return such(the("first", "of ", members(speech, players, "players"), person=True), relative, plural=False)


def player(speech: Phrasing, node: ir.Op) -> NounPhrase:
    """Return the noun for a player or players that an operation names."""
    name, given = node.name, node.arguments
    if name == "dealer":
        return the("dealer", person=True)
    if name == "next_dealer":
        side = speech.book.program.side("left")
        return the("player", "on ", the("dealer", person=True).of(side), person=True)
    if name in ("players", "everybody"):
        left = name == "players" and speech.book.program.departures
        rest = Relative(WHO.verb("is", "left"), WHO) if left else ""
        return NounPhrase("players", "all", rest, plural=True, person=True)
    if name == "teams":
        return NounPhrase("sides", "all", plural=True, person=True)
    if name == "players_of":
        return NounPhrase(Listed(tuple(map(speech.noun, given))), plural=True, person=True)
    if name in ("side_now", "sides_of", "with_teams"):
        return speech.noun(given[0])
    if name == "side" and not _pairs(given[1]):  # the first player of a side stands for all
        return speech.noun(given[0])
    who = speech.noun(given[0])
    match name:
        case "opponent" | "other_of_two":
            return who.of("opponent", person=True)
        case "left" | "right":
            places, rest = 1, given[0]
            side = speech.book.program.side(name)
            while isinstance(rest, ir.Op) and rest.name == name:
                places, rest = places + 1, rest.arguments[0]
            nth = f"{english.ordinal(places)} player" if places > 1 else "player"
            return the(nth, "on ", speech.noun(rest).of(side), person=True)
        case "player_after":
            return the("next player", person=True) if who == YOU else the("player", "after ", who, person=True)
        case "player_before":
            return the("player", "before ", who, person=True)
        case "partner" if speech.book.program.teams is None:
            return the("player", "opposite", *(() if who == YOU else (" ", who)), person=True)
        case "partner" | "side":
            return who.of("partner", person=True)
        case "team":
            return who.of("side", person=True)
        case "partners" | "opponents":
            return who.of(name, plural=True, person=True)
        case "players_from":
            return NounPhrase("players", "all", said(", beginning with ", who), plural=True, person=True)
        case "players_in_order":
            rest = said(", in that order, beginning with ", who)
            return NounPhrase(speech.noun(given[1]), "", rest, plural=True, person=True)
        case "owner":
            return _owner(speech, given[0])
        case "minus_players":
            others = speech.noun(given[1])
            if isinstance(given[0], ir.Op) and given[0].name in ("players", "everybody", "players_from"):
                in_turn = ", in turn" if given[0].name == "players_from" else ""
                if others == YOU:
                    return _others(in_turn)
                return NounPhrase("players", "all", said("but ", others, in_turn), plural=True, person=True)
            return NounPhrase(who, "", said("except ", others), plural=True, person=True)
        case _:
            return NounPhrase(Listed((who, speech.noun(given[1]))), plural=True, person=True)


def _pairs(table: ir.Expr) -> bool:
    """Return whether a table names the partner of each player, and not the first of each side."""
    return (
        isinstance(table, ir.Const)
        and isinstance(table.value, tuple)
        and all(found != seat for seat, found in enumerate(table.value[:-1]))
    )


def _owner(speech: Phrasing, card: ir.Expr) -> NounPhrase:
    tricks = speech.book.rules.tricks
    has: Clause = WHO_ONE.verb("has", speech.noun(card))
    if tricks is not None:
        zones = {each.zone for each in walk(card) if isinstance(each, ir.AllSeats)}
        uses = {each.definition for each in walk(card) if isinstance(each, ir.Use)}
        if tricks.played.text in zones or uses & {"trick", "best"}:
            has = WHO_ONE.verb("has", "played ", speech.noun(card))
    return the("player", Relative(has, WHO_ONE), person=True)
