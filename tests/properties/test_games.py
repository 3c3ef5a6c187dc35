"""Properties of every game, tested on random games of every ruleset."""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import rulesets
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded
from ..positions import in_both_builds

Amount = Callable[[int, int], int]
Share = Callable[[int, int], range]


@pytest.fixture(scope="session")
def longest(amount: Amount) -> int:
    """After how many decisions a game is given up; test_matches.py plays to the end."""
    return amount(60, 600)


def playing(game: cardrules.Game, seed: int, longest: int) -> Iterator[cardrules.State]:
    """Play a game at random; the state is yielded before each decision and at the end."""
    state = game.new_initial_state(seed=seed)
    chance = Random(seed)
    for _ in range(longest):
        yield state
        if state.is_terminal():
            return
        state.apply_raw(chance.choice(state.raw_legal_actions()))
    yield state


def played(game: cardrules.Game, seed: int, longest: int) -> cardrules.State:
    *_, state = playing(game, seed, longest)
    return state


@pytest.mark.sample(3)
def test_cards_are_conserved_and_games_can_be_replayed_and_resumed(
    game: cardrules.Game, share: Share, longest: int
) -> None:
    for seed in share(60, 1000):
        stop = Random(~seed).randrange(longest)
        saved = ""
        state = game.new_initial_state(seed=seed)
        for number, now in enumerate(playing(game, seed, longest)):
            rules_of(game).check_position(now.position)
            state = now
            if number <= stop:
                saved = now.to_json() if number == stop or now.is_terminal() else saved
        actions = [step.raw for step in state.steps()]
        again = game.new_initial_state(seed=seed)
        for raw in actions:
            again.apply_raw(raw)
        assert again == state
        if saved:
            resumed = game.state_from_json(saved)
            middle = len(resumed.steps())
            assert resumed.to_json() == saved
            for raw in actions[middle:]:
                resumed.apply_raw(raw)
            assert resumed == state
            for seat in range(game.players):
                assert resumed.observation(seat) == state.observation(seat)


@pytest.mark.soak
def test_games_are_replayed_from_the_texts_of_their_actions(game: cardrules.Game, share: Share, longest: int) -> None:
    for seed in share(25, 500):
        state = played(game, seed, longest)
        again = game.new_initial_state(seed=seed)
        for action in state.history():
            again.apply_action(str(action))
        assert again == state
        assert again.scores() == state.scores()
        assert again.returns() == state.returns()


@pytest.mark.sample(2)
def test_both_builds_play_the_same_game(game: cardrules.Game, share: Share, longest: int) -> None:
    for seed in share(60, 1000):
        bare = initial_position(rules_of(game), rules_of(game).bare, seed)
        rules_of(game).bare.advance(bare, START_OF_DEAL)
        before: cardrules.State | None = None
        for state in playing(game, seed, longest):
            if before is not None and state.last is not None:
                rules_of(game).bare.play(bare, state.last.raw)
            before = state
            pile = rules_of(game).bare.unshuffled
            assert in_both_builds(bare, pile) == in_both_builds(state.position, pile)
            assert bare.know is None
            if not state.is_terminal():
                assert rules_of(game).bare.legal[bare.pc](bare) == state.raw_legal_actions()


@pytest.mark.sample(5)
def test_random_play_without_lists_is_that_with_them(game: cardrules.Game, share: Share, longest: int) -> None:
    machine = rules_of(game).bare
    for seed in share(120, 2000):
        listed, played = (
            initial_position(rules_of(game), machine, seed),
            initial_position(rules_of(game), machine, seed),
        )
        machine.advance(listed, START_OF_DEAL)
        draw, decisions = Random(seed).random, 0
        while listed.pc >= 0 and decisions < 4 * longest:
            actions = machine.legal[listed.pc](listed)
            machine.play(listed, actions[int(draw() * len(actions))])
            decisions += 1
        draw = Random(seed).random
        assert machine.playout(played, draw, START_OF_DEAL, 4 * longest) == decisions
        assert position_data(played) == position_data(listed)


@pytest.mark.soak
def test_a_clone_is_independent(game: cardrules.Game, share: Share, longest: int) -> None:
    for seed in share(25, 500):
        chance = Random(seed)
        for state in playing(game, seed, longest):
            if state.is_terminal() or chance.random() > 0.1:
                continue
            copy = state.clone()
            assert copy == state
            frozen = position_data(state.position)
            for _ in range(5):
                if not copy.is_terminal():
                    copy.apply_raw(chance.choice(copy.raw_legal_actions()))
            assert position_data(state.position) == frozen
            assert copy != state
            other = state.position.clone()
            assert position_data(other) == frozen
            for slot, value in ((s, getattr(state.position, s)) for s in frozen):
                assert not isinstance(value, list) or getattr(other, slot) is not value


@pytest.mark.sample(2)
def test_undo_restores_exactly_or_is_refused(game: cardrules.Game, share: Share, longest: int) -> None:
    undone = refused = 0
    for seed in share(25, 1000):
        chance = Random(seed)
        for state in playing(game, seed, longest):
            if state.is_terminal() or (undone + refused and chance.random() > 0.3):
                continue
            trial = state.clone()
            views = [state.observation(seat) for seat in range(game.players)]
            trial.apply_raw(chance.choice(state.raw_legal_actions()))
            if trial.can_undo():
                trial.undo()
                undone += 1
                assert trial == state
                assert [trial.observation(seat) for seat in range(game.players)] == views
                assert trial.legal_actions() == state.legal_actions()
            else:
                refused += 1
                after = position_data(trial.position)
                with pytest.raises(cardrules.IllegalActionError, match="cannot be taken back"):
                    trial.undo()
                assert position_data(trial.position) == after
    assert undone + refused


