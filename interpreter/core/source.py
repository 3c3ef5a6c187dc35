"""Trees of the core for functions that are written in Python: those of `runtime/`, and of native code's library.

Generated code calls them. Python calls the functions themselves; native code is made of their trees. To read
their source takes a fifth of the time until the first native game, so it is read once, when the package is
built, and the trees are written as JSON beside this module. The file has a hash of each module, and of the modules that
make it. The functions of a module that has changed since, or that it does not hold, are read from their
source. This module never writes a file by itself: the build of the package (`setup.py`), `make` and the
test suite call `refresh`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, cast

from . import nodes
from .nodes import FunctionDef, Node
from .reading import UnreadableError, function_of, read

TREES: Final = Path(__file__).with_name("source.trees.json")
"""Where the trees are kept."""

_PACKAGE: Final = Path(__file__).parents[2]
_ROOMS: Final = ("interpreter/runtime", "interpreter/native/library")
"""The folders whose functions are read when the package is built."""

_KINDS: Final[Sequence[type[Node]]] = [
    each
    for each in cast("dict[str, object]", vars(nodes)).values()
    if isinstance(each, type) and issubclass(each, Node)
]
_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
"""The numbers of the classes of nodes in the file: their places in `nodes.py`."""


@lru_cache(maxsize=1 << 10)
def source_of(function: Any) -> FunctionDef:
    """Return the tree of a function or method of the package.

    Raises:
        UnreadableError: it has no source, or has what the core cannot say.
    """
    own = inspect.unwrap(function)
    kept = _kept(own.__module__).get(own.__qualname__)
    if kept is not None:
        return cast(FunctionDef, _decoded(json.loads(kept)))
    try:
        text = inspect.getsource(own)
    except (OSError, TypeError):
        raise UnreadableError("no source") from None
    return function_of(dedent(text))


@cache
def _kept(module: str) -> dict[str, str]:
    """Return the trees of the functions of a module, as JSON, by their names; none if the module has changed."""
    kept = _content().get(module)
    if kept is None:
        return {}
    file = sys.modules[module].__file__
    try:
        return kept["functions"] if file is not None and kept["hash"] == _hash(Path(file)) else {}
    except OSError:
        return {}


@cache
def _content() -> dict[str, Any]:
    try:
        content = json.loads(TREES.read_bytes())
        return content["modules"] if content["for"] == _made_for() else {}
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _made_for() -> list[str]:
    """Return the hashes of what makes the file and reads it."""
    return [_hash(Path(__file__).with_name(name)) for name in ("nodes.py", "reading.py", "source.py")]


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


# -- when the package is built


def refresh(trees: Path = TREES) -> bool:
    """Write the trees of the functions, unless the file holds them already.

    Returns:
        Whether the file was written.

    Raises:
        OSError: it cannot be written.
    """
    from ..source.files import write_whole

    files = [file for room in _ROOMS for file in sorted((_PACKAGE / room).glob("*.py"))]
    hashes = {_module(file): _hash(file) for file in files}
    made_for = _made_for()
    with suppress(OSError, ValueError, LookupError, TypeError):
        content = json.loads(trees.read_bytes())
        if content["for"] == made_for and {key: each["hash"] for key, each in content["modules"].items()} == hashes:
            return False
    modules = {
        _module(file): {
            "hash": hashes[_module(file)],
            "functions": dict(_functions(ast.parse(file.read_text("utf-8")))),
        }
        for file in files
    }
    write_whole(trees, {"for": made_for, "modules": modules})
    return True


def _module(file: Path) -> str:
    return ".".join(("cardrules", *file.relative_to(_PACKAGE).with_suffix("").parts))


def _functions(tree: ast.Module | ast.ClassDef, outer: str = "") -> Iterator[tuple[str, str]]:
    """Yield the functions and methods of a module or class, by name, as far as the core can say them."""
    for each in tree.body:
        if isinstance(each, ast.ClassDef):
            yield from _functions(each, f"{outer}{each.name}.")
        elif isinstance(each, ast.FunctionDef):
            with suppress(UnreadableError):
                yield f"{outer}{each.name}", json.dumps(_encoded(read(each)), separators=(",", ":"))


def _encoded(value: object) -> object:
    """Return a node as the number of its class and its fields, a list as its members, all else as it is."""
    if isinstance(value, Node):
        return [_NUMBERS[type(value)], *(_encoded(getattr(value, field)) for field in value.fields)]
    return [*map(_encoded, cast("list[object]", value))] if isinstance(value, list) else value


def _decoded(data: list[Any]) -> Node:
    kind = _KINDS[cast(int, data[0])]
    fields = [
        value if field in kind.marks or value is None else _part(value)
        for field, value in zip(kind.fields, data[1:], strict=True)
    ]
    return cast("Callable[..., Node]", kind)(*fields)


def _part(value: list[Any]) -> Node | list[Node]:
    """Return a node, which begins with its number, or a list of nodes."""
    return _decoded(value) if value and isinstance(value[0], int) else [*map(_decoded, value)]


if __name__ == "__main__":
    refresh()
