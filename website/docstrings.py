"""Prepares docstrings for the API reference."""

from __future__ import annotations

import re
from typing import Any, Final

from griffe import Extension, Object

_EXAMPLE: Final = re.compile(r"^>>> (?:.+(?:\n|\Z))+", re.MULTILINE)


class FencedExamples(Extension):
    """Makes the examples in docstrings blocks of code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Put a fence around each example."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""Return a docstring with a fence around each example.

    >>> fenced("Add.\n\n>>> 1 + 1\n2")
    'Add.\n\n```python\n>>> 1 + 1\n2\n```\n'
    """
    return _EXAMPLE.sub(lambda found: f"```python\n{found[0].rstrip()}\n```\n", text)
