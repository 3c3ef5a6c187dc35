"""Numbers of numpy as those of Python."""

from __future__ import annotations

import sys
from typing import Any


def plain(value: Any) -> Any:
    """Return a value of numpy as one of Python, and others as they are; numpy is not imported."""
    numpy: Any = sys.modules.get("numpy")
    return value.item() if numpy is not None and isinstance(value, numpy.generic) else value
