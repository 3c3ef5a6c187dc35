"""The resolve stage: files and their parents, options, variants and player counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import rulesets
from cardrules.cli.diagnostics.render import concise, full
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.diagnostics import CODES, Diagnostic, Source
from cardrules.interpreter.errors import OptionError, PlayerCountError, RulesetError
from cardrules.interpreter.resolve.options import OptionValue, parse_option_value
from cardrules.interpreter.resolve.origins import origin
from cardrules.interpreter.resolve.resolve import Resolved, resolve, resolve_text
from cardrules.interpreter.source.files import read_source
from cardrules.interpreter.source.located import Mapping, plain

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))
BASE = (BAD / "parents" / "base.yaml").read_text(encoding="utf-8")


def by_name(path: Path) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file, and show it by its name in the folder of bad files."""
    return read_source(path, Path(os.path.relpath(path, BAD)).as_posix())


def child(text: str) -> Resolved:
    """Resolve a child of the base."""
    whole = f"cardrules: 1\nextends: base.yaml\n{text}"
    return resolve_text(whole, str(BAD / "parents" / "child.yaml"))


def shown(resolved: Resolved) -> str:
    """Return the diagnostics, one to a line."""
    return concise(resolved.diagnostics, resolved.sources)


# Bad files: the expected output stands beside each. After a wanted change of wording, write them
# anew with UPDATE_EXPECTED=1 and read the difference.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file_gets_the_output_beside_it(path: Path) -> None:
    resolved = resolve(path, loader=by_name)
    output = full(resolved.diagnostics, resolved.sources)
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(output, encoding="utf-8")
    assert output
    assert output == expected.read_text(encoding="utf-8")
    assert isinstance(resolved.failure(), RulesetError)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_has_a_code_a_place_and_a_way_out(path: Path) -> None:
    resolved = resolve(path, loader=by_name)
    for problem in resolved.diagnostics:
        assert problem.code in CODES
        assert problem.help, problem.message
        for span in (problem.span, *(label.span for label in problem.labels)):
            if span.file in resolved.sources:
                assert 0 <= span.start <= span.end <= len(resolved.sources[span.file].text)
            else:
                assert (span.start, span.end) == (0, 0)
    places = {(each.span, each.message) for each in resolved.diagnostics}
    assert len(places) == len(resolved.diagnostics)


# Files


@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_bundled_ruleset_is_found_by_its_name(name: str) -> None:
    resolved = resolve(name)
    assert not resolved.diagnostics, shown(resolved)
    assert resolved.failure() is None
    assert (resolved.name, resolved.path) == (name, rulesets.path(name))


def test_a_file_is_found_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(BASE)
    (tmp_path / "game").write_text(BASE)
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "game.yaml", "game.yaml", "./game.yaml", "game"):
        resolved = resolve(path)
        assert not resolved.diagnostics, shown(resolved)
        assert resolved.name == "game"


def test_an_unknown_name_gets_the_nearest() -> None:
    resolved = resolve("gin_slaughter")
    assert shown(resolved) == (
        "gin_slaughter:1:1: error CR201 There is no ruleset 'gin_slaughter', and no file of that name.\n"
    )
    assert resolved.diagnostics[0].help == "Did you mean 'gin_slaughtre'?"
    assert isinstance(resolved.failure(), RulesetError)


def test_a_ruleset_is_not_asked_to_extend_itself(shelf: Path) -> None:
    (shelf / "mime.yaml").write_text("cardrules: 1\nextends: mimee\nname: Child\n")
    (problem,) = load_ruleset(shelf / "mime.yaml").diagnostics
    assert problem.fix is not None
    assert problem.fix.replacement == "mine"


def test_what_has_a_name_but_is_no_ruleset_is_not_suggested(shelf: Path) -> None:
    (shelf / "mime.yaml").write_text("cardrules_suite: 1\nruleset: hearts\n")
    assert resolve("mimee").diagnostics[0].help == "Did you mean 'mine'?"


def test_an_option_is_suggested_that_takes_the_value() -> None:
    """`target` is as near to the name, but is not a truth value."""
    options = "target: {type: integer, default: 5}, targets: {type: boolean, default: true}"
    text = f"cardrules: 1\nextends: hearts\nremove: [options.target]\nadd: {{options: {{{options}}}}}"
    for setting, meant in (("targett=true", "targets"), ("targett=7", "target"), ("targett=x", "target")):
        problem = resolve_text(text, settings=[setting]).diagnostics[-1]
        assert problem.help == f"Did you mean '{meant}'?"


