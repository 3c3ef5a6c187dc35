"""Trial games under all options and numbers of players, and what is wrong with a game in them.

Half of the games are played at random, half as `bots.prefer` would have it; in one game of each
setting worlds are sampled, to see whether what a player may do tells of cards that it cannot see.
What games seldom come to may be shown by the ruleset's scenarios instead. Every finding has an
address, and the settings and the seed with which it comes about again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from ..bots.bots import View, make_bot
from ..check.coverage_points import points
from ..check.instrumentation import Probes
from ..diagnostics import Diagnostic, Span, error, in_order, warning
from ..errors import CardrulesError, RulesetError
from ..play.determinization.worlds import sample_world
from ..play.game import START_OF_DEAL, Game
from ..resolve.options import OptionValue, read_option, show, value_of
from ..runtime.chance import Random
from ..scenarios.scenarios import run_scenario
from ..source.source import Mapping
from .pairwise import combine
from .suppression import suppress

if TYPE_CHECKING:
    from ..check.load import Loaded
    from ..runtime.core import Core
    from ..scenarios.scenarios import Games, Scenario

MOST_DECISIONS: Final = 2_000
"""A game is broken off after so many."""

_ERRORS: Final = ("CR801", "CR904", "CR909")
_LOOKED_AT: Final = 40  # decisions of the game in which worlds are sampled
_OFTEN: Final = 0.2  # a share of games that the limit may not decide
_WHIM: Final = 8  # one in so many decisions is not the preferred one
_BUDGET: Final = 6  # simulations of a rollout bot for each decision


@dataclass(frozen=True, slots=True)
class Setting:
    """How trial games are played.

    Attributes:
        players: how many play.
        options: a value for each option.
        variant: the variant whose options these are, if any.
        usual: whether the options are all as the ruleset or a variant has them.
    """

    players: int
    options: dict[str, OptionValue]
    variant: str | None = None
    usual: bool = False


def settings(loaded: Loaded) -> list[Setting]:
    """Return the ways to play a ruleset: each number of players and variant, then all options.

    Options are combined in pairs where there are many of them.
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
    """Return the values of an option that are tried: the default, the bounds, every word."""
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


