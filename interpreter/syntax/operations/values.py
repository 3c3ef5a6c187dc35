"""Values that are written as they are, players, and the course of the game."""

from __future__ import annotations

from ..types import NUMBER, PLAYER, PLAYERS, UNKNOWN, list_of
from .declaration import Need, Operation, Word

VALUES: tuple[Word, ...] = (
    Word(shown="4|-1", help="numbers; where a rank is expected, the rank of that name"),
    Word(shown="true|false", help="truth values", taken="true false"),
    Word(shown="A|T|10|J|joker", help="ranks", taken="joker"),
    Word(shown="hearts", help="suits"),
    Word(shown="red|black", help="colours"),
    Word(shown="5S|10H|QS", help="cards"),
    Word(
        shown="none|nobody",
        help="a missing card, rank, suit, colour or player",
        taken="nobody none",
    ),
    Word(shown="actor", help="the acting player", taken="actor"),
    Operation(
        name="opponent",
        form="opponent",
        result=PLAYER,
        code="1 - a",
        departures="_beside(s.away, a, 1, N)",
        needs=(Need.TWO_PLAYERS, Need.ACTOR),
        shown="opponent",
        help="the other player; only if exactly two play, or if only two can remain after `leaves`",
    ),
    Operation(
        name="dealer",
        form="dealer",
        result=PLAYER,
        code="s.dealer",
        shown="dealer",
        help="the dealer; the player on the dealer's left",
    ),
    Operation(
        name="eldest", form="eldest", result=PLAYER, means=("left", "dealer"), shown="eldest"
    ),
    Operation(
        name="left",
        form="left of {player}",
        result=PLAYER,
        code="(a + 1) % N",
        departures="_beside(s.away, a, 1, N)",
        absent="_beside(0, a, 1, N)",
        shown="left of p",
        help="the nearest neighbours who have not left; turns go to the left",
    ),
    Operation(
        name="right",
        form="right of {player}",
        result=PLAYER,
        code="(a + -1) % N",
        departures="_beside(s.away, a, -1, N)",
        absent="_beside(0, a, -1, N)",
        shown="right of p",
    ),
    Operation(
        name="player_after",
        form="player after {player}",
        result=PLAYER,
        code="_beside(s.away, a, s.direction, N)",
        departures="_beside(s.away, a, s.direction, N)",
        shown="player after p",
        help="the next player in the direction of play, or the one before; `reverse` changes the "
        "direction",
    ),
    Operation(
        name="player_before",
        form="player before {player}",
        result=PLAYER,
        code="_beside(s.away, a, -s.direction, N)",
        departures="_beside(s.away, a, -s.direction, N)",
        shown="player before p",
    ),
    Operation(
        name="partner",
        form="partner of {player}",
        result=PLAYER,
        code="(a + N // 2) % N",
        absent="_beside(0, a, N // 2, N)",
        needs=(Need.EVEN_PLAYERS,),
        shown="partner of p",
        help="the player who sits opposite; only with an even number of players",
    ),
    Operation(
        name="players",
        form="players",
        rule="players",
        result=PLAYERS,
        departures="_present(s.away, N)",
        shown="players",
        help="all players who have not left, in order from seat 0 or from `p`",
    ),
    Operation(
        name="players_from",
        form="players from {player}",
        rule="players",
        result=PLAYERS,
        code="SEATS_FROM[a]",
        departures="[p for p in SEATS_FROM[a] if not s.away >> p & 1]",
        shown="players from p",
    ),
    Operation(
        name="everybody",
        form="everybody",
        result=PLAYERS,
        shown="everybody",
        help="all players, in order from seat 0, including those who have left",
    ),
    Word(
        shown="player from p where …",
        help="the first of `players from p where …`; without `where`, `p`, or the next player if "
        "`p` has left",
    ),
    Operation(
        name="deal_number",
        form="deal_number",
        result=NUMBER,
        code="s.deal",
        shown="deal_number",
        help="the number of this deal in the match, from 1; the number of decisions in this deal "
        "so far, including the present one in an action's `do` and effects",
    ),
    Operation(
        name="turn_number", form="turn_number", result=NUMBER, code="s.turns", shown="turn_number"
    ),
    Operation(
        name="list",
        result=lambda types: list_of(types[0]) if types else UNKNOWN,
        shown="[2, 9]|[5S, 6S]|[hearts, spades]",
        help="lists",
    ),
    Word(taken="it drawn score"),
    Operation(name="to_players", result=PLAYERS, code="_as_players(a)"),
    Operation(name="looked", result=lambda types: types[0]),
)
