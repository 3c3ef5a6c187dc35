"""Scenarios: examples in a ruleset, or in a suite of their own, that are played and checked.

A scenario is a position or a deal, and tests that each begin there: a line of moves, what is legal
then, and what holds. What is wrong with its text is a diagnostic; what is wrong with the game, or
with what the scenario expects of it, is a result.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ... import rulesets
from ..check.check import check as check_rules
from ..check.instrumentation import Probes
from ..check.load import Loaded, load_ruleset
from ..check.suggestions import blame
from ..diagnostics import (
    Diagnostic,
    Label,
    Source,
    Span,
    error,
    has_errors,
    in_order,
    printable,
    warning,
)
from ..errors import CardrulesError, IllegalActionError, RulesetError
from ..play.game import START_OF_DEAL, Game
from ..play.setup.doubts import doubts
from ..play.setup.position import build, look_over
from ..play.setup.values import Faces, Problem, Where, seat_problem, words_of
from ..play.state import State
from ..resolve.options import OptionValue, check_values, unknown, value_of
from ..source.schema import examine
from ..source.source import Mapping, Node, Scalar, Sequence, parse, plain, read_source
from .expectations import (
    Check,
    Difference,
    Expected,
    Line,
    action_problems,
    excludes_check,
    includes_check,
    legal_check,
    located,
    word_spans,
)

if TYPE_CHECKING:
    from ..compile.machine import Machine, Outline
    from ..diagnostics import Sources
    from ..runtime.core import Core
    from .coverage import Coverage


# -- results


@dataclass(frozen=True, slots=True)
class Passed:
    """A test that holds.

    Attributes:
        address: the scenario's, such as `scenarios.GS-01`.
        test: which of its tests, from 1.
        span: where the scenario begins.
    """

    address: str
    test: int
    span: Span


@dataclass(frozen=True, slots=True)
class Failed:
    """A test that does not hold; `differences` say in what, at least one.

    `played` is what it takes to play the test again. The other attributes are those of `Passed`,
    but for `span`: the line that fails.
    """

    address: str
    test: int
    differences: tuple[Difference, ...]
    played: Played | None = field(default=None, compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Where what fails first is written."""
        return self.differences[0].span


Result: TypeAlias = Passed | Failed


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the scenarios of one file.

    Attributes:
        file: the file, or the name of the bundled ruleset.
        results: one for each test that could be run.
        diagnostics: what is wrong with the ruleset or with the text of the scenarios.
        sources: the texts that all of it points into.
        coverage: what the tests have come past, if that was watched.
    """

    file: str
    results: tuple[Result, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    coverage: Coverage | None = None

    @property
    def failed(self) -> tuple[Failed, ...]:
        """The tests that do not hold."""
        return tuple(each for each in self.results if isinstance(each, Failed))

    @property
    def ok(self) -> bool:
        """Whether every test holds and nothing is wrong with any text."""
        return not self.failed and not has_errors(self.diagnostics)


# -- what is written


@dataclass(frozen=True, slots=True)
class Test:
    """One test as it is written."""

    number: int
    span: Span
    help: str
    play: tuple[Line, ...]
    legal: tuple[Line, ...] | int | None
    legal_span: Span
    includes: tuple[Line, ...]
    excludes: tuple[Line, ...]
    then: Mapping | None

    @property
    def says_nothing(self) -> bool:
        """Whether the test could not fail."""
        return not (self.play or self.includes or self.excludes or self.then) and (
            self.legal is None
        )


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it is written; what is not said is None."""

    name: str
    span: Span
    help: str
    options: Mapping | None
    players: Scalar | None
    variant: Scalar | None
    deck: Node | None
    dealer: Scalar | None
    deal: Scalar | None
    seed: Scalar | None
    given: Mapping | None
    tests: tuple[Test, ...]

    @property
    def address(self) -> str:
        """The scenario's place in its file."""
        return f"scenarios.{self.name}"


def read_scenarios(tree: Mapping | None) -> list[Scenario]:
    """Return the scenarios of a `scenarios` section that passed the schema."""
    if tree is None:
        return []
    return [
        _scenario(name, entry.key_span, entry.value)
        for name, entry in tree.entries.items()
        if isinstance(entry.value, Mapping)
    ]


