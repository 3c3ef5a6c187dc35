"""Writes docs/games.md and docs/games/: `python -m tests.rulebook.pages`, or `make games`.

Each bundled game has a page with its rulebook, and with the choice points that printed rules leave
open. All texts come from the rulesets.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cardrules.interpreter.authoring.survey import variants
from cardrules.interpreter.check.load import Loaded, load_ruleset
from cardrules.interpreter.resolve.options import default_of, show
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.markdown import escaped, markdown
from cardrules.interpreter.rulebook.notes import under_options
from cardrules.interpreter.rulebook.rulebook import rulebook
from cardrules.interpreter.source.located import Scalar
from cardrules.rulesets import bundled
from cardrules.schema import words

DOCS = Path(__file__).parents[2] / "docs"
POINT = re.compile(r"\b[A-Z][A-Z0-9]-C\d+[^)]*")
NOTE = re.compile(r"[A-Z][A-Z0-9]-\w+")

INDEX = """\
# The bundled games

Each game has a page with its rulebook. `cardrules rules NAME` shows the same text at the terminal,
and under other options. The pages and this list are written from the rulesets by `make games`.

Printed rules of these games leave some points open. At the end of each page stand these *choice
points* and how the ruleset settles them. A choice point has a code, such as GS-C3. It is either an
option, with the usual reading as its default, or it is decided in the file, at the given address,
where a [house rule](language/house_rules.md#house-rules) can change it.

Families, minutes and difficulty are those that the rulesets tell
[about their games](language/file.md#about-the-game).
"""

HEAD = """
## {family}

| game | players | minutes | difficulty | | variants |
|---|---|---|---|---|---|
"""


@cache
def loaded(name: str) -> Loaded:
    """Return a bundled game."""
    return load_ruleset(name)


@cache
def book(name: str) -> d.Document:
    """Return the rulebook of a bundled game."""
    return rulebook(loaded(name))


def page(name: str) -> str:
    """Return the page of a game."""
    first, *rest = book(name)
    file = f"Written from [`rulesets/{name}.yaml`](../../rulesets/{name}.yaml) by `make games`."
    text = f"{markdown((first,))}\n{file}\n\n{markdown(tuple(rest))}"
    return text + _choice_points(loaded(name))


def _choice_points(game: Loaded) -> str:
    """Return the tables of the choice points: the options, and what the file decides."""
    assert game.ruleset is not None
    rows: list[tuple[str, str, str]] = []
    for name, node in game.resolved.option_nodes.items():
        help = node.get("help")
        for point in POINT.findall(help.text) if isinstance(help, Scalar) else ():
            rows.append((point, name, show(default_of(node))))
    rows.sort(key=lambda row: [int(number) for number in re.findall(r"\d+", row[0])])
    notes = {
        topic: " ".join(under_options(game, text)[0].split())
        for topic, text in game.ruleset.notes.items()
        if NOTE.match(topic) and not re.fullmatch(r"options\.[\w, ]+", text)
    }
    if not rows and not notes:
        return ""
    text = "\n## Choice points\n"
    if rows:
        lines = (f"| {point} | `{option}` | `{default}` |" for point, option, default in rows)
        text += "\n| choice point | option | default |\n|---|---|---|\n" + "\n".join(lines) + "\n"
    if notes:
        lines = (f"| {point} | {escaped(note)} |" for point, note in notes.items())
        text += "\n| choice point | rule and address |\n|---|---|\n" + "\n".join(lines) + "\n"
    return text


def index() -> str:
    """Return the list of the games, by family."""
    rows: dict[str, list[str]] = {family: [] for family in (*words("family"), "other games")}
    for name in bundled():
        rules = loaded(name).ruleset
        assert rules is not None
        least, most = rules.least, rules.most
        players = str(least) if least == most else f"{least} to {most}"
        summary = escaped(" ".join(rules.summary.split()))
        title = f"[{escaped(rules.title)}](games/{name}.md)"
        named = ", ".join(f"`{each}`" for each in variants(loaded(name).resolved))
        about = rules.about
        facts = f"{players} | {about.minutes or ''} | {about.difficulty}"
        rows[about.family or "other games"].append(f"| {title} | {facts} | {summary} | {named} |\n")
    parts = (HEAD.format(family=family.capitalize()) + "".join(each) for family, each in rows.items() if each)
    return INDEX + "".join(parts)


def files() -> dict[Path, str]:
    """Return all pages with their texts."""
    pages = {DOCS / "games" / f"{name}.md": page(name) for name in bundled()}
    return {DOCS / "games.md": index(), **pages}


def main() -> None:
    """Write the pages."""
    (DOCS / "games").mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
