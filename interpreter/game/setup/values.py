"""Reading of cards, seats, phases and values in scenarios and given positions.

The functions return a raw value, or a `Problem` with its place in the given position. The caller
turns a problem into a diagnostic or an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ...diagnostics import Guess, Severity, guess, printable
from ...program.cards import NONE, Pack
from ...resolve.options import show
from ...runtime.melds import cards_of, set_of
from ...runtime.position import nothing_yet
from ...source import halves
from ...source.scalars import MAX_NUMBER
from ...source.schema import listed
from ...syntax import types as ty
from ...syntax.plain_english import RANKS_BY_NAME

if TYPE_CHECKING:
    from ...program.program import Program
    from ..rules import Rules

BESIDE = {
    **{key: f"Write '{key}' beside the position, not in it." for key in ("dealer", "deal", "seed")},
    **{key: f"Write '{key}' in 'then': it is expected, not given." for key in ("winner", "over")},
}
"""Advice for keys that are not part of a given position."""

OTHER_WORDS = {
    "player": ("actor",),
    "seat": ("actor",),
    "turn": ("actor",),
    "step": ("phase",),
    "next": ("draws",),
    "top": ("draws",),
    "end": ("over",),
    "ended": ("over",),
    "finished": ("over",),
    "points": ("score",),
    "wins": ("winner",),
}
"""Words that people write for the keys of positions, with these keys; also see `unknown_key`."""

NOBODY = ("nobody", "none")
_NUMBER = re.compile(r"\s*(\d{1,9})\s+cards?\s*")

ANY = "..."
"""Stands for any cards, in expectations only."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a given position.

    Attributes:
        key: a key of the position; the place is its value, or a part of the value.
        seat: the entry of this seat, if the value is a list by seat.
        word: the word with this index.
        name: whether the place is the key instead of its value.
        pile: the entry of this pile, if the value is a list of piles.
        table: the entry of `tables` that has the key, from 0.
        team: whether the value is a list with an entry for each team; `seat` is then its number.
        entry: the entry with this number, if the value, or that of a seat, is a list.
    """

    key: str
    seat: int | None = None
    word: int | None = None
    name: bool = False
    pile: int | None = None
    table: int | None = None
    team: bool = False
    entry: int | None = None

    def __str__(self) -> str:
        """Return the place as text for messages.

        >>> str(Where("hand", 1, 2))
        "'hand' of seat 1"
        """
        there = "" if self.table is None else f" at table {self.table + 1}"
        whose = f" of team {self.seat}, counted from 0" if self.team else f" of seat {self.seat}"
        seat = "" if self.seat is None else whose
        if self.pile is not None:
            return f"pile {self.pile + 1} of '{show(self.key)}'{seat}{there}"
        return f"'{show(self.key)}'{seat}{there}"

    def at(self, word: int) -> Where:
        """Return the place of a word of this place."""
        return replace(self, word=word)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a given position: the parts of a diagnostic, with a `Where` as its place.

    With `near`, the word that was probably meant, the help asks whether it was; `help` is then for the case
    that it cannot stand there. `fix` is a word that `help` speaks of.
    """

    code: str
    message: str
    where: Where
    help: str
    first: Where | None = None
    near: Guess | None = None
    fix: Guess | None = None
    severity: Severity = "error"


def words_of(value: object) -> list[str] | None:
    """Return the words of a text or of a list of texts, or None for any other value.

    >>> words_of("4S 7C"), words_of(["4S", "7C"]), words_of(3)
    (['4S', '7C'], ['4S', '7C'], None)
    """
    if isinstance(value, str):
        return value.replace(",", " ").split()
    if isinstance(value, list):
        items = cast("list[object]", value)
        if all(isinstance(item, str) for item in items):
            return [word for item in cast("list[str]", items) for word in item.split()]
    return None


def in_words(pack: Pack, value: object) -> object:
    """Return a value with numbers as texts where cards of the pack are written like them."""
    if type(value) is int and abs(value) <= MAX_NUMBER and pack.cards_of(str(value)):
        return str(value)
    if isinstance(value, list):
        return [in_words(pack, each) for each in cast("list[object]", value)]
    return value


def number_of(value: object) -> int | None:
    """Return the number of cards if a value is only a number, or None if it names cards.

    >>> number_of(4), number_of("4 cards"), number_of("4S"), number_of(True)
    (4, 4, None, None)
    """
    if type(value) is int:
        return value
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return int(found[1]) if found else None


def _all_words(data: object) -> Iterator[str]:
    """Yield the words of all texts in plain data."""
    if isinstance(data, str):
        yield from words_of(data) or ()
    elif isinstance(data, list | tuple | dict):
        inside = cast("Iterable[object]", data.values() if isinstance(data, dict) else data)
        for each in inside:
            yield from _all_words(each)


