"""Operations on cards and collections."""

from __future__ import annotations

from ..types import (
    CARDS,
    COLOUR,
    MELDS,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    UNKNOWN,
    Type,
    element,
)  # fmt: skip
from .declaration import Need, Operation, Word


def member(types: tuple[Type, ...]) -> Type:
    """Return the type of a member of the last operand."""
    return element(types[-1]) or UNKNOWN


def same(types: tuple[Type, ...]) -> Type:
    """Return the type of the last operand."""
    return types[-1]


def heap(types: tuple[Type, ...]) -> Type:
    """Return the type of the last operand without its order."""
    return CARDS if types[-1] == PILE else types[-1]


def key(types: tuple[Type, ...]) -> Type:
    """Return the type of the first operand."""
    return types[0]


OF_CARDS: tuple[Word, ...] = (
    Word(
        shown="hand|hand of p",
        help="the cards of a zone; see [whose](#who-and-whose)",
    ),
    Word(
        shown="hand of players|played of players from leader",
        help="the cards of all these players, one player after the other",
    ),
    Operation(
        name="all_piles",
        form="cards of {places}",
        result=PILE,
        code="[c for i in a for c in s.z_{zone}[i]]",
        free=True,
        shown="cards of onto|cards of table",
        help="the cards of a pile on the table; the cards of all piles of a zone",
    ),
    Operation(
        name="pile_n",
        form="pile {number} of {places}",
        result=member,
        code="_nth(a, b)",
        free=True,
        shown="pile 3 of columns",
        help="one pile of a zone of piles, counted from 1",
    ),
    Operation(
        name="join",
        form="{cards} + {cards}",
        result=CARDS,
        code="a | b",
        members=(0, 1),
        shown="a + b",
        help="the union of two groups of cards or players; the first group without the second",
    ),
    Operation(
        name="minus",
        form="{cards} - {cards}",
        result=CARDS,
        code="a & ~b",
        members=(0,),
        shown="a - b",
    ),
    Operation(
        name="join_piles",
        form="{pile} + {pile}",
        result=PILE,
        code="_each_once([*a, *b])",
        members=(0, 1),
    ),
    Operation(
        name="join_players",
        form="{players} + {players}",
        result=PLAYERS,
        code="_join(a, b)",
        members=(0, 1),
    ),
    Operation(
        name="minus_players",
        form="{players} - {players}",
        result=PLAYERS,
        code="_minus(a, b)",
        members=(0,),
    ),
    Operation(
        name="rank",
        form="rank of {card}",
        result=RANK,
        looks=(0,),
        code="RANK[a]",
        pure=True,
        shown="rank of c",
        help="the attributes of one card; `none` for a missing card; a joker has suit and colour "
        "`none`",
    ),
    Operation(
        name="suit",
        form="suit of {card}",
        result=SUIT,
        looks=(0,),
        code="SUIT[a]",
        pure=True,
        shown="suit of c",
    ),
    Operation(
        name="colour",
        form="colour of {card}",
        result=COLOUR,
        looks=(0,),
        code="COLOUR[a]",
        pure=True,
        shown="colour of c",
    ),
    Operation(
        name="value",
        form="value of {card}",
        result=NUMBER,
        looks=(0,),
        code="VALUE[a]",
        pure=True,
        shown="value of c",
        help="its value; see [`deck.values`](#deck)",
    ),
    Operation(
        name="rank_above",
        form="rank above {rank} by {order}",
        rule="beside",
        result=RANK,
        code="_rank_at(ORDERS[b], ORDERS[b][a] + 1)",
        pure=True,
        shown="rank above r|rank above r by ace_high",
        help="the next rank in the deck's order, or in a named order; `none` above the highest "
        "rank; the lowest rank above `none`",
    ),
    Operation(
        name="rank_below",
        form="rank below {rank} by {order}",
        rule="beside",
        result=RANK,
        code="_rank_at(ORDERS[b], ORDERS[b][a] - 1)",
        pure=True,
        shown="rank below r",
        help="the rank before it; `none` below the lowest rank and below `none`",
    ),
    Operation(
        name="position",
        form="position of {rank} by {order}",
        rule="position",
        result=NUMBER,
        code="ORDERS[b][a] + 1",
        pure=True,
        taken="position",
        shown="position of r|position of r by ace_high",
        help="the place of a rank in the deck's order, or in a named order, counted from 1; 0 for "
        "`none` and for ranks that the order does not list",
    ),
    Operation(
        name="attribute",
        result=NUMBER,
        looks=(0,),
        code="ATTRIBUTES[b][a]",
        pure=True,
        shown="points of c",
        help="a further number of a card; see [`deck.attributes`](#deck)",
    ),
    Operation(
        name="owner",
        form="owner of {card}",
        result=PLAYER,
        finds=(0,),
        code="_owner(s, a)",
        nobody=True,
        shown="owner of c",
        help="the player in whose zone it lies; nobody if it lies on the table",
    ),
    Operation(
        name="place",
        form="place of {card}",
        result=NUMBER,
        finds=(0,),
        code="_place(s, a)",
        shown="place of c",
        help="its position in an ordered zone, counted from 1 at the bottom; otherwise 0",
    ),
    Operation(
        name="size",
        form="size of {collection}",
        result=NUMBER,
        lists="len(a)",
        sets="a.bit_count()",
        bounded=True,
        shown="size of hand",
        help="the number of cards, players or members of a list",
    ),
    Operation(
        name="first",
        form="first of {collection}",
        result=member,
        lists="_first(a, z)",
        sets="_lowest(a)",
        needs=(Need.SEEN,),
        nobody=True,
        members=(0,),
        mutant="last",
        shown="first of x",
        help="one member; if there are no members, 0 for numbers and none for anything else",
    ),
    Operation(
        name="last",
        form="last of {collection}",
        result=member,
        lists="_last(a, z)",
        sets="a.bit_length() - 1",
        needs=(Need.SEEN,),
        nobody=True,
        members=(0,),
        mutant="first",
        shown="last of x",
    ),
    Operation(
        name="top",
        form="top of {collection}",
        result=member,
        lists="_last(a, z)",
        sets="a.bit_length() - 1",
        needs=(Need.SEEN, Need.ORDERED),
        nobody=True,
        members=(0,),
        mutant="bottom",
        shown="top of pile",
        help="the same as last and first, for cards in an order",
    ),
    Operation(
        name="bottom",
        form="bottom of {collection}",
        result=member,
        lists="_first(a, z)",
        sets="_lowest(a)",
        needs=(Need.SEEN, Need.ORDERED),
        nobody=True,
        members=(0,),
        mutant="top",
        shown="bottom of pile",
    ),
    Operation(
        name="top_n",
        form="top {number} of {collection}",
        result=same,
        lists="_last_n(a, b)",
        sets="_mask(_last_n(a, _cards(b)))",
        needs=(Need.SEEN,),
        members=(1,),
        mutant="bottom_n",
        shown="top 4 of pile",
        help="several members from one end; also `last` and `bottom`",
    ),
    Operation(
        name="first_n",
        form="first {number} of {collection}",
        result=same,
        lists="_first_n(a, b)",
        sets="_mask(_first_n(a, _cards(b)))",
        needs=(Need.SEEN,),
        members=(1,),
        mutant="last_n",
        shown="first n of x",
    ),
    Operation(
        name="bottom_n",
        form="bottom {number} of {collection}",
        result=same,
        lists="_first_n(a, b)",
        sets="_mask(_first_n(a, _cards(b)))",
        needs=(Need.SEEN,),
        members=(1,),
        mutant="top_n",
    ),
    Operation(
        name="last_n",
        form="last {number} of {collection}",
        result=same,
        lists="_last_n(a, b)",
        sets="_mask(_last_n(a, _cards(b)))",
        needs=(Need.SEEN,),
        members=(1,),
        mutant="first_n",
    ),
    Operation(
        name="random",
        form="random of {collection}",
        result=member,
        lists="_random(s, a, z)",
        sets="_random(s, _cards(a))",
        needs=(Need.CHANCE,),
        nobody=True,
        members=(0,),
        shown="random of x",
        help="random members; only in statements",
    ),
    Operation(
        name="random_n",
        form="random {number} of {collection}",
        result=heap,
        lists="_random_n(s, a, b)",
        sets="_mask(_random_n(s, a, _cards(b)))",
        needs=(Need.CHANCE,),
        members=(1,),
        shown="random 2 of x",
    ),
    Operation(name="pile_of", result=PILE, code="_each_of*"),
    Operation(
        name="to_cards", result=CARDS, code="BIT[a]", lists="_mask(a)", sets="a", members=(0,)
    ),
    Operation(name="named_suit", result=SUIT, code="b[a]", pure=True, nobody=True),
    Operation(name="to_pile", result=PILE, code="_as_pile(a)", members=(0,)),
    Operation(name="pile_sets", result=MELDS, code="tuple(_mask(s.z_{zone}[i]) for i in a)"),
)

