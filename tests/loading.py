"""Compiled games that several tests share: to compile one takes longer than most tests."""

from __future__ import annotations

from functools import cache

import cardrules


def loaded(name: str, variant: str | None = None, players: int | None = None) -> cardrules.Game:
    """Return a game, compiled only once in a session; tests must not change it."""
    return _loaded(name, variant, players)


@cache
def _loaded(name: str, variant: str | None, players: int | None) -> cardrules.Game:
    return cardrules.load(name, variant=variant, players=players)