class Faces:
    """The cards of a pack that are not used yet, by face."""

    def __init__(self, pack: Pack, text: object = ()) -> None:
        """Begin with the whole pack.

        Args:
            pack: the cards.
            text: the whole text or data; cards that it names are not suggested for unknown ones.
        """
        self._pack = pack
        self._text = text
        self._left = {face: cards_of(cards) for face, cards in pack.masks(pack.face).items()}
        self._first: dict[int, Where] = {}

    def take(self, word: str, where: Where) -> int | Problem:
        """Use the lowest unused card of a face and return it, or return why there is none.

        Args:
            word: the face, as written.
            where: its place, for the problem.
        """
        found = self._pack.cards_of(word)
        if not found:
            return self._unknown(word, where)
        face = self._pack.face[found[0]]
        if self._left[face]:
            self._first.setdefault(face, where)
            return self._left[face].pop(0)
        text, copies = self._pack.text[found[0]], len(found)
        only = "only one" if copies == 1 else f"only {copies}"
        return Problem(
            "CR703",
            f"'{text}' is named {'twice' if copies == 1 else 'too often'}; the pack has {only}.",
            where,
            "Name it in one place only." if copies == 1 else "Leave one out.",
            first=self._first[face],
        )

    def _unknown(self, word: str, where: Where) -> Problem:
        """Return the problem of a word that is not a card of the pack."""
        named = {card for each in _all_words(self._text) for card in self._pack.cards_of(each)}
        texts = self._pack.text
        near = guess(word, [texts[card] for card in sorted(range(len(texts)), key=named.__contains__)])
        way_out = f"A card is written like '{texts[0]}'."
        message = f"There is no card '{printable(word)}' in this game."
        rank = self._pack.rank_index(word)
        alike = [t for t in texts if rank is not None and self._pack.rank_index(t[:-1]) == rank]
        parts = [part for part in re.split(r"[+/&;.-]", word) if part]
        if len(parts) > 1 and all(self._pack.cards_of(part) for part in parts):
            near = Guess(" ".join(parts), sole=False)
        elif near is None and word.lower() in ("of", *self._pack.suits, *RANKS_BY_NAME):
            way_out = f"A card is written with the letters of its rank and suit, such as '{texts[0]}'."
        if near is not None and alike:
            shown = " or ".join(dict.fromkeys([near.word, *alike]))
            way_out, near = f"A card is written with its suit: {shown}.", None
        return Problem("CR702", message, where, way_out, near=near)

    def rest(self) -> list[int]:
        """Return the unused cards, in the order of the pack."""
        return sorted(card for cards in self._left.values() for card in cards)

    def any(self, count: int) -> list[int]:
        """Use a number of the unused cards, in the order of the pack, and return them."""
        taken = self.rest()[:count]
        for card in taken:
            self._left[self._pack.face[card]].remove(card)
        return taken


def seat_problem(value: object, players: int, where: Where) -> Problem | None:
    """Return the problem of a value that should be a seat; None if it is one."""
    if type(value) is int and 0 <= value < players:
        return None
    near = guess(value, NOBODY) if isinstance(value, str) else None
    way_out = f"Seats are counted from 0 to {players - 1}."
    return Problem("CR706", f"There is no seat {shown(value)}.", where, way_out, near=near)


def phase_named(program: Program, name: object) -> str | None:
    """Return the phase or step with a name or a label; None if there is none, or are several."""
    known = _phases(program)
    if name in known:
        return str(name)
    text = str(name).casefold()
    labelled = [each for each in known if program.label(each).casefold() == text]
    return labelled[0] if len(labelled) == 1 else None


def _phases(program: Program) -> list[str]:
    phases = program.phases.values()
    return list(dict.fromkeys(n for p in phases for step, _ in p.steps for n in (p.name, step)))


def find_site(program: Program, name: object) -> tuple[int, str] | None:
    """Return the number of the first site of a phase or step, and its phase; None if unknown."""
    wanted = phase_named(program, name)
    sites = [(phase, step) for phase in program.phases.values() for step, _ in phase.steps]
    named = [i for i, (_, step) in enumerate(sites) if step == wanted]
    named = named or [i for i, (phase, _) in enumerate(sites) if phase.name == wanted]
    return (named[0], sites[named[0]][0].name) if named else None


def unknown_phase(program: Program, name: object, where: Where, others: Iterable[str] = ()) -> Problem:
    """Return the problem of a text that is not the name of a phase, nor one of other words."""
    known = [*_phases(program), *others]
    message = f"There is no phase {shown(name)}."
    return Problem("CR707", message, where, f"The ruleset has {listed(known)}.", near=guess(str(name), known))


