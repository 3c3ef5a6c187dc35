"""Common subexpressions: what an earlier statement has computed is not computed again.

A definition such as "the trick" or "the highest bet" is inlined wherever a rule names it, and each
rule asks for it again. The statements of a function are gone through in the order in which they
run. The value of an expression is *available* from the statement that computes it up to the first
one that may change what it reads. If it is asked for again there, it is kept in a local. What a
loop or a comprehension asks in each round, although it does not change there, is computed before.
Only expressions that cannot fail and change nothing are kept, calls of definitions among them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from ...identity import ByIdentity
from .. import nodes
from ..build import in_place_of, inside, name, rebuilt, replaced
from .peephole import with_locals
from .value_numbering import (
    BRANCHING,
    EVERYTHING,
    KINDS,
    LEAVES,
    OFTEN,
    Facts,
    Key,
    ValueNumbering,
    own_names,
)

SELDOM = 0.5
"""How often a branch is taken, as far as is known."""

LOCAL = "kept_"
"""How the locals begin in which values are kept."""


class _Asked(NamedTuple):
    """How an expression is asked for in one statement.

    Attributes:
        times: how often.
        always: whether it is computed whenever the statement runs.
        looped: whether it can be computed before a loop in the statement instead.
    """

    times: float
    always: bool
    looped: bool


class _Head(NamedTuple):
    """The first part of a statement.

    Attributes:
        value: what the statement computes first.
        early: the slots and locals that this may change.
        late: those that are changed when the statement has run; of a loop, when it begins.
    """

    value: nodes.Expression | None
    early: frozenset[str]
    late: frozenset[str]


@dataclass(eq=False, slots=True)
class _Kept:
    """A value from where it is computed to where it is no longer available.

    Attributes:
        value: the expression.
        often: how often it is computed if it is kept.
        times: how often it is asked for.
        uses: the statements that ask for it later.
        name: the local in which it is kept, if it is.
        branches: where two branches meet that have computed it, the values that they have kept.
        whole: the value that this one is a part of, because it must be in the same local.
    """

    value: Facts
    often: float = 0
    times: float = 0
    uses: list[_Place] = field(default_factory=list["_Place"])
    name: str = ""
    branches: tuple[_Kept, ...] = ()
    whole: _Kept | None = None

    @property
    def root(self) -> _Kept:
        """The value with all that must be in the same local."""
        root = self
        while root.whole is not None:
            root = root.whole
        return root

    @property
    def local(self) -> str:
        """The local in which it is kept, if it is."""
        return self.root.name

    def asked(self) -> _Kept:
        """Return the value for a statement that asks for it: branches must use one local."""
        root = self.root
        waiting, root.branches = list(root.branches), ()
        while waiting:
            part = waiting.pop().root
            if part is not root:  # as it may be by now, through another branch
                waiting += part.branches
                part.branches = ()
                part.whole = root
                root.often += part.often
                root.times += part.times
                root.uses += part.uses
        return root

    @property
    def gain(self) -> float:
        """How much is saved if it is kept in a local."""
        return (self.times - self.often) * self.value.cost - self.times - self.often


@dataclass(eq=False, slots=True)
class _Place:
    """A statement in one function, with the values that are available there.

    Attributes:
        asked: the values that it asks for.
        often: how often it runs.
        known: those of them that are available.
        times: how often it asks for each of these, outside of values that are kept.
        made: those that are computed before it if they are kept.
    """

    asked: dict[Key, _Asked]
    often: float
    known: dict[Key, _Kept] = field(default_factory=dict[Key, _Kept])
    times: dict[Key, float] = field(default_factory=dict[Key, float])
    made: list[tuple[Key, _Kept]] = field(default_factory=list["tuple[Key, _Kept]"])


class CommonSubexpressions:
    """Keeps values in the functions of one machine."""

    def __init__(
        self,
        functions: Container[str],
        body: Callable[[str], Sequence[nodes.Statement]],
        fixed: Container[str] = frozenset(),
    ) -> None:
        """Take all functions, because they change what others read.

        Args:
            functions: the names of the functions.
            body: returns the code of a function by its name.
            fixed: the slots in which each constant place that code names is there.
        """
        self._numbering = ValueNumbering(functions, body, fixed)
        self._of_head = ByIdentity[nodes.Expression, dict[Key, _Asked]]()
        self._heads = ByIdentity[nodes.Statement, _Head]()

    def kept(self, body: Sequence[nodes.Statement]) -> Sequence[nodes.Statement]:
        """Return the statements of a function, in which values are kept."""
        places: list[_Place] = []
        self._look(body, {}, 1.0, places)
        made = [(key, kept, place) for place in places for key, kept in place.made]
        made.sort(key=lambda each: -each[1].value.cost)
        count = 0
        for key, each, _ in made:
            kept = each.root
            if not kept.name and kept.gain > 0:
                kept.name = f"{LOCAL}{count}"
                count += 1
                inner: dict[Key, _Asked] = {}
                assert kept.value.kept is not None
                for part in inside(kept.value.kept):
                    self._collect(part, inner, frozenset(), 1.0, always=True, looped=False)
                first = [place for other, same, place in made if other == key and same.root is kept]
                for place in first:
                    self._spared(place, place.times[key] - 1, inner)
                for place in kept.uses:
                    self._spared(place, place.times[key], inner)
        return _Writing(self._numbering.key, iter(places)).statements(body) if count else body

    def _spared(self, place: _Place, times: float, inner: dict[Key, _Asked]) -> None:
        """Note that what is inside a value is not asked for so many times in a statement."""
        for part, asked in inner.items():
            found = place.known.get(part)
            if found is not None and times > 0:
                less = min(place.times[part], times * asked.times)
                place.times[part] -= less
                found.root.times -= place.often * less

    # -- where values are available

    def _look(
        self, body: Sequence[nodes.Statement], known: dict[Key, _Kept], often: float, places: list[_Place]
    ) -> dict[Key, _Kept]:
        """Go through statements; return what is available after them."""
        for node in body:
            known = self._statement(node, known, often, places)
        return known

    def _statement(
        self, node: nodes.Statement, known: dict[Key, _Kept], often: float, places: list[_Place]
    ) -> dict[Key, _Kept]:
        head, early, late = self._head(node)
        looped = isinstance(node, nodes.For | nodes.While)
        changed = self._numbering.effect(node) if looped else late
        asked = self._asked(head)
        if looped:
            assert isinstance(node, nodes.For | nodes.While)
            asked = self._asked_in_loop(node, asked, changed)
        place = _Place(asked, often)
        places.append(place)
        own = False
        for key, each in asked.items():
            value = self._numbering.facts[key]
            if early and _touches(value.reads, early):
                continue
            found = known.get(key)
            if found is None:
                if not (each.always or each.looped):
                    continue
                found = _Kept(value, often)
                place.made.append((key, found))
                if not own:
                    known, own = known.copy(), True
                known[key] = found
            else:
                found = found.asked()
                found.uses.append(place)
            found.times += often * each.times
            place.times[key] = each.times
            place.known[key] = found
        match node:
            case nodes.If():
                known = _without(known, changed)
                then = self._look(node.body, known, often * SELDOM, places)
                other = self._look(node.orelse, known, often * SELDOM, places)
                if _leaves(node.body):
                    return other
                if _leaves(node.orelse):
                    return then
                return _joined(then, other)
            case nodes.For() | nodes.While():
                known = _without(known, changed)
                self._look(node.body, known, often * OFTEN, places)
                self._look(node.orelse, known, often * SELDOM, places)
                return known
            case _:
                return _without(known, changed)

    def _head(self, node: nodes.Statement) -> _Head:
        """Return the first part of a statement, and what changes in it."""
        return self._heads.of(node, self._head_anew)

    def _head_anew(self, node: nodes.Statement) -> _Head:
        match node:
            case nodes.If(test=head) | nodes.While(test=head) | nodes.For(iter=head):
                effect = self._numbering.effect(head)
                return _Head(head, effect, effect)
            case nodes.Assign(value=head) | nodes.AugAssign(value=head) | nodes.Evaluate(value=head):
                inner = [head]
                if isinstance(head, nodes.Call) and isinstance(head.func, nodes.Name):
                    inner = head.args  # which are computed before the call
                early = frozenset[str]().union(*map(self._numbering.effect, inner))
                return _Head(head, early, self._numbering.effect(node))
            case nodes.Return(value=nodes.Expression() as head):
                effect = self._numbering.effect(head)
                return _Head(head, effect, effect)
            case _:
                return _Head(None, frozenset(), self._numbering.effect(node))

    def _asked_in_loop(
        self, node: nodes.For | nodes.While, asked: dict[Key, _Asked], changed: frozenset[str]
    ) -> dict[Key, _Asked]:
        """Return what is asked before a loop, and what it asks that does not change in it."""
        found = dict(asked) if isinstance(node, nodes.For) else {}
        heads: list[tuple[nodes.Expression | None, float]] = []
        if isinstance(node, nodes.While):
            heads.append((node.test, OFTEN))
        waiting = [(each, OFTEN) for each in (*node.body, *node.orelse)]
        while waiting:
            inner, often = waiting.pop()
            heads.append((self._head(inner).value, often))
            match inner:
                case nodes.If():
                    waiting += [(each, often * SELDOM) for each in (*inner.body, *inner.orelse)]
                case nodes.For() | nodes.While():
                    waiting += [(each, often) for each in (*inner.body, *inner.orelse)]
                case _:
                    pass
        for head, often in heads:
            for key, each in self._asked(head).items():
                value = self._numbering.facts[key]
                wanted = each.always and often >= OFTEN  # not in vain
                if wanted and value.sure and not _touches(value.reads, changed):
                    before = found.get(key, _Asked(0, False, True))
                    times = before.times + often * each.times
                    found[key] = _Asked(times, before.always, True)
        return found

    # -- what statements and expressions change and ask for

    def _asked(self, head: nodes.Expression | None) -> dict[Key, _Asked]:
        """Return the expressions in the first part of a statement that can be kept."""
        return {} if head is None else self._of_head.of(head, self._asked_anew)

    def _asked_anew(self, head: nodes.Expression) -> dict[Key, _Asked]:
        found: dict[Key, _Asked] = {}
        self._collect(head, found, frozenset(), 1.0, always=True, looped=False)
        return found

    def _collect(
        self,
        node: nodes.Node,
        found: dict[Key, _Asked],
        bound: frozenset[str],
        often: float,
        *,
        always: bool,
        looped: bool,
    ) -> None:
        """Find the expressions inside code that can be kept.

        Args:
            node: the code.
            found: the expressions so far.
            bound: the names that have a value only inside a comprehension or function around it.
            often: how often the code runs.
            always: whether it certainly runs.
            looped: whether it is in a comprehension or function.
        """
        kind = node.__class__
        if kind in KINDS:
            key = self._numbering.key(node)
            value = self._numbering.facts[key]
            if value.kept is not None and value.reads.isdisjoint(bound):
                before = found.get(key, _NEVER)
                outside = looped and value.sure
                found[key] = _Asked(before.times + often, before.always or always, before.looped or outside)
        if kind not in BRANCHING:
            for part in inside(node):
                if part.__class__ not in LEAVES:
                    self._collect(part, found, bound, often, always=always, looped=looped)
            return
        match node:
            case nodes.ListComp() | nodes.GeneratorExp():
                first = node.generators[0]
                self._collect(first.iter, found, bound, often, always=always, looped=looped)
                inner = bound.union(own_names(node.generators))
                for part in (*first.ifs, node.elt, *node.generators[1:]):
                    self._collect(part, found, inner, often * OFTEN, always=False, looped=True)
            case nodes.Lambda():
                inner = bound.union(argument.name for argument in node.parameters)
                self._collect(node.body, found, inner, often * OFTEN, always=False, looped=True)
            case nodes.IfExp():
                self._collect(node.test, found, bound, often, always=always, looped=looped)
                branches: list[dict[Key, _Asked]] = []
                for part in (node.body, node.orelse):
                    branch: dict[Key, _Asked] = {}
                    self._collect(part, branch, bound, often, always=always, looped=looped)
                    branches.append(branch)
                _join(found, *branches)
            case nodes.BoolOp():
                self._collect(node.values[0], found, bound, often, always=always, looped=looped)
                for part in node.values[1:]:
                    self._collect(part, found, bound, often * SELDOM, always=False, looped=looped)
            case _:
                pass


class _Writing:
    """Writes statements anew, with the values that are kept in locals."""

    def __init__(self, key: Callable[[nodes.Node], Key], places: Iterator[_Place]) -> None:
        self._key = key
        self._places = places

    def statements(self, body: Sequence[nodes.Statement]) -> list[nodes.Statement]:
        """Return statements; they are met in the order of the places."""
        result: list[nodes.Statement] = []
        for node in body:
            place = next(self._places)
            locals_ = {key: kept.local for key, kept in place.known.items() if kept.local}
            made = [(key, kept) for key, kept in place.made if kept.local]
            for key, kept in sorted(made, key=lambda pair: pair[1].value.cost):
                value = kept.value.kept
                assert value is not None
                inner = {other: local for other, local in locals_.items() if other != key}
                target = nodes.Name(kept.local)
                assign = nodes.Assign([target], cast(nodes.Expression, self._put(value, inner)))
                result.append(in_place_of(node, assign))
            result.append(self._statement(node, locals_))
        return result

    def _statement(self, node: nodes.Statement, locals_: dict[Key, str]) -> nodes.Statement:
        fields: dict[str, object] = {}
        for text in ("test", "iter", "value"):
            head = getattr(node, text, None)
            if head is not None and locals_:
                fields[text] = self._put(head, locals_)
        for text in ("body", "orelse"):
            body: Sequence[nodes.Statement] = getattr(node, text, ())
            if body:
                fields[text] = self.statements(body)
        return replaced(node, fields) if fields else node

    def _put(self, node: nodes.Node, locals_: dict[Key, str]) -> nodes.Node:
        """Return code with locals in the place of the values that they hold."""
        if node.__class__ in KINDS:
            local = locals_.get(self._key(node))
            if local is not None:
                return in_place_of(node, name(local))
        found = rebuilt(node, lambda part: self._put(part, locals_))
        shorter = None if found is node else with_locals(found)
        return found if shorter is None else in_place_of(node, shorter)


def _join(found: dict[Key, _Asked], then: dict[Key, _Asked], other: dict[Key, _Asked]) -> None:
    """Add what two branches ask for, of which one runs."""
    for key in {**then, **other}:
        before, *asked = (each.get(key, _NEVER) for each in (found, then, other))
        found[key] = _Asked(
            before.times + SELDOM * sum(each.times for each in asked),
            before.always or all(each.always for each in asked),
            any(each.looped for each in (before, *asked)),
        )


_NEVER = _Asked(0, False, False)


def _touches(reads: frozenset[str], changed: frozenset[str]) -> bool:
    return bool(changed) and (EVERYTHING in changed or not reads.isdisjoint(changed))


def _without(known: dict[Key, _Kept], changed: frozenset[str]) -> dict[Key, _Kept]:
    """Return what is still available after something has changed."""
    if not changed or not known:
        return known
    if EVERYTHING in changed:
        return {}
    return {key: kept for key, kept in known.items() if kept.value.reads.isdisjoint(changed)}


def _joined(then: dict[Key, _Kept], other: dict[Key, _Kept]) -> dict[Key, _Kept]:
    """Return what is available where two branches meet."""
    found: dict[Key, _Kept] = {}
    for key, kept in then.items():
        also = other.get(key)
        if also is not None:
            same = also.root is kept.root
            found[key] = kept if same else _Kept(kept.value, branches=(kept, also))
    return found


def _leaves(body: Sequence[nodes.Statement]) -> bool:
    """Return whether nothing after some statements runs after them."""
    if not body:
        return False
    match body[-1]:
        case nodes.Return() | nodes.Break() | nodes.Continue() | nodes.Raise():
            return True
        case nodes.If(body=then, orelse=other):
            return _leaves(then) and _leaves(other)
        case _:
            return False
