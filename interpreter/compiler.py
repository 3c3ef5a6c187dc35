"""A typed program to Python functions: one for each rule, and a small machine that joins them.

The functions are built as syntax trees, carry the YAML file's name and lines, and are compiled
with them, so that a traceback or a profile points at the rule. The machine has *sites*, where a
decision is waited for, and *blocks*, which run between decisions; a function returns a site's
number (0 or more) or a block's (negative), and `Machine.advance` goes from one to the next.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from . import typed as t
from . import types as ty
from .arrange import Arranger
from .codegen import (
    END_DEAL,
    END_GAME,
    END_PHASE,
    END_TURN,
    OVER,
    STOPPED,
    Codegen,
    Scope,
    expressions,
    scope,
    substitute,
)
from .core import Core, core_class
from .diagnostics import Sources, Span
from .growth import Growth
from .melds import MeldIndex, Pattern
from .primitives import NAMES
from .program import Action, Effect, Parameter, Phase, Program
from .quoting import constant, expression, name, statements
from .suspend import Frames, Pieces, Suspension

Raw = tuple[int, ...]
"""An action in the machine: the number of its verb, then its arguments as integers."""

MAX_BLOCKS = 10_000
_OF_CARDS = ("card", "cards", "meld")


@dataclass(frozen=True, slots=True)
class Site:
    """A place where the game waits for a decision."""

    phase: str
    step: str
    actions: tuple[str, ...]
    sealed: bool
    asked: bool = False


@dataclass(slots=True)
class Machine:
    """A compiled program in one build.

    Attributes:
        sites: the decisions, by number.
        legal, apply: by site, the actions that are legal, and what an action does.
        blocks: what runs between decisions, by negated number.
        preferred: the legal actions that the ruleset says a quick player would take.
        trees: the generated functions, for `cardrules compile --show`.
    """

    program: Program
    core_class: type[Core]
    verbs: tuple[str, ...]
    sites: tuple[Site, ...] = ()
    legal: list[Callable[[Core], list[Raw]]] = field(default_factory=list)
    apply: list[Callable[[Core, Raw], int]] = field(default_factory=list)
    blocks: list[Callable[[Core], int] | None] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)
    trees: list[tuple[str, ast.FunctionDef]] = field(default_factory=list)
    frame_size: int = 0
    preferred: Callable[[Core, list[Raw]], list[Raw]] = lambda _, actions: actions

    def advance(self, core: Core, code: int) -> None:
        """Run blocks until the next decision, or the end of the game."""
        blocks = self.blocks
        left = MAX_BLOCKS
        while code < OVER:
            code = blocks[-code](core)  # type: ignore[misc]
            left -= 1
            if left < 0:
                self.namespace["_endless"](0)
        core.pc = code

    def play(self, core: Core, action: Raw) -> None:
        """Apply a legal action; the caller answers for its being legal."""
        code = self.apply[core.pc](core, action)
        if code >= 0:
            core.pc = code
        else:
            self.advance(core, code)

    def show(self) -> str:
        """Return the generated Python as text."""
        return "\n\n".join(ast.unparse(tree) for _, tree in self.trees)


def compile_program(
    program: Program, sources: Sources, *, record: bool, recorder: object = None
) -> Machine:
    """Compile a program.

    Args:
        program: the checked game.
        sources: the files its spans point into.
        record: whether changes go through `recorder`, which keeps knowledge and journal.
        recorder: an object with the methods of `knowledge.Recorder`.
    """
    return _Compiler(program, sources, record, recorder).build()


class _Compiler:
    def __init__(self, program: Program, sources: Sources, record: bool, recorder: object) -> None:
        self.p = program
        self.sources = sources
        self.g = Codegen(program, record=record, line_of=self._line)
        self.machine = Machine(program, core_class(program), tuple(program.actions))
        self.verb = {action: i for i, action in enumerate(program.actions)}
        self.recorder = recorder
        self.sites: list[Site] = []
        self.block_names: list[str] = ["", "over", "end_turn", "end_phase", "end_deal", "end_game"]
        for label in ("limit", "deal"):
            self._label(label)
        for phase in program.phases.values():
            self._label(f"enter {phase.name}")
            self.g.labels[phase.name] = self._label(f"enter {phase.name}")
            self._label(f"turn {phase.name}")
            self._label(f"next {phase.name}")
            self._label(f"after {phase.name}")
            for step, actions in phase.steps:
                self.sites.append(Site(phase.name, step, actions, phase.scheme == "at once"))
                if len(phase.steps) > 1 or step != phase.name:
                    self.g.labels[step] = self._label(f"step {step}")
        self.site = {site.step: i for i, site in enumerate(self.sites)}
        self.waits = Suspension(program)
        self.frames = Frames()
        self._returns: dict[str, ast.expr] = {}
        self._slots: dict[str, list[ast.expr]] = {}
        self._doer_slot: ast.expr | None = None
        # Actions whose forms may look alike: a condition can tell equal cards apart (one is in
        # the hand, one on the table), so they are dropped only after it.
        self._look_alikes: set[str] = set()

    def _label(self, text: str) -> int:
        if text not in self.block_names:
            self.block_names.append(text)
        return self.block_names.index(text)

    def _new_label(self, hint: str) -> int:
        self.block_names.append(f"{hint} {len(self.block_names)}")
        return len(self.block_names) - 1

    def _define_block(self, label: int, body: list[ast.stmt]) -> None:
        self._define("block_" + self.block_names[label].replace(" ", "_"), [], body)

    def _pieces(self) -> Pieces:
        return Pieces(
            self.g, self.frames, self._new_label, self._define_block, self._ask_site, self.waits
        )

    def _ask_site(self, actions: tuple[str, ...], behind: int) -> int:
        """Make the site at which one of the actions is chosen, and then `behind` follows."""
        number = len(self.sites)
        site = Site("", " or ".join(actions), actions, False, asked=True)
        self.sites.append(site)
        self._legal(site, number)
        body = statements("actor = s.actor\ns.turns += 1")
        body += self._dispatch(actions, "a", "actor", behind)
        body += self._going()
        body += statements(
            f"if s.turns >= {self.p.turn_limit}: return k\nreturn b",
            k=self._code("limit"), b=constant(-behind),
        )  # fmt: skip
        self._define(f"apply_{number}", ["a"], body, self.p.actions[actions[0]].span)
        return number

    def _resumable(
        self, body: tuple[t.Stmt, ...], sc: Scope, after: ast.expr, hint: str
    ) -> list[ast.stmt]:
        """Code for a body of the table's that may wait; it ends by returning `after`."""
        if not self.waits.body(body):
            return [*self.g.block(body, sc, {}), ast.Return(after)] if body else [ast.Return(after)]
        pieces = self._pieces()
        start = self._new_label(hint)
        pieces.begin(start)
        pieces.body(body, sc, {})
        if self.p.events and pieces.is_open:
            behind = self._new_label(f"behind {hint}")
            pieces.jump(behind)
            pieces.begin(behind)
            pieces.emit(self._drain(expression("s.actor"), behind))
        pieces.end(after)
        return [ast.Return(constant(-start))]

    def _line(self, span: Span) -> int:
        source = self.sources.get(span.file)
        return source.position(span.start)[0] if source is not None else 1

    # ------------------------------------------------------------------------------------ build

    def build(self) -> Machine:
        machine, p = self.machine, self.p
        space = machine.namespace
        space.update(NAMES)
        space["R"] = self.recorder
        space["_owner"], space["_place"] = self._owner(), self._place()
        space["_remove"], space["_pop_first"] = self._remove(), _pop_first
        self._meld_tables()
        for number, event in enumerate(p.events):
            space[f"EVENT_{event.upper()}"] = number
        for definition in p.definitions.values():
            names = [parameter for parameter, _ in definition.parameters]
            sc = self._scope(names)
            if definition.value is not None:
                value = self.g.value(definition.value, sc)
                body: list[ast.stmt] = [ast.Return(value)]
                self._define(f"d_{definition.name}", ["actor", *self._locals(names)], body,
                             definition.span)  # fmt: skip
            elif not self.waits.body(definition.do):
                body = self.g.block(definition.do, sc, {})
                body.append(ast.Return(constant(0)))
                self._define(f"do_{definition.name}", ["actor", *self._locals(names)], body,
                             definition.span)  # fmt: skip
        for action in p.actions.values():
            self._can(action)
            self._reserve(action)
        self._events()
        for number, site in enumerate(list(self.sites)):
            self._legal(site, number)
        for action in p.actions.values():
            self._act(action)
        for phase in p.phases.values():
            self._phase(phase)
        self._flow()
        if p.value is not None:
            body = [ast.Return(self.g.value(p.value, self._scope([])))]
            self._define("evaluate", ["actor"], body, p.value.span)
        machine.sites = tuple(self.sites)
        machine.frame_size = self.frames.size
        self._preferred()
        space.update(self.g.constants)
        self._compile()
        machine.legal = [space[f"legal_{i}"] for i in range(len(self.sites))]
        machine.apply = [space[f"apply_{i}"] for i in range(len(self.sites))]
        machine.preferred = space["preferred"]
        machine.blocks = [space.get("block_" + text.replace(" ", "_")) for text in self.block_names]
        return machine

    def _preferred(self) -> None:
        """`preferred(s, actions)`: those of the legal actions that a quick player would take."""
        body: list[ast.stmt] = []
        for preference in self.p.prefer:
            action = self.p.actions[preference.action]
            mine = statements(f"mine = [a for a in actions if a[0] == {self.verb[action.name]}]")
            keep: list[ast.stmt] = statements("return mine")
            if preference.key is not None:
                names = [parameter.name for parameter in action.parameters]
                key = f"key_{action.name}"
                value = self.g.value(preference.key, self._scope(names))
                self._define(key, ["actor", *self._locals(names)], [ast.Return(value)],
                             preference.key.span)  # fmt: skip
                best = "max" if preference.highest else "min"
                keep = statements(
                    "if len(mine) == 1: return mine\n"
                    f"keys = [{key}(s, s.actor, *a[1:]) for a in mine]\n"
                    f"best = {best}(keys)\n"
                    "return [a for a, k in zip(mine, keys) if k == best]"
                )
            body += [*mine, *statements("if mine: keep", keep=keep)]
        self._define("preferred", ["actions"], [*body, *statements("return actions")])

    def _scope(self, names: list[str]) -> Scope:
        local = {rule: f"l_{rule}" for rule in names}
        return scope(actor="actor", **local)

    def _locals(self, names: list[str]) -> list[str]:
        return [f"l_{rule}" for rule in names]

    def _define(
        self, function: str, arguments: list[str], body: list[ast.stmt], span: Span | None = None
    ) -> None:
        tree = ast.FunctionDef(
            function,
            ast.arguments(posonlyargs=[], args=[ast.arg("s"), *map(ast.arg, arguments)],
                          kwonlyargs=[], kw_defaults=[], defaults=[]),
            body or [ast.Pass()],
            [],
        )  # fmt: skip
        place = span or self.p.deal_do[0].span if self.p.deal_do else span
        self.g.at(place or Span("", 0, 0), [tree])
        self.machine.trees.append((place.file if place else "<rules>", tree))

    def _compile(self) -> None:
        by_file: dict[str, list[ast.stmt]] = {}
        for file, tree in self.machine.trees:
            by_file.setdefault(file or "<rules>", []).append(tree)
        for file, trees in by_file.items():
            module = ast.fix_missing_locations(ast.Module(trees, []))
            exec(compile(module, file, "exec"), self.machine.namespace)

    # ------------------------------------------------------------------------- generic helpers

    def _owner(self) -> Callable[[Core, int], int]:
        zones = [(f"z_{z.name}", z.ordered) for z in self.p.zones.values() if z.each]

        def owner(core: Core, card: int) -> int:
            if card < 0:
                return -1
            for slot, ordered in zones:
                for seat, cards in enumerate(getattr(core, slot)):
                    if (card in cards) if ordered else cards >> card & 1:
                        return seat
            return -1

        return owner

    def _place(self) -> Callable[[Core, int], int]:
        zones = [(f"z_{z.name}", z.each or z.piles) for z in self.p.zones.values() if z.ordered]

        def place(core: Core, card: int) -> int:
            for slot, each in zones:
                for pile in getattr(core, slot) if each else [getattr(core, slot)]:
                    if card in pile:
                        return pile.index(card) + 1
            return 0

        return place

    def _remove(self) -> Callable[[Core, int], None]:
        zones = [(f"z_{z.name}", z.each or z.piles, z.ordered) for z in self.p.zones.values()]

        def remove(core: Core, cards: int) -> None:
            for slot, each, ordered in zones:
                held = getattr(core, slot)
                if ordered:
                    for pile in held if each else [held]:
                        if any(cards >> card & 1 for card in pile):
                            pile[:] = [card for card in pile if not cards >> card & 1]
                elif each:
                    for seat, hand in enumerate(held):
                        held[seat] = hand & ~cards
                else:
                    setattr(core, slot, held & ~cards)

        return remove

    def _meld_tables(self) -> None:
        space = self.machine.namespace
        for meld in self.p.melds.values():
            space[f"MELD_{meld.name.upper()}"] = Pattern(self.p.pack, meld)
        space["GROW"] = Growth(self.p.pack, list(self.p.melds.values()))
        space["ARRANGE"] = Arranger(self.p.pack, list(self.p.melds.values()))
        for action in self.p.actions.values():
            for parameter in action.parameters:
                if parameter.kind == "meld":
                    melds = [self.p.melds[m] for m in parameter.melds]
                    present = [m for m in melds if m.present]
                    key = f"FIND_{action.name.upper()}_{parameter.name.upper()}"
                    verb = self.verb[action.name]
                    space[key] = MeldIndex(self.p.pack, present, verb)
                    if self._doubled():
                        space[key + "_ALL"] = MeldIndex(self.p.pack, present, verb, copies=True)

    # -------------------------------------------------------------------------- legal actions

    def _legal(self, site: Site, number: int) -> None:
        body = statements("out = []\nactor = s.actor")
        sc = self._scope([])
        needed = self._needed(site)
        for action_name in site.actions:
            action = self.p.actions[action_name]
            length = f"n_{action_name}"
            if action_name in needed:
                body += statements(f"{length} = len(out)")
            generated = self._generate(action, sc, many=True)
            if action_name not in self._look_alikes:
                body += generated
            else:
                self.g.table("face")
                body += statements(f"before_{action_name} = len(out)")
                body += generated
                kinds = tuple(parameter.kind for parameter in action.parameters)
                body += statements(
                    f"_unlike(out, before_{action_name}, k, FACE)", k=constant(kinds)
                )
            if action_name in needed:
                body += statements(f"can_{action_name} = len(out) > {length}")
                sc = replace(sc, can={**sc.can, action_name: name(f"can_{action_name}")})
        body += statements("return out")
        self._define(f"legal_{number}", [], body, self.p.actions[site.actions[0]].span)

    def _needed(self, site: Site) -> set[str]:
        """The actions whose possibility other actions of the site ask about."""
        found: set[str] = set()

        def look(node: t.Expr) -> None:
            if isinstance(node, t.Can):
                found.add(node.action)
            elif isinstance(node, t.Use):
                value = self.p.definitions[node.definition].value
                if value is not None:
                    look(value)
            for inner in expressions(node):
                look(inner)

        for action_name in site.actions:
            when = self.p.actions[action_name].when
            if when is not None:
                look(when)
        return found & set(site.actions)

    def _can(self, action: Action) -> None:
        body = self._generate(action, self._scope([]), many=False)
        body.append(ast.Return(constant(False)))
        self._define(f"can_{action.name}", ["actor"], body, action.span)

    def _generate(self, action: Action, sc: Scope, *, many: bool) -> list[ast.stmt]:
        """Code that appends an action's legal forms to `out`, or returns True at the first."""
        conditions = _conjuncts(self._opened(action.when, sc)) if action.when is not None else []
        names = [parameter.name for parameter in action.parameters]
        first = [c for c in conditions if not _mentions_any(c, names)]
        rest = [c for c in conditions if _mentions_any(c, names)]
        body = self._choose(action, list(action.parameters), rest, sc, [], many)
        if first:
            test = self.g.value(_all_of(first), sc)
            if isinstance(test, ast.Constant):
                return body if test.value else []
            body = statements("if t: body", t=test, body=body)
        return self.g.at(action.span, body)

    def _opened(self, when: t.Expr, sc: Scope) -> t.Expr:
        """The condition with its definitions opened, where they are conjunctions."""
        if isinstance(when, t.Use):
            opened = self.g.expand(when)
            if isinstance(opened, t.Logic) and opened.conjunction:
                return self._opened(opened, sc)
        if isinstance(when, t.Logic) and when.conjunction:
            return replace(
                when, left=self._opened(when.left, sc), right=self._opened(when.right, sc)
            )
        return when

    def _choose(
        self,
        action: Action,
        parameters: list[Parameter],
        conditions: list[t.Expr],
        sc: Scope,
        chosen: list[ast.expr],
        many: bool,
    ) -> list[ast.stmt]:
        verb = self.verb[action.name]
        if not parameters:
            if not many:
                return statements("return True")
            items: list[ast.expr] = [constant(verb), *chosen]
            result: ast.expr = ast.Tuple(items, ast.Load())
            return statements("out.append(a)", a=result)
        parameter, *others = parameters
        later = [other.name for other in others]
        mine = [c for c in conditions if not _mentions_any(c, later)]
        rest = [c for c in conditions if _mentions_any(c, later)]
        local = self.g.fresh(f"l_{parameter.name}")
        inner = sc.bind(parameter.name, name(local))
        body = self._choose(action, others, rest, inner, [*chosen, name(local)], many)
        sole = not others and not chosen
        return self._range(action, parameter, mine, sc, inner, local, body, many, sole)

    def _range(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[t.Expr],
        sc: Scope,
        inner: Scope,
        local: str,
        body: list[ast.stmt],
        many: bool,
        sole: bool,
    ) -> list[ast.stmt]:
        """The loop over what one parameter may be."""
        if parameter.kind == "meld":
            return self._melds(action, parameter, conditions, sc, inner, local, body, many, sole)
        if parameter.kind == "card" and parameter.source.type == ty.CARDS:
            cards = self.g.value(parameter.source, sc)
            left: list[t.Expr] = []
            for condition in conditions:
                found = self.g.card_set(condition, parameter.name, sc)
                if found is None:
                    left.append(condition)
                else:
                    cards = expression("c & m", c=cards, m=found)
            if self._doubled() and not left and sole:
                cards = expression("_distinct(c, FACE)", c=cards)
                self.g.table("face")
            elif self._doubled():
                self._look_alikes.add(action.name)
            if not many and sole and not left:
                return statements("if c: return True", c=cards)
            return statements(
                f"{local}_m = c\n"
                f"while {local}_m:\n"
                f"    {local} = ({local}_m & -{local}_m).bit_length() - 1\n"
                f"    {local}_m &= {local}_m - 1\n"
                "    body",
                c=cards, body=self._guard(left, inner, body),
            )  # fmt: skip
        if self._doubled() and parameter.kind in ("card", "cards"):
            self._look_alikes.add(action.name)
        guarded = self._guard(conditions, inner, body)
        return [ast.For(ast.Name(local, ast.Store()), self._values(parameter, sc), guarded, [])]

    def _doubled(self) -> bool:
        return len(set(self.p.pack.face)) < self.p.pack.size

    def _values(self, parameter: Parameter, sc: Scope) -> ast.expr:
        source = self.g.value(parameter.source, sc)
        match parameter.kind:
            case "number":
                assert parameter.last is not None
                return expression("range(a, b + 1)", a=source, b=self.g.value(parameter.last, sc))
            case "cards":
                assert parameter.least is not None
                if parameter.source.type == ty.PILE:
                    source = expression("_mask(c)", c=source)
                least = self.g.value(parameter.least, sc)
                most = (
                    constant(self.p.pack.size)
                    if parameter.most is None
                    else self.g.value(parameter.most, sc)
                )
                return expression("_subsets(c, a, b)", c=source, a=least, b=most)
            case "card":
                return expression("_cards(_mask(c))", c=source)
            case _:
                return source

    def _guard(self, conditions: list[t.Expr], sc: Scope, body: list[ast.stmt]) -> list[ast.stmt]:
        if not conditions:
            return body
        return [ast.If(self.g.value(_all_of(conditions), sc), body, [])]

    def _melds(
        self,
        action: Action,
        parameter: Parameter,
        conditions: list[t.Expr],
        sc: Scope,
        inner: Scope,
        local: str,
        body: list[ast.stmt],
        many: bool,
        sole: bool,
    ) -> list[ast.stmt]:
        # A condition on nothing but the meld's first (or last) card is a set of cards, and the
        # index looks only at melds that begin (or end) with one of them.
        allowed = {"first": self.g.all_cards(), "last": self.g.all_cards()}
        left: list[t.Expr] = []
        for condition in conditions:
            end, found = self._by_end(condition, parameter.name, sc)
            if found is None:
                left.append(condition)
            else:
                allowed[end] = expression("a & m", a=allowed[end], m=found)
        cards = self.g.value(parameter.source, sc)
        every = ""
        if self._doubled() and (left or not sole):
            self._look_alikes.add(action.name)
            every = "_ALL"
        found = expression(
            f"FIND_{action.name.upper()}_{parameter.name.upper()}{every}.find(c, a, b)",
            c=cards, a=allowed["first"], b=allowed["last"],
        )  # fmt: skip
        if sole and not left:
            return statements("out += f" if many else "if f: return True", f=found)
        item = self.g.fresh("a")
        guarded = self._guard(left, inner, body)
        unpack = statements(f"{local} = {item}[1]")
        return statements(f"for {item} in f: body", f=found, body=[*unpack, *guarded])

    def _by_end(self, condition: t.Expr, parameter: str, sc: Scope) -> tuple[str, ast.expr | None]:
        opened = self._open_all(condition, parameter)
        for end in ("first", "last"):
            found: list[t.Expr] = []
            rewritten = _replace_end(opened, parameter, end, found)
            if found and not _mentions_any(rewritten, [parameter]):
                return end, self.g.card_set(rewritten, "·", sc)
        return "first", None

    def _open_all(self, node: t.Expr, local: str) -> t.Expr:
        """The expression with every definition opened that is given `local`."""
        if isinstance(node, t.Use) and _mentions_any(node, [local]):
            expanded = self.g.expand(node)
            return node if expanded is None else self._open_all(expanded, local)
        match node:
            case t.Logic(left=left, right=right):
                return replace(
                    node, left=self._open_all(left, local), right=self._open_all(right, local)
                )
            case t.Cond(test=test, then=then, other=other):
                return replace(
                    node,
                    test=self._open_all(test, local),
                    then=self._open_all(then, local),
                    other=self._open_all(other, local),
                )
            case t.Op(arguments=arguments):
                return replace(node, arguments=tuple(self._open_all(a, local) for a in arguments))
            case _:
                return node

    # --------------------------------------------------------------------- actions and effects

    def _reserve(self, action: Action) -> None:
        """Give an action that waits its slots: where it goes on, its actor, its arguments."""
        if self.waits.action(action.name):
            self._slots[action.name] = [
                self.frames.slot() for _ in range(2 + len(action.parameters))
            ]

    def _act(self, action: Action) -> None:
        names = [parameter.name for parameter in action.parameters]
        self.g.origins = {}
        for parameter in action.parameters:
            found = self.g.origins_of(parameter.source) if parameter.kind in _OF_CARDS else None
            if found is not None:
                self.g.origins[parameter.name] = found
        if self.waits.action(action.name):
            self._act_in_pieces(action, names)
            return
        sc = self._scope(names)
        body: list[ast.stmt] = []
        skips = _skips((*action.do, *(s for e in action.effects for s in e.do)))
        if skips:
            body += statements("_skip = 0")
        numbers = {effect.name: i + 1 for i, effect in enumerate(action.effects)}
        body += self.g.block(action.do, sc, numbers)
        sc = self._after_lets(action.do, sc)
        body += self._effect_chain(action.effects, sc, numbers, _skips(action.do))
        body.append(ast.Return(constant(0)))
        self._define(f"act_{action.name}", ["actor", *self._locals(names)], body, action.span)

    def _act_in_pieces(self, action: Action, names: list[str]) -> None:
        back, actor, *slots = self._slots[action.name]
        start = self._new_label(f"act {action.name}")
        body = statements("slot = back", slot=back, back=name("back"))
        body += statements("slot = actor", slot=actor)
        for slot, local in zip(slots, self._locals(names), strict=True):
            body += statements(f"slot = {local}", slot=slot)
        body.append(ast.Return(constant(-start)))
        arguments = ["actor", *self._locals(names), "back"]
        self._define(f"act_{action.name}", arguments, body, action.span)
        pieces = self._pieces()
        pieces.begin(start)
        sc = Scope({"actor": actor, **dict(zip(names, slots, strict=True))}, {})
        behind = self._new_label("done")
        sc = pieces.body(action.do, sc, {"": behind})
        pieces.effects(action.effects, sc)
        pieces.jump(behind)
        pieces.begin(behind)
        pieces.end(back)

    def _after_lets(self, body: tuple[t.Stmt, ...], sc: Scope) -> Scope:
        for statement in body:
            if isinstance(statement, t.Let):
                sc = sc.bind(statement.name, name(f"l_{statement.name}"))
        return sc

    def _effect_chain(
        self, effects: tuple[Effect, ...], sc: Scope, numbers: dict[str, int], skips: bool
    ) -> list[ast.stmt]:
        """The effects in their order; `skips`: whether one may have been told to skip already."""
        body: list[ast.stmt] = []
        leaving = [effect for effect in effects if _skips(effect.do)]
        for effect in effects:
            code = self.g.block(effect.do, sc, numbers)
            if all(isinstance(statement, ast.Pass) for statement in code):
                continue
            if effect.when is not None:
                test = self.g.value(effect.when, sc)
                if isinstance(test, ast.Constant):
                    if not test.value:
                        continue
                else:
                    code = statements("if t: code", t=test, code=code)
            if skips:
                number = numbers[effect.name]
                if effect in leaving:
                    code = [*statements("_skip = 0"), *code]
                code = statements(f"if _skip <= {number}: code", code=code)
            skips = skips or effect in leaving
            body += self.g.at(effect.span, code)
        return body

    def _events(self) -> None:
        """`follow` empties the queue of announced events, oldest first."""
        if not self.p.events:
            return
        if self.waits.follow:
            self._events_in_pieces()
            return
        cases: list[ast.stmt] = []
        for number, (event, effects) in enumerate(self.p.events.items()):
            skips = _skips(tuple(s for e in effects for s in e.do))
            numbers = {effect.name: i + 1 for i, effect in enumerate(effects)}
            body = statements("_skip = 0") if skips else []
            body += self._effect_chain(effects, self._scope([]), numbers, False)
            body.append(ast.Return(constant(0)))
            self._define(f"on_{event}", ["actor"], body, effects[0].span if effects else None)
            cases += statements(f"if event == {number}: r = on_{event}(s, actor)")
        body = statements(
            "left = n\n"
            "while s.events:\n"
            "    event = s.events[0]\n"
            "    s.events = s.events[1:]\n"
            "    left -= 1\n"
            "    if left < 0: _endless(0)\n"
            "    cases\n"
            "    if r:\n"
            "        s.events = ()\n"
            "        return r\n"
            "return 0",
            n=constant(self.p.step_limit), cases=cases,
        )  # fmt: skip
        self._define("follow", ["actor"], body)

    def _events_in_pieces(self) -> None:
        back, actor, event = self.frames.slot(), self.frames.slot(), self.frames.slot()
        head = self._new_label("follow")
        body = statements("slot = back\nother = actor", slot=back, other=actor, back=name("back"),
                          actor=name("actor"))  # fmt: skip
        self._define("follow", ["actor", "back"], [*body, ast.Return(constant(-head))])
        pieces = self._pieces()
        pieces.begin(head)
        pieces.emit(statements("if not s.events: return back", back=back))
        pieces.emit(statements("event = s.events[0]\ns.events = s.events[1:]", event=event))
        sc = Scope({"actor": actor}, {})
        for number, effects in enumerate(self.p.events.values()):
            mine, others = pieces.new("event"), pieces.new("event")
            pieces.branch(expression(f"e == {number}", e=event), mine, others)
            pieces.begin(mine)
            pieces.effects(effects, sc)
            pieces.jump(head)
            pieces.begin(others)
        pieces.jump(head)

    # -------------------------------------------------------------------------------- phases

    def _dispatch(
        self, actions: tuple[str, ...], action: str, actor: str, behind: int | None = None
    ) -> list[ast.stmt]:
        """`r = act_…(…)` for whichever action it is; one that waits goes on at `behind`."""
        result: list[ast.stmt] = []
        for action_name in reversed(actions):
            arguments = "".join(
                f", {action}[{i + 1}]" for i in range(len(self.p.actions[action_name].parameters))
            )
            if action_name in self._slots:
                assert behind is not None
                arguments += f", {-behind}"
            call = statements(f"r = act_{action_name}(s, {actor}{arguments})")
            if not result and len(actions) == 1:
                result = call
            else:
                test = expression(f"{action}[0] == {self.verb[action_name]}")
                result = [ast.If(test, call, result)]
        return result

    def _code(self, label: str) -> ast.expr:
        return constant(-self._label(label))

    def _phase(self, phase: Phase) -> None:
        p = self.p
        number = list(p.phases).index(phase.name)
        nobody = Scope({"actor": constant(-1)}, {})
        enter = statements(f"s.phase = {number}\ns.again = False")
        if phase.when is not None:
            test = self.g.value(phase.when, nobody)
            if isinstance(test, ast.Constant) and not test.value:
                enter = [ast.Return(self._after_code(phase))]
            elif not isinstance(test, ast.Constant):
                enter += statements("if not t: return k", t=test, k=self._after_code(phase))
        enter += self._reset("phase")
        players = self.g.value(phase.players, nobody)
        if phase.scheme == "one":
            begin = statements("s.asked = 0")
        elif phase.scheme == "in turn":
            begin = statements("s.turn = p", p=players)
        else:
            begin = statements("s.queue = tuple(p)\ns.asked = 0\ns.pending = ()", p=players)
        begin.append(ast.Return(self._code(f"turn {phase.name}")))
        if self.waits.body(phase.before):
            label = self._label(f"begin {phase.name}")
            self._define_block(label, begin)
            begin = self._resumable(phase.before, nobody, constant(-label), f"before {phase.name}")
        else:
            enter += self.g.block(phase.before, nobody, {}) if phase.before else []
        self._define(f"block_enter_{phase.name}", [], [*enter, *begin], phase.span)
        self._define(f"block_turn_{phase.name}", [], self._turn(phase, nobody), phase.span)
        self._define(f"block_next_{phase.name}", [], self._next(phase), phase.span)
        after = self._resumable(
            phase.after, nobody, self._after_code(phase), f"ending {phase.name}"
        )
        self._define(f"block_after_{phase.name}", [], after, phase.span)
        for index, (step, actions) in enumerate(phase.steps):
            self._apply(phase, index, step, actions)
            if step in self.g.labels and step != phase.name:
                jump = statements(f"s.phase = {number}\ns.again = False")
                jump += statements("if s.actor >= 0: s.turn = s.actor\ns.actor = s.turn")
                jump.append(ast.Return(constant(self.site[step])))
                self._define(f"block_step_{step}", [], jump, phase.span)

    def _after_code(self, phase: Phase) -> ast.expr:
        """Where the game goes when a phase is over."""
        names = list(self.p.phases)
        following = phase.next
        if following is None:
            index = names.index(phase.name) + 1
            following = names[index] if index < len(names) else None
        return constant(END_DEAL) if following is None else self._code(f"enter {following}")

    def _turn(self, phase: Phase, nobody: Scope) -> list[ast.stmt]:
        """The beginning of a turn: who acts, or that the phase is over."""
        body: list[ast.stmt] = []
        done = self._code(f"after {phase.name}")
        if phase.until is not None:
            test = self.g.value(phase.until, nobody)
            body += statements("if t: return k", t=test, k=done)
        site = constant(self.site[phase.steps[0][0]])
        among = self.g.value(phase.among, nobody) if phase.among is not None else None
        match phase.scheme:
            case "one":
                if phase.until is None:
                    body += statements("if s.asked: return k", k=done)
                players = self.g.value(phase.players, nobody)
                body += statements("s.turn = p\nif s.turn < 0: return k", p=players, k=done)
                body += statements("s.actor = s.turn")
            case "in turn":
                if self.p.departures:
                    body += statements(
                        "if s.away >> max(s.turn, 0) & 1:"
                        " s.turn = _beside(s.away, s.turn, s.direction, n)",
                        n=constant(self.p.players),
                    )
                if among is not None:
                    body += statements(
                        "s.turn = _from(p, s.turn, s.direction, n)",
                        p=among,
                        n=constant(self.p.players),
                    )
                body += statements("if s.turn < 0: return k", k=done)
                body += statements("s.actor = s.turn")
            case "each once" | "at once" | "poll":
                if among is not None:
                    body += statements(
                        "in_ = p\n"
                        "while s.asked < len(s.queue) and s.queue[s.asked] not in in_: s.asked += 1",
                        p=among,
                    )
                if self.p.departures:
                    body += statements(
                        "while s.asked < len(s.queue) and s.away >> s.queue[s.asked] & 1:"
                        " s.asked += 1"
                    )
                body += statements("if s.asked >= len(s.queue): return k", k=done)
                body += statements("s.actor = s.turn = s.queue[s.asked]")
            case _:
                raise AssertionError(phase.scheme)
        return [*body, ast.Return(site)]

    def _next(self, phase: Phase) -> list[ast.stmt]:
        """The end of a turn."""
        turn = self._code(f"turn {phase.name}")
        body = self._turn_over()
        if phase.scheme == "in turn":
            return [*body, *self._pass_turn(), ast.Return(turn)]
        return [*body, *statements("s.asked += 1\nreturn k", k=turn)]

    def _pass_turn(self) -> list[ast.stmt]:
        """The turn goes to the next seat that is in."""
        n = self.p.players
        if self.p.departures:
            return statements(
                "s.turn = _beside(s.away, s.turn, s.direction, n)\n"
                "for _ in range(s.skip): s.turn = _beside(s.away, s.turn, s.direction, n)\n"
                "s.skip = 0",
                n=constant(n),
            )
        return statements(f"s.turn = (s.turn + s.direction * (1 + s.skip)) % {n}\ns.skip = 0")

    def _turn_over(self) -> list[ast.stmt]:
        """What lasts a turn is as at its start again: of a player's, only the player's own."""
        nobody = Scope({"actor": constant(-1)}, {})
        body: list[ast.stmt] = []
        for variable in self.p.variables.values():
            if variable.scope == "turn":
                place = f"s.v_{variable.name}" + ("[s.turn]" if variable.each else "")
                body += statements(f"{place} = v", v=self.g.value(variable.start, nobody))
        return body

    def _reset(self, wanted: str) -> list[ast.stmt]:
        nobody = Scope({"actor": constant(-1)}, {})
        body: list[ast.stmt] = []
        for variable in self.p.variables.values():
            if variable.scope != wanted and not (wanted == "deal" and variable.scope == "turn"):
                continue
            value = self.g.value(variable.start, nobody)
            if variable.each:
                value = expression("[v] * n", v=value, n=constant(self.p.players))
            body += statements(f"s.v_{variable.name} = v", v=value)
        return body

    def _apply(self, phase: Phase, index: int, step: str, actions: tuple[str, ...]) -> None:
        site = self.site[step]
        if phase.scheme == "at once":
            self._define(f"apply_{site}", ["a"], self._sealed(phase, site, actions), phase.span)
            return
        waiting = self.waits.follow or any(action in self._slots for action in actions)
        tail = self._new_label(f"tail {step}") if waiting else None
        head = statements("actor = s.actor\ns.turns += 1")
        doer = self._doer() if tail is not None else name("actor")
        if tail is not None and self.p.events:
            head += statements("slot = actor", slot=doer)
        head += self._dispatch(actions, "a", "actor", tail)
        head += self._going()
        if tail is None:
            head += self._drain(doer)
        if phase.scheme == "poll":
            head += statements("s.declined = a[0] in d", d=self._declining(actions))
        body: list[ast.stmt] = []
        body += statements(f"if s.turns >= {self.p.turn_limit}: return k", k=self._code("limit"))
        body += statements("if s.again:\n    s.again = False\n    s.actor = s.turn\n    return k",
                           k=constant(site))  # fmt: skip
        if phase.scheme == "poll":
            body += statements(
                "if not s.declined:\n    s.asked = 0\n    return k",
                k=self._code(f"turn {phase.name}"),
            )
        if index + 1 < len(phase.steps):
            following = self.site[phase.steps[index + 1][0]]
            body += statements("s.actor = s.turn\nreturn k", k=constant(following))
        elif phase.scheme == "in turn" and phase.until is None and phase.among is None:
            first = self.site[phase.steps[0][0]]
            body += self._turn_over()
            body += self._pass_turn()
            if self.p.departures:
                body.append(ast.Return(self._code(f"turn {phase.name}")))
            else:
                body += statements(f"s.actor = s.turn\nreturn {first}")
        else:
            body += self._next(phase)
        if tail is None:
            self._define(f"apply_{site}", ["a"], [*head, *body], phase.span)
        else:
            if phase.scheme == "poll":
                head[1:1] = statements("s.declined = a[0] in d", d=self._declining(actions))
            self._define(f"apply_{site}", ["a"], [*head, ast.Return(constant(-tail))], phase.span)
            self._define_block(tail, [*self._drain(doer, tail), *body])

    def _going(self) -> list[ast.stmt]:
        """Code for an action that sends the game elsewhere: there, unless the limit is reached."""
        return statements(
            f"if r: return r if r == o or s.turns < {self.p.turn_limit} else k",
            o=constant(OVER), k=self._code("limit"),
        )  # fmt: skip

    def _doer(self) -> ast.expr:
        """The slot with the one who acts in a phase, whoever is asked something meanwhile."""
        if self._doer_slot is None:
            self._doer_slot = self.frames.slot()
        return self._doer_slot

    def _drain(self, actor: ast.expr, behind: int | None = None) -> list[ast.stmt]:
        """Code that lets what was announced follow; where that can wait, it goes on at `behind`.

        Only what is done in a phase is followed at once: an action that is asked for by a rule
        leaves the queue to the one in whose middle it was asked.
        """
        if not self.p.events:
            return []
        if not self.waits.follow:
            follow = expression("follow(s, actor)", actor=actor)
            return statements("if s.events:\n    r = f\n    if r: return r", f=follow)
        assert behind is not None
        return statements(
            "if s.events: return follow(s, actor, back)", actor=actor, back=constant(-behind)
        )

    def _declining(self, actions: tuple[str, ...]) -> ast.expr:
        """The verbs with which a polled player passes: those of actions that do nothing."""
        return constant(tuple(self.verb[a] for a in actions if self.p.actions[a].declines))

    def _sealed(self, phase: Phase, site: int, actions: tuple[str, ...]) -> list[ast.stmt]:
        opened = self._label(f"opened {phase.name}")
        body = statements(
            "s.pending += (a,)\n"
            "s.asked += 1\n"
            "s.turns += 1\n"
            f"if s.turns >= {self.p.turn_limit}: return limit\n"
            "if s.asked < len(s.queue):\n"
            "    s.actor = s.queue[s.asked]\n"
            f"    return {site}\n"
            "return k",
            k=constant(-opened),
            limit=self._code("limit"),
        )
        # All have chosen: the choices are opened and done in seat order, one after the other.
        waiting = self.waits.follow or any(action in self._slots for action in actions)
        keep: list[ast.stmt] = []
        one: list[ast.stmt] = []
        if waiting and self.p.events:
            keep = statements("slot = actor", slot=self._doer())
            one = self._drain(self._doer(), opened)
        one += statements(
            "while s.pending:\n"
            "    b = s.pending[0]\n"
            "    actor = s.actor = s.queue[len(s.queue) - len(s.pending)]\n"
            "    s.pending = s.pending[1:]\n"
            "    keep\n"
            "    dispatch\n"
            "    if r: return r\n"
            "    drain\n"
            "return k",
            keep=keep,
            dispatch=self._dispatch(actions, "b", "actor", opened),
            drain=self._drain(name("actor"), opened),
            k=self._code(f"after {phase.name}"),
        )  # fmt: skip
        self._define_block(opened, one)
        return body

    # ---------------------------------------------------------------------------- whole game

    def _flow(self) -> None:
        p = self.p
        nobody = Scope({"actor": constant(-1)}, {})
        phases = list(p.phases)
        # Where all choose at once, the next turn is the next choice that is opened.
        after_turn = {phase: "opened" if p.phases[phase].scheme == "at once" else "next"
                      for phase in phases}  # fmt: skip
        following = tuple(-self._label(f"{after_turn[phase]} {phase}") for phase in phases)
        ends = tuple(-self._label(f"after {phase}") for phase in phases)
        self._define("block_end_turn", [], statements("return k[s.phase]", k=constant(following)))
        self._define("block_end_phase", [], statements("return k[s.phase]", k=constant(ends)))
        body = self._resumable(p.limit_result, nobody, constant(END_GAME), "limit result")
        self._define("block_limit", [], body)
        self._deal(nobody)
        self._given(nobody)
        scored = self._label("scored")
        body = self._resumable(p.deal_after, nobody, constant(-scored), "scoring")
        self._define("block_end_deal", [], body)
        done = expression("s.deal >= n", n=constant(p.match_deals))
        if p.match_until is not None:
            done = expression("d or u", d=done, u=self.g.value(p.match_until, nobody))
        body = statements("if d: return g", d=done, g=constant(END_GAME))
        body += statements("s.dealer = p\nreturn k", p=self.g.value(p.dealer, nobody),
                           k=self._code("deal"))  # fmt: skip
        self._define_block(scored, body)
        over = self._label("compare")
        self._define("block_end_game", [], self._resumable(
            p.match_result, nobody, constant(-over), "match result"))  # fmt: skip
        if p.uses_scores:
            worst = "min" if p.low_wins else "max"
            body = statements(
                f"best = {worst}(s.v_score)\n"
                "s.result = _outcome([i for i, x in enumerate(s.v_score) if x == best], n, True)\n"
                "return o", n=constant(p.players), o=constant(OVER),
            )  # fmt: skip
        else:
            body = statements(
                "s.result = r\nreturn o", r=constant((0,) * p.players), o=constant(OVER)
            )
        self._define_block(over, body)

    def _deal(self, nobody: Scope) -> None:
        p = self.p
        body = statements(
            "s.deal += 1\ns.turns = 0\ns.direction = 1\ns.skip = 0\ns.actor = -1\ns.away = s.gone"
        )
        for zone in p.zones.values():
            empty = "[]" if zone.ordered else "0"
            if zone.piles:
                body += statements(f"s.g_{zone.name} = []")
            if zone.each:
                empty = f"[{empty} for _ in range({p.players})]" if zone.ordered else (
                    f"[0] * {p.players}"
                )  # fmt: skip
            if zone.name == p.pack_zone:
                cards = (
                    f"list(range({p.pack.size}))" if zone.ordered else f"{(1 << p.pack.size) - 1}"
                )
                body += statements(f"s.z_{zone.name} = {cards}")
            else:
                body += statements(f"s.z_{zone.name} = {empty}")
        if self.g.record:
            body += statements("R.gathered(s)")
        first = self._reset("match")
        first += statements(f"s.v_score = [0] * {p.players}")
        body += statements("if s.turn == -2: first", first=[*first, *statements("s.turn = -1")])
        body += self._first_dealer(nobody)
        body += self._reset("deal")
        first = self._code(f"enter {next(iter(p.phases))}")
        body += self._resumable(p.deal_do, nobody, first, "dealing")
        self._define("block_deal", [], body)

    def _given(self, nobody: Scope) -> None:
        """What a position that was not dealt needs: starting values, and who acts in a phase."""
        body = [line for each in ("match", "deal", "phase") for line in self._reset(each)]
        self._define("start", [], body)
        for phase in self.p.phases.values():
            players = self.g.value(phase.players, nobody)
            self._define(f"seats_{phase.name}", [], [ast.Return(players)], phase.span)

    def _first_dealer(self, nobody: Scope) -> list[ast.stmt]:
        first = self.p.first_dealer
        if first is None:
            code = expression("_random(s, p)", p=constant(tuple(range(self.p.players))))
        else:
            code = self.g.value(first, nobody)
        return statements("if s.dealer < 0: s.dealer = p", p=code)


