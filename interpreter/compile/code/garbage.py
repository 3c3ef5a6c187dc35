"""Garbage collection that waits until syntax trees have been made."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache


@contextmanager
def collected_later() -> Generator[None]:
    """Collect no garbage meanwhile: what is made is in use until all of it is done.

    >>> with collected_later():
    ...     gc.isenabled()
    False
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if not _keeps_frozen():
                gc.freeze()  # the trees stay: they are old now, without a look at each
                gc.unfreeze()
            gc.enable()


@cache
def _keeps_frozen() -> bool:
    """Return whether the program keeps objects frozen; asked once, as it counts all of them."""
    return gc.get_freeze_count() > 0
