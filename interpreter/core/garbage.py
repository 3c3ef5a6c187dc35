"""Garbage collection that waits until syntax trees have been made."""

from __future__ import annotations

import gc
from functools import cache

from ..shared import Together


def _begin() -> bool:
    """Stop collection; return whether there was one."""
    collects = gc.isenabled()
    gc.disable()
    return collects


def _end(collects: bool) -> None:
    """Go on with it."""
    if collects:
        if not _keeps_frozen():
            gc.freeze()  # the trees stay: they are old now, without a look at each
            gc.unfreeze()
        gc.enable()


@cache
def _keeps_frozen() -> bool:
    """Return whether the program keeps objects frozen; asked once, as it counts all of them."""
    return gc.get_freeze_count() > 0


_pause = Together(_begin, _end)


def collected_later() -> Together[bool]:
    """Collect no garbage meanwhile: what is made is in use until all of it is done.

    >>> with collected_later():
    ...     gc.isenabled()
    False
    """
    return _pause
