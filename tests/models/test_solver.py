"""What fc-solve, an engine of its own, solves is played by cardrules to a win, with the same moves.

The deals are those of Microsoft's FreeCell by number, and random ones. At each position the legal moves are those of
the model. The program comes with the package freecell-solver-bin of Debian.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

import cardrules
from cardrules.interpreter.interchange import microsoft

from .castle import KINDS, Castle, Kind
from .patience import RANKS, Cells, FreeCell, Patience, down_in_suit, pack
from .spider import Spider

SOLVER: Final = shutil.which("fc-solve")
MOST: Final = "100000"
"""Positions that the program looks at before it gives up."""


@dataclass(frozen=True)
class Preset:
    """A game of the program, which has the same name for it."""

    rules: Cells | Kind | None = None


PRESETS: Final = {
    "freecell": Preset(Cells()),
    "bakers_game": Preset(Cells(in_suit=True)),
    "eight_off": Preset(Cells(8, 8, 4, in_suit=True, kings_only=True)),
    "seahaven_towers": Preset(Cells(4, 10, 2, in_suit=True, kings_only=True)),
    "forecell": Preset(Cells(4, 8, 4, kings_only=True)),
    "simple_simon": Preset(),
    **{name: Preset(KINDS[name]) for name in ("beleaguered_castle", "streets_and_alleys", "citadel", "good_measure")},
}

ONE = re.compile(r"Move a card from (stack|freecell) (\d+) to (?:the )?(stack|freecell|foundations)(?: (\d+))?$")
SEVERAL = re.compile(r"Move (\d+) cards from stack (\d+) to stack (\d+)$")
SUIT = re.compile(r"Move the sequence on top of Stack (\d+) to the foundations$")


def board(game: Patience) -> str:
    """Write a position as the program reads it."""
    lines = [" ".join(column) for column in game.columns]
    if isinstance(game, FreeCell) and any(game.cells):
        lines.insert(0, "FC: " + " ".join(card or "-" for card in game.cells))
    if isinstance(game, Castle) and game.homes:
        built = (f"{suit}-{('0' + RANKS)[game.built[suit]]}" for suit in "HCDS")
        lines.insert(0, "Foundations: " + " ".join(built))
    return "\n".join(lines) + "\n"


def solution(name: str, game: Patience) -> list[str]:
    """Return the program's moves, in its words; none where it finds no solution."""
    assert SOLVER
    command = [SOLVER, "-g", name, "-mi", MOST, "-m", "-"]
    done = subprocess.run(command, input=board(game), capture_output=True, text=True, check=False, timeout=120)
    return re.findall(r"^(Move .+)$", done.stdout, re.M) if "This game is solveable." in done.stdout else []


def ours(moves: list[str], game: FreeCell | Spider | Castle) -> Iterator[str]:
    """Translate moves one by one; each must be played before the next is asked for.

    The program also moves a whole column to an empty place, which changes nothing and cannot be done here; from then on
    the two have other numbers there.
    """
    held = dict(enumerate(game.cells if isinstance(game, FreeCell) else []))  # where the program has them
    at = [*range(len(game.columns))]  # which column it means by a number

    def carry(cards: int, source: int, target: int) -> Iterator[str]:
        column = game.columns[at[source]]
        if cards == len(column) and not game.columns[at[target]]:
            at[source], at[target] = at[target], at[source]
        elif not isinstance(game, FreeCell):
            spare = [place for place, each in enumerate(game.columns) if not each and place != at[target]]
            yield from parts(cards, at[source], at[target], spare)
        else:
            yield f"carry #{at[target] + 1} {column[-cards]}"

    def parts(cards: int, source: int, target: int, spare: list[int]) -> Iterator[str]:
        """Move the cards of several suits suit by suit, or cards one by one, by way of empty columns.

        The program does it at once.
        """
        column = game.columns[source]
        singly = isinstance(game, Castle)
        lower = [size for size in range(1, cards) if singly or not down_in_suit(column[-size], column[-size - 1])]
        if lower:
            above = lower[len(lower) // 2]
            yield from parts(above, source, spare[0], spare[1:])
            yield from parts(cards - above, source, target, spare[1:])
            yield from parts(above, spare[0], target, spare[1:])
        else:
            yield (
                f"carry #{target + 1} {column[-1]}" if singly else f"carry #{source + 1} {column[-cards]} #{target + 1}"
            )

    for move in moves:
        if several := SEVERAL.match(move):
            yield from carry(*map(int, several.groups()))
            continue
        if suit := SUIT.match(move):
            yield f"take_off #{at[int(suit[1])] + 1}"
            continue
        one = ONE.match(move)
        assert one, move
        source, number, target, place = one.groups()
        card = game.columns[at[int(number)]][-1] if source == "stack" else held[int(number)]
        match source, target:
            case _, "foundations":
                yield f"home {card}"
            case "stack", "stack":
                yield from carry(1, int(number), int(place))
            case _, "stack":
                yield f"carry #{at[int(place)] + 1} {card}"
            case _:
                held[int(place)] = card
                yield f"park {card}"


def made(preset: Preset, deck: Sequence[str]) -> FreeCell | Spider | Castle:
    """Begin the model of a game."""
    match preset.rules:
        case Cells():
            return FreeCell(preset.rules, deck)
        case Kind():
            return Castle(preset.rules, deck)
        case None:
            return Spider(deck, simon=True, at_will=True)


def replay(name: str, deals: int) -> tuple[int, int]:
    """Play what the program finds for some deals; return how many it solved, and how many positions were compared."""
    preset, solved, positions = PRESETS[name], 0, 0
    game = cardrules.load(name, options={} if preset.rules else {"at_will": True})
    for number in range(1, deals + 1):
        deck = microsoft.cards(number) if name == "freecell" else Random(number).sample(pack(), 52)
        state = game.new_initial_state(deck=deck)
        model = made(preset, deck)
        moves = solution(name, model)
        for move in ours(moves, model):
            assert sorted(map(str, state.legal_actions())) == sorted(model.moves())
            positions += 1
            state.apply_action(move)
            model.play(move)
        if moves:
            assert state.winners() == [0]
            solved += 1
    return solved, positions


@pytest.mark.soak
@pytest.mark.skipif(SOLVER is None, reason="fc-solve is not installed: apt-get install freecell-solver-bin")
@pytest.mark.parametrize("name", PRESETS)
def test_solutions_are_played_to_a_win(name: str, amount: Callable[[int, int], int]) -> None:
    solved, _ = replay(name, amount(2, 200))
    assert solved
