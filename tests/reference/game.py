"""The course of a game: the match, its deals, their phases and turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from cardrules.interpreter.errors import CardrulesError, SeatingError, StepBudgetError
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.program import Phase, Program, Variable
from cardrules.interpreter.syntax.types import MELDS, Type

from . import actions
from .expressions import value
from .position import Card, Names, PileAt, Position, Table
from .statements import (
    Chosen,
    Course,
    Decision,
    EndDeal,
    EndGame,
    EndPhase,
    EndTurn,
    GameOver,
    GoTo,
    Leaving,
    LimitReached,
    act,
    answer,
    follow,
    limit_reached,
    run,
)

NOBODY: Names = {"actor": None}
"""The names of a text in which nobody is acting."""

MOST_PHASES = 20_000
"""How many phases may follow one another without a decision."""


class MeaninglessError(CardrulesError):
    """A rule leads to something that the language gives no meaning to."""


def text(block: tuple[ir.Stmt, ...], here: Position) -> Course[None]:
    """Do a text of the table's; what those who are asked announce follows at its end."""
    yield from run(block, here, dict(NOBODY))
    yield from follow(here, here.table.asked)


# ------------------------------------------------------------------------------------- match


def match(here: Position) -> Course[list[int]]:
    """A whole match; the result is 1 for who has won, -1 for who has lost, 0 for a draw."""
    program = here.program
    try:
        begin_match(here)
        while True:
            begin_deal(here)
            yield from deal(here)
            here.table.in_play = False
            yield from text(program.deal_together, here)
            if match_over(here):
                break
            if program.tables is None:
                here.table.dealer = value(program.dealer, here, NOBODY)
    except EndGame:
        here.table.events = []
    except GameOver as over:
        return over.result
    here.table.in_play = False
    try:
        yield from text(program.match_result, here)
    except GameOver as over:
        return over.result
    except EndGame:  # the rest of the text is left out
        here.table.events = []
    except Leaving as leaving:
        raise MeaninglessError("the match is over, and a rule goes on with it") from leaving
    return compared(here)


def begin_match(here: Position) -> None:
    for table in reversed(here.tables):
        here.table = table
        here.gather()
    here.scores = [here.program.match_start for _ in here.everybody]
    start_variables(here, "match")


def match_over(here: Position) -> bool:
    program = here.program
    until = program.match_until
    done = here.deal_number >= program.match_deals
    return done or (until is not None and value(until, here, NOBODY))


def compared(here: Position) -> list[int]:
    """Who has the best score wins, unless that is everybody."""
    program, scores = here.program, here.scores
    if program.teams is not None and program.teams.scope != "deal":
        scores = [scores[side] for side in here.sides()]
    best = min(scores) if program.low_wins else max(scores)
    if not program.uses_scores or scores.count(best) == len(scores):
        return [0 for _ in scores]
    return [1 if score == best else -1 for score in scores]


def start_variables(
    here: Position,
    *scopes: str,
    own: tuple[bool, ...] = (True, False),
    seats: list[int] | None = None,
) -> None:
    """Variables of some scopes take their start: of a table (own), or those that tables share."""
    for variable in here.program.variables.values():
        if variable.scope in scopes and variable.own in own:
            start = variable.start
            here.start(variable, lambda start=start: value(start, here, NOBODY), seats)


# -------------------------------------------------------------------------------------- deal


def begin_deal(here: Position) -> None:
    """A new deal begins; with several tables all go to theirs, and it is settled who deals."""
    program = here.program
    here.deal_number += 1
    here.table = here.tables[0]
    if program.tables is None:
        return
    for table in here.tables:
        table.away = set(here.gone)
    numbers = [
        value(program.tables.seat, here, {"actor": None, program.tables.player: player}) for player in here.everybody
    ]
    if set(numbers) != set(range(1, len(here.tables) + 1)):
        raise SeatingError("a player sits at a table that is not there, or nobody at one")
    for number, table in enumerate(here.tables, 1):
        table.seats = [seat for seat in here.everybody if numbers[seat] == number]
        table.away = here.gone | (set(here.everybody) - set(table.seats))
        here.table = table
        if here.deal_number == 1:  # before the first table plays
            start_variables(here, "deal", own=(True,))
        if table.dealer is not None:
            table.dealer = value(program.dealer, here, NOBODY)
    here.table = here.tables[0]
    start_variables(here, "deal", "phase", "turn", own=(False,))


