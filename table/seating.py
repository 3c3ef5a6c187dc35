"""Who may sit where: browsers that hold seats, bots that play for people, and the sheet that shows it.

A seat has a secret link. The first browser whose person sits down there keeps the seat: it has a cookie, and
the seat names that browser. To open a link takes nothing, so a program that looks at it for a preview cannot.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from ..interpreter.bots.bots import STRENGTHS
from ..interpreter.errors import CardrulesError, IllegalActionError
from ..interpreter.presentation.players import HUMAN
from ..interpreter.speech.english import listed
from .match import USUAL, secret

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from .match import Match
    from .store import Record

_COOKIE: Final = "cardrules"
_TOKEN: Final = re.compile(r"[\w-]{43}")
_BYTES: Final = 32  # of a token
_AGE: Final = 400 * 24 * 3600  # the longest time for which browsers keep a cookie


class SeatError(CardrulesError):
    """A person who opened the link of a seat does not sit there.

    Attributes:
        record: the game.
        key: the secret of the link.
        taken: whether another browser holds the seat.
    """

    def __init__(self, record: Record, key: str, *, taken: bool) -> None:
        """Say it in a sentence."""
        super().__init__("somebody sits here already, at another browser" if taken else "sit down first")
        self.record = record
        self.key = key
        self.taken = taken


class Browser:
    """The browser that sent a request.

    Args:
        request: the request.

    Attributes:
        name: what seats call it: a hash of its token, so that who reads the store cannot pretend to be it.
        known: whether it has sent a token; if not, `keep` gives it a new one.
    """

    def __init__(self, request: Request) -> None:
        """Read the cookie."""
        token = request.cookies.get(_COOKIE, "")
        self.known = _TOKEN.fullmatch(token) is not None
        self._token = token if self.known else secrets.token_urlsafe(_BYTES)
        self._embedded = bool(request.app.state.embedded)
        self._encrypted = request.url.scheme == "https"
        self.name = sha256(self._token.encode()).hexdigest()

    def holds(self, holder: str | None) -> bool:
        """Return whether it is the browser that holds a seat; the time that takes tells nothing."""
        return holder is not None and secrets.compare_digest(holder, self.name)

    def keep(self, answer: Response) -> None:
        """Let an answer give the browser its token."""
        if self._embedded:  # browsers send no other cookie from the frame of another site's page
            attributes = f"Max-Age={_AGE}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"
            answer.headers.append("set-cookie", f"{_COOKIE}={self._token}; {attributes}")
        else:
            answer.set_cookie(_COOKIE, self._token, _AGE, secure=self._encrypted, httponly=True, samesite="lax")


def admit(record: Record, key: str, browser: Browser, *, vacant: bool = False) -> None:
    """Refuse a browser that does not hold the seat whose link it has opened.

    Args:
        record: the game.
        key: the secret of the link.
        browser: the browser.
        vacant: whether it is enough that nobody else holds the seat.

    Raises:
        SeatError: nobody or another browser holds it.
    """
    for seat in record.seats:
        if seat.key == key and not browser.holds(seat.holder) and not (vacant and seat.holder is None):
            raise SeatError(record, key, taken=seat.holder is not None)


async def sit_down(match: Match, key: str, holder: str, name: str) -> None:
    """Let a person take a seat under a name."""
    seats = match.seats_of(key)
    await match.seat(seats, kind=HUMAN, holder=holder)
    if name:
        await match.rename(key, name)


async def arrange(match: Match, key: str, text: str, *, linked: bool) -> None:
    """Change who plays at a seat, as a person at the table asks for it.

    Args:
        match: the game.
        key: the secret of the person.
        text: what to do, and the number of the seat.
        linked: whether people sit at other browsers.

    Raises:
        IllegalActionError: the person may not do that, or it makes no sense now.
    """
    what, _, digits = text.partition(" ")
    number = int(digits) if digits.isdecimal() and len(digits) < 4 else -1
    doings = _doings(match, key, number, linked=linked) if 0 <= number < len(match.record.seats) else ()
    if what not in {word for word, _ in doings}:
        raise IllegalActionError("that cannot be done with this seat now")
    await match.seat([number], **_CHANGES[what]())


_CHANGES: Final[dict[str, Callable[[], dict[str, str | None]]]] = {
    "bot": lambda: {"kind": USUAL},
    "person": lambda: {"kind": HUMAN},
    "free": lambda: {"holder": None},
    "invite": lambda: {"key": secret()},
}
"""What is changed at a seat."""


def _doings(match: Match, key: str, number: int, *, linked: bool) -> Iterator[tuple[str, str]]:
    """Yield what a person can do with a seat, and what the button says."""
    seat = match.record.seats[number]
    own = seat.key == key
    makes = match.record.host == key
    if match.state.is_terminal() or not (own or makes):
        return
    if seat.key is None:
        if linked:
            yield "invite", "Invite somebody"
    elif seat.kind != HUMAN:
        yield "person", "Play yourself" if own else "Take the bot away"
    elif own or not match.here(number):
        yield "bot", "Let a bot play" if own or seat.holder is not None else "+ bot"
    if linked and seat.holder is not None:
        yield "free", "Get up" if own else "Free the seat"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the sheet of players shows it.

    Attributes:
        seat: its number.
        name: what the player is called.
        status: who plays there, and whether that person is there.
        empty: whether nobody plays there yet.
        link: the whole link with which somebody can sit down there; empty if nobody can, or the viewer must not see it.
        doings: what the viewer can do: words for `arrange`, and what the button says.
    """

    seat: int
    name: str
    status: str
    empty: bool
    link: str
    doings: tuple[tuple[str, str], ...]


