"""Numbers of numpy as those of Python."""

from __future__ import annotations

import sys
from typing import Any


def plain(value: Any) -> Any:
    """Return a value of numpy as one of Python, and others as they are; numpy is not imported."""
    # Another thread may be importing numpy: then there is no such class yet, and no such value.
    generic: Any = getattr(sys.modules.get("numpy"), "generic", None)
    return value.item() if generic is not None and isinstance(value, generic) else value
