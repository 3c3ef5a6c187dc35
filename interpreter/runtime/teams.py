"""The sides of players, for generated code and for everything that reads a position.

Sides are a tuple with an entry for each seat: the first seat of its side. Zones, variables and
scores of a side are kept at that seat. -1 is nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, cast

from ..source import halves
from ..syntax.types import PLAYER, Type

if TYPE_CHECKING:
    from ..program.program import Program
    from .position import Position

Player = Annotated[int, PLAYER]
"""A seat; -1 is nobody."""

SEATS = Type("seats")
"""The type of a set of players."""

Seats = Annotated[int, SEATS]
"""Some seats as bits: seat `p` has the value `1 << p`."""

Sides = tuple[Player, ...]
"""For each seat the first one of its side."""

_KEPT = 1024  # values of each function that are remembered


def side(player: Player, sides: Sides) -> Player:
    """Return the first player of a player's side; for nobody nobody."""
    return sides[player] if player >= 0 else -1


@lru_cache(maxsize=_KEPT)
def team(player: Player, sides: Sides) -> tuple[Player, ...]:
    """Return the players of a player's side; none for nobody."""
    mine = side(player, sides)
    return tuple(seat for seat, own in enumerate(sides) if own == mine)


@lru_cache(maxsize=_KEPT)
def partners(player: Player, sides: Sides) -> tuple[Player, ...]:
    """Return the other players of a player's side."""
    return tuple(seat for seat in team(player, sides) if seat != player)


@lru_cache(maxsize=_KEPT)
def opponents(player: Player, sides: Sides) -> tuple[Player, ...]:
    """Return the players of the other sides; none for nobody."""
    mine = side(player, sides)
    return tuple(seat for seat, own in enumerate(sides) if own != mine and mine >= 0)


def other_of_two(player: Player, sides: Sides) -> Player:
    """Return the other player of a side of two; nobody if the side has more or fewer players."""
    others = partners(player, sides)
    return others[0] if len(others) == 1 else -1


@lru_cache(maxsize=_KEPT)
def leaders(sides: Sides) -> tuple[Player, ...]:
    """Return the first player of each side."""
    return tuple(dict.fromkeys(sides))


def sides_of(players: Sequence[Player], sides: Sides) -> list[Player]:
    """Return the first player of each side that some players belong to."""
    return list(dict.fromkeys([sides[player] for player in players]))


def with_teams(players: Sequence[Player], sides: Sides) -> list[Player]:
    """Return some players and all others on their sides."""
    named = [sides[player] for player in players]
    return [seat for seat, own in enumerate(sides) if own in named]


def made(count: int, rest: bool, *groups: Sequence[Player]) -> Sides:
    """Return the sides that groups of players make.

    Args:
        count: the number of players.
        rest: whether all players in no group are a side; otherwise each of them is one.
        groups: the players of each side; a player in two groups belongs to the first.
    """
    keys: list[int] = []  # what players of a side have in common
    sides: list[Player] = []
    for seat in range(count):
        key = -1 if rest else -2 - seat
        for index in range(len(groups) - 1, -1, -1):
            if seat in groups[index]:
                key = index
        keys.append(key)
        sides.append(keys.index(key))
    return tuple(sides)


def sides_in(program: Program, position: Position) -> Sides:
    """Return the sides in a position; without teams each player is a side."""
    if program.teams is None:
        return tuple(range(program.players))
    return cast("Any", position).v_teams if program.teams.scope else program.teams.sides


def points(program: Program, position: Position) -> list[int | float]:
    """Return the score of each seat, as people count it: 30.5 for 30½."""
    known = scores(program, position)
    return [halves.number(score) for score in known] if program.half_points else [*known]


def scores(program: Program, position: Position) -> list[int]:
    """Return the score of each seat as it is stored; players of a side that shares its score have the same."""
    kept: list[int] = cast("Any", position).v_score
    if not program.shares_scores:
        return list(kept)
    return [kept[seat] for seat in sides_in(program, position)]


NAMES: dict[str, object] = {
    "_side": side,
    "_team": team,
    "_partners": partners,
    "_opponents": opponents,
    "_other_of_two": other_of_two,
    "_leaders": leaders,
    "_sides_of": sides_of,
    "_with_teams": with_teams,
    "_sides": made,
}
"""The functions by the names that the templates of operations have for them."""
