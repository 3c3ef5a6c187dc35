"""Runs the examples in README.md, CONTRIBUTING.md and docs/, and follows their links.

What is run is decided by the first words after a fence:

    ```python           with >>> prompts: a doctest; the blocks of a file share their names.
                        Without prompts: must compile.
    ```yaml ruleset     a whole ruleset without problems; `ruleset CR405` is one that has exactly
                        problems of that code.
    ```yaml file=x.yaml the file is written to the folder in which the page's console blocks run
                        (also after `ruleset`, and `python file=x.py`). A page and those of the
                        folder with its name, such as docs/language.md and docs/language/, share
                        their files.
    ```console          lines `$ ... cardrules ...` are run by a shell, and what they print is
                        compared with what is shown, where something is shown. `...` stands for
                        anything. A command shown without output must succeed.

Any other block, and any other command, is left alone.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from cardrules.interpreter.check.load import check_text

from .calling import Done, call, environment

ROOT = Path(__file__).parents[1]
PAGES = [
    page.relative_to(ROOT).as_posix()
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").glob("**/*.md")),
    )
    if page.is_file()
]
FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)$")
INTERNAL_ERROR = 3


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the words after its fence, its text, and the line on which it starts."""

    page: str
    words: tuple[str, ...]
    text: str
    line: int

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def file(self) -> str | None:
        """The file name of the block, for the commands of the page."""
        names = [word.removeprefix("file=") for word in self.words if word.startswith("file=")]
        return names[0] if names else None


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    lines = iter(enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1))
    for number, line in lines:
        opening = FENCE.match(line)
        if opening is None:
            continue
        body: list[str] = []
        for _, inner in lines:
            closing = FENCE.match(inner)
            if closing and closing["fence"] >= opening["fence"] and not closing["info"].strip():
                break
            body.append(inner.removeprefix(opening["indent"]))
        else:
            raise AssertionError(f"{page}:{number}: this block is never closed")
        yield Block(page, tuple(opening["info"].split()), "\n".join([*body, ""]), number)


def blocks_of(language: str, page: str) -> list[Block]:
    """Return the blocks of a page that are in one language."""
    return [block for block in blocks(page) if block.words[:1] == (language,)]


def prose(page: str) -> Iterator[str]:
    """Yield the lines of a page that are not in fenced blocks."""
    fence = ""
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        found = FENCE.match(line)
        if found and not fence:
            fence = found["fence"]
        elif found and found["fence"] >= fence and not found["info"].strip():
            fence = ""
        elif not fence:
            yield line


@cache
def anchors(page: str) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = [line.lstrip("#").strip() for line in prose(page) if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^()\s]+)\)", "\n".join(prose(page))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent.joinpath(path).resolve() if path else ROOT / page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.relative_to(ROOT).as_posix()), link


RULESETS = [block for page in PAGES for block in blocks_of("yaml", page) if "ruleset" in block.words]


@pytest.mark.parametrize("page", PAGES)
def test_python_examples(page: str) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks_of("python", page):
        if ">>> " not in block.text:
            compile(block.text, str(block), "exec")
            continue
        parser = doctest.DocTestParser()
        example = parser.get_doctest(block.text, names, str(block), page, block.line)
        runner.run(example, clear_globs=False)
        names.update(example.globs)  # get_doctest works on a copy
    assert runner.summarize(verbose=False).failed == 0, "see the report on standard output"


@pytest.mark.parametrize("block", RULESETS, ids=str)
def test_ruleset_examples(block: Block) -> None:
    expected = {word for word in block.words if re.fullmatch(r"CR\d{3}", word)}
    problems = check_text(block.text, block.file or str(block))
    assert {problem.code for problem in problems} == expected, problems


@dataclass(frozen=True, slots=True)
class Command:
    """A command line shown in a page, with the output shown below it."""

    line: str
    output: str


def commands(text: str) -> Iterator[Command]:
    """Yield the commands of a console block that call cardrules."""
    for chunk in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = chunk.partition("\n")
        if re.search(r"(^|[|;&] *)cardrules\b", line):
            yield Command(line, output)


def matches(shown: str, printed: str) -> bool:
    """Return whether an output is as shown, apart from trailing spaces and empty lines."""
    want, got = (
        "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip() + "\n" for text in (shown, printed)
    )
    return doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS)


def test_only_commands_of_cardrules_are_run() -> None:
    text = "$ make test\nmany dots\n$ printf 1 | cardrules run x\n$ cardrules list\ngin\n...\n"
    assert list(commands(text)) == [
        Command("printf 1 | cardrules run x", ""),
        Command("cardrules list", "gin\n...\n"),
    ]


def test_three_dots_stand_for_anything() -> None:
    assert matches("one\n...\nfour\n\n", "one  \ntwo\nthree\nfour\n")
    assert not matches("one\n", "two\n")


def chapter(page: str) -> str:
    """Return the page that leads to a page, such as docs/language.md; the page itself if none does."""
    parent = f"{Path(page).parent.as_posix()}.md"
    return parent if parent in PAGES else page


@pytest.mark.parametrize("page", PAGES)
def test_console_examples(page: str, tmp_path: Path) -> None:
    for block in (block for each in PAGES if chapter(each) == chapter(page) for block in blocks(each)):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    for block in blocks_of("console", page):
        for command in commands(block.text):
            done = run(command.line, tmp_path)
            where = f"{block}: $ {command.line}\n{done.stdout}"
            assert done.returncode != INTERNAL_ERROR, where
            if command.output.strip():
                assert matches(command.output, done.stdout), where
            else:
                assert done.returncode == 0, where


def run(line: str, folder: Path) -> Done:
    """Run a line as a shell would; commands of cardrules alone run in this process."""
    variables = {"NO_COLOR": "1", "COLUMNS": "80"}
    if re.fullmatch(r"cardrules [\w ./,=:-]+", line):
        return call(shlex.split(line)[1:], folder, variables=variables, merged=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={**os.environ, **environment(folder), **variables, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Done(done.returncode, done.stdout, "")
