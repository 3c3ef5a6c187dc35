"""`cardrules.load` and the `Game`: a compiled ruleset, ready to be played any number of times."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, cast

from ..check.instrumentation import Probes
from ..check.load import Loaded, load_ruleset
from ..check.program import Program
from ..diagnostics import brief, error, suggest
from ..errors import (
    DeckError,
    IllegalActionError,
    OptionError,
    PositionError,
    RulesetError,
    SetupError,
)
from ..runtime import chance
from ..runtime.core import Core, at
from .action import Notation
from .knowledge import Recorder
from .state import State

if TYPE_CHECKING:
    from ..compile.machine import Machine

START_OF_DEAL = -7
MOST_DEALS = 1_000_000


def load(
    name_or_path: str | os.PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    settings: Sequence[str] = (),
    variant: str | None = None,
    single_deal: bool = False,
) -> Game:
    """Load a ruleset and compile it.

    Args:
        name_or_path: a bundled ruleset's bare name, or the path of a file.
        players: how many play; by default the ruleset's own number.
        options: values of options by name.
        settings: values of options as texts `option=value`, as on the command line.
        variant: a named variant of the ruleset.
        single_deal: stop after one deal; `returns()` is then that deal's score.

    Raises:
        RulesetError: there is no such ruleset, or it has errors; `.diagnostics` lists them.
        OptionError, PlayerCountError: the game does not offer that.
        SetupError: an argument is of a wrong kind.

    >>> load("gin_slaughtre").players
    2
    """
    source = _path(name_or_path)
    if options is not None and not isinstance(options, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise OptionError(f"options are a mapping of names to values, not {brief(options)}")
    if not _are_texts(settings):
        raise OptionError(f"settings are a list of texts `option=value`, not {brief(settings)}")
    if type(single_deal) is not bool:
        raise SetupError(f"single_deal is True or False, not {brief(single_deal)}")
    loaded = load_ruleset(
        source, options=options, settings=settings, variant=variant, players=players
    )
    failure = loaded.failure()
    if failure is not None:
        raise failure
    return Game(loaded, source, single_deal=single_deal)


def _path(name_or_path: object) -> str:
    """Return a ruleset's name or path as a text."""
    try:
        text = os.fspath(cast("str | os.PathLike[str]", name_or_path))
    except TypeError:
        text = None
    if not isinstance(text, str):
        raise SetupError(f"a ruleset is a name or a path, not {brief(name_or_path)}")
    return text


def _are_texts(items: object) -> bool:
    """Return whether something is a list of texts, in whatever sequence, and not one text."""
    if not isinstance(items, Sequence) or isinstance(items, str | bytes):
        return False
    return all(isinstance(item, str) for item in cast("Sequence[object]", items))


