"""The core of a position: slots that always take the same bytes, packed and unpacked at once.

These are numbers, sets of cards, and lists with one of them for each player. They lie one after the
other, so that one call of `struct`, which is generated for the game, writes or reads all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import Struct
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from ...core import nodes
from ...core.build import constant, expression, function, name
from ...core.python import compiled
from ..dialect import Refused

if TYPE_CHECKING:
    from ...runtime.position import Position
    from .shapes import Shape, Slot

_HEAD: Final = "IIq"
"""What a list begins with: its length, its room, and what lies before its first member."""


def holds_always(shape: Shape, value: object) -> bool:
    """Return whether a slot always holds a number, or a list with a number for each player.

    Args:
        shape: what it holds.
        value: what it holds before the game; None if it is in no position, or not in each.
    """
    if shape.inner is None:
        return isinstance(value, int)
    fixed = shape.kind.size == shape.capacity and shape.inner.inner is None
    return fixed and isinstance(value, list | tuple)


class Core:
    """Packs and unpacks the cores of positions."""

    def __init__(self, slots: Mapping[str, Slot], start: int) -> None:
        """Generate the call.

        Args:
            slots: the slots of the core, one after the other.
            start: the address of the position.
        """
        shapes = {each: slot.shape for each, slot in slots.items()}
        self._place = min((slot.address for slot in slots.values()), default=start) - start
        self._format = Struct("<" + "".join(map(_format, shapes.values())))
        self._members = {each: None if shape.inner is None else shape.capacity for each, shape in shapes.items()}
        self._spans = [
            (each, shape.inner is not None, span)
            for each, shape in shapes.items()
            if (span := (shape.inner or shape).span) is not None
        ]
        self._pack_into = _packing(shapes, self._format)

    def pack_into(self, image: bytearray, position: Position) -> None:
        """Write the core of a position into its bytes.

        Raises:
            Refused: a value is out of the range that its slot is said to have.
            struct.error, TypeError, OverflowError: a value has no place.
        """
        for each, several, (low, high) in self._spans:
            values = getattr(position, each)
            for value in values if several else (values,):
                if not low <= value <= high:
                    raise Refused(f"the value {value}, which is out of range")
        self._pack_into(image, self._place, position)

    def unpacked(self, image: bytes | bytearray) -> dict[str, Any]:
        """Return the values of a core by the names of their slots."""
        numbers = (
            int.from_bytes(each, "little", signed=True) if isinstance(each, bytes) else each
            for each in self._format.unpack_from(image, self._place)
        )
        found: dict[str, Any] = {}
        for each, members in self._members.items():
            if members is None:
                found[each] = next(numbers)
            else:
                for _ in _HEAD:
                    next(numbers)
                found[each] = [next(numbers) for _ in range(members)]
        return found


def _format(shape: Shape) -> str:
    member = shape.inner or shape
    one = "q" if member.kind.words == 1 else f"{member.kind.stride}s"
    return one if shape.inner is None else _HEAD + one * shape.capacity


def _packing(shapes: Mapping[str, Shape], struct: Struct) -> Callable[[bytearray, int, Position], None]:
    """Return the function that writes the core of a position: one call."""
    arguments: list[nodes.Expression] = []
    for each, shape in shapes.items():
        member = shape.inner or shape
        value: nodes.Expression = nodes.Attribute(name("position"), each)
        wide = {"value": value, "size": constant(member.kind.stride)}
        if shape.inner is None:
            form = "value.to_bytes(size, 'little', signed=True)"
            arguments.append(value if member.kind.words == 1 else expression(form, **wide))
            continue
        room = shape.capacity * member.kind.words
        arguments += [constant(shape.capacity), constant(room), constant(0)]
        form = "[each.to_bytes(size, 'little', signed=True) for each in value]"
        members = value if member.kind.words == 1 else expression(form, **wide)
        arguments.append(nodes.Starred(members))
    call = nodes.Call(name("pack_into"), [name("image"), name("place"), *arguments])
    tree = function("pack_core", ["image", "place", "position"], [nodes.Evaluate(call)])
    return FunctionType(compiled(tree, "<core>"), {"pack_into": struct.pack_into})
