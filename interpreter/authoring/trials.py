"""Trial games with all options and numbers of players, and the problems that they show.

Half of the games are played at random, half with the preferences of `bots.prefer`. In one game of
each setting worlds are sampled, to test whether the legal actions depend on cards that the player
cannot see. Rollout bots play it; quick players play on from a decision with very many actions, in
which simulations take too long. What random games seldom reach may be shown by scenarios instead.
Every finding has an address, and names the settings and the seed that reproduce it; the settings
are shrunk to those that matter.

Python plays the first games of each setting, and native code the others, where it can and where
that is faster. Native code notes what they reach. Python plays a game again that stops in native
code, or in which somebody plays an action that has not changed anything so far. So the findings are
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress as ignored
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from ..analysis.secrets import kept_secrets
from ..bots.bots import make_bot
from ..bots.view import View
from ..determinization.worlds import sample_world
from ..diagnostics import Diagnostic, Span, error, in_order, warning
from ..errors import CardrulesError, RulesetError
from ..game.preferring import WHIM
from ..game.rules import Rules
from ..game.setup.opening import START_OF_DEAL, initial_position
from ..play.game import Game
from ..program import ir
from ..program.coverage_points import points
from ..program.trace import Trace
from ..program.tree_walk import parts
from ..resolve.options import OptionValue, read_option, show, value_of
from ..resolve.origins import address_at, place_told
from ..runtime.chance import Random
from ..scenarios.failures import contents
from ..scenarios.games import Games
from ..scenarios.running import run_scenario
from ..simulation.engines import Engine
from ..source.located import Mapping
from .pairwise import combine
from .suppression import suppress

if TYPE_CHECKING:
    from ..bots.view import Bot
    from ..check.load import Loaded
    from ..native.engine import Native
    from ..play.state import State
    from ..runtime.position import Position
    from ..scenarios.scenario import Scenario

MOST_DECISIONS: Final = 2_000
"""The most decisions of a trial game."""

_TOLD: Final = ("turns", "pc")
"""What native code tells of the last position of a game."""

_EVERY: Final = 25  # decisions from one count of the cards to the next

_ERRORS: Final = ("CR801", "CR904", "CR909")
_SAMPLED: Final = 40  # decisions of the game in which worlds are sampled
_FEW: Final = 100  # games; what is not reached in fewer may only be rare
_OFTEN: Final = 0.2  # the share of games that the limit on turns may decide
_ATTEMPTS: Final = 10  # games with fewer settings, to see whether they show a problem as well
_BUDGET: Final = 6  # simulations of a rollout bot for each decision
_POSSIBLE: Final = ", in a position that its player takes for possible"
_UNTOLD: Final = (
    "Screens do not show it, but observations and bots do. Keep what all have seen, and compute the value where"
    " the rules tell it: with a definition, for example."
)
_WIDE: Final = 1_000  # with more actions in a decision, simulations take too long


@dataclass(frozen=True, slots=True)
class Setting:
    """How trial games are played.

    Attributes:
        players: the number of players.
        options: a value for each option.
        variant: the variant whose options these are, if any.
        usual: whether the options are the defaults or those of a variant.
    """

    players: int
    options: dict[str, OptionValue]
    variant: str | None = None
    usual: bool = False


def settings(loaded: Loaded) -> list[Setting]:
    """Return the settings to try: each number of players, each variant, then values of options.

    If there are many combinations of options, every pair of values is tried.
    """
    rules, resolved = loaded.ruleset, loaded.resolved
    assert rules is not None
    counts = list(range(rules.least, rules.most + 1))
    counts.sort(key=lambda count: count != resolved.players)
    found = [Setting(count, dict(resolved.options), usual=True) for count in counts]
    section = resolved.tree.get("variants")
    for name, entry in (section.entries if isinstance(section, Mapping) else {}).items():
        preset = entry.value.get("options") if isinstance(entry.value, Mapping) else None
        values = {**resolved.options, **_values(preset)}
        found.append(Setting(resolved.players, values, name, usual=True))
    choices: dict[str, list[Any]] = {"": counts}
    for name, definition in resolved.option_nodes.items():
        choices[name] = _choices(definition, resolved.options[name])
    for row in combine(choices):
        options = {name: value for name, value in row.items() if name}
        setting = Setting(row[""], options)
        if not any(each.options == options and each.players == setting.players for each in found):
            found.append(setting)
    return found


def _values(preset: object) -> dict[str, OptionValue]:
    entries = preset.entries if isinstance(preset, Mapping) else {}
    return {name: value_of(entry.value) for name, entry in entries.items()}


def _choices(definition: Mapping, default: OptionValue) -> list[OptionValue]:
    """Return the values of an option to try: the default, the bounds, every word, null."""
    option = read_option(definition)
    found: list[OptionValue] = [default]
    if option.kind == "boolean":
        found += [False, True]
    elif option.kind == "choice":
        found += option.choices
    elif option.kind == "integer":
        middle = default if isinstance(default, int) else 1
        found += [
            middle + 1 if option.least is None else option.least,
            middle + 1 if option.most is None else option.most,
        ]
    else:
        found.append(())
    if option.nullable:
        found.append(None)
    allowed = [value for value in found if option.allows(value)]
    return list({(type(value), value): value for value in allowed}.values())


Contents = tuple[tuple[str, str], ...]
"""A position as names and texts."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What trial games found, and where in play.

    Attributes:
        diagnostic: the problem, with the command that reproduces it.
        position: the position in which it appeared, and the action; empty if there is none.
    """

    diagnostic: Diagnostic
    position: Contents = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A problem, with the first game in which it appeared.

    Attributes:
        diagnostic: the problem; its help says what to do, if more can be said than to reproduce it.
        setting: how the game was played.
        seed: its seed; None if the rules cannot be compiled with the setting.
        games: how many games show the problem.
        position: the position in which it appeared.
    """

    diagnostic: Diagnostic
    setting: Setting
    seed: int | None
    games: int
    position: Contents