def unknown_key(rules: Rules, key: str, others: Iterable[str], elsewhere: Mapping[str, str] = BESIDE) -> Problem:
    """Return the problem of a key that is neither a zone nor a variable.

    Args:
        rules: the game.
        key: the key.
        others: further keys that are possible here.
        elsewhere: advice for keys that are possible in another place.
    """
    program = rules.program
    known = [*program.zones, *program.variables, *others]
    called = [each for each in known if program.label(each).casefold() == key.casefold()]
    words = OTHER_WORDS
    if program.tricks is not None:
        words = words | {"trick": (program.tricks.played,), "tricks": (program.tricks.won,)}
    meant = [each for each in words.get(key.lower(), ()) if each in known]
    near = Guess((called or meant)[0], sole=len(called) == 1) if len(called) == 1 or meant else guess(key, known)
    message = f"There is no zone or variable '{show(key)}'."
    way_out = f"Possible here: {listed(known)}."
    if key in elsewhere:
        near, way_out = None, elsewhere[key]
    elif key in program.options:
        near, way_out = None, "It is an option: set it beside the position, under 'options'."
    return Problem("CR701", message, Where(key, name=True), way_out, near=near)


def per_seat(
    value: object, owners: Sequence[int], where: Where, *, piles: bool = False
) -> list[tuple[int, object]] | Problem:
    """Return the entries of a list with their seats, or what is wrong with it; it may be too short.

    Args:
        value: the list.
        owners: the seat of each entry.
        where: its place.
        piles: whether each entry is a list of piles.
    """
    whose, first = ("team", "that of seat 0 first") if where.team else ("seat", "seat 0 first")
    if not isinstance(value, list):
        there = str(where)
        owner = "team" if where.team else "player"
        message = f"{there[:1].upper()}{there[1:]} belongs to each {owner}, so it is a list."
        way_out = f"Write a list with one entry for each {whose}, {first}."
        if isinstance(value, str):
            others = ", 0" * (len(owners) - 1)
            way_out = f"Write a list with one entry for each {whose}: [{value}{others}]."
        return Problem("CR706", message, where, way_out)
    entries = cast("list[object]", value)
    if len(entries) > len(owners):
        message = f"The list has {len(entries)} entries, and there are {len(owners)} {whose}s."
        way_out = f"Write one entry for each {whose}, {first}."
        if all(isinstance(entry, str) for entry in entries) and not piles:
            way_out += f" What belongs to one {whose} stands together: '{entries[0]} {entries[1]}'."
        if piles:
            way_out = f"Write the list of piles of each {whose}, {first}: [[4S, 5S], [KC, KD]]."
        return Problem("CR706", message, where, way_out)
    return list(zip(owners, entries, strict=False))


def entries_of_piles(value: object, where: Where) -> list[list[str]] | Problem:
    """Return the words of each pile in a zone of piles, or what is wrong with the list."""
    entries = cast("list[object]", value) if isinstance(value, list) else None
    piles: list[list[str] | None] = [None]
    if entries is not None:
        piles = [[] if entry == 0 else words_of(entry) for entry in entries]
    if any(words is None for words in piles):
        message = f"'{where.key}' contains several piles, so it is a list of them."
        way_out = "Write a list with the cards of each pile, such as [4S 5S 6S, KC KD KH]."
        return Problem("CR705", message, where, way_out)
    return cast("list[list[str]]", piles)


