"""Explains the syntax errors of the YAML parsers to authors of rules.

The messages of libyaml and PyYAML are meant for people who know YAML's grammar, and some are placed
where the parser stopped, not where the mistake is. The wordings of both parsers are recognised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..diagnostics import Diagnostic, Fix, Label, Source, Span, error, printable
from .cut_text import CONDITIONAL, in_quotes, shown

if TYPE_CHECKING:
    from collections.abc import Callable

_QUOTE_IT: Final = "Put the whole value in quotes, or write it in a block that starts with `|`."

_SHORT: Final = 70

_BEGIN_OF_TEXT: Final = re.compile(r"(?:[:,]\s|[\[{])\s*")
_COMMENT: Final = re.compile(r"\s(#[^\n]*)")
_QUESTION: Final = re.compile(r"\s(\?)\s[^\n]*?(:)\s")
_UNSPACED: Final = re.compile(r"[^\s:]+:[^\s:]")


@dataclass(frozen=True, slots=True)
class _Complaint:
    """The error that a parser reported, and where."""

    source: Source
    problem: str
    offset: int
    context: str
    context_offset: int

    @property
    def text(self) -> str:
        """The text of the file."""
        return self.source.text

    @property
    def line(self) -> tuple[int, int]:
        """Where the line of the problem starts and ends."""
        number, column = self.source.position(self.offset)
        start = self.offset - column + 1
        return start, start + len(self.source.line(number))

    @property
    def first(self) -> int:
        """Where the text of the line starts, after its indentation."""
        start, end = self.line
        return end - len(self.text[start:end].lstrip(" \t"))

    @property
    def before(self) -> str:
        """The text between the start of the line and the problem, stripped."""
        return self.text[self.line[0] : self.offset].strip(" \t")

    def span(self, start: int, end: int) -> Span:
        """Return a span inside the text."""
        limit = len(self.text)
        return Span(self.source.file, min(start, limit), min(max(start, end), limit))

    def rest(self, start: int) -> Span:
        """Return the span from `start` to the end of its line, without trailing spaces."""
        number, column = self.source.position(start)
        shown = self.source.line(number)[column - 1 :].rstrip()
        return self.span(start, start + len(shown))

    def character(self) -> Span:
        """Return the span of the character at the problem."""
        return self.span(self.offset, self.offset + 1)


def explain(source: Source, problem: str, offset: int, context: str, context_offset: int | None) -> Diagnostic:
    """Return the diagnostic for a parser's error.

    Args:
        source: The text that was parsed.
        problem: The parser's description of the problem.
        offset: Where the parser stopped.
        context: Its description of what it was reading; may be empty.
        context_offset: Where that had started.
    """
    offset = min(offset, len(source.text))
    if not source.text[offset:].strip():
        offset = len(source.text.rstrip())  # empty lines at the end say nothing
    where = offset if context_offset is None else min(context_offset, len(source.text))
    complaint = _Complaint(source, problem, offset, context, where)
    if found := _tab(complaint) or _question(complaint):
        return found
    for pattern, answer in _ANSWERS:
        if re.search(pattern, f"{context}: {problem}"):
            return answer(complaint)
    return _other(complaint)


def _tab(at: _Complaint) -> Diagnostic | None:
    """Explain a tab in the indentation, whatever error the parser reported."""
    start, end = at.line
    indentation = at.text[start : at.first]
    offset = start + indentation.find("\t")
    if "\t" not in indentation or "quoted" in at.context or "flow" in at.context:
        if at.text[at.offset : at.offset + 1] != "\t" or "cannot start" not in at.problem:
            return None
        offset = at.offset
    span = at.span(offset, offset + len(at.text[offset:end]) - len(at.text[offset:end].lstrip()))
    return error(
        "CR008",
        "There is a tab in the indentation; YAML allows only spaces there.",
        span,
        help="Replace each tab by 2 spaces, in all lines of this part.",
    )


def _question(at: _Complaint) -> Diagnostic | None:
    """Explain `x ? a : b`, whose colon YAML takes for that of a key."""
    found = _QUESTION.search(at.text, at.first, at.line[1])
    if found is None or at.offset not in (found.start(1), found.start(2)):
        return None
    return error("CR305", "'?' has no meaning in a rule.", at.span(*found.span(1)), help=CONDITIONAL)


def _open_quote(at: _Complaint) -> Diagnostic:
    quote = at.text[at.context_offset : at.context_offset + 1]
    span = at.span(at.context_offset, at.context_offset + 1)
    way_out = f"Add the closing {quote} at the end of the value."
    return error("CR007", "This quote is never closed.", span, help=way_out)


def _after_quote(at: _Complaint) -> Diagnostic | None:
    """Explain text after a closing quote, which was often meant as an apostrophe."""
    if not at.before.endswith(("'", '"')) or at.rest(at.offset).start == at.rest(at.offset).end:
        return None
    message = "There is text after the closing quote."
    way_out = "Quote the whole value; inside single quotes, write a quote as ''."
    return error("CR007", message, at.rest(at.offset), help=way_out)


def _open_bracket(at: _Complaint) -> Diagnostic:
    if found := _after_quote(at):
        return found
    bracket = at.text[at.context_offset : at.context_offset + 1]
    closing = {"[": "]", "{": "}"}.get(bracket, "bracket")
    if found := _cut_by_bracket(at) or _cut_by_comment(at, closing):
        return found
    span = at.span(at.context_offset, at.context_offset + 1)
    label = Label(at.character(), f"a ',' or '{closing}' is expected here")
    return error(
        "CR007",
        f"This '{bracket}' is not closed.",
        span,
        label,
        help=f"Add the '{closing}'; put quotes around text that holds '{bracket}'.",
    )


def _cut_by_bracket(at: _Complaint) -> Diagnostic | None:
    """Explain a bracket that ends a text in braces or brackets."""
    begins = _BEGIN_OF_TEXT.finditer(at.text, at.line[0], at.offset)
    outside = [each.end() for each in begins if _is_outside(at.text[each.end() : at.offset])]
    first = outside[-1] if outside else at.line[0]
    sign = at.text[at.offset : at.offset + 1]
    if first == at.offset or sign not in ("[", "{") or at.text[first] in "'\"":
        return None
    depth = 0
    for end in range(first, at.line[1]):
        depth += (at.text[end] in "([{") - (at.text[end] in ")]}")
        if depth < 0 or (depth == 0 and at.text[end] == "," and end > at.offset):
            break
    else:
        end = at.line[1]
    quoted = in_quotes(at.text[first:end])
    message = "This bracket ends the text before it, because the text stands in braces or brackets."
    way_out = f"Put the text in quotation marks: {shown(quoted)}."
    fix = Fix(at.span(first, end), quoted, safe=True)
    return error("CR022", message, at.character(), help=way_out, fix=fix)


def _is_outside(text: str) -> bool:
    """Return whether no round bracket is closed in a text that is not opened there."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return True


