"""Operations on the best arrangement of cards in melds."""

from __future__ import annotations

from ..types import CARDS, NUMBER
from ..types import MELDS as LIST_OF_MELDS
from .declaration import Need, Operation, Word

SETS: tuple[Word, ...] = (
    Operation(
        name="sets",
        form="sets of {number} of {cards}",
        result=LIST_OF_MELDS,
        looks=(1,),
        code="_sets(s, a, a, b)",
        shown="sets of 2 of hand",
        help="all sets of so many of the cards: smaller sets first, then in canonical order",
    ),
    Operation(
        name="sets_between",
        form="sets of {number} to {number} of {cards}",
        result=LIST_OF_MELDS,
        looks=(2,),
        code="_sets(s, a, b, c)",
        shown="sets of 2 to 4 of hand",
    ),
    Operation(
        name="sets_from",
        form="sets of {number} or more of {cards}",
        result=LIST_OF_MELDS,
        looks=(1,),
        code="_sets(s, a, b.bit_count(), b)",
        shown="sets of 2 or more of hand",
    ),
    Operation(
        name="ends",
        form="every end of {pile}",
        result=LIST_OF_MELDS,
        looks=(0,),
        code="_ends(a)",
        needs=(Need.SEEN, Need.ORDERED),
        said="the cards at the end of {a}",
        shown="every end of pile",
        help="the top card, the top two cards, and so on to the whole pile",
    ),
    Operation(
        name="parts",
        form="parts of {cards} by {meld}",
        rule="parts",
        result=LIST_OF_MELDS,
        looks=(0,),
        code="KINDS.parts_of(a, b)",
        taken="parts",
        shown="parts of cards by contract|parts of cards",
        help="the melds of which a meld with `parts` is made; without `by`, one that was chosen",
    ),
)
"""Operations whose value is several sets of cards."""

MELDS: tuple[Word, ...] = (
    Operation(
        name="deadwood",
        form="deadwood of {cards}",
        counts=True,
        result=NUMBER,
        looks=(0,),
        code="ARRANGE.deadwood(a)",
        needs=(Need.MELDS,),
        free=True,
        shown="deadwood of hand",
        help="the least total value of cards that are in no meld, over all arrangements in melds",
    ),
    Operation(
        name="melding",
        form="melding of {cards}",
        result=LIST_OF_MELDS,
        looks=(0,),
        code="ARRANGE.melding(a)",
        needs=(Need.MELDS,),
        free=True,
        said="the melds in {a}",
        shown="melding of hand",
        help="the melds of that arrangement",
    ),
    Operation(
        name="loose",
        form="loose of {cards}",
        result=CARDS,
        looks=(0,),
        code="ARRANGE.loose(a)",
        needs=(Need.MELDS,),
        free=True,
        said="the cards of {a} that are in no meld",
        shown="loose of hand",
        help="the cards that are in no meld of that arrangement",
    ),
    Operation(
        name="against",
        form="deadwood({cards}, {melds})",
        counts=True,
        result=NUMBER,
        looks=(0, 1),
        code="ARRANGE.against(a, b)",
        needs=(Need.MELDS,),
        free=True,
        shown="deadwood(hand, melding of hand of p)",
        help="the least total value if cards may also be laid off on those melds",
    ),
    Operation(
        name="laid_off",
        form="laid_off({cards}, {melds})",
        result=CARDS,
        looks=(0, 1),
        code="ARRANGE.laid_off(a, b)",
        needs=(Need.MELDS,),
        free=True,
        said="the cards of {a} that can be laid off on {b}",
        shown="laid_off(hand, melding of hand of p)",
        help="the cards that are then laid off",
    ),
)