def _scenario(name: str, span: Span, tree: Mapping) -> Scenario:
    given, tests, options = tree.get("given"), tree.get("tests"), tree.get("options")
    return Scenario(
        name=name,
        span=span,
        help=_text(tree.get("help")),
        options=options if isinstance(options, Mapping) else None,
        players=_scalar(tree.get("players")),
        variant=_scalar(tree.get("variant")),
        deck=tree.get("deck"),
        dealer=_scalar(tree.get("dealer")),
        deal=_scalar(tree.get("deal")),
        seed=_scalar(tree.get("seed")),
        given=given if isinstance(given, Mapping) else None,
        tests=tuple(
            _test(number, item)
            for number, item in enumerate(tests.items if isinstance(tests, Sequence) else (), 1)
            if isinstance(item, Mapping)
        ),
    )


def _test(number: int, tree: Mapping) -> Test:
    legal, then = tree.get("legal"), tree.get("then")
    wanted: tuple[Line, ...] | int | None = _lines(legal) if legal is not None else None
    if isinstance(legal, Scalar) and type(legal.value) is int:
        wanted = legal.value
    return Test(
        number=number,
        span=tree.span,
        help=_text(tree.get("help")),
        play=_lines(tree.get("play")),
        legal=wanted,
        legal_span=legal.span if legal is not None else tree.span,
        includes=_lines(tree.get("includes")),
        excludes=_lines(tree.get("excludes")),
        then=then if isinstance(then, Mapping) else None,
    )


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and node.value is not None else None


def _text(node: Node | None) -> str:
    return node.text.strip() if isinstance(node, Scalar) else ""


def _lines(node: Node | None) -> tuple[Line, ...]:
    """Return a text, or each of a list of texts, as an action."""
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(Line(item.text.strip(), item) for item in items if isinstance(item, Scalar))


def _number(node: Scalar | None, otherwise: int) -> int:
    return node.value if node is not None and type(node.value) is int else otherwise


# -- games


@dataclass(slots=True)
class Games:
    """The games of one ruleset, each compiled once for all scenarios that are played with it.

    Attributes:
        loaded: the ruleset, loaded as it is.
        source: its bare name or path.
        probes: what counts the rules that are played, if anything does.
    """

    loaded: Loaded
    source: str
    probes: Probes | None = None
    _known: dict[object, Game | tuple[Diagnostic, ...]] = field(
        default_factory=dict[object, "Game | tuple[Diagnostic, ...]"], init=False
    )

    def of(self, scenario: Scenario) -> Game | tuple[Diagnostic, ...]:
        """Return the game that a scenario is played with, or what is wrong with that.

        The scenario's options are within their ranges; `setting_problems` tells.
        """
        variant = scenario.variant.text if scenario.variant else None
        options = self._options(scenario, variant)
        players = _number(scenario.players, self.loaded.resolved.players)
        key = (tuple(options.items()), variant, players)
        if key not in self._known:
            self._known[key] = self.compiled(options, variant, players)
        return self._known[key]

    def _options(self, scenario: Scenario, variant: str | None) -> dict[str, OptionValue]:
        options = dict(self.loaded.resolved.options)
        variants = self.loaded.resolved.tree.get("variants")
        chosen = variants.get(variant) if isinstance(variants, Mapping) and variant else None
        preset = chosen.get("options") if isinstance(chosen, Mapping) else None
        for values in (preset, scenario.options):
            for name, entry in values.entries.items() if isinstance(values, Mapping) else ():
                options[name] = value_of(entry.value)
        return options

    def compiled(
        self, options: dict[str, OptionValue], variant: str | None, players: int
    ) -> Game | tuple[Diagnostic, ...]:
        """Return the game under these options, or what is wrong with it then."""
        ruleset = self.loaded.ruleset
        assert ruleset is not None
        program, found = check_rules(ruleset, dict(options), players)
        errors = tuple(each for each in found if each.severity == "error")
        if errors or program is None:
            return errors
        resolved = replace(self.loaded.resolved, options=options, variant=variant, players=players)
        return Game(Loaded(resolved, ruleset, program, ()), self.source, probes=self.probes)

    def coverage(self) -> Coverage | None:
        """Return what was played of the ruleset's own file."""
        if self.probes is None or self.loaded.ruleset is None:
            return None
        from .coverage import of_file

        return of_file(self.probes, self.loaded.resolved.tree.span.file)

    def watch(self) -> None:
        """Count from now on what is played."""
        from ..check.coverage_points import points  # to look at scenarios, nothing is counted

        assert self.loaded.ruleset is not None
        self.probes = Probes(points(self.loaded.ruleset))


