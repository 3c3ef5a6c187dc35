"""Whether this machine has native code, as far as that is known without loading it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

_OLDEST: Final = 50
"""The first version of wasmtime that does what native code needs."""


def missing() -> str | None:
    """Return why there is no native code on this machine; None if nothing is known against it."""
    way = "pip install '.[fast]' in a checkout of cardrules"
    if find_spec("wasmtime") is None:
        return f"wasmtime is not installed ({way})"
    if not _is_new_enough():
        return f"wasmtime is older than version {_OLDEST} ({way})"
    return None


@cache
def _is_new_enough() -> bool:
    from importlib.metadata import PackageNotFoundError, version  # which takes a while to load

    try:
        major, _, _ = version("wasmtime").partition(".")
        return int(major) >= _OLDEST
    except (PackageNotFoundError, ValueError):
        return True  # it may do