@pytest.mark.parametrize("name", ["", ".", "..", "/", "no/such.yaml", "a\0b", "x" * 5000, "é", "?"])
def test_what_is_no_file_gets_one_diagnostic(name: str) -> None:
    resolved = resolve(name)
    assert len(resolved.diagnostics) == 1
    assert len(resolved.diagnostics[0].message) < 200
    assert not resolved.tree.entries


def test_a_long_chain_of_parents(tmp_path: Path) -> None:
    (tmp_path / "g0.yaml").write_text(BASE)
    for number in range(1, 200):
        text = f"cardrules: 1\nextends: g{number - 1}.yaml\nname: Game {number}\n"
        (tmp_path / f"g{number}.yaml").write_text(text)
    resolved = resolve(tmp_path / "g199.yaml")
    assert not resolved.diagnostics, shown(resolved)
    assert plain(resolved.tree.entries["name"].value) == "Game 199"


# The search path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets on the search path, after one that does not exist."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "mine.yaml").write_text(BASE)
    text = "cardrules: 1\nextends: mine\nname: Grandchild\n"
    (folder / "child.yaml").write_text(text)
    monkeypatch.setenv("CARDRULES_PATH", os.pathsep.join([str(tmp_path / "no"), str(folder), ""]))
    return folder


def test_a_ruleset_on_the_search_path_has_a_bare_name(shelf: Path, tmp_path: Path) -> None:
    assert resolve("mine").path == shelf / "mine.yaml"
    assert plain(resolve("child").tree.entries["name"].value) == "Grandchild"
    (tmp_path / "elsewhere.yaml").write_text("cardrules: 1\nextends: child\n")
    assert not resolve(tmp_path / "elsewhere.yaml").diagnostics
    assert rulesets.known() == sorted([*rulesets.bundled(), "child", "mine"])
    assert resolve("mime").diagnostics[0].help == "Did you mean 'mine'?"


def test_a_name_of_two_rulesets_is_an_error_that_tells_both(shelf: Path) -> None:
    (shelf / "hearts.yaml").write_text(BASE)
    problem = resolve("hearts").diagnostics[0]
    assert problem.code == "CR206"
    for path in rulesets.places("hearts"):
        assert str(path) in problem.message
    assert not resolve(shelf / "hearts.yaml").diagnostics


# Parents


def test_a_child_changes_adds_and_removes() -> None:
    resolved = child(
        "name: Child\n"
        "notes: {why: It is shorter.}\n"
        "change:\n"
        "  actions: {draw: {when: pile is empty}}\n"
        "  define: {able: {with: card c, is: rank of c is A}}\n"
        "  options: {unable: {choices: [take, draw, pass]}}\n"
        "add:\n"
        "  actions: {draw: {help: Draw.}, pass: {phase: turn}}\n"
        "  melds: {set: {same: rank}}\n"
        "remove: [effects.jack, options.pairs]\n"
    )
    assert not resolved.diagnostics, shown(resolved)
    tree = plain(resolved.tree)
    base = plain(resolve_text(BASE).tree)
    assert isinstance(tree, dict)
    assert isinstance(base, dict)
    changed = {
        "name": "Child",
        "effects": {},
        "actions": {
            "draw": {"phase": "turn", "when": "pile is empty", "do": "draw 1", "help": "Draw."},
            "take": {"phase": "turn", "do": "move pile to hand"},
            "pass": {"phase": "turn"},
        },
        "define": {"able": {"with": "card c", "is": "rank of c is A"}},
        "notes": {"why": "It is shorter."},
        "melds": {"set": {"same": "rank"}},
    }
    for key, value in changed.items():
        assert tree[key] == value
    assert list(tree) == [*(key for key in base if key != "scenarios"), "melds", "notes"]
    for key in base.keys() - changed.keys() - {"options", "scenarios"}:
        assert tree[key] == base[key]
    assert list(resolved.options) == ["refill", "unable", "sizes", "limit"]


