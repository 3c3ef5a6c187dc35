"""A game at the table: who sits where, what each person has picked, and the bots' turns."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from ..interpreter.diagnostics import counted, printable
from ..interpreter.errors import CardrulesError, IllegalActionError
from ..interpreter.game.saving import changes, provenance
from ..interpreter.play.game import Game
from ..interpreter.play.going_on import Script, go_on, moves_of
from ..interpreter.presentation.choice import RefusedError
from ..interpreter.presentation.faces import Style
from ..interpreter.presentation.move_input import TypedChoice
from ..interpreter.presentation.painter import Painter
from ..interpreter.presentation.players import HUMAN, Players
from ..interpreter.shared import kept_with
from .loading import begun, load
from .picking import Picking
from .store import Record, Seat, Settings
from .thinking import Answer, Question, ThinkingError, packed
from .viewers import OPEN, PUBLIC
from .views import View

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from ..interpreter.game.rules import Rules
    from ..interpreter.game.step import Step
    from ..interpreter.play.state import State
    from .store import Store
    from .thinking import Thinkers

STYLE: Final = Style(symbols=True, colour=False, spoken=True)
SEEDS: Final = 1 << 31
USUAL: Final = "normal"
"""The bot that sits at a seat at first, that plays for people who are not there, and that gives hints."""
_RETURNING: Final = 3.0  # seconds until somebody whose page was closed counts as away; a page may load again
_TOLD: Final = 40  # steps that a page tells
_SAMPLED: Final = 300  # actions of a game that is played at random to see what can be taken back
_FIRST_PAUSE: Final = 1.0  # seconds until something that failed is tried again
_LONGEST_PAUSE: Final = 30.0
LOG: Final = logging.getLogger("cardrules.table")
_KEPT: Final = 500  # games in memory; beyond them those that nobody looks at are read again


def replayed(record: Record, game: Rules) -> State:
    """Return a game after its actions.

    Raises:
        IllegalActionError: the rules as they are now do not allow one of them.
        CardrulesError: a rule fails.
    """
    state = begun(game, record.settings.seed, record.settings.deck)
    for number, action in enumerate(record.actions, 1):
        try:
            state.apply_action(game.notation.modern(action))
        except IllegalActionError as error:
            raise IllegalActionError(f"move {number}, '{action}', is not allowed: {error.reason}") from None
    return state


def goes_back(game: Rules, *, together: bool) -> bool:
    """Return whether a decision of this game can ever be taken back when it is one's turn: a random game tells.

    Args:
        game: the rules.
        together: whether several people play, who must not have seen anything new.
    """
    return kept_with(game, ("goes back", together), lambda game: _goes_back(game, together=together))


def _goes_back(game: Rules, *, together: bool) -> bool:
    rng, state = Random(1), Game(game).new_initial_state(1)
    everybody, before = list(range(game.players)), -1
    with suppress(CardrulesError):  # a rule that fails ends this game
        for _ in range(_SAMPLED):
            if state.is_terminal():
                return False
            seat = state.current_player()
            assert seat is not None
            for each in {seat, before} - {-1} if together else {seat}:
                people = everybody if together else [each] if len(everybody) > 1 else []
                earlier = state.clone()
                with suppress(IllegalActionError):
                    while True:
                        earlier.undo(people)
                        if earlier.current_player() == each:
                            return True
            state.apply_action(rng.choice(state.legal_actions()))
            before = seat
    return False


class RulesChangedError(CardrulesError):
    """The rules of a game have changed since it was left, and nobody has decided that it goes on.

    Attributes:
        record: the game as it is kept.
        game: its rules as they are now.
        changed: the addresses of the rules that have changed, if they are known.
    """

    def __init__(self, record: Record, game: Rules, changed: tuple[str, ...]) -> None:
        """Name the game."""
        super().__init__("the rules of this game have changed since it was left")
        self.record = record
        self.game = game
        self.changed = changed


class Match:
    """A game that is played at the table.

    Attributes:
        record: its settings and seats.
        state: the game as it stands.
        painter: names and words of the game.
        version: a number that grows whenever what somebody sees may have changed.
        views: the pages as they were drawn last, by secret.
        moment: a number that grows with each position, also with one that was there before.
        hint: what a bot would do in a person's place, by seat.
        ended: the step with which the last deal ended; None in the first one.
        amounts: the number that a seat has chosen last, by seat, step and action.
        looking: the people who still look at how it ended, by secret.
        error: why it cannot go on, if a rule failed.
        trouble: why it does not go on just now; it is tried again.
        notice: what is said about its rules, which are being edited.
        stands: whether bots wait, because a move was refused under other rules.
    """

    def __init__(self, record: Record, game: Rules, matches: Matches) -> None:
        """Take up a game after its actions.

        Raises:
            CardrulesError: the actions do not fit the ruleset as it is now.
        """
        self.record = record
        self._matches = matches
        self.state: State = replayed(record, game)
        self._actions = [action.text for action in self.state.history()]
        self.painter = self._painted()
        # They begin where no page can be that was open before the server began, or read the game.
        self.version = self.moment = int(time.time() * 1000)
        self.views: dict[str, View] = {}
        self.error = ""
        self.trouble = ""
        self.notice: tuple[str, ...] = ()
        self.stands = False
        self._script = Script()
        self.hint: dict[int, Answer] = {}
        self.ended: Step | None = None
        self.amounts: dict[tuple[int, str, str], int] = {}
        self.looking: set[str] = set()
        self._at_screen: dict[str, int] = {}
        self._pickings: dict[int, Picking] = {}
        self._changed = asyncio.Condition()
        self._bots: asyncio.Task[None] | None = None
        self._present: set[str] = set()  # the secrets of people who have a page open
        self._telling: set[asyncio.Task[None]] = set()

    def _painted(self) -> Painter:
        seats = self.record.seats
        players = Players(tuple(seat.kind for seat in seats), tuple(seat.name for seat in seats))
        return Painter(self.state.game, players, STYLE)

    # ------------------------------------------------------------------------------- questions

    @property
    def number(self) -> int:
        """The number of actions so far."""
        return self.state.last.number if self.state.last else 0

    def seats_of(self, key: str) -> list[int]:
        """Return the seats that a person's secret opens."""
        return [number for number, seat in enumerate(self.record.seats) if seat.key == key]

    def viewer(self, key: str) -> int:
        """Return the view that a secret opens: that of a seat, of an onlooker, or of all cards."""
        seats = self.seats_of(key)
        if not seats:
            return OPEN if self.state.is_terminal() else PUBLIC
        current = self.state.current_player()
        return current if current in seats else self._at_screen.get(key, seats[0])

    def picking(self, seat: int) -> Picking | None:
        """Return what a seat has picked; None if it is not its turn."""
        if self.error or self.state.current_player() != seat or self.record.seats[seat].kind != HUMAN:
            return None
        return self._pickings.setdefault(seat, Picking(self.state))

    def passes_screen(self, key: str) -> int | None:
        """Return the seat to which a shared screen must be passed before it shows its cards."""
        seats = self.seats_of(key)
        current = self.state.current_player()
        seats = [seat for seat in seats if self.record.seats[seat].kind == HUMAN]
        if len(seats) < 2 or current not in seats or self._at_screen.get(key) == current:
            return None
        return current

    def take_screen(self, key: str, seat: int) -> None:
        """Note that the person of a seat has a shared screen now."""
        self._at_screen[key] = seat

    def people(self) -> list[int]:
        """Return the seats of people."""
        return [number for number, seat in enumerate(self.record.seats) if seat.kind == HUMAN]

    def here(self, seat: int) -> bool:
        """Return whether a person at a seat has a page open."""
        return self.record.seats[seat].key in self._present

    def awaited(self) -> list[int]:
        """Return the seats of the people for whom the game waits."""
        if self.waits:
            keys = {key for key in self.looking if self.view(key).readers}
            return [seat for seat in self.people() if self.record.seats[seat].key in keys]
        seat = self.state.current_player()
        return [seat] if seat is not None and seat in self.people() else []

    def told_from(self, seat: int) -> int:
        """Return the step from which a page tells what happened: after the seat's last action."""
        first, step = max(self.number - _TOLD, 0), self.state.last
        while step is not None and step.number > first:
            if step.seat == seat:
                return step.number - 1
            step = step.previous
        return first

    def why_not(self, card: str, seat: int) -> str:
        """Return in a sentence why a card cannot be picked now."""
        choice = TypedChoice(self.state, self.painter.players.names)
        try:
            choice.type(card)
        except RefusedError as error:
            return self.painter.sentence(printable(str(error)), seat)
        picking = self._pickings.get(seat)
        if picking is not None and len(picking.cards) > 1 and picking.still_wanted() == (0, 0):
            return f"{counted(len(picking.cards), 'card')} are enough: tap one of them to put it back."
        return f"{self.painter.faces.plain(card)} does not go with what is chosen: put a card back first."

    # --------------------------------------------------------------------------------- changes

    async def play(self, text: str) -> None:
        """Play an action, and let the bots answer.

        Raises:
            IllegalActionError: the rules do not allow it now.
        """
        self._apply(text)
        await self.tell()
        self.wake()

    def _apply(self, text: str) -> None:
        after = self.state.clone()
        try:
            after.apply_action(text)
        except IllegalActionError:
            raise
        except CardrulesError as error:
            self.error = printable(str(error))
            return
        assert after.last is not None
        played = after.game.notation.text(after.last.raw)
        self._matches.store.played(self.record.id, self.number, played, after.current_player())
        self._actions.append(played)
        if after.position.deal > self.state.position.deal and not after.is_terminal():
            self.ended = after.last
            keys = {seat.key for seat in self.record.seats if seat.key is not None}
            self.looking = {key for key in keys if self.view(key).readers}
        self.state = after
        self._forget()

    @property
    def waits(self) -> bool:
        """Whether bots wait for somebody who looks at how a deal has ended."""
        return self.stands or any(self.view(key).readers for key in self.looking)

    async def go_on(self, key: str) -> None:
        """Note that a person has seen how a deal has ended, or where a game stands."""
        self.looking.discard(key)
        self.stands = False
        await self.tell()
        self.wake()

    def _forget(self) -> None:
        self.moment += 1
        self._pickings.clear()
        self.hint.clear()

    def why_no_undo(self, seat: int) -> str | None:
        """Return why a person cannot take back the last decision; empty if it is possible, None if it never is."""
        if not goes_back(self.state.game, together=len(self.people()) > 1):
            return None
        try:
            self._taken_back(seat)
        except CardrulesError as error:
            return str(error)
        return ""

    async def undo(self, seat: int) -> None:
        """Go back to a person's last decision, if only bots have acted since.

        Raises:
            IllegalActionError: something hidden was shown since, or another person has acted.
        """
        self.state = self._taken_back(seat)
        self.looking.clear()
        del self._actions[self.number :]
        self._matches.store.undone(self.record.id, self.number, self.state.current_player())
        self._forget()
        await self.tell()

    def _taken_back(self, seat: int) -> State:
        """Return the game at a person's last decision.

        Raises:
            IllegalActionError: something hidden was shown since, or another person has acted.
        """
        state = self.state.clone()
        alone = len(self.record.seats) == 1 or self._matches.practice  # whoever plays alone may look at anything
        people = [] if alone else self.people()
        while True:
            last = state.last
            if last is not None and last.seat in people and last.seat != seat and not last.secret:
                name = self.painter.players.names[last.seat]
                raise IllegalActionError(f"{name} has moved since your last move")
            state.undo(people)
            if state.current_player() == seat:
                return state

    async def rule(self, game: Rules) -> None:
        """Go on under other rules, as far as they allow the moves.

        Raises:
            CardrulesError: the game cannot even begin under them; it stays as it was.
        """
        opening, people = self.state.opening, self.people()
        assert opening is not None
        moves = self._script.moves(self.state, people)
        found = go_on(self.state.game, opening, moves, game)
        self._script.note(moves, found)
        self.state = found.state
        self._actions = [move.text for move in moves_of(found.state)]
        self.painter = self._painted()
        self.error = self.trouble = ""
        self.notice = (found.told(moves, self.painter.players.names),)
        turn = found.state.current_player()
        self.stands = self._script.stands(found.state) and turn not in people
        self.ended = None
        self.looking.clear()
        self.amounts.clear()
        store, name = self._matches.store, self.record.id
        store.undone(name, 0, turn)
        for number, text in enumerate(self._actions):
            store.played(name, number, text, turn)
        store.ruled(name, json.dumps(provenance(game)))
        self._forget()
        for view in self.views.values():
            view.begin_anew(self.version + 1)
        await self.tell()
        self.wake()

    async def say(self, *notice: str) -> None:
        """Say something about the rules, which are being edited."""
        self.notice = notice
        await self.tell()

    async def seat(self, numbers: Iterable[int], **values: str | None) -> None:
        """Change who sits at seats.

        Args:
            numbers: the seats.
            values: attributes of `Seat`.
        """
        seats = list(self.record.seats)
        for number in numbers:
            seats[number] = replace(seats[number], **values)
            self._matches.store.seated(self.record.id, number, seats[number])
        self.record = replace(self.record, seats=tuple(seats))
        self.painter = self._painted()
        self.looking &= {seat.key for seat in seats if seat.kind == HUMAN and seat.key is not None}
        await self.tell()
        self.wake()

    async def rename(self, key: str, name: str) -> None:
        """Give the person with a secret another name."""
        await self.seat(self.seats_of(key)[:1], name=name)

    async def advise(self, seat: int) -> None:
        """Find out what a bot would do in a person's place."""
        moment = self.moment
        answer = await self._choose(seat, USUAL)
        if moment == self.moment:
            self.hint[seat] = answer

    async def again(self) -> Record:
        """Return the game that follows at this table with the same players; begin it once.

        Everybody sits one seat further on, and keeps the link of the new seat if they had one before.
        """
        if self.record.next is not None:
            found = self._matches.store.read(self.record.next)
            assert found is not None, "a game that followed is never removed"
            return found
        before = self.record.seats
        keys = {key: secret() for key in (self.record.host, *(seat.key for seat in before)) if key is not None}
        turned = (*before[-1:], *before[:-1])
        seats = tuple(replace(seat, key=keys[seat.key]) if seat.key is not None else seat for seat in turned)
        settings = replace(self.record.settings, seed=secrets.randbelow(SEEDS), deck="")
        record = self._matches.begin(settings, seats, keys[self.record.host])
        self.record = replace(self.record, next=record.id)
        self._matches.store.followed(self.record.id, record.id)
        await self.tell()
        return record

    # ------------------------------------------------------------------------------- telling

    def view(self, key: str) -> View:
        """Return the page of the person with a secret, as it was drawn last."""
        return self.views.setdefault(key, View())

    def opened(self, key: str) -> None:
        """Note that a page of the person with a secret is open."""
        self.view(key).readers += 1
        self._noted(key)

    def closed(self, key: str) -> None:
        """Note that such a page was closed; bots that waited for the person may go on."""
        self.view(key).readers -= 1
        if self.looking:
            self.wake()
        asyncio.get_running_loop().call_later(_RETURNING, self._noted, key)

    def _noted(self, key: str) -> None:
        """Tell the others if a person has come or gone."""
        here = self.view(key).readers > 0
        if not self.seats_of(key) or (key in self._present) == here:
            return
        self._present ^= {key}
        if len({seat.key for seat in self.record.seats if seat.key is not None}) > 1:
            task = asyncio.ensure_future(self.tell())
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def tell(self, only: str | None = None) -> None:
        """Wake all who wait for a change.

        Args:
            only: the secret whose page alone has changed.
        """
        for key, view in self.views.items():
            view.stale |= only in (None, key)
        async with self._changed:
            self.version += 1
            self._changed.notify_all()

    async def versions(self, patience: float) -> AsyncIterator[int]:
        """Yield the version, again whenever it has changed, and after some seconds without change.

        Args:
            patience: the seconds.
        """
        known = -1
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience), self._changed:
                    while self.version == known:
                        await self._changed.wait()
            known = self.version
            yield known

    # ---------------------------------------------------------------------------------- bots

    def wake(self) -> None:
        """Let the bots play, if it is their turn."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play())

    async def _let_bots_play(self) -> None:
        """Let the bots play; if that fails, say so on the page, and try again after a while."""
        pause = _FIRST_PAUSE
        while True:
            try:
                await self._bots_play()
                return
            except Exception:
                LOG.exception("the bots of the game %s cannot go on", self.record.id)
                self.trouble = "The server cannot go on just now, perhaps because its disk is full. It tries again."
                await self.tell()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _bots_play(self) -> None:
        while not (self.state.is_terminal() or self.error or self.waits):
            seat = self.state.current_player()
            assert seat is not None
            kind = self.record.seats[seat].kind
            if kind == HUMAN:
                return
            moment = self.moment
            if self._matches.pace:
                await asyncio.sleep(self._matches.pace)
            try:
                answer = await self._choose(seat, kind)
            except ThinkingError as error:
                self.error = f"{self.painter.players.names[seat]} cannot go on: {error}"
                await self.tell()
                return
            if moment == self.moment and kind == self.record.seats[seat].kind:
                self._apply(answer.text)
                self.trouble = ""
                await self.tell()

    async def _choose(self, seat: int, bot: str) -> Answer:
        record, matches = self.record, self._matches
        legal = self.state.legal_actions()
        if len(legal) == 1:
            return Answer(legal[0].text)
        actions = tuple(self._actions)
        rules, settings = packed(self.state.game), record.settings
        asked = Question(record.id, rules, settings.seed, settings.deck, actions, seat, bot, matches.seconds)
        return await matches.thinkers.choose(asked)

    @property
    def idle(self) -> bool:
        """Whether nobody looks at the game, and no bot thinks."""
        read = any(view.readers for view in self.views.values())
        return not read and (self._bots is None or self._bots.done())

    def close(self) -> None:
        """Stop the bots."""
        if self._bots is not None:
            self._bots.cancel()


class Matches:
    """All games of a server: those in play, and how to begin and find others.

    Args:
        store: where they are kept.
        thinkers: where bots think.
        seconds: the time of a bot for each decision.
        pace: the seconds between actions of bots, so that people can follow.
        practice: whether anything can be taken back, and all cards may be told.
    """

    def __init__(
        self, store: Store, thinkers: Thinkers, seconds: float, pace: float, *, practice: bool = False
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.seconds = seconds
        self.pace = pace
        self.practice = practice
        self._found: dict[str, Match] = {}

    def begin(self, settings: Settings, seats: tuple[Seat, ...], maker: str, actions: tuple[str, ...] = ()) -> Record:
        """Keep a new game, and return it.

        Args:
            settings: with what it is begun.
            seats: who plays.
            maker: the secret of the person who opens the table.
            actions: what was done in it already.
        """
        rules = json.dumps(provenance(load(settings)))
        record = Record(secrets.token_urlsafe(9), settings, seats, secret(), actions, rules=rules, maker=maker)
        self.store.add(record, time.time())
        return record

    def in_memory(self) -> list[Match]:
        """Return the games in memory."""
        return [*self._found.values()]

    def match_in_memory(self, name: str) -> Match | None:
        """Return a game if it is in memory."""
        return self._found.get(name)

    async def prepare(self, name: str) -> None:
        """Compile the ruleset of a game beside the other games; that may take a while.

        Raises:
            CardrulesError: it cannot be loaded any more.
        """
        record = None if name in self._found else self.store.read(name)
        if record is not None:
            await asyncio.to_thread(load, record.settings)

    def match(self, name: str) -> Match:
        """Return a game by its name in the store.

        Raises:
            RulesChangedError: its rules have changed, and nobody has decided that it goes on.
            CardrulesError: its ruleset cannot be loaded any more.
        """
        found = self._found.pop(name, None)
        if found is None:
            found = self._reopened(name)
        self._found[name] = found
        if len(self._found) > _KEPT:
            for old in [each for each, match in self._found.items() if match.idle][: _KEPT // 10]:
                del self._found[old]
        found.wake()
        return self._found.setdefault(name, found)

    def _reopened(self, name: str, *, changed: bool = False) -> Match:
        """Take up a game that was left.

        Args:
            name: its name in the store.
            changed: whether it goes on although its rules have changed.
        """
        record = self.store.read(name)
        assert record is not None, "a secret belongs to a game"
        game = load(record.settings)
        since = changes(game, json.loads(record.rules or "{}"))
        if since.rules and not changed:
            raise RulesChangedError(record, game, since.changed)
        found = Match(record, game, self)
        turn = found.state.current_player()
        if turn != record.turn:  # nobody has moved yet, or other rules hold now
            self.store.undone(name, found.number, turn)
        if since.rules or record.rules is None:
            self.store.ruled(name, json.dumps(provenance(game)))
        return found

    def go_on(self, name: str) -> None:
        """Let a game go on under its rules as they are now.

        Raises:
            CardrulesError: its actions do not fit them. The game is kept as it was.
        """
        if name not in self._found:
            self._found[name] = self._reopened(name, changed=True)

    def close(self) -> None:
        """Stop all bots, and close the file."""
        for match in self._found.values():
            match.close()
        self.thinkers.close()
        self.store.close()


def secret() -> str:
    """Return a secret for a link."""
    return secrets.token_urlsafe(16)
