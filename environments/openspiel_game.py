"""Rulesets as a game of OpenSpiel: `pyspiel.load_game("cardrules", {"ruleset": …})`.

Importing this module registers the game, by this name and as `python_cardrules`. Its parameters are

- `ruleset`: the bare name or path of a ruleset;
- `players`: the number of players; 0 is the ruleset's default;
- `options`: the values of options, such as `hook:must_equal;peak_hands:2`;
- `variant`: the name of a variant;
- `single_deal`: whether a game is one deal and not a whole match;
- `dealer`: the seat of the first dealer, unless the rules name one; by default, -1, it is the last
  seat where chance is cards, so that seat 0 begins, and the seed decides otherwise;
- `random_dealer`: whether chance chooses the first dealer where it is cards;
- `zero_sum`: whether the returns of all players add up to 0. The rules of a game do not tell this;
  the claim is checked at the end of each game. Some algorithms, such as exploitability, need it;
- `seeds`: how many different games chance can choose, if its nodes cannot be the cards.

Chance is explicit. If a game is one deal from a shuffled pack, and the rules tell how many of its
cards can matter at most, then each of these cards is a chance node of its own, whose outcomes are
the faces that are left (for example Kuhn poker, and one deal of Hearts). With `random_dealer` one
more node, before them, chooses the dealer. Otherwise the first node chooses one of `seeds` seeds,
each with the same probability; a seed decides the dealer and all shuffles of the match.
"""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from threading import Lock, get_ident
from typing import Any, Final, cast

import numpy as np
import pyspiel
import yaml

from ..interpreter.core.machine import Raw
from ..interpreter.determinization.retelling import Retelling, Retold
from ..interpreter.diagnostics import brief
from ..interpreter.errors import IllegalActionError, SetupError
from ..interpreter.play.game import load, rules_of
from ..interpreter.rewriting.undealt import most_seen
from ..interpreter.runtime.chance import Random
from ..interpreter.shared import Locks
from ..rulesets import path as path_of
from .arguments import integer
from .bounds import Bounds, measured, walked
from .choice import refusal
from .episode import Episode
from .game_spaces import Spaces
from .observations import Array
from .recall import recalled, row_size

NAME: Final = "python_cardrules"
SHORT_NAME: Final = "cardrules"
"""Another name for the same; OpenSpiel's own games in Python have the first form."""

MOST_RECALLED = 1 << 16
"""How many numbers an information state has at most as an array."""

MOST_TRIES = 100
"""How many games are sampled to find one that a player cannot tell from the real one."""

SHORT = 64
MOST_REMEMBERED = 16_384
"""How many positions are remembered at most, of those with few choices before them."""

MOST_LATEST = 256
"""How many other positions are remembered at most, so that saved states are not played again."""

FEW_DEALS = 1_000
"""With more deals than these a game is not walked through to find its bounds."""

MOST_SEEDS = 10_000_000
"""How many seeds chance can choose from at most: OpenSpiel lists all of them, in 1 GB."""

MOST_SETUPS = 16
"""How many rulesets with parameters are kept, so that states of equal games share one."""

SPECIAL = "( ) ,"
"""Characters that OpenSpiel cannot read again in the value of a parameter, besides `=`."""

_PARAMETERS: Final[dict[str, Any]] = {
    "ruleset": "gin_rummy",
    "players": 0,
    "options": "",
    "variant": "",
    "single_deal": False,
    "dealer": -1,
    "random_dealer": False,
    "zero_sum": False,
    "seeds": 1_000,
    "min_utility": 0.0,
    "max_utility": 0.0,
    "max_length": 0,
}


def _type(
    name: str,
    utility: pyspiel.GameType.Utility = pyspiel.GameType.Utility.GENERAL_SUM,
    *,
    recalls: bool = False,
) -> pyspiel.GameType:
    """Return what OpenSpiel must know of every game.

    Args:
        name: its short name.
        utility: whether the returns of all players add up to 0.
        recalls: whether information states are arrays, too.
    """
    return pyspiel.GameType(
        short_name=name,
        long_name="Cardrules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=64,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        provides_factored_observation_string=False,
    )


