"""The answers to `?`: what can be done now, and what the rulebook says about a word."""

from __future__ import annotations

import difflib
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...interpreter.diagnostics import printable, spaced
from ...interpreter.errors import CardrulesError, IllegalActionError
from ...interpreter.explanation.refusals.refusals import is_excluded
from ...interpreter.explanation.shown import shown_values
from ...interpreter.game.action import LISTS
from ...interpreter.game.observation.redaction import UNKNOWN
from ...interpreter.presentation.card_names import CardNames
from ...interpreter.presentation.signs import meaning
from ...interpreter.presentation.table_view import TABLE
from ...interpreter.speech.english import listed
from ...interpreter.syntax import types as ty
from ..rulebook.terminal import inline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, RenderableType

    from ...interpreter.game.rules import Rules
    from ...interpreter.play.state import State
    from ...interpreter.presentation.painter import Painter
    from ...interpreter.rulebook.lookup import Entry, Lookup

_MOST: Final = 12  # moves that are listed
_PICKING: Final = "A card that you name is picked; name it again to put it back. "
_PAIR: Final = 2  # words of a move with one card
_CLOSE: Final = 0.8  # how similar a misspelt word is to the one that is suggested
_ROW: Final = f"The line “{TABLE}” shows what lies between the players, and what holds for all of them."
COMMANDS: Final = {
    "?": "what can be done now; '? WORD' says what the rules say about a card, a move, a word",
    "rules": "the whole rulebook of this game",
    "hint": "what a bot would do, after it has tried the moves out",
    "undo": "take back your last step of choosing, or your last move",
    "cancel": "put back all that you picked for a move",
    "table": "show everything that lies open again, as Enter does",
    "log": "the last moves; 'log all' shows all",
    "scores": "what each deal has scored",
    "scenario": "the last move as a scenario for a ruleset; 'scenario 7' writes move 7 of the log",
    "save": "save the game; 'save FILE' chooses the file",
    "quit": "save and leave",
}
_WORDS: Final = {
    "done": "make the move with the cards that you have picked, as Enter does",
    "seed": "the number from which all chance follows; '--seed' with it brings the same cards, and 'seed 7' in 'dev'",
    "again": "in 'cardrules dev': another hand, dealt by another seed",
    "practice": "a game begun with '--practice': 'undo' takes back any move, and 'log' says so",
}


def overview(
    painter: Painter, state: State, console: Console, room: int, *, keys: bool, others: Iterable[str] = ()
) -> list[RenderableType]:
    """Return the lines about the position: commands, the phase, and last what can be done now.

    Args:
        painter: Draws the cards.
        state: The position.
        console: The screen.
        room: The lines of the screen that the answer may take.
        keys: Whether single keys are read, such as arrows.
        others: Further commands that there are.
    """
    program = state.game.program
    parts: list[RenderableType] = []
    if program.summary:
        parts += [Text(printable(program.summary)), Text()]
    parts += [
        Text(
            f"{'Choose with the arrow keys, space and Enter, or type' if keys else 'Type'} a move, "
            "its number (unless a card of that rank can be chosen), or its parts one by one. "
            f"{_PICKING if _picks(state) else ''}{CardNames(state.game).how}"
        ),
        Text.assemble(
            ("? WORD", "bold"),
            " explains a card, a move or a word; ",
            ("rules", "bold"),
            " shows the whole rulebook. Also: ",
            Text(", ").join(Text(name, "bold") for name in (*COMMANDS, *others) if name not in ("?", "rules")),
            ".",
        ),
        Text(),
    ]
    site = state.game.machine.sites[state.position.pc]
    if site.asked:
        asked = " or ".join(map(program.label, site.actions))
        head = Text.assemble(("You are asked to ", "dim"), (asked, "bold"))
    else:
        help = program.phases[site.phase].help
        name = program.label(site.step)
        head = Text.assemble((name[:1].upper() + name[1:], "bold"), _dash(painter, help))
    now = {action.verb for action in state.legal_actions()}
    width = max((len(program.label(name)) for name in site.actions), default=0)
    later, possible = _columns(width), _columns(width)
    for name in site.actions:
        if name in now:
            help = painter.sentence(painter.help(of_move(state.game, name)), state.current_player())
            possible.add_row("", Text(program.label(name), "bold"), Text(help))
        elif _lookup(state.game).offers(name):
            why = f"not now: {_why_not(painter, state, name)}"
            later.add_row("", Text(program.label(name), "dim"), Text(why, "dim"))
    end: list[RenderableType] = [head, later, possible]
    while parts and _height(console, [*parts, *end]) > room:
        del parts[:2]
    return [*parts, *end]


def of_move(game: Rules, name: str) -> str:
    """Return what the rules say in short about a move; empty if nothing."""
    help, rules = game.program.actions[name].help, _lookup(game)
    return help if help and not rules.is_example(help) else rules.of_move(name)


