"""Why cards are no meld of a kind: too few, of different ranks, not in sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..runtime.melds import cards_of
from ..speech.english import count, listed, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..check.program import Meld
    from ..speech.book import Book


def why_no_meld(book: Book, melds: Sequence[Meld], cards: int, text: str) -> str:
    """Return why cards are none of some melds.

    Args:
        book: the words of the game.
        melds: the kinds of melds, at least one.
        cards: the cards, which are none of these.
        text: the cards, as a message names them.
    """
    reasons: dict[str, list[str]] = {}
    for meld in melds:
        reasons.setdefault(_why_not(book, meld, cards), []).append(book.label(meld.name))
    verb = "is" if cards.bit_count() == 1 else "are"
    parts = [f"no {listed(names, 'or')}" + (f" ({reason})" if reason else "")
             for reason, names in reasons.items()]  # fmt: skip
    return f"{text} {verb} {listed(parts)}"


def _why_not(book: Book, meld: Meld, cards: int) -> str:
    """Return why cards are not a meld; empty if there is no simple reason."""
    size, pack = cards.bit_count(), book.program.pack
    if size < meld.least:
        exactly = "" if meld.least == meld.most else "at least "
        return f"it has {exactly}{count(meld.least, 'card')}"
    if size > meld.most:
        exactly = "" if meld.least == meld.most else "at most "
        return f"it has {exactly}{count(meld.most, 'card')}"
    if meld.compound:
        return ""
    held = cards_of(cards)
    wild = [card for card in held if pack.rank[card] in meld.wild]
    plain = [card for card in held if card not in wild]
    jokers = [card for card in plain if not pack.natural >> card & 1]
    if jokers:
        return "it takes no jokers"
    if meld.ranks and any(pack.rank[card] not in meld.ranks for card in plain):
        ranks = [plural(book.rank(rank)) for rank in meld.ranks]
        few = len(ranks) <= _FEW
        return f"it has only {listed(ranks)}" if few else f"it has only {ranks[0]} to {ranks[-1]}"
    ranks, suits = {pack.rank[card] for card in plain}, {pack.suit[card] for card in plain}
    if meld.same == "rank" and len(ranks) > 1:
        return "the ranks are not the same"
    if meld.same == "suit" and len(suits) > 1:
        return "the suits are not the same"
    if not meld.least_suits <= max(len(suits), 1) <= meld.most_suits:
        exactly = "" if meld.least_suits == meld.most_suits else "at least "
        return f"it has {exactly}{count(meld.least_suits, 'different suit')}"
    if len(wild) > meld.most_wild:
        return f"it has at most {count(meld.most_wild, 'wild card')}"
    if len(plain) < meld.least_natural:
        return f"it has at least {count(meld.least_natural, 'card')} that are not wild"
    return "the cards are not in sequence" if meld.consecutive else ""


_FEW = 4  # the most ranks that a reason lists