def test_a_removed_rule_can_be_added_anew() -> None:
    resolved = child("remove: [define.able]\nadd: {define: {able: pile is empty}}\n")
    assert not resolved.diagnostics, shown(resolved)
    assert plain(resolved.tree.entries["define"].value) == {"able": "pile is empty"}


def test_the_words_for_a_removed_rule_are_removed_with_it() -> None:
    text = "cardrules: 1\nextends: uno\nname: Child\nsummary: Shorter.\n"
    resolved = resolve_text(text + "remove: [variables.debt, define.fits, phases]\n")
    labels, phrases = (plain(resolved.tree.entries[key].value) for key in ("labels", "phrases"))
    assert isinstance(labels, dict)
    assert isinstance(phrases, dict)
    assert "fresh" in labels
    assert not {"debt", "fits"} & labels.keys()
    assert "take" in phrases
    assert not {"debt", "fits"} & phrases.keys()
    # A rule that is added anew keeps them, unless the child names it differently.
    again = "remove: [variables.debt]\nadd: {define: {debt: 2}}\n"
    kept = plain(resolve_text(text + again).tree.entries["labels"].value)
    assert kept == {**labels, "debt": "cards to take"}
    wrong = resolve_text(text + "remove: [variables.debt]\nchange: {labels: {debt: x}}\n")
    assert plain(wrong.tree.entries["labels"].value) == {**labels, "debt": "x"}


def test_what_a_child_may_change_a_grandchild_may_change(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "one.yaml").write_text("cardrules: 1\nextends: base.yaml\nadd: {zones: {table: {faces: shown}}}\n")
    (tmp_path / "two.yaml").write_text("cardrules: 1\nextends: one.yaml\nchange: {zones: {table: {faces: hidden}}}\n")
    resolved = resolve(tmp_path / "two.yaml")
    assert not resolved.diagnostics, shown(resolved)
    files = {origin(resolved, f"zones.{each}") for each in ("table", "table.faces", "stock")}
    assert {Path(span.file).name for span in files if span} == {
        "one.yaml",
        "two.yaml",
        "base.yaml",
    }


def test_the_origin_of_a_value_is_where_it_was_written() -> None:
    resolved = child("change: {actions: {draw: {when: pile is empty}}}\n")
    for address, file in {
        "actions.draw": "base.yaml",
        "actions.draw.when": "child.yaml",
        "actions.draw.do": "base.yaml",
        "players.most": "base.yaml",
    }.items():
        span = origin(resolved, address)
        assert span is not None
        assert Path(span.file).name == file
        assert resolved.sources[span.file].excerpt(span) == address.split(".")[-1]
    assert origin(resolved, "actions.drew") is None
    assert origin(resolved, "name.of.nothing") is None


def test_scenarios_are_not_inherited() -> None:
    assert child("").tree.get("scenarios") is None
    scenarios = child("scenarios: {x: {tests: [{legal: []}]}}").tree.get("scenarios")
    assert isinstance(scenarios, Mapping)
    assert list(scenarios.entries) == ["x"]


def test_a_misspelt_definition_of_an_option_does_not_make_it_unknown() -> None:
    text = BASE.replace("options:\n", "optoins:\n", 1).replace("type: choice", "type: chioce")
    codes = [each.code for each in resolve_text(text, options={"pairs": True}).diagnostics]
    assert codes == ["CR101", "CR104"]


# Options


DEFAULTS: dict[str, OptionValue] = {
    "pairs": False,
    "refill": 4,
    "unable": "draw",
    "sizes": (7, 6),
    "limit": 100,
}


def test_options_have_their_defaults() -> None:
    resolved = resolve_text(BASE)
    assert resolved.options == DEFAULTS
    assert list(resolved.option_nodes) == list(DEFAULTS)
    assert resolved.players == 3


def test_the_caller_comes_before_the_variant_and_the_variant_before_the_default() -> None:
    resolved = resolve_text(BASE, variant="quick", options={"refill": 5}, players=2)
    assert not resolved.diagnostics
    assert resolved.options == {**DEFAULTS, "refill": 5, "limit": None}
    assert (resolved.players, resolved.variant) == (2, "quick")


