"""A finished game, move by move: as pages, as one file to share, and as a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..interpreter.play.state import State
from ..interpreter.presentation.match_end import winners
from ..interpreter.resolve.options import show
from . import faces
from .board import board, story
from .viewers import OPEN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jinja2 import Environment

    from .match import Match


def positions(match: Match) -> list[State]:
    """Return the game before each action and after the last, oldest first."""
    final = match.state
    steps = final.steps()
    found = [State(final.game, step.before, step.previous, final.opening) for step in steps]
    return [*found, final]


def page(match: Match, given: Mapping[str, str]) -> dict[str, Any]:
    """Return one position of a finished game.

    Args:
        match: the game.
        given: `move`, the number of actions that are played; `as`, a seat, or nothing to lay all
            cards open.
    """
    every = positions(match)
    last = len(every) - 1
    text, seat = given.get("move", "0"), given.get("as", "")
    number = min(int(text), last) if text.isdecimal() and len(text) < 9 else 0
    count = match.state.game.players
    viewer = int(seat) if seat.isdecimal() and int(seat[:3]) < count else OPEN
    state = every[number]
    return {
        "board": board(state, match.painter, viewer),
        "viewer": viewer,
        "number": number,
        "last": last,
        "told": list(story(state, match.painter, viewer, number - 1)),
        "names": list(enumerate(match.painter.players.names)),
        "result": winners(match.painter, match.state, viewer) if number == last else "",
        "symbols": faces.symbols(match.state.game),
    }


def export(match: Match, templates: Environment, static: Path) -> str:
    """Return a finished game as one HTML page that needs nothing else; all cards lie open."""
    moves = [
        (
            board(state, match.painter, OPEN),
            list(story(state, match.painter, OPEN, number - 1)) if number else [],
        )
        for number, state in enumerate(positions(match))
    ]
    return templates.get_template("export.html").render(
        moves=moves,
        title=moves[0][0].title,
        names=", ".join(match.painter.players.names),
        result=winners(match.painter, match.state, OPEN),
        symbols=faces.symbols(match.state.game),
        style="".join((static / name).read_text("utf-8") for name in ("table.css", "cards.css")),
        script=(static / "replay.js").read_text("utf-8"),
    )


def scenario(match: Match) -> str:
    """Return a finished game as a suite with one scenario: its seed, its actions and its end."""
    import yaml

    settings, state = match.record.settings, match.state
    winners = state.winners()
    then: dict[str, Any] = {"over": True}
    if len(winners) == 1:
        then["winner"] = winners[0]
    if state.game.program.uses_scores:
        then["score"] = state.scores()
    given: dict[str, Any] = {"players": settings.players, "seed": settings.seed}
    if settings.deck and state.opening is not None:
        given["deck"] = state.opening.data(state.game)["deck"]
    if settings.variant is not None:
        given["variant"] = settings.variant
    if settings.options:
        options = state.game.program.options
        names = [text.partition("=")[0] for text in settings.options]
        given["options"] = {name: yaml.safe_load(show(options[name])) for name in names}
    actions = [action.text for action in state.history()]
    given["tests"] = [{"play": actions, "then": then}]
    data = {
        "cardrules_suite": 1,
        "ruleset": settings.ruleset,
        "scenarios": {"a-game-at-the-table": given},
    }
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100)
