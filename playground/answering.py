"""What the worker of the playground answers about the rules that are being written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.check.load import checked
from ..interpreter.diagnostics import Source, has_errors, printable
from ..interpreter.errors import CardrulesError
from ..interpreter.game.rules import Rules
from ..interpreter.resolve.resolve import resolve_text
from ..interpreter.rulebook.html import html
from ..interpreter.rulebook.rulebook import rulebook
from ..interpreter.scenarios.results import Passed
from ..interpreter.scenarios.running import run_ruleset, run_scenario
from ..interpreter.scenarios.suite import open_suite, opened_text
from ..interpreter.service.completion import complete
from ..interpreter.service.corrections import actions, formatting
from ..interpreter.service.hover import hover
from ..interpreter.service.placing import placed
from ..interpreter.service.workspace import Workspace
from .trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..interpreter.diagnostics import Diagnostic, Span, Survey
    from ..interpreter.scenarios.results import Difference
    from ..interpreter.scenarios.suite import Suite
    from ..interpreter.service.values import Action, Edit

FILE: Final = "/table/games/mine.yaml"
"""The name of the document; names of other files are meant from its folder."""

PARTS: Final = Path("/table/parts")
"""Where the worker has put the files of its table when it is asked for a page."""

MOMENT: Final = 0.3
"""For how many seconds games are played until other questions have their turn."""


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a text: Python counts characters, a browser units of UTF-16."""

    text: str

    def browser(self, offset: int) -> int:
        """Return where the browser has a place."""
        return len(self.text[:offset].encode("utf-16-le", "surrogatepass")) // 2

    def python(self, offset: int) -> int:
        """Return where Python has a place."""
        return len(self.text.encode("utf-16-le", "surrogatepass")[: 2 * offset].decode("utf-16-le", "replace"))


