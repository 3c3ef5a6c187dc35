"""Replays games that other engines recorded: the same player to act, legal actions and returns.

    python tests/peers/replay.py NAME FILE...       (see --help)

`NAME` is a module of `games/`, or what the recordings call the game. Each FILE has one recorded
game a line, as JSON, gzipped or not. A recording has `engine`, `game`, `params`, `players`,
`chance` (all chance outcomes in order, as the engine writes them), `events` and `returns`. An event
is a decision: `player`, `legal` (all legal actions, as the engine writes them), `chosen`, and `c`,
the number of chance outcomes before it. An event with `players` is a simultaneous decision; `legal`
and `chosen` then have one entry for each.

To add a game:

1. `rulesets/NAME.yaml` `extends` the bundled ruleset and changes what the engine does otherwise, so
   that the list of its changes is the list of the engine's departures from the rules.
2. `games/NAME.py` has a class `Game`, a subclass of `adapter.Adapter`. `start` translates `params`
   and `chance` to players, options, dealer and deck. `name` gives the engine's string for an
   action. Most games need no more. `Adapter` explains what else there is: for decisions that only
   one side has (`between`, `omitted`), for one decision that is several of the other side (`moves`,
   `played`), for the player to act (`player`), for chance after the deal (`shuffled`, `prepared`),
   and for the end (`over`, `returns`).
3. A few recordings of it in `recordings/*.jsonl.gz`, which test_recordings.py replays.

What happens for each event: `between` until it gives None; `outcomes` are set; the event ends here
if it is `omitted`; the player and the legal actions are compared; `prepared` and `shuffled` are
called; the actions that belong to the chosen string are played; `played` is called. At the end
`between` is asked once more, and `over` and `returns` are compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

if not __package__:  # it was started as a script
    sys.path.insert(0, str(Path(__file__).parents[2]))
    __package__ = "tests.peers"

import cardrules
from cardrules.interpreter.errors import CardrulesError
from cardrules.interpreter.play.game import rules_of

from .adapter import Adapter, Record, Start, order

FOLDER = Path(__file__).parent
MOST_BETWEEN = 1000
"""More decisions than so many between two of the engine are a mistake of the adapter."""


@dataclass
class Replay:
    """What came out of one recorded game.

    Attributes:
        decisions: how many decisions were compared.
        differences: what differed, in words.
        lines: the course of the game, if it was asked for.
    """

    decisions: int = 0
    differences: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])


def modules() -> list[str]:
    """The games that can be replayed."""
    return sorted(path.stem for path in (FOLDER / "games").glob("[!_]*.py"))


def adapter(name: str) -> type[Adapter]:
    """Return the class `Game` of a module of `games/`."""
    return import_module(f".games.{name}", __package__).Game


def module_for(record: Record) -> str:
    """Return the module of `games/` for a recording.

    Raises:
        LookupError: there is none.
    """
    for name in modules():
        kind = adapter(name)
        if kind.game == record["game"] and record["engine"].startswith(kind.engine):
            return name
    raise LookupError(f"no module of games/ is for {record['game']} of {record['engine']}")


def recordings(path: Path) -> Iterator[Record]:
    """Yield the recorded games of a file."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


@cache
def _game(ruleset: str, players: int | None, options: str, *, single_deal: bool) -> cardrules.Game:
    path = FOLDER / "rulesets" / f"{ruleset}.yaml"
    return cardrules.load(path, players=players, options=json.loads(options), single_deal=single_deal)


def begin(start: Start, name: str) -> cardrules.State:
    """Return the first state of a game."""
    game = _game(
        start.ruleset or name,
        start.players,
        json.dumps(start.options, sort_keys=True),
        single_deal=start.single_deal,
    )
    if start.position is not None:
        return game.state_from_position(start.position, dealer=start.dealer, deal=start.deal)
    if start.deck is None:
        return game.new_initial_state(dealer=start.dealer, deal=start.deal)
    pack = rules_of(game).program.pack
    blank = cardrules.State(rules_of(game), rules_of(game).machine.blank, None)
    deck = [pack.text[card] for card in order(blank, start.deck)]
    return game.new_initial_state(deck=deck, dealer=start.dealer, deal=start.deal)


