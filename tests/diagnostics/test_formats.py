"""One golden set of diagnostics in every format, and the formats against their schemas."""

from __future__ import annotations

import json
import os
import re
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from cardrules.cli.diagnostics.exports import github
from cardrules.cli.diagnostics.render import render
from cardrules.interpreter.diagnostics import Diagnostic, Fix, Label, Source, Span, error, warning

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
ENDINGS = {
    "full": "txt",
    "concise": "txt",
    "json": "json",
    "github": "txt",
    "sarif": "json",
    "junit": "xml",
    "gitlab": "json",
}

PLAIN = "cardrules: 1\nname: Golden\nzones:\n  stok: {faces: hidden}\n  pile:\n    faces: shown\n"
ODD = "name: '♠🂡 <&\"> 100 %'\r\nsummary: é ]]> x\r\n"
SOURCES = {
    "games/plain.yaml": Source("games/plain.yaml", PLAIN),
    "games/a b, 100%:é.yaml": Source("games/a b, 100%:é.yaml", ODD),
}
CLEAN = "games/clean.yaml"


def at(text: str, file: str = "games/plain.yaml") -> Span:
    start = SOURCES[file].text.index(text)
    return Span(file, start, start + len(text))


ODD_FILE = "games/a b, 100%:é.yaml"
SET: list[Diagnostic] = [
    error("CR401", "there is no name 'stock' here", at("stok"), help="did you mean 'stok'?"),
    error(
        "CR101",
        "Unknown key 'stok'.",
        at("stok"),
        Label(at("pile"), "like this one"),
        Label(Span("elsewhere.yaml", 3, 4), "in a file that is not at hand"),
        help="Did you mean 'stock'?",
        fix=Fix(at("stok"), "stock", safe=True),
    ),
    warning("CR510", "Something over several lines.", at("pile:\n    faces: shown")),
    error("CR103", "At the very end.", Span("games/plain.yaml", len(PLAIN), len(PLAIN))),
    error("CR105", 'Wide, astral: ♠🂡, and 100 %: <b>&amp;"]]>\nnext\x1b[31m', at("🂡 <&", ODD_FILE)),
    warning("CR105", "The same place twice.", at("é", ODD_FILE)),
    warning("CR105", "The same place twice.", at("é", ODD_FILE)),
    error("CR001", "There is no such file.", Span("games/missing.yaml", 0, 0)),
]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def shown(output: str) -> str:
    files = [*SOURCES, CLEAN, "games/missing.yaml"]
    text = render(SET, SOURCES, cast("Any", output), files=files)
    return re.sub(r'("version": )"0\.[^"]*"', r'\1"0"', text)  # our own version


