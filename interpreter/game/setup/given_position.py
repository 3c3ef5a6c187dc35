"""Given positions: a position that is described instead of dealt.

A given position is plain data, the same in the `given` of a scenario and in a call of the API. It
has the contents of zones and variables by name, and these keys:

    actor   the seat that makes the decision (default: 0, or the first to act in the phase)
    phase   the phase, or a step of a phase (default: the last phase of the ruleset)
    draws   the next cards of the pack's zone, the first to be drawn first
    rest    the zone for all cards that are left over (default: the pack's zone; if that is given,
            the last zone of the table)
    score   the score of each seat
    away    the seats that have left the deal, as a list (default: none)

The contents of a zone are a text with its cards, the top card last, or a number (`4` or `4 cards`)
of any cards. A zone or variable of each player is a list with one entry for each seat; a zone of
piles is a list with one entry for each pile. What seats know follows from the `faces` of the zones.

If a turn begins and `until` of its phase holds, the game must go on to the next decision. That
carries out rules, so the caller does it with `Machine.resume`; an `Outline` cannot.

In a game with several tables, `tables` is a list with one such position for each table, with the
zones and variables that each table has; it may also have a `dealer`, and the phase `over` if the
deal of that table is over. Players' zones, shared variables, `score` and `actor` are beside
`tables`. The table of `actor` makes the next decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ...runtime import chance
from ...runtime.position import Position, blank
from ...runtime.seats import elsewhere
from .placement import OWN_KEYS, Placement
from .values import Problem, Where, per_seat, unknown_key

if TYPE_CHECKING:
    from ...core.machine import Outline
    from ..rules import Rules

WHOLE_KEYS = ("actor", "score", "tables")
"""The keys that are beside `tables` in a position for several tables."""


def build(
    rules: Rules,
    machine: Outline,
    given: Mapping[str, object],
    *,
    seed: int = 0,
    dealer: int | None = None,
    deal: int = 1,
) -> tuple[Position | None, list[Problem]]:
    """Build a given position.

    Args:
        rules: the game.
        machine: a machine of either build, or its outline.
        given: the given position.
        seed: the seed of all chance.
        dealer: the seat of the dealer; by default the one before the actor.
        deal: the number of the deal in the match, from 1.

    Returns:
        The position in the machine's build, or None and what is wrong with it.
    """
    position = machine.blank.clone()
    position.rng = chance.seeded(seed)
    position.deal = deal
    problems: list[Problem] = []
    if deal < 1:
        message = f"There is no deal {deal}."
        problems.append(Problem("CR704", message, Where("deal"), "Count from 1."))
    if rules.program.tables is None:
        placement = Placement(rules, machine, given, position)
        placement.fill(position, dealer)
        problems += placement.problems
        machine.settle(position)
    else:
        problems += _several(rules, machine, given, position, dealer)
    return (None if problems else position), problems


class _Sketch(Position):
    """A position of any program, used for checks only."""


def look_over(
    rules: Rules,
    given: Mapping[str, object],
    *,
    seed: int = 0,
    dealer: int | None = None,
    deal: int = 1,
) -> list[Problem]:
    """Return what is wrong with a given position, without compiling the whole game.

    The arguments are those of `build`.
    """
    if rules.program.tables is None and deal > 0:
        sketch = blank(_Sketch, rules.program)
        placement = Placement(rules, None, given, sketch)
        placement.fill(sketch, dealer)
        if not placement.undecided:
            return placement.problems
    return build(rules, rules.outline, given, seed=seed, dealer=dealer, deal=deal)[1]


def _several(
    rules: Rules,
    machine: Outline,
    given: Mapping[str, object],
    position: Position,
    dealer: int | None,
) -> list[Problem]:
    """Fill a position with several tables; return what is wrong with the given one."""
    program = rules.program
    zones = {zone.name for zone in program.zones.values() if zone.each}
    shared = {variable.name for variable in program.variables.values() if not variable.own}
    named = {*zones, *shared, *WHOLE_KEYS}
    problems: list[Problem] = []
    for key in given:
        if key in (*OWN_KEYS, *program.zones, *program.variables) and key not in named:
            message = f"Each table has its own '{key}'."
            way_out = "Write it under 'tables', in the entry of its table."
            problems.append(Problem("CR701", message, Where(key, name=True), way_out))
        elif key not in named:
            problems.append(unknown_key(rules, key, WHOLE_KEYS))
    entries = _entries(given.get("tables"), len(position.tables))
    if isinstance(entries, Problem):
        return [*problems, entries]
    machine.start(position)
    whole = {key: value for key, value in given.items() if key in (*shared, "score")}
    reader = Placement(rules, machine, whole, position)
    reader.variables(position)
    problems += reader.problems
    for zone in zones & set(given):
        found = per_seat(given[zone], range(rules.players), Where(zone))
        if isinstance(found, Problem):
            problems.append(found)
    if problems:
        return problems
    assert machine.sit_down is not None
    machine.sit_down(position)
    actor = given.get("actor")
    for table, entry in enumerate(entries):
        position.turn_to(table)
        position.away = elsewhere(position)
        placed = {key: value for key, value in given.items() if key in zones}
        for key in entry:
            if key in (*zones, *shared, "score"):
                message = f"'{key}' belongs to all tables together, not to one of them."
                where = Where(key, name=True, table=table)
                problems.append(Problem("CR701", message, where, "Write it beside 'tables'."))
            else:
                placed[key] = entry[key]
        placement = Placement(rules, machine, placed, position)
        if actor in placement.seats:
            placed.setdefault("actor", actor)
        placement.fill(position, dealer if dealer in placement.seats else None)
        problems += [_at(each, table, entry) for each in placement.problems]
    return problems or _next(position, actor)


def _entries(value: object, count: int) -> list[Mapping[str, object]] | Problem:
    """Return the given positions of the tables, or what is wrong with their list."""
    way_out = f"Write a list with at most {count} positions, the first for table 1."
    if value is not None and not isinstance(value, list):
        message = "The game has several tables, so this must be a list."
        return Problem("CR706", message, Where("tables"), way_out)
    found = cast("list[object]", value or [])
    if len(found) > count:
        message = f"The list has {len(found)} entries, and there are {count} tables."
        return Problem("CR706", message, Where("tables"), way_out)
    if not all(isinstance(each, dict) for each in found):
        message = "An entry for a table must be a mapping of zones and variables."
        return Problem("CR706", message, Where("tables"), way_out)
    empty: list[Mapping[str, object]] = [{} for _ in range(count - len(found))]
    return cast("list[Mapping[str, object]]", found) + empty


def _at(problem: Problem, table: int, entry: Mapping[str, object]) -> Problem:
    """Return a problem with its place in the entry of a table."""
    if problem.where.key in entry:
        problem = replace(problem, where=replace(problem.where, table=table))
    if problem.first is not None and problem.first.key in entry:
        problem = replace(problem, first=replace(problem.first, table=table))
    return problem


def _next(position: Position, actor: object) -> list[Problem]:
    """Turn to the table with the next decision: the actor's table, or else the first."""
    for table in range(len(position.tables)):
        position.turn_to(table)
        if position.pc >= 0 and actor in (None, position.actor):
            return []
    if actor is None:
        message = "The deal is over at every table, so nobody can act."
        way_out = "Give one of them another phase."
        return [Problem("CR711", message, Where("tables"), way_out)]
    message = f"Seat {actor} does not make the decision at its table."
    way_out = "Name the seat that does, or choose another phase for that table."
    return [Problem("CR711", message, Where("actor"), way_out)]
