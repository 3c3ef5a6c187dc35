"""Actions: what is chosen for them, when they are legal, and what they do."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Label, Span, error
from ..program import ir
from ..program import program as p
from ..syntax import nodes as n
from ..syntax import ruleset as r
from ..syntax import types as ty
from ..syntax.printer import show
from ..syntax.types import Type
from .context import Env
from .declarations import Declarations
from .reports import Reports, article

_PARAMETER = {
    "card": ty.CARD,
    "cards": ty.CARDS,
    "meld": ty.CARDS,
    "number": ty.NUMBER,
    "player": ty.PLAYER,
    "suit": ty.SUIT,
    "rank": ty.RANK,
    "pile": ty.UNKNOWN,
    "unread": ty.UNKNOWN,
}
"""The kinds of choices, with the types of what is chosen."""


class Actions:
    """Types the actions of a ruleset."""

    def __init__(self, declared: Declarations, reports: Reports, names: dict[str, tuple[str, Span]]) -> None:
        """Prepare to type actions.

        Args:
            declared: the declarations of the ruleset.
            reports: collects diagnostics.
            names: the names of rules, with the kind and place of each.
        """
        self._rules = declared.rules
        self._declared = declared
        self._reports = reports
        self._expressions = declared.expressions
        self._statements = declared.statements
        self._names = names

    def typed(self, action: r.Action, following: tuple[p.Effect, ...]) -> p.Action:
        """Return an action of the program.

        Args:
            action: the action as read.
            following: the effects that follow it.
        """
        env = Env(reached=self.is_reached(action))
        parameters: list[p.Parameter] = []
        for word, choice in action.choose:
            parameters.append(self._parameter(word, choice, env))
            kind = parameters[-1].type if self._new_choice(word, env) else ty.UNKNOWN
            env = _bound(env, word, choice, replace(parameters[-1], type=kind))
        when = self._expressions.condition(action.when, env)
        body = self._statements.block(action.do, replace(env.where(when), later=()))
        declines = (action.passes or not body) and not following
        return p.Action(
            action.name,
            action.help,
            tuple(parameters),
            when,
            body,
            following,
            action.span,
            declines,
        )

    def is_reached(self, action: r.Action) -> bool:
        """Return whether a phase of the action can begin with these players and options."""
        if not action.phases:
            return True
        names = {word.text for word in action.phases}
        with self._reports.quietly():
            for phase in self._rules.phases.values():
                if names.isdisjoint([phase.name, *(step.text for step in phase.steps)]):
                    continue
                when = self._expressions.condition(phase.when, Env(actor=False))
                if Env().where(when).reached:
                    return True
        return names.isdisjoint(self.places())

    def places(self) -> list[str]:
        """Return the phases and steps in which actions can be played."""
        phases = self._rules.phases.values()
        return [name for x in phases for name in ([s.text for s in x.steps] or [x.name])]

    def bound(self, action: r.Action) -> Env:
        """Return an environment with the names that an action binds for its effects."""
        env = Env(pure=False)
        with self._reports.quietly():
            for word, choice in action.choose:
                chosen = self._parameter(word, choice, env)
                env = _bound(env, word, choice, chosen)
            for statement in action.do.statements if action.do is not None else ():
                if isinstance(statement, n.Let):
                    value = self._expressions.expr(statement.value, env)
                    env = env.bind(statement.name, value.type, statement.span)
        return env

    def _new_choice(self, word: r.Word, env: Env) -> bool:
        """Return whether a choice may have this name, and report if not."""
        what, span = self._names.get(word.text, ("", word.span))
        if what in ("action", "phase", "meld"):
            label = Label(span, f"the {what} is here")
            message = f"'{word.text}' is already the name of {article(what)}"
            advice = "choose another name"
            self._reports.problems.append(error("CR416", message, word.span, label, help=advice))
            return False
        return self._expressions.names.new_name(word.text, word.span, env)

    def _parameter(self, word: r.Word, choice: n.Choice, env: Env) -> p.Parameter:
        choice = self._with_patterns(self._with_ranks(choice, env), env)
        kind, type_ = self._chosen_kind(choice)
        empty = ir.Const(0, type=ty.NUMBER, span=choice.span)
        want = {"card": None, "cards": None, "meld": ty.CARDS, "pile": None}.get(kind, ty.list_of(type_))
        if kind == "number" and choice.last is not None:
            want = ty.NUMBER
        source: ir.Expr
        unknown = kind == "meld" and choice.melds[0].name not in self._rules.melds
        if choice.source is None and unknown:  # which is reported below
            source = ir.Const(0, type=ty.UNKNOWN, span=choice.span)
        elif kind == "unread":  # which is reported elsewhere
            source = empty
        elif choice.source is None and kind == "meld":
            message = "say where the cards come from"
            advice = f"write '{article(choice.melds[0].name)} from hand'"
            source = self._reports.problem("CR405", message, choice.span, advice)
        elif choice.source is None:
            pack = self._declared.pack
            indexes = tuple(range(pack.ranked if kind == "rank" else len(pack.names(type_))))
            source = ir.Const(indexes, type=want or ty.UNKNOWN, span=choice.span)
        elif kind == "choice" and choice.melds[0].name == "meld" and self._are_cards(choice.source, env):
            message = "'a meld' is one of the names of melds, not cards that form one"
            names = " or ".join(list(self._rules.melds)[:2])
            advice = f"write '{article(names)} from {show(choice.source)}'"
            source = self._reports.problem("CR403", message, choice.melds[0].span, advice)
        else:
            source = self._expressions.expr(choice.source, env, want)
            if kind in ("card", "cards") and source.type not in (ty.CARDS, ty.PILE, ty.UNKNOWN):
                message = f"cards are chosen from cards, but this is {source.type}"
                advice = "name a zone, such as 'hand'"
                self._reports.problem("CR405", message, choice.source.span, advice)
            places = source.type.of
            if kind == "pile" and source.type != ty.UNKNOWN and (places is None or places.name != "place"):
                message = f"a pile is chosen from a zone of piles, but this is {source.type}"
                advice = "name a zone with 'piles', or give this zone that key"
                self._reports.problem("CR405", message, choice.source.span, advice)
        last = self._expressions.optional(choice.last, env, ty.NUMBER)
        least = most = None
        if choice.amount is not None:
            least = self._expressions.expr(choice.amount.least, env, ty.NUMBER)
            most = self._expressions.optional(choice.amount.most, env, ty.NUMBER)
        melds = choice.melds if kind == "meld" else ()
        for meld in melds:
            which = self._expressions.names.meld(meld, env)
            if which is not None and meld.name not in self._rules.melds:
                if len(melds) > 1:
                    message = f"'{meld.name}' is a value, and only a meld can stand beside others here"
                    advice = f"write '{article(meld.name)} from …' in an action of its own"
                    self._reports.problem("CR403", message, meld.span, advice)
                names = which.type.choices
                return p.Parameter(word.text, kind, type_, source, melds=names, which=which)
            if meld.name not in self._rules.melds and not self._is_condition(choice):
                others = (each for each in _PARAMETER if each not in ("meld", "choice", "unread"))
                named = [name for name in self._rules.types if name not in ty.NAMED]
                choices = [*self._rules.melds, *named, *others]
                self._reports.unknown("CR403", "meld", meld.name, meld.span, choices)
            self._reports.used.add(f"melds.{meld.name}")
        names = tuple(m.name for m in choice.melds if m.name in self._rules.melds)
        if kind == "pile":
            type_ = source.type.of or ty.UNKNOWN
        step = self._declared.constants.number(choice.step, 1, 1)
        return p.Parameter(word.text, kind, type_, source or empty, last, least, most, names, step)

    def _with_ranks(self, choice: n.Choice, env: Env) -> n.Choice:
        """Return a choice among the ranks from one to another as one among a list of them, in the deck's order."""
        if choice.kind != "rank" or choice.source is None or choice.last is None:
            return choice
        names, ends = self._declared.pack.ranks, list[int]()
        for node in (choice.source, choice.last):
            value = self._expressions.expr(node, env, ty.RANK)
            if isinstance(value, ir.Const) and value.type == ty.RANK and isinstance(value.value, int):
                ends.append(value.value)
            elif value.type != ty.UNKNOWN:
                message = "a rank of the deck is expected here"
                self._reports.problem("CR405", message, node.span, "name a rank, or write a list: 'a rank from […]'")
        if len(ends) < 2:
            return replace(choice, kind="unread", source=None, last=None)
        ranks = names[min(ends) : max(ends) + 1]
        listed = tuple(
            n.Number(int(rank), span=choice.span) if rank.isdecimal() else n.Name(rank, span=choice.span)
            for rank in (ranks if ends[0] <= ends[1] else ranks[::-1])
        )
        return replace(choice, source=n.ListOf(listed, span=choice.source.span.to(choice.last.span)), last=None)

    def _with_patterns(self, choice: n.Choice, env: Env) -> n.Choice:
        """Return a choice of cards that form a pattern of a ranking as one of cards that form one of these melds."""
        rankings = self._rules.rankings
        if choice.kind != "meld" or choice.source is None or all(each.name not in rankings for each in choice.melds):
            return choice
        if not self._are_cards(choice.source, env):
            return choice
        melds: dict[str, n.Name] = {}
        for each in choice.melds:
            levels = rankings[each.name].patterns if each.name in rankings else ((r.Word(each.name, each.span),),)
            melds |= {word.text: n.Name(word.text, span=each.span) for level in levels for word in level}
            if each.name in rankings:
                self._reports.used.add(f"rankings.{each.name}")
        return replace(choice, melds=tuple(melds.values()))

    def _are_cards(self, source: n.Expr, env: Env) -> bool:
        """Return whether something consists of cards."""
        with self._reports.quietly():
            return ty.holds_cards(self._expressions.expr(source, env).type)

    def _is_condition(self, choice: n.Choice) -> bool:
        """Return whether the only meld of a choice is a condition on a card, and report it."""
        word, *others = choice.melds
        name, span = word.name, choice.span
        if others or not self._expressions.names.tests_cards(name):
            return False
        condition = n.Call(name, (n.Name("it", span=span),), span=span)
        source = n.Where(choice.source or n.Name("hand", span=span), condition, span=span)
        advice = f"write '{show(n.Choice('card', source, span=span))}'"
        message = f"'{name}' is a condition on a card, not a meld"
        self._reports.problem("CR403", message, word.span, advice)
        self._reports.uses(name)
        return True

    def _chosen_kind(self, choice: n.Choice) -> tuple[str, Type]:
        """Return the kind of a choice and the type of what is chosen."""
        if choice.kind == "meld" and len(choice.melds) == 1:
            name = choice.melds[0].name
            if self._rules.type_of(name).name == "choice":
                self._declared.uses_type(name)
                return "choice", self._rules.types[name]
        return choice.kind, _PARAMETER[choice.kind]


def _bound(env: Env, word: r.Word, choice: n.Choice, parameter: p.Parameter) -> Env:
    """Return the environment with the name of a choice.

    It knows the melds as one of which cards are chosen, or the name of the value that is this meld.
    """
    melds = parameter.melds if parameter.which is None else tuple(each.name for each in choice.melds)
    env = env.bind(word.text, parameter.type, word.span, melds)
    if parameter.kind not in ("card", "cards", "meld"):
        return env
    return replace(env, origins={**env.origins, word.text: parameter.source})
