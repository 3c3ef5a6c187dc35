"""HTML for notebooks: a small table or a text, escaped, without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WIDTH: Final = 160
"""Of a line of text at most so many characters are shown."""


def table(caption: str, rows: Iterable[Sequence[object]], head: Sequence[str] = ()) -> str:
    """Return a table.

    Args:
        caption: what it shows.
        rows: the cells of each row.
        head: the names of the columns, if they have any.

    >>> table("A < B", [("seats", 2)])
    '<table><caption>A &lt; B</caption><tr><td>seats</td><td>2</td></tr></table>'
    """
    lines = [f"<tr>{_cells('th', head)}</tr>"] if head else []
    lines += [f"<tr>{_cells('td', row)}</tr>" for row in rows]
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def text(caption: str, body: str) -> str:
    """Return a text of fixed width after a line that says what it is; long lines are cut off.

    >>> text("<State>", "to act: 0")
    '<p>&lt;State&gt;</p><pre>to act: 0</pre>'
    """
    shown = "\n".join(line if len(line) <= _WIDTH else f"{line[:_WIDTH]} …" for line in body.splitlines())
    return f"<p>{escape(caption)}</p><pre>{escape(shown)}</pre>"


def _cells(tag: str, cells: Iterable[object]) -> str:
    return "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells)