def setting_problems(loaded: Loaded, scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield what is wrong with the options, the variant and the players of a scenario.

    For the scenarios of a ruleset itself, loading it has told already.
    """
    resolved, ruleset = loaded.resolved, loaded.ruleset
    yield from check_values(resolved.option_nodes, scenario.options)
    variants = resolved.tree.get("variants")
    known = variants.entries if isinstance(variants, Mapping) else {}
    variant = scenario.variant
    if variant is not None and variant.text not in known:
        yield unknown("CR214", "variant", variant.text, known, variant.span)
    if scenario.players is not None and ruleset is not None:
        count, least, most = scenario.players.value, ruleset.least, ruleset.most
        if type(count) is not int or not least <= count <= most:
            fits = str(least) if least == most else f"{least} to {most}"
            message = f"The game is for {fits} players, not for {count}."
            yield error("CR215", message, scenario.players.span, help=f"Choose {fits} players.")


# -- a scenario that can be played


@dataclass(frozen=True, slots=True)
class Played:
    """A test with the game that it is played with."""

    setting: Setting
    test: Test


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario with its game: where it begins, ready to be played in either build."""

    scenario: Scenario
    game: Game
    deck: tuple[str, ...] | tuple[tuple[str, ...], ...] | None

    @property
    def seed(self) -> int:
        """The seed of all chance."""
        return _number(self.scenario.seed, 0)

    @property
    def _dealer(self) -> int | None:
        dealer = self.scenario.dealer
        return dealer.value if dealer is not None and type(dealer.value) is int else None

    def core(self, machine: Machine) -> Core:
        """Return the beginning, dealt or given.

        Raises:
            CardrulesError: the deal cannot be finished, through no fault of the scenario's text.
        """
        deal = _number(self.scenario.deal, 1)
        if self.scenario.given is None:
            core = self.game.initial_core(
                machine, self.seed, deck=self.deck, dealer=self._dealer, deal=deal
            )
            machine.advance(core, START_OF_DEAL)
            return core
        core, problems = self.given(machine)
        assert core is not None, problems
        return core

    def given(self, machine: Outline) -> tuple[Core | None, list[Problem]]:
        """Return the position that is given, or what is wrong with it."""
        return build(self.game, machine, **self._position())

    def examined(self) -> list[Problem]:
        """Return what is wrong with the position that is given."""
        return look_over(self.game, **self._position())

    def doubts(self) -> list[Problem]:
        """Return what may be a slip in the position that is given."""
        return doubts(self.game.program, self._position()["position"])

    def _position(self) -> dict[str, Any]:
        assert self.scenario.given is not None
        return {
            "position": plain(self.scenario.given),
            "seed": self.seed,
            "dealer": self._dealer,
            "deal": _number(self.scenario.deal, 1),
        }

    def state(self) -> State:
        """Return the beginning as a state."""
        if self.scenario.given is not None:
            return self.game.state_from_position(**self._position())
        return self.game.new_initial_state(
            self.seed, deck=self.deck, dealer=self._dealer, deal=_number(self.scenario.deal, 1)
        )


def prepare(scenario: Scenario, games: Games) -> tuple[Setting | None, list[Diagnostic]]:
    """Return a scenario's beginning, or None and what is wrong with its text.

    What its tests say is not looked at.
    """
    problems = list(setting_problems(games.loaded, scenario))
    if problems:
        return None, problems
    game = games.of(scenario)
    if not isinstance(game, Game):
        label = Label(scenario.span, "with the options of this scenario")
        return None, [replace(each, labels=(*each.labels, label)) for each in game]
    deck, problems = _deck(scenario, game)
    if scenario.dealer is not None:
        wrong = seat_problem(scenario.dealer.value, game.players, Where("dealer"))
        if wrong is not None:
            problems.append(located(wrong, Mapping({}, scenario.span), scenario.dealer.span))
    setting = Setting(scenario, game, deck)
    if not problems and scenario.given is not None:
        outside = scenario.dealer.span if scenario.dealer else scenario.span
        found = setting.examined() or setting.doubts()
        problems += [located(each, scenario.given, outside) for each in found]
    return (None if has_errors(problems) else setting), problems


def _deck(
    scenario: Scenario, game: Game
) -> tuple[tuple[str, ...] | tuple[tuple[str, ...], ...] | None, list[Diagnostic]]:
    """Return the whole pack, or that of each table, in the order that a scenario begins it with."""
    if scenario.deck is None:
        return None, []
    if scenario.given is not None:
        message = "The scenario has both a position that is given and a deck to deal from."
        way_out = "Leave out 'deck'; the next cards of the stock are 'draws' in 'given'."
        return None, [error("CR710", message, scenario.deck.span, help=way_out)]
    if game.program.tables is None:
        return _pack(scenario.deck, game)
    count = game.program.tables.number
    packs = scenario.deck.items if isinstance(scenario.deck, Sequence) else ()
    if len(packs) != count:
        message = f"There are {count} tables, each with a pack of its own."
        way_out = f"Write a list of {count} texts, the first for table 1."
        return None, [error("CR706", message, scenario.deck.span, help=way_out)]
    found = [_pack(node, game) for node in packs]
    return tuple(cards for cards, _ in found), [each for _, wrong in found for each in wrong]


def _pack(deck: Node, game: Game) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return a whole pack in the order that a text begins it with."""
    words = words_of(plain(deck)) or []
    pack, faces = game.program.pack, Faces(game.program.pack, words)
    tree = Mapping({}, deck.span)
    problems: list[Diagnostic] = []
    cards: list[int] = []
    spans = word_spans(deck)
    for index, word in enumerate(words):
        card = faces.take(word, Where("deck", None, index))
        if isinstance(card, int):
            cards.append(card)
            continue
        found = located(card, tree, spans[index])
        if card.first is not None and card.first.word is not None:
            found = replace(found, labels=(Label(spans[card.first.word], "first here"),))
        problems.append(found)
    return tuple(pack.text[card] for card in [*cards, *faces.rest()]), problems


# -- running


def run_scenario(
    scenario: Scenario, games: Games
) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    """Play the tests of a scenario; where its text is wrong, say so instead."""
    setting, problems = prepare(scenario, games)
    if setting is None:
        return (), tuple(problems)
    checks: list[list[Check]] = []
    for test in scenario.tests:
        found, wrong = _checks(test, setting.game)
        checks.append(found)
        problems += wrong
    if has_errors(problems):
        return (), tuple(problems)
    results = [
        _result(setting, test, own) for test, own in zip(scenario.tests, checks, strict=True)
    ]
    return tuple(results), tuple(problems)


def _checks(test: Test, game: Game) -> tuple[list[Check], list[Diagnostic]]:
    """Return what a test expects, and what is wrong with its text."""
    legal = test.legal if isinstance(test.legal, tuple) else ()
    problems = [
        problem
        for line in (*test.play, *legal, *test.includes, *test.excludes)
        for problem in action_problems(game, line)
    ]
    checks: list[Check] = []
    if test.legal is not None:
        checks.append(legal_check(test.legal, test.legal_span))
    checks += [includes_check(line) for line in test.includes]
    checks += [excludes_check(line) for line in test.excludes]
    if test.then is not None:
        expected = Expected(game, test.then)
        checks += expected.checks
        problems += expected.problems
    if test.says_nothing:
        message = "The test expects nothing, so it cannot fail."
        way_out = "Add 'play', 'legal', 'includes', 'excludes' or 'then', or delete it."
        problems.append(warning("CR712", message, test.span, help=way_out))
    return checks, problems


def _result(setting: Setting, test: Test, checks: list[Check]) -> Result:
    address, number = setting.scenario.address, test.number
    played = Played(setting, test)
    place = setting.scenario.span
    try:
        state = setting.state()
        for line in test.play:
            place = line.span
            try:
                state.apply_action(line.text)
            except IllegalActionError as refusal:
                actions = (line.text,)
                wrong = Difference("play", line.text, str(refusal), line.span, actions=actions)
                return Failed(address, number, (wrong,), played)
        place = test.span
        differences = [found for check in checks if (found := check(state)) is not None]
    except CardrulesError as failure:  # the rules themselves go wrong
        message = str(failure)
        if isinstance(failure, RulesetError) and failure.diagnostics:
            message = failure.diagnostics[0].message
        differences = [Difference("rules", "a game that goes on", message, place)]
    if differences:
        return Failed(address, number, tuple(differences), played)
    return Passed(address, number, setting.scenario.span)


# -- files


def run(name_or_path: str | os.PathLike[str], *, only: str = "", watch: bool = False) -> Report:
    """Run the scenarios of a ruleset, or of a suite.

    Args:
        name_or_path: the bare name of a ruleset, or the path of a file of either kind.
        only: part of a scenario's name, or a pattern with `*`; others are left out.
        watch: whether to count which rules are played, for `Report.coverage`.

    >>> report = run("gin_slaughtre")
    >>> report.diagnostics
    ()
    """
    return _played(opened(name_or_path), only, watch=watch)


def opened(name_or_path: str | os.PathLike[str]) -> Suite:
    """Return the scenarios of a ruleset, or of a suite, with the games to play them.

    Args:
        name_or_path: the bare name of a ruleset, or the path of a file of either kind.
    """
    text = os.fspath(name_or_path)
    if rulesets.path(text) is None:
        source, problems = read_source(text)
        if source is not None:
            tree, _ = parse(source)
            if is_suite(tree):
                return _open_suite(source)
        elif problems[0].code != "CR001":
            return Suite(text, [], None, tuple(problems), {})
    return _own_scenarios(load_ruleset(text), text)


def is_suite(tree: Node | None) -> bool:
    """Return whether a file's data is a suite, right or wrong."""
    return isinstance(tree, Mapping) and "cardrules_suite" in tree.entries


def run_ruleset(loaded: Loaded, source: str, *, watch: bool = False) -> Report:
    """Run a loaded ruleset's own scenarios.

    Args:
        loaded: the ruleset, loaded without options, variant or player count.
        source: its bare name or path.
        watch: whether to count which rules are played.
    """
    return _played(_own_scenarios(loaded, source), watch=watch)


def run_suite(source: Source) -> Report:
    """Run the scenarios of a suite; its ruleset is found from the folder of `source.file`."""
    return _played(_open_suite(source))


def _played(suite: Suite, only: str = "", *, watch: bool = False) -> Report:
    games = suite.games
    if games is None:
        return Report(suite.file, (), suite.diagnostics, suite.sources)
    if watch:
        games.watch()
        _run_all(suite.examples, games)
    results, problems = _run_all(suite.chosen(only), games)
    found = in_order([*suite.diagnostics, *problems])
    return Report(suite.file, results, tuple(found), suite.sources, games.coverage())


def _own_scenarios(loaded: Loaded, source: str) -> Suite:
    sources = loaded.resolved.sources
    if loaded.failure() is not None or loaded.ruleset is None:
        errors = tuple(each for each in loaded.diagnostics if each.severity == "error")
        return Suite(source, [], None, errors, sources)
    scenarios = read_scenarios(loaded.ruleset.scenarios)
    return Suite(source, scenarios, Games(loaded, source), (), sources)


@dataclass(frozen=True, slots=True)
class Suite:
    """Scenarios with their ruleset.

    Attributes:
        file: where they stand: a file, or a ruleset's bare name.
        scenarios: what can be played.
        games: the ruleset's; without them nothing can be, and the diagnostics say why.
        diagnostics: what is wrong with the texts.
        sources: the texts that these point into.
        examples: the scenarios in the ruleset itself, if these stand in another file. They are
            no tests of this file, but coverage, mutation and trial games count what they show.
    """

    file: str
    scenarios: list[Scenario]
    games: Games | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    examples: list[Scenario] = field(default_factory=list[Scenario])

    @property
    def all_scenarios(self) -> list[Scenario]:
        """The scenarios of the ruleset itself and those of the suite."""
        return [*self.examples, *self.scenarios]

    def chosen(self, only: str) -> list[Scenario]:
        """Return the scenarios whose name has a text in it, or matches a pattern."""
        return [e for e in self.scenarios if only in e.name or fnmatchcase(e.name, only)]


def _open_suite(source: Source) -> Suite:
    sources = {source.file: source}
    tree, problems = parse(source)
    found, sound = examine(tree, "suite") if tree is not None else ([], None)
    problems += found
    name = sound.get("ruleset") if isinstance(sound, Mapping) else None
    scenarios = sound.get("scenarios") if isinstance(sound, Mapping) else None
    if not isinstance(name, Scalar) or has_errors(problems):
        return Suite(source.file, [], None, tuple(in_order(problems)), sources)
    path = _beside(name.text, source.file)
    loaded = load_ruleset(path)
    if loaded.failure() is not None:
        problems += _failure(loaded, name)
        return Suite(source.file, [], None, tuple(problems), {**sources, **loaded.resolved.sources})
    assert loaded.ruleset is not None
    sources.update(loaded.resolved.sources)
    return Suite(
        source.file,
        read_scenarios(scenarios if isinstance(scenarios, Mapping) else None),
        Games(loaded, path),
        tuple(problems),
        sources,
        read_scenarios(loaded.ruleset.scenarios),
    )


def _beside(name: str, file: str) -> str:
    """Return a ruleset's name, or its path as seen from the folder of another file."""
    return name if rulesets.path(name) is not None else str(Path(file).parent / name)


def _failure(loaded: Loaded, name: Scalar) -> list[Diagnostic]:
    """Return why a suite's ruleset cannot be played: at its name if it cannot be read."""
    errors = [each for each in loaded.diagnostics if each.severity == "error"]
    if loaded.resolved.sources:
        return errors
    return [
        error(
            "CR201",
            f"The ruleset '{printable(name.text)}' cannot be read: "
            f"{each.message[:1].lower()}{each.message[1:]}",
            name.span,
            help=each.help,
        )
        for each in errors
    ]


def _run_all(
    scenarios: list[Scenario], games: Games
) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    results: list[Result] = []
    problems: list[Diagnostic] = []
    for scenario in scenarios:
        found, wrong = run_scenario(scenario, games)
        results += found
        problems += wrong
    return tuple(results), tuple(in_order(problems))


# -- looking without playing


def examine_scenarios(loaded: Loaded, source: str, games: Games | None = None) -> list[Diagnostic]:
    """Return what is wrong with the text of a ruleset's scenarios, without playing them.

    Args:
        loaded: the ruleset; it has no errors.
        source: its bare name or path.
        games: games of the same rules that are compiled already.
    """
    section = loaded.ruleset.scenarios if loaded.ruleset is not None else None
    problems = _text_problems(read_scenarios(section), games or Games(loaded, source))
    return blame(problems, loaded.resolved.sources)


def examine_suite(source: Source) -> tuple[list[Diagnostic], Sources]:
    """Return what is wrong with the text of a suite, and the texts that this points into."""
    suite = _open_suite(source)
    problems = list(suite.diagnostics)
    if suite.games is not None:
        problems += _text_problems(suite.scenarios, suite.games)
    return in_order(problems), suite.sources


def _text_problems(scenarios: list[Scenario], games: Games) -> Iterator[Diagnostic]:
    for scenario in scenarios:
        setting, problems = prepare(scenario, games)
        yield from problems
        if setting is not None:
            for test in scenario.tests:
                yield from _checks(test, setting.game)[1]