def _picks(state: State) -> bool:
    """Return whether several cards can be picked for a move now."""
    actions = state.game.program.actions
    verbs = {action.verb for action in state.legal_actions()}
    return any(each.kind in LISTS for verb in verbs for each in actions[verb].parameters)


def one(painter: Painter, state: State, name: str, console: Console, room: int) -> list[RenderableType]:
    """Return what the rulebook says about a word, and last what can be done with it now.

    Args:
        painter: Draws the cards.
        state: The position.
        name: The word.
        console: The screen.
        room: The lines of the screen that the answer may take.
    """
    plain = not painter.style.symbols
    command: list[RenderableType] = []
    said = COMMANDS.get(name) or _WORDS.get(name)
    if said and name not in state.game.program.actions:
        command = [Text.assemble((name, "bold"), _dash(painter, said))]
        if name == TABLE:
            command.insert(0, Text(_ROW))
        if name not in map(state.game.program.label, state.game.program.zones):
            return command
    sign = _numbered(state, name) or meaning(painter, name)
    if sign:
        return [Text(sign)]
    rules = _lookup(state.game)
    found, end = rules.about(name), [*_with_it(painter, state, name), *command]
    if not found and not end:
        about = _variant(state.game, name)
        if about:
            return [Text(about)]
        known = [*rules.titles, *COMMANDS]
        near = difflib.get_close_matches(name.lower(), known, 1, _CLOSE)
        hint = f" Did you mean '{near[0]}'?" if near else " Type 'rules' for all of them."
        return [Text(f"The rules do not mention '{printable(name[:40])}'.{hint}")]
    parts = [*_entries(found, plain=plain), *end]
    more = Text("'rules' says more.", "dim")
    while found and _height(console, parts) > room:
        shorter = _shorter(found)
        if shorter is None:
            break
        found = shorter
        parts = [*_entries(found, plain=plain), more, *end]
    return parts


def brief(painter: Painter, state: State, words: str) -> list[RenderableType]:
    """Return the first that the rulebook says about some words, for one who has nothing to choose.

    Args:
        painter: Draws the cards.
        state: The position.
        words: The words.
    """
    about = _lookup(state.game).about(words) if words else []
    found = [entry for entry in about if entry.chapter][:1] or about[:1]  # a rule, before a term
    return list(_entries(_shorter(found) or found, plain=not painter.style.symbols))


def _numbered(state: State, name: str) -> str:
    """Return what `#2` means, where moves name a pile so; empty if it is something else."""
    program = state.game.program
    takers = [
        f"'{program.label(verb)}'"
        for verb, action in program.actions.items()
        if any(each.kind == "pile" for each in action.parameters) and not is_excluded(action)
    ]
    if not (takers and name[:1] == "#" and name[1:].isdecimal()):
        return ""
    return f"{name} is the number of a pile on the table; a move such as {takers[0]} takes it."


def _shorter(found: list[Entry]) -> list[Entry] | None:
    """Return less of what was found: a long line less, from the last on, or one line less."""
    for index in range(len(found) - 1, -1, -1):
        entry = found[index]
        if entry.brief is not None:
            less = replace(entry, line=entry.brief, brief=None)
            return [*found[:index], less, *found[index + 1 :]]
    return found[:-1] if len(found) > 1 else None


def _entries(found: list[Entry], *, plain: bool) -> Iterator[RenderableType]:
    """Yield lines of the rulebook below the titles of their chapters."""
    chapter = ""
    for entry in found:
        if entry.chapter != chapter:
            chapter = entry.chapter
            yield Text(printable(chapter), "dim")
        yield Padding(inline(entry.line, plain=plain), (0, 0, 0, 2 if chapter else 0))


def _with_it(painter: Painter, state: State, name: str) -> Iterator[Text]:
    """Yield what can be done now with a card or a rank, or by a move."""
    program = state.game.program
    typed = name.strip().lower()
    verbs = [verb for verb in program.actions if typed in (verb.lower(), program.label(verb))]
    cards: set[str] = set()
    if verbs:
        verb = verbs[0]
        moves = [act.text for act in state.legal_actions() if act.verb == verb]
        if not moves:
            yield Text(f"Not now: {_why_not(painter, state, verb)}.", "dim")
            return
    else:
        cards = _lookup(state.game).cards(name)
        if not cards:
            yield from _at_present(painter, state, typed)
            return
        moves = [act.text for act in state.legal_actions() if cards & set(act.text.split()[1:])]
        if not moves:
            why = _why_not_with(painter, state, cards)
            yield Text(f"Not now: {why}." if why else "No move with it is possible now.", "dim")
            return
    if verbs and len(moves) == 1 and not program.actions[verbs[0]].parameters:
        yield Text("You can do it now.", "dim")
    else:
        which = "" if verbs else " with this card" if len(cards) == 1 else " with these cards"
        told = _in_short(painter, moves, which)
        yield Text.assemble(("Now you can: ", "dim"), Text(", ").join(told))


