"""The answers to `?`: an overview of the rules, and any single rule as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from ...interpreter.diagnostics import printable, spaced, suggest
from ...interpreter.resolve.options import show
from ...interpreter.source.located import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from ...interpreter.play.rules import Rules
    from ...interpreter.play.state import State
    from ...interpreter.source.located import Node
    from .table_view import Painter

# Where `? NAME` looks, in this order.
_SECTIONS: Final = (
    "actions phases options zones variables melds define effects variants notes".split()
)
COMMANDS: Final = {
    "?": "the moves and rules in play; '? NAME' explains one",
    "rules": "the whole rulebook of this game",
    "hint": "what the rollout bot would do in your place",
    "undo": "take your last move back, if it revealed nothing hidden",
    "log": "the last moves; 'log all' shows all",
    "scores": "what each deal has scored",
    "save": "save the game; 'save FILE' chooses the file",
    "quit": "save and leave",
}


def overview(state: State) -> Iterator[RenderableType]:
    """Yield the lines about the position: phase, actions, options, commands."""
    program = state.game.program
    if program.summary:
        yield Text(printable(program.summary))
        yield Text()
    site = state.game.machine.sites[state.position.pc]
    if site.asked:
        yield Text.assemble(("You are asked to ", "dim"), (spaced(site.step), "bold"))
    else:
        help = program.phases[site.phase].help
        yield Text.assemble(("Phase ", "dim"), (spaced(site.step), "bold"), _dash(help))
    now = {action.verb for action in state.legal_actions()}
    actions = _columns()
    for name in site.actions:
        help = Text(printable(program.actions[name].help))
        if name not in now:
            help.append(" (not now)", "dim")
        actions.add_row("", Text(name, "bold" if name in now else "dim"), help)
    yield actions
    if program.options:
        yield Text()
        values = ", ".join(f"{name}={show(value)}" for name, value in program.options.items())
        yield Text.assemble(("Options  ", "dim"), values)
    yield Text()
    yield Text("Type a move's number, the move itself, or an unambiguous beginning of it. Also:")
    commands = _columns()
    for name, meaning in COMMANDS.items():
        commands.add_row("", Text(name, "bold"), Text(meaning))
    yield commands


def _columns() -> Table:
    """Return an indented table for names and their meaning."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=0)
    table.add_column(no_wrap=True, min_width=4)
    table.add_column()
    return table


def one(painter: Painter, state: State, name: str) -> Iterator[Text]:
    """Yield the lines about the rules with a name, as they are written."""
    game = state.game
    found = [(section, node) for section, node in _named(game, name)]
    if name in COMMANDS:
        yield Text.assemble((name, "bold"), _dash(COMMANDS[name]))
    elif not found:
        known = [*_names(game), *COMMANDS]
        near = suggest(name, known)
        hint = f" Did you mean '{near}'?" if near else " Type '?' for an overview."
        yield Text(f"Nothing in the rules is called '{printable(name[:40])}'.{hint}")
    for section, node in found:
        yield Text.assemble((f"{section}.{name}", "bold"), _dash(_help(node)))
        if section == "options":
            yield Text(f"  here: {show(game.program.options.get(name))}")
        yield from _written(node, "  ")
        action = game.program.actions.get(name) if section == "actions" else None
        if action and action.effects:
            follows = ", ".join(effect.name for effect in action.effects)
            yield Text.assemble(("  followed by: ", "dim"), follows)
        moves = [act.text for act in state.legal_actions() if act.verb == name]
        if action and moves:
            yield Text.assemble(("  now: ", "dim"), Text(", ").join(map(painter.words, moves)))


def _dash(text: str) -> str:
    """Return a help text after a dash, or an empty text."""
    return f" - {printable(text)}" if text else ""


def _section(game: Rules, section: str) -> dict[str, Node]:
    tree = game.loaded.resolved.tree.get(section)
    entries = tree.entries if isinstance(tree, Mapping) else {}
    return {name: entry.value for name, entry in entries.items()}


def _names(game: Rules) -> list[str]:
    return [name for section in _SECTIONS for name in _section(game, section)]


def _named(game: Rules, name: str) -> Iterator[tuple[str, Node]]:
    for section in _SECTIONS:
        node = _section(game, section).get(name)
        if node is not None:
            yield section, node


def _help(node: Node) -> str:
    words = node.get("help") if isinstance(node, Mapping) else None
    return words.text if isinstance(words, Scalar) else ""


def _written(node: Node, margin: str) -> Iterator[Text]:
    """Yield the lines of a rule as written, even if its parts come from several files."""
    if isinstance(node, Scalar):
        for line in node.text.strip().splitlines():
            yield Text(f"{margin}{_safe(line)}")
    elif isinstance(node, Sequence):
        yield Text(f"{margin}[{', '.join(_item(item) for item in node.items)}]")
    else:
        for key, entry in node.entries.items():
            if key == "help":
                continue
            value = entry.value
            if isinstance(value, Scalar) and "\n" not in value.text.strip():
                yield Text.assemble(margin, (f"{key}: ", "dim"), _safe(value.text.strip()))
            else:
                yield Text.assemble(margin, (f"{key}:", "dim"))
                yield from _written(value, margin + "  ")


def _item(node: Node) -> str:
    return _safe(node.text) if isinstance(node, Scalar) else "…"


def _safe(text: str) -> str:
    """Return a line without control characters, with its indentation."""
    body = text.lstrip(" ")
    return " " * (len(text) - len(body)) + printable(body)
