"""One simulated game: how bots play it, and what is measured in it.

The number of a game determines its seed, so games can be played in any order and by any number of
processes. Measures are integers (fractions are given in millionths), so their sums do not depend on
the order either. `docs/simulation.md` defines the measures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from ..bots.batches import batches_of
from ..bots.bots import make_bot
from ..bots.search.clock import DEFAULT_BUDGET
from ..bots.view import Bot, View
from ..compile.compiler import compile_program
from ..game.preferring import Choose, policy_of, quickly
from ..game.setup.opening import START_OF_DEAL, initial_position
from ..play.game import Game
from ..runtime.chance import Draws, Random
from ..runtime.position import peek
from .columns import add_outcomes
from .counting import CUT_OFF, counted
from .engines import SEARCHING, Engine
from .tally import SCALE, Tally
from .watching import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..game.action import Raw
    from ..game.rules import Rules
    from ..native.engine import Native
    from ..native.playing.played import Played
    from ..native.playing.policies import Policy
    from ..program.program import Program
    from ..runtime.position import Position

MOST_DECISIONS: Final = 1_000_000
"""The most decisions of a game; one with more is refused as endless."""

ALL_WATCHED: Final = 1000
"""The first so many games are watched: see `watching.py`."""

_OFTEN: Final = 10_000, 10
"""Below a number of games one in so many is watched, because watching takes longer than playing."""

_SELDOM: Final = 1000  # of all others one in so many

WITHOUT_THOUGHT: Final = ("random", "quick")
"""The bots that native code can play."""

WRITTEN_DOWN: Final = "decisions are written down"
"""Why Python plays games of which each decision is wanted."""


class Scribe(Protocol):
    """Writes down the decisions of games; it can be pickled."""

    def begin(self, number: int, seed: int) -> None:
        """Begin a game.

        Args:
            number: Which game of the simulation, from 0.
            seed: Its seed.
        """
        ...

    def choose(self, raw: Raw) -> None:
        """Write down what the player who acts has chosen, before it is done."""
        ...

    def end(self) -> None:
        """End the game that was begun."""
        ...

    def taken(self) -> bytes:
        """Return what was written down of the games since this was last called."""
        ...


_IN_PARTS: Final = frozenset("branching first_share behind drama turning_point".split())


HALF_SCORE: Final = "half_score."
"""What the measures of scores begin with that are in halves; others begin with `score.`."""


def score_measure(program: Program, seat: int) -> str:
    """Return the name of the measure of a seat's score."""
    return f"{HALF_SCORE if program.half_points else 'score.'}{seat}"


def scale_of(name: str) -> int:
    """Return the factor by which a measure's values are multiplied: `SCALE` for fractions, or 1.

    A score in halves has a measure of its own, which is told as a score.

    >>> scale_of("share.0"), scale_of("decisions"), scale_of("half_score.0")
    (1000000, 1, 2)
    """
    if name.startswith(HALF_SCORE):
        return 2
    return SCALE if name in _IN_PARTS or name.startswith(("share.", "bot.")) else 1


