"""Effects: what follows actions and announced events, and in which order."""

from __future__ import annotations

from itertools import chain

from ..diagnostics import warning
from ..program import program as p
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.types import Type
from .actions import Actions
from .context import Env
from .declarations import Declarations
from .reports import Reports


class Effects:
    """Types the effects of a ruleset."""

    def __init__(
        self,
        declared: Declarations,
        reports: Reports,
        actions: Actions,
        announced: frozenset[str],
    ) -> None:
        """Prepare to type effects.

        Args:
            declared: the declarations of the ruleset.
            reports: collects diagnostics.
            actions: types actions.
            announced: the events that statements announce.
        """
        self._rules = declared.rules
        self._declared = declared
        self._reports = reports
        self._expressions = declared.expressions
        self._statements = declared.statements
        self._actions = actions
        self._announced = announced

    def by_event(self) -> dict[str, tuple[p.Effect, ...]]:
        """Return the effects of each action or event, in the order in which they follow."""
        announced = self._announced
        events: dict[str, list[r.Effect]] = {}
        for effect in self._rules.effects.values():
            for word in effect.on:
                if word.text not in self._rules.actions and word.text not in announced:
                    candidates = [*self._rules.actions, *announced]
                    self._reports.unknown("CR403", "action or event", word.text, word.span, candidates)
                    continue
                events.setdefault(word.text, []).append(effect)
        for name in announced - set(events) - set(self._rules.actions):
            for node in self._rules.statements:
                if isinstance(node, n.Announce) and node.event == name:
                    advice = f"write an effect with 'on: {name}'"
                    message = f"nothing follows the event '{name}'"
                    self._reports.missing(warning("CR512", message, node.span, help=advice))
        placed = {event: self._in_order(event, effects) for event, effects in events.items()}
        typed: dict[str, p.Effect] = {}
        for effect in self._rules.effects.values():
            if all(word.text in events for word in effect.on) and effect.on:
                typed[effect.name] = self._effect(effect, placed)
                continue
            with self._reports.quietly():  # what it follows is wrong, so its names are not known
                typed[effect.name] = self._effect(effect, placed)
        return {event: tuple(typed[effect.name] for effect in effects) for event, effects in placed.items()}

    def _effect(self, effect: r.Effect, placed: dict[str, list[r.Effect]]) -> p.Effect:
        env = self._effect_env(effect, self._later(effect, placed))
        when = self._expressions.condition(effect.when, env)
        block = self._statements.block(effect.do, env.where(when))
        return p.Effect(effect.name, when, block, effect.span)

    def _in_order(self, event: str, effects: list[r.Effect]) -> list[r.Effect]:
        names = {effect.name for effect in effects}
        order = [e for e in effects if e.before is None and e.after is None]
        for effect in effects:
            for word, shift in ((effect.before, 0), (effect.after, 1)):
                if word is None:
                    continue
                if word.text not in names:
                    self._no_such_effect(event, effect, word, names)
                    continue
                position = next((i for i, e in enumerate(order) if e.name == word.text), None)
                order.insert(len(order) if position is None else position + shift, effect)
                break
        return order

    def _no_such_effect(self, event: str, effect: r.Effect, word: r.Word, names: set[str]) -> None:
        if word.text in self._rules.effects:
            message = f"the effect '{word.text}' does not follow '{event}', as '{effect.name}' does"
            self._reports.problem("CR403", message, word.span)
            return
        others = sorted(names - {effect.name})
        if others:
            self._reports.unknown("CR403", "effect", word.text, word.span, others)
        else:
            message = f"there is no effect '{word.text}'"
            advice = f"no other effect follows '{event}'"
            self._reports.problem("CR403", message, word.span, advice)

    def _later(self, effect: r.Effect, placed: dict[str, list[r.Effect]]) -> tuple[str, ...]:
        found: list[set[str]] = []
        for word in effect.on:
            names = [e.name for e in placed.get(word.text, [])]
            if effect.name in names:
                found.append(set(names[names.index(effect.name) + 1 :]))
        common = set[str].intersection(*found) if found else set[str]()
        return tuple(name for name in self._rules.effects if name in common)

    def _effect_env(self, effect: r.Effect, later: tuple[str, ...]) -> Env:
        """Return the environment of an effect: the names that all of its actions have in common."""
        followed = [self._rules.actions[w.text] for w in effect.on if w.text in self._rules.actions]
        reached = len(followed) < len(effect.on) or any(map(self._actions.is_reached, followed))
        env = Env(later=later, reached=reached)
        bound = [
            self._actions.bound(self._rules.actions[word.text]) if word.text in self._rules.actions else Env()
            for word in effect.on
        ]
        for name, (kind, span) in bound[0].bindings.items() if bound else ():
            others = [each.bindings.get(name) for each in bound]
            if all(other is not None and _may_be_equal(kind, other[0]) for other in others):
                melds = [each.chosen.get(name, ()) for each in bound]
                kinds = tuple(dict.fromkeys(chain(*melds))) if all(melds) else ()
                sure = len(kinds) == 1 or all(each in self._rules.melds for each in kinds)
                env = env.bind(name, kind, span, kinds if sure else ())
        return env


def _may_be_equal(kind: Type, other: Type) -> bool:
    """Return whether two types are equal, as far as they are known."""
    return kind == other or ty.UNKNOWN in (kind, other)
