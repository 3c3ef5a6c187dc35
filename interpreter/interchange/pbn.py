"""Deals in Portable Bridge Notation (PBN 2.1, by Tis Veugen and others), read and written.

Only the tags `Board`, `Dealer` and `Deal` are looked at: who is vulnerable is for the rules to say. North is seat 0,
east seat 1, south seat 2 and west seat 3. Which deck leads to some hands is found by dealing, so that nothing here
knows how a game deals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..diagnostics import brief
from ..errors import DeckError
from ..game.observation.view import observe

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..game.setup.opening import Deck, Opening

SEATS: Final = "NESW"
_SUITS: Final = "SHDC"
_RANKS: Final = "AKQJT98765432"
_TAG: Final = re.compile(r'^[ \t]*\[[ \t]*(\w+)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]', re.MULTILINE)
_DEAL: Final = re.compile(r"\s*([NESW])\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_FIRST: Final = ("Event", "Board", "Deal")  # one of these, a second time, begins another game


@dataclass(frozen=True, slots=True)
class Board:
    """A deal of a file.

    Attributes:
        number: what the file calls it; None if it has no number.
        hands: its hands, as the tag `Deal` has them.
        dealer: the seat of the dealer; None if the file does not say.
    """

    number: int | None
    hands: str
    dealer: int | None


def boards(text: str) -> Iterator[Board]:
    """Yield the deals of a file.

    Args:
        text: the text of the file.
    """
    tags: dict[str, str] = {}
    for name, value in _TAG.findall(_without_comments(text)):
        if name in tags and name in _FIRST:
            if "Deal" in tags:
                yield _board(tags)
            tags = {}
        tags[name] = value
    if "Deal" in tags:
        yield _board(tags)


def _without_comments(text: str) -> str:
    lines = (line for line in text.splitlines() if not line.startswith(("%", ";")))
    return re.sub(r"\{[^{}]*\}", "", "\n".join(lines))


def _board(tags: dict[str, str]) -> Board:
    number, dealer = tags.get("Board", ""), tags.get("Dealer", "").upper()
    return Board(
        int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None,
        tags["Deal"],
        SEATS.index(dealer) if dealer in tuple(SEATS) else None,
    )


def names_hands(text: str) -> bool:
    """Return whether a text is a deal in this notation.

    >>> names_hands("N:A.. K.. Q.. J.."), names_hands("AS KS")
    (True, False)
    """
    return _DEAL.fullmatch(text) is not None


def hands(text: str) -> list[list[str]]:
    """Return the cards of each seat, north first.

    Args:
        text: a deal such as `E:AKQ.. … … …`; the first hand is that of the seat named first.

    Raises:
        DeckError: the text is not such a deal.
    """
    found = _DEAL.fullmatch(text)
    written = found[2].split() if found else []
    if found is None or len(written) != len(SEATS):
        raise DeckError(f"a deal has a seat and four hands, such as 'N:AKQ32.KJ7.94.T86 …', not {brief(text)}")
    first = SEATS.index(found[1].upper())
    return [_hand(written[(seat - first) % len(SEATS)]) for seat in range(len(SEATS))]


def _hand(text: str) -> list[str]:
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != len(_SUITS) or not set("".join(suits)) <= set(_RANKS):
        raise DeckError(
            f"a hand has four suits, spades first, with points between them: 'AKQ32.KJ7.94.T86', not {brief(text)}"
        )
    return [rank + suit for suit, ranks in zip(_SUITS, suits, strict=True) for rank in ranks]


def deck(cards: Sequence[Sequence[str]], opening: Callable[[Deck], Opening], rules: Rules) -> str:
    """Return the deck from which the rules deal some hands.

    Args:
        cards: the hand of each seat.
        opening: how the game begins with a deck.
        rules: the game.

    Raises:
        DeckError: the game does not deal its whole pack to four hands.
    """
    pack = rules.program.pack
    plain = [pack.text[card] for card in range(pack.size)]
    if rules.program.tables is not None or rules.players != len(SEATS) or len(set(plain)) < len(plain):
        raise DeckError(f"{_deals_otherwise(rules)}, so a deal of bridge does not fit")
    wanted = [card for hand in cards for card in hand]
    if sorted(wanted) != sorted(plain):
        twice = sorted({card for card in wanted if wanted.count(card) > 1})
        wrong = [*twice, *sorted(set(wanted) - set(plain)), *sorted(set(plain) - set(wanted))]
        raise DeckError(f"the four hands are not the pack of {rules.program.title}: see {', '.join(wrong[:5])}")
    places = _hands(rules, opening(plain))
    if [len(hand) for hand in places] != [len(hand) for hand in cards]:
        raise DeckError(f"{_deals_otherwise(rules)}, so these hands cannot be dealt")
    there = {
        place: card for each, hand in zip(places, cards, strict=True) for place, card in zip(each, hand, strict=True)
    }
    return " ".join(there[card] for card in plain)


def _deals_otherwise(rules: Rules) -> str:
    return f"{rules.program.title} does not deal all cards to four hands"


def _hands(rules: Rules, opening: Opening) -> list[list[str]]:
    """Return what each seat holds at the first decision, if that is the whole pack; else empty hands."""
    position, _ = opening.first(rules)
    seen = observe(rules, position, None, (), ())
    for zone in rules.program.zones.values():
        if zone.each and not zone.piles:
            found = [[*seen.cards(zone.name, seat)] for seat in range(rules.players)]
            if sum(map(len, found)) == rules.program.pack.size:
                return found
    return [[] for _ in range(rules.players)]


def written(rules: Rules, opening: Opening, number: int) -> str:
    """Return a deal as a file has it.

    Args:
        rules: the game.
        opening: how it begins.
        number: the number of the board, from 1.

    Raises:
        DeckError: the game does not deal its whole pack to four hands.
    """
    cards = _hands(rules, opening) if rules.players == len(SEATS) and rules.program.tables is None else []
    if not {card for hand in cards for card in hand} >= {"AS", "AH", "AD", "AC"}:
        raise DeckError(f"{_deals_otherwise(rules)}, so its deals cannot be written as PBN")
    dealer = SEATS[opening.first(rules)[0].dealer]
    deal = " ".join(
        ".".join("".join(rank for rank in _RANKS if rank + suit in hand) for suit in _SUITS) for hand in cards
    )
    tags = {"Board": str(number), "Dealer": dealer, "Deal": f"N:{deal}"}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
