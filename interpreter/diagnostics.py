"""Diagnostics, their places in files, and the table of their codes.

A stage never prints and never stops at the first problem. It returns `Diagnostic` values with plain
`Span`s. The texts that the spans point into are passed along as `Sources`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from reprlib import Repr
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Severity: TypeAlias = Literal["error", "warning"]

CODES: dict[str, str] = {
    # CR0xx: the file and its YAML (source stage)
    "CR001": "file cannot be read",
    "CR002": "file is not text",
    "CR003": "file is not UTF-8",
    "CR004": "file is too large",
    "CR005": "file is empty",
    "CR006": "invisible or control character",
    "CR007": "YAML syntax",
    "CR008": "tab as indentation",
    "CR009": "YAML directive",
    "CR010": "YAML anchor",
    "CR011": "YAML alias",
    "CR012": "YAML tag",
    "CR013": "YAML merge key",
    "CR014": "duplicate key",
    "CR015": "key is not text",
    "CR016": "more than one YAML document",
    "CR017": "nesting too deep",
    "CR018": "number with too many digits",
    "CR019": "too many problems",
    "CR020": "nothing to suppress",
    "CR021": "incomplete suppression",
    "CR022": "text cut by a comma, a bracket or a comment",
    # CR1xx: structure (schema stage)
    "CR101": "unknown key",
    "CR102": "wrong type",
    "CR103": "missing key",
    "CR104": "value not among those allowed",
    "CR105": "invalid name or text",
    "CR106": "number out of range",
    "CR107": "empty value",
    "CR108": "repeated item",
    "CR109": "key in the wrong place",
    "CR110": "key without the key it needs",
    "CR111": "file of a newer format",
    # CR2xx: extends, options and variants (resolve stage)
    "CR201": "unknown ruleset",
    "CR202": "ruleset that extends itself",
    "CR203": "change of an entry that does not exist",
    "CR204": "addition of an entry that exists",
    "CR205": "removal of an entry that does not exist",
    "CR206": "ambiguous ruleset name",
    "CR207": "removal of a required entry",
    "CR208": "requirement of an entry that does not exist",
    "CR209": "removal of a rule that others use",
    "CR210": "default that is not allowed",
    "CR211": "empty range",
    "CR212": "unknown option",
    "CR213": "option value that is not allowed",
    "CR214": "unknown variant",
    "CR215": "wrong number of players",
    "CR216": "contradictory numbers of players",
    "CR217": "option without a value",
    "CR218": "note about a rule that does not exist",
    # CR3xx: syntax of effect text
    "CR301": "text that cannot be read",
    "CR302": "indentation",
    "CR303": "text that ends too early",
    "CR304": "word out of place",
    "CR305": "character without meaning",
    "CR306": "parameter without a type",
    "CR307": "comparison that needs brackets",
    # CR4xx: names and types
    "CR401": "unknown name",
    "CR402": "unknown attribute",
    "CR403": "unknown rule",
    "CR404": "unknown rank",
    "CR405": "wrong type",
    "CR406": "wrong number of arguments",
    "CR407": "procedure used as a value",
    "CR408": "word out of context",
    "CR409": "nobody is acting",
    "CR410": "opponent among more than two",
    "CR411": "wrong owner",
    "CR412": "one card expected",
    "CR413": "division by zero",
    "CR414": "comparison of unlike things",
    "CR415": "unknown choice",
    "CR416": "name already bound",
    "CR417": "value used as a statement",
    "CR418": "not a zone",
    "CR419": "not a variable",
    "CR420": "recursive definition",
    "CR422": "name used twice",
    "CR423": "reserved word",
    "CR424": "not known before play",
    "CR425": "number out of range",
    "CR426": "chance in a condition",
    "CR427": "owner not given",
    "CR428": "no melds",
    "CR429": "cards whose order is lost",
    "CR430": "no teams",
    "CR431": "rule too long",
    "CR432": "rows of a table",
    # CR5xx: flow and unused definitions
    "CR501": "statement that is never reached",
    "CR502": "statement in the wrong place",
    "CR503": "nobody ever wins",
    "CR505": "step not given",
    "CR506": "nothing to do",
    "CR507": "table not given",
    "CR509": "action that asks for itself",
    "CR510": "unused rule",
    "CR511": "unused option",
    "CR512": "event without effects",
    "CR513": "action without a phase",
    "CR514": "phase that is never entered",
    "CR515": "variable that is never read",
    "CR516": "steps in a turn of one action",
    "CR517": "events without end",
    "CR518": "phases in a circle",
    "CR519": "question without a choice",
    # CR6xx: deck, zones and melds
    "CR601": "repeated in the deck",
    "CR602": "cards that are written alike",
    "CR603": "pack too large",
    "CR604": "unknown card",
    "CR605": "no zone for the pack",
    "CR606": "zone without an owner",
    "CR607": "empty range of sizes",
    "CR608": "zone of two kinds",
    "CR609": "nearly a usual suit or rank",
    "CR610": "impossible pattern of a meld",
    "CR611": "nothing to make cards of",
    "CR612": "ranks in contrary orders",
    "CR620": "teams that do not fit",
    # CR7xx: scenarios
    "CR701": "unknown name in a position",
    "CR702": "unknown card in a scenario",
    "CR703": "card in two places",
    "CR704": "impossible number of cards",
    "CR705": "value of the wrong type",
    "CR706": "wrong number of seats",
    "CR707": "unknown phase",
    "CR708": "unknown action",
    "CR709": "action with the wrong arguments",
    "CR710": "given and dealt at once",
    "CR711": "seat that cannot act",
    "CR712": "test that expects nothing",
    "CR713": "number that may be a card",
    "CR714": "line of the note `actions` that is not a move",
    # CR8xx: run time
    "CR801": "no legal action",
    # CR9xx: what tests and trial games show
    "CR901": "rule that no scenario plays",
    "CR902": "condition with one outcome",
    "CR903": "change that no scenario notices",
    "CR904": "lost card",
    "CR905": "rule that is never reached",
    "CR906": "condition that is always the same",
    "CR907": "limit that decides too often",
    "CR908": "action that depends on hidden cards",
    "CR909": "game that stops with an error",
    "CR910": "action that changes nothing",
    "CR911": "internal variable that tells hidden cards",
}
"""Every diagnostic code with its short title. A code, once released, keeps its meaning."""

LINE_BREAK = re.compile(r"\r\n|\n|\r")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: character offsets into its text, `start` included, `end` excluded.

    `file` is the name as shown to the user, the key under which `Sources` holds the text.

    >>> Span("game.yaml", 3, 5)
    Span(file='game.yaml', start=3, end=5)
    """

    file: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other` (same file).

        >>> Span("a", 1, 2).to(Span("a", 5, 9))
        Span(file='a', start=1, end=9)
        """
        return Span(self.file, self.start, max(self.end, other.end))


@dataclass(frozen=True, slots=True)
class Source:
    r"""One file's name, as shown, and its text, unchanged.

    Lines end at `\n`, `\r\n` or `\r`; columns count characters.

    >>> source = Source("game.yaml", "name: Durak\nplayers: 2\n")
    >>> source.position(12), source.line(2)
    ((2, 1), 'players: 2')
    """

    file: str
    text: str = field(repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find where the lines start; later look-ups are binary searches."""
        starts = (0, *(found.end() for found in LINE_BREAK.finditer(self.text)))
        object.__setattr__(self, "_starts", starts)

    @property
    def line_count(self) -> int:
        """The number of lines; the empty one after a final line break counts."""
        return len(self._starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both counted from 1.

        An offset outside the text is taken for the nearest one inside.
        """
        inside = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, inside)
        return line, inside - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return line `number` (from 1) without its line break; the empty text if there is none."""
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip("\r\n")

    def line_start(self, number: int) -> int:
        """Return the offset at which line `number` (from 1) starts."""
        return self._starts[min(max(number, 1), len(self._starts)) - 1]

    def excerpt(self, span: Span) -> str:
        """Return the text under a span of this file."""
        return self.text[span.start : span.end]


if TYPE_CHECKING:
    Sources: TypeAlias = Mapping[str, Source]
else:
    Sources = dict
"""The texts that a result's spans point into, by `Span.file`."""


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains a diagnostic, with a few words ("first defined here")."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that removes the problem: put `replacement` where `span` is.

    Attributes:
        span: What is replaced; an empty span is a place to insert something.
        replacement: What it is replaced by.
        safe: Whether this is the only possible correction, so that a program may make the edit.
        others: What else may have been meant, the most likely first.
        otherwise: The help of the diagnostic if none of these may stand there.
    """

    span: Span
    replacement: str
    safe: bool = False
    others: tuple[str, ...] = ()
    otherwise: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a sentence, its place, and a way to solve it.

    The message and the help become sentences: they begin with a capital and end with a full stop.

    >>> Diagnostic("CR401", "error", "no name 'tabl'", Span("game.yaml", 3, 5)).message
    "No name 'tabl'."

    Attributes:
        code: A key of `CODES`.
        severity: An error keeps the game from being played; a warning does not.
        message: One sentence.
        span: The place, as narrow as it is known.
        labels: Other places that belong to the explanation.
        help: How to solve the problem, if that is known.
        fix: An edit that solves it, if there is exactly one.
        cause: The place of what may have brought it, such as a declaration. If an error has this place,
            the problem is not reported.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    cause: Span | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make sentences of the texts."""
        object.__setattr__(self, "message", _as_sentence(self.message))
        if self.help:
            object.__setattr__(self, "help", _as_sentence(self.help))


def _as_sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end.

    No full stop stands after a command, which is copied.
    """
    ends = text.endswith((".", "?", "!", "…", ":")) or ": cardrules " in text
    return text[:1].upper() + text[1:] + ("" if ends else ".")


@dataclass(frozen=True, slots=True)
class Survey:
    """The diagnostics of a file, and the texts that they point into."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Sources


def error(
    code: str,
    message: str,
    span: Span,
    *labels: Label,
    help: str | None = None,
    fix: Fix | None = None,
    near: Guess | None = None,
) -> Diagnostic:
    """Return a diagnostic of severity "error".

    `Diagnostic` explains the arguments. With `near`, the word that was probably meant in this place, the help
    asks whether it was; `help` is then for the case that it cannot stand there.
    """
    return Diagnostic(code, "error", message, span, labels, *_advice(span, help, fix, near))


def warning(
    code: str,
    message: str,
    span: Span,
    *labels: Label,
    help: str | None = None,
    fix: Fix | None = None,
    near: Guess | None = None,
) -> Diagnostic:
    """Return a diagnostic of severity "warning"; `error` explains the arguments."""
    return Diagnostic(code, "warning", message, span, labels, *_advice(span, help, fix, near))


def _advice(span: Span, help: str | None, fix: Fix | None, near: Guess | None) -> tuple[str | None, Fix | None]:
    """Return the help and the edit of a diagnostic."""
    if near is None:
        return help, fix
    return f"did you mean '{near.word}'?", near.fix(span, help)


def unknown(
    code: str,
    what: str,
    word: str,
    span: Span,
    names: Sequence[str],
    nearest: Guess | None,
) -> Diagnostic:
    """Return the error that a name does not exist.

    Args:
        code: The code of the error.
        what: What it should be the name of.
        word: The name.
        span: Where it stands.
        names: The names that there are; a few are listed.
        nearest: The name that was probably meant.
    """
    advice = None
    if not names:
        advice = f"this ruleset has no {what}"
    elif len(names) <= _LISTED:
        advice = "there are: " + ", ".join(names)
    return error(code, f"there is no {what} '{word}'", span, help=advice, near=nearest)


_LISTED: Final = 13
"""The most names that are listed."""


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics by place, each once; files keep the order of first mention."""
    unique = list(dict.fromkeys(diagnostics))
    files: dict[str, int] = {}
    for diagnostic in unique:
        files.setdefault(diagnostic.span.file, len(files))
    return sorted(unique, key=lambda each: (files[each.span.file], each.span.start, each.span.end, each.code))


def printable(text: str) -> str:
    r"""Return the text on one line, without characters that could disturb a terminal.

    >>> printable("a\nb\x1b[31m")
    'a b\ufffd[31m'
    """
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", re.sub(r"\s+", " ", text))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "file"), counted(1200, "test")
    ('1 file', '1200 tests')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def times(count: int) -> str:
    """Return in words how often something happened.

    >>> times(0), times(1), times(2), times(1200)
    ('never', 'once', 'twice', '1,200 times')
    """
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count:,} times")


def spaced(name: str) -> str:
    """Return a name of a ruleset as words.

    >>> spaced("draw_pile")
    'draw pile'
    """
    return name.replace("_", " ")


class _Brief(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 60

    def repr_int(self, x: int, level: int) -> str:
        """Return a number; Python refuses to write out numbers of many thousand digits."""
        return super().repr_int(x, level) if x.bit_length() < 1000 else f"{x:#x}"[:20] + "..."


_BRIEF = _Brief()


def brief(value: object) -> str:
    r"""Return a caller's value for a message: as Python writes it, but short.

    >>> print(brief("\x1b" + "a" * 1000 + "b"), brief(None))
    '\x1baaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaab' None
    """
    return printable(_BRIEF.repr(value))


def concise(diagnostic: Diagnostic, sources: Sources) -> str:
    r"""Return the diagnostic as one line: `file:line:column: severity code message`.

    A file that could not be read has no lines; its place is 1:1.

    >>> source = Source("g.yaml", "name: x\n")
    >>> concise(error("CR014", "No.", Span("g.yaml", 6, 7)), {"g.yaml": source})
    'g.yaml:1:7: error CR014 No.'
    """
    span = diagnostic.span
    source = sources.get(span.file)
    line, column = source.position(span.start) if source else (1, 1)
    place = f"{printable(span.file)}:{line}:{column}"
    return f"{place}: {diagnostic.severity} {diagnostic.code} {printable(diagnostic.message)}"


@dataclass(frozen=True, slots=True)
class Guess:
    """The word that a misspelt one was probably meant to be; `sole` if no other is as near.

    `others` are those that are less likely.
    """

    word: str
    sole: bool
    others: tuple[str, ...] = ()

    def fix(self, span: Span, otherwise: str | None = None) -> Fix:
        """Return the edit that puts the right word in the place of the wrong one.

        Args:
            span: the place.
            otherwise: the help if the word cannot stand there.
        """
        return Fix(span, self.word, self.sole, self.others, otherwise)


def guess(word: str, candidates: Iterable[str]) -> Guess | None:
    """Return the candidate that `word` was probably meant to be; None if none is similar.

    A typing slip comes first: a letter left out, doubled, or exchanged with its neighbour. Then
    come words that differ in one letter, and then the most similar word, of two such words one that
    begins alike.

    >>> guess("siut", ["rank", "suit", "colour"])
    Guess(word='suit', sole=True, others=())
    >>> guess("sut", ["suits", "suit", "shut"])
    Guess(word='suit', sole=False, others=('shut', 'suits'))
    >>> guess("own", ["shown", "owner"])
    Guess(word='owner', sole=False, others=('shown',))
    >>> guess("xyzzy", ["rank", "suit"]) is None
    True
    """
    from difflib import SequenceMatcher

    given = word.casefold()[:80]
    matcher = SequenceMatcher(b=given)
    found: list[tuple[int, float, bool, str]] = []
    for candidate in dict.fromkeys(each for each in candidates if each != word):
        folded = candidate.casefold()
        distance = slips(given, folded)
        matcher.set_seq1(folded)
        if (
            distance < 2
            or (distance < _FAR and len(given) > 2)
            or (matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE)
        ):
            found.append((distance, -matcher.ratio(), folded[:1] != given[:1], candidate))
    if not found:
        return None
    found.sort(key=lambda each: each[:3])  # what is listed first wins
    nearest, *others = found
    near = nearest[0] < _FAR and all(each[0] > nearest[0] for each in others)
    return Guess(nearest[3], near and len(given) > 1, tuple(each[3] for each in others))


_FAR: Final = 3
_ALIKE: Final = 0.6


def slips(word: str, other: str) -> int:
    """Return how far a word differs from another one that may have been meant.

    0: equal; 1: a typing slip (see `guess`); 2: one wrong letter, or one too many; 3: more.

    >>> [slips(word, "suit") for word in ("suit", "sut", "siut", "suitt", "soit", "suite", "tius")]
    [0, 1, 1, 1, 2, 2, 3]
    """
    if word == other:
        return 0
    if abs(len(word) - len(other)) > 1:
        return _FAR
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    here, there = word[start:], other[start:]
    if len(word) < len(other):  # a letter left out
        return 1 if there[1:] == here else _FAR
    if len(word) > len(other):  # one too many; doubled, if it is the one before
        if here[1:] != there:
            return _FAR
        return 1 if start and word[start - 1] == here[0] else 2
    if here[:2] == there[1::-1] and here[2:] == there[2:]:
        return 1
    return 2 if here[1:] == there[1:] else _FAR


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` was probably meant to be, or None.

    >>> suggest("siut", ["rank", "suit", "colour"])
    'suit'
    """
    found = guess(word, candidates)
    return found.word if found else None
