"""Leaves out tests whose content has passed before: `pytest --changed`, which is what `make test` runs.

The content of a test is all that it can read: its module with the modules of tests that it imports, the data
beside them, the rooms of the program that it names, and the rulesets. A test whose name contains games, such as
`test_layout[hearts]`, reads the files of these games and of their parents; any other test may read them all.

What passed is kept in `.pytest_cache`. The next run leaves out

- what has the same content as when it passed;
- where only the program has changed, the tests of most games: one game in eight is played, and another choice of
  games after each change. `--all` plays the rest, as CI does.

A clean clone keeps nothing, so there all tests run.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TESTS: Final = ROOT / "tests"

ONE_IN: Final = 8
"""Of how many games one is played where only the program has changed."""

KEY: Final = "cardrules/kept"
"""The name in pytest's cache."""

ALWAYS: Final = frozenset({"interpreter", "schema", "pyproject.toml", "__init__.py"})
"""What every test can read. Rulesets are read by game."""

ANYTHING: Final = re.compile(r"\b(subprocess|rootpath|pexpect|pty)\b|\.parents\b|\.parent\.parent\b")
"""What is named by a test that may read all of the checkout."""

_IMPORT: Final = re.compile(r"^\s*from (\.+)([\w.]*) import ([^\n(]+|\([^)]*\))", re.MULTILINE)
_ROOM: Final = re.compile(r"^\s*(?:from|import) (?:\.+|cardrules\.)(\w+)", re.MULTILINE)
_PARENT: Final = re.compile(r"^extends: *(\w+)", re.MULTILINE)
_NAME: Final = re.compile(r"\w+(?:\.(?:md|toml|cff|in|yml|py)\b)?|\.ci\b|Makefile")
_WORD: Final = re.compile(r"[a-z0-9_]+")
_MADE: Final = re.compile(r"__pycache__|node_modules|\.(pyc|vsix)$|\.(tables|trees|index)\.json$|/(build|dist)/")


def digest(parts: Iterable[str]) -> str:
    """Return a short digest of texts in their order."""
    made = blake2b(digest_size=8)
    for part in parts:
        made.update(part.encode())
        made.update(b"\0")
    return made.hexdigest()


