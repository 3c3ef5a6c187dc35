"""The content of each page, as data for its template."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from ..interpreter.diagnostics import counted, printable
from ..interpreter.errors import CardrulesError, IllegalActionError, RulesetError
from ..interpreter.explanation.points.closing import closing
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.play.state import State
from ..interpreter.presentation.advice import reason
from ..interpreter.presentation.counting import tally
from ..interpreter.presentation.faces import SYMBOLS
from ..interpreter.presentation.match_end import aim, winners
from ..interpreter.presentation.players import HUMAN
from ..interpreter.presentation.score_sheet import Scores
from ..interpreter.program import ir
from ..interpreter.rulebook.course import ASKED, THE_PLAY
from ..interpreter.rulebook.document import Document, Heading
from ..interpreter.rulebook.html import html
from ..interpreter.rulebook.rulebook import rulebook as written
from ..interpreter.shared import shared
from ..interpreter.speech.english import listed, title
from .board import Plate, Sign, board, marked, story
from .faces import signed
from .layout import few, layout
from .loading import load
from .match import replayed
from .picking import MOST_BUTTONS
from .seating import chairs, presence, waiting
from .summary import Summary, summary
from .viewers import OPEN, seen, witnesses
from .views import Part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Action
    from .board import Board
    from .links import Links
    from .match import Match, RulesChangedError
    from .past import Past
    from .picking import Group, Move, Picking
    from .seating import SeatError
    from .views import View

_MISTAKES: Final = 3  # of a ruleset that a page tells
_FRESH: Final = 3  # lines that tell what happened since a person's last move
_STEPS: Final = 4  # values of a slider that have a name
_NAMED: Final = 6  # cards received that are named one by one
_WATCHED: Final = 6  # steps that an onlooker is told
_BEFORE_CHOICES: Final = frozenset(("at", "for", "from", "into", "of", "on", "onto", "to", "with"))  # end labels


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is chosen with a slider.

    Attributes:
        verb: the action.
        label: what it is called.
        least, most, step: the values.
        value: the value at first.
        steps: values with a name.
    """

    verb: str
    label: str
    least: int
    most: int
    step: int
    value: int
    steps: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of a deal: a column for each player, in the order of the seats.

    Attributes:
        names: the players.
        rows: the calls.
        standing: the last call that is not a pass, and who made it.
        now: whether players are calling.
    """

    names: list[str]
    rows: list[list[str]]
    standing: str
    now: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the form: the field that it sends, and what is written on it."""

    field: str
    value: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Moves of two values: a row for each number, a column for each other value.

    Attributes:
        label: what the action is called.
        columns: the other values, in the order in which the rules rank them.
        signs: the signs of those that are suits; empty texts for others.
        rows: the numbers, each with the moves, in notation; empty texts for what is impossible.
    """

    label: str
    columns: list[str]
    signs: list[str]
    rows: list[tuple[str, list[str]]]


def frame(match: Match, key: str) -> dict[str, Any]:
    """Return what stands around the table: names, and whether the person plays.

    Args:
        match: the game.
        key: the secret of a seat or of onlookers.
    """
    viewer = match.viewer(key)
    seats = match.seats_of(key)
    return {
        "title": printable(match.state.game.program.title),
        "key": key,
        "seats": seats,
        "name": match.painter.players.names[viewer] if viewer in seats else "",
        "classes": layout(match.state.game).classes,
    }


def parts(match: Match, key: str, view: View, links: Links | None) -> dict[str, Part]:
    """Return the parts of the page of the person with a secret, in their order.

    Args:
        match: the game.
        key: the secret of a seat or of onlookers.
        view: the page as it was drawn before.
        links: the links by which people at other browsers sit down, if there are such.
    """
    state, painter = match.state, match.painter
    viewer = match.viewer(key)
    seats = match.seats_of(key)
    looks = key in match.looking
    waits = None if looks else match.passes_screen(key)
    picking = match.picking(viewer) if viewer in seats and waits is None else None
    since = match.told_from(viewer) if viewer in seats else max(match.number - _WATCHED, 0)
    trouble = match.error or match.trouble
    found = {"state": Part("state", (match.moment, match.number, since, trouble, match.notice, match.stands))}
    sheet_of_players = _people(match, key, view.base, links)
    if sheet_of_players is not None:
        found["people"] = sheet_of_players
    if looks and len(seats) > 1:  # nobody sees the next hand of another one who sits at the screen
        found["summary"] = Part("summary", (_summary(match, view, viewer),))
        found["choice"] = Part("ready", (state.position.deal,))
        return found
    if waits is not None:
        found["pass"] = Part("pass", (painter.players.names[waits], waits))
        return found
    taps = picking is not None
    linked = links is not None
    past = view.past(witnesses(viewer, state.game.players))
    hint = match.hint.get(viewer)
    seen = _closed(match, view) if looks else state
    shown = view.once("board", (painter, match.moment, viewer, looks), lambda: board(seen, painter, viewer, past))
    if picking is not None:
        shown = marked(shown, painter, picking, hint.text if hint else "")
    shown = _attended(match, shown, looks=looks, linked=linked)
    told = view.once(
        "told",
        (painter, match.moment, viewer, since, looks),
        lambda: list(story(state, painter, viewer, since, points=not looks)),
    )
    over = state.is_terminal()
    scores = view.once(
        "scores",
        (painter, viewer, state.position.deal, over, tuple(state.scores())),
        lambda: sheet(match, viewer),
    )
    rule = _rule(match, shown.step, picking)
    found["head"] = Part("head", (shown.title, shown.deal, shown.phase, rule))
    rules = list(_now(match, picking)) if picking else []
    settings = match.record.settings
    number = (settings.deck or settings.seed) if over or state.game.players == 1 else None
    notes = [*filter(None, [aim(painter)]), *shown.notes]
    found["scores"] = Part("scores", (scores, shown.tricks, rules, notes, _so_far(shown), number))
    found["moves"] = Part("moves", (shown.moves, shown.dealt))
    found["news"] = Part("news", (told[-_FRESH:], len(told) > _FRESH, bool(shown.others)))
    for plate in shown.others:
        found[f"seat-{plate.seat}"] = Part("seat", (plate, taps))
    found["middle"] = Part("middle", (shown, _calls(match, shown, past, now=not (over or looks)), taps))
    if shown.own is not None:
        found["own"] = Part("own", (shown.own, taps, shown.tricks[-1] if shown.tricks else None))
    if looks:
        found["summary"] = Part("summary", (_summary(match, view, viewer),))
        found["choice"] = Part("ready", (state.position.deal,))
        return found
    if over:
        found["summary"] = Part("summary", (_summary(match, view, viewer),))
    found["choice"] = (
        Part(
            "end",
            (key, winners(painter, state, viewer, kinds=False), bool(seats), match.record.next is not None),
        )
        if over
        else Part("choice", _choice(match, viewer, picking, shown, past, plays=bool(seats), linked=linked))
    )
    return found


def _attended(match: Match, shown: Board, *, looks: bool, linked: bool) -> Board:
    """Return a table with what is to be said of who plays at it.

    Args:
        match: the game.
        shown: the table as the rules know it; it stays as it is.
        looks: whether the person looks at how a deal has ended, so that it is nobody's turn.
        linked: whether people sit at other browsers.
    """
    own, others = shown.own, list[Plate]()
    for plate in shown.others:
        said = presence(match, plate.seat, linked=linked)
        signs = [Sign(said), *plate.signs] if said and said != "computer" else plate.signs
        away = said in ("away", "not here yet")
        others.append(replace(plate, turn=plate.turn and not looks, away=away, signs=signs))
    return replace(shown, others=others, own=own and replace(own, turn=own.turn and not looks))


def _people(match: Match, key: str, base: str, links: Links | None) -> Part | None:
    """Return the sheet of the players, with links for those who are not there yet; None if there is none."""
    seats = match.record.seats
    makes = match.record.host == key
    people = sum(seat.key is not None for seat in seats)
    if match.state.is_terminal() or not (makes or match.seats_of(key)) or (links is None and people < 2):
        return None
    found = chairs(match, key, base)
    watch = f"{base}/s/{match.record.watch}" if links is not None and makes else ""
    codes = {link: links.code(link) for link in (*(each.link for each in found), watch) if link and links is not None}
    local = links is not None and not links.reach
    return Part("people", (found, watch, codes, local, makes))


def _choice(
    match: Match, viewer: int, picking: Picking | None, shown: Board, past: Past, *, plays: bool, linked: bool
) -> tuple[Any, ...]:
    """Return what the part with the choice shows."""
    groups = picking.groups() if picking else []
    slid = [group for group in groups if group.kind == "number" and not few(len(group.words))]
    drawn = shown.choices
    pairs = picking.pairs() if picking else {}
    keyed = [group for group in groups if group not in slid and group.verb not in pairs]
    return (
        _prompt(match, viewer, picking, linked=linked),
        _received(match, past, viewer) or _detail(match, picking),
        list(_buttons(match, picking)) if picking else [],
        [(verb, keys) for verb, keys in (_keys(match, group, drawn) for group in keyed) if keys],
        [_grid(match, verb, moves) for verb, moves in pairs.items()],
        [_number(match, group, shown) for group in slid if group.verb not in pairs],
        picking is not None,
        picking is not None and picking.begun,
        plays,
        _undo(match, viewer) if plays else None,
        _hint(match, viewer, picking),
        viewer if plays and match.record.seats[viewer].kind != HUMAN else None,
    )


def _calls(match: Match, shown: Board, past: Past, *, now: bool) -> Calls | None:
    """Return the calls of the deal as a table; nothing if there are none.

    Args:
        match: the game.
        shown: the table.
        past: the deal.
        now: whether the deal is played, so that players may be calling.
    """
    if not past.calls:
        return None
    state, painter = match.state, match.painter
    order = [plate.seat for plate in shown.plates]
    if state.game.program.counterclockwise:
        order.reverse()
    rows: list[list[str]] = []
    at = len(order)
    standing = ""
    for seat, text in past.calls:
        if seat not in order:
            continue
        column = order.index(seat)
        if column < at or not rows:
            rows.append([""] * len(order))
        at = column + 1
        verb, _, rest = text.partition(" ")
        said = painter.words(text).plain
        called = signed(said.removeprefix(painter.label(verb)).strip()) if rest else painter.label(verb)
        rows[-1][column] = called
        if not state.game.program.actions[verb].declines:
            standing = f"{called}, {painter.who(seat, shown.own.seat if shown.own else None)}"
        if at == len(order):
            at = 0
    names = [plate.name.partition(" (")[0] for plate in sorted(shown.plates, key=lambda each: order.index(each.seat))]
    calling = now and state.game.machine.sites[state.position.pc].phase in shown.layout.calls
    return Calls(names, rows, standing, calling)


def _number(match: Match, group: Group, shown: Board) -> Number:
    """Return a number of many values, with the values that mean something."""
    values = sorted(int(word) for word, _ in group.words)
    least, most = values[0], values[-1]
    step = gcd(*(value - least for value in values)) or 1
    own = shown.own
    whole = own is not None and most == match.state.scores()[own.seat] + int(own.stake or 0) > 0
    called = "All in" if whole and shown.layout.stake else "Most"
    pot = match.painter.label(shown.layout.pot) if shown.layout.pot else ""
    steps = named_steps(range(least, most + 1, step), shown.numbers, pot, called)
    label = match.painter.label(group.verb)
    value = match.amounts.get((own.seat if own else -1, shown.step, group.verb), least)
    value = value if value in values else least
    return Number(group.verb, label, least, most, step, value, steps)


def named_steps(values: range, numbers: Mapping[str, int], pot: str, most: str) -> tuple[tuple[str, int], ...]:
    """Return the values of a slider that mean something, each with its name.

    They are the ends, numbers that all see, and half of the pot, or multiples of one that is too small.

    Args:
        values: what can be chosen.
        numbers: the numbers that all see, by what they are called.
        pot: which of them is the pot; empty if there is none.
        most: what the largest value is called.

    >>> named_steps(range(4, 201), {"pot": 12}, "pot", "All in")
    (('Least', 4), ('½ pot', 6), ('pot', 12), ('All in', 200))
    >>> named_steps(range(4, 201), {"pot": 3}, "pot", "All in")
    (('Least', 4), ('2 × pot', 6), ('4 × pot', 12), ('All in', 200))
    >>> named_steps(range(20, 265), {"highest bid": 18}, "", "Most")
    (('Least', 20), ('Most', 264))
    """
    steps = {value: name for name, value in numbers.items()}
    size = numbers.get(pot, 0)
    parts = {size // 2: f"½ {pot}"} if size > values[0] else {times * size: f"{times} × {pot}" for times in (2, 4)}
    found = [each for each in (parts | steps if size else steps).items() if each[0] in values[1:-1]]
    named = {values[0]: "Least"} | dict(found[: _STEPS - 2])
    named.setdefault(values[-1], most)
    return tuple((named[value], value) for value in sorted(named))


def _grid(match: Match, verb: str, moves: Mapping[tuple[str, str], Move]) -> Grid:
    """Return moves of two values as a grid; what is impossible is empty."""
    actions = match.state.game.program.actions
    kind = actions[verb].parameters[1].kind
    numbers = {second: move.action.raw[2] for (_, second), move in moves.items()}
    columns = sorted(numbers, key=lambda second: numbers[second])
    rows = sorted({first for first, _ in moves}, key=int)
    return Grid(
        match.painter.label(verb),
        [_value(match, kind, word) for word in columns],
        [SYMBOLS.get(word, "") for word in columns],
        [
            (row, [moves[row, column].action.text if (row, column) in moves else "" for column in columns])
            for row in rows
        ],
    )


def _detail(match: Match, picking: Picking | None) -> str:
    """Return what helps to choose: what the one possible action means, as long as something is to be chosen."""
    if picking is None or (picking.begun and picking.still_wanted()[1] <= 0):
        return ""
    helps = [help for _, help in _now(match, picking)]
    verbs = {move.action.verb for move in picking.moves}
    return helps[-1] if len(verbs) == 1 and helps else ""


def _received(match: Match, past: Past, viewer: int) -> str:
    """Return which cards others, or the rules, have given to a player since the player's last move."""
    painter = match.painter
    found: dict[str, list[str]] = {}
    for mover, move in past.received:
        giver = move.source.seat
        if mover == viewer and giver in (None, viewer):
            continue  # the player has drawn them
        source = f"the {painter.label(move.source.zone)}" if giver is None else painter.who(giver, viewer)
        found.setdefault(source, []).extend(move.cards)
    told: list[str] = []
    for source, cards in found.items():
        seen = len(cards) <= _NAMED and UNKNOWN not in cards
        told.append(f"{painter.cards(cards).plain if seen else counted(len(cards), 'card')} from {source}")
    return f"You got {listed(told)}." if told else ""


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
    """Yield a button for each move that is complete, the likeliest last.

    Args:
        match: the game.
        picking: what is chosen.
    """
    actions = match.state.game.program.actions
    complete = picking.complete()
    found = complete[:MOST_BUTTONS]
    if not picking.cards and not picking.values:
        # Moves that nothing on the table stands for, such as one of several lists of cards.
        seat = match.state.current_player()
        assert seat is not None
        face_up = seen(match.state, seat)
        rest = [move for move in picking.moves if move.cards and not move.cards <= face_up]
        found += rest[: MOST_BUTTONS - len(complete)]
    for move in sorted(found, key=lambda move: _likely(actions[move.action.verb])):
        text = match.painter.words(move.action.text, match.state.current_player()).plain
        yield Button("play", move.action.text, text, f"play-{move.action.text}")


