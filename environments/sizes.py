"""The sizes of a game as an environment: actions, observations, length, branching, information."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING

from ..interpreter.errors import SetupError
from .episode import Episode
from .game_spaces import Spaces

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Sizes:
    """What `measure` counts, in games of players who choose at random.

    Attributes:
        players: the number of seats.
        actions: the size of the action space.
        observation: the length of an observation.
        games: how many games were played.
        steps: the mean number of steps of a game; an action that is chosen in several steps
            counts several times.
        branching: the mean number of legal choices at a step.
        widest: the largest number of legal choices that was met.
        information_states: how many different information states were met.
        repeated: the share of steps at an information state that had been met before.
    """

    players: int
    actions: int
    observation: int
    games: int
    steps: float
    branching: float
    widest: int
    information_states: int
    repeated: float


class _Known:
    """A digest of the information state of each seat, which grows with the game.

    `Episode.information_state` writes the whole game anew. Here each seat's digest takes up what it
    sees of each step when it happens, so a long game costs as much for each step as a short one.
    """

    def __init__(self, episode: Episode) -> None:
        """Begin with what the seats see of the deal."""
        self._episode = episode
        self._done = 0
        state = episode.state
        self._digests = [
            blake2b(f"{seat} {state.observation(seat)}".encode(), digest_size=16) for seat in range(state.game.players)
        ]

    def digest(self, seat: int) -> bytes:
        """Return a digest of all that a seat has seen and chosen."""
        episode = self._episode
        if len(episode.actions) > self._done:
            state = episode.state
            for each, digest in enumerate(self._digests):
                for entry in state.journal_for(each, self._done):
                    digest.update(f"{entry.seat}: {entry.action} {entry.events}".encode())
            self._done = len(episode.actions)
        found = self._digests[seat].copy()
        found.update(str(episode.chosen).encode())
        return found.digest()


def measure(game: Rules, games: int, seed: int = 0) -> Sizes:
    """Return the sizes of a game, from games of players who choose at random.

    Args:
        game: the game.
        games: how many games are played, at least 1.
        seed: the seed of the first game; each game has the next one.

    Raises:
        SetupError: there must be at least one game.

    >>> import cardrules
    >>> from cardrules.interpreter.play.game import rules_of
    >>> sizes = measure(rules_of(cardrules.load("oh_hell")), 2)
    >>> sizes.players, sizes.actions > 52, sizes.steps > 50
    (4, True, True)
    """
    if games < 1:
        raise SetupError(f"at least one game is played, not {games}")
    spaces = Spaces(game)
    rng = Random(seed)
    met: set[bytes] = set()
    steps = choices = widest = 0
    for number in range(games):
        episode = Episode(spaces, seed + number)
        known = _Known(episode)
        while (player := episode.player) is not None:
            legal = episode.legal()
            steps += 1
            choices += len(legal)
            widest = max(widest, len(legal))
            met.add(known.digest(player))
            episode.step(rng.choice(legal))
    return Sizes(
        players=game.players,
        actions=spaces.actions.size,
        observation=spaces.size,
        games=games,
        steps=steps / games,
        branching=choices / steps if steps else 0.0,
        widest=widest,
        information_states=len(met),
        repeated=1 - len(met) / steps if steps else 0.0,
    )
