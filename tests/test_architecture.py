"""Tests of docs/architecture.md: floors, imports, and the files and folders that texts name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cardrules.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
INTERPRETER = ROOT / "interpreter"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TABLE = PAGE.partition("### Floors")[2].partition("\nThe package")[0]
FLOORS = [
    re.findall(r"`([\w.]+?)(?:/|\.py)`", row.split("|")[2])
    for row in TABLE.splitlines()
    if row.startswith("| ") and not row.startswith("| floor")
]
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}
FILES = sorted(INTERPRETER.rglob("*.py"))
ABOVE = [path for name in ("cli", "table", "environments", "playground") for path in (ROOT / name).rglob("*.py")]


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


def place(path: Path) -> str:
    """Return the floor that a file is on: the name of a folder, or of the file if it is in none."""
    first, *parts = path.relative_to(ROOT).parts
    return (parts[0] if first == "interpreter" else first).removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Yield the floors from which a file imports something, not for types alone."""
    tree = parsed(path)
    typing = {
        node
        for block in tree.body
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level or node in typing:
            continue
        base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
        for name in (base / alias.name for alias in node.names):
            if base not in (ROOT, INTERPRETER) or place(name) in LEVEL:
                yield place(name)


def test_every_folder_is_one_floor() -> None:
    listed = [name for names in FLOORS for name in names]
    assert len(listed) == len(set(listed))
    places = {place(path) for path in FILES} - {"__init__"}
    assert places | {"cli", "environments", "schema", "rulesets", "table", "playground"} == set(listed)


def test_the_folder_of_commands_lists_the_commands() -> None:
    files = {path.stem for path in (ROOT / "cli" / "commands").glob("*.py")}
    assert files - {"__init__"} == set(COMMANDS)


ROOMS = PAGE.partition("### Rooms")[2].partition("### Words")[0]


def test_every_room_is_explained() -> None:
    folders = {path.parent.relative_to(ROOT) for path in (*FILES, *ABOVE)}
    rooms = {folder.relative_to("interpreter") if folder.parts[0] == "interpreter" else folder for folder in folders}
    listed = re.findall(
        r"`([a-z/_]+)`", " ".join(line.split("|")[1] for line in ROOMS.splitlines() if line.startswith("|"))
    )
    assert {str(room) for room in rooms} - {"."} <= {*listed}
    assert len(listed) == len({*listed})
    assert not [room for room in listed if not any((ROOT / folder / room).is_dir() for folder in (".", "interpreter"))]


def test_a_room_begins_with_files_that_it_has() -> None:
    for line in ROOMS.splitlines():
        cells = line.split("|")
        if not line.startswith("| `"):
            continue
        folders = [
            ROOT / above / room for room in re.findall(r"`([a-z/_]+)`", cells[1]) for above in (".", "interpreter")
        ]
        for name in re.findall(r"`(\w+\.py)`", cells[3]):
            assert any((folder / name).is_file() for folder in folders), f"{cells[1]} has no {name}"


def test_every_file_says_what_it_is_for() -> None:
    """The first line of its docstring is a sentence of its own, which no other file of its room has."""
    lines: dict[tuple[Path, str], Path] = {}
    for path in (*FILES, *ABOVE):
        text = (ast.get_docstring(parsed(path)) or "").partition("\n")[0]
        assert text, path
        assert text.endswith((".", ":", "`")), path
        assert lines.setdefault((path.parent, text), path) == path


def test_files_import_only_from_their_floor_or_below() -> None:
    upward = [
        f"{path.relative_to(ROOT)} imports from {name}"
        for path in (*FILES, *ABOVE)
        if path.stem != "__init__"
        for name in imported(path)
        if LEVEL[place(path)] > LEVEL[name]
    ]
    assert upward == []


def test_printers_do_not_know_what_lowers() -> None:
    """The core and native code are read without `compile/`."""
    files = [path for room in ("core", "native") for path in (INTERPRETER / room).rglob("*.py")]
    assert [path.name for path in files if "compile" in imported(path)] == []


@cache
def files_imported(path: Path) -> set[Path]:
    """Return the files of the package that a file imports, also for types alone or when called."""
    found: set[Path] = set()
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
        for place in (base, *(base / alias.name for alias in node.names)):
            if place.with_suffix(".py").is_file():
                found.add(place.with_suffix(".py"))
    return found - {path}


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types alone count too: a reader of one file must read the others."""
    left = {path: files_imported(path) for path in (*FILES, *ABOVE)}
    while free := [path for path, needs in left.items() if not needs & left.keys()]:
        for path in free:
            del left[path]
    circle = sorted(str(path.relative_to(ROOT)) for path in left)
    assert not left, f"these are in a circle, or import one that is: {circle}"


def test_no_folders_import_each_other_in_a_circle() -> None:
    """In a folder its files and the folders in it are parts, each of which is read as a whole."""
    wrong: set[str] = set()
    for folder in {path.parent for path in (*FILES, *ABOVE)}:
        inner = [path for path in (*FILES, *ABOVE) if folder in path.parents]
        left: dict[Path, set[Path]] = {}
        for path in inner:
            part = folder / path.relative_to(folder).parts[0]
            needs = {
                folder / other.relative_to(folder).parts[0] for other in files_imported(path) if folder in other.parents
            }
            left[part] = left.get(part, set()) | (needs - {part})
        while free := [part for part, needs in left.items() if not needs & left.keys()]:
            for part in free:
                del left[part]
        wrong |= {str(part.relative_to(ROOT)) for part in left}
    assert not wrong


NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|lark)|(?:[\w.-]+/)+)`")
"""A file or a folder, as docs and comments write it."""
FOLDERS = (
    "docs",
    "interpreter/**",
    "environments",
    "table/**",
    "playground",
    "cli/**",
    "tests/**",
    "benchmarks",
    "benchmarks/by_hand",
    "website",
    "editors",
)
TEXTS = [
    ROOT / "README.md",
    *(
        path
        for folder in FOLDERS
        for suffix in ("md", "py", "lark")
        for path in sorted(ROOT.glob(f"{folder}/*.{suffix}"))
    ),
]
KNOWN = {
    "/".join(parts[first:]) + suffix
    for path in TEXTS
    for parts, suffix in (
        (path.relative_to(ROOT).parts, ""),
        *((path.relative_to(ROOT).parts[:depth], "/") for depth in range(1, len(path.parts))),
    )
    for first in range(len(parts))
}


def test_files_and_folders_that_texts_name_exist() -> None:
    """A text may write any end of a path. decisions.md is left out: it names removed files."""
    gone = {
        f"{path.relative_to(ROOT)}: {named}"
        for path in TEXTS
        if path.name != "decisions.md"
        for named in NAMED.findall(path.read_text("utf-8"))
        if named not in KNOWN and "NAME" not in named and not (ROOT / named).exists()
    }
    assert not gone


def test_every_folder_of_test_data_is_explained() -> None:
    table = PAGE.partition("### Test data")[2].partition("\n## ")[0]
    told = {name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row[: row.find("|", 1)])}
    data = {
        str(path.parent.relative_to(ROOT / "tests"))
        for ending in ("*.yaml", "*.json", "*.txt")
        for path in (ROOT / "tests").rglob(ending)
    }
    assert {each for each in data if not each.endswith("bad/parents")} == told - {"tests/"}
