"""Actions in scenarios: mistakes in their texts, and checks of what is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Span, counted, error, guess, printable
from ..errors import IllegalActionError
from ..game.action import CARDS, END, LISTS
from ..game.setup.values import Faces, Problem, Where, seat_problem
from ..source.schema import listed
from .locating import WORD_OF_ACTION, word_spans
from .results import MANY, Check, Difference
from .scenario import Line

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..play.state import State
    from ..program.program import Action
    from ..syntax.types import Type


def action_problems(game: Rules, line: Line) -> Iterator[Diagnostic]:
    """Yield what is wrong with the text of an action, in any position of the game.

    Args:
        game: the game.
        line: the action.
    """
    words = [found.group() for found in WORD_OF_ACTION.finditer(line.text)]
    spans = word_spans(line.node, WORD_OF_ACTION)
    verbs = game.program.actions
    verb = next((name for name in verbs if words and name.lower() == words[0].lower()), None)
    if verb is None:
        first = words[0] if words else ""
        way_out = f"The ruleset has {listed(verbs)}."
        named = next((number for number, word in enumerate(words) if word.lower() in map(str.lower, verbs)), 0)
        takers = [each.name for each in verbs.values() if any(one.kind in CARDS for one in each.parameters[:1])]
        if named:
            way_out = f"An action begins with its name: '{printable(' '.join(words[named:]))}'."
        elif game.program.pack.cards_of(first) and takers:
            way_out = f"An action begins with its name: '{takers[0]} {printable(line.text.strip())}'."
        near = guess(first, verbs) if spans and not named else None
        message = f"There is no action '{printable(first)}'."
        yield error("CR708", message, spans[0] if spans else line.span, help=way_out, near=near)
        return
    yield from _argument_problems(game, verbs[verb], words[1:], spans[1:], line)


def _argument_problems(
    game: Rules, action: Action, words: list[str], spans: list[Span], line: Line
) -> Iterator[Diagnostic]:
    faces = Faces(game.program.pack, words)
    divided, rest = game.notation.divided(action.name, words)
    position = 0
    for parameter, mine in zip(action.parameters, divided, strict=True):
        if not mine and parameter.kind != "cards":
            message = f"'{action.name}' lacks its '{parameter.name}'."
            way_out = f"Write, after '{action.name}', {_forms(action)}."
            yield error("CR709", message, line.span, help=way_out)
            return
        for word in mine:
            problem = _word_problem(game, parameter.kind, parameter.type, word, faces)
            if problem is not None:
                yield error(problem.code, problem.message, spans[position], help=problem.help, near=problem.near)
            position += 1
        position += parameter.kind in LISTS and words[position : position + 1] == [END]
    if rest:
        way_out = f"Write, after '{action.name}', {_forms(action)}."
        if not action.parameters:
            way_out = f"Write only '{action.name}'."
        if rest[0].lower() in map(str.lower, game.program.actions):
            before = " ".join([action.name, *words[: len(words) - len(rest)]])
            way_out = f"Write a list of actions: [{printable(before)}, {printable(' '.join(rest))}]."
        message = f"'{action.name}' does not take '{printable(rest[0])}'."
        yield error("CR709", message, spans[len(words) - len(rest)], help=way_out)


def _word_problem(game: Rules, kind: str, of: Type, word: str, faces: Faces) -> Problem | None:
    pack, where = game.program.pack, Where(word)
    match kind:
        case "card" | "cards" | "meld" if word == END:
            message = f"'{END}' stands only between two lists of cards."
            return Problem("CR709", message, where, "Leave it out.")
        case "card" | "cards" | "meld":
            found = faces.take(word, where)
            return found if isinstance(found, Problem) else None
        case "number" if not re.fullmatch(r"-?\d+", word):
            message = f"'{printable(word)}' is not a number."
            return Problem("CR709", message, where, "Write a whole number.")
        case "player":
            return seat_problem(int(word) if word.isdecimal() else word, game.players, where)
        case "pile":
            return _pile_problem(game, of, word, where)
        case "rank" if pack.rank_index(word) is None:
            message = f"There is no rank '{printable(word)}'."
            return Problem("CR709", message, where, f"The ranks are {listed(pack.ranks)}.")
        case "suit" | "choice" if not [s for s in pack.names(of) if s.startswith(word.lower())]:
            message = f"There is no {kind} '{printable(word)}'."
            return Problem("CR709", message, where, f"The {kind}s are {listed(pack.names(of))}.")
        case _:
            return None


def _pile_problem(game: Rules, of: Type, word: str, where: Where) -> Problem | None:
    """Return what is wrong with the number of a pile, if it exists in no position."""
    zone, notation = game.program.zones[of.choices[0]], game.notation
    most = zone.fixed * (game.players if zone.each else 1)  # 0 if there may be any number
    alike = notation.piles_by_owner(zone.name)
    names = [notation.pile(zone.name, pile) for pile in range(alike or most)]
    if word in names or f"#{word}" in names:
        return None
    if not most and re.fullmatch(r"#?\d{1,9}", word) and int(word.strip("#")) > 0:
        return None
    known = f"The piles are {names[0]} to {names[-1]}." if most else ("Write its number, such as '#1'.")
    return Problem("CR709", f"There is no pile '{printable(word)}'.", where, known)


def _forms(action: Action) -> str:
    forms = {"card": "a card", "cards": "cards", "meld": "the cards", "number": "a number"}
    return " and ".join(forms.get(each.kind, f"a {each.kind}") for each in action.parameters)


def legal_check(lines: tuple[Line, ...] | int, span: Span) -> Check:
    """Return a check of the legal actions.

    Args:
        lines: exactly these actions must be legal, in any order; or so many.
        span: where this is written.
    """

    def check(state: State) -> Difference | None:
        legal = [str(action) for action in state.legal_actions()]
        if isinstance(lines, int):
            if len(legal) == lines:
                return None
            counts = counted(lines, "action"), counted(len(legal), "action")
            return Difference("legal", *counts, span, len(legal))
        wanted = list(dict.fromkeys(state.game.notation.normal(line.text) for line in lines))
        if set(wanted) == set(legal):
            return None
        both = set(wanted) & set(legal)
        missing = [each for each in wanted if each not in both]
        surplus = [each for each in legal if each not in both]
        expected, actual = _joined(wanted), _joined(legal)
        if len(both) >= MANY:
            more = f"and {len(both)} that are"
            expected, actual = _joined([*missing, more]), _joined([*surplus, more])
        return Difference("legal", expected, actual, span, [*legal], (*missing, *surplus))

    return check


def includes_check(line: Line) -> Check:
    """Return a check that an action is legal."""

    def check(state: State) -> Difference | None:
        reason = _refused(state, line)
        if reason is None:
            return None
        return Difference("includes", line.text, reason, line.span, actions=(line.text,))

    return check


def excludes_check(line: Line) -> Check:
    """Return a check that an action is not legal."""

    def check(state: State) -> Difference | None:
        if _refused(state, line) is not None:
            return None
        wanted = f"not {line.text}"
        return Difference("excludes", wanted, "it is legal", line.span, actions=(line.text,))

    return check


def _refused(state: State, line: Line) -> str | None:
    try:
        state.find(line.text)
    except IllegalActionError as refusal:
        return str(refusal)
    return None


def _joined(texts: list[str]) -> str:
    return ", ".join(texts) or "nothing"
