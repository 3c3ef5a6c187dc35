"""What the workers of a page without a server do: one answers as a server would, in the other one bots think."""

from __future__ import annotations

import asyncio
import base64
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from ...interpreter.errors import CardrulesError
from .. import lobby
from ..app import Application
from ..match import Matches
from ..templating import templates
from ..thinking import Answer, Question, Thinkers, ThinkingError, choose
from .records import Records
from .trying import Tried

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.types import Message

LIST: Final = "list"
"""The file beside this one that a published table has: the entries of its list, by ruleset."""
_HOST: Final = "localhost"
_MOVED: Final = (302, 303, 307)


def prepare() -> None:
    """Do what takes long at each start, so that the memory of a start that is kept holds it."""
    for name in templates().list_templates():
        templates().get_template(name)


class Table:
    """The table of a page, for `static/worker.js`.

    Args:
        rulesets: the files that can be played.
        kept: games that were kept earlier.
        keep: takes the name of a game, and the game as text.
        seconds: the time of a bot for each decision.
        pace: the seconds between actions of bots.

    Attributes:
        bots: where bots think.
    """

    def __init__(
        self,
        rulesets: Iterable[str],
        kept: Iterable[str],
        keep: Callable[[str, str], object],
        seconds: float,
        pace: float,
    ) -> None:
        """Take up the games."""
        known = Path(__file__).with_name(LIST)
        if known.exists():
            lobby.made.update(pickle.loads(base64.b64decode(known.read_bytes())))
        self.bots = Bots()
        self._rulesets = tuple(rulesets)
        self._keep, self._seconds, self._pace = keep, seconds, pace
        self._open: dict[int, asyncio.Event] = {}
        self._serve(self._begun(kept))

    def _begun(self, kept: Iterable[str]) -> Matches:
        return Matches(Records(kept, self._keep), self.bots, self._seconds, self._pace)

    def _serve(self, matches: Matches) -> None:
        self._matches = matches
        self._application = Application(matches, self._rulesets, frozenset((_HOST,)), shared=False).asgi

    def play(self, given: str) -> tuple[str, str]:
        """Play a game of the only ruleset as it is written now, in the place of the games so far.

        Args:
            given: the game as JSON; see `Tried`.

        Returns:
            the address of the table, and in a sentence why the game does not go on where it was.

        Raises:
            CardrulesError: it cannot be played at all.
        """
        game = Tried(self._rulesets[0], given)
        matches = self._begun(())
        record, said = game.begun(matches)
        self._matches.close()
        self._serve(matches)
        return f"/s/{record.maker}", said

    async def ask(self, method: str, address: str, body: str, accept: str) -> tuple[int, str, str, str, str]:
        """Return the answer to a request, after all that it was sent on to.

        Args:
            method: GET or POST.
            address: what is asked for.
            body: the fields of a form.
            accept: what kind of answer is wanted.

        Returns:
            the status, the address at last, the kind of content, the name of a file to keep, the content.
        """
        while True:
            found = _Answer()
            try:
                await self._asked(method, address, body, accept, found.take, asyncio.Event())
            except Exception:
                if not found.status:  # else the application has said so on a page
                    raise
            if found.status not in _MOVED:
                name = found.headers.get("content-disposition", "").partition('filename="')[2].rstrip('"')
                return found.status, address, found.headers.get("content-type", ""), name, found.content.decode()
            method, address, body = "GET", found.headers["location"], ""

    async def listen(self, number: int, address: str, tell: Callable[[str], object]) -> int:
        """Tell what an address has to tell, until it is closed; return its status.

        Args:
            number: by which it is closed.
            address: an address with events.
            tell: takes one event after the other.
        """
        found = _Answer(tell)
        self._open[number] = gone = asyncio.Event()
        await self._asked("GET", address, "", "text/event-stream", found.take, gone)
        del self._open[number]
        return found.status

    def close(self, number: int) -> None:
        """Close what `listen` has opened."""
        if number in self._open:
            self._open[number].set()

    async def _asked(
        self,
        method: str,
        address: str,
        body: str,
        accept: str,
        take: Callable[[Message], Awaitable[None]],
        gone: asyncio.Event,
    ) -> None:
        """Ask the application (ASGI)."""
        url, content = urlsplit(address), body.encode()
        headers = {
            "host": _HOST,
            "accept": accept,
            "content-length": str(len(content)),
            "content-type": "application/x-www-form-urlencoded",
        }
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(url.path),
            "raw_path": url.path.encode(),
            "query_string": url.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (_HOST, 1),
            "server": (_HOST, 80),
        }
        waiting: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        await self._application(scope, receive, take)


class _Answer:
    """An answer of the application; what it tells bit by bit goes to `tell`."""

    def __init__(self, tell: Callable[[str], object] | None = None) -> None:
        self._tell = tell
        self.status = 0
        self.headers: dict[str, str] = {}
        self.content = b""

    async def take(self, message: Message) -> None:
        """Take a message of the application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif self._tell is None or self.status != 200:
            self.content += message.get("body", b"")
        elif message.get("body"):
            self._tell(message["body"].decode())


class Bots(Thinkers):
    """Bots think in another worker; as long as there is none, in this one, while the table waits.

    Attributes:
        ask: sends a question to the other worker; returns None if there is no answer.
    """

    def __init__(self) -> None:
        """Begin without another worker."""
        self.ask: Callable[[bytes], Awaitable[Any]] | None = None

    async def choose(self, asked: Question) -> Answer:
        """Return what a bot chooses.

        Raises:
            ThinkingError: a rule failed, or the other worker says nothing.
        """
        question = pickle.dumps(asked)
        if self.ask is None:
            await asyncio.sleep(0.01)  # pages that wait are drawn first
            found = think(question)
        else:
            answered = await self.ask(question)
            if answered is None:
                raise ThinkingError("it says nothing")
            found = answered.to_bytes()
        answer, wrong = pickle.loads(found)
        if answer is None:
            raise ThinkingError(wrong)
        return answer

    def close(self) -> None:
        """Do nothing: a worker ends with its page."""


def think(question: bytes) -> bytes:
    """Return the answer to a question, or what is wrong, as bytes."""
    try:
        return pickle.dumps((choose(pickle.loads(question)), ""))
    except CardrulesError as error:
        return pickle.dumps((None, str(error)))