def test_a_setting_is_read_as_the_type_of_its_option() -> None:
    settings = ["pairs=true", "refill = 3", "unable=take", "sizes=3, 2 1", "limit=null"]
    resolved = resolve_text(BASE, settings=settings)
    assert not resolved.diagnostics, shown(resolved)
    assert list(resolved.options.values()) == [True, 3, "take", (3, 2, 1), None]


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("pairs", "true", True),
        ("pairs", "True", True),
        ("pairs", "yes", True),
        ("pairs", "Off", False),
        ("pairs", "maybe", "maybe"),
        ("pairs", "null", "null"),
        ("refill", "-3", -3),
        ("refill", "3.0", "3.0"),
        ("refill", "", ""),
        ("refill", "9" * 5000, "9" * 5000),
        ("refill", "\u0663", "\u0663"),
        ("unable", " take ", "take"),
        ("sizes", "[3, 2]", (3, 2)),
        ("sizes", "", ()),
        ("sizes", "3 x", (3, "x")),
        ("limit", "null", None),
        ("limit", "none", None),
        ("unable", "none", "none"),
    ],
)
def test_the_value_that_a_text_stands_for(option: str, text: str, value: OptionValue) -> None:
    assert parse_option_value(resolve_text(BASE).option_nodes[option], text) == value


OPTION_ERRORS: list[tuple[dict[str, object], str]] = [
    (
        {"options": {"pairs": "maybe"}},
        "<options>:1:7: error CR213 Option 'pairs' cannot be maybe: expected true or false.",
    ),
    (
        {"options": {"refill": 3, "unable": "tkae"}},
        "<options>:2:8: error CR213 Option 'unable' cannot be tkae: expected one of draw, take.",
    ),
    (
        {"options": {"refill": True}},
        "<options>:1:8: error CR213 Option 'refill' cannot be true: expected a whole number from 1 to 10.",
    ),
    (
        {"options": {"refill": 11}},
        "<options>:1:8: error CR213 Option 'refill' cannot be 11: expected a whole number from 1 to 10.",
    ),
    (
        {"options": {"sizes": [3, 0]}},
        "<options>:1:7: error CR213 "
        "Option 'sizes' cannot be [3, 0]: expected a list, each item a whole number of at least 1.",
    ),
    (
        {"options": {"limit": object}},
        "<options>:1:7: error CR213 Option 'limit' cannot be <class 'object'>: expected a whole number, or none.",
    ),
    (
        {"options": {"pairs": None}},
        "<options>:1:7: error CR213 Option 'pairs' cannot be null: expected true or false.",
    ),
    (
        {"options": {"paris": True}},
        "<options>:1:1: error CR212 There is no option 'paris'.",
    ),
    (
        {"settings": ["pairs=maybe"]},
        "--set:1:7: error CR213 Option 'pairs' cannot be maybe: expected true or false.",
    ),
    (
        {"settings": ["paris=maybe"]},
        "--set:1:1: error CR212 There is no option 'paris'.",
    ),
    (
        {"settings": ["pairs"]},
        "--set:1:1: error CR217 'pairs' gives the option no value.",
    ),
    (
        {"variant": "quikc"},
        "<variant>:1:1: error CR214 There is no variant 'quikc'.",
    ),
    (
        {"players": 5},
        "<players>:1:1: error CR215 The game is for 2 to 4 players, not for 5.",
    ),
    (
        {"players": True},
        "<players>:1:1: error CR215 The number of players is a whole number, not True.",
    ),
]


@pytest.mark.parametrize(("given_", "message"), OPTION_ERRORS)
def test_what_the_caller_gave_is_shown(given_: dict[str, object], message: str) -> None:
    resolved = resolve_text(BASE, **given_)  # type: ignore[arg-type]
    assert shown(resolved) == f"{message}\n"
    assert resolved.options == {**DEFAULTS, "refill": resolved.options["refill"]}
    kind = PlayerCountError if "players" in given_ else OptionError
    failure = resolved.failure()
    assert isinstance(failure, kind)
    assert resolved.diagnostics[0].message in str(failure)


def test_a_value_that_is_an_error_has_a_stand_in_of_its_type() -> None:
    resolved = resolve(BAD / "option_definitions.yaml", variant="quick")
    assert dict(resolved.options) == {
        "pairs": False,
        "refill": 5,
        "unable": "take",
        "sizes": (),
        "limit": 100,
        "list": (),
        "none": 0,
    }


