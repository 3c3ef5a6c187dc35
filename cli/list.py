"""`cardrules list`: the rulesets that come with cardrules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.text import Text

    from ..interpreter.ruleset import Ruleset


@click.command("list")
def command() -> None:
    """Show the bundled rulesets: players, variants and what they are about."""
    from ..interpreter.load import load_ruleset
    from ..interpreter.survey import variants
    from ..rulesets import bundled
    from .terminal import console

    screen = console()
    width = max(map(len, bundled()), default=0)
    for name in bundled():
        loaded = load_ruleset(name)
        if loaded.ruleset is not None:
            screen.print(_entry(name, loaded.ruleset, list(variants(loaded)), width, screen.width))


def players(ruleset: Ruleset) -> str:
    """Return for how many players a ruleset is, in words."""
    if ruleset.least == ruleset.most:
        return f"{ruleset.most} player{'s' if ruleset.most > 1 else ''}"
    return f"{ruleset.least} to {ruleset.most} players"


def _entry(name: str, ruleset: Ruleset, variants: list[str], width: int, columns: int) -> Text:
    """Return the lines about one ruleset: its id first, then title and players, then the rest."""
    from rich.text import Text

    from ..interpreter.diagnostics import printable

    title = printable(ruleset.title)
    entry = Text(f"{name:<{width}}  ", "bold")
    entry.append(f"{title}, {players(ruleset)}", "default")
    if variants:
        entry.append(f"; variants: {', '.join(variants)}", "dim")
    summary = _one_line(printable(ruleset.summary), columns - width - 2)
    if summary:
        entry.append(f"\n{' ' * width}  {summary}", "not bold")
    return entry


def _one_line(text: str, columns: int) -> str:
    """Return as much of a text as fits on one line, whole sentences if possible."""
    if len(text) <= columns:
        return text
    sentence, stop, _ = text.partition(". ")
    if stop and len(sentence) < columns:
        return sentence + "."
    return text[: max(columns - 1, 1)].rsplit(" ", 1)[0] + "…"
