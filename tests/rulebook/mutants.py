"""Which changes to the rules of bundled games their rulebooks tell: `python -m tests.rulebook.mutants`.

A mutant (`interpreter/scenarios/mutation.py`) is told if the rulebook of the changed rules differs from that of the
rules as they are: under the defaults, under the options of some scenario, or with another value of an option that the
rule reads, or that others read which depend on what the rule changes. In both, the hand-written words for the changed
text count as old, as those of a parent do where a child changes a rule: that they are left out tells nothing.
Changes that make no difference for what players may do or score, which docs/mutants.md lists, are left out.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import click

from cardrules.interpreter.check.check import check
from cardrules.interpreter.check.load import Loaded
from cardrules.interpreter.program.coverage_points import Point, points
from cardrules.interpreter.program.trace import Trace
from cardrules.interpreter.resolve.options import OptionValue, read_option
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.notes import uses
from cardrules.interpreter.rulebook.rulebook import book_of, with_remarks
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.mutation import Mutant, mutants
from cardrules.interpreter.scenarios.running import run_scenario
from cardrules.interpreter.scenarios.scenario import integer
from cardrules.interpreter.source.located import Mapping
from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax.ruleset import Ruleset
from cardrules.rulesets import bundled
from tests.scenarios.bundled import games, suite

PAGE = (Path(__file__).parents[2] / "docs" / "mutants.md").read_text("utf-8")
UNNOTICED = Counter(re.findall(r"^\| (\w+) \| ([\w.]+) \| (`.+) \| (?:one|same: .+|one: .+|seen|far) \|$", PAGE, re.M))
"""The changes that no scenario notices: the game, the address and the change."""

MOST_SETTINGS = 4
"""Under how many settings the rulebook is written for one change."""

Setting = tuple[tuple[tuple[str, OptionValue], ...], int]
"""The values of all options, and the number of players."""


def change(mutant: Mutant) -> str:
    """Return the words of a change, as docs/mutants.md has them."""
    words = mutant.survives().message.removeprefix("No scenario fails if ")
    return words.removesuffix(f" ({mutant.address}).")


def noticed(name: str) -> Iterator[Mutant]:
    """Yield the mutants of a bundled game that change what players may do or score."""
    rules = games(name).loaded.ruleset
    assert rules is not None
    left = Counter(UNNOTICED)
    for each in mutants(rules):
        row = name, each.address, change(each)
        if left[row]:
            left[row] -= 1
        else:
            yield each


@cache
def reached(name: str) -> dict[Setting, set[Point]]:
    """Return what scenarios of a game reach under their options and numbers of players, the usual ones first."""
    loaded, source = games(name).loaded, games(name).source
    rules, usual = loaded.ruleset, loaded.resolved
    assert rules is not None
    trace = Trace(points(rules))
    watched = Games(loaded, source, trace)
    found: dict[Setting, set[Point]] = {(tuple(usual.options.items()), usual.players): set()}
    for scenario in suite(name).all_scenarios:
        run_scenario(scenario, watched)
        options = watched.options(scenario)
        setting = tuple(options.items()), integer(scenario.players, usual.players)
        found.setdefault(setting, set()).update(trace.passed())
    return found


def settings(name: str, address: str) -> Iterator[Setting]:
    """Yield the usual setting, those under which scenarios reach most of a rule, and those with one of its options."""
    usual = games(name).loaded.resolved
    yield tuple(usual.options.items()), usual.players
    seen, *others = reached(name).values()
    rule = ".".join(address.split(".")[:2])
    here = {
        setting: {each for each in points if f"{each.address}.".startswith(f"{rule}.")}
        for setting, points in [*reached(name).items()][1:]
    }
    for _ in range(min(len(others), MOST_SETTINGS - 1)):
        best = max(here, key=lambda setting: (len(here[setting] - seen), len(here[setting])))
        seen = seen | here.pop(best)
        yield best
    for option in options_of(name, rule):
        for value in other_values(usual.option_nodes[option], usual.options[option]):
            yield tuple({**usual.options, option: value}.items()), usual.players


@cache
def options_of(name: str, rule: str) -> list[str]:
    """Return the options that a rule reads, the definitions that it uses, or rules about a variable that it sets."""
    rules = games(name).loaded.ruleset
    assert rules is not None
    used = [*uses(rules, *rule.split("."))]
    changed = {
        each.name
        for node in used
        if isinstance(node, n.Assign | n.Add)
        for each in n.walk(cast("n.Node", node.target))
        if isinstance(each, n.Name | n.Of)
    }
    sections = {"define": rules.definitions, "actions": rules.actions, "effects": rules.effects, "phases": rules.phases}
    for section, holder in sections.items():
        for own in holder:
            there = [*uses(rules, section, own)]
            used += there if changed & rules.variables.keys() & set(_names(there)) else []
    read = set(_names(used))
    return [option for option, spoken in rules.spoken.items() if spoken in read]


def _names(nodes: Iterable[n.Node]) -> Iterator[str]:
    yield from (each.name for each in nodes if isinstance(each, n.Name | n.Of | n.Call))


def other_values(written: Mapping, usual: OptionValue) -> Sequence[OptionValue]:
    """Return what an option may be, too; of a number one more, or one less."""
    option = read_option(written)
    if isinstance(usual, bool):
        return [not usual]
    if isinstance(usual, int):
        return [value for value in (usual + 1, usual - 1) if option.allows(value)][:1]
    if option.kind == "integer":
        return [option.stand_in]
    return [value for value in option.choices if value != usual]


@cache
def text(name: str, setting: Setting, address: str) -> str:
    """Return the rules of a game in words, as they are, with old words for one text."""
    rules = games(name).loaded.ruleset
    assert rules is not None
    return text_of(name, rules, setting, address) or ""


def text_of(name: str, rules: Ruleset, setting: Setting, address: str) -> str | None:
    """Return rules in words; None if they have errors."""
    options, players = dict(setting[0]), setting[1]
    program, found = check(rules, dict(setting[0]), players)
    if program is None or any(each.severity == "error" for each in found):
        return None
    resolved = replace(games(name).loaded.resolved, options=options, players=players)
    written = re.sub(r"^tricks\.top_\d+", "tricks.top_trumps", address)
    book = book_of(Loaded(resolved, rules, program, ()), {written})
    return "\n".join(d.plain(line) for line in d.lines(with_remarks(book)))


def told(name: str, mutant: Mutant) -> bool | None:
    """Return whether a rulebook tells a mutant; None if it has errors under all settings."""
    verdict: bool | None = None
    for setting in settings(name, mutant.address):
        new = text_of(name, mutant.rules, setting, mutant.address)
        if new is not None:
            verdict = False
            if new != text(name, setting, mutant.address):
                return True
    return verdict


def sample(name: str, size: int) -> list[Mutant]:
    """Return some of the mutants of a game, always the same; all of them for the size 0."""
    found = list(noticed(name))
    return Random(f"{name} {size}").sample(found, min(size, len(found))) if size else found


def main() -> None:
    """Print the mutants that are not told, and for each game how many are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=bundled())
    parser.add_argument("--each", type=int, default=0, help="try only so many changes of each game")
    chosen = parser.parse_args()
    rows: list[str] = []
    all_told = all_tried = 0
    for name in chosen.games:
        verdicts = [(each, told(name, each)) for each in sample(name, chosen.each)]
        tried = [verdict for _, verdict in verdicts if verdict is not None]
        for each, verdict in verdicts:
            if verdict is False:
                click.echo(f"| {name} | {each.address} | {change(each)} |")
        all_told, all_tried = all_told + sum(tried), all_tried + len(tried)
        rows.append(f"| {name} | {len(tried)} | {sum(tried)} | {sum(tried) / len(tried):.1%} |")
        click.echo(rows[-1])
    click.echo("\n".join(["", "| game | changes | told | share |", "|---|---|---|---|", *rows]))
    click.echo(f"| all | {all_tried} | {all_told} | {all_told / all_tried:.1%} |")


if __name__ == "__main__":
    main()