class Setup:
    """A ruleset with the parameters of the game; it never changes, so that copies share it.

    Attributes:
        rules: the game.
        spaces: its action and observation spaces.
        dealer: the seat of the first dealer; None if rules or chance decide.
        faces: the faces of its cards, by the numbers of the outcomes of chance. The seats of a
            dealer whom chance chooses have the numbers after them.
        cards: how many cards are chance nodes; 0 if one node chooses a seed.
        dealers: how many dealers can be chosen by a node before these; 0 if there is none.
        seeds: how many seeds it chooses from.
        zero_sum: whether the returns must add up to 0.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        """Load the ruleset.

        Raises:
            CardrulesError: the ruleset cannot be loaded as asked.
        """
        self._params = params
        given = {**_PARAMETERS, **params}
        game = load(
            given["ruleset"],
            players=given["players"] or None,
            options=_options(given["options"]),
            variant=given["variant"] or None,
            single_deal=given["single_deal"],
        )
        self.rules = rules_of(game)
        self._files = _contents(self.rules.loaded.resolved.sources)
        self.spaces = Spaces(self.rules)
        program = self.rules.program
        self.dealer: int | None = None
        if given["dealer"] != -1:
            self.dealer = given["dealer"]
            self.rules.check_seat(given["dealer"])
        self._is_one_deal = self.rules.single_deal or program.match_deals == 1
        self.faces = list(dict.fromkeys(program.pack.text))
        self.cards = (most_seen(program) or 0) if self._is_one_deal else 0
        self.dealers = 0
        if self.cards and self.dealer is None and program.first_dealer is None:
            if given["random_dealer"]:
                self.dealers = program.players
            else:
                self.dealer = program.players - 1
        self.seeds = int(given["seeds"])
        if not 1 <= self.seeds <= MOST_SEEDS:
            raise SetupError(f"'seeds' is a number from 1 to {MOST_SEEDS:,}, not {self.seeds:,}")
        self.zero_sum = bool(given["zero_sum"])
        self._known: dict[tuple[int, ...], Point] = {}
        self._latest: dict[tuple[int, ...], Point] = {}

    @cached_property
    def bounds(self) -> Bounds:
        """The bounds of returns and length: those that are given, walked to, or measured.

        Raises:
            SetupError: those that are given are none.
        """
        given = {**_PARAMETERS, **self._params}
        low, high = float(given["min_utility"]), float(given["max_utility"])
        length = int(given["max_length"])
        if low > high or length < 0:
            raise SetupError(
                f"min_utility is at most max_utility, and max_length is no less than 0; these are "
                f"{low}, {high} and {length}"
            )
        if low < high and length:
            return Bounds(low, high, length, "given")
        found = (walked(self._deals()) if self._has_few_deals() else None) or measured(self.spaces)
        low, high = (low, high) if low < high else (found.low, found.high)
        return Bounds(low, high, length or found.length, found.how)

    @cached_property
    def recalled(self) -> tuple[int, int] | None:
        """How many rows an information state has as an array, and how long they are.

        None if it is a text only: in a match, where cards of earlier deals were seen, in a game whose
        length is not known, and where the array would be large.
        """
        shape = self.bounds.length + 1, row_size(self.spaces)
        if self.bounds.how == "unknown" or not self._is_one_deal or shape[0] * shape[1] > MOST_RECALLED:
            return None
        return shape

    def _has_few_deals(self) -> bool:
        """Return whether chance has few ways to deal."""
        deals, path = 1, ()
        for _ in range((1 if self.dealers else 0) + self.cards):
            left = self.outcomes(path)
            deals, path = deals * len(left), (*path, next(iter(left)))
            if deals > FEW_DEALS:
                return False
        return bool(self.cards)

    def _deals(self, path: tuple[int, ...] = ()) -> Iterator[Episode]:
        """Yield the game after each deal that there can be."""
        episode = self._episode(path, None) if path else None
        if episode is not None:
            yield episode
        else:
            for choice in self.outcomes(path):
                yield from self._deals((*path, choice))

    @property
    def is_stale(self) -> bool:
        """Whether a file of the ruleset has another content now."""
        return self._files != _contents(self._files)

    def after(self, point: Point | None, choice: int) -> Point:
        """Return the game after another choice of chance or of a player.

        Algorithms that walk through a whole tree come to each position many times, so the first
        ones are remembered, and those that were made last; not those after a sampled game.

        Args:
            point: the game before it; None at the beginning.
            choice: the choice.
        """
        path = (*point.path, choice) if point is not None else (choice,)
        if point is not None and point.sampled:
            return Point(self, path, self._episode(path, point), sampled=True)
        found = self._known.get(path) or self._latest.get(path)
        if found is None:
            found = Point(self, path, self._episode(path, point))
            if found.episode is not None and found.episode.sampled:
                return found  # which has no deal of its own from which others can be sampled
            if len(path) <= SHORT and len(self._known) < MOST_REMEMBERED:
                self._known[path] = found
            else:
                if len(self._latest) >= MOST_LATEST:
                    self._latest.clear()
                self._latest[path] = found
        return found

    def _episode(self, path: tuple[int, ...], point: Point | None) -> Episode | None:
        """Return the game after the choices of a path; None if chance still decides.

        Raises:
            IllegalActionError: the last choice is not possible.
        """
        if point is not None and point.episode is not None:
            found = point.episode.clone()
            found.step(path[-1])
            return found
        self._check_chance(path[:-1], path[-1])
        if not self.cards:
            return Episode(self.spaces, path[0], dealer=self.dealer)
        drawn = 1 if self.dealers else 0
        if len(path) < drawn + self.cards:
            return None
        dealer = path[0] - len(self.faces) if drawn else self.dealer
        order = [*path[drawn:], *sorted(self.outcomes(path).elements())]
        return Episode(self.spaces, deck=[self.faces[face] for face in order], dealer=dealer)

    def _check_chance(self, dealt: tuple[int, ...], choice: int) -> None:
        """Check a choice of chance.

        Raises:
            IllegalActionError: there is no such seed, or no such card is left.
        """
        if not self.cards:
            if not 0 <= choice < self.seeds:
                last = self.seeds - 1
                raise IllegalActionError(f"there is no seed {choice}; seeds are numbered 0 to {last}")
            return
        left = self.outcomes(dealt)
        if choice not in left:
            some = ", ".join(f"{each} ({self.chance_name(each)})" for each in sorted(left)[:5])
            raise IllegalActionError(f"chance cannot choose {choice} now; it can choose for example {some}")

    def replayed(self, path: tuple[int, ...]) -> Point | None:
        """Return the game after some choices of chance and players; None at the beginning."""
        found = self._known.get(path) or self._latest.get(path)
        if found is None:
            for choice in path:
                found = self.after(found, choice)
        return found

    def outcomes(self, path: tuple[int, ...]) -> Counter[int]:
        """Return what chance can choose next, and how often: dealers, or the cards that are left.

        Args:
            path: what it has chosen.
        """
        first = len(self.faces)
        if self.dealers and not path:
            return Counter(range(first, first + self.dealers))
        left = Counter(self.faces.index(text) for text in self.rules.program.pack.text)
        left.subtract(each for each in path if each < first)
        return +left

    def chance_name(self, number: int) -> str:
        """Return what chance chooses by a number.

        Raises:
            IllegalActionError: there is no such number.
        """
        if not self.cards:
            return f"seed {number}"
        first = len(self.faces)
        if 0 <= number < first:
            return f"deal {self.faces[number]}"
        if first <= number < first + self.dealers:
            return f"dealer {number - first}"
        raise IllegalActionError(f"there is no card {number}; cards are numbered 0 to {first - 1}")

    def __deepcopy__(self, memo: object) -> Setup:
        """Return the same object."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the parameters only."""
        return _setup, (tuple(sorted(self._params.items())),)


