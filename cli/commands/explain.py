"""`cardrules explain`: the meaning of a diagnostic code or of a word of the language, with examples."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...interpreter.authoring.glossary import Entry

_IN_FULL = 8
"""So many entries are explained; of more, each gets a line."""
_FURTHER = 12
"""So many further entries are named."""


@click.command("explain")
@click.argument("words", metavar="[CODE|WORD]...", nargs=-1)
def command(words: tuple[str, ...]) -> None:
    """Explain diagnostic codes, such as CR101, or a word of the language.

    For each code: its meaning, a wrong example, what to do, and a right example. The pages are
    also in docs/codes.

    A word is a key, such as `zones` or `rankings.patterns`, or a word of effect text, such as `move`,
    `deadwood of` or `in turn`. Without arguments, list what there is.
    """
    codes = [word for word in words if re.fullmatch(r"CR\d*", word, re.IGNORECASE)]
    text = " ".join(word for word in words if word not in codes)
    if not words:
        click.echo("\n".join(_listed()))
    if codes:
        _explain_codes(codes)
    if codes and text:
        click.echo()
    if text:
        _explain(text)


def _explain_codes(codes: list[str]) -> None:
    """Print the pages of codes, or refuse a code that there is not."""
    from ...interpreter.diagnostics import CODES, suggest

    for code in codes:
        if code.upper() not in CODES:
            near = suggest(code.upper(), CODES)
            hint = f" Did you mean '{near}'?" if near else ""
            raise click.UsageError(f"There is no diagnostic code '{code[:40]}'.{hint}")
    for number, code in enumerate(codes):
        if number:
            click.echo()
        _print(code.upper())


def _print(code: str) -> None:
    """Print a page: formatted at a terminal, else as Markdown."""
    from ..diagnostics.code_pages import page
    from ..terminal import console, has_colours

    text = page(code) or ""
    if not has_colours():
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    console().print(Markdown(text, code_theme="ansi_dark"))


def _explain(text: str) -> None:
    """Print what a word of the language means, or refuse one that there is not."""
    from ...interpreter.authoring.glossary import looked_up, near

    found = looked_up(text)
    if not (found.meant or found.others):
        likely = near(text)
        hint = f" Did you mean '{likely}'?" if likely else " `cardrules explain` lists the words that there are."
        raise click.UsageError(f"There is no word '{text[:40]}' in the language.{hint}")
    shown, others = (found.meant, found.others) if found.meant else (found.others, ())
    if len(shown) <= _IN_FULL:
        click.echo("\n\n".join("\n".join(_in_full(entry)) for entry in shown))
    else:
        click.echo("\n".join(_on_a_line(entry) for entry in shown))
    if others:
        names = [f"`{entry.forms[0]}`" for entry in others[:_FURTHER]]
        more = [f"{len(others) - _FURTHER} more"] if len(others) > _FURTHER else []
        click.echo("\n" + _filled(f"Also in: {', '.join([*names, *more])}", ""))


def _in_full(entry: Entry) -> Iterator[str]:
    """Yield the lines that explain a word."""
    yield click.style(_heading(entry), bold=True) + f"  ({entry.kind}{f': {entry.value}' * bool(entry.value)})"
    meaning = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", entry.meaning)
    yield _filled(f"{meaning[:1].upper()}{meaning[1:].removesuffix('.')}.", "  ")
    for example in entry.examples:
        if example not in entry.forms:
            yield textwrap.indent(example, "    ")
    yield f"  See docs/language/{entry.place}"


def _on_a_line(entry: Entry) -> str:
    """Return a line about a word."""
    return textwrap.shorten(f"{_heading(entry)}: {entry.meaning}", 100, placeholder=" …")


def _heading(entry: Entry) -> str:
    return ", ".join(entry.forms)


def _filled(text: str, indent: str) -> str:
    return textwrap.fill(
        text, 80, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _listed() -> Iterator[str]:
    """Yield the lines of a list of everything that can be explained."""
    from ...interpreter.authoring.glossary import entries
    from ...interpreter.diagnostics import CODES

    names: dict[str, list[str]] = {}
    for entry in entries():
        if "." not in entry.name:
            names.setdefault(entry.kind, []).extend(entry.names)
    yield "`cardrules explain WORD` explains one of these, or a key in a section, such as `zones.faces`."
    plural = {"key": "Keys", "statement": "Statements", "expression": "Expressions", "turn scheme": "Turn schemes"}
    plural |= {"word of turns": "Words of turns", "choice": "Choices", "word of tricks": "Words of tricks"}
    for kind, title in plural.items():
        yield from _group(title, names[kind])
    yield from _group("Diagnostic codes", CODES)


def _group(title: str, names: Iterable[str]) -> Iterator[str]:
    yield f"\n{click.style(title, bold=True)}"
    yield _filled(" · ".join(dict.fromkeys(names)), "  ")
