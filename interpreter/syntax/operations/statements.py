"""The statements as the reference lists them; `grammar.lark` has their rules."""

from __future__ import annotations

from .declaration import Statement

CARDS_MOVE: tuple[Statement, ...] = (
    Statement(
        shown="move trick to pile",
        help="puts cards on a zone, in their order; it takes them from wherever they are",
        leads="move",
    ),
    Statement(
        shown="deal 7 each to hand",
        help="one card at a time to every player, beginning on the dealer's left",
        leads="deal",
    ),
    Statement(shown="deal 1 to pile", help="so many cards to one zone"),
    Statement(shown="deal 2 each from pile to hand", help="from another zone than `stock`"),
    Statement(
        shown="deal 2 each to hand of players where score of it > 0",
        help="only to these players, in the order given",
    ),
    Statement(shown="move trick to bottom of stock", help="puts cards beneath the others"),
    Statement(
        shown="lay trick on table",
        help="makes a new pile in a [zone of piles](#melds-on-the-table)",
        leads="lay",
    ),
    Statement(shown="draw 1", help="the actor draws from `stock` to the own `hand`", leads="draw"),
    Statement(
        shown="opponent draws 2 from pile to reserve of opponent",
        help="another player, another source, another target",
    ),
    Statement(
        shown="draw until rank of drawn <= 5",
        help="one card after the other, up to and with the one for which this holds",
    ),
    Statement(
        shown="refill hand to 4",
        help="draws until the zone has so many cards; it never takes any away",
        leads="refill",
    ),
    Statement(shown="refill hand of p to 6 from pile", help="from another zone than `stock`"),
    Statement(
        shown="shuffle stock",
        help="by chance; afterwards nobody knows where a card lies in it; the zone must keep its "
        "order",
        leads="shuffle",
    ),
    Statement(
        shown="reveal hand|reveal card to opponent",
        help="shows cards to everybody, or to some, where they lie",
        leads="reveal",
    ),
)

REMEMBERED: tuple[Statement, ...] = (
    Statement(shown="leader becomes left of leader", help="gives a variable a new value"),
    Statement(
        shown="add 10 to score of p",
        help="adds to a number; `add -1 to …` takes away",
        leads="add",
    ),
    Statement(
        shown="let led be suit of first of trick",
        help="a name for the rest of the block; it does not change any more",
        leads="let",
    ),
)

COURSE: tuple[Statement, ...] = (
    Statement(
        shown="play again",
        help="the actor's turn goes on with another action of the same step",
        leads="play",
    ),
    Statement(shown="skip 1", help="so many players lose their next turn", leads="skip"),
    Statement(
        shown="reverse",
        help="turns go round the other way, until the end of the deal",
        leads="reverse",
    ),
    Statement(
        shown="go to PHASE|go to STEP", help="leaves the present phase for that one", leads="go"
    ),
    Statement(
        shown="end turn|end phase|end deal|end game",
        help="ends it, and goes on with what comes after",
        leads="end",
    ),
    Statement(
        shown="actor wins|players - actor wins",
        help="the game is over; these win, all others lose; if a condition such as `players with "
        "highest score of it` comes to all of several players, nobody wins",
    ),
    Statement(
        shown="everybody wins|players loses",
        help="the game is over; all win together, or all lose",
    ),
    Statement(shown="opponent loses", help="the game is over; these lose, all others win"),
    Statement(shown="nobody wins", help="the game is over without a winner", leads="nobody"),
    Statement(
        shown="actor leaves",
        help="is out until the next deal begins: has no turn, is dealt no cards, is not among "
        "`players`",
    ),
    Statement(shown="actor leaves the game", help="is out for good"),
    Statement(
        shown="ask opponent to challenge or accept",
        help="that player decides now between these actions",
        leads="ask",
    ),
    Statement(shown="announce EVENT", help="see [events](#what-follows)", leads="announce"),
    Statement(
        shown="skip to EFFECT|stop",
        help="see [the order of effects](#what-follows); only in effects, `stop` also in actions",
        leads="stop",
    ),
    Statement(shown="swap_hands(actor, opponent)", help="does what a definition says"),
)

CASES: tuple[Statement, ...] = (
    Statement(
        shown="if …: … else if …: … else: …",
        help="the first whose condition holds, at most one of them",
        leads="if",
    ),
    Statement(
        shown="for each p in players from eldest: …",
        help="once for every member, in order",
        leads="for",
    ),
    Statement(shown="for each n in 1 to 3: …", help="once for every number"),
    Statement(shown="repeat 3 times: …", help="so often", leads="repeat"),
    Statement(shown="repeat until stock is empty: …", help="looks first; may be done not at all"),
)
