"""Openings: how a game begins, with a deal from a seed or a deck, or with a given position.

A save keeps the opening of its game. Openings from a call of the API and from a file are checked in
the same way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ...core.labels import DEAL
from ...diagnostics import brief
from ...errors import DeckError, PositionError, SetupError
from ...runtime import chance
from ...runtime.melds import cards_of
from ..plain import plain
from .given_position import build

if TYPE_CHECKING:
    from ...core.machine import Machine
    from ...runtime.journal import Event
    from ...runtime.position import Position
    from ..rules import Rules

START_OF_DEAL = DEAL
MOST_DEALS = 1_000_000

Deck = str | Sequence[str] | Sequence[Sequence[str]]
"""A pack as a text or a list of cards, the first card dealt at the front; or a list of packs, one
for each table."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How one game begins; all parts are already checked.

    Attributes:
        seed: the seed of all chance.
        dealer: the seat of the dealer; None if the rules decide.
        deal: the number of the deal in the match, from 1.
        decks: the order of the pack after the first shuffle at each table; empty if the seed
            decides.
        given: the given position; None if the game was dealt.
        events: the events before the first decision.
    """

    seed: int
    dealer: int | None
    deal: int
    decks: tuple[tuple[int, ...], ...] = ()
    given: dict[str, Any] | None = None
    events: tuple[Event, ...] = ()

    def data(self, rules: Rules) -> dict[str, Any]:
        """Return the opening as data for JSON, which `opening_from_data` reads."""
        found: dict[str, Any] = {"seed": self.seed, "dealer": self.dealer, "deal": self.deal}
        if self.given is not None:
            found["position"] = json.loads(json.dumps(self.given, default=str))
        elif self.decks:
            text = rules.program.pack.text
            decks = [[text[card] for card in deck] for deck in self.decks]
            found["deck"] = decks[0] if rules.program.tables is None else decks
        return found

    def undealt(self, machine: Machine) -> Position:
        """Return the position before the first deal, in a machine's build."""
        position = machine.blank.clone()
        position.rng = chance.seeded(self.seed)
        position.turn = -2
        position.deal = self.deal - 1
        if not self.decks and self.dealer is None:
            return position
        for table in reversed(range(len(position.tables))):
            position.turn_to(table)
            position.dealer = -1 if self.dealer is None else self.dealer
            position.deck = self.decks[table] if self.decks else ()
        return position

    def first(self, rules: Rules) -> tuple[Position, tuple[Event, ...]]:
        """Return the position of the first decision, and the events before it.

        Raises:
            PositionError: the given position is not possible.
        """
        if self.given is not None:
            position, problems = build(
                rules,
                rules.machine,
                self.given,
                seed=self.seed,
                dealer=self.dealer,
                deal=self.deal,
            )
            if position is None:
                raise PositionError(" ".join(f"In {each.where}: {each.message}" for each in problems))
            position.log = []
            rules.machine.resume(position)
            events, position.log = tuple(position.log), None
            return position, events
        position = self.undealt(rules.machine)
        position.log = []
        rules.machine.advance(position, START_OF_DEAL)
        events = tuple(position.log)
        position.log = None
        return position, events


def dealt(rules: Rules, seed: int, *, deck: Deck | None = None, dealer: int | None = None, deal: int = 1) -> Opening:
    """Return the opening of a game that is dealt; `Game.new_initial_state` explains the arguments.

    Raises:
        DeckError: the deck is not the game's pack.
        SetupError: there is no such seat, deal or seed.
    """
    seed, dealer, deal = _checked(rules, seed, dealer, deal)
    return Opening(seed, dealer, deal, () if deck is None else _decks(rules, deck))


def initial_position(
    rules: Rules,
    machine: Machine,
    seed: int = 0,
    *,
    deck: Deck | None = None,
    dealer: int | None = None,
    deal: int = 1,
) -> Position:
    """Return the position before the deal, in a machine's build; the arguments and errors are those of `dealt`."""
    return dealt(rules, seed, deck=deck, dealer=dealer, deal=deal).undealt(machine)


