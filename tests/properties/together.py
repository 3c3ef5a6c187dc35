"""Does all that the public API offers, in several threads at once, in a process of its own.

    python -m tests.properties.together SEED GAME ...

prints what each piece of work came to, as JSON. `test_threads.py` compares it with what the same
work comes to in one thread.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier
from typing import Any

import cardrules
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.explanation.points.reckoning import reckoning
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import rulebook
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.syntax.syntax import parse
from cardrules.table import faces, loading, lobby, pages
from cardrules.table.store import Settings

THREADS = 8
SWITCH = 1e-5  # seconds after which Python turns to another thread; usually 5 ms


def load(game: Game) -> str:
    """Read and check the ruleset anew."""
    return cardrules.load(rules_of(game).source).fingerprint()


def validate(game: Game) -> str:
    """Check every variant and scenario."""
    return repr(survey(rules_of(game).source).diagnostics)


def read(game: Game) -> str:
    """Parse texts with and without mistakes."""
    texts = ("(((rank of card))) is 9", "deal 1 to hand of actor(", "score of actor > > 3")
    return repr([parse(text, "expression") for text in texts])


def words(game: Game) -> str:
    """Write the rulebook."""
    return markdown(rulebook(rules_of(cardrules.load(rules_of(game).source)).loaded))


def play(game: Game) -> str:
    """Play a game that other threads play too, and ask about every move."""
    state, chance, told = game.new_initial_state(seed=3), Random(3), list[str]()
    for _ in range(16):
        if state.is_terminal():
            break
        seat = state.current_player()
        try:
            state.apply_action("surely no action")
        except cardrules.IllegalActionError as error:
            told.append(str(error))
        actions = list(map(str, state.legal_actions()))
        told += [*actions, repr(state.observation(seat or 0))]
        state.apply_action(chance.choice(actions))
        assert state.last is not None
        told.append(repr(reckoning(rules_of(game), state.last, None)))
    return "\n".join([*told, cardrules.State.from_json(rules_of(game), state.to_json()).to_json()])


def think(game: Game) -> str:
    """Let bots choose in a game that bots of other threads play too."""
    found: list[str] = []
    for seed, name in enumerate(("rollout", "ismcts", "quick")):
        state = game.new_initial_state(seed=seed)
        for _ in range(3):
            seat = state.current_player()
            if seat is None:
                break
            action = make_bot(name, seed, 8).choose(View(state, seat))
            found.append(str(action))
            state.apply_action(action)
    return " ".join(found)


def simulate(game: Game) -> str:
    """Simulate games by both engines."""
    tally = Tally()
    for engine in ("python", "native"):
        Simulation(rules_of(game), ("random",) * game.players, engine=engine).play_on(0, 2, tally)
    return repr(tally.moments)


def learn(game: Game) -> str:
    """Step environments of a game."""
    table: Any = cardrules.environments.pettingzoo(rules_of(game).source)
    table.reset(seed=1)
    seen: list[str] = []
    for _ in range(12):
        found, _, over, _, _ = table.last()
        if over:
            break
        seen.append(found["observation"].tobytes().hex())
        table.step(int(found["action_mask"].nonzero()[0][0]))
    return "".join(seen)


def show(game: Game) -> str:
    """Ask for what the pages of the table show."""
    settings = Settings(rules_of(game).source, game.players, None, (), 1)
    served = loading.load(settings)
    assert served is loading.load(settings), "one game is loaded once"
    drawn = faces.symbols(served), repr(pages._written(served)), repr(lobby.form(rules_of(game).source, {}))  # pyright: ignore[reportPrivateUsage]
    return "".join([*drawn, repr(lobby._entry(rules_of(game).source))])  # pyright: ignore[reportPrivateUsage]


WORK: tuple[Callable[[Game], str], ...] = (
    load,
    validate,
    read,
    words,
    play,
    think,
    simulate,
    learn,
    show,
)


def done(work: Callable[[Game], str], game: Game) -> str:
    """Return a short sign of what some work came to."""
    return sha256(work(game).encode()).hexdigest()[:16]


def alone(names: list[str]) -> dict[str, list[str]]:
    """Return what all the work comes to in one thread."""
    games = map(cardrules.load, names)
    return {f"{work.__name__} {rules_of(game).source}": [done(work, game)] for game in games for work in WORK}


def together(seed: int, names: list[str]) -> dict[str, list[str]]:
    """Return what it comes to in several threads, each piece in two of them."""
    sys.setswitchinterval(SWITCH)
    ready = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:

        def first(number: int) -> Game:
            ready.wait()
            return cardrules.load(names[number % len(names)])

        loaded = {rules_of(game).source: game for game in pool.map(first, range(THREADS))}
        pieces = [(work, game) for game in loaded.values() for work in WORK for _ in range(2)]
        Random(seed).shuffle(pieces)
        signs = list(pool.map(done, *zip(*pieces, strict=True)))
    found: dict[str, set[str]] = {}
    for (work, game), sign in zip(pieces, signs, strict=True):
        found.setdefault(f"{work.__name__} {rules_of(game).source}", set()).add(sign)
    return {key: sorted(each) for key, each in found.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(together(int(sys.argv[1]), sys.argv[2:])))