def _likely(action: Action) -> tuple[bool, bool]:
    """Return what sorts actions: to give up comes first, then to pass."""
    gives_up = any(isinstance(each, ir.Outcome) and not each.wins for each in action.do)
    return not gives_up, not action.declines


def _alone(match: Match, verb: str) -> str:
    """Return what an action is called where its choices do not follow: `carry` for `carry from`."""
    label = match.painter.label(verb)
    before, _, last = label.rpartition(" ")
    return before if last in _BEFORE_CHOICES and match.state.game.program.actions[verb].parameters else label


def _keys(match: Match, group: Group, drawn: Collection[str]) -> tuple[str, list[Button]]:
    """Return the values that can be chosen, as buttons under the name of their action.

    Args:
        match: the game.
        group: the values.
        drawn: the choices that a tap on the table makes.
    """
    buttons: list[Button] = []
    for word, move in group.words[: 4 * MOST_BUTTONS]:
        if f"{group.kind} {word}" in drawn:
            continue
        text = _value(match, group.kind, word)
        if move is not None:
            buttons.append(Button("play", move.action.text, text, f"play-{move.action.text}"))
        else:
            value = f"{group.kind} {word}"
            buttons.append(Button("choose", value, text, f"choose-{group.verb}-{value}"))
    return match.painter.label(group.verb), buttons


