"""Words of effect text that are neither operations nor statements: turn schemes, choices, and words of `tricks`."""

from __future__ import annotations

from .declaration import Word

SCHEMES: tuple[Word, ...] = (
    Word(shown="in turn|in turn from leader", help="one after the other, round and round, until the phase ends"),
    Word(shown="in turn from leader among players where …", help="in turn, but all other players are passed over"),
    Word(
        shown="in turn … until all others have passed",
        help="in turn, until all players but one have passed; a player who has passed is out of the phase",
    ),
    Word(
        shown="in turn … until all others have passed in a row",
        help="as before, but a pass counts only until somebody does not pass",
    ),
    Word(
        shown="in turn from leader by standing",
        help="in turn, but in the order of a list of players instead of that of their seats",
    ),
    Word(shown="each once|each once from leader", help="every player once; `among` can be added"),
    Word(shown="each once from leader by standing", help="every player of the list once, in its order"),
    Word(shown="each once from players where …", help="those players once, in that order"),
    Word(
        shown="all at once",
        help="every player once, in secret: no choice is seen or has an effect until all have chosen",
    ),
    Word(
        shown="poll players from …",
        help="those players are asked in that order, until all of them have declined",
    ),
    Word(shown="attacker", help="that one player, once; with `until`, repeatedly until it holds"),
)
"""Who acts in a phase, as `players` of a phase says it."""

CHOICES: tuple[Word, ...] = (
    Word(shown="a card from hand", help="one card"),
    Word(
        shown="3 cards from hand",
        help="that many cards; also `1 to 3 cards from …`, `1 or more cards from …`; the number may be an "
        "expression, such as `size of hand - 4 cards from hand`",
    ),
    Word(
        shown="a set from hand|a single, pair or run from hand",
        help="cards that form one of these melds; between the names may stand commas or `or`; the name of a "
        "[ranking](melds.md#rankings) stands for all its patterns",
    ),
    Word(
        shown="a number from 0 to 7",
        help="a number, the bounds included; `a number from 100 to 400 by 10` goes in steps",
    ),
    Word(shown="a number from [18, 20, 22]", help="one of these numbers"),
    Word(shown="a player from players - actor", help="one of these players"),
    Word(shown="a suit|a suit from [hearts, spades]", help="a suit"),
    Word(
        shown="a rank|a rank from [J, Q]|a rank from 2 to T",
        help="a rank, but not that of a joker or of another card without a suit; one of these; one from one to the "
        "other in the order of the deck",
    ),
    Word(
        shown="a contract|a contract from [hearts, grand]",
        help="one of the choices of a [variable](variables.md#variables)",
    ),
    Word(shown="a pile from table", help="a pile of a [zone of piles](melds.md#melds-on-the-table)"),
)
"""What a player chooses, as `choose` of an action says it."""

OF_TURNS: tuple[Word, ...] = (
    Word(
        shown="holder",
        help="in a phase that goes on until all others have passed, the last player who did not pass; nobody at its "
        "beginning. A variable, which an action sets before its `do`",
    ),
    Word(shown="passed", help="the players who have passed there; a variable, too"),
    Word(shown="closer", help="the player to whom the turn does not come back; see [last turns](course.md#last-turns)"),
)
"""The words that phases in turn give to the rest of the ruleset."""

OF_TRICKS: tuple[Word, ...] = (
    Word(shown="leader", help="who leads to the trick; a variable"),
    Word(shown="trick", help="the cards of the trick, in the order in which they were played"),
    Word(shown="led", help="the suit that was led; the trump suit if a trump was led"),
    Word(shown="best", help="the card that takes the trick so far"),
    Word(shown="taker", help="who takes the trick so far"),
    Word(shown="is_trump(c)", help="whether a card is a trump"),
    Word(shown="takes(c)", help="whether a card would take the trick so far"),
    Word(
        shown="height(c)",
        help="how high a card is: the position of its rank in its order, and 100 more for a trump; top trumps "
        "are higher still, by 100 for each condition",
    ),
    Word(shown="playable", help="the cards of the acting player that may be played"),
    Word(
        shown="turn_of",
        help="with `plays_for`: the player whose hand is to be played from; cards are then chosen from `playable` "
        "and moved to `played of turn_of`",
    ),
)
"""The words that the section `tricks` gives to the rest of the ruleset."""
