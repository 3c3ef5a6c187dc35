"""Before a game: which games there are, the form for a new one, and what was filled in."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from ..interpreter.authoring.survey import variants
from ..interpreter.bots.bots import CFR, STRENGTHS, installed_bots
from ..interpreter.check.load import load_ruleset
from ..interpreter.diagnostics import counted, printable
from ..interpreter.equilibrium.tree import is_small
from ..interpreter.errors import OptionError, RulesetError
from ..interpreter.interchange.decks import numbered, usual_packs
from ..interpreter.presentation.players import (
    HUMAN,
    Players,
    name_problem,
    names_problem,
    number_of_players,
)
from ..interpreter.resolve.options import as_typed, read_option
from ..interpreter.shared import shared
from ..interpreter.source.files import read_source
from ..interpreter.source.located import Scalar
from ..interpreter.speech.book import Book
from ..interpreter.speech.english import listed
from . import faces
from .board import UNNAMED
from .layout import places
from .loading import begun, load, rules_of
from .match import SEEDS, USUAL, secret
from .pages import mistakes
from .store import Seat, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..interpreter.check.load import Loaded
    from ..interpreter.diagnostics import Source
    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Program
    from .store import Record

_FEW_CARDS: Final = 12  # with more cards, rules are not compiled to see whether a deal is small
_FAN: Final = "fan"
_SHAPES: Final = {
    "tricks": ((_FAN, (5,)), ("cross", (4,)), ("pair", (1, 3))),
    "rummy": (("row", (3, 3)), ("row", (3, 4)), ("row", (3, 3))),
    "poker": (("board", (3, 2)), ("board", (5, 2))),
    "patience": (("columns", (1, 2, 3, 4)), ("columns", (4, 3, 2, 1)), ("columns", (2, 4, 1, 3))),
}
"""Arrangements of cards in a picture, by what cards do on the table: how it looks, and how many lie together."""
_OTHERS: Final = (("pair", (2, 2)), (_FAN, (5,)), ("row", (2, 3)))
_ROW: Final = 4  # pictures beside each other
_GROUNDS: Final = 8  # colours of the ground of pictures
_SHORT: Final = 15  # minutes of a short game
_OTHERS_TITLE: Final = "Other games"
OWN: Final = ""
"""The secret of the seats of whoever fills in a form, until the game begins."""
ME: Final = "me"
LINK: Final = "link"
SCREEN: Final = "screen"
PEOPLE: Final = {
    ME: "I, on this screen",
    SCREEN: "a person on this screen",
    LINK: "a person by link",
}
"""Who can sit at a seat besides bots."""
TOGETHER: Final = {who: words for who, words in PEOPLE.items() if who != LINK}
"""Who can if all people are at one screen."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of a game.

    Attributes:
        shape: how its cards lie.
        groups: the names of their drawings, in groups that lie together.
        ground: the number of the colour on which they lie.
    """

    shape: str
    groups: tuple[tuple[str, ...], ...]
    ground: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruleset in the list.

    Attributes:
        ruleset: its bare name, or the path of its file.
        title: what the game is called.
        players: for how many it is.
        summary: what it is about.
        family: what kind of game it is, by its own word or by its table.
        tags: what else one may look for: `two` players, or `short`.
        minutes: how long a match takes; 0 if that is not known.
        words: its other names and the words of its rules, for a search.
        scenes: its pictures, of which one is shown.
        symbols: the drawings of their cards, by name.
        mistakes: what is wrong with it, if it cannot be played.
        files: its files, each with the SHA-256 of its text.
    """

    ruleset: str
    title: str
    players: str = ""
    summary: str = ""
    family: str = ""
    tags: tuple[str, ...] = ()
    minutes: int = 0
    words: str = field(default="", repr=False)
    scenes: tuple[Scene, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    mistakes: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)


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
        numbered: whether numbers of deals in PySolFC are told: in a patience with packs of 52 cards.
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
    numbered: bool


made: Final[dict[str, Entry]] = {}
"""Entries that were made earlier, by ruleset, such as when a table without a server was published."""


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
    """Return whether files still have the texts from which an entry was made."""
    return all(
        source is not None and _hash(source) == known for file, known in entry.files for source in read_source(file)[:1]
    )


def _hash(source: Source) -> str:
    return hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()


