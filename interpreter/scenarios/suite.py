"""Suites: scenarios with their ruleset, read from a ruleset or from a file of their own."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from ... import rulesets
from ..check.load import Loaded, checked, load_ruleset
from ..diagnostics import Diagnostic, Source, has_errors, in_order
from ..resolve.resolve import Loader, is_name, read_ruleset, resolve_text, unreadable
from ..source.files import read_source
from ..source.located import Mapping, Node, Scalar
from ..source.schema import examine
from ..source.yaml_parser import parse
from .games import Games
from .scenario import Scenario, read_scenarios

if TYPE_CHECKING:
    from ..diagnostics import Sources


@dataclass(frozen=True, slots=True)
class Suite:
    """The scenarios of one file, with their ruleset.

    Attributes:
        file: the file, or the bare name of a bundled ruleset.
        scenarios: the scenarios of the file.
        games: the games of the ruleset; None if it cannot be loaded.
        diagnostics: what is wrong with the file or the ruleset.
        sources: the texts that the diagnostics refer to.
        examples: the scenarios inside the ruleset, if `file` is another file. Their results are
            not reported, but coverage, mutation testing and trial games use them.
    """

    file: str
    scenarios: list[Scenario]
    games: Games | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    examples: list[Scenario] = field(default_factory=list[Scenario])

    @property
    def all_scenarios(self) -> list[Scenario]:
        """The scenarios inside the ruleset and those of the suite."""
        return [*self.examples, *self.scenarios]

    def chosen(self, only: str) -> list[Scenario]:
        """Return the scenarios whose name contains `only`, or matches it as a pattern with `*`."""
        return [e for e in self.scenarios if only in e.name or fnmatchcase(e.name, only)]


def opened(name_or_path: str | os.PathLike[str]) -> Suite:
    """Open a ruleset or a suite and return its scenarios.

    Args:
        name_or_path: the bare name of a ruleset, or the path of a ruleset or suite.
    """
    text = os.fspath(name_or_path)
    if rulesets.path(text) is None:
        source, problems = read_source(text)
        if source is not None:
            tree, _ = parse(source)
            if is_suite(tree):
                return open_suite(source)
        elif problems[0].code != "CR001" or not is_name(text):
            return Suite(text, [], None, tuple(problems), {})
    return own_scenarios(load_ruleset(text), text)


def opened_text(source: Source, loader: Loader = read_ruleset) -> Suite:
    """Return the scenarios of a text that stands for a suite or a ruleset; `loader` reads other files."""
    if is_suite(parse(source)[0]):
        return open_suite(source, loader)
    return own_scenarios(checked(resolve_text(source.text, source.file, loader=loader)), source.file)


def is_suite(tree: Node | None) -> bool:
    """Return whether a file's data is meant as a suite: whether it has `cardrules_suite`."""
    return isinstance(tree, Mapping) and "cardrules_suite" in tree.entries


def own_scenarios(loaded: Loaded, source: str) -> Suite:
    """Return the scenarios inside a ruleset.

    Args:
        loaded: the ruleset, loaded without options, variant or number of players.
        source: its bare name or path.
    """
    sources = loaded.resolved.sources
    if loaded.failure() is not None or loaded.ruleset is None:
        errors = tuple(each for each in loaded.diagnostics if each.severity == "error")
        return Suite(source, [], None, errors, sources)
    scenarios = read_scenarios(loaded.ruleset.scenarios)
    return Suite(source, scenarios, Games(loaded, source), (), sources)


def open_suite(source: Source, loader: Loader = read_ruleset) -> Suite:
    """Return the scenarios of a suite; its ruleset is looked up from the suite's folder, and read by `loader`."""
    sources = {source.file: source}
    tree, problems = parse(source)
    found, sound = examine(tree, "suite") if tree is not None else ([], None)
    problems += found
    name = sound.get("ruleset") if isinstance(sound, Mapping) else None
    scenarios = sound.get("scenarios") if isinstance(sound, Mapping) else None
    if not isinstance(name, Scalar) or has_errors(problems):
        return Suite(source.file, [], None, tuple(in_order(problems)), sources)
    path = _beside(name.text, source.file)
    loaded = load_ruleset(path, loader=loader)
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
    """Return the bare name of a bundled ruleset, or a path relative to another file's folder."""
    return name if rulesets.path(name) is not None else str(Path(file).parent / name)


def _failure(loaded: Loaded, name: Scalar) -> list[Diagnostic]:
    """Return why a suite's ruleset cannot be loaded; a missing file is reported at its name."""
    errors = [each for each in loaded.diagnostics if each.severity == "error"]
    return errors if loaded.resolved.sources else list(unreadable("ruleset", name, loaded.resolved.path, errors))
