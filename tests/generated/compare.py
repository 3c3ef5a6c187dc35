"""Plays one game in all builds at once, and says where they first differ.

What is compared: who decides, the legal actions in their order, the position after each action, the
result, and the errors that rules may end in (a step budget, the cards of nobody, nobody able to
act). Beside that: no card is lost or there twice; a game that is saved and loaded is the same and
shows the same; a playout ends where play from lists of actions ends; undo restores what was;
sampled worlds can be made, and what the current player may do is possible in them.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cardrules.interpreter.check.coverage_points import points
from cardrules.interpreter.check.instrumentation import Probes
from cardrules.interpreter.check.load import Loaded, load_text
from cardrules.interpreter.errors import CardrulesError, NobodyError, SeatingError, StepBudgetError
from cardrules.interpreter.play.game import Game
from cardrules.interpreter.play.worlds import sample_world
from cardrules.interpreter.runtime.chance import Random as Chance

from .players import Bare, Player, Position, Recording, playout

MOST_ACTIONS = 300
"""A game is given up where more actions are legal; lists of them take too long."""

ENDS = (StepBudgetError, NobodyError, SeatingError)
"""The errors in which a sound ruleset may end a game."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in one game.

    Attributes:
        kind: a few words that stay the same while the ruleset is made smaller.
        detail: what was expected, and what came.
        seed: the seed of the game.
    """

    kind: str
    detail: str
    seed: int


class Builds:
    """All that can play one ruleset.

    Attributes:
        game: the game.
        makers: for each player that is compared, what begins a game with a seed.
    """

    def __init__(self, loaded: Loaded, *, probed: bool = True) -> None:
        """Prepare to compile a ruleset without errors."""
        game = self.game = Game(loaded, "generated.yaml")
        self.makers: dict[str, Callable[[int], Player]] = {
            "recording": lambda seed: Recording(game, seed),
            "bare": lambda seed: Bare(game, seed),
        }
        if probed and loaded.ruleset is not None:
            watched = Game(loaded, game.source, probes=Probes(points(loaded.ruleset)))
            self.makers["probed"] = lambda seed: Bare(watched, seed)


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


def loaded_from(text: str) -> Loaded | None:
    """Return a ruleset if `validate` finds no error in it."""
    loaded = load_text(text, "generated.yaml")
    return loaded if loaded.program is not None else None


def compare(builds: Builds, seed: int, *, most: int = 60) -> Failure | Played:
    """Play one game in all builds.

    Args:
        builds: those of a ruleset.
        seed: of the game and of the choices made in it.
        most: after how many decisions to stop.
    """
    try:
        return _Comparison(builds, seed, most).play()
    except _Failed as failed:
        return Failure(failed.kind, failed.detail, seed)
    except Exception as error:
        return Failure(_crash(error, "elsewhere"), _trace(error), seed)


def _crash(error: Exception, where: str) -> str:
    """Return the kind of an error that no ruleset may end in."""
    frames = traceback.extract_tb(error.__traceback__)
    file = Path(frames[-1].filename)
    place = f"{file.stem}.{frames[-1].name}" if file.suffix == ".py" else "generated code"
    return f"{type(error).__name__} in {place} ({where})"


def _trace(error: Exception) -> str:
    return "".join(traceback.format_exception(error)[-6:])


class _Comparison:
    def __init__(self, builds: Builds, seed: int, most: int) -> None:
        self.builds = builds
        self.game = builds.game
        self.seed = seed
        self.most = most
        program = self.game.program
        tables = 1 if program.tables is None else program.tables.number
        self.cards = Counter({card: n * tables for card, n in Counter(program.pack.text).items()})

    def play(self) -> Played:
        """Play the game, and return how it went."""
        makers, seed = self.builds.makers, self.seed
        players: dict[str, Player] = {}

        def begin(name: str) -> None:
            players[name] = makers[name](seed)

        end = self._all(makers, begin)
        draw = Random(seed).random
        decisions = 0
        middle = Random(~seed).randrange(12)
        last: Position = {}
        while end is None:
            last = self._same("position", players, lambda each: each.position())
            self._conserved(last)
            actions: dict[str, list[str]] = {}

            def list_actions(name: str) -> None:
                actions[name] = players[name].legal_actions()  # noqa: B023

            end = self._all(players, list_actions)
            if end is not None:
                break
            legal = actions["recording"]
            self._same("legal", actions, lambda each: each)
            self._same("player", players, lambda each: each.current_player())
            if last["player"] is None:
                self._same("result", players, lambda each: each.result())
                end = "over"
            elif not legal:
                end = "stuck"
            elif len(legal) > MOST_ACTIONS:
                end = "many"
            elif decisions == self.most:
                end = "long"
            else:
                if len(set(legal)) < len(legal):
                    twice = next(text for text in legal if legal.count(text) > 1)
                    raise _Failed("an action is listed twice", twice)
                recording = players["recording"]
                assert isinstance(recording, Recording)
                if decisions == middle:
                    self._look(recording, legal)
                chosen = legal[int(draw() * len(legal))]

                def act(name: str) -> None:
                    players[name].apply(chosen)  # noqa: B023

                end = self._all(players, act)
                decisions += 1
        if end in ("over", "stuck", "many", "long"):
            self._played_out(last, decisions, end)
        return Played(decisions, end)

    def _all(self, names: Any, deed: Callable[[str], None]) -> str | None:
        """Do something in all players; return the error in which all of them end, if they do."""
        ends: dict[str, str] = {}
        for name in names:
            try:
                deed(name)
            except ENDS as error:
                ends[name] = type(error).__name__
            except Exception as error:
                raise _Failed(_crash(error, name), _trace(error)) from None
            else:
                ends[name] = ""
        self._same("end", ends, lambda each: each)
        return ends["recording"] or None

    def _same(self, what: str, values: dict[str, Any], look: Callable[[Any], Any]) -> Any:
        """Return what all have in common, or fail."""
        common = look(values["recording"])
        for name, value in values.items():
            found = look(value)
            if found != common:
                detail = _difference(common, found) if what == "position" else (
                    f"{str(common)[:400]}\n  {name}: {str(found)[:400]}"
                )  # fmt: skip
                raise _Failed(f"{what} differs ({name})", f"\n  recording: {detail}")
        return common

    def _conserved(self, position: Position) -> None:
        found = Counter(_leaves(position["zones"]))
        if found != self.cards:
            lost, more = self.cards - found, found - self.cards
            raise _Failed("cards lost or doubled", f"lost {dict(lost)}, doubled {dict(more)}")

    def _played_out(self, last: Position, decisions: int, end: str) -> None:
        try:
            found, count = playout(self.game, self.seed, Random(self.seed).random, decisions)
        except Exception as error:
            raise _Failed(_crash(error, "playout"), _trace(error)) from None
        if count != decisions:
            raise _Failed("playout takes another way", f"{decisions} decisions, playout: {count}")
        if end != "stuck" and found != last:
            raise _Failed("position differs (playout)", _difference(last, found))

    # -------------------------------------------------------------------- the recording build

    def _look(self, player: Recording, legal: list[str]) -> None:
        """Look at a game in its middle: saved and loaded, from each seat, and taken back."""
        state, game = player.state, self.game
        self._guard("check_position", lambda: game.check_position(state.core))
        views = self._guard(
            "observation", lambda: [state.observation(seat) for seat in range(game.players)]
        )
        text = self._guard("saving", state.to_json)
        again = self._guard("loading", lambda: game.state_from_json(text))
        if again != state:
            raise _Failed("the loaded game is another", "")
        if [again.observation(seat) for seat in range(game.players)] != views:
            raise _Failed("the loaded game shows something else", "")
        trial = state.clone()
        chance = Random(self.seed)
        action = chance.choice(legal)
        try:
            trial.apply_action(action)
        except ENDS:
            return
        except Exception as error:
            raise _Failed(_crash(error, "recording"), _trace(error)) from None
        if trial.can_undo():
            trial.undo()
            if trial != state or [trial.observation(s) for s in range(game.players)] != views:
                raise _Failed("undo does not restore", action)
        for seat in range(game.players):
            world = self._guard("worlds", lambda s=seat: sample_world(state, s, Chance(self.seed)))
            self._guard("worlds, position", lambda w=world: game.check_position(w.core))
            if seat == state.current_player():
                self._guard("worlds, legal", lambda w=world: game.bare.legal[w.core.pc](w.core))

    def _guard(self, where: str, deed: Callable[[], Any]) -> Any:
        try:
            return deed()
        except ENDS as error:
            if "worlds" in where:  # what a rule does to cards that are not there is not known
                return None
            raise _Failed(_crash(error, where), _trace(error)) from None
        except Exception as error:
            raise _Failed(_crash(error, where), _trace(error)) from None


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        mapping: dict[str, Any] = value
        return [leaf for item in mapping.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        items: list[Any] = value
        return [leaf for item in items for leaf in _leaves(item)]
    return [value]


def _difference(left: Any, right: Any, path: str = "") -> str:
    """Say where two positions differ first."""
    if isinstance(left, dict) and isinstance(right, dict):
        one: dict[str, Any] = left
        other: dict[str, Any] = right
        for key in one:
            if one[key] != other.get(key):
                return _difference(one[key], other.get(key), f"{path}.{key}" if path else key)
    return f"{path}: {left}\n  another: {right}"


__all__ = ["CardrulesError", "Failure", "Played", "compare", "loaded_from"]
