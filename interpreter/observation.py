"""What one seat may know of a state: derived from the recorded knowledge, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import types as ty
from .cards import COLOURS, NONE
from .melds import cards_of

if TYPE_CHECKING:
    from .game import Game
    from .state import State

UNKNOWN = "??"


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat may know. Two positions that it cannot tell apart give equal observations.

    Attributes:
        seat: whose view it is.
        current: the seat that is to decide, None when the game is over.
        phase: the step that is being played.
        zones: for each zone the cards, bottom to top where it keeps an order; `??` is a card whose
            face the seat does not know. A zone of each player is a tuple with an entry a seat.
        owned: the names of the zones of which each player has one.
        piled: the names of the zones that hold several piles; each is a tuple of tuples.
        located: cards that the seat knows to be in a zone without knowing where in it.
        variables: the game's variables by name.
        scores: the score of each seat.
        legal: the actions the seat may choose from now; empty when it is not its turn.
        history: what has been done, as far as the seat saw it.
    """

    game: str
    seat: int
    players: int
    current: int | None
    phase: str
    dealer: int
    deal: int
    zones: dict[str, Any]
    owned: tuple[str, ...]
    piled: tuple[str, ...]
    located: dict[str, Any]
    variables: dict[str, Any]
    scores: tuple[int, ...]
    legal: tuple[str, ...]
    history: tuple[tuple[int, str], ...]
    result: tuple[int, ...] | None

    def __str__(self) -> str:
        """Draw the view as text, a zone a line."""
        lines = [f"{self.game}, seat {self.seat}"]
        for name, view in self.zones.items():
            if name in self.owned:
                for seat, cards in enumerate(view):
                    lines.append(f"  {name} of {seat}: {_line(cards)}")
            elif name in self.piled:
                piles = (f"#{number} {_line(pile)}" for number, pile in enumerate(view, 1))
                lines.append(f"  {name}: " + ("; ".join(piles) or "-"))
            else:
                lines.append(f"  {name}: {_line(view)}")
        for name, value in self.variables.items():
            lines.append(f"  {name}: {value}")
        if self.current is None:
            lines.append(f"  over: {self.result}")
        else:
            lines.append(f"  to act: {self.current} ({self.phase})")
        if self.legal:
            lines.append("  legal: " + ", ".join(self.legal))
        return "\n".join(lines)


def _line(cards: tuple[str, ...]) -> str:
    if len(cards) > 12 and set(cards) == {UNKNOWN}:
        return f"{len(cards)} cards"
    return " ".join(cards) if cards else "-"


def observe(state: State, seat: int) -> Observation:
    """Return what a seat may know of a state."""
    game, core = state.game, state.core
    current = state.current_player()
    zones: dict[str, Any] = {}
    located: dict[str, Any] = {}
    for zone in game.program.zones.values():
        seats = range(game.players) if zone.each else [-1]
        views = [_view(state, seat, zone.name, owner) for owner in seats]
        zones[zone.name] = tuple(v[0] for v in views) if zone.each else views[0][0]
        located[zone.name] = tuple(v[1] for v in views) if zone.each else views[0][1]
    legal = tuple(str(a) for a in state.legal_actions()) if current == seat else ()
    return Observation(
        game=game.program.id,
        seat=seat,
        players=game.players,
        current=current,
        phase=state.phase,
        dealer=core.dealer,
        deal=core.deal,
        zones=zones,
        piled=tuple(zone.name for zone in game.program.zones.values() if zone.piles),
        owned=tuple(zone.name for zone in game.program.zones.values() if zone.each),
        located=located,
        variables=_variables(state, seat),
        scores=tuple(core.v_score),  # type: ignore[attr-defined]
        legal=legal,
        history=tuple(state.history_for(seat)),
        result=core.result,
    )


def _view(
    state: State, seat: int, zone: str, owner: int
) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    game, core = state.game, state.core
    program, pack = game.program, game.program.pack
    recorder = game.recorder
    place = recorder.place(list(program.zones).index(zone), owner)
    cards = recorder.cards(core, place)
    know, spot = core.know or [], core.spot or []
    bit = 1 << seat
    if program.zones[zone].piles:
        piles = recorder.piles(core, place)
        return tuple(
            tuple(pack.text[c] if spot[c] & bit else UNKNOWN for c in pile) for pile in piles
        ), ()
    if program.zones[zone].ordered:
        view = tuple(pack.text[c] if spot[c] & bit else UNKNOWN for c in cards)
        rest = sorted(c for c in cards if know[c] & bit and not spot[c] & bit)
        return view, tuple(pack.text[c] for c in rest)
    known = tuple(pack.text[c] for c in cards if know[c] & bit)
    return known + (UNKNOWN,) * (len(cards) - len(known)), ()


def _variables(state: State, seat: int) -> dict[str, Any]:
    game, core = state.game, state.core
    result: dict[str, Any] = {}
    for variable in game.program.variables.values():
        value = getattr(core, f"v_{variable.name}")
        if variable.each:
            result[variable.name] = tuple(
                show_value(game, variable.type, item, core.know, seat) for item in value
            )
        else:
            result[variable.name] = show_value(game, variable.type, value, core.know, seat)
    return result


def show_value(
    game: Game, kind: ty.Type, value: Any, know: list[int] | None, seat: int | None
) -> Any:
    """Return a variable's value in words; a card that the seat does not know is `??`."""
    pack = game.program.pack

    def card(index: int) -> str:
        hidden = seat is not None and know is not None and not know[index] >> seat & 1
        return UNKNOWN if hidden else pack.text[index]

    if kind == ty.CARDS:
        # Unknown ones last: their place among the others would tell what they are.
        return tuple(sorted((card(c) for c in cards_of(value)), key=UNKNOWN.__eq__))
    if kind == ty.PILE:
        return tuple(card(c) for c in value)
    if kind == ty.BOOLEAN:
        return bool(value)
    if kind in (ty.PLAYERS,):
        return tuple(value)
    if value == NONE and kind != ty.NUMBER:
        return None
    if kind == ty.CARD:
        return card(value)
    if kind == ty.RANK:
        return pack.ranks[value]
    if kind == ty.SUIT:
        return pack.suits[value]
    if kind == ty.COLOUR:
        return COLOURS[value]
    return value
