"""The server: which address shows which page, and what each form does."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..interpreter.errors import CardrulesError, IllegalActionError, RulesetError
from ..interpreter.presentation.players import LONGEST_NAME
from ..interpreter.scenarios.writing import move_as_scenario
from ..rulesets import known
from . import faces, lobby, pages, replay
from .guard import FRAMES, MOST_BYTES, Guard
from .layout import HOMES, layout
from .match import LOG, Match, Matches, RulesChangedError, secret
from .seating import Browser, SeatError, admit, arrange, sit_down
from .templating import templates
from .thinking import ThinkingError
from .viewers import seen

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterable

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from .developing import Development
    from .links import Links
    from .picking import Picking
    from .store import Record
    from .views import Part, View

_HERE: Final = Path(__file__).parent
_PATIENCE: Final = 15.0  # seconds after which a waiting page is told that the server is still there
_MOST_RUNNING: Final = 500  # games that are not over, on a network
_LISTED: Final = 12  # games that the first page lists
_MOST_MOVES: Final = 50  # names of moves that the rulebook marks
_MOST_READERS: Final = 100  # pages with one secret that are open
_MOST_FIELDS: Final = 500  # of a form
_STILL_HERE: Final = "event: here\ndata:\n\n"  # without it a page supposes that the server is away
_CHANGES: Final = "application/json"  # what the script asks for: only what has changed
_EVENTS: Final = "text/event-stream"


class Application:
    """The pages of a server.

    Args:
        matches: the games.
        rulesets: the files that can be played; without any, all that have a bare name.
        hosts: the host names by which the server may be called.
        shared: whether others than this computer can reach it.
        links: the links by which people at other browsers sit down; None where all people are at one screen.
        bots: the names of bots that can sit at a seat besides the usual ones.
        embedded: whether a page of somebody else's may show the pages in a frame.
        development: follows the files of a ruleset that is being written; None if they are left alone.
    """

    def __init__(
        self,
        matches: Matches,
        rulesets: tuple[str, ...],
        hosts: frozenset[str],
        *,
        shared: bool,
        links: Links | None = None,
        bots: Iterable[str] = (),
        embedded: bool = False,
        development: Development | None = None,
    ) -> None:
        self._matches = matches
        self._any = not rulesets
        self._rulesets = list(rulesets)  # by the number in the address of the form
        self._shared = shared
        self._development = development
        self._people = {**(lobby.PEOPLE if links else lobby.TOGETHER), **{bot: f"computer, {bot}" for bot in bots}}
        self._links = links
        self._pages = templates()
        self._macros = self._pages.get_template("parts.html").module
        self._drawing = asyncio.Lock()
        self.asgi = Starlette(
            routes=[
                Route("/", self._lobby),
                Route("/new/{number:int}", self._new, methods=["GET", "POST"]),
                Route("/s/{key}", self._table, methods=["GET", "POST"]),
                Route("/s/{key}/sit", self._sit, methods=["POST"]),
                Route("/s/{key}/changes", self._changes),
                Route("/s/{key}/go-on", self._go_on, methods=["POST"]),
                Route("/s/{key}/rules", self._rules),
                Route("/s/{key}/log", self._log),
                Route("/s/{key}/replay", self._replay),
                Route("/s/{key}/replay.html", self._export),
                Route("/s/{key}/scenario.yaml", self._scenario),
                Mount("/static", StaticFiles(directory=_HERE / "static")),
            ],
            middleware=[Middleware(Guard, hosts=hosts, limited=shared, embedded=embedded)],
            exception_handlers={
                404: self._missing,
                SeatError: self._not_seated,
                RulesChangedError: self._changed,
                CardrulesError: self._failed,
                Exception: self._broken,
            },
            lifespan=self._lifespan,
        )
        self.asgi.state.embedded = embedded

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None]:
        follows = self._development and asyncio.create_task(self._development.follow(self._matches))
        yield
        if follows:
            follows.cancel()
        self._matches.close()

    def _page(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """Return a page; whatever comes from a ruleset or a person is escaped."""
        return HTMLResponse(
            self._pages.get_template(template).render(longest_name=LONGEST_NAME, **values),
            status,
            {"cache-control": "no-store"},
        )

    async def _missing(self, request: Request, error: Exception) -> Response:
        text = "There is no such page. The link may be incomplete."
        return self._page("message.html", 404, title="Nothing here", text=text)

    async def _failed(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, CardrulesError)
        text = pages.trouble(error)
        if request.headers.get("accept") == _CHANGES:
            return PlainTextResponse(text, 409)
        return self._page("message.html", 409, title="This does not work", text=text)

    async def _changed(self, request: Request, error: Exception) -> Response:
        """Ask whether a game goes on whose rules have changed; only who opened it may decide."""
        assert isinstance(error, RulesChangedError)
        if request.headers.get("accept") == _CHANGES:
            return PlainTextResponse(pages.trouble(error), 409)
        key = request.path_params["key"]
        try:
            self._admit(request, error.record, key, vacant=True)
        except SeatError as refused:
            return await self._not_seated(request, refused)
        return self._page("changed.html", 409, key=key, **pages.changed(error, key))

    async def _go_on(self, request: Request) -> Response:
        """Let a game go on under its rules as they are now, if who opened it wants that."""
        key = request.path_params["key"]
        name = self._matches.store.find(key)
        record = name and self._matches.store.read(name)
        if not name or not record or key != record.host:
            raise HTTPException(404)
        self._admit(request, record, key, vacant=True)
        await self._matches.prepare(name)
        self._matches.go_on(name)
        return RedirectResponse(f"/s/{key}", 303)

    async def _not_seated(self, request: Request, error: Exception) -> Response:
        """Show the way to a seat to somebody who opened its link: to sit down, or to watch."""
        assert isinstance(error, SeatError)
        if request.headers.get("accept") in (_CHANGES, _EVENTS):
            return PlainTextResponse(pages.trouble(error), 409)
        status = 403 if error.taken else 409 if request.method == "POST" else 200
        return self._at_the_door(request, error, status)

    def _at_the_door(self, request: Request, error: SeatError, status: int, said: str = "", name: str = "") -> Response:
        values = pages.door(error, returns=self._may_return(error.record, error.key))
        return self._page("sit.html", status, known=Browser(request).known, said=said, given=name, **values)

    async def _broken(self, request: Request, error: Exception) -> Response:
        where = getattr(request.scope.get("endpoint"), "__name__", "a page")  # links are secret
        LOG.error("%s of %s failed", request.method, where, exc_info=error)
        text = "The server could not do that. It has noted why; try again in a moment."
        if request.headers.get("accept") == _CHANGES:
            return PlainTextResponse(text, 500)
        return self._page("message.html", 500, title="This does not work", text=text)

    # ------------------------------------------------------------------------------- lobby

    def _names(self) -> tuple[str, ...]:
        """Return the rulesets, by their numbers."""
        if self._any:
            self._rulesets += [name for name in known() if name not in self._rulesets]
        return tuple(self._rulesets)

    async def _lobby(self, request: Request) -> Response:
        entries = await asyncio.to_thread(lobby.entries, self._names())  # the first time takes a while
        listed = sorted(enumerate(entries), key=lambda each: each[1].title)
        families = lobby.groups(listed)
        shown = {entry.ruleset: (number, scene) for row in families.values() for number, entry, scene in row}
        used = {
            f"g{number}-{name}": entry.symbols[name]
            for row in families.values()
            for number, entry, scene in row
            for group in scene.groups
            for name in group
        }
        return self._page(
            "lobby.html",
            families=families,
            tags={tag for _, entry in listed for tag in entry.tags},
            broken=[entry for _, entry in listed if entry.mistakes],
            games=self._games(Browser(request), {entry.ruleset: entry.title for entry in entries}),
            pictures=shown,
            symbols=faces.sprite(used.items()),
        )

    def _games(self, browser: Browser, titles: dict[str, str]) -> list[lobby.Going]:
        """Return the latest games of a person: those that go on first, and of them those that wait for the person.

        Where only this computer reaches the server, these are all games.
        """
        store = self._matches.store
        found: list[lobby.Going] = []
        for name in store.latest(_LISTED, browser.name if self._shared else None):
            record = store.read(name)
            assert record is not None
            match = self._matches.match_in_memory(name)
            holds = browser.holds if self._links is not None else None
            awaited = match.awaited() if match is not None else [] if record.turn is None else [record.turn]
            title = titles.get(record.settings.ruleset, record.settings.ruleset)
            found.append(lobby.going(record, title, awaited, holds))
        return sorted(found, key=lambda game: (game.over, not game.yours))

    async def _new(self, request: Request) -> Response:
        names = self._names()
        number: int = request.path_params["number"]
        if number >= len(names):
            raise HTTPException(404)
        ruleset = names[number]
        given = dict(request.query_params)
        said = ""
        if request.method == "POST":
            given = await _fields(request)
            try:
                self._refuse_too_many()
                settings, seats = await asyncio.to_thread(lobby.filled_in, ruleset, given, self._people)
            except CardrulesError as error:
                said = pages.trouble(error)
            else:
                browser = Browser(request)
                own = secret()
                seats = [
                    replace(seat, key=own, holder=browser.name) if seat.key == lobby.OWN else seat for seat in seats
                ]
                record = self._matches.begin(settings, tuple(seats), own)
                self._matches.match(record.id)
                answer = RedirectResponse(f"/s/{own}", 303)
                browser.keep(answer)
                return answer
        try:
            form = await asyncio.to_thread(lobby.form, ruleset, given, self._people)
        except CardrulesError as error:
            if isinstance(error, RulesetError):
                raise
            said = said or pages.trouble(error)
            form = await asyncio.to_thread(lobby.form, ruleset, {}, self._people)
        return self._page("new.html", 400 if said else 200, form=form, number=number, given=given, said=said)

    def _refuse_too_many(self) -> None:
        if self._shared and len(self._matches.store.running()) >= _MOST_RUNNING:
            raise IllegalActionError("this server has as many games as it can hold; try later")

    # ------------------------------------------------------------------------------- table

    async def _found(self, request: Request) -> tuple[str, Match]:
        """Return the secret in an address, and its game.

        Raises:
            HTTPException: it is nobody's secret.
        """
        key = request.path_params["key"]
        match = await self._opened(key)
        self._admit(request, match.record, key)
        return key, match

    async def _opened(self, key: str) -> Match:
        """Return the game of a secret, whoever asks for it.

        Raises:
            HTTPException: it is nobody's secret.
        """
        name = self._matches.store.find(key)
        if name is None:
            raise HTTPException(404)
        await self._matches.prepare(name)
        return self._matches.match(name)

    def _admit(self, request: Request, record: Record, key: str, *, vacant: bool = False) -> None:
        """Refuse a browser that does not hold the seat of a secret; see `admit`."""
        if self._links is not None:
            admit(record, key, Browser(request), vacant=vacant)

    async def _sit(self, request: Request) -> Response:
        """Let a person take the seat whose link was opened."""
        key = request.path_params["key"]
        match = await self._opened(key)
        given, browser = await _fields(request), Browser(request)
        taken = any(seat.key == key and seat.holder is not None for seat in match.record.seats)
        if not match.seats_of(key):
            raise HTTPException(404)
        answer = RedirectResponse(f"/s/{key}", 303)
        try:
            self._admit(request, match.record, key)
        except SeatError as error:
            if taken and not self._may_return(match.record, key):
                raise
            try:
                name = self._named(match, key, given.get("name", ""))
            except CardrulesError as wrong:
                return self._at_the_door(request, error, 400, pages.trouble(wrong), given["name"])
            await sit_down(match, key, browser.name, name)
            browser.keep(answer)
        return answer

    def _may_return(self, record: Record, key: str) -> bool:
        """Return whether another browser may sit down at a taken seat: that of who opened the table, on one computer.

        Nobody else could free it if that person's browser has lost its cookie.
        """
        return not self._shared and key == record.host

    async def _table(self, request: Request) -> Response:
        key, match = await self._found(request)
        self._based(request, match, key)
        said, known = "", -1
        if request.method == "POST":
            given = await _fields(request)
            known = _version(given.get("version"))
            before = match.version
            said, where = await self._do(match, key, given)
            if match.version == before:  # at most the person's own page has changed
                await match.tell(key)
            if where:
                return RedirectResponse(where, 303)
        if request.headers.get("accept") == _CHANGES:
            change = self._change(key, self._drawn(match, key), known, said)
            return Response(change, media_type=_CHANGES)
        if request.method == "POST" and not said:
            return RedirectResponse(f"/s/{key}", 303)
        async with self._turn():
            view = self._drawn(match, key)
        return self._page(
            "table.html",
            said=said,
            parts=view.html,
            version=view.version,
            symbols=faces.symbols(match.state.game),
            **pages.frame(match, key),
        )

    def _based(self, request: Request, match: Match, key: str) -> View:
        """Note by which address the person with a secret passes on links; return the person's view."""
        view = match.view(key)
        base = self._links.base(request) if self._links is not None else ""
        if base != view.base:
            view.base, view.stale = base, True
        return view

    def _drawn(self, match: Match, key: str) -> View:
        """Return what the person with a secret sees now."""
        view = match.view(key)
        if view.stale:
            view.update(match.version, pages.parts(match, key, view, self._links), self._part)
        return view

    def _part(self, part: Part) -> str:
        """Return a part of a page; whatever comes from a ruleset or a person is escaped."""
        return getattr(self._macros, part.macro)(*part.values)

    def _change(self, key: str, view: View, known: int, said: str | None = None) -> str:
        """Return as JSON what is new on a page.

        Args:
            key: the secret of the page.
            view: what it shows now.
            known: the version that it has shown.
            said: an answer to what the person has done.
        """
        change: dict[str, Any] = {"version": view.version}
        if said is not None:
            change["said"] = said
        parts = view.since(known)
        if view.is_of_other_rules(known):
            change["anew"] = True
        elif parts is not None:
            change["parts"] = parts
        else:
            whole = self._pages.get_template("board.html")
            change["board"] = whole.render(key=key, parts=view.html, version=view.version, said=said or "")
        return json.dumps(change, ensure_ascii=False, separators=(",", ":"))

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """Draw pages one at a time, and serve what has come in meanwhile between two of them.

        Answers to moves do not wait for their turn.
        """
        async with self._drawing:
            yield
            await asyncio.sleep(0)

    async def _do(self, match: Match, key: str, given: dict[str, str]) -> tuple[str, str]:
        """Do what a form of the table asks for; return an answer, and where to go then."""
        seats = match.seats_of(key)
        if "seat" in given:
            try:
                await arrange(match, key, given["seat"], linked=self._links is not None)
            except IllegalActionError as error:
                return pages.trouble(error), ""
            return "", f"/s/{key}" if given["seat"].startswith("free ") and seats else ""
        if not seats and key != match.record.host:
            return "You are watching; the players move.", ""
        if "name" in given:
            return await self._rename(match, key, given["name"]), ""
        if given.get("do") == "again" and match.state.is_terminal():
            try:
                return "", await self._again(match, key)
            except CardrulesError as error:
                return pages.trouble(error), ""
        if given.get("do") == "ready":
            await match.go_on(key)
            return "", ""
        if not seats:
            return "You are watching; the players move.", ""
        waits = match.passes_screen(key)
        if waits is not None:
            if given.get("as") == str(waits):
                match.take_screen(key, waits)
            return "", ""
        seat = match.viewer(key)
        if given.get("at") != str(match.moment):
            return "The table has changed meanwhile.", ""
        try:
            return await self._move(match, seat, given), ""
        except IllegalActionError as error:
            text = str(error).partition("; legal")[0]
            return pages.trouble(IllegalActionError(match.painter.sentence(text, seat))), ""

    async def _rename(self, match: Match, key: str, text: str) -> str:
        try:
            name = self._named(match, key, text)
            if name:
                await match.rename(key, name)
        except CardrulesError as error:
            return pages.trouble(error)
        return ""

    def _named(self, match: Match, key: str, text: str) -> str:
        """Return a name that a person has typed; an empty one if the person keeps the present one.

        Raises:
            OptionError: it is not possible.
        """
        name = lobby.name_of(text)
        if name:
            own = match.seats_of(key)[:1]
            others = [seat.name for number, seat in enumerate(match.record.seats) if number not in own]
            lobby.check_names([*others, name])
        return name

    async def _again(self, match: Match, key: str) -> str:
        """Return the link to the game that follows, for the same person."""
        record = await match.again()
        self._matches.match(record.id)
        own = match.seats_of(key)
        return f"/s/{record.seats[(own[0] + 1) % len(record.seats)].key if own else record.host}"

    async def _move(self, match: Match, seat: int, given: dict[str, str]) -> str:
        """Take a step of a move, or a command; return an answer.

        Raises:
            IllegalActionError: the rules do not allow it.
        """
        picking = match.picking(seat)
        if given.get("do") == "undo":
            await match.undo(seat)
            return "Taken back."
        if picking is None:
            return "It is not your turn."
        if "play" in given:
            await match.play(given["play"])
        elif "amount" in given:
            verb = given["amount"]
            return await self._amount(match, picking, verb, given.get(f"number.{verb}", ""))
        elif "tap" in given:
            return await self._tap(match, seat, given["tap"], given, picked=False)
        elif "back" in given:
            return await self._tap(match, seat, given["back"], given, picked=True)
        elif "drop" in given:
            onto, picked = given.get("onto", ""), bool(given.get("picked"))
            return await self._drop(match, seat, given["drop"], onto, given.get("zone", ""), picked=picked)
        elif "choose" in given:
            kind, _, word = given["choose"].partition(" ")
            if not picking.choose(kind, word):
                return "That does not fit what you have chosen."
            complete = picking.complete()
            if len(complete) == 1 and len(picking.fitting()) == 1:
                await match.play(complete[0].action.text)
        elif given.get("do") == "clear":
            picking.clear()
        elif given.get("do") == "hint":
            try:
                await match.advise(seat)
            except ThinkingError as error:
                return pages.trouble(error)
        return ""

    async def _amount(self, match: Match, picking: Picking, verb: str, number: str) -> str:
        """Choose a number that was given with a slider."""
        groups = [group for group in picking.groups() if (group.verb, group.kind) == (verb, "number")]
        words = dict(groups[0].words) if groups else {}
        if number not in words:
            return "That number is not possible now."
        move = words[number]
        state = match.state
        match.amounts[state.position.actor, state.game.machine.sites[state.position.pc].step, verb] = int(number)
        if move is not None:
            await match.play(move.action.text)
        else:
            picking.choose("number", number)
        return ""

    async def _tap(self, match: Match, seat: int, card: str, given: dict[str, str], *, picked: bool) -> str:
        """Pick a card; a second tap on it puts it back, or plays it if it is a whole move.

        Args:
            match: the game.
            seat: the seat.
            card: the card; another one may look the same.
            given: with `once` one tap plays a card that is a whole move; with `twice` the second tap came at
                once, and the card goes to the one place that fits.
            picked: whether the page shows it as picked.
        """
        picking = match.picking(seat)
        assert picking is not None
        count = picking.cards.count(card)
        if not picked and (not count or picking.cards_that_fit()[card] > count):
            refused = self._picked(match, seat, card)
            if refused or not ("once" in given and picking.is_whole(card)):
                return refused
        move = picking.again
        if move is None and "twice" in given:
            places = layout(match.state.game)
            homes = [verb for verb, each in places.touches.items() if places.kinds.get(each.target) == HOMES]
            move = picking.one_place(homes)
        if picking.cards == [card] and move is not None:
            await match.play(move.action.text)
        else:
            picking.put_back(card)
        return ""

    def _picked(self, match: Match, seat: int, card: str) -> str:
        """Pick a card, and return why it does not fit; nothing if the seat does not see it."""
        picking = match.picking(seat)
        assert picking is not None
        fits = not seen(match.state, seat)[card] or picking.tap(card)
        return "" if fits else match.why_not(card, seat)

    async def _drop(self, match: Match, seat: int, card: str, onto: str, zone: str, *, picked: bool) -> str:
        """Pick a card that was dragged somewhere, and play the move if that completes it.

        Args:
            match: the game.
            seat: the seat.
            card: the card.
            onto: the kind and the number of the pile onto which it was dragged, if it was.
            zone: the zone to which it was dragged, if it was.
            picked: whether the page shows it as picked.
        """
        picking = match.picking(seat)
        assert picking is not None
        count = picking.cards.count(card)
        if not count or (not picked and picking.cards_that_fit()[card] > count):
            refused = self._picked(match, seat, card)
            if refused or card not in picking.cards:
                return refused
        kind, _, word = onto.partition(" ")
        if onto and (kind, word) not in picking.values and not picking.choose(kind, word):
            return "It does not fit there."
        complete = picking.complete()
        touches = layout(match.state.game).touches
        there = [move for move in complete if zone and touches[move.action.verb].target == zone]
        found = there if len(there) == 1 else complete
        if len(found) == 1:
            await match.play(found[0].action.text)
        return ""

    async def _changes(self, request: Request) -> Response:
        """Tell a page each time the table has changed (server-sent events)."""
        key, match = await self._found(request)
        view = self._based(request, match, key)
        if view.readers >= _MOST_READERS:
            return PlainTextResponse("This link is open too many times.\n", 503)
        match.opened(key)  # before anything waits, so that pages that open at once all count
        told = _version(request.headers.get("last-event-id", request.query_params.get("since")))

        async def events() -> AsyncIterator[str]:
            known, looked = told, -1
            async for version in match.versions(_PATIENCE):
                if version == looked:
                    yield _STILL_HERE
                    continue
                looked = version
                try:
                    self._admit(request, match.record, key)
                except SeatError:  # the seat was freed: the page asks again, and is shown the way
                    return
                async with self._turn():
                    view = self._drawn(match, key)
                if view.version != known and view.since(known) != {}:
                    yield f"id: {view.version}\ndata: {self._change(key, view, known)}\n\n"
                    known = view.version

        return _Stream(events(), key, match)

    async def _rules(self, request: Request) -> Response:
        _, match = await self._found(request)
        given = request.query_params
        moves = given.get("moves", "").split()[:_MOST_MOVES]
        text = await asyncio.to_thread(pages.rulebook, match, given.get("step"), moves)
        policy = f"{FRAMES}; default-src 'none'; style-src 'unsafe-inline'"
        return HTMLResponse(text, headers={"content-security-policy": policy})

    async def _log(self, request: Request) -> Response:
        key, match = await self._found(request)
        move = match.number if self._matches.practice else 0
        return self._page("log.html", key=key, move=move, **pages.log(match, key))

    # ------------------------------------------------------------------------------- replay

    async def _finished(self, request: Request) -> Match:
        """Return the game of a secret, which is over.

        Raises:
            HTTPException: it is not over, or it is nobody's secret.
        """
        _, match = await self._found(request)
        if not match.state.is_terminal():
            raise HTTPException(404)
        return match

    async def _replay(self, request: Request) -> Response:
        match = await self._finished(request)
        values = replay.page(match, request.query_params)
        return self._page("replay.html", key=request.path_params["key"], **values)

    async def _export(self, request: Request) -> Response:
        match = await self._finished(request)
        text = await asyncio.to_thread(replay.export, match, self._pages, _HERE / "static")
        return _download(text, "text/html", f"{match.state.game.program.id}.html")

    async def _scenario(self, request: Request) -> Response:
        """Return a finished game as a scenario, or a move of one, or of a game in which all may be told."""
        _, match = await self._found(request)
        text = request.query_params.get("move")
        if not (match.state.is_terminal() or (self._matches.practice and text is not None)):
            raise HTTPException(404)
        if text is None:
            name = f"{match.state.game.program.id}_scenario.yaml"
            return _download(replay.scenario(match), "application/yaml", name)
        number = int(text) if text.isdecimal() and len(text) < 9 else 0
        if not 0 < number <= match.number:
            raise HTTPException(404)
        found = await asyncio.to_thread(move_as_scenario, match.state, number)
        return PlainTextResponse(found.text, headers={"cache-control": "no-store"})


class _Stream(StreamingResponse):
    """What an open page is told, until it is closed; meanwhile it counts as a reader."""

    def __init__(self, events: AsyncIterator[str], key: str, match: Match) -> None:
        headers = {"cache-control": "no-store"}
        super().__init__(events, media_type=_EVENTS, headers=headers)
        self._key = key
        self._match = match

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._match.closed(self._key)


def _download(text: str, kind: str, name: str) -> Response:
    return PlainTextResponse(
        text,
        media_type=f"{kind}; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _version(text: str | None) -> int:
    """Return the version that a page has shown; -1 if it does not tell."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 18 else -1


async def _fields(request: Request) -> dict[str, str]:
    """Return the fields of a form; of a name that is there twice, the last one.

    Raises:
        HTTPException: there are too many.
    """
    body = await request.body()
    text = body[:MOST_BYTES].decode("utf-8", errors="replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, f"A form has at most {_MOST_FIELDS} fields.") from None
