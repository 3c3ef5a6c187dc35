"""Who knows which card in native games.

The tracker of `runtime/tracking.py` is translated. Here it is completed: it keeps no journal, but
notes who saw the cards of the current action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...core import nodes
from ...core.reading import functions_of
from ...runtime.melds import set_of
from ...runtime.tracking import Place, Tracker
from ..code.kinds import NUMBER, integer
from ..memory.shapes import Shape, many

if TYPE_CHECKING:
    from ...program.program import Program

NOTING, MOVED, SAW = "k_noting", "k_moved", "k_saw"
"""Slots that native positions have besides: whether it is noted who sees the cards of an action,
those that it has moved so far, and for each card the seats that may see it."""


def shapes(program: Program, words: int, facts: int) -> dict[str, Shape]:
    """Return the slots that positions have only where a recorder is at work.

    Args:
        program: the program.
        words: of how many words a set of cards consists.
        facts: how many of the last facts that a seat was told are remembered.
    """
    cards = program.pack.size
    one = Shape(NUMBER)
    return {
        "know": many(one, cards, fixed=True),
        "spot": many(one, cards, fixed=True),
        "origin": many(one, cards),
        "traced": many(one, cards),
        NOTING: one,
        MOVED: Shape(integer(words)),
        SAW: many(one, cards, fixed=True),
        "homes": many(one, cards if program.repeats else 0),
        "traces": many(one, cards if program.repeats else 0),
    } | (_told(program, words, facts) if program.tells else {})


def _told(program: Program, words: int, facts: int) -> dict[str, Shape]:
    """Return the slots for what seats were told."""
    some, cards = facts * program.players, Shape(integer(words))
    return {
        "excluded": many(cards, program.pack.size * program.players, fixed=True),
        "k_facts_place": many(Shape(NUMBER), some, fixed=True),
        "k_facts_fits": many(Shape(NUMBER), some, fixed=True),
        "k_facts_among": many(Shape(NUMBER), some, fixed=True),
        "k_facts_where": many(Shape(NUMBER), some, fixed=True),
        "k_facts_faces": many(cards, some, fixed=True),
    }


class NativeTracker(Tracker):
    """Stands for the recorder, and notes who saw the cards of an action."""

    passes: ClassVar[dict[str, int | None]] = {
        "changed": None,
        "drawn_by_chance": None,
        "looked": 1,
    }
    """The methods that only add to the journal, with the argument that each of them returns."""

    def where(self, s: Any, card: int) -> int:
        """Return the place a card is in."""
        return k_where(s, card)

    def cards(self, s: Any, place: int) -> list[int]:
        """Return the cards of a place as a new list, bottom to top if the place is ordered."""
        return k_cards(s, place)

    def tops(self, s: Any, place: int) -> list[int]:
        """Return the top cards of a place: one, or one of each pile."""
        return k_tops(s, place)

    def take(self, s: Any, place: int, cards: int) -> None:
        """Take a set of cards out of a place."""
        k_take(s, place, cards)

    def put(self, s: Any, place: int, pile: int, beneath: int, cards: Sequence[int]) -> None:
        """Put cards into a place."""
        k_put(s, place, pile, beneath, cards)

    def opened(self, s: Any, place: int) -> int:
        """Begin a pile, and return its number."""
        return k_opened(s, place)

    def laid(self, s: Any, place: int, pile: int, count: int) -> None:
        """Note that so many cards are laid on a pile at once."""
        k_laid(s, place, pile, count)

    def gathered_all(self, s: Any) -> None:
        """Note nothing more of the action: the cards are all in the pack."""
        s.k_noting = 0
        if self._tells:
            k_forget(s)

    def mixed(self, s: Any, place: int) -> None:
        """Note nothing more of the action: cards that come back may be others."""
        s.k_noting = 0

    def drawn_by_chance(self, s: Any) -> None:
        """Note nothing."""

    def told(self, s: Any, place: int, cards: list[int], fitting: int, to: int, knowing: int) -> None:
        """Remember what seats were told."""
        k_told(s, place, cards, fitting, to, knowing)

    def shown(self, s: Any, card: int, place: int, to: int) -> None:
        """Note who has seen a card."""
        if s.k_noting and (self._ordered[place] or not s.k_moved & 1 << card):
            s.k_saw[card] |= to

    def moved(
        self,
        s: Any,
        cards: list[int],
        source: int,
        target: int,
        seen: list[int],
        chosen: Sequence[int],
    ) -> None:
        """Note who has seen cards move."""
        if s.k_noting:
            for index, card in enumerate(cards):
                if not s.k_moved & 1 << card:
                    s.k_saw[card] = seen[index]
                elif self._ordered[source]:
                    s.k_saw[card] |= seen[index]
        s.k_moved |= set_of(cards)


# -- what seats were told: functions that `remembering` makes


def k_forget(s: Any) -> None:
    """Forget what seats were told."""
    raise NotImplementedError(s)


def k_told(s: Any, place: int, cards: list[int], fitting: int, to: int, knowing: int) -> None:
    """Remember what seats were told, for each seat the latest first."""
    raise NotImplementedError(s, place, cards, fitting, to, knowing)


def remembering(program: Program, places: Sequence[Place], facts: int, positions: int) -> list[nodes.FunctionDef]:
    """Return the functions that remember the last facts that seats were told.

    Args:
        program: the program.
        places: all places.
        facts: how many of them, for each seat.
        positions: of how many positions in a place with an order it is remembered which fit.
    """
    if not program.tells:
        return []
    some = facts * program.players
    kept = [f"k_facts_{each}" for each in ("place", "fits", "among", "where", "faces")]
    ordered = tuple(int(place.ordered) for place in places)
    lines = ["def k_forget(s):"]
    lines += [f"    s.{each} = [{-1 if each == 'k_facts_place' else 0}] * {some}" for each in kept]
    lines += [
        "def k_told(s, place, cards, fitting, to, knowing):",
        "    held = k_cards(s, place)",
        "    where = 0",
        "    fits = 0",
        "    for card in cards:",
        "        if fitting & 1 << card:",
        "            fits += 1",
        f"            if {ordered}[place] and held.index(card) < {positions}:",
        "                where |= 1 << held.index(card)",
        f"    for seat in range({program.players}):",
        "        if to >> seat & 1:",
        f"            first = seat * {facts}",
        f"            for at in range(first + {facts - 1}, first, -1):",
        *(f"                s.{each}[at] = s.{each}[at - 1]" for each in kept),
        "            s.k_facts_place[first] = place",
        "            s.k_facts_fits[first] = fits",
        "            s.k_facts_among[first] = len(cards)",
        "            s.k_facts_where[first] = where",
        "            s.k_facts_faces[first] = fitting if knowing >> seat & 1 else 0",
    ]
    return functions_of("\n".join(lines) + "\n")


# -- what depends on the zones: functions that `placing` makes


def k_where(s: Any, card: int) -> int:
    """Return the place a card is in."""
    raise NotImplementedError(s, card)


def k_cards(s: Any, place: int) -> list[int]:
    """Return the cards of a place as a new list, bottom to top if the place is ordered."""
    raise NotImplementedError(s, place)


def k_tops(s: Any, place: int) -> list[int]:
    """Return the top cards of a place: one, or one of each pile."""
    raise NotImplementedError(s, place)


def k_take(s: Any, place: int, gone: int) -> None:
    """Take cards out of a place."""
    raise NotImplementedError(s, place, gone)


def k_put(s: Any, place: int, pile: int, beneath: int, cards: Sequence[int]) -> None:
    """Put cards into a place."""
    raise NotImplementedError(s, place, pile, beneath, cards)


def k_opened(s: Any, place: int) -> int:
    """Begin a pile, and return its number."""
    raise NotImplementedError(s, place)


def k_laid(s: Any, place: int, pile: int, count: int) -> None:
    """Note that so many cards are laid on a pile at once."""
    raise NotImplementedError(s, place, pile, count)


_HEADS: Final = {
    "k_where": "s, card",
    "k_cards": "s, place",
    "k_tops": "s, place",
    "k_take": "s, place, gone",
    "k_put": "s, place, pile, beneath, cards",
    "k_opened": "s, place",
    "k_laid": "s, place, pile, count",
}


def placing(places: Sequence[Place]) -> list[nodes.FunctionDef]:
    """Return the functions that depend on the zones."""
    made: dict[str, list[str]] = {name: [] for name in _HEADS}
    start = 0
    while start < len(places):
        zone = places[start]
        count = sum(place.slot == zone.slot for place in places)
        here = f"place < {start + count}"
        seat = f"[place - {start}]" if zone.seat >= 0 and not zone.piles else ""
        held = f"s.{zone.slot}{seat}"
        sizes = f"s.g_{zone.slot.removeprefix('z_')}"
        part = held
        if zone.piles and zone.own:
            part = f"{held}[(place - {start}) * {zone.own}:(place - {start} + 1) * {zone.own}]"
        for index in range(count):
            one = f"s.{zone.slot}[{index}]" if seat else held
            if zone.piles:
                first, last = index * zone.own, (index + 1) * zone.own
                piles = f"{held}[{first}:{last}]" if zone.own else held
                made["k_where"] += [
                    f"for pile in {piles}:",
                    f"    if card in pile: return {start + index}",
                ]
            elif zone.ordered:
                made["k_where"].append(f"if card in {one}: return {start + index}")
            else:
                made["k_where"].append(f"if {one} & 1 << card: return {start + index}")
        if zone.piles:
            put = [f"{held}[pile].extend(cards)"]
            rules = {
                "k_cards": [f"return [card for pile in {part} for card in pile]"],
                "k_tops": [f"return [pile[-1] for pile in {part} if pile]"],
                "k_take": [
                    f"for pile in {part}:",
                    "    pile[:] = [card for card in pile if not gone & 1 << card]",
                    "return",
                ],
                "k_opened": [
                    f"{held}.append([])",
                    f"{sizes}.append(())",
                    f"return len({held}) - 1",
                ],
                "k_laid": [f"{sizes}[pile] += (count,)", "return"],
            }
            if zone.own:
                del rules["k_opened"]
        elif zone.ordered:
            put = [f"if beneath: {held}[:0] = cards", f"else: {held}.extend(cards)"]
            rules = {
                "k_cards": [f"return {held}[:]"],
                "k_tops": [f"return {held}[-1:]"],
                "k_take": [
                    f"if gone == 1 << {held}[-1]: {held}.pop()",
                    f"else: {held}[:] = [card for card in {held} if not gone & 1 << card]",
                    "return",
                ],
            }
        else:
            put = [f"{held} |= set_of(cards)"]
            rules = {
                "k_cards": [f"return cards_of({held})"],
                "k_tops": [f"return cards_of({held})[-1:]"],
                "k_take": [f"{held} &= ~gone", "return"],
            }
        rules["k_put"] = [*put, "return"]
        for name, lines in rules.items():
            made[name] += [f"if {here}:", *(f"    {line}" for line in lines)]
        start += count
    text = "".join(
        f"def {name}({_HEADS[name]}):\n" + "".join(f"    {line}\n" for line in [*lines, "raise ValueError(s)"])
        for name, lines in made.items()
    )
    return functions_of(text)
