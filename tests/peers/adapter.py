"""What the runner of recorded games must know about a game: the base class of `games/*.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import cardrules

Record = Mapping[str, Any]
"""One recorded game: one line of a file, as JSON."""


@dataclass(frozen=True)
class Start:
    """How cardrules begins the game of a recording.

    Attributes:
        players: the number of players; None for the ruleset's default.
        options: the values of options.
        deck: the order of the pack after the first shuffle, the card that is dealt first at the
            front. None stands for a card that is not known; cards may also be missing at the end.
            The runner puts cards that are left over in these places.
        dealer: the seat of the dealer; None if the ruleset decides.
        deal: the number of the deal in the match, from 1.
        single_deal: whether the game ends after one deal.
        position: a position to begin with instead of a deal, as for `Game.state_from_position`.
        ruleset: the file below `rulesets/` without `.yaml`; by default the name of the module.
    """

    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    deck: Sequence[str | None] | None = None
    dealer: int | None = None
    deal: int = 1
    single_deal: bool = False
    position: Mapping[str, object] | None = None
    ruleset: str = ""


class Adapter:
    """Translates one recorded game; each module of `games/` has a subclass called `Game`.

    An adapter is made for one recording and may keep what it needs between two decisions. Most
    games need `start` and `name` only. The other methods are for games where the decisions or the
    chance of the engine are not those of cardrules.

    Attributes:
        engine: the beginning of `engine` in the recordings.
        game: `game` in the recordings.
        record: the recording.
        outcomes: the chance outcomes after the present decision and before the next one; before the
            first decision, those before it.
    """

    engine: ClassVar[str] = "open_spiel"
    game: ClassVar[str]

    def __init__(self, record: Record) -> None:
        self.record = record
        self.params: Mapping[str, Any] = record["params"]
        self.chance: Sequence[Any] = record["chance"]
        self.outcomes: Sequence[Any] = ()

    # ---------------------------------------------------------------------- always needed

    def start(self) -> Start:
        """How the game begins."""
        raise NotImplementedError

    def name(self, state: cardrules.State, action: str) -> str:
        """The engine's string for a legal action of cardrules.

        Two actions may have the same string, if the engine does not tell them apart; the first of
        them is played.
        """
        raise NotImplementedError

    # ----------------------------------------------------------------- decisions that differ

    def moves(self, state: cardrules.State) -> Mapping[str, Sequence[str]]:
        """The engine's legal actions, each with the actions of cardrules that carry it out.

        The default is one action for each, from `name`. Where one decision of the engine is several
        of cardrules, the sequence has several actions (`sequences` helps). Where several of the
        engine are one of cardrules, it is empty for all but the last; `played` tells the adapter
        what was chosen.
        """
        found: dict[str, Sequence[str]] = {}
        for action in map(str, state.legal_actions()):
            found.setdefault(self.name(state, action), [action])
        return found

    def names(self, state: cardrules.State, action: str) -> Sequence[str]:
        """The engine's decisions, one after the other, that carry out an action of cardrules."""
        moves = self.moves(state).items()
        return [next(name for name, actions in moves if [*actions] == [action])]

    def player(self, state: cardrules.State) -> int | None:
        """The engine's number of the player who decides; None if the game is over."""
        return state.current_player()

    def played(self, state: cardrules.State, chosen: str) -> None:
        """Called after each decision of the engine, with its string and the new state."""

    def between(self, state: cardrules.State) -> str | None:
        """The action of a decision that the engine does not have.

        Such as a forced pass, or chance that the small ruleset leaves to a player. It is asked
        before each event and at the end, until it is None.
        """
        return None

    def omitted(self, state: cardrules.State, player: int, legal: Sequence[str]) -> bool:
        """Whether cardrules lacks this decision of the engine, which has one legal action."""
        return False

    # -------------------------------------------------------------------- chance during play

    def shuffled(self, state: cardrules.State) -> Sequence[str | None] | None:
        """The order of the pile at the next shuffle, the first card to be drawn at the front.

        It is asked before each decision is carried out, when `outcomes` are the outcomes that
        follow it. The deck of `start` has the first shuffle. None leaves the order as it is.
        """
        return None

    def prepared(self, state: cardrules.State, chosen: str) -> None:
        """Called before a decision is carried out, so that hidden cards may be put right.

        `exchange` exchanges two hidden cards, such as the one that will be turned up next and the
        one that the engine turns up (see `outcomes`).
        """

    # ------------------------------------------------------------------------------- the end

    def over(self, state: cardrules.State) -> bool:
        """Whether the engine's game is over."""
        return state.is_terminal()

    def returns(self, state: cardrules.State) -> Sequence[float]:
        """The engine's returns, in its order of seats."""
        return state.returns()


