"""Who looks at a page, and what such a viewer knows: a seat, an onlooker, or all cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.game.observation.view import observe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..interpreter.game.observation.view import Observation
    from ..interpreter.play.state import State

OPEN: Final = -1
"""The viewer to whom all cards lie open."""
PUBLIC: Final = -2
"""The viewer who sees what all seats see: an onlooker."""


def seat_of(viewer: int) -> int | None:
    """Return the seat of a viewer; None for onlookers, and where all cards lie open."""
    return viewer if viewer >= 0 else None


def witnesses(viewer: int, players: int) -> tuple[int, ...]:
    """Return the seats that see all that a viewer sees; none for all cards."""
    if viewer == PUBLIC:
        return tuple(range(players))
    return (viewer,) if viewer >= 0 else ()


def _texts(views: object) -> Iterator[str]:
    """Yield the cards in nested views of zones."""
    if isinstance(views, str):
        yield views
    elif isinstance(views, dict):
        for each in cast("dict[str, object]", views).values():
            yield from _texts(each)
    elif isinstance(views, tuple):
        for each in cast("tuple[object, ...]", views):
            yield from _texts(each)


def observed(state: State, viewer: int) -> Observation:
    """Return what a viewer knows."""
    if viewer == PUBLIC:
        return _public(state)
    return observe(state.game, state.position, seat_of(viewer), (), ())


def seen(state: State, seat: int) -> Counter[str]:
    """Return the cards that a seat sees, face up or in its hand."""
    return Counter(_texts(observed(state, seat).zones))


def _public(state: State) -> Observation:
    """Return what every seat knows: an observation with the cards that all of them see."""
    views = [observed(state, seat) for seat in range(state.game.players)]
    first = views[0]
    return replace(
        first,
        seat=None,
        zones={name: _shared([view.zones[name] for view in views]) for name in first.zones},
        located={name: _shared([view.located[name] for view in views]) for name in first.located},
        variables={name: _shared([view.variables[name] for view in views]) for name in first.variables},
        tables=(),
        possible={},
    )


def _shared(views: list[Any]) -> Any:
    """Return what some views of one thing have in common; cards that differ are hidden."""
    first = views[0]
    if all(view == first for view in views):
        return first
    if not all(isinstance(view, tuple) for view in views):
        return None
    if len({len(view) for view in views}) > 1:
        return ()
    if all(isinstance(item, str) for view in views for item in view):
        common = views[0]
        counts = Counter[str](first)
        for view in views[1:]:
            counts &= Counter[str](view)
            common = tuple(mine if mine == other else UNKNOWN for mine, other in zip(common, view, strict=True))
        known = tuple(sorted(card for card in counts.elements() if card != UNKNOWN))
        in_place = tuple(card for card in common if card != UNKNOWN)
        if len(in_place) == len(known):
            return common
        return known + (UNKNOWN,) * (len(first) - len(known))
    return tuple(_shared(list(parts)) for parts in zip(*views, strict=True))
