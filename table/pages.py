"""The content of each page, as data for its template."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from ..interpreter.diagnostics import counted, printable
from ..interpreter.errors import CardrulesError, RulesetError
from ..interpreter.presentation.advice import reason
from ..interpreter.presentation.faces import SYMBOLS
from ..interpreter.presentation.match_end import winners
from ..interpreter.presentation.players import HUMAN
from ..interpreter.presentation.score_sheet import Scores
from ..interpreter.rulebook.course import ASKED, THE_PLAY
from ..interpreter.rulebook.document import Document, Heading
from ..interpreter.rulebook.html import html
from ..interpreter.rulebook.rulebook import rulebook as written
from ..interpreter.shared import shared
from ..interpreter.speech.book import Book
from ..interpreter.speech.english import listed, title
from .board import board, story
from .match import replayed
from .picking import MOST_BUTTONS
from .viewers import OPEN, seen, witnesses
from .views import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..interpreter.game.rules import Rules
    from .match import Match, RulesChangedError
    from .picking import Picking
    from .store import Record
    from .views import View

_MISTAKES: Final = 3  # of a ruleset that a page tells
_FRESH: Final = 6  # lines that tell what happened since a person's last move
_WATCHED: Final = 6  # steps that an onlooker is told


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the form: the field that it sends, and what is written on it."""

    field: str
    value: str
    text: str
    key: str


def frame(match: Match, key: str) -> dict[str, Any]:
    """Return what stands around the table: names, links, and whether the person plays."""
    viewer = match.viewer(key)
    seats = match.seats_of(key)
    return {
        "title": printable(match.state.game.program.title),
        "key": key,
        "seats": seats,
        "name": match.painter.players.names[viewer] if viewer in seats else "",
        "invitations": _invitations(match, key),
    }


def parts(match: Match, key: str, view: View) -> dict[str, Part]:
    """Return the parts of the page of the person with a secret, in their order.

    Args:
        match: the game.
        key: the secret of a seat or of onlookers.
        view: the page as it was drawn before.
    """
    state, painter = match.state, match.painter
    viewer = match.viewer(key)
    seats = match.seats_of(key)
    waits = match.passes_screen(key)
    picking = match.picking(viewer) if viewer in seats and waits is None else None
    found = {"state": Part("state", (match.moment, match.error or match.trouble))}
    if waits is not None:
        found["pass"] = Part("pass", (painter.players.names[waits], waits))
        return found
    taps = picking is not None
    past = view.past(witnesses(viewer, state.game.players))
    shown = board(state, painter, viewer, picking, past)
    since = match.told_from(viewer) if viewer in seats else max(match.number - _WATCHED, 0)
    told = view.once(
        "told",
        (painter, match.moment, viewer, since),
        lambda: list(story(state, painter, viewer, since)),
    )
    over = state.is_terminal()
    scores = view.once(
        "scores",
        (painter, viewer, state.position.deal, over, tuple(state.scores())),
        lambda: sheet(match, viewer),
    )
    rule = _rule(match, shown.step, picking)
    found["head"] = Part("head", (shown.title, shown.deal, shown.phase, rule))
    found["news"] = Part("news", (told[-_FRESH:], len(told) > _FRESH))
    for plate in shown.others:
        found[f"seat-{plate.seat}"] = Part("plate", (plate, taps, False))
    table = (shown.trick, shown.tricks[-1:], shown.middle, shown.notes, shown.elsewhere, taps)
    found["middle"] = Part("middle", table)
    if shown.own is not None:
        found["own"] = Part("plate", (shown.own, taps, True))
    found["choice"] = (
        Part(
            "end",
            (key, winners(painter, state, viewer), bool(seats), match.record.next is not None),
        )
        if over
        else Part("choice", _choice(match, viewer, picking, plays=bool(seats)))
    )
    found["scores"] = Part("scores", (scores, over))
    found["tricks"] = Part("tricks", (shown.tricks,))
    found["now"] = Part("now", (list(_now(match, picking)) if picking else [],))
    return found


def _choice(match: Match, viewer: int, picking: Picking | None, *, plays: bool) -> tuple[Any, ...]:
    """Return what the part with the choice shows."""
    return (
        _prompt(match, viewer, picking),
        list(_buttons(match, picking)) if picking else [],
        list(_groups(match, picking)) if picking else [],
        picking is not None,
        picking is not None and picking.begun,
        plays,
        plays and bool(match.number),
        _hint(match, viewer, picking),
    )


def _rule(match: Match, step: str, picking: Picking | None) -> str:
    """Return the address of what the rulebook says about a step, and about the moves in it.

    Args:
        match: the game.
        step: the step, as the person knows it.
        picking: what the person has chosen, if it is the person's turn.
    """
    moves = dict.fromkeys(move.action.verb for move in picking.moves) if picking else ()
    state = match.state
    asked = picking is not None and state.game.machine.sites[state.position.pc].asked
    query = urlencode({"step": "" if asked else step, "moves": " ".join(moves)})
    return f"rules?{query}"