@dataclass(slots=True)
class Trials:
    """Plays trial games of one ruleset, and collects what is found.

    Attributes:
        games: compiles the ruleset under any options.
        file: the ruleset or suite, as `cardrules check` was told.
        scenarios: what they show counts as played: the ruleset's own, and those of a suite.
        played: how many games were played.
        decisions: how many decisions were made in them.
    """

    games: Games
    file: str
    scenarios: list[Scenario] = field(default_factory=list["Scenario"])
    played: int = 0
    decisions: int = 0
    _found: dict[tuple[str, object], Diagnostic] = field(
        default_factory=dict[tuple[str, object], Diagnostic], init=False
    )
    _idle: dict[str, int] = field(default_factory=dict[str, int], init=False)
    _stirring: set[str] = field(default_factory=set[str], init=False)

    def __post_init__(self) -> None:
        """Watch all games with the same probes."""
        rules = self.games.loaded.ruleset
        assert rules is not None
        self.games.probes = Probes(points(rules))

    def play(self, setting: Setting, count: int, seed: int) -> None:
        """Play games under one setting.

        Args:
            setting: how they are played.
            count: how many.
            seed: that of the first; each later game has the next.
        """
        game = self.games.compiled(setting.options, setting.variant, setting.players)
        if not isinstance(game, Game):
            for problem in game:
                again = f"So it is with: {self._again(setting, None)}"
                help = f"{problem.help} {again}" if problem.help else again
                self._found.setdefault((problem.code, problem.span), replace(problem, help=help))
            return
        limited = careful = 0
        for number in range(count):
            end = self._game(game, setting, seed + number)
            counts = end is not None and (not game.program.prefer or (seed + number) % 2 == 1)
            careful += counts
            limited += counts and end is not None and end.turns >= game.program.turn_limit
        if setting.usual and careful >= 5 and limited > _OFTEN * careful:
            share = f"{limited} of {careful} games"
            message = f"The limit on turns decides {share}, so that nobody gets to win."
            rules = self.games.loaded.ruleset
            place = rules.limits.span if rules is not None else Span(self.file, 0, 0)
            self._add("CR907", "limits", message, place, setting, seed)
        self._look(game, setting, seed)

    def findings(self, *, complete: bool) -> list[Diagnostic]:
        """Return what was found and is not suppressed by a comment.

        Args:
            complete: whether the games were played under all settings, so that what never came to
                pass in them is worth a word.
        """
        found = list(self._found.values())
        if complete and self.played:
            found += self._never()
        resolved = self.games.loaded.resolved
        own = str(resolved.path)
        return in_order(suppress(found, resolved.sources, own, trials=True, unused=complete))

    # -- games

    def _game(self, game: Game, setting: Setting, seed: int) -> Core | None:
        """Play one game in the bare build; return its end, None if it has none."""
        machine, rng = game.bare, Random(~seed)
        prefers = seed % 2 == 1 and bool(game.program.prefer)
        self.played += 1
        core: Core | None = None
        try:
            core = game.initial_core(machine, seed)
            machine.advance(core, START_OF_DEAL)
            for number in range(MOST_DECISIONS):
                if core.pc < 0:
                    break
                actions = machine.legal[core.pc](core)
                if not actions:
                    game.no_legal_action(core)
                if prefers and rng.below(_WHIM):
                    actions = machine.preferred(core, actions)
                self._act(game, core, actions[rng.below(len(actions))])
                if number % 25 == 0:
                    self._count_cards(game, core, setting, seed)
            self._count_cards(game, core, setting, seed)
        except CardrulesError as failure:
            self._failure(failure, setting, seed)
            return None
        return core if core.pc < 0 else None

    def _act(self, game: Game, core: Core, raw: tuple[int, ...]) -> None:
        """Do an action, and note whether it changes anything."""
        self.decisions += 1
        machine = game.bare
        verb = machine.verbs[raw[0]]
        if verb in self._stirring or game.program.actions[verb].declines:
            machine.play(core, raw)
            return
        before = _contents(core)
        machine.play(core, raw)
        if core.turns >= game.program.turn_limit:
            return  # what changed then, the limit did
        if _contents(core) != before:
            self._stirring.add(verb)
        else:
            self._idle[verb] = self._idle.get(verb, 0) + 1

    def _count_cards(self, game: Game, core: Core, setting: Setting, seed: int) -> None:
        try:
            game.check_position(core)
        except ValueError:
            place = game.program.phases[next(iter(game.program.phases))].span
            message = "A card is lost, or there twice."
            self._add("CR904", "cards", message, place, setting, seed)

    def _look(self, game: Game, setting: Setting, seed: int) -> None:
        """Play a game by rollout bots, and look whether what is legal tells of hidden cards."""
        self.played += 1
        try:
            state = game.new_initial_state(seed)
            bots = [make_bot("rollout", seed * 64 + s, _BUDGET) for s in range(game.players)]
            for number in range(_LOOKED_AT):
                seat = state.current_player()
                if seat is None:
                    return
                self.decisions += 1
                legal = {raw[0] for raw in state.raw_legal_actions()}
                world = sample_world(state, seat, Random(seed * 1000 + number))
                if world.consistent:
                    other = {raw[0] for raw in game.bare.legal[world.core.pc](world.core)}
                    for verb in legal ^ other:
                        self._leak(game, game.bare.verbs[verb], setting, seed)
                careful = setting.usual and number % 2
                actions = state.legal_actions()
                chance = Random(seed * 1000 - number - 1)
                action = actions[chance.below(len(actions))]
                state.apply_action(bots[seat].choose(View(state, seat)) if careful else action)
        except CardrulesError as failure:
            self._failure(failure, setting, seed)

    # -- findings

    def _leak(self, game: Game, verb: str, setting: Setting, seed: int) -> None:
        message = f"Whether '{verb}' is legal tells its player of cards that it cannot see."
        place = game.program.actions[verb].span
        self._add("CR908", verb, message, place, setting, seed)

    def _failure(self, failure: CardrulesError, setting: Setting, seed: int) -> None:
        if isinstance(failure, RulesetError) and failure.diagnostics:
            first = failure.diagnostics[0]
            message = first.message[:1].upper() + first.message[1:] + "."
            self._add(first.code, first.span, message, first.span, setting, seed)
            return
        probes = self.games.probes
        last = probes.last if probes is not None else None
        rules = self.games.loaded.ruleset
        assert rules is not None
        place = last.span if last is not None else rules.span
        address = f" ({last.address})" if last is not None else ""
        message = f"The game breaks off: {failure}{address}."
        self._add("CR909", place, message, place, setting, seed)

    def _add(
        self,
        code: str,
        what: object,
        message: str,
        place: Span,
        setting: Setting,
        seed: int,
    ) -> None:
        """Take a finding, unless it is known already."""
        if (code, what) not in self._found:
            help = f"Play it again: {self._again(setting, seed)}"
            report = error if code in _ERRORS else warning
            self._found[code, what] = report(code, message, place, help=help)

    def _again(self, setting: Setting, seed: int | None) -> str:
        """Return the command with which a finding comes about again."""
        parts = [f"cardrules check {self.file} --players {setting.players}"]
        if seed is not None:
            parts.append(f"--games 1 --seed {seed}")
        if setting.variant is not None:
            parts.append(f"--variant {setting.variant}")
        for name, value in setting.options.items():
            if setting.variant is None and value != self.games.loaded.resolved.options[name]:
                parts.append(f"--set {name}={show(value)}".replace(", ", ","))
        return " ".join(parts)

    def _never(self) -> Iterator[Diagnostic]:
        """Yield what never came to pass in all of the games; what a parent says is its matter.

        What a scenario shows can come to pass, though games at random seldom get there.
        """
        probes, rules = self.games.probes, self.games.loaded.ruleset
        assert probes is not None
        assert rules is not None
        played = [tuple(count) for count in probes.counts]
        for scenario in self.scenarios:
            run_scenario(scenario, self.games)
        games = f"in {self.played:,} games"
        both, neither = (
            (" and in the scenarios", " or in a scenario") if self.scenarios else ("", "")
        )
        for point, (yes, no), (ever, otherwise) in zip(
            probes.points, played, probes.counts, strict=True
        ):
            if point.span.file != rules.span.file or point.kind == "statement":
                continue
            if ever and (otherwise or point.outcomes == 1):
                continue
            way_out = "Look whether it can: change the rules, or show it in a scenario."
            if point.kind != "condition":
                message = f"The {point.kind} {point.address} never comes to pass {games}{neither}."
                yield warning("CR905", message, point.span, help=way_out)
            elif yes or no:
                held = f"holds each time {games}{both}" if yes else f"never holds {games}{neither}"
                message = f"The condition `{point.text}` {held} ({point.address})."
                yield warning("CR906", message, point.span, help=way_out)
        for verb, times in self._idle.items():
            if verb not in self._stirring and times >= 5:
                message = (
                    f"The action actions.{verb} changes nothing, {times} times out of {times}."
                )
                place = rules.actions[verb].span
                yield warning("CR910", message, place, help="Let it do something, or remove it.")


def _contents(core: Core) -> list[object]:
    """Return everything of a position that a rule can change, but for whose turn it is."""
    names = [name for cls in type(core).__mro__ for name in getattr(cls, "__slots__", ())]
    kept = [name for name in names if name[:2] in ("z_", "v_", "g_")]
    kept += ["away", "gone", "direction", "skip", "deal", "result", "phase", "again"]
    return [_copied(getattr(core, name)) for name in kept]


def _copied(value: Any) -> object:
    return [_copied(each) for each in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]
