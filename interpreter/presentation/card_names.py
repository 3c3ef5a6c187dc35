"""What players call the cards of a game: "queen of spades", "queen", "spades"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..program.cards import NONE, spelt
from ..speech.book import Book
from ..speech.english import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..game.rules import Rules

_FILLERS = ("a", "an", "of", "the")
_JOINING = ("and", "&", "+")
_LONGEST = 5  # words that name one card


class CardNames:
    """The names of the cards of a game, and how a card is typed.

    Args:
        game: The game.
    """

    def __init__(self, game: Rules) -> None:
        """Collect the words for each card."""
        assert game.loaded.ruleset is not None
        self._book = book = Book(game.program, game.loaded.ruleset)
        self._pack = pack = game.program.pack
        self.whole: dict[str, str] = {}
        self.all_of: dict[str, set[str]] = {}  # by words such as "nines"
        self._words: dict[str, frozenset[str]] = {}
        for card in book.faces:
            text, rank = pack.text[card], book.rank(pack.rank[card])
            words = {rank, plural(rank), pack.ranks[pack.rank[card]]}
            self.all_of.setdefault(spelt(plural(rank)), set()).add(text)
            if pack.suit[card] != NONE:
                suit = book.of_suit(pack.suit[card])
                name = pack.suits[pack.suit[card]]
                words |= {suit.one, suit.several, name, name[0], book.suit(pack.suit[card])}
                self.whole[f"{rank} of {book.suit(pack.suit[card])}".lower()] = text
            self._words[text] = frozenset(map(spelt, words))

    def meant(self, words: Sequence[str]) -> list[str]:
        """Return the cards that all of some words name by rank or suit.

        There are none if a word names no card, or the same cards as another: `k k` are two kings.
        """
        said = [word for word in map(spelt, words) if word not in _FILLERS or len(words) == 1]
        each = [{text for text, names in self._words.items() if word in names} for word in said]
        if any(cards in each[:place] for place, cards in enumerate(each)):
            return []
        return [text for text in self._words if each and all(text in cards for cards in each)]

    def readings(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Yield how words can be divided into those that name one card each, longest names first.

        A word that names no card stands for itself; words that only join others are left out.

        Args:
            words: What was typed.
        """
        if not words:
            yield ()
        for count in range(min(len(words), _LONGEST), 0, -1):
            name = tuple(words[:count])
            last = name[-1].lower()
            if count > 1 and (last in _FILLERS or not self.meant(name)):
                continue
            joins = last in _JOINING or (last in _FILLERS and not self.meant(name))
            for others in self.readings(words[count:]):
                yield others if count == 1 and joins else (name, *others)

    def kind(self, words: Sequence[str]) -> str:
        """Return what cards that a word means are called: "queen", "spade"."""
        pack, faces = self._pack, [card for card in self._book.faces if self._pack.text[card] in self.meant(words)]
        ranks = {pack.rank[card] for card in faces}
        if len(ranks) == 1:
            return self._book.rank(ranks.pop())
        suits = {pack.suit[card] for card in faces} - {NONE}
        return self._book.of_suit(suits.pop()).one if len(suits) == 1 else "card"

    @property
    def how(self) -> str:
        """How a card is typed; empty if no card has a suit."""
        before, card, after = self._book.typing
        return f"Type a card as {before}'{card.lower()}'{after}" if card else ""
