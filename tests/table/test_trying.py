"""A game whose rules are being written goes on as far as they allow."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.table.alone.answering import Table

BEGIN = "cardrules: 1\nextends: scopa\nname: Mine\n"


class Tried:
    """A table of one ruleset, whose page keeps what it is told."""

    def __init__(self, file: Path) -> None:
        self.kept: dict[str, Any] = {}
        self.table = Table((str(file),), (), lambda _, text: self.kept.update(json.loads(text)), 0.02, 0)

    def play(self, text: str, **more: Any) -> tuple[str, str]:
        given = {name: self.kept[name] for name in ("settings", "seats", "actions") if name in self.kept}
        return self.table.play(json.dumps({"text": text, **given, **more}))

    async def page(self, address: str) -> str:
        return (await self.table.ask("GET", address, "", "text/html"))[4]


def test_a_game_goes_on_under_other_rules(tmp_path: Path) -> None:
    async def played() -> None:
        tried = Tried(tmp_path / "games" / "mine.yaml")
        address, said = tried.play(BEGIN, seats=[{"kind": "human", "name": "Kim"}, {"kind": "random", "name": "Bot"}])
        assert said == ""
        assert "Kim" in await tried.page(address)
        seed = tried.kept["settings"]["seed"]
        state = cardrules.load("scopa").new_initial_state(seed)
        moves: list[str] = []
        for _ in range(3):
            moves.append(state.legal_actions()[0].text)
            state.apply_action(moves[-1])
        address, said = tried.play(BEGIN.replace("Mine", "Other"), actions=moves)
        assert said == ""
        page = await tried.page(address)
        assert "Other" in page
        assert "Kim" in page
        assert tried.kept["settings"]["seed"] == seed
        assert tried.kept["actions"][:3] == moves
        address, said = tried.play(BEGIN, actions=[*moves[:2], "play KS KH"])
        assert said.startswith("Move 3, 'play KS KH', is not legal any more: ")
        assert said.endswith(" The game stands after move 2.")
        assert tried.kept["actions"][:2] == moves[:2]
        address, said = tried.play(BEGIN.replace("scopa", "hearts"), seats=[])
        assert said.startswith("Move 1, ")
        assert said.endswith(" The game stands at its beginning.")

    asyncio.run(played())


def test_settings_that_are_gone_begin_a_new_game(tmp_path: Path) -> None:
    async def played() -> None:
        tried = Tried(tmp_path / "mine.yaml")
        settings = {"seed": 7, "options": ["nothing=1"], "variant": None}
        assert tried.play(BEGIN, settings=settings)[1] == ""
        address, said = tried.play(BEGIN, settings={"seed": 7, "options": [], "variant": "gone"})
        assert "gone" in said
        assert "Mine" in await tried.page(address)

    asyncio.run(played())


@pytest.mark.parametrize("text", ["", "[", "cardrules: 1\nextends: scopa\nadd: {zones: {x: 1}}\n"])
def test_rules_with_mistakes_are_refused_and_the_game_stays(tmp_path: Path, text: str) -> None:
    async def played() -> None:
        tried = Tried(tmp_path / "mine.yaml")
        address, _ = tried.play(BEGIN)
        with pytest.raises(cardrules.CardrulesError):
            tried.play(text)
        assert "Mine" in await tried.page(address)

    asyncio.run(played())
