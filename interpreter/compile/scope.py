"""The scope of an expression: local names, and what is known about their values.

A scope is immutable. Binding a name makes a new scope, without what was known about an earlier
value of that name. Knowledge about a value ends with its scope.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..core import nodes
from ..core.build import constant, name
from ..program import ir


@dataclass(frozen=True, slots=True)
class Place:
    """A zone that cards may lie in.

    Attributes:
        zone: the zone, as a rule names it.
        code: its code, in the scope in which the cards were named.
    """

    zone: ir.ZoneRef
    code: nodes.Expression

    @property
    def is_fixed(self) -> bool:
        """Whether the code means the same zone, whatever variables change."""
        return isinstance(self.zone.seat, ir.Local | ir.Const | None)


@dataclass(frozen=True, slots=True)
class Binding:
    """The value of a local name of a rule.

    Attributes:
        code: its code.
        places: where its cards lie unless a rule has moved them; None if that is not known.
        card: whether it is a single card that a player chose, so that there certainly is one.
        nobody: whether it is a player, and can be nobody.
        sealed: the numbers of the places that its cards lay in when they were chosen, if all may
            choose at once; else empty.
    """

    code: nodes.Expression
    places: tuple[Place, ...] | None = None
    card: bool = False
    nobody: bool = False
    sealed: tuple[nodes.Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a rule can use at one place.

    Attributes:
        names: local names of the rule.
        possible: actions whose possibility is already in a local of the code.
        effects: the later effects of the same event, with their numbers.
        untouched: names whose cards still lie where they were when they were chosen.
        early: whether the code is evaluated before play.
        glance: whether of a zone of nobody the cards of any zone will do, since it is only noted
            that they were read.
    """

    names: Mapping[str, Binding]
    possible: Mapping[str, nodes.Expression] = field(default_factory=dict[str, nodes.Expression])
    effects: Mapping[str, int] = field(default_factory=dict[str, int])
    untouched: frozenset[str] = frozenset()
    early: bool = False
    glance: bool = False

    def bind(
        self,
        local: str,
        code: nodes.Expression,
        places: tuple[Place, ...] | None = None,
        *,
        card: bool = False,
        nobody: bool = False,
        sealed: tuple[nodes.Expression, ...] = (),
    ) -> Scope:
        """Return the scope with one more name; see `Binding`."""
        names = {**self.names, local: Binding(code, places, card, nobody, sealed)}
        return replace(self, names=names, untouched=self.untouched - {local})

    def placed(self, local: str, places: tuple[Place, ...]) -> Scope:
        """Return the scope in which more is known about where the cards of a name lie."""
        return replace(self, names={**self.names, local: replace(self.names[local], places=places)})

    def with_somebody(self, locals_: Iterable[str]) -> Scope:
        """Return the scope in which some locals of the code stand for a player, not for nobody."""
        sure = {*locals_}
        names = {
            local: replace(each, nobody=False)
            for local, each in self.names.items()
            if each.nobody and isinstance(each.code, nodes.Name) and each.code.id in sure
        }
        return replace(self, names={**self.names, **names}) if names else self

    def code(self, local: str) -> nodes.Expression:
        """Return the code of a name."""
        return self.names[local].code

    def unsure(self, local: str) -> bool:
        """Return whether a name can stand for nobody."""
        found = self.names.get(local)
        return found is not None and found.nobody

    @property
    def actor(self) -> nodes.Expression:
        """The code of the player who decides; nobody outside of actions and effects."""
        found = self.names.get("actor")
        return constant(-1) if found is None else found.code

    def with_possible(self, action: str, code: nodes.Expression) -> Scope:
        """Return the scope in which the possibility of an action is in a local."""
        return replace(self, possible={**self.possible, action: code})

    def with_effects(self, effects: Mapping[str, int]) -> Scope:
        """Return the scope in which these effects follow."""
        return replace(self, effects=effects)

    def with_untouched(self, names: Iterable[str]) -> Scope:
        """Return the scope in which the cards of these names lie where they were chosen."""
        return replace(self, untouched=frozenset(names))

    def changed(self) -> Scope:
        """Return the scope after something has changed, and perhaps whose zones the names mean."""
        kept = {each for each in self.untouched if all(place.is_fixed for place in self.names[each].places or ())}
        return self if len(kept) == len(self.untouched) else replace(self, untouched=frozenset(kept))

    def touched(self) -> Scope:
        """Return the scope after cards may have been moved."""
        return replace(self, untouched=frozenset()) if self.untouched else self

    def looking(self) -> Scope:
        """Return the scope of code that notes which cards were read."""
        return replace(self, glance=True)


NOBODY = Scope({"actor": Binding(constant(-1), nobody=True)})
"""The scope of rules that no player's action leads to."""


def local(rule_name: str) -> str:
    """Return the local of the code for a local name of a rule; no other local begins like it."""
    return f"l_{rule_name}"


def of_actor(names: Iterable[str] = (), nobody: Container[str] = ()) -> Scope:
    """Return the scope of a function with the parameters `actor` and those of a rule.

    Args:
        names: the parameters of the rule.
        nobody: those that can be nobody.
    """
    bindings = {each: Binding(name(local(each)), nobody=each in nobody) for each in names}
    return Scope({"actor": Binding(name("actor")), **bindings})
