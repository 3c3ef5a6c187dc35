"""Which slots a generated function gives new sequences, and whose sequences it changes in place.

In Python a local goes on holding the sequence that a slot had before. In memory a slot's sequence
has a fixed place. So code that keeps the sequence of a slot needs a copy where the slot gets
another one meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core import nodes
from ...core.build import nodes_in
from ...core.effects import CHANGED
from ...identity import ByIdentity

_CHANGING: Final = frozenset("append clear pop insert remove extend sort reverse".split())


@dataclass(frozen=True, slots=True)
class Effects:
    """What a function does to the sequences of slots.

    Attributes:
        rebinds: the slots that get new sequences.
        mutates: the slots whose sequences are changed in place, or may be where a local is changed.
    """

    rebinds: frozenset[str] = frozenset()
    mutates: frozenset[str] = frozenset()

    def __or__(self, other: Effects) -> Effects:
        """Return the effects of both."""
        return Effects(self.rebinds | other.rebinds, self.mutates | other.mutates)


class Survey:
    """The effects of generated functions, with those of the functions that they call."""

    def __init__(self, functions: Callable[[str], nodes.FunctionDef | None], blank: Any) -> None:
        """Take what returns a function by its name, and a position."""
        self._functions = functions
        self._blank = blank
        lists = {name for name in dir(blank) if isinstance(getattr(blank, name, None), list)}
        self._lists = lists | {"frame"}  # what is kept there may be a list
        self._own: tuple[str, ...] = blank.own  # what each of several tables has for itself
        self._known: dict[str, Effects] = {}
        self._parts = ByIdentity[nodes.Statement, Effects]()

    def of(self, name: str) -> Effects:
        """Return the effects of a function."""
        if name not in self._known:
            self._known[name] = Effects()
            tree = self._functions(name)
            if tree is not None:
                self._known[name] = self._found(tree.body)
        return self._known[name]

    def of_statements(self, statements: Sequence[nodes.Statement]) -> Effects:
        """Return the effects of statements."""
        if not statements:
            return Effects()
        found = self._found
        return self._parts.of(statements[0], lambda _: found(statements), len(statements))

    def _found(self, statements: Sequence[nodes.Statement]) -> Effects:
        rebinds: set[str] = set()
        mutates: set[str] = set()

        def change(owner: nodes.Expression) -> None:
            slot = _slot(owner)
            if slot is not None:
                mutates.add(slot)
            elif not isinstance(owner, nodes.Name) or owner.id not in made:
                mutates.update(self._lists)

        every = [*nodes_in(*statements)]
        made = _lists_of_its_own(every)
        for node in every:
            match node:
                case nodes.Assign(targets=targets):
                    for target in targets:
                        if isinstance(target, nodes.Attribute):
                            rebinds.add(target.attr)
                        elif isinstance(target, nodes.Subscript):
                            change(target.value)
                case nodes.AugAssign(target=nodes.Attribute(attr=name)):
                    value = getattr(self._blank, name, 0)
                    (mutates if isinstance(value, list) else rebinds).add(name)
                case nodes.AugAssign(target=nodes.Subscript(value=owner)):
                    change(owner)
                case nodes.AugAssign(target=nodes.Name() as owner, value=value) if isinstance(
                    value, nodes.List | nodes.ListComp
                ):
                    change(owner)
                case nodes.Delete(targets=targets):
                    for target in targets:
                        if isinstance(target, nodes.Subscript):
                            change(target.value)
                case nodes.Call(func=nodes.Attribute(value=nodes.Name(id="R"))):  # the recorder
                    mutates |= self._lists
                case nodes.Call(func=nodes.Attribute(attr="turn_to")):
                    rebinds |= {*self._own}
                case nodes.Call(func=nodes.Attribute(value=owner, attr=name)) if name in _CHANGING:
                    change(owner)
                case nodes.Call(func=nodes.Name(id=name), args=arguments):
                    for place in CHANGED.get(name, ()):
                        change(arguments[place])
                    effects = self.of(name)
                    rebinds |= effects.rebinds
                    mutates |= effects.mutates
                case _:
                    pass
        return Effects(frozenset(rebinds), frozenset(mutates))


def _slot(owner: nodes.Expression) -> str | None:
    """Return the slot whose sequence an expression is, or a member of it."""
    while isinstance(owner, nodes.Subscript):
        owner = owner.value
    match owner:
        case nodes.Attribute(value=nodes.Name(id="s"), attr=name):
            return name
        case _:
            return None


def _lists_of_its_own(every: Sequence[nodes.Node]) -> frozenset[str]:
    """Return the locals that only hold lists that the function itself has made."""
    own: set[str] = set()
    other: set[str] = set()
    for node in every:
        match node:
            case nodes.Assign(targets=[nodes.Name(id=name)], value=value):
                made = isinstance(value, nodes.List | nodes.ListComp)
                (own if made else other).add(name)
            case nodes.For(target=nodes.Name(id=name)) | nodes.Clause(target=nodes.Name(id=name)):
                other.add(name)
            case _:
                pass
    return frozenset(own - other)
