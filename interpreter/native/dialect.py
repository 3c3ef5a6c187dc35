"""What native code has of Python's own: functions, methods, and kinds for the values of each type.

Every node of the core is translated. The translator asks here for each call of what Python has of its
own, and for each value. What is not listed is refused by its name, and Python plays the game. What
depends on several values at once, such as the kinds of two operands, is refused where they are translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from ..syntax.types import Type


class Refused(Exception):
    """The rules need something that native code cannot do; the text says what."""


ERROR: Final = "what it should: an error of the translation"
"""How a refusal begins whose reason is a bug."""


class _Kind(Protocol):
    """A kind (`kinds.py`)."""

    @property
    def name(self) -> str: ...


FUNCTIONS: Final = frozenset("abs all any bool int iter len list map max min next range sorted sum tuple".split())
"""The functions that Python has of its own. `zip` and `enumerate` are part of loops."""

METHODS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("number", "truth", "wide"), frozenset(("bit_count", "bit_length"))),
    "sequence": frozenset("__getitem__ append clear copy count extend index insert pop remove".split()),
    "state": frozenset(("turn_to",)),
    "cache": frozenset(("get",)),
}
"""By the name of a kind, the methods of its values. Those of objects are translated themselves."""

_NUMBERS: Final = ("number", "wide", "nothing", "never")
"""The kinds that hold numbers. A cache that remembers nothing returns `nothing`."""

HOLDING: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys("number card cards rank suit colour player choice place seats nothing".split(), _NUMBERS),
    **dict.fromkeys(("pile", "players"), ("sequence", "never")),
    "list": ("sequence", "record", "never"),
    "iterator": ("iterator",),
    "record": ("sequence", "record", "never"),
    "boolean": ("truth", "number", "never"),
    "state": ("state",),
    "draw": ("draw",),
    "fraction": ("drawn",),
    "action": ("sequence", "record"),
    "text": ("text",),
    "function": ("function",),
    "object": ("object",),
    "table": ("cache", "clamped"),
}
"""By the name of a type that code carries, the names of the kinds that hold its values."""


def admit_method(owner: _Kind, name: str) -> None:
    """Refuse a method that values of a kind do not have here.

    Raises:
        Refused: they do not.
    """
    if name not in METHODS.get(owner.name, ()):
        raise Refused(f"the method {name} of a {owner}")


def admit_value(kind: _Kind, declared: Type | None) -> None:
    """Refuse a value of a kind that does not hold values of the type that its code carries.

    Args:
        kind: the kind.
        declared: the type; None if the code carries none.

    Raises:
        Refused: it holds no such values.
    """
    if declared is not None and kind.name not in HOLDING[declared.name]:
        raise Refused(f"{declared}, held as a {kind}")
