"""Explanations of failed tests: the position at the failure, and the rules that led to it.

The test is played again with a trace, which lists the rules that run between the events of the
journal. So the statement that last changed a zone or variable is found, or the conditions that made
an action illegal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from ..errors import CardrulesError
from ..game.observation.redaction import show_value
from ..game.rules import Rules
from ..play.state import State
from ..program.cards import NONE
from ..program.coverage_points import Point, points
from ..program.trace import Passed, Trace
from ..resolve.options import show
from ..runtime.journal import Changed, Moved
from ..syntax import types as ty
from ..syntax.nodes import Block, walk
from .results import Difference, Failed
from .setting import Setting

_LEADS_ON = re.compile(r"go to|end |play again|skip|reverse|.* (wins|loses|leaves|leave)\b")
_SCENE = ("actor", "phase", "winner", "over", "dealer", "deal", "away", "rules")
_MANY = 12  # of a pile with more cards than these only the top is shown


@dataclass(frozen=True, slots=True)
class Account:
    """The explanation of a failed test.

    Attributes:
        position: the position as names and texts: who acts, the zones, the variables.
        decided: for each difference the rules and conditions that led to it, in order; none if
            no rule in the test affected it.
        nobody: the variables that the given position leaves out, and that name nobody.
    """

    position: tuple[tuple[str, str], ...]
    decided: tuple[tuple[Difference, tuple[Point, ...]], ...]
    nobody: tuple[str, ...]


def account(failed: Failed) -> Account:
    """Return the explanation of a failed test; the test is played again for it."""
    assert failed.played is not None
    setting = failed.played.setting
    rules = setting.game.loaded.ruleset
    assert rules is not None
    trace = Trace(points(rules))
    tested = setting.game
    game = Rules(tested.loaded, tested.source, single_deal=tested.single_deal, trace=trace)
    replayed = Setting(setting.scenario, game, setting.deck)
    state, traces = _replay(replayed, [line.text for line in failed.played.test.play], trace)
    decided = [(difference, tuple(_deciding(difference, state, traces, trace))) for difference in failed.differences]
    position = (*_new_deal(replayed, state), *_begun(replayed), *contents(state))
    return Account(position, tuple(decided), tuple(_nobody(replayed, state)))


def _first(setting: Setting) -> State:
    """Return the state in which the tests of a scenario begin."""
    return State.begun(setting.game, setting.opening())


def _new_deal(setting: Setting, state: State) -> Iterator[tuple[str, str]]:
    """Yield that a deal has begun since the beginning of the test: the last one is cleared away."""
    if (deal := state.position.deal) > _first(setting).position.deal:
        yield "deal", f"{deal}, which began in this test; `single_deal: true` ends the match first"


def _begun(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield that the given position lies after what its phase does first."""
    if setting.scenario.given is None:
        return
    rules, position = setting.game.loaded.ruleset, _first(setting).position
    if rules is None or position.pc < 0:
        return
    phase = rules.phases[setting.game.machine.sites[position.pc].phase]
    left = {"before": phase.before, "turn.before": phase.turn_before}
    keys = [f"'phases.{phase.name}.{key}'" for key, block in left.items() if _written(block)]
    if keys:
        was = "was" if len(keys) == 1 else "were"
        yield "given", f"the position comes after {' and '.join(keys)}, which {was} not done"


def _written(block: Block | None) -> bool:
    """Return whether an author wrote some of a block; others write out sections of the ruleset."""
    return block is not None and any(each is not block and each.span.start != each.span.end for each in walk(block))


def _nobody(setting: Setting, state: State) -> Iterator[str]:
    """Yield the variables of a player that a given position leaves out, if they are nobody."""
    given = setting.scenario.given
    if given is None:
        return
    for name, variable in state.game.program.variables.items():
        left_out = variable.type == ty.PLAYER and not variable.each and name not in given.entries
        if left_out and getattr(state.position, f"v_{name}") == NONE:
            yield name


def _replay(setting: Setting, moves: list[str], trace: Trace[Point]) -> tuple[State, list[list[object]]]:
    """Play moves up to an illegal one; return the state, and the rules and events of each move."""
    traces: list[list[object]] = []
    state = _first(setting)
    for move in moves:
        try:
            raw = state.find(move)
            trace.entries = entries = list[object]()
            position = state.position.clone()
            position.log = entries  # type: ignore[assignment]
            state.game.machine.play(position, raw)
            position.log = None
            state = State(state.game, position, None)
            traces.append(entries)
        except CardrulesError:
            break
        finally:
            trace.entries = None
    return state, traces


