"""The walk back: takes the moves of a sampled world back to the beginning of the deal.

On the way it counts what is impossible: decisions that were not legal, and cards that were not
where the seat knew them to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..runtime.melds import cards_of, set_of
from .exclusions import Exclusions
from .past import Back, Check, Content, Fact, Past, Turn
from .renaming import HiddenNames

if TYPE_CHECKING:
    from ..runtime.chance import Random

_NAMINGS: Final = 8
"""How often other cards of a place are tried for those that a value names, such as a drawn card."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A turn of a sampled world that was taken back.

    Attributes:
        before: the cards of each place before the turn.
        moved: the cards of its events, the last event first; of a shuffle the cards in their new
            order.
    """

    before: list[Content]
    moved: list[tuple[int, ...]]

    def renamed(self, names: dict[int, int]) -> Walked:
        """Return the turn with other names of cards."""
        moved = [tuple(names.get(card, card) for card in cards) for cards in self.moved]
        return Walked(renamed(self.before, names), moved)


def renamed(contents: list[Content], names: dict[int, int]) -> list[Content]:
    """Return the cards of places with other names."""
    return [
        set_of(names.get(card, card) for card in cards_of(held))
        if isinstance(held, int)
        else [names.get(card, card) for card in held]
        for held in contents
    ]


class WalkBack:
    """Takes the turns of one table back, in any number of sampled worlds."""

    def __init__(
        self,
        past: Past,
        turns: list[Turn],
        exclusions: dict[int, Exclusions],
        pending: int,
        names: HiddenNames,
        tracks: bool,
    ) -> None:
        """Prepare to take turns back.

        Args:
            past: the past of the table.
            turns: the turns to take back, oldest first.
            exclusions: the excluded cards of places that have any.
            pending: the number of sealed choices that are not revealed yet; they are not checked.
            names: the values that name hidden cards.
            tracks: whether cards go back to the positions in an order from which they really came;
                else, where the seat need not know them, to random ones.
        """
        self._tracks = tracks
        self._past = past
        self._turns = turns
        self._exclusions = exclusions
        self._pending = pending
        self._names = names

    def contradictions(self, final: list[Content], rng: Random, walked: list[Walked] | None = None) -> int:
        """Return how many facts of the past are impossible in a world; 0 if it is consistent.

        Args:
            final: the cards of each place in the world now.
            rng: chooses which cards moved unseen.
            walked: is given the turns that were taken back, the last one first.
        """
        contents: list[Content] = [held if isinstance(held, int) else held[:] for held in final]
        stretch = dict.fromkeys(self._exclusions, 0)
        wrong = 0
        undecided = self._pending
        left = len(self._turns)
        sealed: dict[int, int] = {}  # by places, the cards that were chosen from them all at once
        for turn in reversed(self._turns):
            moved: list[tuple[int, ...]] = []
            for back in turn.backs:
                if isinstance(back, Fact):
                    inside = contents[back.place]
                    wrong += not back.holds(inside if isinstance(inside, int) else set_of(inside))
                    continue
                if back.seen:
                    possible = _moved_back(back, contents)
                    moved.append(back.cards)
                    if back.chosen:
                        sealed[back.chosen] = sealed.get(back.chosen, 0) | back.seen
                else:
                    possible = self._take_back(back, contents, stretch, sealed, moved, rng)
                if not possible:
                    return wrong + left
                for place, cards in back.regained:
                    held = contents[place]
                    inside = held if isinstance(held, int) else set_of(held)
                    wrong += cards & ~inside != 0
            if turn.check is not None and undecided <= 0 and turn.check.ruled_out:
                wrong += not self._allowed(turn.check, turn.known, contents, rng)
            undecided -= 1
            left -= 1
            if walked is not None:
                copied = [held if isinstance(held, int) else held[:] for held in contents]
                walked.append(Walked(copied, moved))
            if not turn.continues:
                sealed.clear()
        return wrong

    def _allowed(self, check: Check, known: int, contents: list[Content], rng: Random) -> bool:
        """Return whether a decision was legal with these cards."""
        past = self._past
        for place in check.places:
            past.fill(check.position, place, contents[place])
        if not self._names:
            return past.allows(check)
        real = past.moment(check.before).contents
        for _ in range(_NAMINGS):
            self._names.restore(check.position, check.before)
            renamed = self._names.rename(check.position, real, contents, past.every & ~known, rng)
            if past.allows(check):
                return True
            if not renamed:
                break
        return False

    def _take_back(
        self,
        back: Back,
        contents: list[Content],
        stretch: dict[int, int],
        sealed: dict[int, int],
        moved: list[tuple[int, ...]],
        rng: Random,
    ) -> bool:
        """Take an event back; return False if it is impossible in this world.

        Its cards are added to `moved`.
        """
        if back.shuffle:
            held = contents[back.source]
            assert isinstance(held, list)
            moved.append(tuple(held))
            rng.shuffle(held)
            contents[back.source] = _arranged(held, [], back.spots or (), rng)
            return -1 not in _row(contents[back.source])
        cards = list(back.cards)
        elsewhere = back.elsewhere
        for places, others in sealed.items() if back.chosen else ():
            if not places & back.chosen:  # whose cards were elsewhere when these were chosen
                elsewhere |= others
        held = contents[back.target]
        if isinstance(held, int):
            seen = set_of(card for card in cards if card >= 0)
            if held & seen != seen:
                return False
            held &= ~seen
            if seen.bit_count() < len(cards):
                for index, card in enumerate(cards):
                    if card < 0:
                        card = self._came(back, held & ~elsewhere, stretch, rng)
                        if card < 0:
                            return False
                        cards[index] = card
                        held &= ~(1 << card)
            contents[back.target] = held
        else:
            landed = back.landed or range(len(held) - len(cards), len(held))
            tail = [held[index] for index in landed]
            for card, label in zip(cards, tail, strict=True):
                if (card >= 0 and card != label) or elsewhere >> label & 1:
                    return False
            cards = tail
            if back.landed is None:
                del held[len(held) - len(cards) :]
            else:
                held[:] = [card for card in held if card not in cards]
        moved.append(tuple(cards))
        if back.chosen:
            sealed[back.chosen] = sealed.get(back.chosen, 0) | set_of(cards)
        origin = contents[back.source]
        if isinstance(origin, int):
            contents[back.source] = origin | set_of(cards)
        elif back.spots is None:
            origin += cards
        elif self._tracks and back.taken is not None:
            row = _inserted(origin, cards, back.taken)
            contents[back.source] = row
            return all(row[index] == card for index, card in back.spots)
        else:
            contents[back.source] = _arranged(origin, cards, back.spots, rng)
            return -1 not in _row(contents[back.source])
        return True

    def _came(self, back: Back, could: int, stretch: dict[int, int], rng: Random) -> int:
        """Return a card that may have come to a place unseen; -1 if there is none.

        Args:
            back: the move.
            could: the cards in the place after it that can have been in the other place before.
            stretch: the current stretch of each place with exclusions, which is advanced.
            rng: chooses among the possible cards.
        """
        if not could:
            return -1
        place = back.target
        exclusions = self._exclusions.get(place)
        must = could & back.surely
        if exclusions is not None:
            must = must or could & exclusions.urgent(could, stretch[place])
            stretch[place] += 1
        left = must or could
        for _ in range(rng.below(left.bit_count())):
            left &= left - 1
        return (left & -left).bit_length() - 1


def _moved_back(back: Back, contents: list[Content]) -> bool:
    """Take back a move of cards that were all seen; return False if they are not there."""
    held = contents[back.target]
    if isinstance(held, int):
        if held & back.seen != back.seen:
            return False
        contents[back.target] = held ^ back.seen
    else:
        start = len(held) - len(back.cards)
        if tuple(held[start:]) != back.cards:
            return False
        del held[start:]
    origin = contents[back.source]
    if isinstance(origin, int):
        contents[back.source] = origin | back.seen
    else:
        origin += back.cards
    return True


def _row(content: Content) -> list[int]:
    assert isinstance(content, list)
    return content


def _inserted(held: list[int], cards: list[int], taken: tuple[int, ...]) -> list[int]:
    """Return cards with others put back among them at positions."""
    where = dict(zip(taken, cards, strict=True))
    rest = iter(held)
    return [where[i] if i in where else next(rest) for i in range(len(held) + len(cards))]


def _arranged(held: list[int], back: list[int], spots: tuple[tuple[int, int], ...], rng: Random) -> list[int]:
    """Return cards with others put back among them: at known positions, or else at random ones.

    There is a -1 in the result if a card with a known position is missing.
    """
    total = len(held) + len(back)
    placed = {card for _, card in spots}
    rest = [card for card in held if card not in placed]
    for card in back:
        if card not in placed:
            rest.insert(rng.below(len(rest) + 1), card)
    where = dict(spots)
    following = iter(rest)
    if placed - {*held, *back}:
        return [-1]
    return [where[i] if i in where else next(following, -1) for i in range(total)]