@pytest.mark.parametrize("output", ENDINGS)
def test_the_golden_set_in_each_format(output: str) -> None:
    path = GOLDEN / f"{output}.{ENDINGS[output]}"
    text = shown(output)
    if os.environ.get("UPDATE_EXPECTED"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("output", ENDINGS)
def test_nothing_found_is_shown_in_each_format(output: str) -> None:
    text = render([], {}, cast("Any", output), files=[CLEAN])
    if ENDINGS[output] == "json":
        assert json.loads(text) is not None
    assert "CR" not in text


# GitHub


def test_github_escapes_what_its_commands_would_misread() -> None:
    for line in shown("github").splitlines():
        properties, message = re.fullmatch(r"::(?:error|warning) (.*?)::(.*)", line).groups()  # type: ignore[union-attr]
        pairs = dict(each.split("=", 1) for each in properties.split(","))
        assert set(pairs) <= {"file", "line", "endLine", "col", "endColumn", "title"}
        assert not re.search(r"%(?!25|0A|0D|3A|2C)", properties + message)
        assert ":" not in properties
        # Columns only where a place is in one line: GitHub refuses others.
        assert ("col" in pairs) == (pairs.get("endLine") == pairs["line"])


def test_github_counts_from_the_root_of_the_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.chdir(tmp_path / "sub")
    source = Source("game.yaml", "x")
    found = [error("CR101", "No.", Span("game.yaml", 0, 1))]
    assert "file=sub/game.yaml,line=1,endLine=1,col=1,endColumn=1," in github(found, {"game.yaml": source})


# SARIF


@pytest.fixture(scope="module")
def sarif() -> Any:
    """The schema of SARIF 2.1.0 as pydantic models, which have no types."""
    models = import_module("pydantic_sarif.model")
    return models.StaticAnalysisResultsFormatSarifVersion210JsonSchema


def test_sarif_follows_the_schema_of_version_2_1_0(sarif: Any) -> None:
    for text in (shown("sarif"), render([], {}, "sarif")):
        log = sarif.model_validate_json(text)
        assert log.version.value == "2.1.0"


def test_the_schema_would_refuse_a_wrong_log(sarif: Any) -> None:
    log = json.loads(shown("sarif"))
    log["runs"][0]["results"][0]["levle"] = "error"
    with pytest.raises(ValueError, match="levle"):
        sarif.model_validate(log)


def test_sarif_rules_results_and_fixes_belong_together() -> None:
    run = json.loads(shown("sarif"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) == len(SET)
    for result, diagnostic in zip(run["results"], SET, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == diagnostic.code
        assert rules[result["ruleIndex"]]["help"]["markdown"].startswith(f"# {diagnostic.code}")
    marks = [each["partialFingerprints"]["cardrules/v1"] for each in run["results"]]
    assert len(set(marks)) == len(marks)
    (fixed,) = [each for each in run["results"] if "fixes" in each]
    (replacement,) = fixed["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "stock"}
    assert replacement["deletedRegion"]["endColumn"] == 7  # after the last character
    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in run["results"]]
    assert "games/a%20b%2C%20100%25%3A%C3%A9.yaml" in uris


# JUnit


def test_junit_has_a_passing_test_for_a_clean_file_and_a_failure_for_each_diagnostic() -> None:
    reader: Any = import_module("junitparser").JUnitXml  # it has no types
    report = reader.fromstring(shown("junit").encode("utf-8"))
    assert (report.tests, report.failures, report.errors) == (len(SET) + 1, len(SET), 0)
    by_name = {suite.name: list(suite) for suite in report}
    assert [case.is_passed for case in by_name[CLEAN]] == [True]
    assert len(by_name["games/plain.yaml"]) == 4
    assert not any(case.is_passed for case in by_name["games/plain.yaml"])


# GitLab


def test_gitlab_has_what_its_code_quality_report_needs() -> None:
    report = json.loads(shown("gitlab"))
    for each in report:
        assert set(each) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert each["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert each["location"]["lines"]["begin"] >= 1
        assert not each["location"]["path"].startswith("./")
    assert len({each["fingerprint"] for each in report}) == len(report)


def test_a_fingerprint_stays_when_lines_come_before_it() -> None:
    def marks(text: str) -> list[str]:
        source = Source("g.yaml", text)
        start = text.index("stok")
        found = [error("CR101", "Unknown key 'stok'.", Span("g.yaml", start, start + 4))]
        report = json.loads(render(found, {"g.yaml": source}, "gitlab"))
        return [each["fingerprint"] for each in report]

    assert marks("stok: 1\n") == marks("# new\n\nstok: 1\n") != marks("stok: 2\n")


# Files elsewhere


@pytest.mark.parametrize("output", ["github", "sarif", "junit", "gitlab"])
def test_reports_for_services_tell_no_path_of_the_machine(
    output: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The kind of mistake: a parent outside the repository was told by its absolute path."""
    (tmp_path / "repository").mkdir()
    monkeypatch.chdir(tmp_path / "repository")
    paths = [str(tmp_path / "parent é.yaml"), "../parent é.yaml", str(Path.cwd() / "own.yaml")]
    sources = {path: Source(path, "x: 1") for path in paths}
    found = [
        error(
            "CR101",
            "No.",
            Span(path, 0, 1),
            Label(Span(paths[0], 1, 2), "here"),
            fix=Fix(Span(path, 0, 1), "y", safe=True),
        )
        for path in paths
    ]
    text = render(found, sources, cast("Any", output), files=paths)
    assert str(tmp_path) not in text
    assert tmp_path.as_uri() not in text
    assert "own.yaml" in text
    if output == "sarif":
        (run,) = json.loads(text)["runs"]
        bases = [
            each["locations"][0]["physicalLocation"]["artifactLocation"].get("uriBaseId") for each in run["results"]
        ]
        assert bases == ["ELSEWHERE", "ELSEWHERE", None]
