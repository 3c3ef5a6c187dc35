"""Plays one game in all builds and in the definitional interpreter, and finds the first difference.

What is compared: who decides, the legal actions in their order, the position after each action, the
result, and the errors that rules may end in (a step budget, the cards of nobody, nobody able to
act). Besides: no card is lost or there twice; a game that is saved and loaded is the same and shows
the same; a playout ends where play from lists of actions ends; undo restores what was; worlds can
be sampled and played in.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

from cardrules.interpreter.check.load import Loaded, load_text
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.errors import (
    ColumnError,
    NobodyError,
    PileError,
    SeatingError,
    StepBudgetError,
)
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.runtime.chance import Random as Chance

from ..reference.disclosure import told
from ..reference.game import MeaninglessError
from ..reference.melds import TooManyError
from .players import Player, Players, Position, Recording

MOST_ACTIONS = 300
"""A game is given up where more actions are legal; lists of them take too long."""

GAMES = 3
"""How many games of each ruleset are played."""

_SEARCHED = re.compile("finding melds takes|takes more steps")

ENDS = (StepBudgetError, NobodyError, SeatingError, ColumnError, PileError)
"""The errors in which a sound ruleset may end a game."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in one game.

    Attributes:
        kind: a few words, which stay the same while the ruleset is made smaller.
        detail: what was expected, and what came.
        seed: the seed of the game.
    """

    kind: str
    detail: str
    seed: int


class _Failed(Exception):
    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went: how many decisions, and what ended it."""

    decisions: int
    end: str


def accepted(text: str) -> Loaded | None:
    """Return a ruleset if `validate` finds no error in it."""
    loaded = load_text(text, "generated.yaml")
    return loaded if loaded.program is not None else None


def compare(players: Players, seed: int, *, most: int = 60) -> Failure | Played:
    """Play one game in all builds.

    Args:
        players: those of a ruleset.
        seed: of the game and of the choices made in it.
        most: after how many decisions to stop.
    """
    try:
        return _Comparison(players, seed, most).play()
    except _Failed as failed:
        return Failure(failed.kind, failed.detail, seed)


def failure(
    text: str, *, traced: bool = True, native: bool = True, games: int = GAMES, first: int = 0
) -> Failure | None:
    """Return what goes wrong first in some games of a ruleset; None if nothing does.

    Args:
        text: the ruleset; one with mistakes is not played.
        traced: whether to play the build with a trace too.
        native: whether to play native code too, where it can be made.
        games: how many games to play.
        first: the seed of the game that is played first.
    """
    loaded = accepted(text)
    if loaded is None:
        return None
    players = Players(loaded, traced=traced, native=native)
    for seed in (first, *(seed for seed in range(games) if seed != first)):
        found = compare(players, seed)
        if isinstance(found, Failure):
            return found
    return None