def _in_short(painter: Painter, moves: list[str], which: str) -> Iterator[Text]:
    """Yield moves; if they are many, a verb that takes several words only with their number.

    Args:
        painter: Draws the cards.
        moves: The moves, in notation.
        which: What they have in common, after their number.
    """
    verbs = Counter(move.partition(" ")[0] for move in moves)
    told = 0
    for verb, count in verbs.items():
        own = [move for move in moves if move.partition(" ")[0] == verb]
        several = len(moves) > _MOST and max(len(move.split()) for move in own) > _PAIR
        if several and count > 1:
            yield Text.assemble(painter.words(verb), f" in {count} ways{which}")
            continue
        yield from map(painter.words, own[: max(_MOST - told, 1)])
        if count > max(_MOST - told, 1):
            yield Text(f"{count - max(_MOST - told, 1)} more")
        told += count


def _at_present(painter: Painter, state: State, name: str) -> Iterator[Text]:
    """Yield the present value of what the table shows by a name, which the rules only explain."""
    program, viewer = state.game.program, state.current_player()
    if viewer is None:
        return
    variables = {v.name: v for v in program.variables.values() if not v.internal}
    seen = state.observation(viewer).variables
    values = {each: seen[each] for each in variables}
    values |= shown_values(state.game, state.position, viewer)
    for each, value in values.items():
        called = (spaced(each).lower(), program.label(each).lower())
        if name not in called:
            continue
        variable, kind = variables.get(each), painter.type_of(each)
        if kind == ty.BOOLEAN and variable is not None and not variable.each:
            yield Text.assemble(("Now: ", "dim"), f"{painter.clause(each, holds=value)}.")
            continue
        if variable is not None and variable.each:
            said = _of_each(painter, program.owners(variable), value, kind, viewer)
        elif variable is None and program.definitions[each].parameters:
            said = _of_each(painter, range(state.game.players), value, kind, viewer)
        else:
            said = painter.value(kind, value, viewer)
            said = said or ("nobody" if kind == ty.PLAYER else "no" if value is False else "none")
        if said:
            yield Text.assemble((f"Now, {program.label(each)}: ", "dim"), f"{said}.")


def _of_each(painter: Painter, owners: Iterable[int], values: Iterable[object], kind: ty.Type, viewer: int) -> str:
    """Return what players have now; of truth values, those for whom it is so."""
    known = [each for each in zip(owners, values, strict=True) if each[1] not in (None, UNKNOWN)]
    if kind == ty.BOOLEAN:
        return listed([painter.who(seat, viewer) for seat, so in known if so]) or "nobody"
    if kind == ty.PLAYER:
        return ""  # the table says so, and in fewer words
    return ", ".join(
        f"{painter.who(seat, viewer)} {painter.value(kind, value, viewer) or 'none'}" for seat, value in known
    )


def _height(console: Console, parts: list[RenderableType]) -> int:
    """Return how many lines of the screen some parts take."""
    return len(console.render_lines(Group(*parts), pad=False))


def _variant(game: Rules, name: str) -> str:
    """Return what a variant of the game does, by its name; empty if there is none."""
    from ...interpreter.rulebook.settings import variants

    typed = name.strip().lower().replace(" ", "_")
    for variant, help, _ in variants(game.loaded):
        if typed == variant:
            return printable(f"A variant of this game: {help} 'rules' says more about it.")
    return ""


@lru_cache(maxsize=4)
def _lookup(game: Rules) -> Lookup:
    from ...interpreter.rulebook.lookup import Lookup

    return Lookup(game.loaded)


def _why_not(painter: Painter, state: State, typed: str) -> str:
    """Return why an action is not possible now."""
    try:
        state.find(typed)
    except CardrulesError as error:
        reason = error.reason if isinstance(error, IllegalActionError) else str(error)
        return painter.sentence(printable(reason), state.current_player())
    return ""


def _why_not_with(painter: Painter, state: State, cards: set[str]) -> str:
    """Return why a card cannot be chosen, if it is one card and one move takes cards now."""
    actions = state.game.program.actions
    takers = [
        verb
        for verb in dict.fromkeys(action.verb for action in state.legal_actions())
        if [each.kind for each in actions[verb].parameters] in (["card"], ["cards"], ["meld"])
    ]
    return _why_not(painter, state, f"{takers[0]} {min(cards)}") if len(takers) == len(cards) == 1 else ""


def _columns(width: int) -> Table:
    """Return an indented table for names, which are so long, and their meaning."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=0)
    table.add_column(no_wrap=True, min_width=width)
    table.add_column()
    return table


def _dash(painter: Painter, text: str) -> str:
    """Return a help text after a dash, or an empty text."""
    return f"{painter.style.dash}{painter.help(text)}" if text else ""
