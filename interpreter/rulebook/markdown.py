"""A rulebook as Markdown."""

from __future__ import annotations

import re

from . import document as d

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#&~!])")
_START = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def markdown(document: d.Document, *, level: int = 1) -> str:
    """Return a document as Markdown; `level` is that of its first heading."""
    return "\n\n".join(_block(block, level - 1) for block in document) + "\n"


def _block(block: d.Block, deeper: int) -> str:
    match block:
        case d.Heading(level=level, text=text):
            return f"{'#' * (level + deeper)} {escaped(text)}"
        case d.Paragraph(line=line):
            return _line(line)
        case d.Bullets(items=items, numbered=numbered):
            marks = (f"{index}." if numbered else "-" for index in range(1, len(items) + 1))
            return "\n".join(f"{mark} {_line(item)}" for mark, item in zip(marks, items, strict=True))
        case d.Steps(items=items):
            return "\n".join(f"{index}. {_step(each, 3)}" for index, each in enumerate(items, 1))
        case d.Table(head=head, rows=rows):
            cells = [[escaped(text) for text in head], ["---"] * len(head)]
            cells += [[_line(cell) for cell in row] for row in rows]
            return "\n".join(f"| {' | '.join(row)} |" for row in cells)
        case d.Cards(label=label, faces=faces):
            shown = " ".join(face or "▯" for face in faces)
            return f"{escaped(label)}: {escaped(shown)}  "


def _step(step: d.Step, indent: int) -> str:
    """Return a step, with those under it as lists."""
    under = (f"\n{' ' * indent}- {_step(each, indent + 2)}" for each in step.under)
    return _line(step.line) + "".join(under)


def _line(line: d.Line) -> str:
    text = "".join(_inline(part) for part in line)
    return _START.sub(r"\1\\\2", " ".join(text.split()))


def _inline(part: d.Inline) -> str:
    match part:
        case d.Strong(text=text):
            inner = escaped(text)
            return f"**{inner.strip()}**{' ' if text.endswith(' ') else ''}" if text.strip() else ""
        case d.Code(text=text):
            ticks = "``" if "`" in text else "`"
            return f"{ticks}{' '.join(text.split())}{ticks}".replace("|", "\\|")
        case str():
            return escaped(part)
        case _:
            return escaped(part.text)


def escaped(text: str) -> str:
    r"""Return a text in which no character is markup.

    >>> escaped("a *star* <b>")
    'a \\*star\\* \\<b\\>'
    """
    return _SPECIAL.sub(r"\\\1", text)