def log(match: Match, key: str) -> dict[str, Any]:
    """Return all that has happened, as the person with a secret saw it."""
    viewer = match.viewer(key)
    waits = match.passes_screen(key) is not None
    lines = () if waits else story(match.state, match.painter, viewer, 0)
    return {"title": match.painter.game.program.title, "lines": list(lines)}


# --------------------------------------------------------------------------------- choosing


def _buttons(match: Match, picking: Picking) -> Iterator[Button]:
    """Yield a button for each move that is complete."""
    complete = picking.complete()
    for move in complete[:MOST_BUTTONS]:
        text = match.painter.words(move.action.text).plain
        yield Button("play", move.action.text, text, f"play-{move.action.text}")
    if picking.cards or picking.values:
        return
    # Moves that nothing on the table stands for, such as one of several lists of cards.
    seat = match.state.current_player()
    assert seat is not None
    face_up = seen(match.state, seat)
    rest = [move for move in picking.moves if move.cards and not move.cards <= face_up]
    for move in rest[: MOST_BUTTONS - len(complete)]:
        text = match.painter.words(move.action.text).plain
        yield Button("play", move.action.text, text, f"play-{move.action.text}")


def _groups(match: Match, picking: Picking) -> Iterator[tuple[str, list[Button]]]:
    """Yield the values that can be chosen, as buttons under the name of their action."""
    painter = match.painter
    for group in picking.groups():
        buttons: list[Button] = []
        for word, move in group.words[: 4 * MOST_BUTTONS]:
            text = _value(match, group.kind, word)
            if move is not None:
                buttons.append(Button("play", move.action.text, text, f"play-{move.action.text}"))
            else:
                value = f"{group.kind} {word}"
                buttons.append(Button("choose", value, text, f"choose-{group.verb}-{value}"))
        yield painter.label(group.verb), buttons


def _value(match: Match, kind: str, word: str) -> str:
    """Return a value that can be chosen, in words."""
    if kind == "player":
        return match.painter.players.names[int(word)]
    if kind == "suit" and word in SYMBOLS:
        return f"{SYMBOLS[word]} {word}"
    of, _, zone = kind.partition(":")
    if of == "pile":
        alike = match.state.game.notation.piles_by_owner(zone)
        return word.partition("@")[0] if alike else match.painter.pile(word)
    return word if kind == "number" else match.painter.label(word)


def _prompt(match: Match, viewer: int, picking: Picking | None) -> str:
    """Return the line above the choice."""
    state = match.state
    if state.is_terminal():
        return ""
    if picking is None:
        seat = state.game.acting(state.position, None if viewer == OPEN else viewer)
        if seat is None:
            return "Somebody may act out of turn …"
        kind = match.record.seats[seat].kind
        name = match.painter.players.names[seat]
        return f"{name} is choosing …" if kind == HUMAN else f"{name} is thinking …"
    least, most = picking.still_wanted()
    wanted = str(most) if least == most else f"up to {most}" if least < 1 else f"{least} to {most}"
    noun = "card" if most == 1 else "cards"
    if picking.begun or not picking.moves:
        return f"Choose {wanted} more {noun}." if picking.cards and most > 0 else "Your turn."
    verbs = dict.fromkeys(move.action.verb for move in picking.moves)
    text = "Your turn: " + ", ".join(map(match.painter.label, verbs)) + "."
    return f"{text} Choose {wanted} {noun}." if least > 0 else text


def _now(match: Match, picking: Picking) -> Iterator[tuple[str, str]]:
    """Yield the phase and the actions that are possible now: name and help."""
    state, program = match.state, match.state.game.program
    site = state.game.machine.sites[state.position.pc]
    book = _book(state.game)
    if not site.asked:
        name = program.label(site.step)
        yield title(name), printable(book.prose(program.phases[site.phase].help))
    possible = {move.action.verb for move in picking.moves}
    for name in site.actions:
        if name in possible:
            yield program.label(name), printable(book.prose(program.actions[name].help))


def _hint(match: Match, seat: int, picking: Picking | None) -> tuple[str, str] | None:
    """Return what a bot would do, and why."""
    found = match.hint.get(seat)
    if found is None or picking is None:
        return None
    why = reason(match.painter, found.assessment, len(picking.moves))
    return match.painter.words(found.text).plain, why


def _invitations(match: Match, key: str) -> list[tuple[str, str]]:
    """Return the links for the other people; the player who opened the table passes them on."""
    seats = match.record.seats
    if host(match.record) != key or match.number > len(seats) * 2:
        return []
    found = {seat.key: seat.name for seat in seats if seat.key not in (None, key)}
    links = [(name, f"/s/{secret}") for secret, name in found.items()]
    return [*links, ("onlookers", f"/s/{match.record.watch}")]


