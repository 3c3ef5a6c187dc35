"""The choice of a move in steps, several cards one by one.

A `Choice` knows the legal actions, and what is chosen so far. It says what can be picked next; it
prints nothing. What a person types is read by `move_input.py`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..diagnostics import counted
from ..errors import CardrulesError
from ..game.action import CARDS, LISTS
from ..program.cards import spelt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..game.action import Action
    from ..play.state import State

MOST_LISTED: Final = 9  # moves that are listed whole; of more, one chooses in steps
_MOST_VALUES: Final = 20  # values of a choice that are listed


class RefusedError(Exception):
    """What was typed is neither a move nor a part of one; the message is for the player.

    Attributes:
        known: Whether it names a card or a move of the game, so that no command was meant.
    """

    def __init__(self, message: str, *, known: bool = False) -> None:
        super().__init__(message)
        self.known = known


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action.

    Attributes:
        action: The action.
        kinds: The kind of each choice: card, cards, number and so on.
        choices: The words of each choice; one word unless it is a list of cards.
        verb: The name of the action.
        counts: How often each word occurs in each choice.
    """

    action: Action
    kinds: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    verb: str
    counts: tuple[Counter[str], ...] = field(compare=False)

    def takes(self, card: str) -> bool:
        """Return whether a card is among what is chosen."""
        each = zip(self.kinds, self.choices, strict=False)
        return any(kind in CARDS and card in choice for kind, choice in each)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen so far of a move.

    Attributes:
        verb: The name of the action; None if it is open.
        settled: The choices that are made.
        cards: The cards that are picked for the next choice, which is not made yet.
        sure: Whether all that was typed was typed in full.
    """

    verb: str | None = None
    settled: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be picked.

    Attributes:
        text: A whole action, a verb, or a word of a choice, in notation.
        kind: `action`, `verb`, or the kind of the choice.
        after: What is chosen when it is picked, or put back if it is picked already; None if it
            does not fit what is chosen so far.
        picked: Whether it is a card that is picked.
    """

    text: str
    kind: str
    after: Chosen | None
    picked: bool = False


