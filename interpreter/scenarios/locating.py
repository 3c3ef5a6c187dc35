"""Where in a file a problem of a position, or a word of a text, is written."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

from ..diagnostics import Diagnostic, Label, Span, error, warning
from ..game.setup.values import Problem, Where
from ..source.located import Mapping, Node, Scalar, Sequence

_WORD = re.compile(r"[^\s,]+")
"""A card or another word of a list: lists may be separated by spaces or commas."""

WORD_OF_ACTION = re.compile(r"/|[^\s,/]+")
"""A word of an action; `/` is one of its own, which ends a list of cards."""


def located(problem: Problem, tree: Mapping, elsewhere: Span) -> Diagnostic:
    """Return a problem of a position as a diagnostic with its place in the file.

    Args:
        problem: what is wrong.
        tree: the position, as it is written.
        elsewhere: the place to report if the problem is with something outside the position,
            such as the dealer.
    """
    span = _span(problem.where, tree, elsewhere)
    labels = [Label(_span(problem.first, tree, elsewhere), "first here")] if problem.first else []
    fix = problem.fix.fix(span) if problem.fix else None
    report = error if problem.severity == "error" else warning
    return report(problem.code, problem.message, span, *labels, help=problem.help, fix=fix, near=problem.near)


def _span(where: Where, tree: Mapping, elsewhere: Span) -> Span:
    if where.table is not None:
        tables = tree.get("tables")
        assert isinstance(tables, Sequence)
        return _span(replace(where, table=None), cast(Mapping, tables.items[where.table]), elsewhere)
    entry = tree.entries.get(where.key)
    if entry is None:
        return elsewhere
    if where.name:
        return entry.key_span
    node: Node = entry.value
    for index in (where.seat, where.pile, where.entry):
        if index is not None and isinstance(node, Sequence):
            node = node.items[index]
    return node.span if where.word is None else word_spans(node)[where.word]


def word_spans(node: Node, word: re.Pattern[str] = _WORD) -> list[Span]:
    """Return the places of the words of a text, or of a list of texts."""
    if isinstance(node, Sequence):
        return [span for item in node.items for span in word_spans(item, word)]
    if not isinstance(node, Scalar):
        return [node.span]
    return [node.span_of(*found.span()) for found in word.finditer(node.text)]