def _cut_by_comment(at: _Complaint, closing: str) -> Diagnostic | None:
    """Explain a comment that hides the end of braces or brackets."""
    line_end = at.text.find("\n", at.context_offset)
    found = _COMMENT.search(at.text, at.context_offset, max(line_end, at.context_offset))
    if found is None or closing not in found[1] or at.offset < line_end:
        return None
    message = "Here a comment begins, because a space and '#' begin one; it hides the end."
    way_out = "If it belongs to the text, put the text in quotation marks."
    return error("CR022", message, at.span(*found.span(1)), help=way_out)


def _second_colon(at: _Complaint) -> Diagnostic:
    if re.search(r":(\s|$)", at.before):
        message = "A line cannot have a second ':' that is followed by a space."
        value = re.split(r":\s+", at.text[at.first : at.line[1]].rstrip(), maxsplit=1)[-1]
        way_out, fix = _QUOTE_IT, None
        if "'" not in value and '"' not in value and "#" not in value and len(value) < _SHORT:
            way_out = f"Put quotes around the whole value: '{value}'."
            end = at.line[0] + len(at.text[slice(*at.line)].rstrip())
            fix = Fix(at.span(end - len(value), end), f"'{value}'")
        return error("CR007", message, at.character(), help=way_out, fix=fix)
    labels: list[Label] = []
    start = at.line[0]
    above = at.text[:start].rstrip()
    if above:
        number, column = at.source.position(len(above))
        line_start = len(above) - column + 1
        indent = len(at.source.line(number)) - len(at.source.line(number).lstrip())
        labels.append(Label(at.span(line_start + indent, len(above)), "this is its value already"))
    way_out = "Check the indentation of this line, and whether the line above lacks a ':'."
    if labels and _UNSPACED.match(at.source.excerpt(labels[0].span)):
        way_out = "Put a space after the ':' in the line above."
    return error(
        "CR007",
        "A key is not possible here, in the middle of a value.",
        at.span(at.first, at.offset),
        *labels,
        help=way_out,
    )


def _no_colon(at: _Complaint) -> Diagnostic:
    place = at.rest(at.context_offset)
    way_out = "Write `key: value`; indent the line if it continues the text above."
    if _UNSPACED.match(at.source.excerpt(place)):
        way_out = "Put a space after the ':'."
    return error("CR007", "There is no ': ' after this key.", place, help=way_out)


