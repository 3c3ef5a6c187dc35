"""The values of scalars without quotation marks, and texts that need these marks."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from ..diagnostics import error

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic, Span
    from .located import ScalarValue

MAX_DIGITS: Final = 18
"""The most digits of a number in a file, in an option, and in a variable during play."""
MAX_NUMBER: Final = 10**MAX_DIGITS - 1

_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMAL: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_FIRST: Final = re.compile(r"[A-Za-z0-9_(./½]")
_NOT_PLAIN: Final = re.compile(r": |:$| #|[\r\n\t]")
_NOT_IN_FLOW: Final = re.compile(r"[,\[\]{}:]")


def is_text(word: str) -> bool:
    """Return whether a word without quotation marks is read as text.

    >>> is_text("on"), is_text("true"), is_text("1.5")
    (True, False, False)
    """
    return word not in _WORDS and not _DECIMAL.fullmatch(word)


def plain_value(text: str, place: Span) -> tuple[ScalarValue, Diagnostic | None]:
    """Return the value of a scalar without quotation marks, and the problem if it is too large."""
    if text in _WORDS:
        return _WORDS[text], None
    if text[0] not in "+-0123456789" or not _DECIMAL.fullmatch(text):
        return text, None
    sign = -1 if text[0] == "-" else 1
    if _INTEGER.fullmatch(text):
        if len(text.lstrip("+-")) <= MAX_DIGITS:
            return int(text), None
        message = f"This number has more than {MAX_DIGITS} digits."
        return sign * MAX_NUMBER, error("CR018", message, place, help="Use a smaller one.")
    number = float(text)
    if abs(number) >= 10.0**MAX_DIGITS:
        message = f"This number has more than {MAX_DIGITS} digits before its point."
        limited = sign * 10.0 ** (MAX_DIGITS - 1)
        return limited, error("CR018", message, place, help="Use a smaller one.")
    return number, None


def quoted(text: str, *, flow: bool) -> str:
    """Return a text as a YAML scalar, quoted where necessary.

    Args:
        text: the value; it is read back as text, also if it looks like a number.
        flow: whether the scalar is inside brackets.

    >>> quoted("lay_off 8D #1", flow=True), quoted("draw 1", flow=True), quoted("10", flow=False)
    ("'lay_off 8D #1'", 'draw 1', "'10'")
    """
    unsafe = _NOT_PLAIN.search(text) or (flow and _NOT_IN_FLOW.search(text))
    if not unsafe and _FIRST.match(text) and text == text.strip() and is_text(text):
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return json.dumps(text, ensure_ascii=True)