def _value(match: Match, kind: str, word: str) -> str:
    """Return a value that can be chosen, in words."""
    if kind == "player":
        return match.painter.who(int(word), match.state.current_player())
    if kind in ("suit", "choice") and word in SYMBOLS:
        return f"{SYMBOLS[word]} {match.painter.label(word)}"
    of, _, zone = kind.partition(":")
    if of == "pile":
        alike = match.state.game.notation.piles_by_owner(zone)
        return word.partition("@")[0] if alike else match.painter.pile(word, match.state.current_player())
    return word if kind == "number" else match.painter.label(word)


def _prompt(match: Match, viewer: int, picking: Picking | None, *, linked: bool) -> str:
    """Return the line above the choice."""
    state = match.state
    if state.is_terminal():
        return ""
    if picking is None:
        waits = waiting(match, [viewer], linked=linked)
        if viewer >= 0 and match.record.seats[viewer].kind != HUMAN:
            return "A bot plays for you."
        seat = state.game.acting(state.position, None if viewer == OPEN else viewer)
        if seat is None:
            return "Somebody may act out of turn …"
        return waits or f"{match.painter.players.names[seat]} is thinking …"
    least, most = picking.still_wanted()
    wanted = str(most) if least == most else f"up to {most}" if least < 1 else f"{least} to {most}"
    noun = "card" if most == 1 else "cards"
    if picking.again is not None:
        more = f", or choose {wanted} more {noun}" if most > 0 else ""
        return f"Tap again to {match.painter.words(picking.again.action.text, viewer).plain}{more}."
    complete = list(dict.fromkeys(_alone(match, move.action.verb) for move in picking.complete()))
    if picking.begun and most <= 0 and complete:
        return f"Ready to {listed(complete, 'or')}: tap {'a' if len(complete) > 1 else 'the'} button."
    if picking.begun or not picking.moves:
        return f"Choose {wanted} more {noun}." if picking.cards and most > 0 else "Your turn."
    verbs = dict.fromkeys(move.action.verb for move in picking.moves)
    text = f"Your turn: {', '.join(_alone(match, verb) for verb in verbs)}."
    return f"{text} Choose {wanted} {noun}." if least > 0 else text


