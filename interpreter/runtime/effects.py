"""What a function that generated code calls may do: each function says so where it is written.

Passes over the core read it (`core/effects.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Effects:
    """What a function may do.

    Attributes:
        pure: whether it cannot fail and changes nothing, if the budget of work is left out.
        stops: whether it stops the game if what it is asked for is not there, or too much.
        draws: whether it draws on the budget of work, and stops the game where that is used up.
        changes: the places of the arguments that it changes, lists which may be parts of a position.
    """

    pure: bool = False
    stops: bool = False
    draws: bool = False
    changes: tuple[int, ...] = ()


UNSAID = Effects()
"""Of a function that changes nothing and does not stop the game, but must stay where it is."""


def effects(
    *, pure: bool = False, stops: bool = False, draws: bool = False, changes: tuple[int, ...] = ()
) -> Callable[[F], F]:
    """Say what a function may do; see `Effects`.

    >>> @effects(pure=True)
    ... def double(number):
    ...     return 2 * number
    >>> effects_of(double).pure, effects_of(abs).pure
    (True, False)
    """
    said = Effects(pure, stops, draws, changes)

    def declare(function: F) -> F:
        vars(function)["effects"] = said
        return function

    return declare


def effects_of(function: object) -> Effects:
    """Return what a function may do."""
    said = getattr(function, "effects", UNSAID)
    return said if isinstance(said, Effects) else UNSAID
