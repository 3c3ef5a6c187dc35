"""What statements do, one function for each.

A text is run as a Python generator: where somebody is asked, it yields the `Decision` and is sent
what was chosen. Statements that lead elsewhere raise `Leaving`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from cardrules.interpreter.errors import NobodyError, StepBudgetError
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.program import Action, Effect
from cardrules.interpreter.syntax import types as ty

from . import actions
from .expressions import inside, value
from .position import Card, Names, Pile, Position, each_once, somebody

T = TypeVar("T")

MOST_OVERTIME = 1_000
"""How many questions may be asked after the limit of decisions was reached."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat that is to choose one of some actions."""

    seat: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action with what was chosen for it."""

    action: Action
    arguments: list[Any]


Course = Generator[Decision, Chosen, T]
"""Something that goes on until a decision is needed, and then waits for it."""


class Leaving(Exception):
    """The game goes on elsewhere: what was announced, and not yet followed, is dropped."""


@dataclass
class GoTo(Leaving):
    """Go to a phase, or to a step of one in a turn of the acting player."""

    place: str
    actor: int | None


class EndTurn(Leaving):
    pass


class EndPhase(Leaving):
    pass


class EndDeal(Leaving):
    pass


class EndGame(Leaving):
    pass


class LimitReached(Leaving):
    """As many decisions were made as a deal may take."""


@dataclass
class GameOver(Leaving):
    """Who has won (1) and who has lost (-1)."""

    result: list[int]


class Stop(Exception):
    """No more effects."""


@dataclass
class SkipTo(Exception):
    """On with a later effect."""

    effect: str


# ------------------------------------------------------------------------------------ blocks


def run(block: tuple[ir.Stmt, ...], here: Position, names: Names) -> Course[None]:
    """Do statements one after the other; `let` adds to the names."""
    for node in block:
        if type(node) in DEEDS:
            DEEDS[type(node)](node, here, names)
        else:
            yield from COURSES[type(node)](node, here, names)


def act(chosen: Chosen, here: Position, actor: int) -> Course[None]:
    """Do an action: its own statements, then its effects."""
    action = chosen.action
    names: Names = {"actor": actor}
    for parameter, choice in zip(action.parameters, chosen.arguments, strict=True):
        names[parameter.name] = choice
    try:
        yield from run(action.do, here, names)
    except Stop:
        return
    yield from run_effects(action.effects, here, names)


def run_effects(effects: tuple[Effect, ...], here: Position, names: Names) -> Course[None]:
    """Do what follows, in order; each condition is looked at when its turn comes."""
    skipping = ""
    for effect in effects:
        if skipping in ("", effect.name):
            skipping = ""
            if effect.when is None or value(effect.when, here, names):
                try:
                    yield from run(effect.do, here, dict(names))
                except Stop:
                    return
                except SkipTo as skip:
                    skipping = skip.effect


def follow(here: Position, actor: int | None) -> Course[None]:
    """Do what follows from the events that were announced, oldest first."""
    while here.table.events:
        here.step()
        event = here.table.events.pop(0)
        yield from run_effects(here.program.events[event], here, {"actor": actor})


def answer(decision: Decision, here: Position, *, events: bool, whoever: bool = False) -> Course[Action]:
    """Let somebody decide, and do what was chosen, with the events that follow or without them.

    Who is asked only for being able to do something, and declines, has made no decision that counts.
    """
    if limit_reached(here):
        raise LimitReached
    chosen = yield decision
    if not (whoever and chosen.action.declines):
        here.table.turn_number += 1
    try:
        yield from act(chosen, here, decision.seat)
        if events:
            yield from follow(here, decision.seat)
    except GameOver:
        raise
    except Leaving as leaving:
        if limit_reached(here):
            raise LimitReached from leaving
        raise
    if limit_reached(here):
        raise LimitReached
    return chosen.action


def limit_reached(here: Position) -> bool:
    """Whether a deal takes as many decisions as it may; those of its scoring do not matter."""
    return here.table.in_play and here.table.turn_number >= here.program.turn_limit


# --------------------------------------------------------------------------- cards on the move


def cards_named(node: ir.Expr, here: Position, names: Names) -> list[Card]:
    """Cards in their order, each once; a missing card is none."""
    found = value(node, here, names)
    if node.type == ty.CARD:
        found = [found]
    return [card for card in each_once(found) if card is not None]


def move(node: ir.Move, here: Position, names: Names) -> None:
    cards = cards_named(node.cards, here, names)
    if isinstance(node.target, ir.PileRef):
        pile = here.pile(value(node.target.pile, here, names))
        here.take(cards)
        pile.layings.append(cards)
        pile.laid += len(cards)
    else:
        target = place_of(node.target, here, names)
        here.take(cards)
        here.put(target.zone, target.held, cards, beneath=node.beneath)


def lay(node: ir.Lay, here: Position, names: Names) -> None:
    cards = cards_named(node.cards, here, names)
    here.take(cards)
    here.table.zones[node.zone].append(Pile([cards], len(cards)))
    for variable in here.program.variables.values():
        if variable.piles == node.zone and variable.entry is not None:
            held = here.holder(variable.name)
            held[variable.name] = [*held[variable.name], value(variable.entry, here, names)]


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or a player's, in which cards lie."""

    zone: str
    held: list[Card]


