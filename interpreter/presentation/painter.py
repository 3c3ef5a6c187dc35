"""What a player calls things: zones, seats, moves, values and marks, in the style of a screen."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from rich.rule import Rule
from rich.text import Text

from ..diagnostics import printable
from ..game.action import END
from ..game.observation.redaction import UNKNOWN
from ..program import ir
from ..program.tree_walk import rules
from ..runtime.position import at
from ..runtime.seats import beside
from ..runtime.teams import team
from ..shared import kept_with
from ..source import halves
from ..speech.book import Book
from ..speech.english import singular_noun
from ..speech.speech import Speech
from ..syntax import types as ty
from .counting import goal, keeps_scores
from .faces import Faces, Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from ..game.observation.view import Observation
    from ..game.rules import Rules
    from ..play.state import State
    from .players import Players


_SEAT: Final = re.compile(r"\b[sS]eat (\d{1,2})\b")
_WORDS: Final = ("suit", "colour", "choice")  # kinds of choices that a number may stand before
_CALLED: Final = frozenset(("player", "number", "pile"))  # of which a move is called otherwise

Said: TypeAlias = str | tuple[str | None, ...] | None
"""A value in words, or one for each player; None where it says nothing."""


class Painter:
    """Draws one game for a kind of screen.

    Args:
        game: The game.
        players: Who sits at each seat.
        style: What the screen can do.
    """

    def __init__(self, game: Rules, players: Players, style: Style) -> None:
        self.game = game
        self.players = players
        self.style = style
        self.faces = Faces(game.program, style)
        self.word = self.faces.word
        self.cards = self.faces.cards

    # ------------------------------------------------------------------------------- names

    def label(self, name: str) -> str:
        """Return what something in the rules is called."""
        return self.game.program.label(name)

    def who(self, seat: int, viewer: int | None) -> str:
        """Return what a seat is called: "you", or its name."""
        return self.players.who(seat, viewer)

    def whose(self, seat: int, viewer: int | None, thing: str) -> str:
        """Return a thing with its owner: "your hand"."""
        return self.players.whose(seat, viewer, thing)

    def marks(self, state: State, seen: Observation, seat: int, viewer: int | None) -> list[str]:
        """Return what is noted of a player besides variables: whether out, the dealer, the score.

        Args:
            state: The position.
            seen: What the viewer sees of it.
            seat: The player.
            viewer: The seat of the viewer; None for somebody who does not play.
        """
        program, scores, notes = self.game.program, state.scores(), list[str]()
        if viewer not in (None, seat) and program.teams is not None and not program.teams.scope:
            notes += ["partner"] if seat in team(viewer, program.teams.sides) else []
        position = at(state.position, seen.table - 1)
        if (position.gone | position.away) >> seat & 1:
            notes.append(f"out of {'the game' if position.gone >> seat & 1 else 'this deal'}")
        if seen.dealer == seat and self.game.players > 1 and program.match_deals != 1:
            notes.append("dealer")
        if keeps_scores(self.game):
            notes.append(f"{self.label('score')} {self.number(scores[seat])}")
        return notes

    def number(self, value: float) -> str:
        """Return a number as people write it."""
        return halves.shown(value).replace("-", self.style.minus)

    def help(self, text: str) -> str:
        """Return a help text of the rules, with the values of the options that it names."""
        return kept_with(self.game, "helps", _helps)(text)

    def kind(self, cards: Iterable[str]) -> str:
        """Return what several cards are called: "hearts" if all of them are."""
        pack = self.game.program.pack
        suits = {pack.suit[pack.text.index(card)] for card in cards}
        (suit, *others) = suits
        return "cards" if others or suit < 0 else self._book.of_suit(suit).several

    @property
    def _book(self) -> Book:
        return kept_with(self.game, "words", _book)

    def clause(self, variable: str, *, holds: bool) -> str:
        """Return a clause that says of something in the rules that it is so, or is not."""
        said = self._book.called("variables", variable)
        if not said:
            return f"{self.label(variable)} {'yes' if holds else 'no'}"
        declared = self.game.program.variables[variable]
        node = ir.VarRef(variable, None, type=declared.type)
        return printable(Speech(self._book).clause(node, holds=holds).text)

    def sentence(self, text: str, viewer: int | None) -> str:
        """Return a message of the rules with cards, names and players as they are shown."""
        named = _SEAT.sub(lambda found: self._seated(found, viewer), text)
        return self.faces.sentence(named)

    def _seated(self, found: re.Match[str], viewer: int | None) -> str:
        seat = int(found[1])
        return self.who(seat, viewer) if seat < self.game.players else found[0]

    def called(self, action: str, viewer: int | None = None) -> str:
        """Return the notation of an action, with names for seats ("you" to the viewer), "1 spade" for "1 spades"."""
        notation, actions = self.game.notation, self.game.program.actions
        verb, *words = action.split(" ")
        kinds = [each.kind for each in actions[verb].parameters] if verb in actions else []
        if not _CALLED.intersection(kinds) or END in words:
            return action
        parts, _ = notation.divided(verb, words)
        before: list[str] = []
        for kind, part in zip(kinds, parts, strict=True):
            if kind == "player":
                part[:] = [self._name(int(seat), viewer) for seat in part]
            elif kind == "pile":
                part[:] = [self.pile(word, viewer) for word in part]
            elif kind in _WORDS and before == ["1"]:
                part[:] = map(singular_noun, map(self.label, part))
            before = part if kind == "number" else []
        return " ".join([verb, *(word for part in parts for word in part)])

    def _name(self, seat: int, viewer: int | None) -> str:
        """Return the name of a player in the middle of a sentence."""
        name = self.who(seat, viewer)
        return "you" if name == "You" else name

    def pile(self, word: str, viewer: int | None = None) -> str:
        """Return what actions call a pile, with a name for the seat of its owner."""
        number, at, seat = word.partition("@")
        return f"{number}@{self._name(int(seat), viewer)}" if at else number

    def words(self, action: str, viewer: int | None = None) -> Text:
        """Return an action in words, with its cards in colour."""
        return self.faces.words(self.called(action, viewer))

    def sides(self) -> list[list[int]]:
        """Return the seats of each side that has a score; without sides each seat alone."""
        program = self.game.program
        if program.teams is not None and program.shares_scores and not program.teams.scope:
            return [list(team(first, program.teams.sides)) for first in program.scorers]
        return [[seat] for seat in range(self.game.players)]

    def sheet(self, scores: Sequence[float], name: Callable[[int], str]) -> str:
        """Return the score of each side after the names of its players: "you and Clara 120"."""
        groups = self.sides()
        if len(groups) == 1:
            return self.number(scores[0])
        return ", ".join(f"{' and '.join(map(name, group))} {self.number(scores[group[0]])}" for group in groups)

    @cached_property
    def _turns_round(self) -> bool:
        """Whether a rule can reverse the direction of play, and that matters."""
        reversing = any(isinstance(each, ir.Reverse) for each in rules(self.game.program))
        return reversing and self.game.players > 2

    def direction(self, state: State, viewer: int | None) -> str:
        """Return to which side play goes, if the rules can reverse that; else nothing.

        Args:
            state: The game.
            viewer: Who reads it; the next player after this one is named.
        """
        position = state.position
        if not self._turns_round or state.is_terminal():
            return ""
        step = position.direction
        text = f"play goes to the {self.game.program.side('left' if step > 0 else 'right')}"
        out = position.away | position.gone
        if viewer is None or out >> viewer & 1:
            return text
        after = beside(out, viewer, step, self.game.players)
        return text if after == viewer else f"{text}, from you to {self.who(after, viewer)}"

    def value(self, kind: ty.Type, value: object, viewer: int | None) -> str | None:
        """Return a variable's value in words, None if it says nothing: none, no, zero of all."""
        if value is None or value is False or value in ((), UNKNOWN):
            return None
        if value is True:
            return "yes"
        if kind == ty.PLAYER and isinstance(value, int):
            return self.who(value, viewer) if value >= 0 else None
        if isinstance(value, dict):
            entries = cast("dict[str, object]", value)
            inner = kind.of or kind
            said = {word: self.value(inner, each, viewer) for word, each in entries.items()}
            shown = [
                f"{self.label(word)} {each}"
                for word, each in said.items()
                if each is not None and (each != "0" or inner != ty.NUMBER)
            ]
            return ", ".join(shown) or None
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if kind == ty.PLAYERS:
                return ", ".join(self.who(cast(int, item), viewer) for item in items)
            if all(isinstance(item, int | float) for item in items):  # columns; the empty ones are last
                return " ".join(map(halves.shown, _filled(cast("tuple[float, ...]", items)))) or None
            return self.faces.listed(map(str, items))
        if isinstance(value, int | float):
            return self.number(value)
        text = str(value)
        return self.faces.plain(text) if self.faces.plain(text) != text else self.label(text)

    def type_of(self, name: str) -> ty.Type:
        """Return the type of a variable's or a definition's value."""
        program = self.game.program
        if name in program.variables:
            return program.variables[name].type
        value = program.definitions[name].value
        return value.type if value is not None else ty.NOTHING

    def values(self, given: Mapping[str, Any], viewer: int | None) -> dict[str, Said]:
        """Return the values of variables and definitions in words, but for internal ones.

        Args:
            given: The values by name, as observations and `shown_values` have them.
            viewer: Who reads them; None knows everything.
        """
        program = self.game.program
        found: dict[str, Said] = {}
        for name, value in given.items():
            variable, kind = program.variables.get(name), self.type_of(name)
            if variable is not None and variable.internal:
                continue
            if variable is not None and variable.piles:
                names = [self.game.notation.pile(variable.piles, pile, owner=True) for pile in range(len(value))]
                value = dict(zip(names, value, strict=True))
            several = program.definitions[name].parameters if variable is None else variable.each
            if name in self._missing:
                value = self._without(value, self._missing[name])
            if several:
                found[name] = tuple(self.value(kind, each, viewer) for each in value)
            else:
                found[name] = self.value(kind, value, viewer)
        return found

    @cached_property
    def _missing(self) -> dict[str, float]:
        """The numbers below 0 at which variables start: they mean that there is no number yet."""
        return {
            name: halves.number(each.start.value) if each.start.type.halves else each.start.value
            for name, each in self.game.program.variables.items()
            if isinstance(each.start, ir.Const)
            and isinstance(each.start.value, int)
            and each.type == ty.NUMBER
            and each.start.value < 0
        }

    def _without(self, value: Any, missing: float) -> Any:
        """Return numbers with nothing for those that are missing."""
        if isinstance(value, tuple):
            return tuple(self._without(each, missing) for each in cast("tuple[object, ...]", value))
        return None if value == missing else value

    def note(self, name: str, value: str | None, together: str = "") -> str:
        """Return a value with its name as a note; nothing where it says nothing.

        Args:
            name: The variable or definition.
            value: Its value in words.
            together: What stands after the name.
        """
        if value is None or (value == "0" and name not in self._missing):
            return ""
        label = f"{self.label(name)}{together}"
        return label if value == "yes" else f"{label} {value}"

    def heading(self, state: State) -> RenderableType:
        """Return the line above the table: the game, to how many points it goes, the deal, the phase."""
        title = Text(printable(self.game.program.title), "bold")
        if to := goal(self.game):
            title.append(f", {to}", "not bold")
        if self.game.program.match_deals != 1 and state.position.deal > 1:
            title.append(f", deal {state.position.deal}", "not bold")
        if len(self.game.machine.sites) > 1 and not state.is_terminal():
            site = self.game.machine.sites[state.position.pc]
            asked = " or ".join(map(self.label, site.actions))
            title.append(f", {asked if site.asked else self.label(state.phase)}", "not bold")
        characters = "─" if self.style.symbols else "-"
        return Rule(title, align="left", characters=characters, style="dim")


def _book(game: Rules) -> Book:
    assert game.loaded.ruleset is not None
    return Book(game.program, game.loaded.ruleset)


def _helps(game: Rules) -> Callable[[str], str]:
    """Return what puts help texts of a game into words, each once."""
    book = kept_with(game, "words", _book)

    @cache
    def help(text: str) -> str:
        return printable(book.prose(text))

    return help


def _filled(columns: tuple[float, ...]) -> tuple[float, ...]:
    """Return columns without the zeros at their end."""
    while columns and columns[-1] == 0:
        columns = columns[:-1]
    return columns
