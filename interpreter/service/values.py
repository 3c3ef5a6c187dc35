"""What the language service answers: plain values, whose places are spans of characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..diagnostics import Span

Kind: TypeAlias = Literal[
    "key",
    "word",
    "statement",
    "operation",
    "zone",
    "variable",
    "option",
    "definition",
    "procedure",
    "meld",
    "ranking",
    "attribute",
    "phase",
    "action",
    "effect",
    "event",
    "parameter",
    "choice",
    "card",
    "value",
    "file",
    "section",
    "scenario",
    "variant",
]
"""What a name is."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands at `span` becomes `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that may be written at the cursor.

    Attributes:
        label: what a list shows.
        kind: what it is.
        edit: what is written. With `snippet` its text has places to fill in, `${1:cards}`.
        detail: its type, or a few words.
        help: a description, in Markdown.
        rank: 0 for what fits best; what has a higher one is shown later.
        snippet: whether the text has places to fill in.
    """

    label: str
    kind: Kind
    edit: Edit
    detail: str = ""
    help: str = ""
    rank: int = 0
    snippet: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """What is known about the word under the cursor, in Markdown."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Signature:
    """How something that takes operands is written.

    Attributes:
        label: the whole form.
        parameters: the places of the operands in the label.
        active: the operand at the cursor, from 0.
        help: a description, in Markdown.
    """

    label: str
    parameters: tuple[tuple[int, int], ...]
    active: int
    help: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a file with a name: a section, a rule or a scenario.

    Attributes:
        name: its name.
        kind: what it is.
        span: the whole part.
        name_span: its name.
        inside: the parts inside it.
    """

    name: str
    kind: Kind
    span: Span
    name_span: Span
    inside: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A change that an editor offers for a diagnostic.

    Attributes:
        title: what it does.
        edits: the changes.
        code: the code of the diagnostic.
        span: the place of the diagnostic.
        sure: whether it is the only possible correction, which `--fix` would make.
    """

    title: str
    edits: tuple[Edit, ...]
    code: str
    span: Span
    sure: bool


@dataclass(frozen=True, slots=True)
class Lens:
    """A line of text above a place, which may run a command.

    Attributes:
        span: the place.
        title: what is shown.
        command: what it does; empty if it only tells something.
        argument: the name of a scenario, or the address of a rule.
    """

    span: Span
    title: str
    command: Literal["run_scenario", "play_scenario", ""]
    argument: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words that an editor shows at a place, as if they stood in the text."""

    place: Span
    text: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of effect text, with what it is."""

    span: Span
    kind: Kind
    declares: bool = False


@dataclass(frozen=True, slots=True)
class Trials:
    """What scenarios and games have shown about a ruleset.

    Attributes:
        games: how many games were played to their ends, by bots that think little.
        times: how often each action, effect and group of statements was carried out in them, by its address.
        unreached: the addresses of the rules that no scenario reaches; empty if there is no scenario.
    """

    games: int
    times: Mapping[str, int]
    unreached: frozenset[str]