class _Player:
    """Replays one recorded game."""

    def __init__(self, record: Record, name: str, *, trace: bool) -> None:
        self.record = record
        self.trace = trace
        self.found = Replay()
        self.adapter = adapter(name)(record)
        self.state = begin(self.adapter.start(), name)
        events = record["events"]
        self.adapter.outcomes = record["chance"][: events[0]["c"] if events else None]

    def play(self) -> None:
        events: Sequence[Any] = self.record["events"]
        for number, event in enumerate(events):
            after = events[number + 1]["c"] if number + 1 < len(events) else None
            if not self._event(number, event, self.record["chance"][event["c"] : after]):
                return
        self._between()
        if not self.adapter.over(self.state):
            player = self.adapter.player(self.state)
            self._differs(len(events), f"the recording ends, but player {player} is to act")
            return
        returns = [float(value) for value in self.adapter.returns(self.state)]
        expected = [float(value) for value in self.record["returns"]]
        same = len(returns) == len(expected) and all(abs(a - b) < 1e-9 for a, b in zip(returns, expected, strict=True))
        if not same:
            self._differs(len(events), f"the returns are {expected}, not {returns}")

    def _event(self, number: int, event: Record, outcomes: Sequence[Any]) -> bool:
        """Compare and play an event; return whether the game can go on."""
        self.found.decisions += 1
        if "players" in event:
            parts = zip(event["players"], event["legal"], event["chosen"], strict=True)
            waiting: dict[int, tuple[Sequence[str], str]] = {player: (legal, chosen) for player, legal, chosen in parts}
        else:
            waiting = {event["player"]: (event["legal"], event["chosen"])}
        while waiting:
            self._between()
            self.adapter.outcomes = outcomes
            wanted, (legal, chosen) = next(iter(waiting.items()))
            if len(legal) == 1 and self.adapter.omitted(self.state, wanted, legal):
                self.adapter.played(self.state, chosen)
                del waiting[wanted]
                continue
            player = self.adapter.player(self.state)
            if player not in waiting or self.adapter.over(self.state):
                now = "nobody" if self.adapter.over(self.state) else f"player {player}"
                self._differs(number, f"player {', '.join(map(str, waiting))} is to act, not {now}")
                return False
            legal, chosen = waiting.pop(player)
            if not self._decision(number, player, legal, chosen):
                return False
        return True

    def _decision(self, number: int, player: int, legal: Sequence[str], chosen: str) -> bool:
        moves = self.adapter.moves(self.state)
        missing, extra = sorted(set(legal) - set(moves)), sorted(set(moves) - set(legal))
        if missing or extra:
            parts = [f"missing {', '.join(missing)}"] * bool(missing)
            parts += [f"not legal {', '.join(extra)}"] * bool(extra)
            self._differs(number, f"player {player}: {'; '.join(parts)}")
        if chosen not in moves:
            return False
        self.adapter.prepared(self.state, chosen)
        pile = self.adapter.shuffled(self.state)
        if pile is not None:
            self.state.position.deck = order(self.state, pile)
        if self.trace:
            line = f"{number}: player {player} {chosen} = {', '.join(moves[chosen]) or 'nothing'}"
            self.found.lines += [line, f"    of {', '.join(legal)}"]
        for action in moves[chosen]:
            self.state.apply_action(action)
        self.adapter.played(self.state, chosen)
        return True

    def _between(self) -> None:
        for _ in range(MOST_BETWEEN):
            action = self.adapter.between(self.state)
            if action is None:
                return
            if self.trace:
                self.found.lines.append(f"    between: player {self.state.current_player()} {action}")
            self.state.apply_action(action)
        raise RuntimeError("`between` never ends")

    def _differs(self, number: int, text: str) -> None:
        self.found.differences.append(f"decision {number}: {text}")
        if self.trace:
            self.found.lines += [f"    DIFFERS: {text}", str(self.state.open_observation())]


def replay(record: Record, name: str, *, trace: bool = False) -> Replay:
    """Replay one recorded game with a module of `games/`.

    Raises:
        CardrulesError: the ruleset has errors, or the adapter gives it a wrong deck or option.
    """
    player = _Player(record, name, trace=trace)
    try:
        player.play()
    except (CardrulesError, ValueError, LookupError, RuntimeError) as error:
        player.found.differences.append(f"{type(error).__name__}: {error}")
    return player.found


def main() -> int:
    """Replay files, and print games, decisions and differences of each."""
    parser = argparse.ArgumentParser(description="Replay games that other engines recorded.")
    parser.add_argument("game", help=f"one of {', '.join(modules())}, or as the engine calls it")
    parser.add_argument("file", nargs="+", type=Path, help="recorded games, one a line")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="differences shown of a file")
    parser.add_argument("--trace", type=int, metavar="N", help="show game N, from 0")
    given = parser.parse_args()
    differing = 0
    for path in given.file:
        games = decisions = 0
        differences: list[str] = []
        only = slice(given.trace, given.trace + 1) if given.trace is not None else slice(None)
        records = enumerate(recordings(path))
        for number, record in islice(records, only.start, only.stop):
            try:
                name = module_for(record)
            except LookupError as error:
                parser.error(f"{path}: {error}")
            if given.game not in (name, record["game"]) and not path.name.startswith(given.game):
                parser.error(f"{path} has games of {record['game']}, not of {given.game}")
            found = replay(record, name, trace=given.trace is not None)
            games, decisions = games + 1, decisions + found.decisions
            seed = record.get("seed")
            differences += [f"game {number} (seed {seed}), {text}" for text in found.differences]
            _write(*found.lines)
        _write(*(f"{path.name}: {text}" for text in differences[: given.show]))
        _write(f"{path.name}: {games} games, {decisions} decisions, {len(differences)} differences")
        differing += len(differences)
    return 1 if differing else 0


def _write(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