def _deciding(difference: Difference, state: State, traces: list[list[object]], trace: Trace[Point]) -> Iterator[Point]:
    if difference.actions:
        for verb in dict.fromkeys(action.partition(" ")[0] for action in difference.actions):
            yield from _legality(verb, state, trace)
        return
    name, _, seat = difference.what.removeprefix("pile ").partition(" of seat ")
    name = name.partition(" of ")[2] or name
    for entries in reversed(traces):
        last: Point | None = None
        found: Point | None = None
        for entry in entries:
            if isinstance(entry, Passed):
                last = entry.point if entry.point.kind != "condition" else last
                if name in _SCENE and last is entry.point and _LEADS_ON.match(entry.point.text):
                    found = last
            elif _touches(entry, name, seat, state):
                found = last
        if found is not None:
            yield found
            return
    if name == "actor" and traces and state.position.pc >= 0:
        site = state.game.machine.sites[state.position.pc]
        if not site.asked:  # otherwise the `ask` statement has decided
            address = f"phases.{site.phase}"
            yield Point("statement", address, state.game.program.phases[site.phase].span, address)


def _touches(event: object, name: str, seat: str, state: State) -> bool:
    """Return whether an event of the journal changed a zone or a variable."""
    if isinstance(event, Changed):
        return event.variable == name and (not seat or event.seat == int(seat))
    if isinstance(event, Moved):
        places = [state.game.recorder.places[place] for place in (event.source, event.target)]
        return any(each.slot == f"z_{name}" and (not seat or each.seat == int(seat)) for each in places)
    return False


def _legality(verb: str, state: State, trace: Trace[Point]) -> Iterator[Point]:
    """Yield the conditions of an action that are false, or all its conditions if none is."""
    if state.position.pc < 0 or verb not in state.game.machine.sites[state.position.pc].actions:
        yield from (each for each in trace.points if each.text == f"actions.{verb}")
        return
    trace.passed()  # what was passed before is forgotten
    with suppress(CardrulesError):
        state.game.machine.legal[state.position.pc](state.position)
    counted = zip(trace.points, trace.counts, strict=True)
    within = f"actions.{verb}."
    asked = {point: held for point, (held, not_) in counted if held + not_ and point.address.startswith(within)}
    failed = [point for point, held in asked.items() if not held]
    yield from failed or asked or (e for e in trace.points if e.text == f"actions.{verb}")


def _says(kind: ty.Type, value: object) -> bool:
    """Return whether a value is more than nothing; seat 0 is somebody."""
    if isinstance(value, dict):
        return bool(_entries(kind, cast("dict[str, object]", value)))
    return value not in (None, False, ()) or (value == 0 and kind == ty.PLAYER)


def _entries(kind: ty.Type, value: object) -> str:
    """Return those entries for suits, ranks or choices that are not empty, as in scenarios."""
    if not isinstance(value, dict):
        return ""
    entries, inner = cast("dict[str, object]", value), kind.of or kind
    filled = [f"{word}: {show(each)}" for word, each in entries.items() if _says(inner, each)]
    return f"{{{', '.join(filled)}}}" if filled else ""


def contents(state: State) -> Iterator[tuple[str, str]]:
    """Yield the contents of a position as names and texts, without empty zones and values."""
    game, position = state.game, state.position
    if state.is_terminal():
        winners = ", ".join(f"seat {seat}" for seat in state.winners()) or "nobody"
        yield "over", f"{winners} won"
    else:
        yield "actor", f"seat {position.actor}, in {state.phase}"
    for number, place in enumerate(game.recorder.places):
        cards = [game.program.pack.text[card] for card in game.recorder.cards(position, number)]
        name = place.slot.removeprefix("z_")
        stays = game.program.zones[name].fixed  # else an emptied pile is gone
        name += f" of seat {place.seat}" if place.seat >= 0 else ""
        if cards and place.piles:
            piles = game.recorder.piles(position, number)
            piles = [each for each in piles if each or stays]
            texts = [" ".join(game.program.pack.text[card] for card in each) for each in piles]
            last = max(index for index, each in enumerate(texts) if each)
            yield name, ", ".join(f"#{index + 1} {each or '-'}" for index, each in enumerate(texts[: last + 1]))
        elif cards:
            more = f"{len(cards)} cards, at the end " if len(cards) > _MANY else ""
            yield name, more + " ".join(cards[-_MANY // 2 :] if more else cards)
    for variable in game.program.variables.values():
        value = getattr(position, f"v_{variable.name}")
        owners = game.program.owners(variable)
        values = [value[seat] for seat in owners] if variable.each else [value]
        shown = [show_value(game, variable.type, each, None, None) for each in values]
        if any(_says(variable.type, each) for each in shown):
            text = _entries(variable.type, shown[0])
            yield variable.name, text or show(shown if variable.each else shown[0])
    if game.program.uses_scores:
        scores = state.scores()
        yield "score", show([scores[seat] for seat in game.program.scorers])
