"""Functions on players and the order of turns, which generated code calls; see `primitives.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import NobodyError, SeatingError
from .effects import effects
from .effort import place_in_rules
from .teams import Player, Seats

if TYPE_CHECKING:
    from .position import Position


@effects(pure=True)
def as_players(player: Player) -> tuple[Player, ...]:
    """Return a tuple with one player, or the empty tuple for nobody."""
    return (player,) if player >= 0 else ()


def present(count: int, away: Seats) -> tuple[Player, ...]:
    """Return the seats that are not in the set `away`."""
    return tuple(seat for seat in range(count) if not away >> seat & 1)


def present_from(count: int, away: Seats) -> tuple[tuple[Player, ...], ...]:
    """Return for each seat those from it on that are not in the set `away`."""
    present_seats = present(count, away)
    return tuple(tuple(sorted(present_seats, key=lambda other: (other - seat) % count)) for seat in range(count))


def beside(away: Seats, seat: Player, step: int, count: int) -> Player:
    """Return the next seat in a direction that is not in the set `away`, or -1.

    Args:
        away: the set of seats to skip.
        seat: the seat to start from.
        step: 1 or -1.
        count: the number of seats.
    """
    if seat < 0:
        return -1
    for _ in range(count):
        seat = (seat + step) % count
        if not away >> seat & 1:
            return seat
    return -1


def neighbours(count: int, step: int, away: Seats) -> tuple[Player, ...]:
    """Return for each seat, and last for nobody, the next one that is not in the set `away`."""
    return (*(beside(away, seat, step, count) for seat in range(count)), -1)


def seating(numbers: Sequence[int], tables: int, place: str) -> tuple[int, ...]:
    """Return the table of each seat, from 0.

    Args:
        numbers: the table of each seat as the rule numbers them, from 1.
        tables: the number of tables.
        place: the place of the rule, for errors.

    Raises:
        SeatingError: a table does not exist, or a table has no player.
    """
    for seat, number in enumerate(numbers):
        if not 1 <= number <= tables:
            raise SeatingError(
                f"{place}: player {seat} is sent to table {number}; tables are counted from 1 to {tables}"
            )
    for number in range(1, tables + 1):
        if number not in numbers:
            raise SeatingError(f"{place}: nobody is sent to table {number}")
    return tuple(number - 1 for number in numbers)


def seated(position: Position) -> tuple[Player, ...]:
    """Return the seats at the table in place."""
    return tuple(seat for seat, table in enumerate(position.seated) if table == position.table)


def elsewhere(position: Position) -> Seats:
    """Return the set of seats that are at other tables or out of the game."""
    return position.gone | sum(1 << seat for seat, table in enumerate(position.seated) if table != position.table)


def outcome(players: Sequence[Player], count: int, wins: bool, together: bool) -> tuple[int, ...]:
    """Return the result of a game that some players win or lose: 1, 0 or -1 for each seat.

    Args:
        players: the players; without players the game is a draw.
        count: the number of seats.
        wins: whether they win; otherwise they lose.
        together: whether all seats may win together; otherwise that is a draw, unless there is
            one seat only.
    """
    if not players or (len(dict.fromkeys(players)) == count and count > 1 and not together):
        return (0,) * count
    mark = 1 if wins else -1
    return tuple(mark if seat in players else -mark for seat in range(count))


def ranked(scores: Sequence[int], best: int) -> tuple[int, ...]:
    """Return the result in which the seats with the best score win; a draw if all have it."""
    if scores.count(best) == len(scores):
        return (0,) * len(scores)
    return tuple([1 if score == best else -1 for score in scores])


@effects(stops=True)
def in_order_from(seat: Player, order: Sequence[Player], away: Seats = 0) -> tuple[Player, ...]:
    """Return the players of a list in its order, beginning with one of them.

    Args:
        seat: the first player; if it is not on the list, the list begins as it is.
        order: the list.
        away: the players who have left, who are passed over.
    """
    if seat < 0:
        raise NobodyError(f"{place_in_rules()}this asks for the players from nobody on")
    at = order.index(seat) if seat in order else 0
    return tuple(each for each in (*order[at:], *order[:at]) if not away >> each & 1)


def turn_in_order(order: Sequence[Player], seat: Player, step: int, players: Sequence[Player]) -> Player:
    """Return the first of a list of players, from one of them on, who is among others, or -1.

    Args:
        order: the list.
        seat: the player to start from, who is tried first.
        step: 1 or -1, the direction in the list.
        players: those of whom one is wanted.
    """
    if seat < 0 or not order:
        return -1
    place = order.index(seat) if seat in order else 0
    for _ in order:
        if order[place] in players:
            return order[place]
        place = (place + step) % len(order)
    return -1


def turn_after(order: Sequence[Player], seat: Player, step: int, times: int, away: Seats = 0) -> Player:
    """Return the player so many turns after another in a list, or -1.

    Args:
        order: the list.
        seat: the player to start from; if it is not on the list, the first player follows.
        step: 1 or -1, the direction in the list.
        times: the number of turns.
        away: the players who have left, who are passed over.
    """
    present_players = [each for each in order if not away >> each & 1]
    if seat < 0 or not present_players:
        return -1
    if seat in order and away >> seat & 1:
        seat = turn_in_order(order, seat, step, present_players)
        times -= 1
    at = present_players.index(seat) if seat in present_players else -step
    return present_players[(at + step * times) % len(present_players)]


def turn_meets(player: Player, order: Sequence[Player], seat: Player, step: int, times: int, away: Seats) -> bool:
    """Return whether the turn comes to a player, or passes over the player, on its way to another.

    Args:
        player: the player to be met; -1 is met nowhere.
        order: all players in their order.
        seat: the player from whom the turn passes; if it is not in the order, the first follows.
        step: 1 or -1, the direction in the order.
        times: the number of turns.
        away: the players who have left, whom the turn passes over.
    """
    if player < 0 or player not in order:
        return False
    place = order.index(seat) if seat in order else -step
    while times > 0:
        place = (place + step) % len(order)
        if order[place] == player:
            return True
        if not away >> order[place] & 1:
            times -= 1
    return False


def turn_passes(player: Player, order: Sequence[Player], seat: Player, step: int, players: Sequence[Player]) -> bool:
    """Return whether the turn passes a player before it comes to one of those who have turns, or comes to that player.

    Args:
        player: the player to be met; -1 is met nowhere.
        order: all players in their order.
        seat: the player with whom the turn is; if that is one of those who have turns, it passes nobody.
        step: 1 or -1, the direction in the order.
        players: those who have turns.
    """
    if player < 0 or player not in order:
        return False
    place = order.index(seat) if seat in order else 0
    while order[place] not in players:
        place = (place + step) % len(order)
        if order[place] == player:
            return True
    return False


def from_among(players: Sequence[Player], seat: Player, step: int, count: int) -> Player:
    """Return the first seat that is among some players, or -1.

    Args:
        players: the players.
        seat: the seat to start from, which is tried first.
        step: 1 or -1.
        count: the number of seats.
    """
    if seat < 0:
        return -1
    for _ in range(count):
        if seat in players:
            return seat
        seat = (seat + step) % count
    return -1


@effects(stops=True)
def seat_of(player: Player, place: str) -> Player:
    """Return a player, who must not be nobody, because nobody has neither cards nor a score.

    Raises:
        NobodyError: the player is nobody (-1).
    """
    if player < 0:
        raise NobodyError(f"{place}: this asks for what belongs to nobody")
    return player


@effects(stops=True)
def starting(player: Player, place: str) -> Player:
    """Return a player from whom others are counted, who must not be nobody.

    Raises:
        NobodyError: the player is nobody (-1).
    """
    if player < 0:
        raise NobodyError(f"{place}: this asks for the players from nobody on")
    return player


REFUSING = seat_of, starting
"""What generated code calls for a player who may be nobody, with the place of the rule."""
