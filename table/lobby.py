"""Before a game: which games there are, the form for a new one, and what was filled in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.authoring.survey import variants
from ..interpreter.bots.bots import STRENGTHS, installed_bots
from ..interpreter.check.load import load_ruleset
from ..interpreter.diagnostics import printable
from ..interpreter.errors import OptionError, RulesetError
from ..interpreter.presentation.players import (
    HUMAN,
    Players,
    name_problem,
    names_problem,
    number_of_players,
)
from ..interpreter.resolve.options import as_typed, read_option
from ..interpreter.resolve.resolve import unedited
from ..interpreter.shared import shared
from ..interpreter.source.located import Scalar
from ..interpreter.speech.book import Book
from .board import UNNAMED
from .loading import load, rules_of
from .match import SEEDS, secret
from .pages import mistakes
from .store import Seat, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..interpreter.check.load import Loaded
    from ..interpreter.diagnostics import Sources

USUAL: Final = "normal"  # the bot that sits at a seat at first
ME: Final = "me"
LINK: Final = "link"
SCREEN: Final = "screen"
PEOPLE: Final = {
    ME: "I, on this screen",
    SCREEN: "a person on this screen",
    LINK: "a person by link",
}
"""Who can sit at a seat besides bots."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruleset in the list.

    Attributes:
        ruleset: its bare name, or the path of its file.
        title: what the game is called.
        players: for how many it is.
        summary: what it is about.
        mistakes: what is wrong with it, if it cannot be played.
        sources: the texts of its files.
    """

    ruleset: str
    title: str
    players: str = ""
    summary: str = ""
    mistakes: tuple[str, ...] = ()
    sources: Sources = field(default_factory=dict[str, Any], repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """A control of the form for an option.

    Attributes:
        name: the option.
        label: what it is called.
        help: what it means.
        value: its value as text.
        choices: the values among which one chooses; none for a number or a list.
        least, most: the limits of a number.
        number: whether it is a number.
    """

    name: str
    label: str
    help: str
    value: str
    choices: tuple[str, ...]
    least: int | None
    most: int | None
    number: bool


@dataclass(frozen=True, slots=True)
class Form:
    """The form for a new game.

    Attributes:
        counts: the numbers of players that the game allows.
        variants: the names of variants, each with what it is about.
        seats: who sits at each seat at first: a key of `who`.
        who: who can sit at a seat, in words.
    """

    ruleset: str
    title: str
    summary: str
    players: int
    counts: tuple[int, ...]
    variant: str
    variants: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    seats: tuple[str, ...]
    who: Mapping[str, str]


def entries(rulesets: Iterable[str]) -> tuple[Entry, ...]:
    """Return rulesets as their files are now; some may have mistakes."""
    found: list[Entry] = []
    for name in rulesets:
        try:
            found.append(_entry(name))
        except RulesetError as error:
            found.append(Entry(name, Path(name).name, mistakes=tuple(mistakes(error))))
    return tuple(found)


def _unedited(entry: Entry) -> bool:
    return unedited(entry.sources)


@shared(most=256, holds=_unedited)
def _entry(ruleset: str) -> Entry:
    """Return the entry of a ruleset.

    Raises:
        RulesetError: it has errors, or cannot be read now.
    """
    loaded = load_ruleset(ruleset)
    failure = loaded.failure()
    if failure is not None:
        raise failure
    rules = loaded.ruleset
    assert rules is not None
    players = number_of_players(rules.least, rules.most)
    sources = loaded.resolved.sources
    return Entry(ruleset, printable(rules.title), players, printable(rules.summary), sources=sources)


def form(ruleset: str, given: Mapping[str, str]) -> Form:
    """Return the form for a game, with what is filled in already.

    Raises:
        CardrulesError: the ruleset has errors, or a value is not possible.
    """
    variant = given.get("variant", "")
    loaded = rules_of(ruleset, _count(given.get("players")), variant or None).loaded
    assert loaded.ruleset is not None
    assert loaded.program is not None
    rules = loaded.ruleset
    count = loaded.program.players
    return Form(
        ruleset,
        printable(rules.title),
        printable(rules.summary),
        count,
        tuple(range(rules.least, rules.most + 1)),
        variant,
        tuple((name, printable(help)) for name, help in variants(loaded).items()),
        tuple(_fields(loaded)),
        (ME, *[USUAL] * (count - 1)),
        {**PEOPLE, **{bot: f"computer, {words}" for bot, words in _bots()}},
    )


def _count(text: str | None) -> int | None:
    """Return the number of players that was filled in."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else None