def _now(match: Match, picking: Picking) -> Iterator[tuple[str, str]]:
    """Yield the phase and the actions that are possible now: name and help."""
    state, program = match.state, match.state.game.program
    site = state.game.machine.sites[state.position.pc]
    helps = match.painter.help
    if not site.asked:
        name = program.label(site.step)
        yield title(name), helps(program.phases[site.phase].help)
    possible = {move.action.verb for move in picking.moves}
    for name in site.actions:
        if name in possible:
            yield _alone(match, name), helps(program.actions[name].help)


def _undo(match: Match, seat: int) -> str | None:
    """Return in a sentence why nothing can be taken back; empty if it is possible, None if it never is."""
    why = match.why_no_undo(seat)
    return why and trouble(IllegalActionError(match.painter.sentence(why, seat)))


def _so_far(shown: Board) -> list[tuple[str, str]]:
    """Return what is counted of each player in this deal, such as points taken; nothing of whom nothing is counted."""
    found: list[tuple[str, str]] = []
    for plate in shown.plates:
        kept = [plate.score] if plate.score is not None and shown.layout.counter else []
        counted = [str(each) for each in (*kept, *plate.line, *plate.signs) if each.value]
        found += [(plate.name, ", ".join(counted))] if counted else []
    return found


def _hint(match: Match, seat: int, picking: Picking | None) -> tuple[str, str, str] | None:
    """Return what a bot would do, in notation and in words, and why."""
    found = match.hint.get(seat)
    if found is None or picking is None:
        return None
    why = reason(match.painter, found.assessment, len(picking.moves))
    return found.text, match.painter.words(found.text, seat).plain, why