class Choice:
    """The choice of a move.

    Attributes:
        moves: The legal moves.
        action: The action that was chosen, None before that.
        proposal: An action that `confirm` would choose: what was typed is incomplete.
    """

    def __init__(self, state: State, names: Sequence[str] = (), order: Sequence[str] = ()) -> None:
        """Begin to choose.

        Args:
            state: A position that is not over.
            names: The names of the players, by seat.
            order: Cards in the order in which they are to be listed; others follow.
        """
        self._state = state
        self._names = names
        self._order = Counter(order)
        pack = state.game.program.pack
        self._faces = {spelt(text): text for text in pack.text}
        self._place = {text: number for number, text in enumerate(dict.fromkeys((*order, *pack.text)))}
        self.moves = [self._move(action) for action in state.legal_actions()]
        self._fitting: dict[Chosen, list[Move]] = {}
        self._options: dict[Chosen, list[Option]] = {}
        self.action: Action | None = None
        self.proposal: Action | None = None
        self._steps = [Chosen()]

    def _move(self, action: Action) -> Move:
        notation = self._state.game.notation
        kinds = notation.kinds(action.raw[0])
        words, _ = notation.divided(action.verb, action.text.split()[1:])
        return Move(
            action,
            tuple(kinds),
            tuple(map(tuple, words)),
            action.verb,
            tuple(map(Counter, words)),
        )

    # ------------------------------------------------------------------------------- questions

    @property
    def chosen(self) -> Chosen:
        """What is chosen so far."""
        return self._steps[-1]

    @property
    def between(self) -> bool:
        """Whether a question is asked that belongs to no phase, such as to come back."""
        state = self._state
        return not state.game.machine.sites[state.position.pc].phase

    @property
    def begun(self) -> bool:
        """Whether a part of a move is chosen."""
        return len(self._steps) > 1

    def beside_hand(self, action: str) -> dict[str, str]:
        """Return the cards that a move takes together with cards of the hand, and their zones."""
        move = next(each for each in self.moves if each.action.text == action)
        position, program = self._state.position, self._state.game.program
        cards = self._state.game.notation.cards(move.action.raw)
        found: dict[str, str] = {}
        for zone in program.zones.values() if any(kind in LISTS for kind in move.kinds) else ():
            if zone.faces == "top" and not (zone.each or zone.piles):
                pile: list[int] = getattr(position, f"z_{zone.name}")
                if pile and cards >> pile[-1] & 1 and cards != 1 << pile[-1]:
                    found[program.pack.text[pile[-1]]] = zone.name
        return found

    def in_order(self, words: Iterable[str]) -> list[str]:
        """Return words in the order in which they are listed."""
        return sorted(words, key=lambda word: self._place.get(word, 0))

    def fitting(self, chosen: Chosen | None = None) -> list[Move]:
        """Return the moves that fit what is chosen so far."""
        chosen = chosen or self.chosen
        if chosen not in self._fitting:
            self._fitting[chosen] = list(self._that_fit(chosen))
        return self._fitting[chosen]

    def _that_fit(self, chosen: Chosen) -> Iterator[Move]:
        """Yield the moves that fit; with cards that are picked, of those that fit without the last.

        A screen asks what fits with each card besides, so what was found out is remembered.
        """
        made, cards = len(chosen.settled), chosen.cards
        if cards:
            last = cards[-1]
            count = cards.count(last)
            for move in self.fitting(replace(chosen, cards=cards[:-1])):
                if made < len(move.choices) and move.kinds[made] in CARDS and move.counts[made][last] >= count:
                    yield move
            return
        for move in self.moves:
            if chosen.verb in (None, move.verb) and move.choices[:made] == chosen.settled:
                yield move

    def complete(self, chosen: Chosen | None = None) -> list[Move]:
        """Return the moves of which nothing is missing but `done`."""
        chosen = chosen or self.chosen
        made, picked = len(chosen.settled), Counter(chosen.cards)
        return [
            move
            for move in self.fitting(chosen)
            if (len(move.choices) == made and not picked)
            or (len(move.choices) == made + 1 and move.kinds[made] in CARDS and move.counts[made] == picked)
        ]

    @property
    def verbs(self) -> list[str]:
        """The verbs that fit."""
        return list(dict.fromkeys(move.verb for move in self.fitting()))

    @property
    def listed(self) -> bool:
        """Whether whole moves are listed, because they are few.

        That is so as long as nothing is chosen, and for a verb that takes several cards.
        """
        chosen = self.chosen
        if chosen.settled or chosen.cards:
            return False
        moves = self.fitting()
        lists = chosen.verb is not None and any(m.kinds[:1] and m.kinds[0] in LISTS for m in moves)
        return (not self.begun or lists) and len(moves) <= MOST_LISTED

    @property
    def numbered(self) -> bool:
        """Whether options have numbers: not where a number can itself be what is chosen.

        Players are shown by their names, and in a list of moves piles stand as `#2`.
        """
        made = len(self.chosen.settled)
        shown = ["player"]
        if self.listed or self.chosen.verb is None:
            shown.append("pile")
        return not any(
            word.lstrip("#-").isdecimal()
            for move in self.fitting()
            if made < len(move.choices) and move.kinds[made] not in shown
            for word in move.choices[made]
        )

    @property
    def finishes(self) -> bool:
        """Whether `done` can settle the cards that are picked."""
        return bool(self.chosen.cards) and bool(self._exact())

    def _exact(self) -> list[tuple[str, ...]]:
        """Return the next choice of each move in which it is exactly what is picked."""
        made, picked = len(self.chosen.settled), Counter(self.chosen.cards)
        return [
            move.choices[made]
            for move in self.fitting()
            if made < len(move.choices) and move.kinds[made] in CARDS and move.counts[made] == picked
        ]

    def wanted(self) -> range:
        """Return how many cards more the next choice takes, at least and at most."""
        made, picked = len(self.chosen.settled), len(self.chosen.cards)
        sizes = [
            len(move.choices[made]) - picked
            for move in self.fitting()
            if made < len(move.choices) and move.kinds[made] in CARDS
        ]
        return range(min(sizes, default=0), max(sizes, default=0) + 1)

    def options(self) -> list[Option]:
        """Return what can be picked now; nothing if it is one of many numbers."""
        if self.chosen not in self._options:
            self._options[self.chosen] = self._offered()
        return self._options[self.chosen]

    def _offered(self) -> list[Option]:
        if self.listed:
            return self._whole(self.fitting())
        chosen = self.chosen
        if chosen.verb is None and len(self.verbs) > 1:
            return self._verbs()
        made = len(chosen.settled)
        moves = [m for m in self.fitting(replace(chosen, cards=())) if made < len(m.choices)]
        if not moves:
            return []
        kind = moves[0].kinds[made]
        if kind in CARDS:
            return list(self._cards(moves, kind))
        words = dict.fromkeys(move.choices[made] for move in moves)
        if len(words) > _MOST_VALUES:
            return []
        return [Option(word[0], kind, replace(chosen, settled=(*chosen.settled, word))) for word in words]

    def _verbs(self) -> list[Option]:
        """Return the verbs that fit; after them the moves of those that have few forms."""
        chosen = self.chosen
        forms: dict[str, list[Move]] = {verb: [] for verb in self.verbs}
        for move in self.fitting():
            forms[move.verb].append(move)
        whole: list[Move] = []
        for verb in sorted(forms, key=lambda verb: len(forms[verb])) if not self.begun else ():
            if len(whole) + len(forms[verb]) + len(forms) - 1 > MOST_LISTED:
                break
            whole += forms.pop(verb)
        verbs = [Option(verb, "verb", replace(chosen, verb=verb)) for verb in forms]
        return [*verbs, *self._whole([move for move in self.moves if move in whole])]

    def _whole(self, moves: list[Move]) -> list[Option]:
        """Return whole moves; those of a verb in the order in which their cards are shown."""
        verbs = list(dict.fromkeys(move.verb for move in moves))

        def rank(move: Move) -> tuple[int, int, list[int]]:
            words = [word for choice in move.choices for word in choice]
            places = [self._place[word] if word in self._order else 0 for word in words]
            return verbs.index(move.verb), len(words), places

        return [Option(move.action.text, "action", Chosen(move.verb, move.choices)) for move in sorted(moves, key=rank)]

    def _cards(self, moves: list[Move], kind: str) -> Iterator[Option]:
        """Yield the cards for the next choice: those that are picked, that fit, and the others."""
        chosen, made = self.chosen, len(self.chosen.settled)
        pool: Counter[str] = Counter()
        room: Counter[str] = Counter()  # how many of each card may be picked, with the others
        picked = Counter(chosen.cards)
        for move in moves:
            cards = move.counts[made]
            pool |= cards
            if picked <= cards:
                room |= cards
        for card in self.in_order(pool):
            for copy in range(pool[card]):
                if copy < picked[card]:
                    yield Option(card, kind, without(chosen, card), picked=True)
                else:
                    fits = copy < room[card]
                    yield Option(card, kind, self._with_card(chosen, card) if fits else None)

    # --------------------------------------------------------------------------------- changes

    def pick(self, option: Option) -> None:
        """Pick an option, or put a card back.

        Raises:
            RefusedError: The option does not fit what is chosen.
        """
        self.proposal = None
        if option.after is None:
            raise RefusedError(f"{option.text} does not fit what is chosen.")
        self._take(option.after)

    def back(self) -> bool:
        """Take back the last step of the choice; return whether there was one."""
        self.proposal = None
        if self.begun:
            self._steps.pop()
            return True
        return False

    def done(self) -> None:
        """Settle the cards that are picked.

        Raises:
            RefusedError: They are not all cards of a move.
        """
        exact = self._exact()
        if not exact:
            raise RefusedError(self._incomplete(), known=True)
        self._take(replace(self.chosen, settled=(*self.chosen.settled, exact[0]), cards=()))

    def _incomplete(self) -> str:
        """Return what is missing before the choice can be settled."""
        sizes, count = self.wanted(), len(self.chosen.cards)
        if not sizes.start:
            return "There is nothing to complete: choose a move."
        least, most = sizes.start + count, sizes.stop - 1 + count
        missing = f"{sizes.start} {'is' if sizes.start == 1 else 'are'} missing"
        return f"Choose {'at least ' if least < most else ''}{counted(least, 'card')}; {missing}."

    def confirm(self) -> bool:
        """Choose the proposal; return whether there was one."""
        self.action, self.proposal = self.proposal, None
        return self.action is not None

    def _with_card(self, chosen: Chosen, card: str) -> Chosen:
        """Return what is chosen after one more card; it is settled if no more can follow."""
        more = replace(chosen, cards=(*chosen.cards, card))
        made = len(chosen.settled)
        moves, picked = self.fitting(more), Counter(more.cards)
        last = any(move.kinds[made] in LISTS and len(move.choices) == made + 1 for move in moves)
        others = self.fitting(replace(chosen, cards=()))
        last = last and any(len(choice) > 1 for m in others for choice in m.choices[made : made + 1])
        if moves and not last and all(move.counts[made] == picked for move in moves):
            return replace(more, settled=(*more.settled, moves[0].choices[made]), cards=())
        return more

    def _take(self, chosen: Chosen, *, whole: bool = False) -> None:
        """Set what is chosen; it may be a move."""
        fit = self.fitting(chosen)
        goes_on = self._may_go_on(chosen, fit)
        if chosen.verb is None and len({move.verb for move in fit}) == 1:
            chosen = replace(chosen, verb=fit[0].verb)
        ready = self.complete(chosen)
        settled = [move for move in ready if len(move.choices) == len(chosen.settled)]
        if whole and (chosen.cards or len(fit) == 1) and not goes_on:
            settled = ready
        if chosen.verb is None and len(settled) == 1 and chosen.cards:
            chosen = replace(chosen, verb=settled[0].verb)
        if chosen.verb is not None and len(settled) == 1:
            self._decide(settled[0].action, sure=chosen.sure)
            return
        if whole:
            self._steps = [Chosen()]
        if chosen.verb is not None and len(fit) == 1 and not chosen.cards:
            self.proposal = fit[0].action
        self._steps.append(chosen)
        self._settle_forced()

    def _may_go_on(self, chosen: Chosen, fit: Sequence[Move]) -> bool:
        """Whether one card was named without the verb, of a choice of several: others may follow."""
        made = len(chosen.settled)
        return (
            chosen.verb is None
            and len(chosen.cards) == 1
            and any(move.kinds[made] in LISTS and len(move.choices[made]) > 1 for move in fit if made < len(move.kinds))
        )

    def _settle_forced(self) -> None:
        """Settle what has one possibility, unless it is last, or is a number that may be typed."""
        while self.chosen.verb is not None and not self.chosen.cards:
            made = len(self.chosen.settled)
            moves = self.fitting()
            words = {move.choices[made] for move in moves if made + 1 < len(move.choices)}
            if len(moves) < 2 or len(words) != 1:
                return
            if not self.numbered and moves[0].kinds[made] != "player":
                return
            self._steps.append(replace(self.chosen, settled=(*self.chosen.settled, words.pop())))

    def _decide(self, action: Action, *, sure: bool) -> None:
        """Choose an action; if it was typed incompletely and cannot be undone, propose it."""
        if sure or not self._shows(action):
            self.action = action
        else:
            self.proposal = action

    def after(self, action: Action | str) -> State | None:
        """Return the game after an action; None if the rules fail."""
        after = self._state.clone()
        try:
            after.apply_action(action)
        except CardrulesError:
            return None
        return after

    def _shows(self, action: Action) -> bool:
        """Return whether an action shows something hidden, so that it cannot be taken back."""
        after = self.after(action)
        return after is not None and not after.can_undo()


def without(chosen: Chosen, card: str) -> Chosen:
    """Return what is chosen after a card is put back."""
    cards = list(chosen.cards)
    cards.remove(card)
    return replace(chosen, cards=tuple(cards))
