"""The context in which a text is checked: names in scope, declarations, the acting player."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from ..diagnostics import Span
from ..program import ir
from ..program.cards import Pack
from ..program.program import Ranking, Teams
from ..syntax import types as ty
from ..syntax.ruleset import Ruleset
from ..syntax.types import Type
from .reports import Reports


@dataclass(frozen=True, slots=True)
class Env:
    """The environment of a text: what it may use besides the ruleset's own names.

    Attributes:
        bindings: names bound by parameters, `let` and loops, with their types and places.
        chosen: for a bound name that stands for a chosen meld, the kinds of melds it can be.
        origins: for a bound name that stands for chosen cards, from what they are chosen.
        members: the members that `it` and bare attributes stand for, innermost last.
        quantified: by the `id` of its node what stands for `any card of …`, in the condition about it.
        named: for a bound name that stands for each member of a collection, what the typed tree calls it.
        actor: whether somebody is acting; without that, `hand` alone means nothing.
        later: the effects of this event that come later, for `skip to`.
        static: whether only options may be used (the deck, a zone's faces).
        drawn: whether `drawn` is bound.
        pure: whether chance is forbidden, as in a condition or a definition's value.
        definition: the definition that this text belongs to, if any; whether somebody is acting
            then depends on where it is used.
        reached: whether the text can be reached with this number of players and these options.
        between: whether the text is asked between turns, as `until` of a phase is.
    """

    bindings: dict[str, tuple[Type, Span]] = field(default_factory=dict)
    chosen: dict[str, tuple[str, ...]] = field(default_factory=dict)
    origins: dict[str, ir.Expr] = field(default_factory=dict)
    members: tuple[tuple[str, Type], ...] = ()
    quantified: dict[int, ir.Local] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    actor: bool = True
    later: tuple[str, ...] | None = None
    static: bool = False
    drawn: bool = False
    pure: bool = True
    definition: str | None = None
    reached: bool = True
    between: bool = False

    def where(self, condition: ir.Expr | None, holds: bool = True) -> Env:
        """Return the environment of a text that is reached only if a condition holds, or fails."""
        if not isinstance(condition, ir.Const) or condition.type != ty.BOOLEAN:
            return self
        return self if bool(condition.value) == holds else replace(self, reached=False)

    def bind(self, name: str, kind: Type, span: Span, melds: tuple[str, ...] = ()) -> Env:
        """Return the environment with one more name, which may be that of a chosen meld."""
        chosen = {**self.chosen, name: melds} if melds else self.chosen
        return replace(self, bindings={**self.bindings, name: (kind, span)}, chosen=chosen)


class Context(Protocol):
    """The declarations of a ruleset that have been checked so far."""

    rules: Ruleset
    pack: Pack
    players: int
    counterclockwise: bool
    departures: bool
    faces: dict[str, str]
    teams: Teams | None
    options: dict[str, ir.Const]
    option_names: dict[str, str]
    columns: dict[str, int]
    rankings: dict[str, Ranking]

    def definition_type(self, name: str, span: Span) -> Type | None:
        """The type of a definition's value, found on demand; None when it is a procedure."""
        ...

    def pack_zone(self) -> str:
        """The zone where the pack lies when a deal begins."""
        ...

    def variable_type(self, name: str) -> Type:
        """The type of a variable; of one with several entries that of a list."""
        ...

    def index_type(self, name: str) -> Type:
        """The type of what a variable has an entry for each of: suits, ranks or choices."""
        ...

    def constant(self, name: str) -> ir.Const | None:
        """The value of a definition that depends only on options."""
        ...


class Acting:
    """Finds out who is acting at the place of a text.

    Attributes:
        definitions: the definitions that can be used only while somebody is acting.
    """

    def __init__(self, context: Context, reports: Reports) -> None:
        self._context = context
        self._reports = reports
        self.definitions: set[str] = set()

    def own(self, name: str, env: Env, span: Span) -> ir.Expr:
        """Return the actor as the owner of a bare name; report it where `it` is a player."""
        if env.members and env.members[-1][1] == ty.PLAYER:
            message = f"whose '{name}'? A bare name is the actor's, also inside 'where' and 'total'"
            advice = f"write '{name} of it' for each player's, '{name} of actor' for the actor's"
            self._reports.problem("CR427", message, span, advice)
            return ir.Local("actor", type=ty.PLAYER, span=span)
        return self.actor(env, span, f"'{name}'")

    def actor(self, env: Env, span: Span, what: str) -> ir.Expr:
        """Return the actor, where somebody is acting."""
        self.need(env, span, what)
        return ir.Local("actor", type=ty.PLAYER, span=span)

    def need(self, env: Env, span: Span, what: str) -> None:
        """Report that nobody is acting; `what` needs somebody."""
        if env.definition is not None:
            self.definitions.add(env.definition)
        if not env.actor:
            message = f"{what} needs an acting player, but nobody is acting here"
            if what == "'draw'":
                advice = "say who draws: 'dealer draws 1'"
            elif what == "'is possible'":
                advice = "ask it where a player acts, in an action or an effect"
            elif what in ("'actor'", "'opponent'"):
                advice = "name a player, such as 'dealer' or 'eldest'"
            elif what == "'announce'":
                advice = "announce it in an action or an effect"
            elif what in ("'the others have one more turn'", "'play on'", "'plays next'"):
                advice = "write it in an action or an effect, or under 'turn' of a phase"
            elif what[1:-1] in self._context.rules.definitions:
                advice = "its definition uses the actor; give it a parameter, 'player p'"
            else:
                advice = f"name the owner: {what[:-1]} of dealer', {what[:-1]} of eldest'"
                if what == "'score'":
                    advice += "; for a condition on all: 'score of any player >= 100'"
            if env.between and advice:
                advice = (
                    "'until' is asked between turns: write 'if …: end phase' under "
                    f"'turn: {{after: …}}' or in an effect; or {advice}"
                )
            self._reports.problem("CR409", message, span, advice)