@pytest.mark.sample(5)
def test_undo_is_refused_when_a_face_turns_up(game: cardrules.Game, share: Share, longest: int) -> None:
    """A seat that sees more of one face than before has learnt something."""

    def faces(view: object) -> Iterator[str]:
        if isinstance(view, str):
            yield view
        elif isinstance(view, tuple):
            for item in view:  # pyright: ignore[reportUnknownVariableType]
                yield from faces(item)  # pyright: ignore[reportUnknownArgumentType]

    def known(state: cardrules.State, seat: int) -> dict[str, int]:
        view = state.observation(seat)
        found: dict[str, int] = {}
        others = [table.zones for n, table in enumerate(view.tables, 1) if n != view.table]
        for zones in (view.zones, view.located, *others):
            for face in faces(tuple(zones.values())):
                found[face] = found.get(face, 0) + 1
        found.pop("??", None)
        return found

    for seed in share(25, 500):
        before: list[dict[str, int]] = []
        for state in playing(game, seed, min(longest, 200)):
            now = [known(state, seat) for seat in range(game.players)]
            if before and any(
                count > then.get(face, 0)
                for then, seen in zip(before, now, strict=True)
                for face, count in seen.items()
            ):
                assert not state.can_undo()
            before = now


@pytest.mark.soak
def test_legal_actions_are_unique_and_their_texts_lead_back(game: cardrules.Game, share: Share, longest: int) -> None:
    for seed in share(25, 500):
        chance = Random(seed)
        for state in playing(game, seed, longest):
            actions = state.legal_actions()
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert len({action.raw for action in actions}) == len(actions)
            for action in actions:
                assert rules_of(game).notation.normal(action.text) == action.text
                assert rules_of(game).notation.normal(action.text.lower()) == action.text
            if actions:
                action = chance.choice(actions)
                assert state.find(action.text) == state.find(action) == action.raw


@pytest.mark.sample(3)
def test_the_repr_of_a_game_makes_it_again_and_that_of_a_state_is_a_line(
    game: cardrules.Game, share: Share, longest: int
) -> None:
    for seed in share(5, 250):
        state = played(game, seed, Random(seed).randrange(longest))
        assert re.fullmatch(rf"<State of {rules_of(game).program.id}: seed {seed}, .{{10,200}}>", repr(state))
    assert eval(repr(game), {"cardrules": cardrules}).settings() == game.settings()


@given(data=st.data())
def test_any_line_of_play_can_be_saved_and_taken_up(data: st.DataObject) -> None:
    game = loaded("gin_slaughtre")
    state = game.new_initial_state(seed=data.draw(st.integers(0, 2**64)))
    for _ in range(data.draw(st.integers(0, 30))):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply_action(data.draw(st.sampled_from(legal)))
        rules_of(game).check_position(state.position)
    assert game.state_from_json(state.to_json()) == state


@given(text=st.text(max_size=40))
def test_any_text_is_a_legal_action_or_refused_in_one_sentence(text: str) -> None:
    state = loaded("gin_slaughtre").new_initial_state(seed=3)
    before = position_data(state.position)
    refusal: str | None = None
    try:
        state.apply_action(text)
    except cardrules.IllegalActionError as error:
        refusal = str(error)
    if refusal is not None:
        assert refusal
        assert position_data(state.position) == before


def digest(games: Iterable[cardrules.Game], seeds: int, longest: int) -> str:
    """Return a number for all that can be seen of some random games."""
    digest = hashlib.sha256()
    for game in games:
        for seed in range(seeds):
            state, chance = game.new_initial_state(seed=seed), Random(seed)
            for _ in range(longest):
                if state.is_terminal():
                    break
                actions = state.legal_actions()
                digest.update(" ".join(map(str, actions)).encode())
                state.apply_action(chance.choice(actions))
            digest.update(state.to_json().encode())
            digest.update(str(state.observation(0)).encode())
    return digest.hexdigest()


PLAY = """
import hashlib, sys
from collections.abc import Iterable
from random import Random
import cardrules
from cardrules import rulesets
DIGEST
every, *amounts = map(int, sys.argv[1:])
print(digest(map(cardrules.load, rulesets.bundled()[::every]), *amounts))
"""


@pytest.mark.soak
def test_a_seed_gives_the_same_games_whatever_the_hash_seed(
    amount: Callable[[int, int], int],
) -> None:
    """This process has another hash seed than those that it starts."""
    every, seeds, longest = amount(4, 1), amount(1, 10), amount(100, 200)
    play = PLAY.replace("DIGEST", inspect.getsource(digest))
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", play, str(every), str(seeds), str(longest)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("4711", "0", "1")[: amount(1, 3)]
    ]
    here = digest(map(loaded, rulesets.bundled()[::every]), seeds, longest)
    results = [run.communicate()[0].strip() for run in runs]
    assert all(run.returncode == 0 for run in runs)
    assert set(results) == {here}
