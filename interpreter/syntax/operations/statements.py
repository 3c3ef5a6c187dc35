"""The statements, as the reference lists them, with their forms."""

from __future__ import annotations

from .. import nodes as n
from .declaration import Statement

CARDS_MOVE: tuple[Statement, ...] = (
    Statement(
        node=n.Move,
        form="move {cards} to {target}",
        shown="move trick to pile",
        help="moves cards, in their order, from wherever they lie to the top of a zone",
    ),
    Statement(
        node=n.Deal,
        form="deal {count} each [from {source}] to {target}",
        given={"each": True},
        shown="deal 7 each to hand",
        help="deals one card at a time to every player, beginning with `eldest`",
    ),
    Statement(
        node=n.Deal,
        form="deal {count} [from {source}] to {target}",
        given={"each": False},
        shown="deal 1 to pile",
        help="deals that many cards to one zone",
    ),
    Statement(shown="deal 2 each from pile to hand", help="deals from another zone than `stock`"),
    Statement(
        shown="deal 2 each to hand of players where score of it > 0",
        help="deals only to these players, in the given order",
    ),
    Statement(shown="move trick to bottom of stock", help="moves cards to the bottom of a zone"),
    Statement(
        node=n.Lay,
        form="lay {cards} on {zone}",
        shown="lay trick on table",
        help="makes a new pile in a [zone of piles](melds.md#melds-on-the-table)",
    ),
    Statement(
        node=n.Draw,
        form="draw {count} [from {source}] [to {target}]",
        shown="draw 1",
        help="the actor draws from `stock` to `hand`",
    ),
    Statement(
        node=n.Draw,
        form="{player} draws {count} [from {source}] [to {target}]",
        shown="opponent draws 2 from pile to reserve of opponent",
        help="lets another player draw; also from another zone, or to another zone",
    ),
    Statement(
        node=n.Draw,
        form="draw until {until} [from {source}] [to {target}]",
        shown="draw until rank of drawn <= 5",
        help="draws one card after the other, up to and including the first for which the condition holds",
    ),
    Statement(
        node=n.Draw,
        form="{player} draws until {until} [from {source}] [to {target}]",
    ),
    Statement(
        node=n.Refill,
        form="refill {zone} to {count} [from {source}]",
        shown="refill hand to 4",
        help="draws until the zone has that many cards; it never removes cards",
    ),
    Statement(shown="refill hand of p to 6 from pile", help="draws from another zone than `stock`"),
    Statement(
        node=n.Exchange,
        form="exchange {cards} for {others}",
        said="exchange {cards} for {others}",
        shown="exchange hand of p for hand of q|exchange top 2 of pile for reserve",
        help="the cards of each place go to the other place",
    ),
    Statement(
        node=n.Shuffle,
        form="shuffle {zone}",
        given={"again": False},
        said="shuffle {zone}",
        shown="shuffle stock",
        help="puts an ordered zone in random order; afterwards nobody knows where a card lies in it",
    ),
    Statement(
        node=n.Shuffle,
        form="arrange {zone} as in the last deal",
        given={"again": True},
        said="put the cards in the order that they had in the last deal",
        shown="arrange stock as in the last deal",
        help="deals the same cards again; see [the same deal again](course.md#the-same-deal-again)",
    ),
    Statement(
        node=n.Reveal,
        form="reveal {cards} [to {audience}]",
        shown="reveal hand|reveal card to opponent",
        help="shows cards to everybody, or to some players; the cards do not move",
    ),
    Statement(
        node=n.Tell,
        form="tell {audience} which are {cards}",
        shown="tell p which are (hand of p) where suit is hearts",
        help="tells players which of some cards fulfil a condition, and so which do not; their "
        "faces stay hidden. Screens draw what a player knows, such as `3?` or `?H`; where a zone "
        "keeps no order, they note how many cards there are of it",
    ),
)

REMEMBERED: tuple[Statement, ...] = (
    Statement(
        node=n.Assign,
        form="{target} becomes {value}",
        shown="leader becomes left of leader",
        help="gives a variable a new value",
    ),
    Statement(
        node=n.Add,
        form="add {amount} to {target}",
        shown="add 10 to score of p",
        help="adds to a number variable; `add -1 to …` subtracts",
    ),
    Statement(
        node=n.Let,
        form="let <name> be {value}",
        shown="let led be suit of first of trick",
        help="names a value for the rest of the block; the value does not change",
    ),
)