def _bots() -> Iterator[tuple[str, str]]:
    """Yield the bots that can sit at a seat, and what they are called."""
    for name in STRENGTHS:
        yield name, name
    yield "random", "plays at random"
    for name in installed_bots():
        yield name, name


def _fields(loaded: Loaded) -> list[Field]:
    """Return a control for each option."""
    found: list[Field] = []
    assert loaded.program is not None
    assert loaded.ruleset is not None
    book = Book(loaded.program, loaded.ruleset)
    resolved = loaded.resolved
    for name, node in resolved.option_nodes.items():
        option = read_option(node)
        help = node.get("help")
        choices = ("true", "false") if option.kind == "boolean" else option.choices
        choices = () if option.kind in ("integer", "list") else choices
        if option.nullable and choices:
            choices = (*choices, as_typed(None))
        found.append(
            Field(
                name,
                name.replace("_", " "),
                printable(book.prose(help.text)) if isinstance(help, Scalar) else "",
                as_typed(resolved.options[name]),
                choices,
                option.least,
                option.most,
                option.kind == "integer" and not option.nullable,
            )
        )
    return found


def filled_in(ruleset: str, given: Mapping[str, str]) -> tuple[Settings, tuple[Seat, ...]]:
    """Return the settings and the seats of a form that was filled in.

    Raises:
        CardrulesError: a value is not possible; the message says which.
    """
    wanted = form(ruleset, given)
    options = tuple(
        f"{field.name}={given[f'option.{field.name}'].strip()}"
        for field in wanted.fields
        if given.get(f"option.{field.name}", field.value).strip() != field.value
    )
    settings = Settings(ruleset, wanted.players, wanted.variant or None, options, secrets.randbelow(SEEDS))
    load(settings)
    return settings, _seats(wanted, given)


def _seats(wanted: Form, given: Mapping[str, str]) -> tuple[Seat, ...]:
    """Return who sits where."""
    own = secret()
    chosen = [given.get(f"who.{seat}", usual) for seat, usual in enumerate(wanted.seats)]
    for each in chosen:
        if each not in wanted.who:
            raise OptionError(f"there is no player '{printable(each[:40])}'")
    names = tuple(name_of(given.get(f"name.{seat}", "")) for seat in range(len(chosen)))
    kinds = tuple(HUMAN if each in PEOPLE else each for each in chosen)
    called = tuple(UNNAMED if name == "You" else name for name in Players.named(kinds, names).names)
    check_names(called)
    return tuple(
        Seat(kind, name, None if kind != HUMAN else secret() if each == LINK else own)
        for each, kind, name in zip(chosen, kinds, called, strict=True)
    )


def name_of(text: str) -> str:
    """Return a name that was typed; an empty one stands for the usual name.

    Raises:
        OptionError: it is not possible as a name.

    >>> name_of("  Kim  Lee "), name_of("")
    ('Kim Lee', '')
    """
    name = " ".join(text.split())
    problem = name_problem(name) if name else None
    if problem is not None:
        raise OptionError(problem)
    return name


def check_names(names: Sequence[str]) -> None:
    """Refuse two equal names.

    Raises:
        OptionError: two players have one name.
    """
    problem = names_problem(names)
    if problem is not None:
        raise OptionError(problem)
