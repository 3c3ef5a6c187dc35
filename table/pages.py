"""The content of each page, as data for its template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.diagnostics import printable
from ..interpreter.errors import CardrulesError
from ..interpreter.presentation.players import HUMAN
from ..interpreter.presentation.score_sheet import Scores
from . import faces
from .board import board, seen, story
from .picking import MOST_BUTTONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .match import Match
    from .picking import Move, Picking

_FRESH: Final = 12  # lines that tell what happened since a person's last move


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the form: the field that it sends, and what is written on it."""

    field: str
    value: str
    text: str
    key: str


def table(match: Match, key: str, said: str = "") -> dict[str, Any]:
    """Return what the table shows to the person with a secret.

    Args:
        match: the game.
        key: the secret of a seat or of onlookers.
        said: an answer to what the person has just done.
    """
    state = match.state
    viewer = match.viewer(key)
    seats = match.seats_of(key)
    waits = match.passes_screen(key)
    picking = match.picking(viewer) if viewer in seats and waits is None else None
    shown = board(state, match.painter, viewer, picking) if waits is None else None
    since = match.told_from(viewer) if viewer in seats else match.number
    fresh = list(story(state, match.painter, viewer, since)) if waits is None else []
    return {
        "match": match,
        "key": key,
        "board": shown,
        "viewer": viewer,
        "seats": seats,
        "waits": waits,
        "name": match.painter.players.names[viewer] if viewer in seats else "",
        "picking": picking,
        "buttons": list(_buttons(match, picking)) if picking else [],
        "groups": list(_groups(match, picking)) if picking else [],
        "prompt": _prompt(match, viewer, picking),
        "fresh": fresh[-_FRESH:],
        "said": said,
        "hint": _words(match, match.hint.get(viewer)),
        "now": list(_now(match)) if picking else [],
        "result": result(match, viewer) if state.is_terminal() else "",
        "sheet": sheet(match, viewer) if waits is None else None,
        "over": state.is_terminal(),
        "undo": viewer in seats and bool(match.number),
        "invitations": _invitations(match, key),
        "next": match.record.next,
    }


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
    rest = [move for move in picking.moves if move.cards and not _can_be_tapped(match, move)]
    for move in rest[: MOST_BUTTONS - len(complete)]:
        text = match.painter.words(move.action.text).plain
        yield Button("play", move.action.text, text, f"play-{move.action.text}")


def _can_be_tapped(match: Match, move: Move) -> bool:
    """Return whether all cards of a move lie face up before the player."""
    seat = match.state.current_player()
    assert seat is not None
    return move.cards <= seen(match.state, seat)


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
    if kind == "suit" and word in faces.SIGNS:
        return f"{faces.SIGNS[word]} {word}"
    return word if kind in ("number", "pile") else match.painter.label(word)


def _prompt(match: Match, viewer: int, picking: Picking | None) -> str:
    """Return the line above the choice."""
    state = match.state
    if state.is_terminal():
        return ""
    if picking is None:
        seat = state.current_player()
        assert seat is not None
        kind = match.record.seats[seat].kind
        name = match.painter.players.names[seat]
        return f"{name} is choosing …" if kind == HUMAN else f"{name} is thinking …"
    least, most = picking.still_wanted()
    if picking.cards and most > 0:
        amount = (
            str(most) if least == most else f"up to {most}" if least < 1 else f"{least} to {most}"
        )
        return f"Choose {amount} more {'card' if most == 1 else 'cards'}."
    if not picking.begun and picking.moves:
        verbs = dict.fromkeys(move.action.verb for move in picking.moves)
        return "Your turn: " + ", ".join(map(match.painter.label, verbs)) + "."
    return "Your turn."


def _now(match: Match) -> Iterator[tuple[str, str, bool]]:
    """Yield the phase and its actions: name, help, and whether they are possible now."""
    state, program = match.state, match.state.game.program
    site = state.game.machine.sites[state.position.pc]
    if not site.asked:
        name = program.label(site.step)
        yield name[:1].upper() + name[1:], printable(program.phases[site.phase].help), True
    possible = {action.verb for action in state.legal_actions()}
    for name in site.actions:
        if name in possible:
            yield program.label(name), printable(program.actions[name].help), True


def _words(match: Match, action: str | None) -> str:
    return match.painter.words(action).plain if action else ""


def _invitations(match: Match, key: str) -> list[tuple[str, str]]:
    """Return the links for the other people, which whoever made the table gives to them."""
    seats = match.record.seats
    first = next((seat.key for seat in seats if seat.key is not None), None)
    if first != key or match.number > len(seats) * 2:
        return []
    found = {seat.key: seat.name for seat in seats if seat.key not in (None, key)}
    links = [(name, f"/s/{secret}") for secret, name in found.items()]
    return [*links, ("onlookers", f"/s/{match.record.watch}")]


# ---------------------------------------------------------------------------------- results


def result(match: Match, viewer: int) -> str:
    """Return who has won, in words."""
    state, painter = match.state, match.painter
    winners = state.winners()
    names = [painter.who(seat, viewer) for seat in winners]
    if not names:
        return "Nobody wins."
    if winners == [viewer] or names == ["You"]:
        return "You win!"
    text = f"{' and '.join(names)} {'wins' if len(names) == 1 and names != ['you'] else 'win'}."
    return text[:1].upper() + text[1:]


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
    rows = [
        (deal, [found.ends[deal][side[0]] - found.ends[deal - 1][side[0]] for side in sides])
        for deal in ended
    ]
    return {
        "names": [" and ".join(painter.who(seat, viewer) for seat in side) for side in sides],
        "rows": rows,
        "total": [found.ends[ended[-1]][side[0]] for side in sides],
    }


def rulebook(match: Match) -> str:
    """Return the rulebook of the game as a page."""
    from ..interpreter.rulebook.html import html
    from ..interpreter.rulebook.rulebook import rulebook as written

    return html(written(match.state.game.loaded))


def trouble(error: CardrulesError) -> str:
    """Return an error as a sentence for a page."""
    text = printable(str(error)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
