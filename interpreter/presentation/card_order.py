"""The order of cards on the screen: hands by rank, suit or melds; runs on the table in sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import CardrulesError
from ..explanation.insight import Insight
from ..game.observation.redaction import UNKNOWN
from ..program import ir
from ..program.cards import NONE
from ..runtime.melds import cards_of
from ..syntax import types as ty

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..game.rules import Rules
    from ..play.state import State
    from ..program.program import Zone
    from ..runtime.position import Position

_CARD: Final = ir.Local("card", type=ty.CARD)
_IS_TRUMP: Final = ir.Use("is_trump", (_CARD,), type=ty.BOOLEAN)
_HEIGHT: Final = ir.Use("height", (_CARD,), type=ty.NUMBER)


def sort_hand(state: State, zone: Zone, cards: Sequence[str], viewer: int | None) -> tuple[list[list[str]], str]:
    """Return the cards of a zone in groups, as its `sorted` says, and a note to show beside them.

    If a card is hidden, or the zone is ordered, the cards stay in their order.

    Args:
        state: The game, for its suits, tricks and melds.
        zone: The zone.
        cards: Texts of the cards, lowest first if they keep no order.
        viewer: Who sees them; None knows everything.
    """
    game = state.game
    if zone.ordered or zone.sorted == "rank" or not cards or UNKNOWN in cards:
        return [list(cards)], ""
    pack = game.program.pack
    left: dict[str, list[int]] = {}
    for card in range(pack.size - 1, -1, -1):
        left.setdefault(pack.text[card], []).append(card)
    numbers = [left[text].pop() for text in cards]
    if zone.sorted == "suit" and game.program.tricks is not None:
        parts = _as_in_tricks(state, numbers, viewer)
        return [[pack.text[card] for card in part] for part in parts], ""
    if zone.sorted == "suit":
        suits = sorted({pack.suit[card] for card in numbers}, key=lambda s: (s == NONE, s))
        return [[pack.text[c] for c in numbers if pack.suit[c] == suit] for suit in suits], ""
    arranger = game.machine.arranger
    held = sum(1 << card for card in numbers)
    melds = [cards_of(meld) for meld in arranger.melding(held)]
    loose = cards_of(arranger.loose(held))
    groups = [[pack.text[card] for card in group] for group in (*melds, loose) if group]
    value = sum(pack.value[card] for card in loose)
    return groups, f"deadwood {value}" if game.counts_deadwood else ""


def _as_in_tricks(state: State, cards: Sequence[int], viewer: int | None) -> list[list[int]]:
    """Return cards by suit, each in the order of the tricks, with the trumps together at the end.

    Args:
        state: The game.
        cards: The cards.
        viewer: Who sees them; None knows everything.
    """
    suit = state.game.program.pack.suit
    groups: dict[tuple[bool, bool, int], list[tuple[int, int]]] = {}
    for number in cards:
        insight = Insight(state.game, state.position, viewer or 0).naming("card", ty.CARD, number)
        if viewer is None or (insight.knows(_IS_TRUMP) and insight.knows(_HEIGHT)):
            trump, height = bool(_asked(insight, _IS_TRUMP)), _asked(insight, _HEIGHT)
        else:
            trump, height = False, 0
        group = (suit[number] == NONE and not trump, trump, -1 if trump else suit[number])
        groups.setdefault(group, []).append((height, number))
    return [[number for _, number in sorted(groups[group], key=lambda each: each[0])] for group in sorted(groups)]


def _asked(insight: Insight, node: ir.Expr) -> int:
    """Return a value of the rules of tricks; 0 where they have none, such as before there is a leader."""
    try:
        return insight.value(node)
    except CardrulesError:
        return 0


def hand_order(state: State, seat: int) -> list[str]:
    """Return the cards in the hands that a seat sees in the order in which the screen shows them.

    The own hand comes first.
    """
    seen = state.observation(seat)
    found: list[list[str]] = []
    for zone in state.game.program.zones.values():
        if zone.faces == "owner" and zone.name in seen.owned and not zone.piles:
            for owner in sorted(seen.owned[zone.name], key=lambda owner: owner != seat):
                groups, _ = sort_hand(state, zone, seen.cards(zone.name, owner), seat)
                found += groups
    return [card for group in found for card in group if card != UNKNOWN]


def holders(state: State, viewer: int, cards: Iterable[str]) -> set[int | None]:
    """Return in whose zones a seat sees some cards; None if one lies on the table.

    Of a card that several have, the own one counts.
    """
    seen, program = state.observation(viewer), state.game.program
    zones = [zone for zone in program.zones.values() if not zone.piles]
    places = {card: None for zone in zones if not zone.each for card in seen.zones[zone.name]}
    parts = [
        (seat, each)
        for zone in zones
        if zone.each
        for seat, each in zip(program.owners(zone), seen.zones[zone.name], strict=True)
    ]
    parts.sort(key=lambda part: part[0] != viewer)
    held = {card: seat for seat, each in reversed(parts) for card in each}
    return {None if card in places else held.get(card) for card in cards}


def in_order(
    game: Rules, position: Position, zone: str, number: int, cards: Sequence[str]
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cards of a pile on the table; those of a run in sequence.

    Each is paired with the cards that it stands for or may stand for, if it is a wild card in a
    run. A pile with hidden cards keeps its order.

    Args:
        game: The game, for its melds.
        position: The position, with the pile's table in place.
        zone: The name of the zone of piles.
        number: Which of its piles it is, from 0.
        cards: What is seen of it.
    """
    if UNKNOWN in cards:
        return [(card, ()) for card in cards]
    pile, sizes = getattr(position, f"z_{zone}")[number], getattr(position, f"g_{zone}")[number]
    text = game.program.pack.text
    return [(text[card], roles) for card, roles in game.machine.growth.in_line(pile, sizes)]