# ---------------------------------------------------------------------------------- results


def _closed(match: Match, view: View) -> State:
    """Return the game as it stood at the end of the last deal, before the cards were gathered."""
    game, step = match.state.game, match.ended
    assert step is not None
    return view.once("closed", match.moment, lambda: State(game, closing(game, step), step, match.state.opening))


def _summary(match: Match, view: View, viewer: int) -> Summary:
    """Return how the last deal has ended."""
    step = match.state.last if match.state.is_terminal() else match.ended
    assert step is not None
    return view.once(
        "summary", (match.painter, viewer, step.number), lambda: summary(match.state, match.painter, viewer, step)
    )


def sheet(match: Match, viewer: int) -> dict[str, Any] | None:
    """Return what each deal scored, with the totals; None if no deal is over yet."""
    state, painter = match.state, match.painter
    if not tally(state.game):
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
    return html(_written(game), section, moves)


@shared(most=16)
def _written(game: Rules) -> Document:
    """Return the rulebook of a game; at a table nothing is typed."""
    return written(game.loaded, typed=False)


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
    decides = key == error.record.host
    name = next((seat.name for seat in seats if seat.key == error.record.host), "")
    return {
        "game": printable(program.title),
        "what": list(parts),
        "decides": decides,
        "host": name or "the person who opened the table",
        "why_not": _misfit(error) if decides else "",
    }


def door(error: SeatError, *, returns: bool) -> dict[str, Any]:
    """Return what is shown to somebody who opened the link of a seat without sitting there.

    Args:
        error: the game and the seat.
        returns: whether who asks may sit down though the seat is taken.
    """
    record = error.record
    seat = next(seat for seat in record.seats if seat.key == error.key)
    maker = next((each for each in record.seats if each.key == record.host), None)
    return {
        "game": printable(load(record.settings).program.title),
        "key": error.key,
        "watch": record.watch,
        "taken": error.taken,
        "returns": returns,
        "name": seat.name,
        "bot": seat.kind != HUMAN,
        "maker": maker.name if maker is not None and maker is not seat else "",
        "others": listed([each.name for each in record.seats if each is not seat]),
        "over": record.finished,
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