def deal(here: Position) -> Course[None]:
    """A deal at all tables: each is played up to its first decision, then they take turns."""
    courses = [deal_at_table(here) for _ in here.tables]
    waiting: dict[int, Decision] = {}

    def go_on(number: int, chosen: Chosen | None) -> None:
        here.table = here.tables[number]
        here.table.away |= here.gone
        waiting.pop(number, None)
        with suppress(StopIteration):
            waiting[number] = courses[number].send(chosen)  # pyright: ignore[reportArgumentType]

    for number in range(len(courses)):
        go_on(number, None)
    number = -1
    while waiting:
        number = next(n for n in after(number, len(courses)) if n in waiting)
        here.table = here.tables[number]
        here.table.away |= here.gone
        chosen = yield waiting[number]
        go_on(number, chosen)


def after(number: int, count: int) -> Iterator[int]:
    """The numbers of all tables, beginning after one."""
    yield from ((number + step) % count for step in range(1, count + 1))


def deal_at_table(here: Position) -> Course[None]:
    """A deal at one table, from its beginning to the scoring."""
    program, table = here.program, here.table
    stage = "dealing"
    entered: GoTo | None = None
    for _ in range(MOST_PHASES):
        try:
            if stage == "dealing":
                begin_deal_at_table(here)
                yield from text(program.deal_do, here)
                stage = next(iter(program.phases))
            elif stage == "scoring":
                table.in_play = False
                yield from text(program.deal_after, here)
                return
            elif stage == "limit":
                if table.turn_number > program.turn_limit:
                    raise StepBudgetError("the limit is reached again")
                table.in_play = False
                yield from text(program.limit_result, here)
                raise EndGame
            else:
                table.in_play = True
                stage = yield from phase(stage, here, entered)
            entered = None
        except GoTo as going:
            table.events = []
            stage, entered = entered_by(going, program)
        except EndDeal:
            table.events = []
            if stage == "scoring":  # the rest of it is left out
                return
            stage = "scoring"
        except LimitReached:
            table.events = []
            stage = "limit"
        except (EndTurn, EndPhase) as ending:
            raise MeaninglessError("there is no turn or phase to be ended here") from ending
    raise MeaninglessError("phases follow one another without end or decision")


def begin_deal_at_table(here: Position) -> None:
    program, table = here.program, here.table
    if program.tables is None:
        table.away = set(here.gone)
    table.turn_number, table.direction, table.skip, table.in_play = 0, 1, 0, True
    here.gather()
    if table.dealer is None and program.first_dealer is not None:
        table.dealer = value(program.first_dealer, here, NOBODY)
    elif table.dealer is None:
        table.dealer = here.chance.one_of(table.seats)
    own = (True, False) if program.tables is None else (True,)
    start_variables(here, "deal", "phase", "turn", own=own)


def entered_by(going: GoTo, program: Program) -> tuple[str, GoTo | None]:
    """The phase that `go to` leads to, and whether it is entered at one of its steps."""
    if going.place in program.phases:
        return going.place, None
    if going.actor is None:
        raise MeaninglessError("a turn is entered at a step, and nobody is acting")
    for each in program.phases.values():
        if going.place in [step for step, _ in each.steps]:
            return each.name, going
    raise AssertionError(going.place)


# ------------------------------------------------------------------------------------- phases


def phase(name: str, here: Position, entered: GoTo | None) -> Course[str]:
    """Play a phase; the result is what follows it."""
    phase, names = here.program.phases[name], list(here.program.phases)
    later = names[names.index(name) + 1 :]
    following = phase.next or (later[0] if later else "scoring")
    here.table.phase = name
    try:
        if entered is None:
            if phase.when is not None and not value(phase.when, here, NOBODY):
                return following
            seated = None if here.program.tables is None else here.table.seats
            start_variables(here, "phase", seats=seated)
            yield from text(phase.before, here)
        yield from SCHEMES[phase.scheme](phase, here, entered)
    except EndPhase:
        here.table.events = []
    try:
        yield from text(phase.after, here)
    except EndPhase:
        here.table.events = []
    return following


def in_turn(phase: Phase, here: Position, entered: GoTo | None) -> Course[None]:
    """One after the other, round and round."""
    table = here.table
    order = here.everybody if phase.order is None else value(phase.order, here, NOBODY)
    if entered is None:
        table.turn = value(phase.players, here, NOBODY)
        for kept in (phase.closer, phase.follower):
            if kept is not None:
                here.assign(kept.variable, None, None)
    elif entered.actor is not None:
        yield from the_rest(phase, here, entered.actor, entered.place)
        if passes_closer(phase, here, order):
            return
    while not is_over(phase, here):
        able = among(phase, here)
        coming = around(order, here)
        turn = next((seat for seat in coming if seat in able), None)
        if turn is None or closer_of(phase, here) in coming[1 : coming.index(turn) + 1]:
            return
        yield from one_turn(phase, here, turn)
        if passes_closer(phase, here, order):
            return


