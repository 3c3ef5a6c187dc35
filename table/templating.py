"""The templates of the pages, with what they may call."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Macro

from ..interpreter.source.halves import shown

_KEPT: Final = 4096  # drawings of each kind of piece: all cards of many games
TEMPLATES: Final = Path(__file__).parent / "templates"


@cache
def templates() -> Environment:
    """Return the templates; `shown` is the filter that writes numbers, such as −30½.

    All can call the macros of `pieces.html`. What these have drawn is kept, because the same cards come again and
    again, so their arguments are values that do not change.
    """
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.filters["shown"] = _number
    pieces = vars(found.get_template("pieces.html").module)
    found.globals.update({name: lru_cache(_KEPT)(each) for name, each in pieces.items() if isinstance(each, Macro)})
    return found


def _number(value: float) -> str:
    """Return a number as people write it, with a minus sign."""
    return shown(value).replace("-", "−")
