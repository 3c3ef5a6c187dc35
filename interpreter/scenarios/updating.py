"""Scenarios brought up to what a game does: their expectations written anew, in their own file.

Only values change, each in its place, so that comments and the layout stay. The moves of a test are
never touched: a move that is refused is for a person to look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Source
from ..source.comments import find
from ..source.layout import quoted
from ..source.located import PlainData
from ..source.yaml_parser import parse
from .results import Difference, Failed


@dataclass(frozen=True, slots=True)
class Update:
    """A file with new expectations.

    Attributes:
        text: the whole file.
        done: what was written anew.
        left: what was not: refused moves, and lists with comments inside.
    """

    text: str
    done: tuple[Difference, ...]
    left: tuple[Difference, ...]


def update(failed: Iterable[Failed], source: Source) -> Update:
    """Return a file whose scenarios expect what came out.

    Args:
        failed: the tests that fail.
        source: the file that they stand in.
    """
    tree, _ = parse(source)
    comments = find(tree, source) if tree is not None else None
    done: list[Difference] = []
    left: list[Difference] = []
    for each in failed:
        for difference in each.differences:
            span = difference.span
            commented = comments is not None and comments.inside(span.start, span.end)
            mine = difference.written is not None and span.file == source.file and not commented
            (done if mine else left).append(difference)
    text = source.text
    for difference in sorted(done, key=lambda each: each.span.start, reverse=True):
        new = written(difference.written)
        text = text[: difference.span.start] + new + text[difference.span.end :]
    return Update(text, tuple(done), tuple(left))


def written(value: PlainData) -> str:
    """Return a value as YAML that can stand anywhere.

    >>> print(written(["play 5S", "lay 8D #1", 3]))
    [play 5S, 'lay 8D #1', 3]
    """
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(str(value), flow=True)