SELECTING: tuple[Word, ...] = (
    Word(shown="hand where suit is led", help="the members for which the condition holds"),
    Word(
        shown="trick with highest rank",
        help="all members with the highest value of the key; also `lowest`, and `by` a named order "
        "or ranking",
    ),
    Word(
        shown="players sorted by highest score of it|hand sorted by lowest rank",
        help="all members, sorted by the key; equal ones keep their order",
    ),
    Operation(
        name="total",
        form="total {number} over {collection}",
        result=NUMBER,
        code="sum(a for x in b)",
        shown="total value over hand",
        help="the sum over the members",
    ),
    Operation(
        name="highest",
        form="highest {key} over {collection}",
        result=key,
        code="max((a for x in b), default=z)",
        shown="highest value over hand",
        help="the highest or lowest value of the key; if there are no members, 0 for numbers and "
        "none for anything else",
    ),
    Operation(
        name="lowest",
        form="lowest {key} over {collection}",
        result=key,
        code="min((a for x in b), default=z)",
        shown="lowest rank over trick",
    ),
    Operation(
        name="otherwise",
        form="{collection} otherwise {collection}",
        rule="otherwise",
        result=same,
        code="a or b",
        members=(0, 1),
        shown="a otherwise b",
        help="`a`, or `b` if `a` is empty",
    ),
    Word(shown="a if test else b", help="`a` if the condition holds, else `b`"),
)
"""Operations that select members of a collection, or compute a value from them."""