def closer_of(phase: Phase, here: Position) -> int | None:
    """The player to whom the turn does not come back, if a rule has named one."""
    return None if phase.closer is None else value(phase.closer, here, NOBODY)


def passes_closer(phase: Phase, here: Position, order: list[int]) -> bool:
    """Pass the turn, to who was named or to the next; whether it comes to, or passes over, the closer."""
    follower = None if phase.follower is None else value(phase.follower, here, NOBODY)
    if phase.follower is None or follower is None:
        return closer_of(phase, here) in pass_turn(here, order)
    here.table.turn, here.table.skip = follower, 0
    here.assign(phase.follower.variable, None, None)
    return follower == closer_of(phase, here)


def around(order: list[int], here: Position) -> list[int]:
    """Players in an order, from whose turn it is on; nobody if it is nobody's turn."""
    turn, way = here.table.turn, order[:: here.table.direction]
    if turn is None:
        return []
    at = way.index(turn if turn in order else order[0]) if order else 0
    return way[at:] + way[:at]


def pass_turn(here: Position, order: list[int]) -> list[int]:
    """The turn goes to the next player, or, with `skip`, to one after; the result is whom it passes or comes to."""
    table = here.table
    met: list[int] = []
    for _ in range(1 + table.skip):
        others = around(order, here)
        if table.turn in order:
            others = [*others[1:], *others[:1]]
        table.turn = next((seat for seat in others if seat in here.players()), None)
        met += others if table.turn is None else others[: others.index(table.turn) + 1]
    table.skip = 0
    return met


def each_once(phase: Phase, here: Position, entered: GoTo | None) -> Course[None]:
    """Everybody on a list one time."""
    refuse(entered)
    for seat in value(phase.players, here, NOBODY):
        if is_over(phase, here):
            return
        if seat in among(phase, here):
            yield from one_turn(phase, here, seat)


def poll(phase: Phase, here: Position, entered: GoTo | None) -> Course[None]:
    """Everybody on a list, until all of them have declined, one after the other."""
    refuse(entered)
    asked = value(phase.players, here, NOBODY)
    number = 0
    while number < len(asked) and not is_over(phase, here):
        number += 1
        if asked[number - 1] in among(phase, here):
            declined = yield from one_turn(phase, here, asked[number - 1])
            if not declined:
                number = 0


def one_player(phase: Phase, here: Position, entered: GoTo | None) -> Course[None]:
    """One player one time, or again and again until a condition holds."""
    again = True
    if entered is not None and entered.actor is not None:
        yield from the_rest(phase, here, entered.actor, entered.place)
        again = phase.until is not None
    while again and not is_over(phase, here):
        turn = value(phase.players, here, NOBODY)
        if turn not in here.players():
            return
        yield from one_turn(phase, here, turn)
        again = phase.until is not None


def at_once(phase: Phase, here: Position, entered: GoTo | None) -> Course[None]:
    """Everybody in secret; when all have chosen, it is done, one choice after the other."""
    refuse(entered)
    seats = [seat for seat in value(phase.players, here, NOBODY) if seat in here.players()]
    if not seats or is_over(phase, here):
        return
    sealed: list[Chosen] = []
    for seat in seats:
        here.table.turn = seat
        if limit_reached(here):
            raise LimitReached
        sealed.append((yield Decision(seat, phase.steps[0][1])))
        here.table.turn_number += 1
        if limit_reached(here):
            raise LimitReached
    for seat, chosen in zip(seats, sealed, strict=True):
        here.table.turn = seat
        try:
            yield from act(chosen, here, seat)
            yield from follow(here, seat)
        except EndTurn:
            here.table.events = []
        end_turn(here, seat)


SCHEMES = {
    "in turn": in_turn,
    "each once": each_once,
    "poll": poll,
    "one": one_player,
    "at once": at_once,
}


def is_over(phase: Phase, here: Position) -> bool:
    """Whether a phase is over before a turn."""
    return phase.until is not None and value(phase.until, here, NOBODY)


def among(phase: Phase, here: Position) -> list[int]:
    """Who can have a turn: who is still in, and among those that the phase is for."""
    able = here.players()
    if phase.among is None:
        return able
    named = value(phase.among, here, NOBODY)
    return [seat for seat in able if seat in named]


def refuse(entered: GoTo | None) -> None:
    if entered is not None:
        raise MeaninglessError("only phases in turn or of one player are entered at a step")


# -------------------------------------------------------------------------------------- turns


def one_turn(phase: Phase, here: Position, seat: int) -> Course[bool]:
    """A turn: one action of each step, and more after `play again`; whether all declined."""
    return (yield from the_rest(phase, here, seat, phase.steps[0][0], begins=True))