@shared(most=256, holds=_unedited)
def _entry(ruleset: str) -> Entry:
    """Return the entry of a ruleset.

    Raises:
        RulesetError: it has errors, or cannot be read now.
    """
    earlier = made.pop(ruleset, None)
    if earlier is not None and _unedited(earlier):
        return earlier
    loaded = load_ruleset(ruleset)
    failure = loaded.failure()
    if failure is not None:
        raise failure
    rules = loaded.ruleset
    assert rules is not None
    players = number_of_players(rules.least, rules.most)
    files = tuple((each.file, _hash(each)) for each in loaded.resolved.sources.values() if Path(each.file).exists())
    assert loaded.program is not None
    program, about = loaded.program, rules.about
    kind = places(program).family
    drawn = dict[str, str]()
    scenes: list[Scene] = []
    for turn, (shape, sizes) in enumerate(_SHAPES.get(kind, _OTHERS)):
        cards = _cards(program, sum(sizes), turn, runs=shape == "row")
        drawn.update(faces.some(program, cards))
        names = list(map(faces.anchor, cards))
        scenes.append(Scene(shape, tuple(tuple(names[sum(sizes[:at]) :][:size]) for at, size in enumerate(sizes))))
    tags = {"two": rules.least <= 2 <= rules.most, "short": 0 < about.minutes <= _SHORT}
    return Entry(
        ruleset,
        printable(rules.title),
        players,
        printable(rules.summary),
        about.family or kind,
        tuple(tag for tag, holds in tags.items() if holds),
        about.minutes,
        " ".join((*(printable(each).lower() for each in about.aliases), _words(program))),
        tuple(scenes),
        drawn,
        files=files,
    )


def _words(program: Program) -> str:
    """Return the words of the rules: what zones, moves, phases and all the rest are called."""
    names = (*program.zones, *program.variables, *program.melds, *program.phases, *program.actions, *program.options)
    texts = [*(printable(program.label(name)) for name in names), *program.pack.suits, *program.pack.ranks]
    return " ".join(dict.fromkeys(word for text in texts for word in text.lower().replace("_", " ").split()))


def _cards(program: Program, count: int, turn: int, *, runs: bool) -> list[str]:
    """Return the cards of a game's picture.

    Args:
        program: the game.
        count: how many.
        turn: which of several pictures it is.
        runs: whether cards of one rank, and then a run of one suit, come first.
    """
    pack = program.pack
    first = {text: card for card, text in reversed(list(enumerate(pack.text)))}
    order = sorted(first, key=lambda text: -pack.rank[first[text]])
    luck = crc32(program.id.encode()) + turn  # games with one deck have different pictures
    if runs:
        ranks, suits = dict[int, list[str]](), dict[int, list[str]]()
        for text in order:
            ranks.setdefault(pack.rank[first[text]], []).append(text)
            suits.setdefault(pack.suit[first[text]], []).append(text)
        alike = [each for each in ranks.values() if len(each) > 2]
        run = list(suits.values())[luck % len(suits)]
        if alike and len(run) > 6:
            start = 3 + luck % (len(run) - 6)
            return [*alike[luck % len(alike)][:3], *reversed(run[start : start + 4])][:count]
    by_suit = dict[int, deque[str]]()
    for text in order:
        by_suit.setdefault(pack.suit[first[text]], deque()).append(text)
    turns = deque(by_suit.values())
    turns.rotate(luck % len(turns))
    found: list[str] = []
    while len(found) < min(count, len(first)):
        texts = turns[0]
        turns.rotate(-1)
        if texts:
            luck //= 3
            texts.rotate(-min(luck % 3, len(texts) - 1))
            found.append(texts.popleft())
    return found


def groups(entries: Iterable[tuple[int, Entry]]) -> dict[str, list[tuple[int, Entry, Scene]]]:
    """Return the games that can be played by family, the largest first; neighbours have different pictures.

    Games that are alone in their family stand together at the end.
    """
    playable = [(number, entry) for number, entry in entries if not entry.mistakes]
    sizes = Counter(entry.family for _, entry in playable)
    found: dict[str, list[tuple[int, Entry, Scene]]] = {}
    for number, entry in playable:
        several = entry.family and sizes[entry.family] > 1
        row = found.setdefault(entry.family.capitalize() if several else _OTHERS_TITLE, [])
        near = [(scene.shape, scene.groups) for _, _, scene in row[-_ROW:]]
        beside = near[-1][0] if near else ""
        free = [scene for scene in entry.scenes if (scene.shape, scene.groups) not in near] or entry.scenes
        scene = next((scene for scene in free if scene.shape != beside), free[len(row) % len(free)])
        row.append((number, entry, replace(scene, ground=len(row) % _GROUNDS)))
    return dict(sorted(found.items(), key=lambda each: (each[0] == _OTHERS_TITLE, -len(each[1]))))


@dataclass(frozen=True, slots=True)
class Going:
    """A game that was begun, as the first page lists it.

    Attributes:
        ruleset: what is played.
        title: what that is called.
        others: the names of the other players.
        status: whose turn it is, or that it is over.
        yours: whether it waits for the person who reads it.
        over: whether it is over.
        link: where it goes on.
    """

    ruleset: str
    title: str
    others: str
    status: str
    yours: bool
    over: bool
    link: str


