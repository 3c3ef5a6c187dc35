"""What has happened, in sentences: the entries of the journal that a seat may read, phrased."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Final, cast

from rich.text import Text

from ..diagnostics import counted
from ..explanation.points.facts import facts
from ..explanation.points.reckoning import endings, reckoning
from ..explanation.points.terms import named
from ..game.observation.journal import (
    SeenChange,
    SeenDeal,
    SeenMove,
    SeenReveal,
    SeenShuffle,
    SeenTold,
)
from ..game.observation.redaction import UNKNOWN
from ..game.step import chain
from ..program import ir
from ..speech.english import listed
from ..syntax import types as ty
from .match_end import why_over
from .points import told
from .rows import folded
from .score_sheet import Scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..game.observation.journal import Entry, SeenPlace
    from ..game.step import Step
    from ..play.state import State
    from ..runtime.position import Position
    from .painter import Painter, Said

_MOST: Final = 13  # cards that are named one by one
_MARGIN: Final = "     "  # before what followed from a move
_REST: Final = f"{_MARGIN}  "
"""What the rest of a line that is too long begins with."""
_WIDTH: Final = 74  # a line of short sentences
_DESCRIBED: Final = re.compile(r"(^|\s)(\w{2,}ed|won|taken|thrown|put|beaten|drawn|laid)(\s|$)")
"""In the name of a place: what happened to its cards, such as "played" or "turned up"."""


@dataclass(frozen=True, slots=True)
class _Moves:
    """Cards that went from places of one zone to one place, in one sentence."""

    sources: tuple[SeenPlace, ...]
    target: SeenPlace
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Detail:
    """What followed from a move.

    Attributes:
        text: What followed.
        alone: Whether it gets a line of its own.
    """

    text: Text
    alone: bool = False


class Story:
    """Tells the steps of a game to one seat, or to onlookers who see everything.

    Args:
        painter: Draws the cards.
        state: The game; it is read up to where it stands now.
        viewer: The seat, None to tell everything.
        first: The step to begin with, counted from 0.
        entries: What is said; by default all that the viewer saw.
        announces: Whether it is told that a new deal begins.
        points: Whether scores are told, and how they came about.
        remarks: What is said in brackets after a move, by the number of its step.
    """

    def __init__(
        self,
        painter: Painter,
        state: State,
        viewer: int | None,
        first: int = 0,
        entries: Sequence[Entry] | None = None,
        *,
        announces: bool = True,
        points: bool = True,
        remarks: Mapping[int, str] | None = None,
    ) -> None:
        """Read the journal as the seat saw it."""
        self._painter = painter
        self._program = state.game.program
        self._state = state
        self._viewer = viewer
        self._entries = state.journal_for(viewer, first) if entries is None else entries
        known = [step for step in chain(state.last, first) if step.is_known_to(viewer)]
        self._steps = [step for step in known if entries is None or not step.secret]
        self._first = len(self._steps) - len(self._entries)
        self._announces = announces
        self._points = points
        self._remarks = remarks or {}
        self._known_details: dict[int, list[_Detail]] = {}  # by the identity of an entry

    def lines(self) -> Iterator[Text]:
        """Yield who did what, and what followed; to a player, moves of one kind share a line."""
        for _, alike in groupby(self._lines(), lambda line: line.plain):
            line, *again = alike
            times = f" {self._painter.style.times}{len(again) + 1}"
            yield Text.assemble(line, times) if again and self._viewer is not None else line
            yield from again if self._viewer is None else ()

    def _lines(self) -> Iterator[Text]:
        """Yield the same, move by move."""
        for line, details, alone in self._tellings():
            length = line.cell_len + sum(each.cell_len + 3 for each in details)
            if details and length < _WIDTH and self._viewer is not None:
                yield self._sentence(line, details)
            else:
                yield line
                yield from _paragraph(details)
            for each in alone:
                yield from _paragraph([each])

    def sentences(self) -> Iterator[str]:
        """Yield the same for a page, where a line may have any length: each ends with a full stop."""
        for line, details, alone in self._tellings():
            for each in (self._sentence(line, details), *alone):
                told = each.plain.strip()
                yield f"{told[:1].upper()}{told[1:]}{'' if told.endswith(('.', '!', '?')) else '.'}"

    def _tellings(self) -> Iterator[tuple[Text, list[Text], list[Text]]]:
        """Yield who did what, what followed, and what stands in lines of its own."""
        for entries in self._together():
            line, found = self._headline(entries), self._details(entries[-1])
            details = [each.text for each in found if not each.alone]
            if details and entries[-1].settles:  # it is not only what this player chose
                details[0] = Text.assemble("now all have chosen: ", details[0])
            yield line, details, [each.text for each in found if each.alone]

    def _sentence(self, line: Text, details: list[Text]) -> Text:
        """Return in one line who did what, and what followed."""
        if not details:
            return line
        return Text.assemble(line, (self._painter.style.dash, "dim"), Text("; ", "dim").join(details))

    def changes(self) -> str:
        """Return what followed from the last action, without the deal that may begin after it."""
        details = self._details(self._entries[-1])
        return "; ".join(each.text.plain for each in details if not each.alone)

    def steps(self) -> Iterator[Text]:
        """Yield who did what, and what followed, a line for each step."""
        for entry in self._entries:
            details = [each.text for each in self._details(entry)]
            opening = " (now all have chosen: " if entry.settles else " ("
            what = Text.assemble(self._action(entry), opening if details else "")
            yield Text.assemble(what, Text("; ").join(details), ")") if details else what

    def _together(self) -> Iterator[list[Entry]]:
        """Yield the entries that are said in one line."""
        held: list[Entry] = []
        for entry in self._entries:
            alike = bool(held) and _verb(held[-1]) == _verb(entry) and self._viewer is not None
            if held and not (
                alike
                and held[-1].table == entry.table
                and entry.seat not in [each.seat for each in held]
                and not self._details(held[-1])
            ):
                yield held
                held = []
            held.append(entry)
        if held:
            yield held

    def _headline(self, entries: list[Entry]) -> Text:
        """Return what several players did in the same way."""
        first, *others = entries
        if first.action == UNKNOWN and others:
            names = [self._who(entry.seat) for entry in entries]
            who = f"{', '.join(names[:-1])} and {names[-1]}"
            return Text.assemble(" ", (who[:1].upper() + who[1:], "bold"), " have chosen in secret")
        return Text(", ").join([self._action(first), *map(self._shared, others)])

    def _action(self, entry: Entry) -> Text:
        name = self._who(entry.seat)
        name = name[:1].upper() + name[1:] + self._for(entry)
        where = f" table {entry.table}, " if self._program.tables else " "
        if entry.action == UNKNOWN:
            return Text.assemble(where, (name, "bold"), " has chosen in secret")
        remark = self._remarks.get(self._step(entry).number) if self._remarks else None
        more = f" ({remark})" if remark else ""
        return Text.assemble(where, (name, "bold"), ": ", self._done(entry), more)

    def _for(self, entry: Entry) -> str:
        """Return for whom a player has played a card of another player: ", for Ben".

        Only the first move of such cards is the player's: what ends a trick may move a second card
        with the same face.
        """
        for event in entry.events if not entry.settles else ():  # then it is what others chose
            if isinstance(event, SeenMove) and set(event.cards) <= set(entry.named):
                owner = event.source.seat
                if owner is None or owner != event.target.seat or owner == entry.seat:
                    return ""
                return f", for {self._who(owner)}"
        return ""

    def _shared(self, entry: Entry) -> Text:
        """Return what another player did in the same way as the one before."""
        rest = self._painter.called(entry.action, self._viewer).partition(" ")[2]
        plain = not rest or UNKNOWN in rest.split(" ")  # "3 hidden cards" needs a verb
        words = self._done(entry) if plain else self._words(rest)
        return Text.assemble((self._who(entry.seat) + self._for(entry), "bold"), ": ", words)

    def _done(self, entry: Entry) -> Text:
        verb, space, rest = self._painter.called(entry.action, self._viewer).partition(" ")
        words = self._words(rest), self._from_piles(entry)
        return Text.assemble(self._painter.words(verb), space, *words)

    def _from_piles(self, entry: Entry) -> str:
        """Return which of several cards that were chosen together lay on a pile of all."""
        verb, *words = entry.action.split(" ")
        moves = [event for event in entry.events if isinstance(event, SeenMove)]
        told: list[str] = []
        for chosen in self._state.game.notation.divided(verb, words)[0]:
            left, origins = Counter(chosen), dict["SeenPlace", list[str]]()
            for move in moves:
                for card in move.cards:
                    if card != UNKNOWN and left[card]:
                        left[card] -= 1
                        origins.setdefault(move.source, []).append(card)
            for place, cards in origins.items() if len(origins) > 1 else ():
                if place.seat is None:
                    names = self._painter.faces.listed(cards)
                    told.append(f" ({names} from {self._painter.label(place.zone)})")
        return "".join(told)

    def _words(self, text: str) -> Text:
        """Return what was chosen; cards that are not seen are counted."""
        parts: list[Text] = []
        for unseen, words in groupby(text.split(" "), UNKNOWN.__eq__):
            some = list(words)
            if unseen:
                count = len(some)
                parts.append(Text("a hidden card" if count == 1 else f"{count} hidden cards"))
            else:
                parts.append(self._painter.cards(some))
        return Text(" ").join(parts)

    # ---------------------------------------------------------------------------- consequences

    def _details(self, entry: Entry) -> list[_Detail]:
        """Return what followed from an action, besides the move of the cards that it names.

        How points came about, and that a new deal begins, stand in lines of their own.
        """
        if id(entry) not in self._known_details:
            found = self._consequences(entry)
            self._known_details[id(entry)] = [each if isinstance(each, _Detail) else _Detail(each) for each in found]
        return self._known_details[id(entry)]

    def _consequences(self, entry: Entry) -> Iterator[Text | _Detail]:
        named = Counter(entry.named)
        scores = told_scores = entry.scores
        several = len(self._painter.sides()) > 1
        dealing = False
        pending: list[_Moves | SeenReveal] = []
        changes: dict[tuple[str, int | None], SeenChange] = {}
        yield from self._taken(entry)
        for event in entry.events:
            if dealing and not isinstance(event, SeenDeal | SeenChange):
                continue
            if isinstance(event, SeenMove):
                if self._is_taken(event) or event.source == event.target:
                    continue
                if self._makes_room(event, entry):
                    continue
                cards = Counter(event.cards)
                givers, takers = self._holders(event.source), self._holders(event.target)
                passed = bool(givers and takers) and not set(givers) & set(takers)
                if cards <= named and not passed:
                    named -= cards
                    continue
                if entry.settles and (passed and event.source.seat == self._viewer):
                    continue  # the viewer has named them
                if entry.settles and set(event.cards) == {UNKNOWN}:
                    continue  # what others have exchanged
                _join(pending, _Moves((event.source,), event.target, event.cards))
                continue
            if isinstance(event, SeenReveal):
                if not self._is_own(event.place):
                    _join(pending, event)
                continue
            if not isinstance(event, SeenChange):
                yield from map(self._told, pending)
                pending = []
            match event:
                case SeenDeal(deal=deal):
                    yield from [] if dealing else self._ended(entry)
                    if not dealing:  # what the new deal sets to its start is not said
                        yield from self._came_to(entry, [*changes.values()])
                    changes = {}
                    if scores != told_scores and self._is_between(entry, deal - 1):
                        yield self._sheet(scores, entry.scores, changes=True)
                    elif scores != told_scores:
                        before = self._scores.before(deal - 1)
                        sheet = self._sheet(scores, before, earlier=before != entry.scores)
                        yield _Detail(sheet, alone=several)
                        yield from self._reasons(entry, scores, before)
                    told_scores = scores
                    dealing = True
                    if self._announces:
                        yield _Detail(self.beginning(deal), alone=True)
                case SeenChange(variable="score", seat=seat, value=value):
                    scores = self._scores.changed(scores, seat, value) if self._points else scores
                case SeenChange(variable=variable) if not dealing:  # the table shows the others
                    if not self._program.variables[variable].internal:
                        changes[variable, event.seat] = event
                case SeenTold():
                    yield self._hint(event)
                case SeenShuffle(place=place):
                    yield Text.assemble(self._place(place), " is shuffled")
                case _:
                    pass
        yield from map(self._told, pending)
        yield from self._out(entry)
        over = self._state.is_terminal() and entry is self._entries[-1]
        if over or self._is_asked_after(entry):
            yield from self._ended(entry)
            yield from self._came_to(entry, [*changes.values()])
        else:
            yield from self._changed(entry, [*changes.values()])
        if scores != told_scores and dealing and not over:  # stakes of the deal that has begun
            if self._announces:
                yield _Detail(self._sheet(scores, told_scores, changes=True), alone=True)
        elif scores != told_scores:
            before = self._scores.before(self._state.position.deal) if over else entry.scores
            earlier = before != entry.scores
            sheet = self._sheet(scores, before, changes=not over, earlier=earlier)
            yield _Detail(sheet, alone=over and several)
            yield from self._reasons(entry, scores, before)
        if over and (why := why_over(self._painter, self._state, self._viewer)):
            yield _Detail(Text(f"the match ends: {why}"), alone=True)

    def beginning(self, deal: int) -> Text:
        """Return that a deal begins, and which phase is left out that was played before."""
        program, sites = self._program, self._state.game.machine.sites
        steps = self._state.steps()
        dealt = [step.before for step in steps if step.before.deal == deal]
        first = sites[(dealt[0] if dealt else self._state.position).pc].phase
        before = {sites[step.before.pc].phase for step in steps if step.before.deal < deal}
        names = list(program.phases)
        skipped = names[: names.index(first)] if first in names else []
        missing = [program.label(name) for name in skipped if name in before]
        return Text(f"deal {deal} begins{', without ' if missing else ''}{listed(missing)}")

    def opening(self, deal: int) -> list[Text]:
        """Return that a deal begins, and what has changed since then before the first decision, such as stakes."""
        begins, details = self.beginning(deal), self._details(self._entries[-1])
        told = [each.text for each in details]
        return told[told.index(begins) :] if begins in told else [begins]

    def _ended(self, entry: Entry) -> Iterator[Text]:
        """Yield why the rules ended the deal, if a condition of theirs did."""
        step = self._step(entry)
        you = self._viewer == entry.seat
        clauses = [
            str(each.you) if you else named(each.others, self._who(entry.seat))
            for each in endings(self._state.game, step, self._viewer)
        ]
        if clauses:
            yield Text(f"the deal ends: {listed(list(dict.fromkeys(clauses)))}")

    def _came_to(self, entry: Entry, changes: Sequence[SeenChange]) -> Iterator[Text | _Detail]:
        """Yield to what a deal came: on what its points depended, and what has changed at its end.

        What its end has set to nothing is said only if it lasts for the match.
        """
        lasting = self._program.variables
        said = [each for each in changes if each.value or lasting[each.variable].scope == "match"]
        asked = not self._state.game.machine.sites[self._step(entry).before.pc].phase  # then the deal was over before
        if self._viewer is None or self._program.match_deals == 1 or asked:
            yield from self._changed(entry, said)
            return
        values = self._painter.values(facts(self._state.game, self._step(entry), self._viewer), self._viewer)
        told = [text for name, value in values.items() if (text := self._fact(name, value))]
        changed = [*self._changed(entry, [each for each in said if each.variable not in values])]
        if not told:
            yield from changed
            return
        yield _Detail(Text("; ".join(told)), alone=True)
        if changed:
            yield _Detail(Text("; ").join(changed), alone=True)

    def _fact(self, name: str, value: Said) -> str:
        """Return a value with its name, of each player if it is theirs; nothing where it says nothing."""
        if not isinstance(value, tuple):
            return self._painter.note(name, value) and self._values(name, [(None, value or "")])
        owners = self._program.owners(self._program.variables[name])
        said = [(seat, each) for seat, each in zip(owners, value, strict=True) if each is not None]
        return self._values(name, said) if any(each != "0" for _, each in said) else ""

    def _out(self, entry: Entry) -> Iterator[Text]:
        """Yield who is out of the rest of the deal, but not who has left by an own move."""
        before, after = self._step(entry).before, self._after(entry)
        if self._program.tables or before.deal != after.deal:
            return
        out = after.away & ~before.away & ~after.gone
        action = self._program.actions.get(_verb(entry))  # none if it was chosen in secret
        if action is not None and any(isinstance(each, ir.Leave) for each in action.do):
            out &= ~(1 << entry.seat)
        names = [self._who(seat) for seat in range(self._program.players) if out >> seat & 1]
        if names:
            verb = "are" if len(names) > 1 or names == ["you"] else "is"
            yield Text(f"{listed(names)} {verb} out of this deal")

    def _after(self, entry: Entry) -> Position:
        """Return the position after a step, at the next decision."""
        following = self._steps[self._number(entry) + 1 :][:1]
        return following[0].before if following else self._state.position

    def _is_asked_after(self, entry: Entry) -> bool:
        """Return whether an action led to a question that belongs to no phase: the deal is over."""
        sites, after = self._state.game.machine.sites, self._after(entry)
        return after.pc in range(len(sites)) and not sites[after.pc].phase

    def _step(self, entry: Entry) -> Step:
        """Return the step that an entry is about."""
        return self._steps[self._number(entry)]

    def _number(self, entry: Entry) -> int:
        """Return the number of that step among those of which the story tells."""
        return self._first + next(i for i, each in enumerate(self._entries) if each is entry)

    @cached_property
    def _scores(self) -> Scores:
        return Scores(self._state)

    def _is_between(self, entry: Entry, deal: int) -> bool:
        """Return whether an action was a decision after a deal, whose points were said before."""
        return _verb(entry) in self._scores.apart.get(deal, {})

    def _is_own(self, place: SeenPlace) -> bool:
        """Return whether the viewer sees the cards of a place anyway: the own hand."""
        owner = self._program.zones[place.zone].faces == "owner"
        return owner and place.seat is not None and place.seat == self._viewer

    def _is_taken(self, event: SeenMove) -> bool:
        """Return whether a card of a trick goes to the tricks that were taken."""
        tricks = self._program.tricks
        return tricks is not None and event.source.zone == tricks.played and event.target.zone == tricks.won

    @staticmethod
    def _makes_room(event: SeenMove, entry: Entry) -> bool:
        """Return whether cards on the table give way there to those that are played on them."""
        places = event.source.seat, event.target.seat
        moves = [each for each in entry.events if isinstance(each, SeenMove)]
        after = moves[next(i for i, each in enumerate(moves) if each is event) + 1 :]
        return places == (None, None) and any(
            each.target == event.source and set(each.cards) <= set(entry.named) for each in after
        )

    def _taken(self, entry: Entry) -> Iterator[Text]:
        """Yield who takes a trick, if its cards went to one player or side."""
        tricks = self._program.tricks
        moves = (event for event in entry.events if isinstance(event, SeenMove))
        takers = {event.target.seat for event in moves if self._is_taken(event)}
        if len(takers) != 1 or tricks is None:
            return
        (taker,) = takers
        if taker is None:
            return
        seats = [taker]
        if self._program.zones[tricks.won].team:
            seats = list(self._side(taker))
        names = [self._who(seat) for seat in seats]
        verb = "take" if len(names) > 1 or names == ["you"] else "takes"
        yield Text(f"{' and '.join(names)} {verb} the trick")

    def _hint(self, event: SeenTold) -> Text:
        """Return which cards somebody was told about."""
        place = self._place(event.place)
        if not event.cards:
            return Text(f"none of {counted(event.among, 'card')} in {place}")
        if not event.positions:
            return Text.assemble(self._cards(event.cards), f" of {event.among} in {place}")
        word = "card" if len(event.positions) == 1 else "cards"
        return Text(f"{word} {' '.join(map(str, event.positions))} in {place}")

    def _told(self, record: _Moves | SeenReveal) -> Text:
        cards = self._cards(record.cards)
        if isinstance(record, SeenReveal):
            verb = " is shown in " if len(record.cards) == 1 else " are shown in "
            return Text.assemble(cards, verb, self._place(record.place))
        first, *others = record.sources
        source = self._place(replace(first, seat=None) if others else first)  # of several players
        return Text.assemble(cards, " from ", source, " to ", self._place(record.target))

    def _sheet(
        self,
        scores: Sequence[float],
        before: Sequence[float],
        *,
        changes: bool = False,
        earlier: bool = False,
    ) -> Text:
        """Return the score of each side after a change, and by how much it has changed.

        Args:
            scores: The scores.
            before: The scores before the change.
            changes: If only one side's score has changed, leave out the others.
            earlier: Whether a part of the change, which is that of the whole deal, was said before.
        """
        parts: list[str] = []
        sides = self._painter.sides()
        # What a deal has brought to several is said whole: nothing is a result, too.
        changes = changes and sum(scores[side[0]] != before[side[0]] for side in sides) == 1
        for side in sides:
            names = " and ".join(map(self._who, side)) + " "
            gained = scores[side[0]] - before[side[0]]
            if changes and not gained:
                continue
            change = f" ({'+' * (gained > 0)}{self._painter.number(gained)})" if gained else ""
            together = len(side) == len(scores)
            parts.append(f"{'' if together else names}{self._painter.number(scores[side[0]])}{change}")
        label = self._program.labels.get("score", "scores" if len(sides) > 1 else "score")
        text = f"{label}: {', '.join(parts)}"
        if earlier and "(" in text:
            text += f" in this {'game' if self._program.match_deals == 1 else 'deal'}"
        return Text(text.replace("-", self._painter.style.minus))

    def _reasons(self, entry: Entry, scores: Sequence[float], before: Sequence[float]) -> Iterator[_Detail]:
        """Yield to a player how the points of a deal came about."""
        if self._viewer is None:
            return
        found = reckoning(self._state.game, self._step(entry), self._viewer)
        doings = {seat: term for term in found.values() for seat in term.doers}
        for seat in range(len(scores)):
            if seat in doings and seat not in found and scores[seat] == before[seat]:
                found[seat] = replace(doings[seat], value=0, doers=(seat,))
        for seat, term in found.items():
            side = self._side(seat)
            names = " and ".join(map(self._who, side))
            lately = "" if term.value == scores[seat] - before[seat] else ", with the last move"
            text = Text(f"{names}{lately}: {told(self._painter, term, names, self._viewer)}")
            yield _Detail(text, alone=True)

    def _who(self, seat: int) -> str:
        return self._painter.who(seat, self._viewer)

    def _cards(self, cards: Sequence[str]) -> Text:
        shown = [card for card in cards if card != UNKNOWN]
        hidden = len(cards) - len(shown)
        if not shown or len(cards) > _MOST:
            return Text("a card" if len(cards) == 1 else f"{len(cards)} cards")
        named = self._painter.cards(shown)
        if hidden:
            named.append(f" and {hidden} hidden")
        return named

    def _place(self, place: SeenPlace) -> str:
        """Return a place in a sentence: "the stock", "your hand", "the cards turned up"."""
        name = self._painter.label(place.zone)
        described = _DESCRIBED.search(name) is not None
        if place.seat is None:
            return f"the {f'cards {name}' if described else name.removeprefix('the ')}"
        thing = f"{name} cards" if described else name
        holders = self._holders(place)
        if self._viewer in holders or len(holders) == 1:
            seat = self._viewer if self._viewer in holders else place.seat
            return self._painter.whose(place.seat if seat is None else seat, self._viewer, thing)
        return f"the {thing} of {listed(map(self._who, holders))}"

    def _holders(self, place: SeenPlace) -> Sequence[int]:
        """Return whose a place is: a player's, a side's, or nobody's."""
        if place.seat is None:
            return ()
        team = self._program.zones[place.zone].team
        return self._side(place.seat) if team else (place.seat,)

    def _side(self, seat: int) -> Sequence[int]:
        return next(side for side in self._painter.sides() if seat in side)

    def _changed(self, entry: Entry, events: Sequence[SeenChange]) -> Iterator[Text]:
        """Yield the new values of variables, if they say more than the action itself.

        What has become false is not said. The values of several players share a phrase.
        """
        chosen = set(entry.action.split(" ")[1:])
        found: dict[str, list[tuple[int | None, str]]] = {}
        for event in events:
            shown = self._painter.value(event.kind, event.value, self._viewer)
            own = event.seat in (None, entry.seat)
            if any(card in _listed_cards(event.value) for card in entry.named):
                continue  # the cards that were chosen are put to others
            if shown == self._who(entry.seat) and self._says(entry, event.variable):
                continue
            if shown is not None and not (own and {str(event.value), shown} & chosen):
                found.setdefault(event.variable, []).append((event.seat, shown))
        for variable, values in found.items():
            yield Text(self._values(variable, self._complete(entry, variable, values)))

    def _complete(
        self, entry: Entry, variable: str, values: Sequence[tuple[int | None, str]]
    ) -> Sequence[tuple[int | None, str]]:
        """Return the values of players, of numbers that last for the match also unchanged ones."""
        declared = self._program.variables[variable]
        told = dict(values)
        if declared.scope != "match" or declared.type != ty.NUMBER or len(told) == 1:
            return values
        before: Sequence[int] = getattr(self._step(entry).before, f"v_{variable}")
        for seat in (side[0] for side in self._painter.sides()):
            told.setdefault(seat, ty.written(before[seat], declared.type))
        return sorted(told.items(), key=lambda each: each[0] or 0)

    def _says(self, entry: Entry, variable: str) -> bool:
        """Return whether the name of an action says what a player now is: who knocks, a knocker."""
        verb = self._painter.label(_verb(entry))
        return any(word.startswith(verb) for word in self._painter.label(variable).split())

    def _values(self, variable: str, values: Sequence[tuple[int | None, str]]) -> str:
        """Return values of a variable, or of what all share."""
        label, kind = self._painter.label(variable), self._painter.type_of(variable)
        (seat, shown), *others = values
        if seat is None:
            return label if kind == ty.BOOLEAN else f"{label}: {shown}"
        declared = self._program.variables[variable]
        if kind == ty.BOOLEAN:
            names = listed(self._owners(variable, seat) for seat, _ in values if seat is not None)
            return f"{names}: {label}"
        if others:
            each = ((self._owners(variable, seat), it) for seat, it in values if seat is not None)
            return f"{label}: {', '.join(f'{name} {it}' for name, it in each)}"
        if declared.team and len(self._side(seat)) > 1:
            return f"{label} of {self._owners(variable, seat)}: {shown}"
        return f"{self._painter.whose(seat, self._viewer, label)}: {shown}"

    def _owners(self, variable: str, seat: int) -> str:
        """Return whose value a seat's value is: the player's or, of a team, all its players'."""
        team = self._program.variables[variable].team
        return listed(map(self._who, self._side(seat) if team else (seat,)))


