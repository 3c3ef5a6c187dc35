"""A game of a ruleset that is being written: it goes on under the rules as they are now, as far as it can."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...interpreter.diagnostics import printable
from ...interpreter.errors import CardrulesError
from ...interpreter.play.going_on import Move, moves_of, play_again
from ...interpreter.presentation.players import HUMAN
from .. import lobby
from ..loading import begun, load
from ..match import secret

if TYPE_CHECKING:
    from ..match import Matches
    from ..store import Record, Seat, Settings


class Tried:
    """A game of a ruleset that is being written.

    Args:
        ruleset: the path under which its text is kept.
        given: JSON with the `text` of the ruleset, and the game so far, if there is one: its `settings` and `seats`
            as a store has them, and its `actions`.
    """

    def __init__(self, ruleset: str, given: str) -> None:
        """Keep the text."""
        data: dict[str, Any] = json.loads(given)
        self._ruleset = ruleset
        self._text: str = data["text"]
        self._settings: dict[str, Any] = data.get("settings") or {}
        self._seats: list[dict[str, str]] = data.get("seats") or []
        self._actions: list[str] = data.get("actions") or []

    def begun(self, matches: Matches) -> tuple[Record, str]:
        """Begin the game with its actions so far; return it, and why it does not go on where it was.

        Raises:
            CardrulesError: the ruleset cannot be played; its file stays as it was.
        """
        file = Path(self._ruleset)
        before = file.read_text("utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self._text, "utf-8")
        try:
            return self._begun(matches)
        except CardrulesError:
            file.write_text(before, "utf-8")
            raise

    def _begun(self, matches: Matches) -> tuple[Record, str]:
        said = ""
        try:
            settings, seats = self._filled_in(self._fields())
        except CardrulesError as error:
            settings, seats = self._filled_in({})
            said = f"The game begins anew; {printable(str(error)).rstrip('.')}."
        settings = replace(settings, seed=self._settings.get("seed", settings.seed))
        actions, wrong = self._possible(settings) if not said else ((), "")
        own = secret()
        seats = tuple(replace(seat, key=own) if seat.key == lobby.OWN else seat for seat in seats)
        return matches.begin(settings, seats, own, actions), said or wrong

    def _filled_in(self, fields: dict[str, str]) -> tuple[Settings, tuple[Seat, ...]]:
        return lobby.filled_in(self._ruleset, fields, lobby.TOGETHER)

    def _fields(self) -> dict[str, str]:
        """Return the settings and seats as the form for a new game has them."""
        people = 0
        options = (each.partition("=") for each in self._settings.get("options", ()))
        fields = {f"option.{name}": value for name, _, value in options}
        if self._seats:
            fields["players"] = str(len(self._seats))
        fields["variant"] = self._settings.get("variant") or ""
        for number, seat in enumerate(self._seats):
            kind = seat["kind"]
            if kind == HUMAN:
                kind = lobby.SCREEN if people else lobby.ME
                people += 1
            fields |= {f"who.{number}": kind, f"name.{number}": seat["name"]}
        return fields

    def _possible(self, settings: Settings) -> tuple[tuple[str, ...], str]:
        """Return the actions that the rules allow, up to the first that they do not, and a sentence about that one."""
        state = begun(load(settings), settings.seed, settings.deck)
        moves = [Move(None, action) for action in self._actions]
        found = play_again(state, moves)
        told = found.told(moves, ()) if found.refused else ""
        return tuple(move.text for move in moves_of(found.state)), told
