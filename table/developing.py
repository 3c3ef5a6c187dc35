"""Games of a ruleset that is being written: they go on under its rules whenever it is saved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ..interpreter.errors import CardrulesError, RulesetError
from . import pages
from .loading import load
from .match import LOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from .match import Match, Matches

_PAUSE: Final = 0.1  # seconds between two looks at the files


class Development:
    """Follows the files of a ruleset.

    Args:
        edited: tells whether one of them was saved since it was last asked.
        look: looks at them, and tells whoever started the server what is wrong and what tests fail; it returns
            what an open table says of that, in a few words.
    """

    def __init__(self, edited: Callable[[], bool], look: Callable[[], tuple[str, ...]]) -> None:
        self._edited = edited
        self._look = look

    async def follow(self, matches: Matches) -> None:
        """Let games go on under the rules as they are, each time a file is saved; end when cancelled."""
        while True:
            await asyncio.sleep(_PAUSE)
            try:
                await self.look_once(matches)
            except Exception:  # one edit that fails does not end the others
                LOG.exception("an edited ruleset could not be followed")

    async def look_once(self, matches: Matches) -> None:
        """Let games go on under the rules as they are, if a file was saved."""
        if not self._edited():
            return
        await self._go_on(matches.in_memory())
        said = await asyncio.to_thread(self._look)
        for match in matches.in_memory():
            await match.say(*match.notice, *said)

    @staticmethod
    async def _go_on(found: list[Match]) -> None:
        for match in found:
            try:
                game = await asyncio.to_thread(load, match.record.settings)
                if game.origin == match.state.game.origin:
                    await match.say()
                else:
                    await asyncio.to_thread(getattr, game.machine, "blank")
                    await match.rule(game)
            except RulesetError as error:
                kept = "The game stays under the rules as they were."
                await match.say(*pages.mistakes(error), kept)
            except CardrulesError as error:
                await match.say(pages.trouble(error), "The game stays under the rules as they were.")