class _Comparison:
    def __init__(self, players: Players, seed: int, most: int) -> None:
        self.of = players
        self.game = players.game
        self.seed = seed
        self.most = most
        program = rules_of(self.game).program
        tables = 1 if program.tables is None else program.tables.number
        self.cards = Counter(program.pack.text * tables)

    def play(self) -> Played:
        """Play the game, and return how it went."""
        makers, seed = self.of.makers, self.seed
        players: dict[str, Player] = {}
        actions: dict[str, list[str]] = {}

        def begin(name: str) -> None:
            players[name] = makers[name](seed)

        def list_actions(name: str) -> None:
            actions[name] = players[name].legal_actions()

        end = self._all(makers, begin)
        chance = Random(seed)
        draws: list[float] = []
        middle = Random(~seed).randrange(12)
        last: Position = {}
        decisions = 0
        while end is None:
            last = self._same("position", {n: self._position(p) for n, p in players.items()})
            self._conserved(last)
            if self._many(cast("Recording", players["recording"])):
                end = "many"
                break
            end = self._all(players, list_actions)
            if end is not None:
                break
            legal = list(actions["recording"])
            actions["reference"] = _in_order(actions["reference"], legal)
            self._same("legal", actions)
            self._same("player", {name: p.current_player() for name, p in players.items()})
            if last["player"] is None:
                self._same("result", {name: p.result() for name, p in players.items()})
                end = "over"
            elif not legal:
                end = "stuck"
            elif decisions == self.most:
                end = "long"
            else:
                if len(set(legal)) < len(legal):
                    twice = next(text for text in legal if legal.count(text) > 1)
                    raise _Failed("an action is listed twice", twice)
                if decisions == middle:
                    self._look(cast("Recording", players["recording"]), legal)
                number = _some(legal, chance)
                chosen = legal[number]
                draws.append((number + 0.5) / len(legal))

                def act(name: str, chosen: str = chosen) -> None:
                    players[name].apply(chosen)

                end = self._all(players, act)
                decisions += 1
        if end in ("over", "stuck", "many", "long"):
            self._played_out(last, draws, end)
        return Played(decisions, end)

    def _all(self, names: Iterable[str], deed: Callable[[str], None]) -> str | None:
        """Do something in all players; return the error in which all of them end, if they do."""
        ends: dict[str, str] = {}
        crash: _Failed | None = None
        for name in names:
            try:
                deed(name)
            except (MeaninglessError, TooManyError):
                return "meaningless"  # nothing can be compared
            except ENDS as error:
                if isinstance(error, StepBudgetError) and _SEARCHED.search(str(error)):
                    return "meaningless"  # the reference makes other searches
                ends[name] = type(error).__name__
            except Exception as error:
                crash = crash or _crash(error, name)
            else:
                ends[name] = ""
        if crash is not None:
            raise crash
        self._same("end", ends)
        return ends["recording"] or None

    def _same(self, what: str, values: dict[str, Any]) -> Any:
        """Return what all have in common, or fail."""
        common = values["recording"]
        for name, found in values.items():
            if found != common:
                raise _Failed(f"{what} differs ({name})", _difference(common, found, name))
        return common

    def _comparable(self, position: Position) -> Position:
        """Return a position without the order of the cards that no rule looks at.

        When the game is over, nobody is away.
        """
        if position["player"] is None:
            del position["away"]
        pile = rules_of(self.game).bare.unshuffled
        if pile is not None:
            zones = position["zones"]
            zones[pile.removeprefix("z_")].sort()
        return position

    def _position(self, player: Player) -> Position:
        return self._comparable(_guard("position", player.contents))

    def _many(self, player: Recording) -> bool:
        """Return whether more actions are legal than can be listed in all players."""
        position = player.position
        try:
            return position.pc >= 0 and len(player.machine.legal[position.pc](position)) > MOST_ACTIONS
        except Exception:  # it is told when they are listed
            return False

    def _conserved(self, position: Position) -> None:
        zones = position["zones"]
        found = Counter(_leaves(zones))
        if found != self.cards:
            lost, more = self.cards - found, found - self.cards
            raise _Failed("cards lost or doubled", f"lost {dict(lost)}, doubled {dict(more)}")

    def _played_out(self, last: Position, draws: list[float], end: str) -> None:
        decisions, again = len(draws), iter(draws)
        try:
            found, count = self.of.playout(self.seed, lambda: next(again, 0.0), decisions)
        except Exception as error:
            raise _crash(error, "playout") from None
        if count != decisions:
            raise _Failed("playout takes another way", f"{decisions} decisions, playout: {count}")
        found = self._comparable(found)
        if end != "stuck" and found != last:
            raise _Failed("position differs (playout)", _difference(last, found, "playout"))

    # -------------------------------------------------------------------- the recording build

    def _look(self, player: Recording, legal: list[str]) -> None:
        """Look at a game in its middle: saved and loaded, from each seat, and taken back."""
        state, game, seats = player.state, self.game, range(self.game.players)
        _guard("check_position", lambda: rules_of(game).check_position(state.position))
        views = _guard("observation", lambda: [state.observation(seat) for seat in seats])
        text = _guard("saving", state.to_json)
        again = _guard("loading", lambda: game.state_from_json(text))
        if again != state:
            raise _Failed("the loaded game is another", "")
        for seat in seats:
            if again.observation(seat) != views[seat]:
                detail = f"{views[seat]}\n  loaded: {again.observation(seat)}"
                raise _Failed("the loaded game shows something else", detail)
        trial = state.clone()
        action = Random(self.seed).choice(legal)
        try:
            trial.apply_action(action)
        except ENDS:
            return
        except Exception as error:
            raise _crash(error, "recording") from None
        if trial.can_undo():
            trial.undo()
            if trial != state or [trial.observation(seat) for seat in seats] != views:
                raise _Failed("undo does not restore", action)
            self._told(state, action)
        for seat in seats:
            self._world(player, seat)

    def _told(self, state: State, action: str) -> None:
        """Fail if an action can be taken back that told something, by definition."""
        try:
            telling = told(state, self.seed, action, Random(self.seed))
        except (MeaninglessError, TooManyError):
            return
        if telling is not None:
            raise _Failed("what told something can be taken back", telling)

    def _world(self, player: Recording, seat: int) -> None:
        state, game = player.state, self.game
        world = _guard("worlds", lambda: sample_world(state, seat, Chance(self.seed)))
        _guard("worlds", lambda: rules_of(game).check_position(world.position))
        if seat == state.current_player():
            try:
                rules_of(game).bare.legal[world.position.pc](world.position)
            except ENDS:  # what rules do to hidden cards is not what they did to the real ones
                return
            except Exception as error:
                raise _crash(error, "worlds") from None


def _guard(where: str, deed: Callable[[], Any]) -> Any:
    try:
        return deed()
    except Exception as error:
        raise _crash(error, where) from None


def _crash(error: Exception, where: str) -> _Failed:
    """Return the failure of an error that no ruleset may end in."""
    frames = traceback.extract_tb(error.__traceback__)
    file = Path(frames[-1].filename)
    place = f"{file.stem}.{frames[-1].name}" if file.suffix == ".py" else "generated code"
    trace = "".join(traceback.format_exception(error)[-6:])
    return _Failed(f"{type(error).__name__} in {place} ({where})", trace)


def _some(legal: list[str], chance: Random) -> int:
    """Return the number of an action: one of the verbs by chance, then one of its forms.

    Else an action with many forms would hardly ever leave another to be played.
    """
    verb = chance.choice(sorted({text.partition(" ")[0] for text in legal}))
    return chance.choice([number for number, text in enumerate(legal) if text.partition(" ")[0] == verb])


def _in_order(found: list[str], wanted: list[str]) -> list[str]:
    """Return actions in the order of others if they are the same, for the order is not defined."""
    return list(wanted) if sorted(found) == sorted(wanted) else found


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for item in cast("dict[str, Any]", value).values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in cast("list[Any]", value) for leaf in _leaves(item)]
    return [value]


def _difference(left: Any, right: Any, name: str, path: str = "") -> str:
    """Say where two positions differ first."""
    if isinstance(left, dict):
        one, other = cast("dict[str, Any]", left), cast("dict[str, Any]", right)
        for key in one:
            if one[key] != other.get(key):
                return _difference(one[key], other.get(key), name, f"{path}{key}: ")
    return f"{path}\n  recording: {str(cast('Any', left))[:500]}\n  {name}: {str(right)[:500]}"
