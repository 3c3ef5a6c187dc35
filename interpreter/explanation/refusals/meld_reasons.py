"""Why cards are not a meld of a kind: too few, of different ranks, not in sequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...runtime.compounds import matcher
from ...runtime.melds import cards_of
from ...speech.english import count, listed, plural
from ...speech.grammar import Listed, NounPhrase, Part, be, bracketed
from ...speech.reading import is_plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...program.program import Meld
    from ...speech.book import Book


@dataclass(frozen=True, slots=True)
class _Need:
    """What a meld has and some cards have not.

    Attributes:
        words: what it has: `cards of one rank`, `without jokers`.
        takes: if it takes no more, what it takes: `no jokers`.
    """

    words: str
    takes: str = ""


def _limit(words: str) -> _Need:
    return _Need(words, words)


def why_no_meld(book: Book, melds: Sequence[Meld], cards: int, text: str) -> Part:
    """Return why cards are none of some melds.

    Args:
        book: the words of the game.
        melds: the kinds of melds, at least one.
        cards: the cards, which are none of these.
        text: the cards, as a message names them.
    """
    if cards.bit_count() > 1 and all(meld.most == 1 for meld in melds):
        return "only one card can be chosen"
    needs: dict[str, list[Part]] = {}
    for meld in melds:
        need = _lacking(book, meld, cards)
        needs.setdefault(need.words if need is not None else "", []).append(_called(book, meld))
    parts = [bracketed(Listed(tuple(names), "or"), need) for need, names in needs.items()]
    return be(NounPhrase(text, plural=cards.bit_count() != 1), Listed(tuple(parts), "or"), False)


def why_not_added(
    book: Book,
    melds: Sequence[Meld],
    pile: int,
    added: int,
    line: Sequence[tuple[int, tuple[str, ...]]],
) -> Part:
    """Return why cards cannot be added to a pile, which is a meld of some kinds without them.

    Args:
        book: the words of the game.
        melds: the kinds of melds that the pile is.
        pile: its cards.
        added: the cards that are to be added.
        line: the cards of the pile as they lie, each with what a wild card stands for.

    Returns:
        The reasons, one for each kind of meld; empty if there is none.
    """
    needs: list[Part] = []
    for meld in melds:
        taken = _taken(book, added, line) if meld.consecutive else ""
        if taken:
            needs.append(taken)
        elif matcher(book.program.pack, meld).matches(pile | added):
            needs.append("its wild cards stand for other cards")
        elif need := _lacking(book, meld, pile | added):
            verb = "takes" if need.takes else "needs"
            needs.append(_called(book, meld).verb(verb, need.takes or need.words))
    return Listed(tuple(dict.fromkeys(needs))) if needs else ""


def _called(book: Book, meld: Meld) -> NounPhrase:
    """Return the noun for melds of a kind: `a run`."""
    label = book.label(meld.name)
    plural = is_plural(label)
    return NounPhrase(label, "" if plural else "a", plural=plural)


def _taken(book: Book, added: int, line: Sequence[tuple[int, tuple[str, ...]]]) -> str:
    """Return what has the place of a card in a run already; empty if nothing has."""
    pack = book.program.pack
    for card in cards_of(added):
        rank = pack.ranks[pack.rank[card]]
        for held, roles in line:
            if len(roles) == 1 and roles[0] in (pack.text[card], rank):
                return f"{pack.text[held]} stands for {roles[0]} there already"
            if not roles and pack.rank[held] == pack.rank[card] and pack.natural >> card & 1:
                same = pack.suit[held] == pack.suit[card]
                return f"{pack.text[held]} is there already" if same else ""
    return ""


def _lacking(book: Book, meld: Meld, cards: int) -> _Need | None:
    """Return what a meld has and the cards have not; None if nothing simple tells it."""
    size, pack = cards.bit_count(), book.program.pack
    if size < meld.least:
        exactly = "" if meld.least == meld.most else "at least "
        return _Need(f"{exactly}{count(meld.least, 'card')}")
    if size > meld.most:
        most = count(meld.most, "card")
        return _Need(most) if meld.least == meld.most else _limit(f"at most {most}")
    if meld.compound:
        return None
    held = cards_of(cards)
    wild = [card for card in held if pack.rank[card] in meld.wild]
    plain = [card for card in held if card not in wild]
    jokers = [card for card in plain if not pack.natural >> card & 1]
    if jokers and (meld.same or meld.consecutive):
        return _Need("without jokers", "no jokers")
    if meld.ranks and any(pack.rank[card] not in meld.ranks for card in plain):
        ranks = [plural(book.rank(rank)) for rank in meld.ranks]
        few = len(ranks) <= _FEW
        return _limit(f"only {listed(ranks) if few else f'{ranks[0]} to {ranks[-1]}'}")
    ranks, suits = {pack.rank[card] for card in plain}, {pack.suit[card] for card in plain}
    if meld.same == "rank" and len(ranks) > 1:
        return _Need("cards of one rank")
    if meld.same == "suit" and len(suits) > 1:
        return _Need("cards of one suit")
    if not meld.least_suits <= max(len(suits), 1) <= meld.most_suits:
        if suits and len(suits) > meld.most_suits:
            only = "only" if meld.least_suits == meld.most_suits else "at most"
            return _limit(f"{only} {count(meld.most_suits, 'different suit')}")
        least = "" if meld.least_suits == meld.most_suits else "at least "
        return _Need(f"{least}{count(meld.least_suits, 'different suit')}")
    if len(wild) > meld.most_wild:
        return _limit(f"at most {count(meld.most_wild, 'wild card')}")
    if len(plain) < meld.least_natural:
        return _Need(f"at least {count(meld.least_natural, 'card')} that are not wild")
    return _Need("cards in sequence") if meld.consecutive else None


_FEW = 4  # the most ranks that a reason lists
