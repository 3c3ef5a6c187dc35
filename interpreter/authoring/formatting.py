"""The canonical layout of rulesets and suites, which `cardrules fmt` writes.

Only the layout changes: the formatted text is parsed again and compared with the original, and a
difference in meaning is an internal error, so that the file is not written.
"""

from __future__ import annotations

import re
from typing import Final

from ..diagnostics import Diagnostic, Source, has_errors
from ..source import comments, heads, layout
from ..source.located import Mapping, Node, Scalar, Sequence
from ..source.schema import Kind, Path, check, schema_at
from ..source.yaml_parser import parse
from ..syntax.printer import show
from ..syntax.syntax import Start
from ..syntax.syntax import parse as parse_text

_STARTS: Final[dict[str, Start]] = {
    "an expression": "expression",
    "an expression for a number": "expression",
    "an expression or a definition": "expression",
    "statements": "block",
    "a turn scheme": "scheme",
    "a choice": "choice",
    "an amount": "size",
    "a preference": "preference",
}
"""The start rule of effect text, by the title of its place in the schema."""

_WORD: Final = re.compile(r"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]")
_LONGEST: Final = 80  # columns of a reformatted line of effect text, without its indentation


def format_text(source: Source) -> tuple[str | None, list[Diagnostic]]:
    r"""Return a file in the canonical layout.

    Returns:
        The text; or None and the problems, if the file is not a valid YAML mapping.

    >>> format_text(Source("g.yaml", "name:   Upwards # mine\ncardrules: 1\n"))[0]
    'cardrules: 1\nname: Upwards  # mine\n'
    """
    tree, problems = parse(source)
    if tree is None or has_errors(problems):
        return None, problems
    if not isinstance(tree, Mapping):
        return None, [*problems, *check(tree)]
    kind: Kind = "suite" if "cardrules_suite" in tree.entries else "ruleset"

    def wording(scalar: Scalar, path: Path) -> str | None:
        return _wording(scalar, kind, path)

    text = layout.write(
        tree,
        {source.file: source},
        kind=kind,
        comments=comments.find(tree, source),
        wording=wording,
    )
    again, _ = parse(Source(source.file, text))
    assert again is not None, "the layout cannot be read"
    assert _same(heads.written_out(tree)[0], heads.written_out(again)[0], kind, ()), "the layout means something else"
    return text, problems


def start_of(kind: Kind, path: Path) -> Start | None:
    """Return the start rule of the effect text at an address of a file; None if it is not effect text."""
    return _STARTS.get(str(schema_at(kind, path).get("title")))


def _wording(scalar: Scalar, kind: Kind, path: Path) -> str | None:
    """Return effect text with normal spacing; None to leave it unchanged.

    Only spaces change: a text with a comment, or with redundant brackets, is left unchanged.
    """
    start = start_of(kind, path)
    if start is None or "#" in scalar.text or not isinstance(scalar.value, str):
        return None
    node = parse_text(scalar.text, start).node
    if node is None:
        return None
    text = show(node)
    lines = text.split("\n")
    if scalar.style not in ("literal", "folded") and len(lines) > 1:
        return None
    if _words(text) != _words(scalar.text) or max(map(len, lines)) > _LONGEST:
        return None
    if scalar.style == "folded" or (scalar.style == "plain" and not _is_plain(text, scalar)):
        return None
    return text


def _is_plain(text: str, scalar: Scalar) -> bool:
    """Return whether a text can replace an unquoted one without quotes."""
    return _words(text) == _words(scalar.text) and layout.quoted(text, flow=False) == text


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _same(one: Node, other: Node, kind: Kind, path: Path) -> bool:
    """Return whether two trees mean the same; the order of keys of the schema does not matter."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        known = schema_at(kind, path).get("properties", {})
        orders = [[key for key in tree.entries if key not in known] for tree in (one, other)]
        return (
            orders[0] == orders[1]
            and one.entries.keys() == other.entries.keys()
            and all(
                _same(entry.value, other.entries[key].value, kind, (*path, key)) for key, entry in one.entries.items()
            )
        )
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(
            _same(a, b, kind, (*path, number)) for number, (a, b) in enumerate(zip(one.items, other.items, strict=True))
        )
    if not isinstance(one, Scalar) or not isinstance(other, Scalar):
        return False
    if type(one.value) is type(other.value) and one.value == other.value:
        return True
    if path[-1:] == ("with",):
        return _words(one.text) == _words(other.text)
    return same_text(one, other, kind, path)


def same_text(one: Scalar, other: Scalar, kind: Kind, path: Path) -> bool:
    """Return whether two texts are effect text with the same syntax tree.

    Args:
        one: a text.
        other: another text.
        kind: the schema of the file.
        path: the address of the texts.
    """
    start = start_of(kind, path)
    if start is None or not all(isinstance(each.value, str) for each in (one, other)):
        return False
    first, second = parse_text(one.text, start).node, parse_text(other.text, start).node
    return first is not None and first == second