def test_an_excerpt_shows_what_the_caller_gave() -> None:
    resolved = resolve_text(BASE, options={"refill": 3, "pairs": "maybe"})
    assert full(resolved.diagnostics, resolved.sources) == (
        "error CR213: Option 'pairs' cannot be maybe: expected true or false.\n"
        " --> <options>:2:7\n"
        "  |\n"
        "2 | pairs=maybe\n"
        "  |       ^^^^^\n"
        "  = help: Choose a value that the option allows.\n"
    )


def test_errors_of_the_file_come_first() -> None:
    resolved = resolve_text(BASE.replace("default: 4", "default: 40"), options={"pairs": 3})
    failure = resolved.failure()
    assert isinstance(failure, RulesetError)
    assert [each.code for each in failure.diagnostics] == ["CR210"]


OPTIONS = st.dictionaries(st.text(), st.recursive(st.none() | st.text() | st.integers(), st.lists), max_size=4)


@given(OPTIONS)
def test_no_options_raise(options: dict[str, object]) -> None:
    resolved = resolve_text(BASE, options=options)
    unknown = [name for name in options if name not in DEFAULTS]
    assert len(resolved.diagnostics) >= len(unknown)


@given(st.lists(st.text()), st.none() | st.text(), st.none() | st.integers())
def test_no_settings_raise(settings: list[str], variant: str | None, players: int | None) -> None:
    resolved = resolve_text(BASE, settings=settings, variant=variant, players=players)
    for problem in resolved.diagnostics:
        assert "\n" not in problem.message
        assert problem.span.end <= len(resolved.sources[problem.span.file].text)


def test_a_game_for_one_number_of_players_names_that_number() -> None:
    """Not `from 2 to 2`: where a range has one member, no message shows a range."""
    resolved = resolve_text("cardrules: 1\nname: Duel\nplayers: 2\n", players=3)
    wrong = "The game is for 2 players, not for 3."
    (found,) = (each for each in resolved.diagnostics if each.code == "CR215")
    assert (found.message, found.help) == (wrong, "Choose 2 players.")


def test_nothing_of_a_file_in_a_newer_format_is_read() -> None:
    """Its keys may mean something else, so one problem is told and no rule taken over."""
    resolved = resolve_text("cardrules: 99\nname: Duel\nplayers: {least: 5, most: 2}\nrounds: 3\n")
    assert [each.code for each in resolved.diagnostics] == ["CR111"]
    assert not resolved.tree.entries


# Facts about a game


FACTS = "about: {family: rummy, aliases: [Old Base], best: 3, minutes: 20, sources: [A book]}"


def facts(text: str, base: str = FACTS) -> object:
    """Return the facts about a child of a base that has some."""
    files = {"base.yaml": Source("base.yaml", BASE.replace("deck:", f"{base}\ndeck:", 1))}

    def read(path: Path) -> tuple[Source | None, list[Diagnostic]]:
        return files[path.name], []

    resolved = resolve_text(f"cardrules: 1\nextends: base.yaml\n{text}", "child.yaml", loader=read)
    assert not resolved.diagnostics, shown(resolved)
    whole = plain(resolved.tree)
    assert isinstance(whole, dict)
    return whole.get("about")


def test_a_child_has_the_facts_of_its_parent_but_for_names_and_sources() -> None:
    assert facts("") == {"family": "rummy", "best": 3, "minutes": 20}
    assert facts("remove: [about]") is None
    assert facts("", "about: {aliases: [Old Base]}") is None


def test_a_child_replaces_facts_one_by_one() -> None:
    text = "about: {minutes: 5, difficulty: hard, aliases: [New Base]}"
    wanted = {"family": "rummy", "best": 3, "minutes": 5, "difficulty": "hard", "aliases": ["New Base"]}
    assert facts(text) == wanted
    assert facts(text, "") == {"minutes": 5, "difficulty": "hard", "aliases": ["New Base"]}


def test_with_other_numbers_of_players_another_one_is_best() -> None:
    assert facts("change: {players: {least: 3}}") == {"family": "rummy", "minutes": 20}
    text = "change: {players: {least: 3}}\nabout: {best: 4}"
    assert facts(text) == {"family": "rummy", "minutes": 20, "best": 4}
