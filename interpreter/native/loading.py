"""Compiles and runs modules: with wasmtime, and in a browser with what it has itself."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from ..core.garbage import collected_later
from .dialect import ERROR, Refused

if sys.platform == "emscripten":
    from .in_browser import Loaded
else:
    from .in_wasmtime import Loaded

__all__ = ["Loaded", "contained"]

_BUGS: Final = (AssertionError, AttributeError, LookupError, TypeError, ValueError)


@contextmanager
def contained() -> Generator[None]:
    """Refuse a game where the translation has a bug: Python can still play it."""
    try:
        with collected_later():
            yield
    except _BUGS as bug:  # tests know no ruleset for which this happens
        raise Refused(f"{ERROR} ({bug!r})") from bug