def interleaved(hands: Sequence[Sequence[str]], first: int = 0) -> list[str]:
    """Return hands as `deal … each` deals them: one card each in turn, beginning with a seat."""
    seats = [*range(first, len(hands)), *range(first)]
    return [
        hands[seat][number] for number in range(max(map(len, hands))) for seat in seats if number < len(hands[seat])
    ]


def sequences(
    state: cardrules.State, actions: Iterable[str], length: int
) -> list[tuple[tuple[str, ...], cardrules.State]]:
    """Return what can be played: sequences of actions that begin with some, and their states."""
    found: list[tuple[tuple[str, ...], cardrules.State]] = []
    for action in actions:
        after = state.clone()
        after.apply_action(action)
        if length == 1 or after.is_terminal():
            found.append(((action,), after))
        else:
            more = sequences(after, map(str, after.legal_actions()), length - 1)
            found += [((action, *rest), end) for rest, end in more]
    return found


def cards(state: cardrules.State, zone: str, seat: int | None = None) -> list[str]:
    """Return the cards of a zone as texts, bottom to top."""
    held = _held(state, zone, seat)
    return [state.game.program.pack.text[card] for card in held]


def _held(state: cardrules.State, name: str, seat: int | None) -> list[int]:
    zone = state.game.program.zones[name]
    value = getattr(state.position, f"z_{name}")
    values = value if zone.each and seat is None else [value[seat] if zone.each else value]
    found: list[int] = []
    for each in values:
        if zone.ordered:
            found += _flat(each)
        else:
            found += [card for card in range(each.bit_length()) if each >> card & 1]
    return found


def _flat(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [card for each in value for card in _flat(each)]


def order(state: cardrules.State, texts: Sequence[str | None]) -> tuple[int, ...]:
    """Return the whole pack with some cards in a given order, for the next shuffle.

    Of equal cards those on the table come before those of players.
    """
    program = state.game.program
    mine = {card for zone in program.zones.values() if zone.each for card in _held(state, zone.name, None)}
    left: dict[int, list[int]] = {}
    for card in sorted(range(program.pack.size), key=lambda card: (card in mine, card)):
        left.setdefault(program.pack.face[card], []).append(card)
    found: list[int | None] = []
    for text in texts:
        if text is None:
            found.append(None)
            continue
        known = program.pack.cards_of(text)
        if not known or not left[program.pack.face[known[0]]]:
            raise ValueError(f"no card '{text}' is left for the shuffle")
        found.append(left[program.pack.face[known[0]]].pop(0))
    rest = sorted(card for pool in left.values() for card in pool)
    filled = [rest.pop(0) if card is None else card for card in found]
    return (*filled, *rest)


def exchange(state: cardrules.State, one: str, other: str) -> None:
    """Exchange two hidden cards of a position, in place."""
    pack = state.game.program.pack
    a, b = pack.cards_of(one)[0], pack.cards_of(other)[0]
    position = state.position
    for zone in state.game.program.zones.values():
        slot = f"z_{zone.name}"
        setattr(position, slot, _exchanged(getattr(position, slot), a, b, ordered=zone.ordered))
    for known in (position.know, position.spot):
        if known is not None:
            known[a], known[b] = known[b], known[a]


def _exchanged(value: Any, a: int, b: int, *, ordered: bool) -> Any:
    if isinstance(value, list | tuple):
        changed = [_exchanged(each, a, b, ordered=ordered) for each in value]  # pyright: ignore[reportUnknownVariableType]
        return changed if isinstance(value, list) else tuple(changed)
    if ordered:
        return b if value == a else a if value == b else value
    return value ^ ((1 << a) | (1 << b)) if (value >> a ^ value >> b) & 1 else value