def fitted(lines: list[Text], room: int, width: int, elsewhere: str) -> list[Text]:
    """Return the last lines of a story, as many as there is room for, and that some are missing.

    Args:
        lines: The lines of the story.
        room: How many lines there is room for.
        width: How wide a line is.
        elsewhere: Where the others can be read.
    """
    heights = [max(-(-line.cell_len // width), 1) for line in lines]
    if sum(heights) <= room:
        return lines
    kept = len(lines)
    left = room - 1
    while kept > 1 and heights[kept - 1] <= left:
        kept -= 1
        left -= heights[kept]
    return [Text(f" … more before that{elsewhere}", "dim"), *lines[kept:]]


def _listed_cards(value: object) -> tuple[object, ...]:
    """Return the cards of a value that is a list; none of any other."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


def _verb(entry: Entry) -> str:
    return entry.action.partition(" ")[0]


def _paragraph(sentences: list[Text]) -> Iterator[Text]:
    """Yield short sentences in as few indented lines as they need."""
    line: Text | None = None
    for sentence in sentences:
        if line is not None and line.cell_len + sentence.cell_len < _WIDTH:
            line = Text.assemble(line, "; ", sentence)
            continue
        if line is not None:
            yield from _below(line)
        line = sentence
    if line is not None:
        yield from _below(line)


def _below(line: Text) -> Iterator[Text]:
    """Yield a line below a move, indented; the rest of one that is too long is indented more."""
    for each in folded(Text.assemble(_MARGIN, line), _WIDTH + len(_MARGIN) + 1, len(_REST)):
        each.stylize("dim")
        yield each


def _join(records: list[_Moves | SeenReveal], fresh: _Moves | SeenReveal) -> None:
    """Add a record to others that are said in sentences, or join it to one of them.

    It is not joined to one before which cards came to the place that it is about, or left it.
    """
    for index in range(len(records) - 1, -1, -1):
        joined = _joined(records[index], fresh)
        if joined is not None:
            records[index] = joined
            return
        if _places(records[index]) & _places(fresh, read=True):
            break
    records.append(fresh)


def _places(record: _Moves | SeenReveal, *, read: bool = False) -> set[SeenPlace]:
    """Return where cards of a record came to; with `read`, where they must be for it."""
    if isinstance(record, SeenReveal):
        return {record.place} if read else set()
    return set(record.sources) if read else {record.target}


def _joined(before: _Moves | SeenReveal, after: _Moves | SeenReveal) -> _Moves | SeenReveal | None:
    """Return two records as one if both can be said in one sentence, else None."""
    if isinstance(before, SeenReveal) and isinstance(after, SeenReveal):
        if before.place != after.place:
            return None
        return replace(before, cards=(*before.cards, *after.cards))
    if isinstance(before, _Moves) and isinstance(after, _Moves):
        zones = {source.zone for source in (*before.sources, *after.sources)}
        if before.target != after.target or len(zones) > 1:
            return None
        sources = (*before.sources, *(s for s in after.sources if s not in before.sources))
        return _Moves(sources, before.target, (*before.cards, *after.cards))
    return None
