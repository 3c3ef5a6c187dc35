"""Choosing a move by tapping: cards and values in any order, until they are a move.

A picking is what a person has chosen so far at one decision. It knows the legal actions, so it can
say which cards still fit, and which moves are complete.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from ..interpreter.game.action import CARDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ..interpreter.game.action import Action
    from ..interpreter.play.state import State

MOST_BUTTONS: Final = 24  # moves or values that are shown as buttons
_PAIR: Final = 2  # values of a move that are chosen at once
_MOST_ROWS: Final = 9  # of values that are chosen at once
_Item = TypeVar("_Item")


def pile_of(zone: str) -> str:
    """Return the kind of a choice among the piles of a zone.

    >>> pile_of("columns")
    'pile:columns'
    """
    return f"pile:{zone}"


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action, taken apart.

    Attributes:
        action: the action.
        cards: its cards.
        values: its other choices in order: their kind and their word, such as `("suit", "hearts")`
            or `("pile:columns", "#2")`.
        counted: the same without their order.
    """

    action: Action
    cards: Counter[str]
    values: tuple[tuple[str, str], ...]
    counted: Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons that belong together: the values of one choice of one verb.

    Attributes:
        verb: the name of the action.
        kind: the kind of the choice.
        words: the values; each is paired with the move that it completes, if it does.
    """

    verb: str
    kind: str
    words: tuple[tuple[str, Move | None], ...]


class Picking:
    """What is chosen at a decision.

    Attributes:
        cards: the cards that are picked.
        values: the other values that are chosen, each with its kind.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.cards: list[str] = []
        self.values: list[tuple[str, str]] = []
        self._known: tuple[object, list[Move]] | None = None

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves."""
        return [self._move(action) for action in self._state.legal_actions()]

    def _move(self, action: Action) -> Move:
        notation = self._state.game.notation
        kinds, zones = notation.kinds(action.raw[0]), notation.zones(action.raw[0])
        words, _ = notation.divided(action.verb, action.text.split()[1:])
        cards: Counter[str] = Counter()
        values: list[tuple[str, str]] = []
        for kind, zone, chosen, value in zip(kinds, zones, words, action.raw[1:], strict=True):
            if kind in CARDS:
                cards.update(chosen)
            elif zone:
                values.append((pile_of(zone), notation.pile(zone, value, owner=True)))
            else:
                values += [(kind, word) for word in chosen]
        return Move(action, cards, tuple(values), Counter(values))

    @cached_property
    def _single(self) -> set[str]:
        if any(move.cards.total() > 1 for move in self.moves):
            return set()
        parts = Counter(card for move in self.moves for card in move.cards)
        alone = (move for move in self.moves if move.cards.total() == 1 and not move.values)
        return {card for move in alone for card in move.cards if parts[card] == 1}

    def find(self, action: str) -> Move | None:
        """Return a legal move by its notation."""
        return next((move for move in self.moves if move.action.text == action), None)

    # ------------------------------------------------------------------------------- questions

    @property
    def begun(self) -> bool:
        """Whether something is chosen."""
        return bool(self.cards or self.values)

    def fitting(self) -> list[Move]:
        """Return the moves that contain all that is chosen."""
        chosen = (tuple(self.cards), tuple(self.values))
        if self._known is None or self._known[0] != chosen:
            self._known = chosen, list(self._fitting(*chosen))
        return self._known[1]

    def _fitting(self, cards: Iterable[str], values: Iterable[tuple[str, str]]) -> Iterator[Move]:
        picked, chosen = Counter(cards), Counter(values)
        for move in self.moves:
            if _within(picked, move.cards) and _within(chosen, move.counted):
                yield move

    def complete(self) -> list[Move]:
        """Return the moves that are exactly what is chosen."""
        cards, values = len(self.cards), len(self.values)
        return [move for move in self.fitting() if move.cards.total() == cards and len(move.values) == values]

    def cards_that_fit(self) -> Counter[str]:
        """Return the cards that can be picked now, and how many of each in all."""
        room: Counter[str] = Counter()
        for move in self.fitting():
            room |= move.cards
        if len(self.cards) == 1 and not self.values:  # another card may take its place
            for move in self._fitting((), ()):
                if move.cards.total() == 1:
                    room |= move.cards
        return room

    def is_whole(self, card: str) -> bool:
        """Return whether a card is a move by itself, and belongs to no other one.

        Where some move takes several cards, no card is: then all are chosen in the same way.
        """
        return card in self._single and not self.values and len(self.cards) < 2

    @property
    def again(self) -> Move | None:
        """The move that another tap on the one card that is picked plays."""
        complete = self.complete()
        whole = len(complete) == 1 and len(self.cards) == 1 == complete[0].cards.total()
        return complete[0] if whole else None

    def one_place(self, kinds: Collection[str]) -> Move | None:
        """Return the one move of the cards that are picked: the one of some actions first.

        Args:
            kinds: the names of these actions.
        """
        picked = Counter(self.cards)
        found = [move for move in self.fitting() if move.cards == picked]
        first = [move for move in found if move.action.verb in kinds]
        return first[0] if len(first) == 1 else found[0] if len(found) == 1 else None

    def still_wanted(self) -> tuple[int, int]:
        """Return the least and the largest number of cards that are still missing of a move."""
        counts = [move.cards.total() - len(self.cards) for move in self.fitting()]
        return min(counts, default=0), max(counts, default=0)

    def groups(self) -> list[Group]:
        """Return the values that can be chosen beside the cards that are picked, by verb."""
        picked, chosen = Counter(self.cards), Counter(self.values)
        found: dict[tuple[str, str], dict[str, Move | None]] = {}
        for move in self.fitting():
            missing = list((move.counted - chosen).elements())
            if not missing or (move.cards != picked and self.cards):
                continue
            if move.cards != picked and self._has_few_cards(move):
                continue
            kind, word = next(each for each in move.values if each in missing)
            words = found.setdefault((move.action.verb, kind), {})
            whole = len(missing) == 1 and move.cards == picked
            words[word] = move if whole else words.get(word)
        return [Group(verb, kind, tuple(words.items())) for (verb, kind), words in found.items()]

    def pairs(self) -> dict[str, dict[tuple[str, str], Move]]:
        """Return by action the moves of a number and another value, if nothing is chosen and there are many of both."""
        found: dict[str, dict[tuple[str, str], Move]] = {}
        for move in self.moves if not self.begun else ():
            if not move.cards and [kind for kind, _ in move.values][:1] == ["number"] and len(move.values) == _PAIR:
                found.setdefault(move.action.verb, {})[move.values[0][1], move.values[1][1]] = move
        return {
            verb: moves
            for verb, moves in found.items()
            if all(1 < len({*each}) <= _MOST_ROWS for each in zip(*moves, strict=True))
        }

    def _has_few_cards(self, move: Move) -> bool:
        """Return whether a move is chosen by its cards first."""
        return bool(move.cards) and not self.values

    # --------------------------------------------------------------------------------- changes

    def tap(self, card: str) -> bool:
        """Pick a card, perhaps in place of another one; return whether it fits."""
        if list(self._fitting([*self.cards, card], self.values)):
            self.cards.append(card)
            return True
        if len(self.cards) == 1 and list(self._fitting([card], ())):
            self.cards, self.values = [card], []
            return True
        return False

    def put_back(self, card: str) -> None:
        """Put a card back, if it is picked."""
        if card in self.cards:
            self.cards.remove(card)

    def choose(self, kind: str, word: str) -> bool:
        """Choose a value; return whether it fits what is chosen."""
        if not list(self._fitting(self.cards, [*self.values, (kind, word)])):
            return False
        self.values.append((kind, word))
        return True

    def clear(self) -> None:
        """Put everything back."""
        self.cards, self.values = [], []


def _within(part: Counter[_Item], whole: Counter[_Item]) -> bool:
    """Return whether a multiset is part of another; `<=` does the same slowly."""
    return all(whole.get(item, 0) >= count for item, count in part.items())
