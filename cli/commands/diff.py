"""`cardrules diff`: the differences between two rulesets."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Literal, TypeAlias

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...interpreter.authoring.differences import Change
    from ...interpreter.resolve.resolve import Resolved
    from ...interpreter.source.located import PlainData

Format: TypeAlias = Literal["text", "json", "markdown"]
_NAMES = {"added": "New", "removed": "Gone"}


@click.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="[B]", required=False)
@click.option("--variant", metavar="NAME", help="Compare with this variant of B (or of A).")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of B (or A).")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="The format of the output.",
)
@click.pass_context
def command(
    context: click.Context,
    one: str,
    other: str | None,
    variant: str | None,
    settings: tuple[str, ...],
    output: Format,
) -> None:
    """Describe how the ruleset B differs from A, rule by rule.

    A and B are paths or bare names. Inherited rules are compared as well, so that it does not
    matter how a difference is written. Scenarios are ignored. Without B, --variant or --set turn A
    into the other ruleset.

    Exit status: 0 no difference, 1 differences, 2 wrong usage, 3 an error in cardrules.
    """
    from ...interpreter.authoring.differences import compare
    from ..exit_status import CLEAN, FINDINGS
    from ..loading import resolve

    if other is None and not (variant or settings):
        raise click.UsageError("Name what A is compared with: B, --variant or --set.")
    first = resolve(one)
    second = resolve(other or one, settings=settings, variant=variant)
    changes = compare(first, second)
    if output == "json":
        click.echo(_json(first, second, changes))
    else:
        for line in _markdown(changes) if output == "markdown" else _text(changes):
            sys.stdout.write(f"{line}\n")  # click would write UTF-8 where only ASCII is shown
    context.exit(FINDINGS if changes else CLEAN)


def _json(one: Resolved, other: Resolved, changes: Iterable[Change]) -> str:
    """Return the differences as JSON. `format` increases when a key changes its meaning."""
    from ...interpreter.authoring.differences import sentence

    sources = {**one.sources, **other.sources}

    def entry(change: Change) -> dict[str, object]:
        line, column = sources[change.span.file].position(change.span.start)
        return {
            "kind": change.kind,
            "address": change.address,
            "before": change.before,
            "after": change.after,
            "sentence": sentence(change),
            "file": change.span.file,
            "line": line,
            "column": column,
        }

    listed = [entry(change) for change in changes]
    document = {"format": 1, "a": str(one.path), "b": str(other.path), "changes": listed}
    return json.dumps(document, indent=2)


def _text(changes: list[Change]) -> Iterator[str]:
    from ...interpreter.authoring.differences import is_long, sentence
    from ...interpreter.diagnostics import printable
    from ..terminal import has_colours

    colours = {"-": "red", "+": "green"}
    for change in changes:
        yield printable(sentence(change))
        for line in _lines(change) if is_long(change) else ():
            shown = f"    {line}"
            yield click.style(shown, fg=colours.get(line[0])) if has_colours() else shown
    if not changes:
        yield "No difference."


def _markdown(changes: list[Change]) -> Iterator[str]:
    from ...interpreter.authoring.differences import is_long, sentence
    from ...interpreter.diagnostics import printable

    for change in changes:
        words = printable(sentence(change))
        yield f"- {words.replace(change.address, f'**{change.address}**', 1)}"
        if is_long(change):
            yield "\n  ```diff"
            yield from (f"  {line}" for line in _lines(change))
            yield "  ```\n"
    if not changes:
        yield "No difference."


def _lines(change: Change) -> Iterator[str]:
    """Yield removed and added lines."""
    from difflib import ndiff

    from ...interpreter.diagnostics import printable

    before = [] if change.kind == "added" else list(_written(change.before))
    after = [] if change.kind == "removed" else list(_written(change.after))
    for line in ndiff(before, after):
        if not line.startswith("?"):
            margin = len(line) - len(line[2:].lstrip())
            yield f"{line[:margin]}{printable(line[margin:])}".rstrip()


def _written(value: PlainData, indent: str = "") -> Iterator[str]:
    """Yield a value as lines of a ruleset."""
    from ...interpreter.resolve.options import show

    if isinstance(value, dict):
        for key, part in value.items():
            lines = list(_written(part, f"{indent}  "))
            if len(lines) == 1 and not isinstance(part, dict):
                yield f"{indent}{key}: {lines[0].strip()}"
            else:
                yield f"{indent}{key}:"
                yield from lines
    elif isinstance(value, str):
        for line in value.strip("\n").split("\n"):
            yield f"{indent}{line}"
    elif isinstance(value, list):
        yield f"{indent}[{', '.join(line for part in value for line in _written(part))}]"
    else:
        yield f"{indent}{show(value)}"