class Contents:
    """What tests read, as digests. The files of a checkout are read once."""

    @cached_property
    def games(self) -> frozenset[str]:
        """The names of the bundled games."""
        return frozenset(path.stem for path in (ROOT / "rulesets").glob("*.yaml"))

    @cached_property
    def _files(self) -> dict[Path, str]:
        """Each file of the checkout with the digest of its bytes."""
        tops = [each for each in ROOT.iterdir() if not each.name.startswith(".") or each.name == ".ci"]
        found = [path for top in tops for path in ([top] if top.is_file() else top.rglob("*"))]
        kept = sorted(path for path in found if path.is_file() and not _MADE.search(path.as_posix()))
        return {path: blake2b(path.read_bytes(), digest_size=8).hexdigest() for path in kept}

    def _owner(self, path: Path) -> str:
        """Return the game whose file this is, such as a ruleset, its suite or its screen; else an empty text."""
        name = _WORD.match(path.name)
        return name[0] if name and name[0] in self.games and path.suffix != ".py" else ""

    @cached_property
    def _by_game(self) -> dict[str, str]:
        """The digest of each game's files; those of a child contain its parents'."""
        own: dict[str, list[str]] = {game: [] for game in self.games}
        for path, content in self._files.items():
            if owner := self._owner(path):
                own[owner] += [path.name, content]

        def line(game: str) -> Iterator[str]:
            yield from own[game]
            for parent in _PARENT.findall((ROOT / "rulesets" / f"{game}.yaml").read_text("utf-8")):
                if parent in own and parent != game:
                    yield from line(parent)

        return {game: digest(line(game)) for game in sorted(self.games)}

    @cached_property
    def _units(self) -> dict[str, str]:
        """The digest of each file and folder at the top of the checkout, without what belongs to a game."""
        parts: dict[str, list[str]] = {}
        for path, content in self._files.items():
            if not self._owner(path):
                parts.setdefault(path.relative_to(ROOT).parts[0], []).extend((path.as_posix(), content))
        return {unit: digest(each) for unit, each in parts.items()}

    @cached_property
    def _beside(self) -> dict[str, list[str]]:
        """The digests of the data in each folder of tests, without what belongs to a game."""
        found: dict[str, list[str]] = {}
        for path, content in self._files.items():
            if path.is_relative_to(TESTS) and path.suffix != ".py" and not self._owner(path):
                found.setdefault(path.relative_to(TESTS).parts[0], []).append(content)
        return found

    @cached_property
    def _reaches(self) -> dict[str, set[str]]:
        """The units that the Python of each unit imports, directly or not."""
        direct: dict[str, set[str]] = {unit: set() for unit in self._units}
        for path in self._files:
            unit = path.relative_to(ROOT).parts[0]
            if path.suffix == ".py" and unit != "tests" and path.parent != ROOT:
                direct[unit] |= {*_ROOM.findall(path.read_text("utf-8"))} & {*self._units}
        while True:
            wider = {unit: each.union(*(direct[other] for other in each)) for unit, each in direct.items()}
            if wider == direct:
                return direct
            direct = wider

    @cache  # noqa: B019 (one object in a session)
    def _closure(self, module: Path) -> frozenset[Path]:
        """Return a module of tests with all modules of tests that it imports, and the settings above it."""
        found: set[Path] = set()
        waiting = [module, *(above / "conftest.py" for above in module.parents if above.is_relative_to(TESTS))]
        while waiting:
            path = waiting.pop()
            if path in found or not path.is_file():
                continue
            found.add(path)
            for dots, name, names in _IMPORT.findall(path.read_text("utf-8")):
                start = path.parents[len(dots) - 1]
                if not start.is_relative_to(TESTS):
                    continue
                target = start.joinpath(*filter(None, name.split(".")))
                waiting += [target.with_suffix(".py"), target / "__init__.py"]
                waiting += [target / f"{each}.py" for each in re.findall(r"\w+", names)]
        return frozenset(found)

    @cache  # noqa: B019
    def _named(self, path: Path) -> frozenset[str]:
        """Return the units that a module of tests names; all, if it may read all of the checkout."""
        text = path.read_text("utf-8")
        units = frozenset(self._units) - {"tests"}
        return units if ANYTHING.search(text) else units & {*_NAME.findall(text)}

    @cache  # noqa: B019
    def _of_module(self, module: Path) -> tuple[str, str]:
        """Return the digest of what a module of tests is, and of what it can read of the program."""
        closure = sorted(self._closure(module))
        rooms = {path.relative_to(TESTS).parts[0] for path in closure if path.parent != TESTS} | {"games"}
        beside = (content for room in sorted(rooms) for content in self._beside.get(room, ()))
        tests = digest((*(self._files[path] for path in closure), *beside))
        settings = (TESTS / "conftest.py", TESTS / "kept.py")  # which all tests have
        named = ALWAYS.union(*(self._named(path) for path in closure if path not in settings))
        program = named.union(*(self._reaches[unit] for unit in named if unit in self._reaches))
        return tests, digest(
            (sys.version, *(f"{unit} {self._units[unit]}" for unit in sorted(program & {*self._units})))
        )

    def of(self, item: pytest.Item) -> tuple[str, str, tuple[str, ...]]:
        """Return what a test reads: a digest without the program, one of the program, and the games in its name."""
        tests, program = self._of_module(item.path)
        named = tuple(game for game in _WORD.findall(item.name.partition("[")[2]) if game in self.games)
        return digest((tests, *(self._by_game[game] for game in named or sorted(self.games)))), program, named


class Kept:
    """The plugin: leaves out what has passed with the same content, and keeps what passes now."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._contents = Contents()
        self._cache: Any = getattr(config, "cache", None)  # None where pytest keeps nothing
        self._kept: dict[str, list[str]] = self._cache.get(KEY, {}) if self._cache else {}
        self._now: dict[str, list[str]] = {}
        self._failed: set[str] = set()
        self._left_out: Counter[str] = Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        leave_out = self._config.getoption("--changed") and not self._config.getoption("--all")
        chosen: list[pytest.Item] = []
        self._left_out.clear()
        for item in items:
            own, program, named = self._contents.of(item)
            why = self._why_not(item.nodeid, own, program, named) if leave_out else ""
            if why:
                self._left_out[why] += 1
            else:
                item.user_properties.append((KEY, [own, program]))
                chosen.append(item)
        items[:] = chosen

    def _why_not(self, test: str, own: str, program: str, named: tuple[str, ...]) -> str:
        """Return why a test need not run; an empty text if it must."""
        before = self._kept.get(test)
        if before == [own, program]:
            return "passed before with the same content"
        if before and before[0] == own and named and int(digest((named[0], program)), 16) % ONE_IN:
            return "of games that are left to --all, for only the program has changed"
        return ""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._left_out and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        output: Any = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[KEY] = dict(self._left_out)
        elif self._cache and (self._now or self._failed):
            kept = {**self._kept, **self._now}
            self._cache.set(KEY, {test: each for test, each in kept.items() if test not in self._failed})

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of pytest-xdist left out; all workers leave out the same."""
        self._left_out = Counter(getattr(node, "workeroutput", {}).get(KEY, {})) or self._left_out

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            found: dict[str, Any] = dict(report.user_properties)
            if KEY in found:
                self._now[report.nodeid] = found[KEY]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for why, count in self._left_out.items():
            terminalreporter.write_line(f"{count:,} tests were left out: {why}.")
