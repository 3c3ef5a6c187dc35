"""A rulebook as one self-contained HTML page, with drawn cards."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape
from typing import Final

from . import document as d

STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --paper: #fffdf8; --faint: #ddd; --mark: #3b5f8a;
  --red: #b3261e; --face: #fff; --edge: #888; --back: #3b5f8a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ddd; --paper: #191919; --faint: #444; --mark: #8ab4e8; --red: #ff8a80;
    --face: #2a2a2a; --edge: #888; --back: #2f4a6b } }
body { font: 17px/1.55 Georgia, "Times New Roman", serif; max-width: 44rem; margin: 2rem auto;
  padding: 0 1rem; color: var(--ink); background: var(--paper); overflow-wrap: break-word }
h1, h2, h3, nav, table, code { font-family: system-ui, sans-serif }
h2 { border-bottom: 1px solid var(--faint); margin-top: 2.2rem }
nav ul { columns: 2; list-style: none; padding: 0 } a { color: var(--mark) }
table { border-collapse: collapse; font-size: 15px; margin: 1rem 0; display: block;
  overflow-x: auto }
td, th { overflow-wrap: anywhere; min-width: 4.5rem }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0;
  border-bottom: 1px solid var(--faint) }
li { margin: .3rem 0 } nav li { margin: 0; line-height: 1.7 }
code { font-size: .88em; background: color-mix(in srgb, var(--ink) 8%, transparent);
  padding: .05em .3em; border-radius: .2em }
.red { color: var(--red) }
#now { border-left: .35rem solid var(--mark); padding-left: .8rem; margin-left: -1rem;
  scroll-margin-top: .5rem }
li.now { background: color-mix(in srgb, var(--mark) 18%, transparent); border-radius: .3rem;
  padding: .1rem .4rem; margin-left: -.4rem }
.cards { margin: .4rem 0; display: flex; flex-wrap: wrap; gap: .3rem; align-items: center }
.cards span { min-width: 13rem; font: 15px system-ui, sans-serif }
@media (max-width: 36rem) { .cards span { flex-basis: 100% } }  /* on a line of its own */
svg { width: 2.4rem; height: 3.4rem }
svg rect { fill: var(--face); stroke: var(--edge) } svg .back { fill: var(--back) }
svg text { fill: var(--ink); font: 600 17px system-ui, sans-serif; text-anchor: middle }
svg .suit { font-size: 22px } svg .word { font-size: 8.5px } svg .red text { fill: var(--red) }
@media print { body { font-size: 11pt; max-width: none; margin: 0; color: #000; background: #fff }
  nav { display: none } h2, h3 { break-after: avoid } li, tr, .cards { break-inside: avoid }
  :root { --ink: #000; --paper: #fff; --face: #fff; --red: #a00; --faint: #bbb } }
"""
_CARD = re.compile(r"((?:10|[0-9AJQKC])[♦♥])")
_FACE = re.compile(r"(.+)([♣♦♥♠])")


def html(document: d.Document, section: str = "", moves: Collection[str] = ()) -> str:
    """Return a document as a page. Texts of the ruleset cannot add markup to it.

    Args:
        document: the rulebook.
        section: the heading of the section that applies now, which is marked and has the id `now`.
        moves: the moves that are possible now, which are marked in that section.
    """
    heads = [block for block in document if isinstance(block, d.Heading)]
    title = escape(heads[0].text) if heads else "Rules"
    parts: list[str] = []
    number = 0
    here: d.Heading | None = None  # the heading of the section that applies now
    for block in document:
        if isinstance(block, d.Heading):
            if block.level == 2:
                number += 1
                if number == 1:
                    parts.append(_contents(heads))
            if here is None and section and block.text == section:
                here = block
                parts.append('<div id="now">')
            elif here is not None and block.level <= here.level and section:
                section = ""
                parts.append("</div>")
        parts.append(_block(block, number, moves if here is not None and section else ()))
    if here is not None and section:
        parts.append("</div>")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _contents(heads: list[d.Heading]) -> str:
    chapters = [head.text for head in heads if head.level == 2]
    links = "".join(f'<li><a href="#c{index}">{escape(text)}</a></li>' for index, text in enumerate(chapters, 1))
    return f"<nav><ul>{links}</ul></nav>" if links else ""


def _block(block: d.Block, chapter: int, moves: Collection[str] = ()) -> str:
    match block:
        case d.Heading(level=level, text=text):
            anchor = f' id="c{chapter}"' if level == 2 else ""
            return f"<h{level}{anchor}>{_text(text)}</h{level}>"
        case d.Paragraph(line=line):
            return f"<p>{_line(line)}</p>"
        case d.Bullets(items=items, numbered=numbered):
            tag = "ol" if numbered else "ul"
            inner = "".join(f"<li{_mark(item, moves)}>{_line(item)}</li>" for item in items)
            return f"<{tag}>{inner}</{tag}>"
        case d.Steps(items=items):
            return f"<ol>{''.join(map(_step, items))}</ol>"
        case d.Table(head=head, rows=rows):
            top = "".join(f'<th scope="col">{_text(text)}</th>' for text in head)
            body = "".join(f"<tr>{''.join(f'<td>{_line(cell)}</td>' for cell in row)}</tr>" for row in rows)
            return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        case d.Cards(label=label, faces=faces):
            drawn = "".join(map(card, faces))
            return f'<div class="cards"><span>{_text(label)}</span>{drawn}</div>'


def _step(step: d.Step) -> str:
    """Return a step, with those under it as a list."""
    under = f"<ul>{''.join(map(_step, step.under))}</ul>" if step.under else ""
    return f"<li>{_line(step.line)}{under}</li>"


def _mark(line: d.Line, moves: Collection[str]) -> str:
    """Return the mark of a line that is about one of some moves."""
    first = line[0] if line else ""
    is_now = isinstance(first, d.Strong) and first.about in {f"actions.{name}" for name in moves}
    return ' class="now"' if is_now else ""


def _line(line: d.Line) -> str:
    return "".join(_inline(part) for part in line)


def _inline(part: d.Inline) -> str:
    match part:
        case d.Strong(text=text):
            return f"<strong>{_text(text)}</strong>"
        case d.Code(text=text):
            return f"<code>{escape(text)}</code>"
        case str():
            return _text(part)
        case _:
            return _text(part.text)


def _text(text: str) -> str:
    """Return a text without markup, but with red cards in red."""
    return _CARD.sub(r'<span class="red">\1</span>', escape(text))


def card(face: str | None) -> str:
    """Return a drawn card; None is the back of one."""
    frame = '<rect x="1" y="1" width="48" height="68" rx="6"'
    if face is None:
        return f'<svg viewBox="0 0 50 70" role="img" aria-label="a card face down">{frame} class="back"/></svg>'
    found = _FACE.fullmatch(face)
    red = ' class="red"' if found and found[2] in "♦♥" else ""
    if found:
        inner = f'<text x="25" y="27">{escape(found[1])}</text><text class="suit" x="25" y="56">{found[2]}</text>'
    else:
        size = "word" if len(face) > 3 else "rank"
        inner = f'<text class="{size}" x="25" y="40">{escape(face)}</text>'
    label = escape(face, quote=True)
    drawn = f"<g{red}>{frame}/>{inner}</g>"
    return f'<svg viewBox="0 0 50 70" role="img" aria-label="{label}">{drawn}</svg>'