@dataclass(slots=True)
class Trials:
    """Plays trial games of one ruleset, and collects what is found.

    Attributes:
        games: compiles the ruleset with any options.
        file: the ruleset or suite, as given to `cardrules check`.
        command: how the user starts `cardrules check`.
        scenarios: the scenarios of the ruleset and of a suite; what they show counts as reached.
        engine: what plays the games: `native` or `python`; by default Python plays the first ones,
            and native code the others, where it can and is faster.
        played: the number of games played.
        natively: how many of them native code played.
        decisions: the number of decisions in them.
        engines: what played, or why native code did not, and under how many settings.
    """

    games: Games
    file: str
    scenarios: list[Scenario] = field(default_factory=list["Scenario"])
    played: int = 0
    decisions: int = 0
    command: str = "cardrules check"
    engine: str | None = None
    natively: int = field(default=0, init=False)
    engines: dict[str, int] = field(default_factory=dict[str, int], init=False)
    _found: dict[tuple[str, object], _Found] = field(default_factory=dict[tuple[str, object], _Found], init=False)
    _idle: dict[str, int] = field(default_factory=dict[str, int], init=False)
    _stirring: set[str] = field(default_factory=set[str], init=False)
    _stopped: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Use the same trace in all games."""
        rules = self.games.loaded.ruleset
        assert rules is not None
        self.games.trace = Trace(points(rules))

    def play(self, setting: Setting, count: int, seed: int) -> None:
        """Play games with one setting.

        Args:
            setting: how they are played.
            count: the number of games.
            seed: the seed of the first game; each later game adds 1.
        """
        game = self.games.compiled(setting.options, setting.variant, setting.players)
        if not isinstance(game, Rules):
            for problem in game:
                found = _Found(problem, setting, None, 1, ())
                self._found.setdefault((problem.code, problem.span), found)
            return
        for node in kept_secrets(game.program):
            name = node.target.variable
            message = f"The internal variable '{name}' tells all players what cards are that some do not see."
            self._add("CR911", (name, node.span), message, node.span, setting, None, help=_UNTOLD)
        engine = Engine(self.engine, partial(_translated, game), length=count)
        limited = careful = number = 0
        while number < count:
            if engine.plays(number):
                ends = self._play_natively(game, setting, engine, seed + number, count - number)
            else:
                start = perf_counter()
                ends = [self._game(game, setting, seed + number)]
                engine.spent += perf_counter() - start
            for turns in ends:
                if turns is not None and _is_careful(game, seed + number):
                    careful += 1
                    limited += turns >= game.program.turn_limit
                number += 1
        used = engine.used(count)
        if used == "native" and not engine.by_native:
            used = f"python: {engine.attempts}"
        self.engines[used] = self.engines.get(used, 0) + 1
        alone = game.program.players == 1  # a patience that does not come out ends at the limit
        if setting.usual and careful >= 5 and limited > _OFTEN * careful and not alone:
            share = f"{limited} of {careful} games"
            message = f"The limit on turns ends {share} before anybody wins."
            rules = self.games.loaded.ruleset
            place = rules.limits.span if rules is not None else Span(self.file, 0, 0)
            self._add("CR907", "limits", message, place, setting, seed, games=count)
        self._test_visibility(game, setting, seed)

    def findings(self, *, complete: bool) -> list[Finding]:
        """Return the findings that no comment suppresses, each with the fewest settings.

        Args:
            complete: whether all settings were played, so that rules that were never reached are
                reported.
        """
        found = {each.diagnostic: key for key, each in self._found.items()}
        ended = self.played > 2 * self._stopped  # what games that stop do not reach says nothing
        never = list(self._never()) if complete and ended else []
        resolved = self.games.loaded.resolved
        kept = suppress([*found, *never], resolved.sources, str(resolved.path), trials=True, unused=complete)
        return [self._finding(found[each]) if each in found else Finding(each) for each in in_order(kept)]

    def _finding(self, key: tuple[str, object]) -> Finding:
        """Return a finding under the fewest settings with which it appears."""
        found = self._found[key]
        usual = Setting(self.games.loaded.resolved.players, dict(self.games.loaded.resolved.options))
        simpler = self._appears(key, found, usual)
        for name in () if simpler else usual.options:
            if found.setting.options[name] != usual.options[name]:
                options = {**found.setting.options, name: usual.options[name]}
                fewer = Setting(found.setting.players, options)
                found = self._appears(key, found, fewer) or found
        if simpler is None and found.setting.players != usual.players:
            fewer = replace(found.setting, players=usual.players)
            found = self._appears(key, found, fewer) or found
        found = simpler or found
        help, command = found.diagnostic.help, f"Reproduce it with: {self._again(found)}"
        help = f"{help} {command}" if help else command
        return Finding(replace(found.diagnostic, help=help), found.position)

    def _appears(self, key: tuple[str, object], found: _Found, setting: Setting) -> _Found | None:
        """Return a finding of the same kind with another setting; None if there is none."""
        if setting == replace(found.setting, usual=False):
            return None
        trials = Trials(Games(self.games.loaded, self.games.source), self.file, engine=self.engine)
        games = max(found.games, _ATTEMPTS)
        trials.play(replace(setting, usual=found.setting.usual), games, found.seed or 0)
        return trials._found.get(key)

    # -- games

    def _play_natively(self, game: Rules, setting: Setting, engine: Engine, seed: int, most: int) -> list[int | None]:
        """Play some games by native code; return the turns of each, None if it did not end.

        If Python must play one of them, it does so, and no further game is played.

        Args:
            game: the game.
            setting: its setting.
            engine: what plays it.
            seed: the seed of the first game.
            most: the most games to play.
        """
        native, trace = engine.native, self.games.trace
        assert native is not None
        assert trace is not None
        looked = {f"actions.{verb}" for verb in game.program.actions if not self._is_settled(game, verb)}
        native.look([point.text in looked for point in trace.points])
        played = engine.games(seed, most)
        for count, passed in zip(trace.counts, native.passed(len(trace.points)), strict=True):
            for outcome, times in enumerate(passed):
                count[outcome] += times
        self.played += played.count
        self.natively += played.count
        self.decisions += sum(played.column(0))
        slots = (told[-1] for told in played.games)
        ends = [turns if pc < 0 else None for turns, pc in slots]
        return [*ends, self._game(game, setting, seed + len(ends))] if played.stopped else ends

    def _is_settled(self, game: Rules, verb: str) -> bool:
        """Return whether an action need not be looked at: whether it changes something."""
        action = game.program.actions[verb]
        # What somebody answers may change something.
        return verb in self._stirring or action.declines or any(parts(action.do, ir.Ask))

    def _game(self, game: Rules, setting: Setting, seed: int) -> int | None:
        """Play one game in the bare build; return its turns, None if it did not end."""
        machine, rng = game.bare, Random(~seed)
        prefers = seed % 2 == 1 and bool(game.program.prefer)
        self.played += 1
        moves: list[tuple[int, ...]] = []
        try:
            position = initial_position(game, machine, seed)
            machine.advance(position, START_OF_DEAL)
            for number in range(MOST_DECISIONS):
                if position.pc < 0:
                    break
                actions = machine.legal[position.pc](position)
                if not actions:
                    game.no_legal_action(position)
                if prefers and rng.below(WHIM):
                    actions = machine.preferred(position, actions)
                moves.append(actions[rng.below(len(actions))])
                self._act(game, position, moves[-1])
                if number % _EVERY == 0:
                    self._count_cards(game, position, setting, seed, moves)
            self._count_cards(game, position, setting, seed, moves)
        except CardrulesError as failure:
            self._failure(failure, setting, seed, partial(_reached, game, seed, moves))
            return None
        return position.turns if position.pc < 0 else None

    def _act(self, game: Rules, position: Position, raw: tuple[int, ...]) -> None:
        """Apply an action, and note whether it changes anything."""
        self.decisions += 1
        machine = game.bare
        verb = machine.verbs[raw[0]]
        if self._is_settled(game, verb):
            machine.play(position, raw)
            return
        before = _contents(position)
        machine.play(position, raw)
        if position.turns >= game.program.turn_limit:
            return  # the limit may have changed the position
        if _contents(position) != before:
            self._stirring.add(verb)
        else:
            self._idle[verb] = self._idle.get(verb, 0) + 1

    def _count_cards(
        self,
        game: Rules,
        position: Position,
        setting: Setting,
        seed: int,
        moves: list[tuple[int, ...]],
    ) -> None:
        try:
            game.check_position(position)
        except ValueError:
            place = game.program.phases[next(iter(game.program.phases))].span
            message = "A card is missing, or exists twice."
            reached = partial(_reached, game, seed, moves)
            self._add("CR904", "cards", message, place, setting, seed, reached)

    def _test_visibility(self, game: Rules, setting: Setting, seed: int) -> None:
        """Play a game, and test whether the legal actions depend on hidden cards."""
        self.played += 1
        moves: list[tuple[int, ...]] = []
        where = ""
        try:
            state = Game(game).new_initial_state(seed)
            bots = _bots(game, "rollout", seed)
            for number in range(_SAMPLED):
                seat = state.current_player()
                if seat is None:
                    return
                self.decisions += 1
                legal = {raw[0] for raw in state.raw_legal_actions()}
                where = _POSSIBLE
                world = sample_world(state, seat, Random(seed * 1000 + number))
                if world.consistent:
                    other = {raw[0] for raw in game.bare.legal[world.position.pc](world.position)}
                    for verb in legal ^ other:
                        self._leak(game, game.bare.verbs[verb], setting, seed, state)
                where = ""
                careful = setting.usual and number % 2
                actions = state.legal_actions()
                if len(actions) > _WIDE:
                    bots = _bots(game, "quick", seed)
                chance = Random(seed * 1000 - number - 1)
                action = actions[chance.below(len(actions))]
                where = _POSSIBLE
                chosen = bots[seat].choose(View(state, seat)) if careful else action
                where = ""
                moves.append(chosen.raw)
                state.apply_action(chosen)
        except CardrulesError as failure:
            self._failure(failure, setting, seed, partial(_reached, game, seed, moves), where)

    # -- findings

    def _leak(self, game: Rules, verb: str, setting: Setting, seed: int, state: State) -> None:
        message = f"Whether '{verb}' is legal depends on cards that its player cannot see."
        place = game.program.actions[verb].span
        shown = lambda: tuple(contents(state))  # noqa: E731 -- only for the first finding of a kind
        self._add("CR908", verb, message, place, setting, seed, shown)

    def _failure(
        self,
        failure: CardrulesError,
        setting: Setting,
        seed: int,
        position: Callable[[], Contents],
        where: str = "",
    ) -> None:
        """Record that a game has stopped; `where` tells if that was not in its own position."""
        self._stopped += 1
        if isinstance(failure, RulesetError) and failure.diagnostics:
            first = failure.diagnostics[0]
            self._add(first.code, first.span, first.message, first.span, setting, seed, position)
            return
        place, address = self._place(str(failure))
        message = f"The game stops with an error: {failure}{address}{where}."
        self._add("CR909", place, message, place, setting, seed, position)

    def _place(self, failure: str) -> tuple[Span, str]:
        """Return the place of an error, and its address in brackets.

        It is what was passed last, unless the message begins with a place on another line: then an
        error in finding the legal actions, say, came after the rule that was passed last.
        """
        trace, rules = self.games.trace, self.games.loaded.ruleset
        assert rules is not None
        last = trace.last if trace is not None else None
        place, address = (rules.span, "") if last is None else (last.span, last.address)
        resolved = self.games.loaded.resolved
        found = place_told(resolved, failure)
        if found is not None:
            told, _ = found
            rule = address_at(resolved, told)
            within = f"{address}.".startswith(f"{rule}.") and place.file == told.file
            lines = resolved.sources[told.file]
            nearer = within and lines.position(place.start)[0] == lines.position(told.start)[0]
            if rule and not nearer:
                place, address = told, rule
        return place, f" ({address})" if address else ""

    def _add(
        self,
        code: str,
        what: object,
        message: str,
        place: Span,
        setting: Setting,
        seed: int | None,
        position: Callable[[], Contents] = tuple,
        *,
        games: int = 1,
        help: str | None = None,
    ) -> None:
        """Record a finding, unless it is recorded already."""
        if (code, what) not in self._found:
            report = error if code in _ERRORS else warning
            problem = report(code, message, place, help=help)
            self._found[code, what] = _Found(problem, setting, seed, games, position())

    def _again(self, found: _Found) -> str:
        """Return the command that reproduces a finding."""
        setting = found.setting
        parts = [f"{self.command} {self.file} --players {setting.players}"]
        if found.seed is not None:
            parts.append(f"--games {found.games} --seed {found.seed}")
        if setting.variant is not None:
            parts.append(f"--variant {setting.variant}")
        for name, value in setting.options.items():
            if setting.variant is None and value != self.games.loaded.resolved.options[name]:
                parts.append(f"--set {name}={show(value)}".replace(", ", ","))
        return " ".join(parts)

    def _never(self) -> Iterator[Diagnostic]:
        """Yield the rules of the file itself that no game and no scenario reached."""
        trace, rules = self.games.trace, self.games.loaded.ruleset
        assert trace is not None
        assert rules is not None
        played = [tuple(count) for count in trace.counts]
        for scenario in self.scenarios:
            run_scenario(scenario, self.games)
        number = "1 game" if self.played == 1 else f"{self.played:,} games"
        games = f"in {number}"
        both, neither = (" and in the scenarios", " or in a scenario") if self.scenarios else ("", "")
        for point, (yes, no), (ever, otherwise) in zip(trace.points, played, trace.counts, strict=True):
            if point.span.file != rules.span.file or point.kind == "statement":
                continue
            if ever and (otherwise or point.outcomes == 1):
                continue
            way_out = "Show it in a scenario if it is possible; if not, change the rule."
            if self.played < _FEW:
                few = f"{number} {'is' if self.played == 1 else 'are'} few"
                way_out = f"{few}: play more with '--games'. {way_out}"
            if point.kind != "condition":
                message = f"The {point.kind} {point.address} is never reached {games}{neither}."
                yield warning("CR905", message, point.span, help=way_out)
            elif yes or no:
                held = f"is always true {games}{both}" if yes else f"is never true {games}{neither}"
                message = f"The condition `{point.text}` {held} ({point.address})."
                yield warning("CR906", message, point.span, help=way_out)
        for verb, times in self._idle.items():
            if verb not in self._stirring and times >= 5:
                message = f"The action actions.{verb} changed nothing in any of {times} plays."
                place = rules.actions[verb].span
                yield warning("CR910", message, place, help="Make it change something, or remove it.")


def _bots(game: Rules, name: str, seed: int) -> list[Bot]:
    """Return a bot for each seat."""
    return [make_bot(name, seed * 64 + seat, _BUDGET) for seat in range(game.players)]


def _is_careful(game: Rules, seed: int) -> bool:
    """Return whether the players of a game follow preferences, if there are any."""
    return not game.program.prefer or seed % 2 == 1


def _translated(game: Rules) -> Native:
    """Return a game as native code that plays trial games.

    Raises:
        Refused: native code cannot play the game.
    """
    from ..native.engine import Native
    from ..native.library.trials import Trial
    from ..native.playing.wanted import Wanted

    trial = Trial(bool(game.program.prefer), WHIM, MOST_DECISIONS, _EVERY)
    return Native(game.bare, Wanted(_TOLD, trial=trial))


def _reached(game: Rules, seed: int, moves: list[tuple[int, ...]]) -> Contents:
    """Return the last position of a game that was stopped, and the action that could not be done.

    Args:
        game: the game.
        seed: its seed.
        moves: the actions, with the last one.
    """
    shown: list[tuple[str, str]] = []
    with ignored(CardrulesError):
        state = Game(game).new_initial_state(seed)
        for raw in moves:
            shown = [*contents(state), ("then", game.notation.text(raw))]
            state.apply_raw(raw)
        shown = list(contents(state))
    return tuple(shown)


def _contents(position: Position) -> list[object]:
    """Return everything in a position that a rule can change, except whose turn it is."""
    names = [name for cls in type(position).__mro__ for name in getattr(cls, "__slots__", ())]
    kept = [name for name in names if name[:2] in ("z_", "v_", "g_")]
    kept += ["away", "gone", "direction", "skip", "deal", "result", "phase", "again"]
    return [_copied(getattr(position, name)) for name in kept]


def _copied(value: Any) -> object:
    return [_copied(each) for each in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]
