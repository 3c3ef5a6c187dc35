"""Tests of the runtime's functions as trees, which are read when the package is built."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from cardrules.interpreter.core import source
from cardrules.interpreter.core.build import same_code
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import UnreadableError, function_of
from cardrules.interpreter.native.library import library
from cardrules.interpreter.runtime import patterns, primitives


@pytest.fixture
def forgetful() -> Any:
    """Reads the file anew, before and after."""
    caches = source.source_of, source._kept, source._content  # pyright: ignore[reportPrivateUsage]
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


FUNCTIONS: list[Any] = [
    primitives.first,
    primitives.all_alike,
    library.all_small,
    patterns.Pattern.matches,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__qualname__)
def test_what_is_kept_is_what_the_source_says(forgetful: None, function: Any) -> None:
    kept = source._kept(function.__module__)[function.__qualname__]  # pyright: ignore[reportPrivateUsage]
    assert json.loads(kept)
    read = function_of(dedent(inspect.getsource(function)))
    assert same_code(source.source_of(function), read)
    assert text_of(source.source_of(function)) == text_of(read)


def test_each_function_that_is_kept_is_that_of_its_module(forgetful: None) -> None:
    content = json.loads(source.TREES.read_bytes())["modules"]
    assert {
        "cardrules.interpreter.runtime.primitives",
        "cardrules.interpreter.native.library.library",
    } <= content.keys()
    for module, kept in content.items():
        __import__(module)
        for name in kept["functions"]:
            found: Any = sys.modules[module]
            for part in name.split("."):
                found = vars(found)[part] if isinstance(found, type) else getattr(found, part)
            assert getattr(found, "__name__", name.rpartition(".")[2]), name


def test_a_module_that_has_changed_is_read_again(
    forgetful: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    content = json.loads(source.TREES.read_bytes())
    content["modules"]["cardrules.interpreter.runtime.primitives"]["hash"] = "other"
    changed = tmp_path / "trees.json"
    changed.write_text(json.dumps(content))
    monkeypatch.setattr(source, "TREES", changed)
    assert not source._kept("cardrules.interpreter.runtime.primitives")  # pyright: ignore[reportPrivateUsage]
    assert source._kept("cardrules.interpreter.runtime.piles")  # pyright: ignore[reportPrivateUsage]
    assert source.source_of(primitives.first).name == "first"


def test_the_file_is_for_all_modules_that_make_it(forgetful: None) -> None:
    """The bug: a module that makes the trees changes, and old ones are taken."""
    folder = Path(source.__file__).parent
    waiting, makers = ["source"], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in makers:
            makers.add(name)
            for node in ast.parse((folder / f"{name}.py").read_text("utf-8")).body:
                if isinstance(node, ast.ImportFrom) and node.level == 1:
                    waiting += [node.module] if node.module else [each.name for each in node.names]
    hashes = {sha256((folder / f"{name}.py").read_bytes()).hexdigest() for name in makers}
    assert hashes == {*json.loads(source.TREES.read_bytes())["for"]}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"for": 1}', '{"modules": 3, "for": 2}'])
def test_a_damaged_file_is_no_file(forgetful: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    built = json.loads(source.TREES.read_bytes())
    damaged = tmp_path / "trees.json"
    damaged.write_text(text)
    monkeypatch.setattr(source, "TREES", damaged)
    assert source.source_of(primitives.first).name == "first"
    assert source.refresh(damaged)
    assert not source.refresh(damaged)
    assert json.loads(damaged.read_bytes()) == built


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(a, /): pass", "parameters"),
        ("def f(*, a): pass", "parameters"),
        ("def f(**a): pass", "parameters"),
        ("def f(a): return lambda b, /: b", "parameters"),
        ("def f(a): return lambda *, b: b", "parameters"),
        ("def f(a): return lambda **b: a", "parameters"),
        ("def f(a): return lambda *b: a", "optional"),
        ("def f(a): return lambda b=1: b", "optional"),
        ("def f(a): return [b async for b in a]", "waits"),
        ("def f(a): return b'a'", "constant"),
        ("def f(a): return ...", "constant"),
        ("def f(a): return 1j", "constant"),
        ("def f(a): return {a}", "Set"),
        ("def f(a): yield a", "Yield"),
        ("def f(a): return f'{a}'", "JoinedStr"),
        ("def f(a):\n    with a: pass", "With"),
        ("async def f(a): pass", "AsyncFunctionDef"),
    ],
)
def test_what_the_core_cannot_read(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        function_of(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('def f(a):\n    """Say."""\n    return a', "def f(a):\n    return a"),
        ('def f(a):\n    """Say."""', "def f(a):\n    pass"),
        ("@cache\ndef f(a):\n    return a", "def f(a):\n    return a"),
        ("def f(a, b=-1, *c):\n    return (a, b, *c)", "def f(a, b=-1, *c):\n    return (a, b, *c)"),
        ("def f(a):\n    raise ValueError(a)", "def f(a):\n    raise"),
        (
            "def f(a):\n    return [b for b in a if b if b > 1 for c in b]",
            "def f(a):\n    return [b for b in a if b if b > 1 for c in b]",
        ),
        ("def f(a):\n    return max(a, key=len, default=0)", "def f(a):\n    return max(a, key=len, default=0)"),
        ("def f(a):\n    b: int = a\n    c: str", "def f(a):\n    b: int = a\n    c: str"),
        ("def f(a):\n    del a[1:2:3], a[0]", "def f(a):\n    del a[1:2:3], a[0]"),
        (
            "def f(a):\n    for b, *c in a:\n        continue\n    else:\n        a ^= ~a",
            "def f(a):\n    for (b, *c) in a:\n        continue\n    else:\n        a ^= ~a",
        ),
    ],
)
def test_what_is_read_is_what_the_text_says(text: str, read: str) -> None:
    assert text_of(function_of(text)) == text_of(function_of(read)) == ast.unparse(ast.parse(read))


def test_what_has_no_source_or_no_node() -> None:
    def unreadable() -> dict[int, int]:
        return {each: each for each in range(3)}

    for function, message in ((unreadable, "DictComp"), (len, "no source")):
        with pytest.raises(UnreadableError, match=message):
            source.source_of(function)
