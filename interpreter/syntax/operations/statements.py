"""The statements, as the reference lists them; `grammar.lark` has their grammar rules."""

from __future__ import annotations

from .declaration import Statement

CARDS_MOVE: tuple[Statement, ...] = (
    Statement(
        shown="move trick to pile",
        help="moves cards, in their order, from wherever they lie to the top of a zone",
        leads="move",
    ),
    Statement(
        shown="deal 7 each to hand",
        help="deals one card at a time to every player, beginning on the dealer's left",
        leads="deal",
    ),
    Statement(shown="deal 1 to pile", help="deals that many cards to one zone"),
    Statement(shown="deal 2 each from pile to hand", help="from another zone than `stock`"),
    Statement(
        shown="deal 2 each to hand of players where score of it > 0",
        help="deals only to these players, in the given order",
    ),
    Statement(shown="move trick to bottom of stock", help="moves cards to the bottom of a zone"),
    Statement(
        shown="lay trick on table",
        help="makes a new pile in a [zone of piles](#melds-on-the-table)",
        leads="lay",
    ),
    Statement(shown="draw 1", help="the actor draws from `stock` to `hand`", leads="draw"),
    Statement(
        shown="opponent draws 2 from pile to reserve of opponent",
        help="names another player, another source, another target",
    ),
    Statement(
        shown="draw until rank of drawn <= 5",
        help="draws one card after the other, up to and including the first for which the condition holds",
    ),
    Statement(
        shown="refill hand to 4",
        help="draws until the zone has that many cards; it never removes cards",
        leads="refill",
    ),
    Statement(shown="refill hand of p to 6 from pile", help="from another zone than `stock`"),
    Statement(
        shown="shuffle stock",
        help="puts an ordered zone in random order; afterwards nobody knows where a card lies in it",
        leads="shuffle",
    ),
    Statement(
        shown="reveal hand|reveal card to opponent",
        help="shows cards to everybody, or to some players; the cards do not move",
        leads="reveal",
    ),
    Statement(
        shown="tell p which are (hand of p) where suit is hearts",
        help="tells players which of some cards fulfil a condition, and so which do not; their "
        "faces stay hidden. Screens draw what a player knows, such as `3?` or `?H`; where a zone "
        "keeps no order, they note how many cards there are of it",
        leads="tell",
    ),
)

REMEMBERED: tuple[Statement, ...] = (
    Statement(shown="leader becomes left of leader", help="gives a variable a new value"),
    Statement(
        shown="add 10 to score of p",
        help="adds to a number variable; `add -1 to …` subtracts",
        leads="add",
    ),
    Statement(
        shown="let led be suit of first of trick",
        help="names a value for the rest of the block; the value does not change",
        leads="let",
    ),
)

COURSE: tuple[Statement, ...] = (
    Statement(
        shown="play again",
        help="the actor's turn continues with another action of the same step",
        leads="play",
    ),
    Statement(shown="skip 1", help="passes over that many players", leads="skip"),
    Statement(
        shown="reverse",
        help="reverses the direction of turns, until the end of the deal",
        leads="reverse",
    ),
    Statement(
        shown="go to PHASE|go to STEP",
        help="leaves the present phase and enters that phase or step",
        leads="go",
    ),
    Statement(
        shown="end turn|end phase|end deal|end game",
        help="ends the turn, phase, deal or game, and continues with what follows",
        leads="end",
    ),
    Statement(
        shown="actor wins|players - actor wins",
        help="ends the game: these players win, all others lose; if a condition such as `players "
        "with highest score of it` selects every player, nobody wins",
    ),
    Statement(
        shown="everybody wins|players loses",
        help="ends the game: all players win together, or all lose",
    ),
    Statement(shown="opponent loses", help="ends the game: these players lose, all others win"),
    Statement(shown="nobody wins", help="ends the game without a winner", leads="nobody"),
    Statement(
        shown="declarer against the rest|a + b against c + d",
        help="makes sides that last as long as [teams](#teams) says; who is in no group is alone",
    ),
    Statement(
        shown="actor leaves",
        help="takes a player out until the next deal begins: no turns, no cards dealt, not in `players`",
    ),
    Statement(shown="actor leaves the game", help="takes a player out for the rest of the match"),
    Statement(
        shown="ask opponent to challenge or accept",
        help="makes that player choose one of these actions now; see [asking a player](#asking-a-player)",
        leads="ask",
    ),
    Statement(
        shown="announce EVENT",
        help="triggers the effects of an event; see [effects](#effects)",
        leads="announce",
    ),
    Statement(
        shown="skip to EFFECT|stop",
        help="skips effects; see [effects](#effects); only in effects, `stop` also in actions",
        leads="stop",
    ),
    Statement(
        shown="swap_hands(actor, opponent)",
        help="runs a procedure; see [definitions](#definitions)",
    ),
)

CASES: tuple[Statement, ...] = (
    Statement(
        shown="if …: … else if …: … else: …",
        help="runs the first block whose condition holds, at most one",
        leads="if",
    ),
    Statement(
        shown="for each p in players from eldest: …",
        help="runs once for every member, in order",
        leads="for",
    ),
    Statement(shown="for each n in 1 to 3: …", help="runs once for every number"),
    Statement(shown="repeat 3 times: …", help="runs that many times", leads="repeat"),
    Statement(
        shown="repeat until stock is empty: …",
        help="tests the condition before each round; runs until it holds, possibly not at all",
    ),
)