def place_of(node: ir.ZoneRef, here: Position, names: Names) -> Place:
    seat = None if node.seat is None else value(node.seat, here, names)
    return Place(node.zone, here.zone(node.zone, seat, each=node.seat is not None))


def one_card(source: Place, target: Place, here: Position) -> Card | None:
    """Move the next card of a zone, if it has one."""
    if not source.held:
        return None
    card = here.top(source.zone, source.held)
    source.held.remove(card)
    here.put(target.zone, target.held, [card])
    return card


def at_most_all(count: int, here: Position) -> int:
    """A number of cards: no more than the pack has, also where they come back to where they lay."""
    return min(count, here.program.pack.size)


def deal(node: ir.DealOut, here: Position, names: Names) -> None:
    """What is looked up: how many, from where, to whom; each once, before a card moves."""
    count = at_most_all(value(node.count, here, names), here)
    if not node.each:
        source, target = place_of(node.source, here, names), place_of(node.target, here, names)
        for _ in range(count):
            one_card(source, target, here)
        return
    source = place_of(node.source, here, names)
    if node.players is not None:
        seats = value(node.players, here, names)
    else:
        first = somebody(here.table.dealer) + 1
        seats = [p for p in here.round_from(first) if p in here.players()]
    for _ in range(count):
        for seat in seats:
            own = Place(node.target.zone, here.zone(node.target.zone, seat, each=True))
            one_card(source, own, here)


def draw(node: ir.Draw, here: Position, names: Names) -> None:
    count = None if node.count is None else at_most_all(value(node.count, here, names), here)
    source, target = place_of(node.source, here, names), place_of(node.target, here, names)
    if count is not None:
        for _ in range(count):
            one_card(source, target, here)
        return
    assert node.until is not None
    while (card := one_card(source, target, here)) is not None:
        here.step()
        if value(node.until, here, {**names, "drawn": card}):
            return


def shuffle(node: ir.Shuffle, here: Position, names: Names) -> None:
    held = place_of(node.zone, here, names).held
    if node.again and here.table.dealt:
        held[:] = [card for card in here.table.dealt if card in held]
    elif here.program.zones[node.zone.zone].ordered:
        held[:] = here.chance.shuffled(held)
        if len(held) == here.program.pack.size:
            here.table.dealt = list(held)


def reveal(node: ir.Reveal, here: Position, names: Names) -> None:
    """Do nothing: cards stay where they are, and this interpreter does not record knowledge."""
    value(node.cards, here, names)
    if node.audience is not None:
        value(node.audience, here, names)


def tell(node: ir.Tell, here: Position, names: Names) -> None:
    """Do nothing but evaluate: this interpreter does not record knowledge."""
    for each in (node.cards, node.fitting, node.audience):
        value(each, here, names)


# --------------------------------------------------------------------------- what is remembered


def assign(node: ir.Assign, here: Position, names: Names) -> None:
    seat = None if node.target.seat is None else value(node.target.seat, here, names)
    here.assign(node.target.variable, seat, value(node.value, here, names))


def let(node: ir.Let, here: Position, names: Names) -> None:
    names[node.name] = value(node.value, here, names)


# -------------------------------------------------------------------------- where it goes on


def go_to(node: ir.GoTo, here: Position, names: Names) -> None:
    raise GoTo(node.phase, names.get("actor"))


def end(node: ir.End, here: Position, names: Names) -> None:
    raise {"turn": EndTurn, "phase": EndPhase, "deal": EndDeal, "game": EndGame}[node.scope]