def going(record: Record, title: str, awaited: Sequence[int], holds: Callable[[str | None], bool] | None) -> Going:
    """Return a game that was begun, as the first page lists it.

    Args:
        record: the game.
        title: what it is called.
        awaited: the seats for which it waits, as far as they are known.
        holds: whether the browser that reads it holds a seat; None where all people are at one screen.
    """
    seats = record.seats
    own = [at for at, seat in enumerate(seats) if seat.key and (holds is None or holds(seat.holder))]
    awaited = [at for at in awaited if seats[at].kind == HUMAN]
    yours = not record.finished and any(at in own for at in awaited)
    names = listed([seats[at].name for at in awaited])
    moves = counted(len(record.actions), "move")
    status = "Your turn" if yours else f"Waiting for {names}" if names else moves
    return Going(
        record.settings.ruleset,
        title,
        listed([seat.name for at, seat in enumerate(seats) if at not in own]),
        f"{moves}, over" if record.finished else status,
        yours,
        record.finished,
        f"/s/{seats[own[0]].key if own else record.host}",
    )


def form(ruleset: str, given: Mapping[str, str], people: Mapping[str, str] = PEOPLE) -> Form:
    """Return the form for a game, with what is filled in already.

    Args:
        ruleset: a bare name or a path.
        given: what is filled in.
        people: who can sit at a seat besides the usual bots.

    Raises:
        CardrulesError: the ruleset has errors, or a value is not possible.
    """
    variant = given.get("variant", "")
    game = rules_of(ruleset, _count(given.get("players")), variant or None)
    loaded = game.loaded
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
        tuple((name, printable(help)) for name, help in variants(loaded.resolved).items()),
        tuple(_fields(loaded)),
        (ME, *[USUAL] * (count - 1)),
        {**people, **{bot: f"computer, {words}" for bot, words in _bots(game)}},
        rules.most == 1 and usual_packs(loaded.program) > 0,
    )


def _count(text: str | None) -> int | None:
    """Return the number of players that was filled in."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else None


def _bots(game: Rules) -> Iterator[tuple[str, str]]:
    """Yield the bots that can sit at a seat, and what they are called."""
    for name in STRENGTHS:
        yield name, name
    if game.program.pack.size <= _FEW_CARDS and is_small(game):
        yield CFR, "by a computed strategy"
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


def filled_in(
    ruleset: str, given: Mapping[str, str], people: Mapping[str, str] = PEOPLE
) -> tuple[Settings, tuple[Seat, ...]]:
    """Return the settings and the seats of a form that was filled in; the arguments are those of `form`.

    Raises:
        CardrulesError: a value is not possible; the message says which.
    """
    wanted = form(ruleset, given, people)
    options = tuple(
        f"{field.name}={given[f'option.{field.name}'].strip()}"
        for field in wanted.fields
        if given.get(f"option.{field.name}", field.value).strip() != field.value
    )
    seats = _seats(wanted, given)
    seed, deck = _deal(given, wanted.seats)
    settings = Settings(ruleset, wanted.players, wanted.variant or None, options, seed, deck)
    rules = load(settings)
    if deck:
        begun(rules, seed, deck)  # which says whether there is such a deal
    return settings, seats


def _deal(given: Mapping[str, str], usual: Sequence[str]) -> tuple[int, str]:
    """Return the number of the deal, or a new one, and the name of a deal of another program if that was filled in."""
    text = " ".join(given.get("deal", "").split())
    if not text:
        return secrets.randbelow(SEEDS), ""
    is_number = text.isascii() and text.isdecimal()
    named = None if is_number else numbered(text)
    if named is None and not (is_number and int(text[:20]) < SEEDS):
        numbers = (
            f"a deal number is a whole number from 0 to {SEEDS - 1}, or one such as 'microsoft 617' or 'pysol 12345'"
        )
        raise OptionError(f"{numbers}, not '{printable(text[:20])}'")
    if any(given.get(f"who.{seat}", who) == LINK for seat, who in enumerate(usual)):
        raise OptionError("a deal number cannot be chosen where others sit down by a link: it tells all cards")
    return (int(text), "") if named is None else (named.number % SEEDS, text)


def _seats(wanted: Form, given: Mapping[str, str]) -> tuple[Seat, ...]:
    """Return who sits where."""
    chosen = [given.get(f"who.{seat}", usual) for seat, usual in enumerate(wanted.seats)]
    for each in chosen:
        if each not in wanted.who:
            raise OptionError(f"there is no player '{printable(each[:40])}'")
    names = tuple(name_of(given.get(f"name.{seat}", "")) for seat in range(len(chosen)))
    kinds = tuple(HUMAN if each in PEOPLE else each for each in chosen)
    called = tuple(UNNAMED if name == "You" else name for name in Players.named(kinds, names).names)
    check_names(called)
    return tuple(
        Seat(kind, name, None if kind != HUMAN else secret() if each == LINK else OWN)
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