def given(
    rules: Rules,
    position: Mapping[str, object],
    *,
    seed: int = 0,
    dealer: int | None = None,
    deal: int = 1,
) -> Opening:
    """Return the opening of a game that begins with a given position.

    `Game.state_from_position` explains the arguments. `Opening.first` checks whether the position
    is possible.

    Raises:
        PositionError: the position is not a mapping of names to plain data.
        SetupError: there is no such seat, deal or seed.
    """
    seed, dealer, deal = _checked(rules, seed, dealer, deal)
    if not isinstance(position, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        message = f"a position is a mapping of names to values, not {brief(position)}"
        raise PositionError(message)
    named = {key if isinstance(key, str) else brief(key): v for key, v in position.items()}  # pyright: ignore[reportUnnecessaryIsInstance]
    try:
        return Opening(seed, dealer, deal, given=_copied(named))
    except RecursionError:
        raise PositionError("the position contains itself") from None


def _copied(value: Any) -> Any:
    """Return a deep copy of mappings and lists, which later changes do not affect."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list):
        return [_copied(each) for each in cast("list[Any]", value)]
    return value


def opening_from_data(rules: Rules, data: object) -> Opening:
    """Return the opening from which `Opening.data` made these data.

    Raises:
        CardrulesError: the data are not a valid opening.
    """
    keys = {"seed", "dealer", "deal"}
    if not isinstance(data, dict):
        raise SetupError("a beginning has a seed, a dealer and a deal")
    found = cast("dict[str, Any]", data)
    more = set(found) - keys
    if not keys <= set(found) or more not in (set(), {"deck"}, {"position"}):
        raise SetupError("a beginning has a seed, a dealer and a deal")
    if "position" in found:
        return given(rules, **found)
    return dealt(rules, **found)


def _checked(rules: Rules, seed: int, dealer: int | None, deal: int) -> tuple[int, int | None, int]:
    """Return a seed, a dealer and a deal as integers of Python."""
    seed, deal = plain(seed), plain(deal)
    if type(seed) is not int:
        raise SetupError(f"a seed is a whole number (an int), not {brief(seed)}")
    if dealer is not None:
        dealer = rules.check_seat(dealer)
    if type(deal) is not int or not 1 <= deal <= MOST_DEALS:
        numbers = f"deals are counted from 1 to {MOST_DEALS}"
        raise SetupError(f"{numbers}, so there is no deal {brief(deal)}")
    return seed, dealer, deal


def _decks(rules: Rules, deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Return the order of the pack at each table."""
    tables = rules.program.tables
    zone = rules.program.zones[rules.program.pack_zone]
    if not zone.ordered:
        raise DeckError(f"'{zone.name}' keeps no order, so no deck can be given")
    if tables is None:
        return (cards_of_deck(rules, cast("str | Sequence[str]", deck)),)
    if not isinstance(deck, list | tuple) or len(deck) != tables.number:
        count = tables.number
        raise DeckError(f"there are {count} tables, so a deck is a list of {count} packs")
    return tuple(cards_of_deck(rules, each) for each in deck)


def cards_of_deck(rules: Rules, texts: str | Sequence[str]) -> tuple[int, ...]:
    """Return the card numbers of a deck.

    Args:
        rules: the game.
        texts: the cards as a list of texts, or as one text.

    Raises:
        DeckError: the deck is not exactly the pack of the game.
    """
    if isinstance(texts, str):
        texts = texts.replace(",", " ").split()
    elif not isinstance(texts, Sequence) or isinstance(texts, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise DeckError(f"a deck is a text or a list of texts, not {brief(texts)}")
    pack = rules.program.pack
    left = {face: cards_of(cards) for face, cards in pack.masks(pack.face).items()}
    result: list[int] = []
    for position, text in enumerate(texts, 1):
        cards = pack.cards_of(text) if isinstance(text, str) else ()  # pyright: ignore[reportUnnecessaryIsInstance]
        if not cards:
            raise DeckError(f"card {position} of the deck, {brief(text)}, is not in this game")
        pool = left[pack.face[cards[0]]]
        if not pool:
            raise DeckError(f"the deck has '{pack.text[cards[0]]}' once too often, at {position}")
        result.append(pool.pop(0))
    missing = [pack.text[card] for pool in left.values() for card in pool]
    if missing:
        some = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
        raise DeckError(f"the deck has {len(texts)} of {pack.size} cards; missing: {some}")
    return tuple(result)