def chairs(match: Match, key: str, base: str) -> list[Chair]:
    """Return the seats as the sheet of players shows them.

    Args:
        match: the game.
        key: the secret of the person who looks.
        base: the address with which links begin; empty where there are no links.
    """
    makes = match.record.host == key
    return [
        Chair(
            number,
            seat.name,
            "you" if seat.key == key and seat.kind == HUMAN else _status(match, number, linked=bool(base)),
            is_empty(match, number) and bool(base),
            f"{base}/s/{seat.key}" if base and makes and seat.key not in (None, key) and seat.holder is None else "",
            tuple(_doings(match, key, number, linked=bool(base))),
        )
        for number, seat in enumerate(match.record.seats)
    ]


def _status(match: Match, number: int, *, linked: bool) -> str:
    """Return who plays at a seat, and how well if it is a bot."""
    seat = match.record.seats[number]
    if seat.kind == HUMAN:
        return presence(match, number, linked=linked) or "here"
    how = f"{seat.kind} strength" if seat.kind in STRENGTHS else "at random" if seat.kind == "random" else seat.kind
    return f"a bot, {how}" if seat.key is None else f"a bot plays, {how}"


def is_empty(match: Match, number: int) -> bool:
    """Return whether a seat waits for a person who has never been there."""
    seat = match.record.seats[number]
    return seat.kind == HUMAN and seat.holder is None


def presence(match: Match, number: int, *, linked: bool) -> str:
    """Return what is to be said about who plays at a seat; nothing if it is a person who is there."""
    seat = match.record.seats[number]
    if seat.kind != HUMAN:
        return "computer" if seat.key is None else "a bot plays"
    if not linked or match.here(number):
        return ""
    return "not here yet" if is_empty(match, number) else "away"


def waiting(match: Match, own: list[int], *, linked: bool) -> str:
    """Return for whom the game waits, in a sentence; nothing if it waits for nobody else.

    Args:
        match: the game.
        own: the seats of the person who reads it.
        linked: whether people sit at other browsers.
    """
    seats = [seat for seat in match.awaited() if seat not in own]
    if not seats:
        return ""
    names = listed([match.painter.players.names[seat] for seat in seats])
    said = presence(match, seats[0], linked=linked) if len(seats) == 1 else ""
    return f"Waiting for {names}, who is {said}." if said else f"Waiting for {names}."