def _pop_first(core: Core, slot: str, seat: int) -> int:
    """Take the lowest card from a zone that keeps no order."""
    held = getattr(core, slot)
    cards = held if seat < 0 else held[seat]
    low = cards & -cards
    if seat < 0:
        setattr(core, slot, cards ^ low)
    else:
        held[seat] = cards ^ low
    return low.bit_length() - 1


def _conjuncts(node: t.Expr) -> list[t.Expr]:
    if isinstance(node, t.Logic) and node.conjunction:
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _all_of(conditions: list[t.Expr]) -> t.Expr:
    result = conditions[0]
    for condition in conditions[1:]:
        result = t.Logic(True, result, condition, type=ty.BOOLEAN, span=condition.span)
    return result


def _mentions_any(node: t.Expr, names: list[str]) -> bool:
    if isinstance(node, t.Local):
        return node.name in names
    return any(_mentions_any(inner, names) for inner in expressions(node))


def _replace_end(node: t.Expr, parameter: str, end: str, found: list[t.Expr]) -> t.Expr:
    """The expression with `first of parameter` replaced by the card `·`."""
    match node:
        case t.Op(name=operation, arguments=(t.Local(name=local),)) if (
            operation == end and local == parameter
        ):
            found.append(node)
            return t.Local("·", type=ty.CARD, span=node.span)
        case t.Op(arguments=arguments):
            return replace(
                node, arguments=tuple(_replace_end(a, parameter, end, found) for a in arguments)
            )
        case t.Logic(left=left, right=right):
            return replace(
                node,
                left=_replace_end(left, parameter, end, found),
                right=_replace_end(right, parameter, end, found),
            )
        case t.Cond(test=test, then=then, other=other):
            return replace(
                node,
                test=_replace_end(test, parameter, end, found),
                then=_replace_end(then, parameter, end, found),
                other=_replace_end(other, parameter, end, found),
            )
        case _:
            return node


def _skips(body: tuple[t.Stmt, ...]) -> bool:
    for node in body:
        match node:
            case t.Stop() | t.SkipTo():
                return True
            case t.If(then=then, other=other):
                if _skips((*then, *other)):
                    return True
            case t.ForEach(body=inner) | t.Repeat(body=inner):
                if _skips(inner):
                    return True
            case _:
                pass
    return False


__all__ = ["END_PHASE", "END_TURN", "STOPPED", "Machine", "Raw", "Site", "compile_program",
           "substitute"]  # fmt: skip
