"""A game at the table: who sits where, what each person has picked, and the bots' turns."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..interpreter.diagnostics import printable
from ..interpreter.errors import CardrulesError, IllegalActionError
from ..interpreter.game.saving import changes, provenance
from ..interpreter.play.game import Game
from ..interpreter.presentation.choice import RefusedError
from ..interpreter.presentation.faces import Style
from ..interpreter.presentation.move_input import TypedChoice
from ..interpreter.presentation.painter import Painter
from ..interpreter.presentation.players import HUMAN, Players
from .loading import load
from .picking import Picking
from .store import Record, Seat, Settings
from .thinking import Answer, Question, ThinkingError, packed
from .viewers import OPEN, PUBLIC
from .views import View

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ..interpreter.game.rules import Rules
    from ..interpreter.play.state import State
    from .store import Store
    from .thinking import Thinkers

STYLE: Final = Style(symbols=True, colour=False)
SEEDS: Final = 1 << 31
_ADVISER: Final = "normal"  # the bot that gives hints
_TOLD: Final = 40  # steps that a page tells
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
    state = Game(game).new_initial_state(record.settings.seed)
    for number, action in enumerate(record.actions, 1):
        try:
            state.apply_action(game.notation.modern(action))
        except IllegalActionError as error:
            why = str(error).partition("; legal")[0]
            raise IllegalActionError(f"move {number}, '{action}', is not allowed: {why}") from None
    return state


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
        error: why it cannot go on, if a rule failed.
        trouble: why it does not go on just now; it is tried again.
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
        self.hint: dict[int, Answer] = {}
        self._at_screen: dict[str, int] = {}
        self._pickings: dict[int, Picking] = {}
        self._changed = asyncio.Condition()
        self._bots: asyncio.Task[None] | None = None

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
        if self.error or self.state.current_player() != seat:
            return None
        return self._pickings.setdefault(seat, Picking(self.state))

    def passes_screen(self, key: str) -> int | None:
        """Return the seat to which a shared screen must be passed before it shows its cards."""
        seats = self.seats_of(key)
        current = self.state.current_player()
        if len(seats) < 2 or current not in seats or self._at_screen.get(key) == current:
            return None
        return current

    def take_screen(self, key: str, seat: int) -> None:
        """Note that the person of a seat has a shared screen now."""
        self._at_screen[key] = seat

    def people(self) -> list[int]:
        """Return the seats of people."""
        return [number for number, seat in enumerate(self.record.seats) if seat.kind == HUMAN]

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
        return f"{self.painter.faces.plain(card)} does not fit what is chosen."

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
        self._matches.store.played(self.record.id, self.number, played, finished=after.is_terminal())
        self._actions.append(played)
        self.state = after
        self._forget()

    def _forget(self) -> None:
        self.moment += 1
        self._pickings.clear()
        self.hint.clear()

    async def undo(self, seat: int) -> None:
        """Go back to a person's last decision, if only bots have acted since.

        Raises:
            IllegalActionError: something hidden was shown since, or another person has acted.
        """
        state = self.state.clone()
        people = self.people()
        while True:
            last = state.last
            if last is not None and last.seat in people and last.seat != seat and not last.secret:
                name = self.painter.players.names[last.seat]
                raise IllegalActionError(f"{name} has moved since your last move")
            state.undo(people)
            if state.current_player() == seat:
                break
        self.state = state
        del self._actions[self.number :]
        self._matches.store.undone(self.record.id, self.number)
        self._forget()
        await self.tell()

    async def rename(self, key: str, name: str) -> None:
        """Give the person with a secret another name."""
        seats = list(self.record.seats)
        for number in self.seats_of(key)[:1]:
            seats[number] = replace(seats[number], name=name)
            self._matches.store.renamed(self.record.id, number, name)
        self.record = replace(self.record, seats=tuple(seats))
        self.painter = self._painted()
        await self.tell()

    async def advise(self, seat: int) -> None:
        """Find out what a bot would do in a person's place."""
        moment = self.moment
        answer = await self._choose(seat, _ADVISER)
        if moment == self.moment:
            self.hint[seat] = answer

    async def again(self) -> Record:
        """Return the game that follows at this table with the same players; begin it once."""
        if self.record.next is not None:
            found = self._matches.store.read(self.record.next)
            assert found is not None, "a game that followed is never removed"
            return found
        keys = {seat.key: secret() for seat in self.record.seats if seat.key is not None}
        seats = tuple(replace(seat, key=keys[seat.key]) if seat.key is not None else seat for seat in self.record.seats)
        settings = replace(self.record.settings, seed=secrets.randbelow(SEEDS))
        record = self._matches.begin(settings, seats)
        self.record = replace(self.record, next=record.id)
        self._matches.store.followed(self.record.id, record.id)
        await self.tell()
        return record

    # ------------------------------------------------------------------------------- telling

    def view(self, key: str) -> View:
        """Return the page of the person with a secret, as it was drawn last."""
        return self.views.setdefault(key, View())

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
        while not self.state.is_terminal() and not self.error:
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
            if moment == self.moment:
                self._apply(answer.text)
                self.trouble = ""
                await self.tell()

    async def _choose(self, seat: int, bot: str) -> Answer:
        record, matches = self.record, self._matches
        legal = self.state.legal_actions()
        if len(legal) == 1:
            return Answer(legal[0].text)
        actions = tuple(self._actions)
        rules, seed = packed(self.state.game), record.settings.seed
        asked = Question(record.id, rules, seed, actions, seat, bot, matches.seconds)
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
    """

    def __init__(self, store: Store, thinkers: Thinkers, seconds: float, pace: float) -> None:
        self.store = store
        self.thinkers = thinkers
        self.seconds = seconds
        self.pace = pace
        self._found: dict[str, Match] = {}

    def begin(self, settings: Settings, seats: tuple[Seat, ...]) -> Record:
        """Keep a new game, and return it."""
        rules = json.dumps(provenance(load(settings)))
        record = Record(secrets.token_urlsafe(9), settings, seats, secret(), rules=rules)
        self.store.add(record, time.time())
        return record

    def match_in_memory(self, name: str) -> Match:
        """Return a game that is in memory."""
        return self._found[name]

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
