"""ForeCell as PySolFC plays it (rules page and source): FreeCell whose four cells hold a card each at the start.

Eight columns of six cards dealt in rows, then a card to each cell. Built down in the other colour; only kings go to
empty columns, with cards on them. As many cards move at once as there are empty cells, and one more.
"""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Cells, FreeCell


class ForeCell(FreeCell):
    """ForeCell."""

    def __init__(self, deck: Sequence[str]) -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
        """
        super().__init__(Cells(cells=4, columns=8, in_cells=4, kings_only=True), deck)
