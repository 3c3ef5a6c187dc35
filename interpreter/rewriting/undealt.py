"""Shuffles of which only the cards that are dealt are ever looked at.

In many games of tricks most of the stock is never seen: some cards are dealt, one is turned up,
and the rest lies there until the next deal. The bare build then puts only those in their places
that can be taken, and leaves the others as they are. A game goes on exactly as in the recording
build, for the numbers that the others would have used are passed over.

That is read from the typed program, where options have become constants already: after a deal's
shuffle the pile is dealt from, a bounded number of times, and no rule whatever asks more of it than
whether it is empty.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace

from ..analysis.analysis import draws
from ..program import ir
from ..program.program import Phase, Program
from ..program.tree_walk import conjuncts, parts, rules
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

ROUNDS = "·rounds"
"""A local name that no rule can have: how many cards each player is dealt."""


@dataclass(frozen=True, slots=True)
class ShuffleTop(ir.Statement):
    """A shuffle that only puts some cards from the top in their places."""

    zone: ir.ZoneRef
    count: ir.Expr


def shortened(program: Program) -> tuple[Program, str | None]:
    """Return a program that shuffles no more than it deals, where no more is looked at.

    Returns:
        The program, and the slot whose cards are out of order below those that can be taken.
    """
    match _found(program):
        case (before, shuffle, between, deal, behind, taken):
            pass
        case _:
            return program, None
    rounds = ir.Let(ROUNDS, deal.count, span=deal.span)
    count = ir.Local(ROUNDS, type=ty.NUMBER, span=deal.span)
    players = ir.Const(program.players, type=ty.NUMBER)
    more = ir.Const(taken, type=ty.NUMBER)
    dealt = ir.Op("mul", (count, players), type=ty.NUMBER)
    top = ir.Op("add", (dealt, more), type=ty.NUMBER)
    body = (
        *before,
        *between,
        rounds,
        ShuffleTop(shuffle.zone, top, span=shuffle.span),
        replace(deal, count=count),
        *behind,
    )
    return replace(program, deal_do=body), f"z_{shuffle.zone.zone}"


def most_seen(program: Program) -> int | None:
    """Return how many cards from the top of the shuffled pack can matter in a deal.

    Returns:
        The number; None if the rules shuffle elsewhere or use other chance, or if more than the
        cards that are dealt may be looked at.
    """
    found = _found(program)
    if found is None or any(map(draws, parts(program, ir.Op))):
        return None
    count = found[3].count
    if not isinstance(count, ir.Const) or not isinstance(count.value, int):
        return None
    if sum(1 for _ in parts(program, ir.Shuffle)) > 1:
        return None
    return min(count.value * program.players + found[5], program.pack.size)


Found = tuple[tuple[ir.Stmt, ...], ir.Shuffle, tuple[ir.Stmt, ...], ir.DealOut, tuple[ir.Stmt, ...], int]
"""What a deal consists of: what comes before the shuffle, the shuffle, names that are given, the
cards that are dealt to each, what comes then, and how many cards that takes at most."""


def _found(program: Program) -> Found | None:
    """Take the deal of a program apart, if the rest of what is shuffled is never looked at."""
    body = _used(program.deal_do)
    kinds = [type(node) for node in body]
    if kinds.count(ir.Shuffle) != 1 or program.tables is not None or program.repeats:
        return None
    at = kinds.index(ir.Shuffle)
    shuffle = body[at]
    dealt = next((i for i, node in enumerate(body) if i > at and isinstance(node, ir.DealOut)), at)
    deal = body[dealt]
    if not isinstance(shuffle, ir.Shuffle) or not isinstance(deal, ir.DealOut):
        return None
    zone, target = shuffle.zone.zone, deal.target
    before, between, behind = body[:at], body[at + 1 : dealt], body[dealt + 1 :]
    entries = _entries(program)
    taken = [_taken(node, zone, None) for node in behind]
    taken += [_all_taken(body, zone, known) for passages in entries.values() for body, known in passages]
    rest = {
        name: replace(phase, before=(), after=()) if name in entries else phase
        for name, phase in program.phases.items()
    }
    if (
        shuffle.zone.type != ty.PILE
        or shuffle.zone.seat is not None
        or not deal.each
        or deal.source != shuffle.zone
        or not all(isinstance(node, ir.Let) and _is_fixed(node.value, program) for node in between)
        or any(_looks_at(node, zone) for node in (*before, *between, replace(deal, source=target)))
        or not _is_fixed(deal.count, program)
        or any(number is None for number in taken)
        or _looks_at(replace(program, deal_do=(), phases=rest), zone)
    ):
        return None
    return before, shuffle, between, deal, behind, sum(number or 0 for number in taken)


Known = tuple[ir.VarRef, int]
"""A variable and the number that it has."""

Passage = tuple[tuple[ir.Stmt, ...], Known | None]
"""Statements that run once in a deal at most, and the number of the round then, if it is known."""


def _entries(program: Program) -> dict[str, list[Passage]]:
    """Return what runs before and after phases, without those that may be entered without end."""
    phases = list(program.phases.values())
    steps = {step: index for index, phase in enumerate(phases) for step, _ in phase.steps}
    places = steps | {phase.name: index for index, phase in enumerate(phases)}
    targets = {places[node.phase] for node in rules(program) if isinstance(node, ir.GoTo)}
    targets |= {places[phase.next] for phase in phases if phase.next is not None}
    first = min(targets, default=len(phases))
    found: dict[str, list[Passage]] = {phase.name: [((*phase.before, *phase.after), None)] for phase in phases[:first]}
    rounds = _rounds(program, phases[first]) if len(targets) == 1 else None
    if rounds is not None:
        count, counting, most = rounds
        for phase in phases[first:]:
            at = phase.before.index(counting) if counting in phase.before else 0
            found[phase.name] = []
            for number in range(1, most + 1):
                found[phase.name] += [
                    (phase.before[:at], (count, number - 1)),
                    ((*phase.before[at:], *phase.after), (count, number)),
                ]
    return found


def _rounds(program: Program, phase: Phase) -> tuple[ir.VarRef, ir.Stmt, int] | None:
    """Return what counts the rounds of a phase, and how often it is entered at most.

    Such a phase begins with `add 1 to round`, and all rules that lead to it do so `if round < 4`.

    Returns:
        The variable, the statement that counts, and the number of rounds.
    """
    if any(each.next is not None for each in program.phases.values()) or any(
        each.phase not in program.phases for each in rules(program) if isinstance(each, ir.GoTo)
    ):
        return None  # a step is not the beginning of a phase
    for node in phase.before:
        match node:
            case ir.Assign(
                target=ir.VarRef(variable=variable, seat=None) as count,
                value=ir.Op(name="add", arguments=(before, ir.Const(value=1))),
            ) if before == count:
                pass
            case _:
                continue
        declared = program.variables.get(variable)
        changes = [each for each in parts(program, ir.Assign) if each.target.variable == variable]
        if declared is None or declared.scope != "deal" or changes != [node]:
            continue
        leading = {id(each) for each in parts(program, ir.GoTo)}
        bounds = [1]
        for condition in parts(program, ir.If):
            for test in conjuncts(condition.test):
                match test:
                    case ir.Op(name="lt", arguments=(left, ir.Const(value=int() as bound))) if left == count:
                        bounds.append(bound)
                        leading -= {id(each) for each in parts(condition.then, ir.GoTo)}
                    case _:
                        pass
        if not leading and isinstance(declared.start, ir.Const) and declared.start.value == 0:
            return count, node, max(bounds)
    return None


def _used(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """Statements without those that give a name, never used, to cards of the table."""
    mentioned = {node.name for node in parts(body, ir.Local)}
    return tuple(
        node for node in body if not isinstance(node, ir.Let) or node.name in mentioned or not _is_idle(node.value)
    )


def _is_idle(value: ir.Expr) -> bool:
    """Whether a value does nothing and cannot fail."""
    match value:
        case ir.ZoneRef(seat=None) | ir.Const():
            return True
        case ir.Op(arguments=arguments):
            fails = draws(value) or OPERATIONS[value.name].stops
            return not fails and not _asks_for_places(value) and all(map(_is_idle, arguments))
        case _:
            return False


def _looks_at(tree: object, zone: str) -> bool:
    """Whether a part of a program names a zone, or asks where in a pile cards are."""
    return any(
        node.zone == zone if isinstance(node, ir.ZoneRef) else _asks_for_places(node)
        for node in parts(tree, ir.ZoneRef, ir.Op)
    )


def _asks_for_places(node: ir.Op) -> bool:
    """Whether an operation asks for the places of cards in a pile; their owners do not tell it."""
    return bool(OPERATIONS[node.name].finds) and node.type != ty.PLAYER


def _is_fixed(value: ir.Expr, program: Program) -> bool:
    """Whether a value takes no chance, so that a shuffle can come before it as well as after."""
    if any(map(draws, parts(value, ir.Op))):
        return False
    used = (program.definitions[node.definition].value for node in parts(value, ir.Use))
    return all(inner is None or _is_fixed(inner, program) for inner in used)


def _taken(node: ir.Stmt, zone: str, known: Known | None) -> int | None:
    """How many cards a statement takes from a pile at most; None if it looks at it otherwise."""
    match node:
        case ir.DealOut(each=False, source=source, target=target, count=count) if source.zone == zone and not _looks_at(
            count, zone
        ):
            return None if target.zone == zone else _most(count, known)
        case ir.Move(
            cards=ir.Op(name="top", arguments=(ir.ZoneRef(zone=source),)),
            target=ir.ZoneRef(zone=target),
            beneath=True,
        ) if source == target == zone:
            return 1  # the card is not taken again before the others
        case ir.If(test=test, then=then, other=other):
            if not _asks_if_empty(test, zone) and _looks_at(test, zone):
                return None
            holds = _decided(test, known)
            run = (*then, *other) if holds is None else then if holds else other
            return _all_taken(run, zone, known)
        case ir.Reveal(cards=cards, audience=to) if _is_idle(cards) and not _looks_at(to, zone):
            return 0  # the bare build has nobody who sees it
        case _:
            return None if _looks_at(node, zone) else 0


def _all_taken(body: tuple[ir.Stmt, ...], zone: str, known: Known | None) -> int | None:
    taken = [_taken(node, zone, known) for node in body]
    return None if None in taken else sum(number or 0 for number in taken)


def _decided(test: ir.Expr, known: Known | None) -> bool | None:
    """Return whether a condition holds, if that is known from the number of the round."""
    match test:
        case ir.Const(value=bool() as value):
            return value
        case ir.Logic(conjunction=conjunction, left=left, right=right):
            found = {_decided(left, known), _decided(right, known)}
            if (not conjunction) in found:
                return not conjunction
            return None if None in found else conjunction
        case ir.Op(
            name=("eq" | "ne" | "lt" | "le" | "gt" | "ge") as relation, arguments=(left, ir.Const(value=int() as bound))
        ) if known is not None and left == known[0]:
            return bool(getattr(operator, relation)(known[1], bound))
        case _:
            return None


def _most(count: ir.Expr, known: Known | None) -> int | None:
    """The largest value that a number of cards can have, if that is known."""
    match count:
        case ir.Const(value=int() as number):
            return max(number, 0)
        case ir.Cond(test=test, then=then, other=other):
            holds = _decided(test, known)
            if holds is not None:
                return _most(then if holds else other, known)
            either = _most(then, known), _most(other, known)
            return None if None in either else max(number or 0 for number in either)
        case _:
            return None


def _asks_if_empty(test: ir.Expr, zone: str) -> bool:
    while isinstance(test, ir.Op) and test.name in ("not", "is_empty"):
        test = test.arguments[0]
    return isinstance(test, ir.ZoneRef) and test.zone == zone