COURSE: tuple[Statement, ...] = (
    Statement(
        node=n.PlayAgain,
        form="play again",
        said="you play again",
        shown="play again",
        help="the actor's turn continues with another action of the same step",
    ),
    Statement(
        node=n.SkipPlayers,
        form="skip {count}",
        shown="skip 1",
        help="passes over that many players",
    ),
    Statement(
        node=n.Reverse,
        form="reverse",
        said="the direction of play is reversed",
        shown="reverse",
        help="reverses the direction of turns, until the end of the deal",
    ),
    Statement(
        node=n.LastRound,
        form="the others have one more turn",
        said="everybody else has one more turn, and then this part ends",
        shown="the others have one more turn",
        help="ends the phase when the turn comes back to the actor; see [last turns](course.md#last-turns)",
    ),
    Statement(
        node=n.LastRound,
        form="play on until the turn comes back to {player}",
        said="play goes on until the turn comes back to {player}",
        shown="play on until the turn comes back to p",
        help="ends the phase when the turn comes back to that player",
    ),
    Statement(
        node=n.PlaysNext,
        form="{player} plays next",
        said="{player has} the next turn",
        shown="partner of actor plays next",
        help="gives the next turn to that player; see [who plays next](course.md#who-plays-next)",
    ),
    Statement(
        node=n.GoTo,
        form="go to <phase>",
        shown="go to PHASE|go to STEP",
        help="leaves the present phase and enters that phase or step",
    ),
    Statement(
        shown="end turn|end phase|end deal|end game",
        help="ends the turn, phase, deal or game, and continues with what follows",
        begins="end",
    ),
    Statement(
        node=n.Outcome,
        form="{players} wins",
        given={"wins": True},
        said="{players wins} the game",
        shown="actor wins|players - actor wins",
        help="ends the game: these players win, all others lose; if a condition such as `players "
        "with highest score of it` selects every player, nobody wins",
    ),
    Statement(
        shown="everybody wins|players loses",
        help="ends the game: all players win together, or all lose",
    ),
    Statement(
        node=n.Outcome,
        form="{players} loses",
        given={"wins": False},
        said="{players loses} the game",
        shown="opponent loses",
        help="ends the game: these players lose, all others win",
    ),
    Statement(
        node=n.Outcome,
        form="nobody wins",
        given={"wins": False},
        said="nobody wins",
        shown="nobody wins",
        help="ends the game without a winner",
    ),
    Statement(
        shown="declarer against the rest|a + b against c + d",
        help="makes sides that last as long as [teams](teams.md#teams) says; who is in no group is alone",
    ),
    Statement(
        node=n.Leave,
        form="{players} leaves",
        given={"for_good": False},
        said="{players is} out of the deal",
        shown="actor leaves",
        help="takes a player out until the next deal begins: no turns, no cards dealt, not in `players`",
    ),
    Statement(
        node=n.Leave,
        form="{players} leaves the game",
        given={"for_good": True},
        said="{players is} out of the game",
        shown="actor leaves the game",
        help="takes a player out for the rest of the match",
    ),
    Statement(
        shown="ask opponent to challenge or accept",
        help="makes that player choose one of these actions now; see [asking a player](statements.md#asking-a-player)",
        begins="ask",
    ),
    Statement(
        shown="ask whoever can among players from eldest to bomb or hold",
        help="asks those of several players who can do more than decline; see [out of turn](statements.md#out-of-turn)",
    ),
    Statement(
        node=n.Announce,
        form="announce <event>",
        shown="announce EVENT",
        help="triggers the effects of an event; see [effects](actions.md#effects)",
    ),
    Statement(
        node=n.SkipTo,
        form="skip to <effect>",
        shown="skip to EFFECT|stop",
        help="skips effects; see [effects](actions.md#effects); only in effects, `stop` also in actions",
    ),
    Statement(
        node=n.Stop,
        form="stop",
    ),
    Statement(
        shown="swap_hands(actor, opponent)",
        help="runs a procedure; see [definitions](variables.md#definitions)",
    ),
)

CASES: tuple[Statement, ...] = (
    Statement(shown="draw 1 then play again", help="does several short statements one after the other"),
    Statement(
        shown="if …: … else if …: … else: …",
        help="runs the first block whose condition holds, at most one",
        begins="if",
    ),
    Statement(
        shown="for each p in players from eldest: …",
        help="runs once for every member, in order",
        begins="for",
    ),
    Statement(shown="for each n in 1 to 3: …", help="runs once for every number"),
    Statement(shown="repeat 3 times: …", help="runs that many times", begins="repeat"),
    Statement(
        shown="repeat until stock is empty: …",
        help="tests the condition before each round; runs until it holds, possibly not at all",
    ),
)