def outcome(node: ir.Outcome, here: Position, names: Names) -> None:
    players: list[int] = [] if node.players is None else value(node.players, here, names)
    mark = 1 if node.wins else -1
    several = len(here.everybody) > 1 and set(players) == set(here.everybody)
    named = isinstance(node.players, ir.Op) and node.players.name in ("players", "everybody")
    if not players or (several and not named):
        raise GameOver([0 for _ in here.everybody])
    raise GameOver([mark if seat in players else -mark for seat in here.everybody])


def leave(node: ir.Leave, here: Position, names: Names) -> None:
    players = value(node.players, here, names)
    here.table.away.update(players)
    if node.for_good:
        here.gone.update(players)


def play_again(node: ir.PlayAgain, here: Position, names: Names) -> None:
    here.table.again = True


def skip_players(node: ir.SkipPlayers, here: Position, names: Names) -> None:
    here.table.skip += max(value(node.count, here, names), 0)


def reverse(node: ir.Reverse, here: Position, names: Names) -> None:
    here.table.direction = -here.table.direction


def announce(node: ir.Announce, here: Position, names: Names) -> None:
    here.table.events.append(node.event)


def stop(node: ir.Stop, here: Position, names: Names) -> None:
    raise Stop


def skip_to(node: ir.SkipTo, here: Position, names: Names) -> None:
    raise SkipTo(node.effect)


# -------------------------------------------------------------- what may wait for a decision


def ask(node: ir.Ask, here: Position, names: Names) -> Course[None]:
    if node.whoever:
        while (yield from one_who_can(node, here, names)):
            pass
        return
    seat = value(node.player, here, names)
    if seat is None:
        raise NobodyError("nobody is asked")
    here.table.asked = seat
    yield from answer(Decision(seat, node.actions), here, events=False)
    if here.table.turn_number >= here.program.turn_limit + MOST_OVERTIME:
        raise StepBudgetError("a scoring asks without end")


def one_who_can(node: ir.Ask, here: Position, names: Names) -> Course[bool]:
    """Ask those who can do more than decline, until one does; whether there was one."""
    able = [each for each in map(here.program.actions.__getitem__, node.actions) if not each.declines]
    for seat in value(node.player, here, names):
        if any(actions.choices(each, here, seat) for each in able):
            here.table.asked = seat
            done = yield from answer(Decision(seat, node.actions), here, events=False, whoever=True)
            if here.table.turn_number >= here.program.turn_limit + MOST_OVERTIME:
                raise StepBudgetError("a scoring asks without end")
            if not done.declines:
                return True
    return False


def perform(node: ir.Perform, here: Position, names: Names) -> Course[None]:
    defined = here.program.definitions[node.definition]
    given = [value(argument, here, names) for argument in node.arguments]
    yield from run(defined.do, here, inside(defined.parameters, given, names))


def cases(node: ir.If, here: Position, names: Names) -> Course[None]:
    block = node.then if value(node.test, here, names) else node.other
    yield from run(block, here, dict(names))


def for_each(node: ir.ForEach, here: Position, names: Names) -> Course[None]:
    series = value(node.series, here, names)
    if node.last is not None:
        series = range(series, value(node.last, here, names) + 1)
    for member in series:
        here.step()
        yield from run(node.body, here, {**names, node.name: member})


def repeat(node: ir.Repeat, here: Position, names: Names) -> Course[None]:
    times = None if node.times is None else value(node.times, here, names)
    while times is None or times > 0:
        if node.until is not None and value(node.until, here, names):
            return
        here.step()
        yield from run(node.body, here, dict(names))
        times = None if times is None else times - 1


DEEDS: dict[type[ir.Stmt], Callable[[Any, Position, Names], None]] = {
    ir.Move: move,
    ir.Lay: lay,
    ir.DealOut: deal,
    ir.Draw: draw,
    ir.Shuffle: shuffle,
    ir.Reveal: reveal,
    ir.Tell: tell,
    ir.Assign: assign,
    ir.Let: let,
    ir.GoTo: go_to,
    ir.End: end,
    ir.Outcome: outcome,
    ir.Leave: leave,
    ir.PlayAgain: play_again,
    ir.SkipPlayers: skip_players,
    ir.Reverse: reverse,
    ir.Announce: announce,
    ir.Stop: stop,
    ir.SkipTo: skip_to,
}
"""What is done at once."""

COURSES: dict[type[ir.Stmt], Callable[[Any, Position, Names], Course[None]]] = {
    ir.Ask: ask,
    ir.Perform: perform,
    ir.If: cases,
    ir.ForEach: for_each,
    ir.Repeat: repeat,
}
"""What may ask somebody in its middle."""
