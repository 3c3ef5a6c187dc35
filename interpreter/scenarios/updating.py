"""Updates of scenarios: expected values are replaced by the actual ones, in the file.

Only values are replaced, so comments and layout stay. The moves of a test are never changed: a
person must decide what to do about an illegal move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Source
from ..resolve.options import show
from ..source.comments import find
from ..source.located import PlainData
from ..source.scalars import quoted
from ..source.yaml_parser import parse
from .results import Difference, Failed


@dataclass(frozen=True, slots=True)
class Update:
    """A file with updated expectations.

    Attributes:
        text: the whole new text.
        done: the differences whose expectations were replaced.
        left: the other differences: illegal moves, and lists with comments inside.
    """

    text: str
    done: tuple[Difference, ...]
    left: tuple[Difference, ...]


def update(failed: Iterable[Failed], source: Source) -> Update:
    """Return a file whose scenarios expect the actual values.

    Args:
        failed: the failed tests.
        source: the file with these tests.
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
    begin = len(text)
    places = {each.span: each for each in done}  # of a list of piles, parts are replaced with it
    for span, difference in sorted(places.items(), key=lambda each: (-each[0].end, each[0].start)):
        if span.end <= begin:
            begin = span.start
            text = text[:begin] + written(difference.written) + text[span.end :]
    return Update(text, tuple(done), tuple(left))


def written(value: PlainData) -> str:
    """Return a value as YAML in flow style.

    >>> print(written(["play 5S", "lay 8D #1", 3]))
    [play 5S, 'lay 8D #1', 3]
    >>> print(written({"pile": "5S", "trump": None, "score": [30.5, 10]}))
    {pile: 5S, trump: null, score: [30½, 10]}
    """
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key, flow=True)}: {written(each)}" for key, each in value.items()) + "}"
    if value is None or isinstance(value, bool | int | float):
        return show(value)
    return quoted(str(value), flow=True)
