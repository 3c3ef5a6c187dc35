"""Values that are written as they are, players, and the course of the game."""

from __future__ import annotations

from ..types import NUMBER, PLAYER, PLAYERS, UNKNOWN, list_of
from .declaration import Need, Operation, Word

VALUES: tuple[Word, ...] = (
    Word(shown="4|-1", help="a number; where a rank is expected, the rank of that name"),
    Word(shown="true|false", help="truth values", taken="true false"),
    Word(shown="A|T|10|J|joker", help="ranks", taken="joker"),
    Word(shown="hearts", help="a suit"),
    Word(shown="red|black", help="colours"),
    Word(shown="5S|10H|QS", help="cards"),
    Word(
        shown="none|nobody",
        help="no card, rank, suit, colour or player",
        taken="nobody none",
    ),
    Word(shown="actor", help="who is acting", taken="actor"),
    Operation(
        name="opponent",
        form="opponent",
        result=PLAYER,
        code="1 - a",
        departures="_beside(s.away, a, 1, N)",
        needs=(Need.TWO_PLAYERS, Need.ACTOR),
        shown="opponent",
        help="the other one; only where exactly two play, or can be left by `leaves`",
    ),
    Operation(
        name="dealer",
        form="dealer",
        result=PLAYER,
        code="s.dealer",
        shown="dealer",
        help="who deals; the player on the dealer's left",
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
        help="the nearest neighbours who are still in; play goes to the left",
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
        help="who follows in the direction of play, or precedes; `reverse` turns it round",
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
        help="who sits opposite; only with an even number of players",
    ),
    Operation(
        name="players",
        form="players",
        rule="players",
        result=PLAYERS,
        departures="_present(s.away, N)",
        shown="players",
        help="all players who are still in, from seat 0 or beginning with `p`",
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
        help="all players, from seat 0, also those who have left",
    ),
    Word(
        shown="player from p where …",
        help="the first of `players from p where …`; without `where`, `p` or the next who is still "
        "in",
    ),
    Operation(
        name="deal_number",
        form="deal_number",
        result=NUMBER,
        code="s.deal",
        shown="deal_number",
        help="which deal of the match this is, from 1; how many decisions were made in this deal, "
        "in an action's `do` and effects with the present one",
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
