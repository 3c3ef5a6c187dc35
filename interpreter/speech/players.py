"""Nouns for players: `your opponent`, `the player on the dealer's left`."""

from __future__ import annotations

from ..program import ir
from ..program.tree_walk import walk
from . import english
from .english import YOU, Noun, listed
from .phrasing import Phrasing
from .simplify import alternatives, combined


def all_others(speech: Phrasing, node: ir.Filter) -> Noun | None:
    """Return players of whom a condition says that they are not the acting one."""
    found = without_actor(speech, node)
    if found is None:
        return None
    if not found:
        return Noun("all other players", True, person=True)
    relative = speech.relative(combined(found, True), node.name, person=True)
    return Noun(f"the other players {relative}", True, person=True)


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


def members(speech: Phrasing, node: ir.Expr, what: str, every: str) -> str:
    """Return the noun for the players or sides among which some are chosen."""
    match node:
        case ir.Op(name="players" | "everybody"):
            return f"the {what}"
        case ir.Op(name="players_from", arguments=(start,)):
            return f"the {what} (beginning with {speech.noun(start)})"
        case ir.Op(name="minus_players", arguments=(whole, less)):
            return f"{members(speech, whole, what, every)}, except {speech.noun(less)},"
        case _:
            return speech.noun(node).text


def player_from(speech: Phrasing, players: ir.Expr, local: str, condition: ir.Expr) -> Noun:
    """Return the first player from somebody on for whom a condition holds."""
    relative = speech.relative(condition, local, person=True, one=True)
    if isinstance(players, ir.Op) and players.name == "players_from":
        start = players.arguments[0]
        return Noun(f"the first player, from {speech.noun(start)} on, {relative}", person=True)
    if isinstance(players, ir.Op) and players.name == "players_in_order":
        start, order = map(speech.noun, players.arguments)
        return Noun(f"the first of {order}, from {start} on, {relative}", person=True)
    return Noun(f"the player {relative}", person=True)


def player(speech: Phrasing, node: ir.Op) -> Noun:
    """Return the noun for a player or players that an operation names."""
    name, given = node.name, node.arguments
    if name == "dealer":
        return Noun("the dealer", person=True)
    if name == "next_dealer":
        return Noun(f"the player on the dealer's {speech.book.program.side('left')}", person=True)
    if name in ("players", "everybody"):
        left = name == "players" and speech.book.program.departures
        return Noun(f"all players{' who are left' if left else ''}", True, person=True)
    if name == "teams":
        return Noun("all sides", True, person=True)
    if name == "players_of":
        return Noun(listed([speech.noun(each).text for each in given]), True, person=True)
    if name in ("side_now", "sides_of", "with_teams"):
        return speech.noun(given[0])
    if name == "side" and not _pairs(given[1]):  # the first player of a side stands for all
        return speech.noun(given[0])
    who = speech.noun(given[0])
    match name:
        case "opponent" | "other_of_two":
            if who == YOU:
                return Noun("your opponent", person=True)
            return Noun(who.of("opponent"), person=True)
        case "left" | "right":
            places, rest = 1, given[0]
            side = speech.book.program.side(name)
            while isinstance(rest, ir.Op) and rest.name == name:
                places, rest = places + 1, rest.arguments[0]
            if places > 1:
                whose = speech.noun(rest).possessive
                where = f"the {english.ordinal(places)} player on {whose} {side}"
                return Noun(where, person=True)
            if not who.whose and " " in who.text.removeprefix("the "):
                return Noun(f"the player on the {side} of {who}", person=True)
            return Noun(f"the player on {who.possessive} {side}", person=True)
        case "player_after":
            return Noun("the next player" if who == YOU else f"the player after {who}", person=True)
        case "player_before":
            return Noun("the player before you" if who == YOU else f"the player before {who}", person=True)
        case "partner" if speech.book.program.teams is None:
            where = "opposite" if who == YOU else f"opposite {who}"
            return Noun(f"the player {where}", person=True)
        case "partner" | "side":
            if who == YOU:
                return Noun("your partner", person=True)
            return Noun(who.of("partner"), person=True)
        case "team":
            return Noun(who.of("side"), person=True)
        case "partners" | "opponents":
            return Noun(who.of(name), True, person=True)
        case "players_from":
            return Noun(f"all players, beginning with {who}", True, person=True)
        case "players_in_order":
            order = speech.noun(given[1])
            return Noun(f"{order}, in that order, beginning with {who}", True, person=True)
        case "owner":
            return _owner(speech, given[0])
        case "minus_players":
            others = speech.noun(given[1])
            if isinstance(given[0], ir.Op) and given[0].name in ("players", "everybody"):
                word = "all other players" if others == YOU else f"all players but {others}"
                return Noun(word, True, person=True)
            if isinstance(given[0], ir.Op) and given[0].name == "players_from":
                rest = "all other players" if others == YOU else f"all players but {others}"
                return Noun(f"{rest}, in turn", True, person=True)
            return Noun(f"{who} except {others}", True, person=True)
        case _:
            return Noun(f"{who} and {speech.noun(given[1])}", True, person=True)


def _pairs(table: ir.Expr) -> bool:
    """Return whether a table names the partner of each player, and not the first of each side."""
    return (
        isinstance(table, ir.Const)
        and isinstance(table.value, tuple)
        and all(found != seat for seat, found in enumerate(table.value[:-1]))
    )


def _owner(speech: Phrasing, card: ir.Expr) -> Noun:
    tricks = speech.book.rules.tricks
    if tricks is not None:
        zones = {each.zone for each in walk(card) if isinstance(each, ir.AllSeats)}
        uses = {each.definition for each in walk(card) if isinstance(each, ir.Use)}
        if tricks.played.text in zones or uses & {"trick", "best"}:
            return Noun(f"the player who has played {speech.noun(card)}", person=True)
    return Noun(f"the player who has {speech.noun(card)}", person=True)