def read_value(rules: Rules, kind: ty.Type, value: object, where: Where) -> int | tuple[int, ...] | Problem:
    """Return the raw value of a variable, or what is wrong with the given value.

    Args:
        rules: the game.
        kind: the type of the variable.
        value: the given value.
        where: its place, for the problem.
    """
    pack = rules.program.pack
    if kind.halves and (found := halves.read(value)) is not None and abs(found) <= MAX_NUMBER:
        return found
    if kind == ty.NUMBER and not kind.halves and type(value) is int and abs(value) <= MAX_NUMBER:
        return value
    if kind == ty.BOOLEAN and type(value) is bool:
        return value
    if kind.name in ty.NULLABLE and (value is None or value in NOBODY):
        return NONE
    if kind in (ty.PLAYERS, ty.CARDS, ty.PILE) and (value is None or value in NOBODY):
        return nothing_yet(kind)
    if kind == ty.PLAYER and type(value) is int:
        return seat_problem(value, rules.players, where) or value
    if kind == ty.PLAYERS and isinstance(value, list):
        seats = cast("list[object]", value)
        wrong = [seat_problem(seat, rules.players, replace(where, entry=index)) for index, seat in enumerate(seats)]
        return next(filter(None, wrong), tuple(cast("list[int]", seats)))
    if kind == ty.list_of(ty.NUMBER) and kind.of is not None:
        entries = cast("list[object]", value) if isinstance(value, list) else [value]
        numbers = [read_value(rules, kind.of, each, where) for each in entries]
        wrong = [each for each in numbers if isinstance(each, Problem)]
        return wrong[0] if wrong else tuple(cast("list[int]", numbers))
    if kind.of is not None and not kind.choices and kind.of.name not in ty.COLLECTIONS and isinstance(value, list):
        found = [read_value(rules, kind.of, each, where) for each in cast("list[object]", value)]
        problem = next((each for each in found if isinstance(each, Problem)), None)
        return problem or tuple(cast("list[int]", found))
    if kind in (ty.CARD, ty.CARDS, ty.PILE):
        return _card_value(pack, kind, value, where)
    if kind.of is not None and kind.choices and isinstance(value, dict):
        return _entries(rules, kind, cast("dict[object, object]", value), where)
    huge = type(value) is int and abs(value) > MAX_NUMBER
    word = "" if huge else str(value)
    choices = pack.names(kind)
    if kind == ty.RANK and pack.rank_index(word) is not None:
        return cast(int, pack.rank_index(word))
    if word in pack.names(kind) and kind.of is None:
        return pack.names(kind).index(word)
    way_out = _example(rules, kind)
    if kind == ty.PLAYERS and type(value) is int and seat_problem(value, rules.players, where) is None:
        way_out = f"Write a list of seats: [{value}]."
    what = "a list of seats" if kind == ty.PLAYERS else kind
    signs = dict(zip("♣♦♥♠", ("clubs", "diamonds", "hearts", "spades"), strict=True))
    begun = [name for name in choices if word and name.startswith(signs.get(word, word.lower()))]
    near = Guess(begun[0], sole=len(begun) == 1) if begun else None
    near = near or guess(word, [*choices, *(NOBODY if kind.name in ty.NULLABLE else ())])
    return Problem("CR705", f"{shown(value)} is not {what}.", where, way_out, near=near)


def _entries(rules: Rules, kind: ty.Type, values: dict[object, object], where: Where) -> tuple[Any, ...] | Problem:
    """Return the entries of a variable; those that are not named are none, empty, false or 0."""
    found = [nothing_yet(kind.of or ty.UNKNOWN) for _ in kind.choices]
    for key, value in values.items():
        if str(key) not in kind.choices:
            message = f"{where} has no entry {shown(key)}."
            return Problem("CR705", message, where, _example(rules, kind))
        entry = read_value(rules, kind.of or ty.UNKNOWN, value, where)
        if isinstance(entry, Problem):
            return entry
        found[kind.choices.index(str(key))] = entry
    return tuple(found)


def _card_value(pack: Pack, kind: ty.Type, value: object, where: Where) -> int | tuple[int, ...] | Problem:
    words = words_of(in_words(pack, value))
    if words is None or (kind == ty.CARD and len(words) != 1):
        way_out = f"Write '{pack.text[0]}'."
        if kind != ty.CARD and type(value) is int:
            way_out = f"Write the cards, such as '{pack.text[0]}': only a zone may have a number."
        return Problem("CR705", f"{shown(value)} is not {kind}.", where, way_out)
    faces = Faces(pack, words)
    cards: list[int] = []
    for index, word in enumerate(words):
        card = faces.take(word, where.at(index))
        if isinstance(card, Problem):
            return card
        cards.append(card)
    if kind == ty.CARD:
        return cards[0]
    return tuple(cards) if kind == ty.PILE else set_of(cards)


def _example(rules: Rules, kind: ty.Type) -> str:
    pack = rules.program.pack
    choices = pack.names(kind)
    if kind.of is not None and choices:
        return f"Write a value for each of {listed(choices)}, such as '{{{choices[0]}: …}}'."
    if choices:
        return f"Write one of {listed(choices)}."
    if kind == ty.BOOLEAN:
        return "Write true or false."
    if kind == ty.PLAYERS:
        return f"Write a list of seats from 0 to {rules.players - 1}, such as [0]."
    if kind == ty.PLAYER:
        return f"Write a seat from 0 to {rules.players - 1}."
    return "Write a whole number, or one with a half, such as 30½." if kind.halves else "Write a whole number."


def shown(value: object) -> str:
    """Return a given value as it was written, for messages; texts are quoted."""
    return f"'{show(value)}'" if isinstance(value, str) else show(value)