class Simulation:
    """A game with its players; it can be pickled and sent to other processes.

    >>> from cardrules import load
    >>> from cardrules.interpreter.play.game import rules_of
    >>> from cardrules.interpreter.simulation.tally import Tally
    >>> simulation = Simulation(rules_of(load("gin_slaughtre")), ("random", "random"), seed=1)
    >>> tally = Tally()
    >>> for number in range(3):
    ...     simulation.play(number, tally)
    >>> tally.moments["decisions"].count
    3
    """

    games_each: ClassVar[int] = 1

    def __init__(
        self,
        game: Rules,
        players: Sequence[str],
        *,
        seed: int = 0,
        budget: int = DEFAULT_BUDGET,
        engine: str | None = None,
        counting: bool = True,
        watched: int | None = None,
        scribe: Scribe | None = None,
    ) -> None:
        """Prepare to play.

        Args:
            game: The game.
            players: The name of a bot for each seat.
            seed: The seed of the first game; each later game has the next.
            budget: Simulations for each decision, for bots that simulate.
            engine: `native` or `python`; by default native code, where it can play the game. The
                results are the same.
            counting: Whether rules are counted; without counters only `ends` plays.
            watched: How many of the first games are watched, which takes much longer than to play them; by default
                the first thousand, and some later ones.
            scribe: Writes down each decision; Python then plays all games.
        """
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.budget = budget
        self.engine = engine
        self._counting = counting
        self._watches = watched
        self._thinking = any(player not in WITHOUT_THOUGHT for player in players)
        self._scribe = scribe
        hindrance = WRITTEN_DOWN if scribe is not None else SEARCHING if self._thinking else None
        if self._thinking and engine == "python":
            batches_of(game).use_python()
        self._engine = Engine(engine, self._made, hindrance)
        self._unwatched = Counter[str]()  # the rules in which native code stopped where games are watched
        self._by_chance = all(player == "random" for player in players)
        program, self._counters = counted(game.program) if counting else (game.program, {})
        self._cut_off = self._counters.pop(CUT_OFF, None)
        sources = game.loaded.resolved.sources
        self._machine = compile_program(program, sources, record=False) if counting else game.bare
        # The seat that makes the first decision in one of these sites has the first turn.
        self._turns = frozenset(
            number
            for number, site in enumerate(self._machine.sites)
            if not site.asked and program.phases[site.phase].scheme in ("in turn", "one")
        )
        teams = [] if game.program.teams is None or not game.program.teams.scope else ["v_teams"]
        cut_off = [] if self._cut_off is None else [self._cut_off]
        self._ranked = ("result", "v_score", *teams)
        self._told = ("deal", "turns", *self._ranked, *cut_off, *self._counters.values())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        given = self.game, self.players, self.seed, self.budget, self.engine, self._counting, self._scribe
        return _again, given

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine each game, as data for JSON."""
        return {
            **self.game.settings(),
            **self.game.origin,
            "bots": list(self.players),
            "seed": self.seed,
            "budget": self.budget,
        }

    # -- engines

    @property
    def by_native(self) -> int:
        """How many games native code has played in this process."""
        return self._engine.by_native

    @property
    def stops(self) -> Counter[str]:
        """How often native code had to stop in this process, by the rule in which it did."""
        return self._engine.stops or self._unwatched

    def written(self) -> bytes:
        """Return what the scribe wrote down since this was last called; nothing without one."""
        return b"" if self._scribe is None else self._scribe.taken()

    @property
    def native(self) -> Native | None:
        """The game as native code, which plays the games that are not watched; None for Python."""
        return self._engine.native

    @property
    def hindrance(self) -> str | None:
        """Why Python plays all games; None if native code plays those that are not watched."""
        return self._engine.hindrance

    def engine_used(self, games: int) -> str:
        """Return what plays so many games: `native`, or `python` and why native code does not."""
        return self._engine.used(games)

    @cached_property
    def _observing(self) -> Native | None:
        """The game as native code that plays games that are watched; None for Python."""
        if self.native is None:
            return None
        from ..native.dialect import Refused
        from ..native.engine import Native
        from ..native.playing.wanted import Wanted

        watched = Watch.watched(self.game, self._machine)
        try:
            wanted = Wanted(self._told, self._turns, watched=watched, policy=self._policy)
            return Native(self._machine, wanted)
        except Refused:  # a rule that is asked only where a game is watched
            return None

    def _made(self) -> Native:
        """Translate the game."""
        from ..native.engine import Native
        from ..native.playing.wanted import Wanted

        return Native(self._machine, Wanted(self._told, self._turns, policy=self._policy))

    @cached_property
    def _choosing(self) -> Policy:
        """How random and quick players choose."""
        return policy_of(self.game.program, tuple(player == "quick" for player in self.players))

    @property
    def _policy(self) -> Policy | None:
        """How players choose; None if all do so at random."""
        return None if self._by_chance else self._choosing

    # -- games

    def play_on(self, first: int, last: int, tally: Tally, rows: list[list[int | None]] | None = None) -> int:
        """Play a game, or several at once, and add the measures to a tally.

        Args:
            first: The number of the first game.
            last: The number of the last game that may be played, plus 1.
            tally: Gets the measures.
            rows: Gets the measures of each game too, in the order of `columns`.

        Returns:
            The number of the next game.

        Raises:
            CardrulesError: A game cannot go on; a note names its seed.
        """
        if rows is None and "v_teams" not in self._told and self._engine.plays(first, last - first):
            return self._play_many(first, min(last, first + self._engine.at_once), tally)
        for measures in self.several(first, last, tally, ""):
            tally.add(measures)
            if rows is not None:
                rows.append([measures.get(name) for name in self.columns()])
            first += 1
        return first

    def _play_many(self, first: int, last: int, tally: Tally) -> int:
        """Play games by native code, and add their measures up without a look at each.

        Those that are watched are played once more, to watch them. If Python must play a game, it
        does so, and no further game is played. Returns the number of the next game.
        """
        played = self._engine.games(self.seed + first, last - first)
        number = first + played.count
        tally.add_counts("choices", played.choices)
        if played.count:
            self._add_columns(first, played, tally)
        for watched in filter(self._is_watched, _watched_from(first, number)):
            tally.add(self._seen(watched))
        if played.stopped:
            self.play(number, tally)
            number += 1
        return number

    def ends(self, first: int, last: int) -> list[End]:
        """Play a game, or several at once, without measuring them.

        Args:
            first: The number of the first game.
            last: The number of the last game that may be played, plus 1.

        Returns:
            How each of them ended, from the first one on.

        Raises:
            CardrulesError: The first game cannot go on; a note names its seed.
        """
        if self._engine.plays(first, last - first):
            played = self._engine.games(self.seed + first, last - first)
            if played.count:
                return [self._ended(told) for told in played.games]
        return [self._end_by_python(first, None)[0]]

    def applied(self, end: End) -> dict[str, int]:
        """Return how often each action, effect and group of statements was carried out, by its address."""
        return {address: end.slots[slot] for address, slot in self._counters.items()}

    def returns(self, end: End) -> list[int | float]:
        """Return what each seat got in a game that has ended; see `State.returns`."""
        position = self._machine.blank.clone()
        for name in self._ranked:
            setattr(position, name, end.slots[name])
        return self.game.returns(position)

    def _add_columns(self, first: int, played: Played, tally: Tally) -> None:
        """Add the measures of games in native code to a tally."""
        assert self.native is not None
        program, places = self.game.program, self.native.places
        measured = {
            "decisions": 0,
            "choices": 2,
            "forced": 3,
            "branching": 4,
            "deals": places["deal"],
            **{address: places[slot] for address, slot in self._counters.items()},
        }
        tally.count("decisions", played.column(0))
        if program.uses_scores:
            kept = [played.member(places["v_score"], seat) for seat in range(program.players)]
            for seat in program.scorers:
                tally.count("scores", played.column(kept[seat]))
            sides = range(program.players)
            if program.shares_scores:
                assert program.teams is not None
                sides = program.teams.sides
            measured |= {score_measure(program, seat): kept[side] for seat, side in enumerate(sides)}
        for name, place in measured.items():
            tally.add_moments(name, played.count, *played.moments(place))
        seeds = range(self.seed + first, self.seed + first + played.count)
        tally.add_moments("seed", len(seeds), sum(seeds), sum(each * each for each in seeds))
        limited = self._limited(played, places)
        tally.add_moments("limited", played.count, limited, limited)
        add_outcomes(tally, played, places["result"], program.players, self._shared)

    def _limited(self, played: Played, places: Mapping[str, int]) -> int:
        """Return how many games in native code were ended by a limit."""
        ends = [(places["turns"], self.game.program.turn_limit)]
        if self._cut_off is not None:
            ends.append((places[self._cut_off], 1))
        found: set[int] = set()
        for place, least in ends:
            if played.bits(place) >= least:
                found |= {game for game, value in enumerate(played.column(place)) if value >= least}
        return len(found)

    def _natively(self, first: int, count: int, tally: Tally, side: str) -> list[dict[str, int]]:
        """Play games by native code, and return the measures of each.

        If Python must play one of them, it does so, and no further game is played.
        """
        played = self._engine.games(self.seed + first, count)
        tally.add_counts(f"{side}choices", played.choices)
        found: list[dict[str, int]] = []
        for number, told in enumerate(played.games, first):
            found.append(self._measures(self.seed + number, self._ended(told), tally, side))
        if played.stopped:
            found.append(self._by_python(first + len(found), tally, side, None))
        return found

    def play(self, number: int, tally: Tally, row: list[int | None] | None = None) -> None:
        """Play a game and add its measures to a tally.

        Args:
            number: Which game, from 0.
            tally: Gets the measures.
            row: Gets the measures of this game too, in the order of `columns`.

        Raises:
            CardrulesError: The game cannot go on; a note names its seed.
        """
        measures = self.measure(number, tally)
        tally.add(measures)
        if row is not None:
            row += [measures.get(name) for name in self.columns()]

    def columns(self) -> tuple[str, ...]:
        """Return the names of the measures of a game, in a fixed order."""
        game, seats = self.game, range(self.game.players)
        return (
            "seed",
            "decisions",
            "choices",
            "branching",
            "forced",
            "deals",
            "drawn",
            "limited",
            "first_seat",
            "first_share",
            *(f"win.{seat}" for seat in seats),
            *(f"share.{seat}" for seat in seats),
            *((score_measure(game.program, seat) for seat in seats) if game.program.uses_scores else ()),
            *(f"bot.{kind}" for kind in self.kinds()),
            *self._counters,
            *Watch.names(game),
        )

    def kinds(self) -> tuple[str, ...]:
        """Return the names of the bots that play, if there are several; else nothing."""
        kinds = tuple(dict.fromkeys(self.players))
        return kinds if len(kinds) > 1 else ()

    def measure(self, number: int, tally: Tally, side: str = "") -> dict[str, int]:
        """Play a game and return its measures by name.

        Args:
            number: Which game, from 0.
            tally: Gets the distributions of lengths, numbers of legal actions and scores.
            side: A prefix for the names of these distributions.

        Raises:
            CardrulesError: The game cannot go on; a note names its seed.
        """
        if self._is_watched(number):
            return self._observed(number, tally, side)
        if self._engine.plays(number):
            return self._natively(number, 1, tally, side)[0]
        return self._by_python(number, tally, side, None)

    def several(self, first: int, last: int, tally: Tally, side: str) -> list[dict[str, int]]:
        """Play a game, or several at once, and return the measures of each; see `measure`."""
        count = 0
        if self._engine.plays(first, last - first):
            most = min(last, first + self._engine.at_once)
            while first + count < most and not self._is_watched(first + count):
                count += 1
        return self._natively(first, count, tally, side) if count else [self.measure(first, tally, side)]

    def _is_watched(self, number: int) -> bool:
        return _watched(number) if self._watches is None else number < self._watches

    def _observed(self, number: int, tally: Tally, side: str) -> dict[str, int]:
        """Play a game that is watched, and return its measures."""
        found = self._watched_natively(number) if self._engine.plays(number) else None
        if found is None:
            return self._by_python(number, tally, side, Watch(self.game, self._machine))
        self._engine.by_native += 1
        played, end, measures = found
        tally.add_counts(f"{side}choices", played.choices)
        return self._measures(self.seed + number, end, tally, side) | measures

    def _seen(self, number: int) -> dict[str, int]:
        """Return the measures that a game has because it is watched."""
        found = self._watched_natively(number)
        if found is not None:
            return found[2]
        measures = self._by_python(number, Tally(), "", Watch(self.game, self._machine))
        return {name: measures[name] for name in Watch.names(self.game) if name in measures}

    def _watched_natively(self, number: int) -> tuple[Played, End, dict[str, int]] | None:
        """Return what native code tells of a game that it watched; None if it cannot do so."""
        native = self._observing
        played = None if native is None else native.games(self.seed + number, 1)
        if native is None or played is None:
            return None
        if played.stopped:
            self._unwatched[native.stopped_in or "a rule"] += 1
            return None
        watch = Watch(self.game, self._machine)
        end = self._ended(played.games[0])
        watch.add(end.decisions, *native.observed())
        return played, end, watch.measures(end.result(self.game.players))

    def _ended(self, told: tuple[int, int, int, int, list[Any]]) -> End:
        return End(*told[:4], dict(zip(self._told, told[4], strict=True)))

    def _by_python(self, number: int, tally: Tally, side: str, watch: Watch | None) -> dict[str, int]:
        end, choices = self._end_by_python(number, watch)
        tally.count(f"{side}choices", choices)
        measures = self._measures(self.seed + number, end, tally, side)
        if watch is not None:
            measures |= watch.measures(end.result(self.game.players))
        return measures

    def _end_by_python(self, number: int, watch: Watch | None) -> tuple[End, list[int]]:
        """Play a game in Python; return how it ended, and the numbers of legal actions."""
        seed = self.seed + number
        choices: list[int] = []
        start = perf_counter()
        try:
            if self._scribe is not None:
                self._scribe.begin(number, seed)
            position, first = self._play(seed, watch, choices)
            if self._scribe is not None:
                self._scribe.end()
        except Exception as error:
            error.add_note(f"This is game {number} of the simulation, with the seed {seed}.")
            raise
        self._engine.spent += perf_counter() - start
        slots = {name: getattr(position, name) for name in self._told}
        tables = range(len(position.tables))
        slots["turns"] = max((peek(position, table, "turns") for table in tables), default=position.turns)
        return End(len(choices), first, sum(choices), choices.count(1), slots), choices

    def _measures(self, seed: int, end: End, tally: Tally, side: str) -> dict[str, int]:
        """Return the measures of a game by name, but for those of games that are watched."""
        measures = self._outcome(end)
        measures["seed"] = seed
        measures |= {address: end.slots[slot] for address, slot in self._counters.items()}
        tally.count(f"{side}decisions", (end.decisions,))
        if self.game.program.uses_scores:
            kept = end.slots["v_score"]
            tally.count(f"{side}scores", [kept[seat] for seat in self.game.program.scorers])
        return measures

    def _play(self, seed: int, watch: Watch | None, choices: list[int]) -> tuple[Position, int]:
        """Play a game; return its last position and the seat that had the first turn.

        If no player and no watch needs lists of legal actions, the machine's playout plays the
        game. It makes the same random choices.
        """
        machine = self._machine
        legal, play, turns = machine.legal, machine.play, self._turns
        position = initial_position(self.game, machine, seed)
        machine.advance(position, START_OF_DEAL)
        rng = Random(~seed)
        choose = self._by_bots(seed, rng) if self._thinking else self._quickly(rng)
        start = position.actor
        first = None if turns else start
        scribe = self._scribe
        dice: Any = _Dice(rng, choices) if self._by_chance and watch is None and scribe is None else None
        while position.pc >= 0:
            if len(choices) >= MOST_DECISIONS:
                self.game.never_ends(position, MOST_DECISIONS)
            if first is None and position.pc in turns:
                first = position.actor
            if dice is not None:
                most = 1 if first is None else MOST_DECISIONS - len(choices)
                if not machine.playout(position, dice, most=most):
                    self.game.no_legal_action(position)
                continue
            actions = legal[position.pc](position)
            count = len(actions)
            if not count:
                self.game.no_legal_action(position)
            if watch is not None:
                watch.look(position, actions)
            choices.append(count)
            action = choose(position, actions)
            if scribe is not None:
                scribe.choose(action)
            play(position, action)
        return position, start if first is None else first

    def _quickly(self, rng: Random) -> Choose:
        """Return how players choose that need the legal actions only."""
        return quickly(self._machine, rng, self._choosing)

    def _by_bots(self, seed: int, rng: Random) -> Choose:
        """Return how bots choose, which need a `State`; one is played along with the game."""
        bots: list[Bot | None] = [
            None if player == "quick" else make_bot(player, seed * 64 + seat, self.budget)
            for seat, player in enumerate(self.players)
        ]
        state = Game(self.game).new_initial_state(seed)
        quickly = self._quickly(rng)

        def choose(position: Position, actions: list[Raw]) -> Raw:
            seat = position.actor
            bot = bots[seat]
            action = quickly(position, actions) if bot is None else bot.choose(View(state, seat)).raw
            state.apply_raw(action)
            return action

        return choose

    def _outcome(self, end: End) -> dict[str, int]:
        """Return the measures of the result and the length of a game."""
        program, slots = self.game.program, end.slots
        cut_off = self._cut_off is not None and slots[self._cut_off] > 0
        measures = {
            "decisions": end.decisions,
            "choices": end.choices,
            "branching": SCALE * end.choices // max(end.decisions, 1),
            "forced": end.forced,
            "deals": slots["deal"],
            "limited": int(cut_off or slots["turns"] >= program.turn_limit),
            **self._shared(end.result(program.players), end.first),
        }
        if program.uses_scores:
            known: Sequence[int] = slots["v_score"]
            if program.shares_scores:
                assert program.teams is not None
                sides: Sequence[int] = slots.get("v_teams", program.teams.sides)
                known = [known[seat] for seat in sides]
            measures |= {score_measure(program, seat): score for seat, score in enumerate(known)}
        return measures

    def _shared(self, result: Sequence[int], first: int) -> dict[str, int]:
        """Return the measures of who won, and of the seat that had the first turn."""
        winners = [seat for seat, mark in enumerate(result) if mark > 0]
        sharing = winners or range(len(result))  # without winners, all share the game
        share = [SCALE // len(sharing) if seat in sharing else 0 for seat in range(len(result))]
        measures = {"drawn": int(not winners), "first_seat": first, "first_share": share[first]}
        measures |= {f"win.{seat}": int(seat in winners) for seat in range(len(result))}
        measures |= {f"share.{seat}": part for seat, part in enumerate(share)}
        for kind in self.kinds():
            seats = zip(self.players, share, strict=True)
            measures[f"bot.{kind}"] = sum(part for player, part in seats if player == kind)
        return measures


@dataclass(frozen=True, slots=True)
class End:
    """What is known of a game that has ended.

    Attributes:
        decisions: The number of decisions.
        first: The seat that had the first turn.
        choices: The sum of the numbers of legal actions.
        forced: How often there was only one.
        slots: Slots of the last position.
    """

    decisions: int
    first: int
    choices: int
    forced: int
    slots: dict[str, Any]

    def result(self, players: int) -> tuple[int, ...]:
        """Return the result of each player; zeros if the rules gave none."""
        return self.slots["result"] or (0,) * players


def _watched(number: int) -> bool:
    below, step = _OFTEN
    return number < ALL_WATCHED or number % (step if number < below else _SELDOM) == 0


def _watched_from(first: int, last: int) -> Iterator[int]:
    """Yield the numbers of the games that are watched, from `first` to `last` - 1.

    >>> all(
    ...     [*_watched_from(first, first + 5000)] == [*filter(_watched, range(first, first + 5000))]
    ...     for first in (0, 999, 1001, 8765, 98_765, 123_456)
    ... )
    True
    """
    yield from range(first, min(last, ALL_WATCHED))
    start = max(first, ALL_WATCHED)
    for below, step in (_OFTEN, (last, _SELDOM)):
        yield from range(-(-start // step) * step, min(last, below), step)
        start = max(start, below)


class _Dice(Draws):
    """The random numbers of a machine's playout; it records the number of actions of each choice."""

    __slots__ = ("_counts",)

    def __init__(self, rng: Random, counts: list[int]) -> None:
        super().__init__(rng)
        self._counts = counts

    def __call__(self) -> _Dice:
        """Return itself as the next number; if it is not multiplied, there was one action."""
        super().__call__()
        self._counts.append(1)
        return self

    def __mul__(self, count: int) -> int:
        self._counts[-1] = count
        return super().__mul__(count)


def _again(
    game: Rules,
    players: tuple[str, ...],
    seed: int,
    budget: int,
    engine: str | None,
    counting: bool,
    scribe: Scribe | None,
) -> Simulation:
    return Simulation(game, players, seed=seed, budget=budget, engine=engine, counting=counting, scribe=scribe)