def the_rest(phase: Phase, here: Position, seat: int, first: str, *, begins: bool = False) -> Course[bool]:
    """A turn from one of its steps on, or from its beginning."""
    table = here.table
    table.turn = seat
    steps = [step for step, _ in phase.steps]
    declined = True
    try:
        if begins:
            yield from text_of_turn(phase.turn_before, here, seat)
        for _, names in phase.steps[steps.index(first) :]:
            table.again = True
            while table.again:
                table.again = False
                done = yield from answer(Decision(seat, names), here, events=True)
                declined = declined and done.declines
    except EndTurn:
        table.events = []
        declined = False
    yield from text_of_turn(phase.turn_after, here, seat)
    end_turn(here, seat)
    return declined


def text_of_turn(block: tuple[ir.Stmt, ...], here: Position, seat: int) -> Course[None]:
    """Do what comes before or after a turn; this takes a step."""
    if not block:
        return
    here.step()
    yield from run(block, here, {"actor": seat})
    yield from follow(here, seat)


def end_turn(here: Position, seat: int) -> None:
    """Variables that last a turn take their start; of a player's that of the player."""
    start_variables(here, "turn", seats=[seat])


# ---------------------------------------------------------------------------- playing a game


class Player:
    """A game that is played decision by decision.

    Args:
        program: the typed rules.
        sources: the files that they come from; not needed here.
        seed: decides all chance.
    """

    def __init__(self, program: Program, sources: object = None, seed: int = 0) -> None:
        self.here = Position(program, seed)
        self.course = match(self.here)
        self.decision: Decision | None = None
        self.over: list[int] | None = None
        self.legal: dict[str, Chosen] | None = None
        self._go_on(None)

    def _go_on(self, chosen: Chosen | None) -> None:
        self.here.steps, self.here.looked, self.legal = 0, 0, None
        try:
            self.decision = self.course.send(chosen)  # pyright: ignore[reportArgumentType]
        except StopIteration as end:
            self.decision, self.over = None, end.value

    def current_player(self) -> int | None:
        return None if self.decision is None else self.decision.seat

    def _legal(self) -> dict[str, Chosen]:
        """What may be done, by its text, in the order of the actions in the file."""
        if self.legal is None:
            self.legal = {}
            decision = self.decision
            if decision is not None:
                for name in decision.actions:
                    action = self.here.program.actions[name]
                    for arguments in actions.choices(action, self.here, decision.seat):
                        text = actions.text(action, arguments, self.here)
                        self.legal.setdefault(text, Chosen(action, arguments))
        return self.legal

    def legal_actions(self) -> list[str]:
        return list(self._legal())

    def apply(self, text: str) -> None:
        self._go_on(self._legal()[text])

    def result(self) -> list[int] | None:
        return self.over

    def contents(self) -> dict[str, Any]:
        """Plain data, with cards and other things by their names, and nothing as None.

        With several tables, what each has of its own is a list with an entry for each.
        """
        here = self.here
        tables = [self._of(table) for table in here.tables]
        found: dict[str, Any] = dict(tables[0])
        if len(tables) > 1:
            found = {key: [table[key] for table in tables] for key in tables[0]}
        found["player"] = self.current_player()
        found["scores"] = list(here.scores)
        found["deal"] = here.deal_number
        found["random"] = here.chance.state
        return found

    def _of(self, table: Table) -> dict[str, Any]:
        here, program = self.here, self.here.program
        zones: dict[str, Any] = {}
        for zone in program.zones.values():
            held = table.zones[zone.name]
            zones[zone.name] = plain([pile.cards for pile in held] if zone.piles else held)
        variables: dict[str, Any] = {}
        for variable in program.variables.values():
            held = table.variables if variable.own else here.shared
            variables[variable.name] = self._plain(variable, held[variable.name])
        return {
            "zones": zones,
            "variables": variables,
            "dealer": table.dealer,
            "turn": table.turn_number,
            "direction": table.direction,
            "away": sorted(table.away | here.gone),
        }

    def _plain(self, variable: Variable, held: Any) -> Any:
        if variable.each:
            return [self._named(variable.type, each) for each in held]
        return self._named(variable.type, held)

    def _named(self, kind: Type, held: Any) -> Any:
        if kind.of is not None and kind != MELDS:
            return [self._named(kind.of, each) for each in held]
        names: dict[str, Any] = {
            "rank": self.here.pack.ranks,
            "suit": self.here.pack.suits,
            "colour": ("black", "red"),
            "choice": kind.choices,
        }
        if kind.name not in names:
            return plain(held)
        return None if held is None else names[kind.name][held]


def plain(held: Any) -> Any:
    """A value without cards and piles, which become texts."""
    if isinstance(held, list):
        return [plain(item) for item in held]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(held, Card):
        return held.text
    return f"#{held.number + 1}" if isinstance(held, PileAt) else held
