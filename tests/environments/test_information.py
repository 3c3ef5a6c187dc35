"""Information states: equal texts exactly where a seat was shown the same and acted the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random as Chance

import pytest

import cardrules
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.determinization.retelling import Retelling
from cardrules.interpreter.game.observation.journal import SeenTold
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.journal import Moved

from ..loading import loaded

Amount = Callable[[int, int], int]
Shown = tuple[object, ...]

# Chance nodes; hands that are compared and guessed; sealed choices; choices in several steps.
GAMES = ("leduc_poker", "love_letter", "tests/games/sealed_pass.yaml", "hearts")


def shown(state: State, seat: int, chosen: tuple[int, ...]) -> Shown:
    """What a seat was shown before each action and now, what it saw move, and all that it did."""
    found: list[object] = []
    text = state.game.program.pack.text
    for step in state.steps():
        for event in step.events:
            if isinstance(event, Moved):
                cards = zip(event.cards, event.seen, strict=True)
                found.append(tuple(text[card] for card, seats in cards if seats >> seat & 1))
        found.append(str(vars_of(State(state.game, step.before, step.previous), seat)))
        found.append(state.game.notation.text(step.raw) if step.seat == seat else None)
    found += [str(vars_of(state, seat)), *state.history_for(seat)]
    return *found, chosen if seat == state.current_player() else ()


def vars_of(state: State, seat: int) -> list[object]:
    """All attributes of an observation, but for the history, which later actions may reveal."""
    seen = state.observation(seat)
    names = [name for name in seen.__slots__ if name != "history"]
    return [getattr(seen, name) for name in names]


@pytest.mark.parametrize("name", GAMES)
def test_equal_texts_mean_that_a_seat_was_shown_the_same(name: str, amount: Amount) -> None:
    """Compared are games by chance, the same deals played otherwise, and games of sampled cards."""
    game = cardrules.load(name) if "/" in name else loaded(name)
    spaces, chance, rng = Spaces(rules_of(game)), Chance(5), Random(5)
    by_text: dict[tuple[int, str], set[Shown]] = {}
    by_shown: dict[tuple[int, Shown], set[str]] = {}
    alike = 0

    def compare(episode: Episode) -> None:
        for seat in range(game.players):
            text = episode.information_state(seat)
            seen = shown(episode.state, seat, episode.chosen)
            by_text.setdefault((seat, text), set()).add(seen)
            by_shown.setdefault((seat, seen), set()).add(text)

    for number in range(amount(8, 300)):
        episode = Episode(spaces, number % 4)
        for _ in range(chance.randrange(2, 14)):
            if episode.player is None:
                break
            compare(episode)
            episode.step(chance.choice(episode.legal()))
        compare(episode)
        seat = chance.randrange(game.players)
        retelling = Retelling(episode.state, episode.beginning, seat)
        wanted = episode.information_state(seat)
        for _ in range(3):
            retold = retelling.sample(rng)
            if retold is None:
                continue
            other = Episode.retold(spaces, retold, () if seat != episode.player else episode.chosen)
            compare(other)
            alike += other.information_state(seat) == wanted and retold.state != episode.state
    assert all(len(each) == 1 for each in by_text.values())
    assert all(len(each) == 1 for each in by_shown.values())
    assert alike


def test_a_text_that_is_continued_is_the_text_that_is_written_at_once() -> None:
    for name in ("hearts", "gin_rummy_partnership"):
        spaces, chance = Spaces(rules_of(loaded(name))), Chance(1)
        episode = Episode(spaces, 2)
        texts: dict[int, str] = {}
        for _ in range(60):
            episode.step(chance.choice(episode.legal()))
            seat = chance.randrange(spaces.game.players)
            texts = {seat: episode.information_state(seat)}
        again = Episode(spaces, 2)
        for raw in episode.actions:
            for number in spaces.actions.steps(raw):
                again.step(number)
        for number in episode.chosen:
            again.step(number)
        assert {seat: again.information_state(seat) for seat in texts} == texts


def test_the_order_of_told_positions_reveals_nothing() -> None:
    """Who gets a hint about several own cards learns their positions, not which one is lower."""
    chance, told = Chance(3), 0
    for seed in range(8):
        state = loaded("hanabi").new_initial_state(seed=seed)
        for _ in range(8):
            hints = [action for action in state.legal_actions() if action.verb.startswith("hint")]
            state.apply_action(chance.choice(hints or state.legal_actions()))
        for seat in range(state.game.players):
            for entry in state.journal_for(seat):
                for event in entry.events:
                    if isinstance(event, SeenTold):
                        told += len(event.positions) > 1
                        assert list(event.positions) == sorted(event.positions)
    assert told
