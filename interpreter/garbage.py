"""Puts garbage collection off while something large is made, which is in use until it is done."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Generator[None]:
    """Collect no garbage in this block, and do not look at what it has made soon afterwards."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if not gc.get_freeze_count():  # else a program keeps objects frozen
                gc.freeze()  # what was made is old now, without a look at each
                gc.unfreeze()
            gc.enable()
