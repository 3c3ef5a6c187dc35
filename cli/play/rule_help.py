"""The answers to `?`: what can be done now, and what the rulebook says about a word."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...interpreter.check import ir
from ...interpreter.diagnostics import printable
from ...interpreter.errors import CardrulesError
from ..rulebook.terminal import inline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from ...interpreter.check.program import Action
    from ...interpreter.play.rules import Rules
    from ...interpreter.play.state import State
    from ...interpreter.rulebook.lookup import Lookup
    from .table_view import Painter

_MOST: Final = 12  # moves that are listed
_CLOSE: Final = 0.8  # how similar a misspelt word is to the one that is suggested
COMMANDS: Final = {
    "?": "what can be done now; '? WORD' says what the rules say about a card, a move, a word",
    "rules": "the whole rulebook of this game",
    "hint": "what a bot would do, after it has tried the moves out",
    "undo": "put back what you picked last, or take your last move back",
    "table": "show the table again, as Enter does",
    "log": "the last moves; 'log all' shows all",
    "scores": "what each deal has scored",
    "save": "save the game; 'save FILE' chooses the file",
    "quit": "save and leave",
}


def overview(painter: Painter, state: State) -> Iterator[RenderableType]:
    """Yield the lines about the position: phase, actions, options, commands."""
    program = state.game.program
    if program.summary:
        yield Text(printable(program.summary))
        yield Text()
    site = state.game.machine.sites[state.position.pc]
    if site.asked:
        asked = " or ".join(map(program.label, site.actions))
        yield Text.assemble(("You are asked to ", "dim"), (asked, "bold"))
    else:
        help = program.phases[site.phase].help
        name = program.label(site.step)
        yield Text.assemble((name[:1].upper() + name[1:], "bold"), _dash(painter, help))
    now = {action.verb for action in state.legal_actions()}
    actions = _columns()
    for name in site.actions:
        action = program.actions[name]
        if _is_excluded(action):
            continue
        help = Text(printable(action.help))
        if name not in now:
            help = Text(f"not now: {_why_not(painter, state, name)}", "dim")
        actions.add_row("", Text(program.label(name), "bold" if name in now else "dim"), help)
    yield actions
    if program.options:
        yield Text()
        values = (f"{program.label(name)} {_value(each)}" for name, each in program.options.items())
        yield Text.assemble(("Options  ", "dim"), ", ".join(values))
    yield Text()
    yield Text(
        "Choose with the arrow keys, space and Enter, or type a move, its number, or its parts one "
        "by one. Cards that you name are picked, or put back. Also:"
    )
    commands = _columns()
    for name, meaning in COMMANDS.items():
        commands.add_row("", Text(name, "bold"), Text(meaning))
    yield commands


def one(painter: Painter, state: State, name: str) -> Iterator[RenderableType]:
    """Yield what the rulebook says about a word, and the moves that it names."""
    plain = not painter.style.symbols
    if name in COMMANDS:
        yield Text.assemble((name, "bold"), _dash(painter, COMMANDS[name]))
        return
    rules = _lookup(state.game)
    found = rules.about(name)
    chapter = ""
    for entry in found:
        if entry.chapter != chapter:
            chapter = entry.chapter
            yield Text(printable(chapter), "dim")
        yield Padding(inline(entry.line, plain=plain), (0, 0, 0, 2))
    if not found:
        known = [*rules.titles, *COMMANDS]
        near = difflib.get_close_matches(name.lower(), known, 1, _CLOSE)
        hint = f" Did you mean '{near[0]}'?" if near else " Type 'rules' for all of them."
        yield Text(f"The rules do not mention '{printable(name[:40])}'.{hint}")
    moves = [act.text for act in state.legal_actions() if act.verb == name]
    if moves:
        some = Text(", ").join(map(painter.words, moves[:_MOST]))
        more = f" and {len(moves) - _MOST} more" if len(moves) > _MOST else ""
        yield Text.assemble(("now: ", "dim"), some, more)


@lru_cache(maxsize=4)
def _lookup(game: Rules) -> Lookup:
    from ...interpreter.rulebook.lookup import Lookup

    return Lookup(game.loaded)


def _why_not(painter: Painter, state: State, verb: str) -> str:
    """Return why an action is not possible now."""
    try:
        state.find(verb)
    except CardrulesError as error:
        reason = str(error).partition("; legal")[0]
        return painter.sentence(printable(reason), state.current_player())
    return ""


def _is_excluded(action: Action) -> bool:
    """Return whether the options of the game never allow an action."""
    return _never(action.when)


def _never(condition: ir.Expr | None) -> bool:
    match condition:
        case ir.Const(value=value):
            return not value
        case ir.Logic(conjunction=True, left=left, right=right):
            return _never(left) or _never(right)
        case _:
            return False


def _columns() -> Table:
    """Return an indented table for names and their meaning."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=0)
    table.add_column(no_wrap=True, min_width=4)
    table.add_column()
    return table


def _value(value: object) -> str:
    """Return the value of an option in words."""
    from ...interpreter.resolve.options import show

    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else show(value).replace("_", " ")


def _dash(painter: Painter, text: str) -> str:
    """Return a help text after a dash, or an empty text."""
    return f"{painter.style.dash}{printable(text)}" if text else ""