# ---------------------------------------------------------------------------------- results


def sheet(match: Match, viewer: int) -> dict[str, Any] | None:
    """Return what each deal scored, with the totals; None if no deal is over yet."""
    state, painter = match.state, match.painter
    if not (state.game.program.uses_scores or any(state.scores())):
        return None
    found = Scores(state)
    ended = [deal for deal in sorted(found.ends) if deal - 1 in found.ends]
    if not ended:
        return None
    sides = painter.sides()
    rows = [(deal, [found.ends[deal][side[0]] - found.ends[deal - 1][side[0]] for side in sides]) for deal in ended]
    return {
        "names": [" and ".join(painter.who(seat, viewer) for seat in side) for side in sides],
        "rows": rows,
        "total": [found.ends[ended[-1]][side[0]] for side in sides],
    }


def rulebook(match: Match, step: str | None, moves: Sequence[str]) -> str:
    """Return the rulebook of the game as a page, in which a step and its moves are marked.

    Args:
        match: the game.
        step: the step that is on; empty if somebody is asked; None to mark nothing.
        moves: the actions that are possible.
    """
    game = match.state.game
    program = game.program
    section = ""
    if step is not None:
        phase = next((name for name, each in program.phases.items() if step in dict(each.steps)), "")
        section = title(program.label(phase)) if phase else ASKED
        if section not in {block.text for block in _written(game) if isinstance(block, Heading)}:
            section = THE_PLAY
    titles = {title(program.label(verb)) for verb in moves if verb in program.actions}
    return html(_written(game), section, titles)


@shared(most=16)
def _book(game: Rules) -> Book:
    """Return the words of the rules of a game."""
    assert game.loaded.ruleset is not None
    return Book(game.program, game.loaded.ruleset)


@shared(most=16)
def _written(game: Rules) -> Document:
    """Return the rulebook of a game."""
    return written(game.loaded)


def host(record: Record) -> str:
    """Return the secret of the person who opened a table."""
    return next((seat.key for seat in record.seats if seat.key is not None), record.watch)


_PARTS: Final = {
    "deck": "the pack",
    "zones": "where cards lie and who sees them",
    "players": "who can play",
    "teams": "who plays together",
    "tables": "the tables",
    "deal": "the deal",
    "phases": "how a turn goes",
    "tricks": "the tricks",
    "melds": "what melds are",
    "rankings": "which cards rank above which",
    "effects": "what follows from moves",
    "match": "how the match ends",
    "limits": "how long a deal can last",
    "options": "the options",
    "variants": "the options",
}
"""What a player calls the sections of a ruleset."""


def changed(error: RulesChangedError, key: str) -> dict[str, Any]:
    """Return what is said about a game whose rules have changed, and who decides."""
    program, moves, parts = error.game.program, list[str](), dict[str, None]()
    for address in error.changed:
        section, _, name = address.partition(".")
        if section == "actions":
            moves.append(printable(program.label(name)))
        else:
            parts[_PARTS.get(section, "what the rules count")] = None
    if moves:
        parts[f"the {'move' if len(moves) == 1 else 'moves'} {listed(moves)}"] = None
    seats = error.record.seats
    decides = key == host(error.record)
    name = next((seat.name for seat in seats if seat.key == host(error.record)), "")
    return {
        "game": printable(program.title),
        "what": list(parts),
        "decides": decides,
        "host": name or "the person who opened the table",
        "why_not": _misfit(error) if decides else "",
    }


def _misfit(error: RulesChangedError) -> str:
    """Return why a game cannot go on under its rules as they are now; nothing if it can."""
    try:
        replayed(error.record, error.game)
    except CardrulesError as problem:
        return trouble(problem)
    return ""


def trouble(error: CardrulesError) -> str:
    """Return an error as one or more sentences for a page."""
    if isinstance(error, RulesetError):
        return " ".join(mistakes(error))
    text = printable(str(error)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def mistakes(error: RulesetError) -> list[str]:
    """Return what is wrong with a ruleset: the first mistakes, and how many more there are.

    Folders are left out: who reads the page may be somebody else than who wrote the file.
    """
    found: list[str] = []
    for each in error.diagnostics[:_MISTAKES]:
        file = printable(Path(each.span.file).name)
        source = error.sources.get(each.span.file)
        place = f"{file}, line {source.position(each.span.start)[0]}" if source else file
        words = " ".join(printable(text) for text in (each.message, each.help) if text)
        found.append(f"{place}: {words} ({each.code})")
    more = len(error.diagnostics) - len(found)
    return [*found, f"There {'is' if more == 1 else 'are'} {counted(more, 'more mistake')}."] if more else found
