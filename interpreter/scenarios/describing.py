"""Positions in the words of scenarios: as `given`, and what moves changed as `then`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from ..game.observation.redaction import show_value
from ..game.setup.values import ANY, find_site, phase_named
from ..runtime.journal import Moved
from ..runtime.seats import seated
from ..syntax import types as ty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..game.rules import Rules
    from ..play.state import State
    from ..program.program import Variable, Zone
    from ..runtime.position import Position
    from ..source.located import PlainData
    from ..syntax.types import Type

_MANY: Final = 8  # a pile with more cards is not listed in `then` if only some were put on it


def given(before: State, after: State, *, exact: bool) -> dict[str, PlainData] | None:
    """Return a position as the `given` of a scenario; None if no phase begins with its decision.

    Args:
        before: the position.
        after: the position after the moves that are played from there.
        exact: whether all cards are named. Else cards that the player does not see, and that stay where they are, are
            only counted, and of the pack only those that are drawn are named.
    """
    rules, position = before.game, before.position
    program = rules.program
    site = rules.machine.sites[position.pc]
    begun = (position.pc, site.phase)
    phase = next((name for name in (site.step, site.phase) if find_site(program, name) == begun), None)
    if phase is None or program.tables is not None:
        return None
    found: dict[str, PlainData] = {"phase": phase, "actor": position.actor}
    places = _Places(before, after, exact=exact)
    for zone in program.zones.values():
        value = places.value(zone)
        if value is not None:
            found[zone.name] = value
    draws = places.draws()
    if draws:
        found["draws"] = draws
    for variable in program.variables.values():
        found[variable.name] = _value(rules, variable, position)
    if program.uses_scores:
        found["score"] = _scores(rules, position)
    away = _seats(position.away)
    if away:
        found["away"] = away
    return found


def then(before: State, after: State, *, exact: bool) -> dict[str, PlainData]:
    """Return what moves changed, as the `then` of a test.

    After the end of a deal that is the score, because the next deal depends on chance.

    Args:
        before: the position before the moves.
        after: the position after them.
        exact: whether all cards of `before` were named.
    """
    rules, old, new = before.game, before.position, after.position
    program = rules.program
    found: dict[str, PlainData] = {}
    over = after.is_terminal()
    if not over and new.deal == old.deal:
        found |= _changed(before, after, exact=exact)
    if program.uses_scores and (scores := _scores(rules, new)) != _scores(rules, old):
        found["score"] = scores
    if over:
        winners: list[PlainData] = [*after.winners()]
        return {**found, "over": True, "winner": winners[0] if len(winners) == 1 else winners or "nobody"}
    if new.deal != old.deal:
        return {**found, "deal": new.deal, "dealer": new.dealer}
    if new.dealer != old.dealer:
        found["dealer"] = new.dealer
    if new.away | new.gone != old.away | old.gone:
        present = seated(new) or range(rules.players)
        found["away"] = [seat for seat in present if (new.away | new.gone) >> seat & 1]
    phase = after.phase
    if phase != before.phase and phase_named(program, phase) is not None:
        found["phase"] = phase
    if new.actor != old.actor or not found:
        found["actor"] = new.actor
    return found


class _Places:
    """Where the cards of a position lie, as scenarios say it.

    Args:
        before: the position.
        after: the position after some moves.
        exact: whether all cards are named.
    """

    def __init__(self, before: State, after: State, *, exact: bool) -> None:
        self._rules = before.game
        self._before, self._after = before.position, after.position
        self._exact = exact
        steps = after.steps()[before.last.number if before.last is not None else 0 :]
        self._events = [event for step in steps for event in step.events]
        self._numbers = {(each.slot, each.seat): at for at, each in enumerate(self._rules.recorder.places)}

    def value(self, zone: Zone) -> PlainData | None:
        """Return what lies in a zone; None if that is not said: it is empty, or has the rest of the pack."""
        program = self._rules.program
        seats = program.owners(zone) if zone.each else (-1,)
        entries: list[PlainData] = [self._entry(zone, seat) for seat in seats]
        whole = not self._exact and zone.name == program.pack_zone and (zone.ordered or not self._lost(zone, -1))
        if whole or not any(entries):
            return None
        return entries if zone.each else entries[0]

    def draws(self) -> str:
        """Return the cards that are drawn from the pack, the first to be drawn first."""
        program = self._rules.program
        zone = program.zones[program.pack_zone]
        if self._exact or zone.each or zone.piles or not zone.ordered:
            return ""
        number = self._numbers[f"z_{zone.name}", -1]
        drawn: list[int] = []
        for event in self._events:
            if isinstance(event, Moved) and event.source == number:
                drawn += event.cards
            elif not isinstance(event, Moved):
                continue
            elif event.target == number:
                break
        held = self._rules.recorder.cards(self._before, number)
        while drawn and held[-len(drawn) :] != drawn[::-1]:
            drawn.pop()
        return text(self._rules, drawn)

    def _entry(self, zone: Zone, seat: int) -> PlainData:
        number = self._numbers[f"z_{zone.name}", seat]
        recorder = self._rules.recorder
        if zone.piles:
            piles = recorder.piles(self._before, number)
            last = max((at for at, pile in enumerate(piles, 1) if pile), default=0)
            kept = piles[:last] if zone.fixed else piles
            return [text(self._rules, pile) or 0 for pile in kept]
        cards = recorder.cards(self._before, number)
        if cards and not self._exact and not self.named(zone, seat):
            return count(self._rules, len(cards))
        return text(self._rules, cards) or 0

    def named(self, zone: Zone, seat: int) -> bool:
        """Return whether the cards of a place are named: the player sees them, or some of them go away."""
        number = self._numbers[f"z_{zone.name}", seat]
        place = self._rules.recorder.places[number]
        return bool(place.watchers >> self._before.actor & 1) or place.top_shown or self._lost(zone, seat)

    def _lost(self, zone: Zone, seat: int) -> bool:
        number = self._numbers[f"z_{zone.name}", seat]
        old, new = (self._rules.recorder.cards(each, number) for each in (self._before, self._after))
        return not {*old} <= {*new}


def count(rules: Rules, number: int) -> PlainData:
    """Return a number of cards as scenarios say it, also where cards are written like numbers."""
    return f"{number} cards" if rules.program.pack.cards_of(str(number)) else number


def text(rules: Rules, cards: Sequence[int]) -> str:
    """Return cards as scenarios name them."""
    return " ".join(rules.program.pack.text[card] for card in cards)


def _changed(before: State, after: State, *, exact: bool) -> dict[str, PlainData]:
    """Return the zones and variables that have changed, with what they are now."""
    rules = before.game
    found: dict[str, PlainData] = {}
    program, recorder = rules.program, rules.recorder
    places = _Places(before, after, exact=exact)
    numbers = {(each.slot, each.seat): at for at, each in enumerate(recorder.places)}
    for zone in program.zones.values():
        entries: list[PlainData] = []
        for seat in program.owners(zone) if zone.each else (-1,):
            number = numbers[f"z_{zone.name}", seat]
            if zone.piles:
                old, new = ([[*pile] for pile in recorder.piles(each.position, number)] for each in (before, after))
                entries.append(ANY if old == new else list(_piles(rules, zone, old, new)))
                continue
            old, new = (recorder.cards(each.position, number) for each in (before, after))
            known = exact or places.named(zone, seat)
            if zone.name == program.pack_zone and not exact:
                known = False
            entries.append(ANY if old == new else _pile(rules, zone, old, new, known=known))
        _noted(found, zone.name, entries, whole=not zone.each)
    for variable in program.variables.values():
        if variable.internal:
            continue
        old, new = (_value(rules, variable, each.position) for each in (before, after))
        if not variable.each:
            _noted(found, variable.name, [ANY if old == new else new], whole=True)
        elif isinstance(old, list) and isinstance(new, list):
            pairs = zip(old, new, strict=True)
            _noted(found, variable.name, [ANY if then == now else now for then, now in pairs], whole=False)
    return found


def _noted(found: dict[str, PlainData], name: str, entries: list[PlainData], *, whole: bool) -> None:
    """Note the entries of a zone or a variable that have changed."""
    while entries and entries[-1] == ANY:
        entries.pop()
    if entries:
        found[name] = entries[0] if whole else entries


def _piles(rules: Rules, zone: Zone, old: list[list[int]], new: list[list[int]]) -> Iterator[PlainData]:
    """Yield the piles of a zone; for piles that have not changed `...` stands at the end, or in their place."""
    if not zone.fixed:
        old, new = [each for each in old if each], [each for each in new if each]
    last = max((at for at, pile in enumerate(new, 1) if old[at - 1 : at] != [pile]), default=0)
    for at, pile in enumerate(new[:last]):
        yield ANY if old[at : at + 1] == [pile] else text(rules, pile) or 0
    if any(new[last:]):
        yield ANY


def _pile(rules: Rules, zone: Zone, old: list[int], new: list[int], *, known: bool) -> PlainData:
    """Return what lies in a place now.

    Args:
        rules: the game.
        zone: its zone.
        old: the cards that were there.
        new: the cards that are there.
        known: whether the scenario named the old ones.
    """
    more = [card for card in new if card not in old]
    grown = old == new[: len(old)] if zone.ordered else len(more) + len(old) == len(new)
    if not new or (known and not (grown and zone.ordered and len(new) > _MANY)):
        return text(rules, new) or 0
    if grown and more and zone.name != rules.program.pack_zone:
        return f"{ANY} {text(rules, more)}"
    return text(rules, new) if known else count(rules, len(new))


def _seats(members: int) -> list[PlainData]:
    return [seat for seat in range(members.bit_length()) if members >> seat & 1]


def _scores(rules: Rules, position: Position) -> PlainData:
    points, scores = rules.program.points, cast("Sequence[int]", position.v_score)  # type: ignore[attr-defined]
    return [_plain(points, show_value(rules, points, scores[seat], None, None)) for seat in rules.program.scorers]


def _value(rules: Rules, variable: Variable, position: Position) -> PlainData:
    """Return the value of a variable as scenarios write it."""
    value, kind = getattr(position, f"v_{variable.name}"), variable.type
    if not variable.each:
        return _plain(kind, show_value(rules, kind, value, None, None))
    owners = rules.program.owners(variable)
    return [_plain(kind, show_value(rules, kind, value[seat], None, None)) for seat in owners]


def _plain(kind: Type, shown: Any) -> PlainData:
    """Return a value that is shown as a scenario writes it."""
    inner = ty.element(kind)
    if isinstance(shown, dict):
        return {str(word): _plain(inner or ty.UNKNOWN, each) for word, each in shown.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(shown, tuple | list):
        if kind in (ty.CARDS, ty.PILE):
            return " ".join(map(str, shown)) or "none"  # pyright: ignore[reportUnknownArgumentType]
        return [_plain(inner or ty.UNKNOWN, each) for each in shown]  # pyright: ignore[reportUnknownVariableType]
    if shown is None:
        return "nobody" if kind == ty.PLAYER else "none"
    return shown