def _wrong_place(at: _Complaint) -> Diagnostic:
    """Explain a line, or the end of a line, that does not fit into the block around it."""
    label = Label(at.span(at.context_offset, at.context_offset + 1), "the block starts here")
    if found := _after_quote(at):
        return found
    if at.text.startswith(":", at.offset):
        way_out = "Write `key: value`; put quotes around text that starts with ':'."
        return error("CR015", "There is no key before this ':'.", at.character(), help=way_out)
    if at.before and at.before[-1] in "]}":
        message = "There is text after the closing bracket."
        return error("CR007", message, at.rest(at.offset), help=_QUOTE_IT)
    if at.before:
        message = "This does not belong here."
        return error("CR007", message, at.rest(at.offset), label, help=_QUOTE_IT)
    _, column = at.source.position(at.offset)
    _, block_column = at.source.position(at.context_offset)
    if column != block_column:
        message = "The indentation of this line matches none of the lines above."
        way_out = "Align it with the lines it belongs to."
        return error("CR007", message, at.rest(at.offset), label, help=way_out)
    if at.text.startswith("-", at.offset):
        message = "A list item is not possible among the keys of a mapping."
    elif "sequence" in at.context or "collection" in at.context:
        message = "A key is not possible among the items of a list."
    else:
        message = "This line does not belong here."
    way_out = "Indent the line under the key it belongs to."
    return error("CR007", message, at.rest(at.offset), label, help=way_out)


def _bad_start(at: _Complaint) -> Diagnostic:
    character = at.text[at.offset : at.offset + 1]
    if not character or character in "\r\n":
        place = at.character() if character else at.span(at.offset, at.offset)
        return error("CR007", "There is no value here.", place, help="Write one, or remove the key.")
    message = f"A value cannot start with '{printable(character)}'."
    return error("CR007", message, at.character(), help="Put the value in quotes.")


def _bad_name(at: _Complaint) -> Diagnostic:
    character = printable(at.text[at.context_offset : at.context_offset + 1])
    message = f"A value cannot start with '{character}'."
    span = at.span(at.context_offset, at.context_offset + 1)
    return error("CR007", message, span, help="Put the value in quotes.")


def _bad_escape(at: _Complaint) -> Diagnostic:
    start = at.text.rfind("\\", at.context_offset, at.offset + 1)
    start = at.offset if start < 0 else start
    return error(
        "CR007",
        "This is not an escape sequence of double-quoted text.",
        at.span(start, max(start + 2, at.offset)),
        help="Write two backslashes for a backslash, or use single quotes.",
    )


def _block_header(at: _Complaint) -> Diagnostic:
    sign = at.text[at.context_offset : at.context_offset + 1]
    message = f"The text of a block starts on the line after the '{sign}'."
    return error("CR007", message, at.rest(at.offset), help="Move this to the next line.")


def _list_in_line(at: _Complaint) -> Diagnostic:
    message = "A list item cannot start on the line of its key."
    way_out = "Start the list on the next line, or write it in brackets: [one, two]."
    return error("CR007", message, at.character(), help=way_out)


def _tag(at: _Complaint) -> Diagnostic:
    way_out = "Remove it; put quotes around text that starts with '!'."
    place = at.rest(at.context_offset)
    if not at.source.excerpt(place).startswith("!"):
        place = at.rest(at.offset)
    return error("CR012", "YAML tags are not allowed.", place, help=way_out)


def _directive(at: _Complaint) -> Diagnostic:
    place = at.rest(at.line[0])
    return error("CR009", "YAML directives are not allowed.", place, help="Remove this line.")


def _after_end(at: _Complaint) -> Diagnostic:
    message = "The value above is complete; nothing can follow it."
    way_out = "A ruleset is one mapping: write `key: value` lines."
    return error("CR007", message, at.rest(at.offset), help=way_out)


def _other(at: _Complaint) -> Diagnostic:
    words = printable(f"{at.problem}, {at.context}" if at.context else at.problem)
    return error("CR007", f"This is not valid YAML ({words[:200]}).", at.character())


_ANSWERS: Final[tuple[tuple[str, Callable[[_Complaint], Diagnostic]], ...]] = (
    (r"quoted scalar: found unexpected (end of stream|document)", _open_quote),
    (r"quoted scalar: found document separator", _open_quote),
    (r"double-quoted scalar|quoted scalar: |escape", _bad_escape),
    (r"expected ',' or '[\]}]'", _open_bracket),
    (r"mapping values are not allowed", _second_colon),
    (r"could not find expected ':'", _no_colon),
    (r"(sequence entries|mapping keys) are not allowed", _list_in_line),
    (r"scanning a directive|YAML document|directive", _directive),
    (r"a tag|tag handle", _tag),
    (r"an (alias|anchor)", _bad_name),
    (r"block scalar", _block_header),
    (r"cannot start any token", _bad_start),
    (r"node content", _bad_start),
    (r"<?document start>?", _after_end),
    (r"expected key|'-' indicator|<block end>", _wrong_place),
)
