"""The templates of the pages, with what they may call."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..interpreter.source.halves import shown

TEMPLATES: Final = Path(__file__).parent / "templates"


@cache
def templates() -> Environment:
    """Return the templates; `shown` is the filter that writes numbers, such as 30½."""
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.filters["shown"] = shown
    return found