class Answers:
    """Answers questions about one document.

    Args:
        file: the name of the document.
    """

    def __init__(self, file: str = FILE) -> None:
        """Begin with an empty document."""
        self._file = file
        self._workspace = Workspace()
        self._places = Places("")
        self._methods: dict[str, Callable[[dict[str, Any]], Any]] = {
            "first": self.first,
            "diagnostics": self.diagnostics,
            "complete": self.complete,
            "hover": self.hover,
            "format": self.format,
            "rulebook": self.rulebook,
            "test": self.test,
            "compare": self.compare,
            "check": self.check,
            "parents": self.parents,
            "publish": self.publish,
        }
        self._suite: tuple[str, Suite] | None = None
        self._trial: Trial | None = None

    def answer(self, asked: str) -> str:
        """Return the answer to a question.

        Args:
            asked: JSON with the `method`, the `text` of the document, and what the method needs.

        Returns:
            JSON with the `answer`, or with `refused`: a sentence that says why there is none.
        """
        given: dict[str, Any] = json.loads(asked)
        self.open(given["text"])
        try:
            found = {"answer": self._methods[given["method"]](given)}
        except CardrulesError as error:
            found = {"refused": printable(str(error))}
        return json.dumps(found, ensure_ascii=False)

    def open(self, text: str) -> None:
        """Take the text of the document."""
        if text != self._places.text:
            self._places = Places(text)
        self._workspace.open(self._file, text)

    # ------------------------------------------------------------------------------- mistakes

    def first(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return what is wrong with the defaults, and whether the rules can be played."""
        found = self._workspace.first_diagnostics(self._file)
        document = self._workspace.document(self._file)
        playable = document.kind == "ruleset" and document.fresh and not has_errors(found.diagnostics)
        rules = document.loaded.ruleset if document.loaded is not None else None
        title = printable(rules.title) if rules is not None else ""
        return {"problems": self._problems(found), "playable": playable, "title": title}

    def diagnostics(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return what is wrong: the same as `cardrules validate` says."""
        return {"problems": self._problems(self._workspace.diagnostics(self._file))}

    def _problems(self, found: Survey) -> list[dict[str, Any]]:
        """Return the diagnostics; those of a parent stand at its name."""
        shown = placed(self._workspace.text(self._file), found).diagnostics
        return [
            self._problem(each, actions(found, real.span) if each is real else [])
            for each, real in zip(shown, found.diagnostics, strict=True)
        ]

    def _problem(self, problem: Diagnostic, corrections: Iterable[Action]) -> dict[str, Any]:
        """Return a diagnostic, with its corrections among those at its place."""
        return {
            **self._range(problem.span),
            "line": self._places.text.count("\n", 0, problem.span.start) + 1,
            "severity": problem.severity,
            "code": problem.code,
            "message": printable(problem.message),
            "help": printable(problem.help or ""),
            "actions": [
                {"title": each.title, "sure": each.sure, "edits": [self._edit(edit) for edit in each.edits]}
                for each in corrections
                if each.code == problem.code and each.span == problem.span
            ],
        }

    def _range(self, span: Span) -> dict[str, int]:
        return {"from": self._places.browser(span.start), "to": self._places.browser(span.end)}

    def _edit(self, edit: Edit) -> dict[str, Any]:
        return {**self._range(edit.span), "insert": edit.text}

    # ------------------------------------------------------------------------------- an editor

    def complete(self, given: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what may be written at the offset."""
        found = complete(self._workspace, self._file, self._places.python(given["offset"]))
        return [
            {
                **self._edit(each.edit),
                "label": each.label,
                "kind": each.kind,
                "detail": each.detail,
                "help": each.help,
                "rank": each.rank,
                "snippet": each.snippet,
            }
            for each in found
        ]

    def hover(self, given: dict[str, Any]) -> dict[str, Any] | None:
        """Return what is known about the word at the offset, in Markdown."""
        found = hover(self._workspace, self._file, self._places.python(given["offset"]))
        return None if found is None else {**self._range(found.span), "text": found.text}

    def format(self, _: dict[str, Any]) -> dict[str, Any] | None:
        """Return the change that gives the document the standard layout, if there is one."""
        edit = formatting(self._workspace, self._file)
        return None if edit is None else self._edit(edit)

    # ------------------------------------------------------------------------------- the rules

    def rulebook(self, _: dict[str, Any]) -> str:
        """Return the rulebook as a page; of rules with mistakes an empty text."""
        loaded = self._workspace.document(self._file).loaded
        if loaded is None or loaded.program is None or loaded.failure() is not None:
            return ""
        return html(rulebook(loaded))

    # ------------------------------------------------------------------------------- scenarios

    def test(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the results of the scenario with a number, from 0, and how many there are."""
        if self._suite is None or self._suite[0] != self._places.text:
            self._suite = self._places.text, opened_text(self._workspace.text(self._file), self._workspace.read)
        suite, number = self._suite[1], int(given["number"])
        scenarios = [each for each in suite.scenarios if each.span.file == self._file]
        count = len(scenarios)
        if suite.games is None or number >= count:
            return {"count": count}
        scenario = scenarios[number]
        results, problems = run_scenario(scenario, suite.games)
        wrong = [printable(each.message) for each in problems if each.severity == "error"]
        tests = [
            {
                **self._range(each.span),
                "passed": isinstance(each, Passed),
                "told": [] if isinstance(each, Passed) else [_told(difference) for difference in each.differences],
            }
            for each in results
        ]
        return {
            "count": count,
            "name": printable(scenario.name),
            "help": printable(scenario.help),
            **self._range(scenario.span),
            "passed": not wrong and all(each["passed"] for each in tests),
            "tests": tests,
            "wrong": wrong,
        }

    # ------------------------------------------------------------------------------- what a rule does

    def compare(self, given: dict[str, Any]) -> dict[str, Any]:
        """Play on for a moment with and without the change, and return what is known so far.

        The change is what the document makes of its parent; that of a whole game is what it makes of `before`, the
        text with which the page began. With `anew` all games are played again.

        Raises:
            CardrulesError: there is nothing to compare, or a game cannot go on.
        """
        if self._trial is None or self._trial.text != self._places.text or given["anew"]:
            self._trial = Trial(self._places.text, *self._sides(given["before"]))
        self._trial.play(MOMENT)
        return self._trial.told()

    def _sides(self, before: str) -> tuple[Rules, Rules]:
        document = self._workspace.document(self._file)
        base = self._workspace.parent_of(document)
        if base is None and before not in ("", self._places.text):
            base = checked(resolve_text(before, self._file, loader=self._workspace.read))
        if base is None or document.loaded is None:
            raise CardrulesError("There is nothing to compare yet: change a rule of the game first.")
        if base.failure() is not None or document.loaded.failure() is not None:
            raise CardrulesError("The rules have mistakes; correct them first.")
        return Rules(base, "before"), Rules(document.loaded, self._file)

    # ------------------------------------------------------------------------------- passing on

    def parents(self, _: dict[str, Any]) -> list[dict[str, str]]:
        """Return the files that the document extends and that do not come with cardrules, by name."""
        loaded = self._workspace.document(self._file).loaded
        if loaded is None:
            return []
        files = [Path(each.file) for each in loaded.resolved.sources.values() if each.file != self._file]
        folder = Path(self._file).parent
        return [{"name": each.name, "text": each.read_text("utf-8")} for each in files if each.parent == folder]

    def publish(self, _: dict[str, Any]) -> str:
        """Return a page that plays the rules without a network; the parts of this table lie in the folder `PARTS`.

        Raises:
            CardrulesError: the rules have mistakes.
        """
        from ..table.alone.publishing import unpacked

        if has_errors(self._workspace.diagnostics(self._file).diagnostics):
            raise CardrulesError("The rules have mistakes; correct them first.")
        file = Path(self._file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self._places.text, "utf-8")
        return unpacked({each.name: each.read_bytes() for each in PARTS.iterdir()}, [self._file]).page()

    # ------------------------------------------------------------------------------- the tutorial

    def check(self, given: dict[str, Any]) -> list[bool]:
        """Return which conditions of a task hold; `tutorial.yaml` lists their kinds."""
        return [self._holds(*condition) for each in given["conditions"] for condition in each.items()]

    def _holds(self, kind: str, value: Any) -> bool:
        problems = self._workspace.diagnostics(self._file).diagnostics
        if kind == "mistakes":
            return len(problems) == value
        if has_errors(problems):
            return False
        if kind == "formatted":
            return formatting(self._workspace, self._file) is None
        if kind == "passes":
            return self._passes(value)
        loaded = checked(resolve_text(self._places.text, self._file, loader=self._workspace.read))
        report = run_ruleset(loaded, self._file, watch=kind == "covered")
        if kind == "tests":
            return len(report.results) >= value and report.ok
        assert kind == "covered", kind
        return report.ok and report.coverage is not None and report.coverage.percent >= value

    def _passes(self, scenarios: dict[str, Any]) -> bool:
        """Return whether the rules pass scenarios that are not in the document."""
        file = str(Path(self._file).with_name("task.yaml"))
        data = {"cardrules_suite": 1, "ruleset": Path(self._file).name, "scenarios": scenarios}
        suite = open_suite(Source(file, json.dumps(data)), self._workspace.read)
        games = suite.games
        if games is None:
            return False
        found = [run_scenario(each, games)[0] for each in suite.scenarios]
        return all(tests and all(isinstance(each, Passed) for each in tests) for tests in found)


def _told(difference: Difference) -> str:
    told = printable(difference.told)
    return f"{told[:1].upper()}{told[1:]}."


_answers: Final = Answers()


def answer(asked: str) -> str:
    """Return the answer to a question about the document of the page; see `Answers.answer`."""
    return _answers.answer(asked)