_setups: dict[tuple[object, ...], Setup] = {}
_making, _keeping = Locks(), Lock()


def _setup(params: tuple[tuple[str, Any], ...]) -> Setup:
    """Return the setup for some parameters, the same as long as the files of the ruleset are."""
    name = dict(params).get("ruleset", _PARAMETERS["ruleset"])
    key = os.path.abspath(path_of(name) or name), params
    with _making.of(key):
        found = _setups.get(key)
        if found is None or found.is_stale:
            found = Setup(dict(params))
        with _keeping:
            _setups.pop(key, None)
            if len(_setups) >= MOST_SETUPS:
                del _setups[next(iter(_setups))]
            _setups[key] = found
        return found


def _contents(files: Iterable[str]) -> dict[str, bytes | None]:
    """Return the contents of files; None for those that cannot be read."""
    found: dict[str, bytes | None] = {}
    for file in files:
        try:
            found[file] = Path(file).read_bytes()
        except OSError:
            found[file] = None
    return found


class Point:
    """A point of a game, which never changes, so that states share it.

    Attributes:
        setup: the ruleset with its parameters.
        path: all choices of chance and of players so far.
        episode: the game in play; None while chance decides.
        sampled: whether it is a sampled game to which no choices of chance lead.
    """

    def __init__(
        self,
        setup: Setup,
        path: tuple[int, ...],
        episode: Episode | None,
        *,
        sampled: bool = False,
    ) -> None:
        self.setup = setup
        self.path = path
        self.episode = episode
        self.sampled = sampled
        self._retellings: dict[tuple[int, int], Retelling] = {}  # by thread and player

    def retelling(self, player: int) -> Retelling:
        """Return what samples games that a player cannot tell from this one.

        Raises:
            SetupError: such games cannot be sampled.
        """
        episode = self.episode
        assert episode is not None
        key = get_ident(), player
        if key not in self._retellings:
            self._retellings[key] = Retelling(episode.state, episode.beginning, player)
        return self._retellings[key]

    def __deepcopy__(self, memo: object) -> Point:
        """Return the same object."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the choices, which are played again.

        Raises:
            SetupError: the game is sampled.
        """
        if self.sampled:
            raise SetupError("a resampled state cannot be saved, for no seed leads to it")
        return Setup.replayed, (self.setup, self.path)


