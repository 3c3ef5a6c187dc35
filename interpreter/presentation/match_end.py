"""The end of a match: who has won, and why it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..diagnostics import counted
from ..explanation.points.closing import target
from ..explanation.points.endings import Reached
from ..explanation.points.reckoning import endings
from ..explanation.points.unmet import unmet
from ..speech.english import listed, singular_noun
from .counting import goal, keeps_scores, tally
from .players import HUMAN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..play.state import State
    from .painter import Painter

_SAID: Final = {"ge": "reached ", "gt": "more than ", "le": "fallen to ", "lt": "less than ", "eq": ""}


def result(painter: Painter, state: State, viewer: int | None) -> str:
    """Return the winners and the scores, in words.

    Args:
        painter: names the players.
        state: the end of the match.
        viewer: who reads it; None knows everything.
    """
    text = winners(painter, state, viewer)
    if keeps_scores(state.game):
        sheet = painter.sheet(state.scores(), lambda seat: _name(painter, seat, viewer))
        text += f" {'Scores' if len(painter.sides()) > 1 else 'Score'}: {sheet}."
    text += "".join(f" {each[:1].upper()}{each[1:]}." for each in _kept(painter, state, viewer))
    program = state.game.program
    if state.position.turns >= program.turn_limit:
        text += f" The game was stopped at its limit of {program.turn_limit} turns."
    return text


def winners(painter: Painter, state: State, viewer: int | None, *, kinds: bool = True) -> str:
    """Return who has won, in a sentence.

    Args:
        painter: as of `result`, as are the others.
        state: the game.
        viewer: who reads it.
        kinds: whether the kind of a bot is told, if several play.
    """
    seats = state.winners()
    names = [_name(painter, seat, viewer) if kinds else painter.who(seat, viewer) for seat in seats]
    if not names and state.game.program.plays_together:
        return "The game is over."
    if not names and state.game.players == 1:
        why = listed(unmet(state.game, state.position))
        return f"You did not get out{f': {why}' if why else ''}."
    if not names:
        scores = state.scores() if state.game.program.uses_scores else ()
        level = len(scores) > 1 and len({*scores}) == 1
        return "A draw: all have the same score." if level else "Nobody wins."
    how = " with the lowest score" if _lowest(state) == seats else ""
    if seats == [viewer] or names == ["You"]:
        return f"You win{how}!"
    text = f"{listed(names)} {'wins' if len(names) == 1 else 'win'}{how}."
    return text[:1].upper() + text[1:]


def _lowest(state: State) -> list[int]:
    """Return who has the lowest score of a match, if the lowest wins and others have more."""
    program = state.game.program
    scores = state.scores() if program.low_wins and program.match_deals != 1 else ()
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    return lowest if len(lowest) < len(scores) else []


def aim(painter: Painter) -> str:
    """Return to how many points a match goes and which score wins, in a sentence; empty if neither is so."""
    program, to = painter.game.program, goal(painter.game)
    told = [f"the match goes {to}"] if to else []
    if program.uses_scores and len(painter.sides()) > 1:
        told.append(f"the {'lowest' if program.low_wins else 'highest'} score wins")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _kept(painter: Painter, state: State, viewer: int | None) -> Iterator[str]:
    """Yield what has been counted through the match: "stakes in the pot: 8", or lives in the place of scores."""
    program, seen = state.game.program, state.open_observation()
    number = tally(state.game)
    if number in program.variables:
        each = painter.sheet(seen.variables[number], lambda seat: _name(painter, seat, viewer))
        yield f"{painter.label(number)}: {each}"
    for variable in program.variables.values():
        if variable.scope == "match" and not (variable.each or variable.internal):
            value = seen.variables[variable.name]
            said = painter.value(variable.type, value, viewer)
            if said not in (None, "0", "yes"):
                yield f"{painter.label(variable.name)}: {said}"


def _name(painter: Painter, seat: int, viewer: int | None) -> str:
    """Return what a seat is called in the result; with the kind of bot if several play."""
    kinds, name = painter.players.kinds, painter.who(seat, viewer)
    alike = len({kind for kind in kinds if kind != HUMAN}) == 1 and painter.players.humans
    return name if alike or kinds[seat] == HUMAN else f"{name} ({kinds[seat]})"


def why_over(painter: Painter, state: State, viewer: int | None) -> str:
    """Return the reason for which a match is over, empty if it was one deal or nothing is known.

    Args:
        painter: names the players.
        state: the end of the match.
        viewer: who reads it; None knows everything.
    """
    program = state.game.program
    ended = [] if state.last is None else endings(state.game, state.last, viewer, "match")
    told = [_reached(painter, limit, viewer) for ending in ended for limit in ending.reached if limit.seats]
    told = told or [str(ending.others) for ending in ended if ending.others]
    limit = target(program) if program.match_until is None else None
    if not told and limit is not None:  # a statement ended it
        first = tuple(seat for seat, score in enumerate(state.scores()) if score >= limit)
        told = [_reached(painter, Reached("ge", limit, "", first), viewer)] if first else []
    if not told and 1 < program.match_deals <= state.position.deal:
        told = [f"{counted(program.match_deals, 'deal')} are played"]
    return listed(list(dict.fromkeys(told)))


def _reached(painter: Painter, limit: Reached, viewer: int | None) -> str:
    """Return that players have reached a number, or one beyond it."""
    sides = [side for side in painter.sides() if not set(side).isdisjoint(limit.seats)]
    names = [painter.who(seat, viewer) for side in sides for seat in side]
    verb = "have" if len(names) > 1 or names == ["you"] else "has"
    number = str(limit.limit).replace("-", painter.style.minus)
    label = painter.label(limit.of) if limit.of else ""
    label = singular_noun(label) if limit.limit == 1 else label
    return f"{listed(names)} {verb} {_SAID[limit.relation]}{number} {label}".rstrip()