class Game:
    """A compiled ruleset with its options.

    Attributes:
        program: the typed rules.
        players: the number of seats.
        single_deal: whether a game stops after one deal.
    """

    def __init__(
        self,
        loaded: Loaded,
        source: str,
        *,
        single_deal: bool = False,
        probes: Probes | None = None,
    ) -> None:
        """Compile a checked ruleset; use `load` instead. `probes` count what is played."""
        assert loaded.program is not None
        program = loaded.program
        if single_deal:
            program = replace(program, match_deals=0, match_until=None, match_result=())
        self.loaded = loaded
        self.source = source
        self.program: Program = program
        self.players = program.players
        self.single_deal = single_deal
        self.recorder = Recorder(program)
        self.notation = Notation(program)
        self._probes = probes

    @cached_property
    def machine(self) -> Machine:
        """The recording build, which states use; compiled when first needed."""
        return self._compiled(record=True)

    @cached_property
    def bare(self) -> Machine:
        """The build without journal and knowledge, for simulation; compiled when first needed."""
        return self._compiled(record=False)

    @cached_property
    def outline(self) -> Machine:
        """As much of a machine as it takes to look at positions that are given."""
        from ..compile.compiler import compile_outline

        return compile_outline(self.program, self.loaded.resolved.sources)

    def _compiled(self, *, record: bool) -> Machine:
        from ..compile.compiler import (
            compile_program,  # to check a ruleset, nothing need be compiled
        )

        recorder = self.recorder if record else None
        sources = self.loaded.resolved.sources
        return compile_program(
            self.program, sources, record=record, recorder=recorder, probes=self._probes
        )

    # ------------------------------------------------------------------------------- identity

    def settings(self) -> dict[str, Any]:
        """Return what makes the game what it is: ruleset, options, players."""
        return {
            "ruleset": self.program.id,
            "players": self.players,
            "options": {key: _plain(value) for key, value in self.program.options.items()},
            "variant": self.loaded.resolved.variant,
            "single_deal": self.single_deal,
        }  # fmt: skip

    @property
    def key(self) -> str:
        """A text that is equal for equal games."""
        return repr(self.settings())

    def arguments(self) -> str:
        """Return the arguments with which `load` makes this game."""
        resolved = self.loaded.resolved
        parts = [repr(self.source), f"players={self.players}"]
        if self.program.options:
            parts.append(f"options={self.program.options!r}")
        if resolved.variant is not None:
            parts.append(f"variant={resolved.variant!r}")
        if self.single_deal:
            parts.append("single_deal=True")
        return ", ".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules, not what is compiled from them."""
        return _again, (self.loaded, self.source, self.single_deal)

    def __repr__(self) -> str:
        """Return an expression that makes the game again."""
        return f"cardrules.load({self.arguments()})"

    # ----------------------------------------------------------------------------- new states

    def new_initial_state(
        self,
        seed: int = 0,
        *,
        deck: str | Sequence[str] | Sequence[Sequence[str]] | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Deal a new game.

        Args:
            seed: decides all chance; the same seed gives the same game everywhere.
            deck: the order of the first shuffle, as a list of cards or one text with all of them:
                the first is dealt first. Where there are several tables, a list with one for each.
            dealer: the seat that deals; by default as the rules say. Where there are several
                tables, it deals at its own.
            deal: which deal of the match it is, from 1.

        Raises:
            DeckError: the deck lacks a card of the game, or has one too many or unknown.
            SetupError: there is no such seat, deal or seed.
        """
        core = self.initial_core(self.machine, seed, deck=deck, dealer=dealer, deal=deal)
        core.log = []
        self.machine.advance(core, START_OF_DEAL)
        opening = tuple(core.log)
        core.log = None
        return State(self, core, None, opening)

    def initial_core(
        self,
        machine: Machine,
        seed: int = 0,
        *,
        deck: str | Sequence[str] | Sequence[Sequence[str]] | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> Core:
        """Return a core before the deal, for either build; see `new_initial_state`."""
        self._check_setup(seed, dealer, deal)
        core = machine.blank.clone()
        core.rng = chance.seeded(seed)
        core.turn = -2
        core.deal = deal - 1
        if deck is None and dealer is None:
            return core
        decks = self._decks(deck)
        for table in reversed(range(len(core.tables))):
            core.turn_to(table)
            core.dealer = -1 if dealer is None else dealer
            core.deck = decks[table]
        return core

    def _decks(
        self, deck: str | Sequence[str] | Sequence[Sequence[str]] | None
    ) -> list[tuple[int, ...]]:
        """Return the order of the pack at each table, empty where none is given."""
        tables = self.program.tables
        count = 1 if tables is None else tables.number
        if deck is None:
            return [()] * count
        zone = self.program.zones[self.program.pack_zone]
        if not zone.ordered:
            raise DeckError(f"'{zone.name}' keeps no order, so no deck can be given")
        if tables is None:
            return [self.deck(cast("str | Sequence[str]", deck))]
        if not isinstance(deck, list | tuple) or len(deck) != count:
            raise DeckError(f"there are {count} tables, so a deck is a list of {count} packs")
        return [self.deck(each) for each in deck]

    def _check_setup(self, seed: int, dealer: int | None, deal: int) -> None:
        if type(seed) is not int:
            raise SetupError(f"a seed is a whole number, not {brief(seed)}")
        if dealer is not None:
            self.check_seat(dealer)
        if type(deal) is not int or not 1 <= deal <= MOST_DEALS:
            numbers = f"deals are counted from 1 to {MOST_DEALS}"
            raise SetupError(f"{numbers}, so there is no deal {brief(deal)}")

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that the game does not have.

        Raises:
            SetupError: there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise SetupError(f"there is no seat {brief(seat)}; seats are 0 to {self.players - 1}")

    def deck(self, texts: str | Sequence[str]) -> tuple[int, ...]:
        """Return a deck, a list of texts or one text with all cards, as card numbers.

        Raises:
            DeckError: it is not exactly the game's pack.
        """
        if isinstance(texts, str):
            texts = texts.replace(",", " ").split()
        elif not isinstance(texts, Sequence) or isinstance(texts, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise DeckError(f"a deck is a text or a list of texts, not {brief(texts)}")
        pack = self.program.pack
        left: dict[int, list[int]] = {}
        for card in range(pack.size):
            left.setdefault(pack.face[card], []).append(card)
        result: list[int] = []
        for position, text in enumerate(texts, 1):
            cards = pack.cards_of(text) if isinstance(text, str) else ()  # pyright: ignore[reportUnnecessaryIsInstance]
            if not cards:
                raise DeckError(f"card {position} of the deck, {brief(text)}, is none of this game")
            pool = left[pack.face[cards[0]]]
            if not pool:
                raise DeckError(
                    f"the deck has '{pack.text[cards[0]]}' once too often, at {position}"
                )
            result.append(pool.pop(0))
        missing = [pack.text[card] for pool in left.values() for card in pool]
        if missing:
            some = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
            raise DeckError(f"the deck has {len(texts)} of {pack.size} cards; missing: {some}")
        return tuple(result)

    def state_from_position(
        self,
        position: Mapping[str, object],
        *,
        seed: int = 0,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Return a state in the middle of a deal, from what lies where.

        Args:
            position: zones and variables by name, as in the `given` of a scenario; a zone's cards
                as a text, bottom to top, or a number of any cards (`4`, `"4 cards"`); for players
                a list.
            seed: decides all chance from then on.
            dealer: the seat that dealt; by default the one before the actor.
            deal: which deal of the match it is, from 1.

        Raises:
            PositionError: there is no such position.
            SetupError: there is no such seat, deal or seed.

        >>> game = load("gin_slaughtre")
        >>> state = game.state_from_position({"pile": "4S 7C", "hand": ["3D 7H", 4], "stock": 6})
        >>> [str(action) for action in state.legal_actions()]
        ['play 7H', 'take']
        """
        from .position import state_from_position

        self._check_setup(seed, dealer, deal)
        if not isinstance(position, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            message = f"a position is a mapping of names to what is there, not {brief(position)}"
            raise PositionError(message)
        return state_from_position(self, position, seed=seed, dealer=dealer, deal=deal)

    def state_from_json(self, text: str) -> State:
        """Return the state that `State.to_json` wrote.

        Raises:
            SaveFileError: the text is damaged, edited, or of another game.
        """
        from .saving import load as load_save

        return load_save(self, text)

    def check_position(self, core: Core) -> None:
        """Check that every card is in exactly one place and all slots are sound.

        Raises:
            ValueError: they are not.
        """
        tables = len(core.tables)
        if not 0 <= core.table < tables or any(not 0 <= seat < tables for seat in core.seated):
            raise ValueError("somebody sits at a table that is not there")
        for table in range(tables):
            self._check_table(at(core, table))

    def _check_table(self, core: Core) -> None:
        cards = sorted(
            card
            for place in range(len(self.recorder.places))
            for card in self.recorder.cards(core, place)
        )
        if cards != list(range(self.program.pack.size)):
            raise ValueError("a card is missing or there twice")
        if not (-1 <= core.pc < len(self.machine.sites) and -1 <= core.actor < self.players):
            raise ValueError("nobody could act in this position")
        if core.pc >= 0 and self.machine.sites[core.pc].sealed and not core.asked < len(core.queue):
            raise ValueError("nobody is asked for the next sealed choice")

    # ------------------------------------------------------------------------------- failures

    def no_legal_action(self, core: Core) -> NoReturn:
        """Report a phase in which nobody can act.

        Raises:
            RulesetError: always.
        """
        site = self.machine.sites[core.pc]
        phase = self.program.phases[site.phase]
        message = (
            f"player {core.actor} has no legal action in the phase '{site.step}', so the "
            "game cannot go on"
        )
        problem = error(
            "CR801", message, phase.span,
            help="give the phase an action that is always possible, such as a pass",
        )  # fmt: skip
        raise RulesetError([problem], self.loaded.resolved.sources)

    def refusal(self, state: State, wanted: str, typed: str) -> str:
        """Return why an action is not legal, in one sentence with what is."""
        legal = [str(action) for action in state.legal_actions()]
        verb = wanted.partition(" ")[0]
        site = self.machine.sites[state.core.pc]
        some = ", ".join(legal[:6]) + (", …" if len(legal) > 6 else "")
        if verb not in self.program.actions:
            nearest = suggest(verb, list(self.program.actions))
            hint = f"; did you mean '{nearest}'?" if nearest else ""
            return f"{brief(typed)} is no action of this game{hint}; legal now: {some}"
        if verb not in site.actions:
            return f"'{verb}' does not belong in the phase '{site.step}'; legal now: {some}"
        same = [text for text in legal if text.partition(" ")[0] == verb]
        if not same:
            address = f"actions.{verb}"
            return f"'{verb}' is not possible now ({address}.when); legal now: {some}"
        closest = ", ".join(same[:6]) + (", …" if len(same) > 6 else "")
        address = f"{brief(wanted)} is not legal here (actions.{verb})"
        return f"{address}; with '{verb}' these are: {closest}"


def _again(loaded: Loaded, source: str, single_deal: bool) -> Game:
    return Game(loaded, source, single_deal=single_deal)


def _plain(value: object) -> object:
    return list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value


__all__ = ["Game", "IllegalActionError", "State", "load"]