class CardrulesGame(pyspiel.Game):
    """A ruleset as a game of OpenSpiel.

    Attributes:
        setup: the ruleset with its parameters.
        name: the short name by which it is asked for.
    """

    name = NAME

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Load the ruleset.

        Raises:
            CardrulesError: the ruleset cannot be loaded as asked.
        """
        params = dict(params or {})
        if "options" in params:  # in the form that OpenSpiel can save
            params["options"] = params["options"].replace("=", ":")
        self.setup = setup = _setup(tuple(sorted(params.items())))
        utility = pyspiel.GameType.Utility
        sums = utility.ZERO_SUM if setup.zero_sum else utility.GENERAL_SUM
        kind = _type(self.name, sums, recalls=setup.recalled is not None)
        bounds = setup.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=setup.spaces.actions.size,
            max_chance_outcomes=(len(setup.faces) + setup.dealers if setup.cards else setup.seeds),
            num_players=setup.rules.players,
            min_utility=bounds.low,
            max_utility=bounds.high,
            utility_sum=0.0 if setup.zero_sum else None,
            max_game_length=bounds.length,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, *_: Any) -> CardrulesState:
        """Return the state before chance has chosen."""
        return CardrulesState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the parameters only."""
        return pyspiel.load_game, (self.name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer: arrays and texts of what a player knows.

        Raises:
            SetupError: that is not a type of observations.
        """
        if not isinstance(iig_obs_type, pyspiel.IIGObservationType | None):
            given = brief(iig_obs_type)
            raise SetupError(f"an observer takes a pyspiel.IIGObservationType, not {given}")
        return Observer(self.setup, iig_obs_type is not None and iig_obs_type.perfect_recall)


class ShortNamed(CardrulesGame):
    """The same game by its other name."""

    name = SHORT_NAME


class CardrulesState(pyspiel.State):
    """A game in play, or the chance nodes before it.

    Attributes:
        point: the game; None before the first choice of chance.
    """

    def __init__(self, game: CardrulesGame) -> None:
        """Begin; users call `new_initial_state` instead."""
        super().__init__(game)
        self.setup = game.setup
        self.point: Point | None = None
        self._coming = False  # whether choices only become part of the history

    @property
    def path(self) -> tuple[int, ...]:
        """All choices of chance and of players so far."""
        return self.point.path if self.point is not None else ()

    @property
    def episode(self) -> Episode | None:
        """The game in play, which states share; None while chance decides."""
        return self.point.episode if self.point is not None else None

    def current_player(self) -> int:
        """Return the seat that acts, or the mark of chance or of the end."""
        episode = self.episode
        if episode is None:
            return pyspiel.PlayerId.CHANCE
        player = episode.player
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        """Return the numbers of the legal actions in ascending order."""
        return self._playing().legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities.

        Raises:
            SetupError: chance does not choose now.
        """
        setup = self.setup
        if not self.is_chance_node():
            who = "the game is over" if self.is_terminal() else f"player {self.current_player()} does"
            raise SetupError(f"chance does not choose now; {who}")
        if not setup.cards:
            return [(seed, 1 / setup.seeds) for seed in range(setup.seeds)]
        left = setup.outcomes(self.path)
        total = sum(left.values())
        return [(choice, count / total) for choice, count in sorted(left.items())]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the game, and the text from which it restores the state."""
        return _restored, (self.get_game(), self.serialize())

    def _apply_action(self, action: int) -> None:
        """Let chance or a player act."""
        if self._coming:
            return  # the choices only become part of the history
        self.point = self.setup.after(self.point, action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return what a number stands for.

        Raises:
            IllegalActionError: there is no such number.
        """
        setup = self.setup
        if player == pyspiel.PlayerId.CHANCE:
            return setup.chance_name(action)
        if not 0 <= action < setup.spaces.actions.size:
            raise refusal(setup.spaces.actions, player, (), action)
        return setup.spaces.actions.names[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        episode = self.episode
        return episode is not None and episode.player is None

    def returns(self) -> list[float]:
        """Return the value that each seat maximizes; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.setup.rules.players
        found = [float(value) for value in self._playing().returns()]
        if self.setup.zero_sum and sum(found):
            raise SetupError(f"the returns {found} do not add up to 0; leave out zero_sum for this ruleset")
        return found

    def resample_from_infostate(self, player: int, sampler: Any = None) -> CardrulesState:
        """Return a state that a player cannot tell from this one, with other hidden cards.

        It is a game that may have been played, sampled with its history: all players can go on in
        it, and each has seen in it what it would have seen. Where chance is a seed, no seed leads
        to such a game. Then its history begins with a seed drawn at random, and it cannot be saved.

        Args:
            player: the player.
            sampler: gives numbers from 0 up to 1.

        Raises:
            SetupError: there is no such player, or no such game can be sampled.
        """
        draw = sampler or np.random.default_rng().random
        seat, most = integer(player), self.setup.rules.players - 1
        if seat is None or not 0 <= seat <= most:
            raise SetupError(f"player is a number from 0 to {most}, not {brief(player)}")
        if self.episode is None:
            raise SetupError("there is nothing to sample before chance has chosen")
        assert self.point is not None
        retelling = self.point.retelling(seat)
        wanted = self.information_state_string(seat)
        rng = Random(int(draw() * (1 << 53)))
        for _ in range(MOST_TRIES):
            found = retelling.sample(rng)
            if found is None:
                continue
            state = self._resampled(found, seat, rng)
            if state.information_state_string(seat) == wanted:
                return state
        raise SetupError(f"{MOST_TRIES} sampled games do not contain one that agrees with what player {seat} knows")

    def _resampled(self, game: Retold, player: int, rng: Random) -> CardrulesState:
        """Return a sampled game as a state."""
        setup, episode = self.setup, self._playing()
        steps = setup.spaces.actions.steps
        moves = [*(number for step in game.state.steps() for number in steps(step.raw))]
        chosen = episode.chosen
        if chosen and player != episode.player:  # who does not see them
            chosen = _prefix(setup, game.state.raw_legal_actions(), len(chosen), rng)
        moves += chosen
        dealt = [rng.below(setup.seeds)]
        if setup.cards:
            text = setup.rules.program.pack.text
            dealt = list(self.path[:1]) if setup.dealers else []
            dealt += [setup.faces.index(text[card]) for card in game.deck[: setup.cards]]
        state = self.get_game().new_initial_state()
        retold = Episode.retold(setup.spaces, game, chosen)
        state.resume(Point(setup, (*dealt, *moves), retold, sampled=not setup.cards))
        return state

    def resume(self, point: Point) -> None:
        """Bring a new state to a point of a game, with all choices that led there."""
        self._coming = True
        for choice in point.path:
            self.apply_action(choice)
        self._coming = False
        self.point = point

    def _playing(self) -> Episode:
        episode = self.episode
        assert episode is not None, "chance has not chosen yet"
        return episode

    def __str__(self) -> str:
        """Return the whole position as text."""
        if self.episode is None:
            return " ".join(map(str, self.path)) or "before the deal"
        return str(self.episode.state.open_observation())


class Observer:
    """Writes what a player knows: as an array, or as a text.

    Attributes:
        tensor: the array of the last call of `set_from`; None if it writes texts only.
        dict: the array by name.
    """

    def __init__(self, setup: Setup, perfect_recall: bool) -> None:
        """Prepare an observer.

        Args:
            setup: the game.
            perfect_recall: whether texts contain the whole history.
        """
        self._recall = perfect_recall
        self._rows = setup.recalled if perfect_recall else None
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._rows is not None:
            # In one dimension, since algorithms take the first number of its shape for the whole.
            self.tensor = self.dict["history"] = np.zeros(self._rows[0] * self._rows[1], np.float32)
        elif not perfect_recall:
            self.tensor = self.dict["observation"] = np.zeros(setup.spaces.size, np.float32)

    def set_from(self, state: CardrulesState, player: int) -> None:
        """Write what a player knows into `tensor`.

        Raises:
            SetupError: the whole history is asked for, and there is a text of it, but no array; or the
                game is longer than it was said to be.
        """
        if self.tensor is None:
            raise SetupError("information states of this game are texts; the arrays are those of observation_tensor")
        self.tensor[:] = 0
        if state.episode is None:
            return
        if self._rows is None:
            self.tensor[:] = state.episode.observe(player)
            return
        rows = recalled(state.episode, player)
        if len(rows) > self._rows[0]:
            raise SetupError(
                f"this game has more choices than its max_game_length, {self._rows[0] - 1}; give a greater max_length"
            )
        self.tensor[: len(rows) * self._rows[1]] = np.concatenate(rows)

    def string_from(self, state: CardrulesState, player: int) -> str:
        """Return what a player knows as a text."""
        episode = state.episode
        if episode is None:
            return "before the deal"
        if self._recall:
            return episode.information_state(player)
        return str(episode.state.observation(player))


def _prefix(setup: Setup, raws: list[Raw], length: int, rng: Random) -> tuple[int, ...]:
    """Return steps that begin a random legal action, of a length or as many as there can be."""
    found = [steps for raw in raws if len(steps := setup.spaces.actions.steps(raw)) > length]
    return rng.choice(found)[:length] if found else ()


def _restored(game: CardrulesGame, text: str) -> CardrulesState:
    """Return a state from what `serialize` returned."""
    return game.deserialize_state(text)


def _has_special(text: str) -> bool:
    return any(each in text for each in SPECIAL.split())


def _options(text: str) -> dict[str, object]:
    """Return options from a text such as `hook:must_equal;peak_hands:2`.

    Raises:
        SetupError: the text has another form, or an option twice.
    """
    found: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, value = part.partition(":")
        name = name.strip()
        if not colon or _has_special(part):
            raise SetupError(f"write options as name:value;name:value without ( ) and comma, not {brief(part)}")
        if name in found:
            raise SetupError(f"the option {brief(name)} is given twice; give it once")
        try:
            found[name] = cast("object", yaml.safe_load(value))
        except yaml.YAMLError:
            message = f"the value of the option {brief(name)} is not YAML: {brief(value)}"
            raise SetupError(message) from None
    return found


for _game in (CardrulesGame, ShortNamed):
    if _game.name not in pyspiel.registered_names():
        pyspiel.register_game(_type(_game.name), _game)
