"""An ONNX file as a bot: what it is asked, what it chooses, and what is said of files that do not fit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules import BotError, SetupError, View, environments, make_bot
from cardrules.cli.simulation.setups import described
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

from ..loading import loaded

onnx: Any = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

FLOAT = onnx.TensorProto.FLOAT


def written(
    file: Path,
    spaces: Spaces,
    worth: Iterable[float] | None = None,
    *,
    sizes: tuple[Any, Any] | None = None,
    inputs: tuple[str, ...] = ("observation",),
    output: str = "logits",
    batch: object = "batch",
    masks: int = onnx.TensorProto.INT8,
    metadata: dict[str, str] | None = None,
) -> str:
    """Write a network that gives each number of an action a worth, whatever it observes; return its name as a bot.

    Args:
        file: where.
        spaces: the spaces of a game.
        worth: of each number; by default higher numbers are better.
        sizes: the length of an observation and the number of actions, if not those of the spaces.
        inputs: their names.
        output: its name.
        batch: of how many positions it is asked at once.
        masks: the type of a mask.
        metadata: what it says of itself.
    """
    make, (size, actions) = onnx.helper, sizes or (spaces.size, spaces.actions.size)
    values = [*worth] if worth is not None else [float(number) for number in range(spaces.actions.size)]
    constant = make.make_tensor("worth", FLOAT, [1, len(values)], values)
    nodes = [
        make.make_node("ReduceSum", ["observation"], ["sum"], keepdims=1),
        make.make_node("Mul", ["sum", "zero"], ["nothing"]),
        make.make_node("Add", ["nothing", "worth"], ["rated"]),
    ]
    if "action_mask" in inputs:  # what is masked is made worse by far
        nodes += [
            make.make_node("Cast", ["action_mask"], ["allowed"], to=FLOAT),
            make.make_node("Add", ["rated", "allowed"], [output]),
        ]
    else:
        nodes.append(make.make_node("Identity", ["rated"], [output]))
    types = {"action_mask": (masks, actions)}
    graph = make.make_graph(
        nodes,
        "policy",
        [
            make.make_tensor_value_info(name, kind, [batch, width])
            for name in inputs
            for kind, width in (types.get(name, (FLOAT, size)),)
        ],
        [make.make_tensor_value_info(output, FLOAT, [batch, actions])],
        [constant, make.make_tensor("zero", FLOAT, [1], [0.0])],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=8)
    make.set_model_props(model, metadata or {})
    onnx.save(model, str(file))
    return f"onnx:{file}"


def turn(name: str, seed: int = 1) -> View:
    """Return the view of the player who acts first."""
    state = loaded(name).new_initial_state(seed=seed)
    player = state.current_player()
    assert player is not None
    return View(state, player)


@pytest.mark.parametrize("masks", [None, onnx.TensorProto.INT8, FLOAT, onnx.TensorProto.BOOL])
def test_the_best_number_of_the_mask_is_chosen(masks: int | None, tmp_path: Path) -> None:
    """Also for each step of an action of several."""
    view = turn("hearts")
    spaces = environments.spaces(view)
    kinds: dict[str, Any] = {} if masks is None else {"inputs": ("observation", "action_mask"), "masks": masks}
    bot = make_bot(written(tmp_path / "net.onnx", spaces, metadata=spaces.metadata, **kinds))
    wanted = spaces.choose(view, lambda observation, mask: mask.nonzero()[0][-1])
    assert bot.choose(view) == wanted
    assert bot.choose(view) in view.actions()


def test_actions_are_drawn_as_likely_as_the_network_says(tmp_path: Path) -> None:
    view = turn("oh_hell")
    spaces = environments.spaces(view)
    legal: list[int] = spaces.mask(view).nonzero()[0].tolist()
    worth = [-50.0] * spaces.actions.size
    worth[legal[0]] = worth[legal[1]] = 3.0
    name = written(tmp_path / "net.onnx", spaces, worth)
    drawn = [str(make_bot(f"{name}:sample", seed).choose(view)) for seed in range(60)]
    first, second = (spaces.actions.names[number] for number in legal[:2])
    assert {*drawn} == {first, second}
    assert 15 < drawn.count(first) < 45
    assert drawn == [str(make_bot(f"{name}:sample", seed).choose(view)) for seed in range(60)]
    assert str(make_bot(name, 5).choose(view)) == first


def test_a_network_plays_where_bots_play(tmp_path: Path) -> None:
    """In a tournament, beside a learner, and it is one of the files that must not change meanwhile."""
    game = cardrules.load("leduc_poker", players=2)
    file = tmp_path / "net.onnx"
    name = written(file, environments.spaces(game), metadata=environments.spaces(game).metadata)
    tournament = Tournament(rules_of(game), [name, f"{name}:sample", "random"])
    tally = Tally()
    tournament.play_on(0, 2, tally)
    assert not report(tournament, tally)["failures"]
    assert list(described(tournament, "leduc_poker")["bot_files"]) == [str(file)]
    env = environments.gymnasium(game, others=name)
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))


def test_a_file_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    view = turn("oh_hell")
    spaces, file = environments.spaces(view), tmp_path / "net.onnx"
    names = [str(action) for action in view.actions()]
    assert str(make_bot(written(file, spaces)).choose(view)) == names[-1]
    worth = [-float(number) for number in range(spaces.actions.size)]
    written(file, spaces, worth)
    os.utime(file, (1, 1))  # a clock of coarse steps may show the same time
    assert str(make_bot(f"onnx:{file}").choose(view)) == names[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"inputs": ("observation", "state")},
            "has the inputs 'observation', 'state' and the outputs 'logits'; export",
        ),
        ({"output": "action"}, "and the outputs 'action'; export it with the input 'observation', perhaps the"),
        ({"metadata": {"cardrules": "hearts"}}, "the metadata 'cardrules' of the network .* write spaces.metadata"),
    ],
)
def test_files_that_are_no_policy_are_refused(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message):
        make_bot(written(tmp_path / "net.onnx", environments.spaces(loaded("oh_hell")), **changed))


def test_names_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.onnx").write_text("no network")
    for name, message in (
        ("onnx", "has no file: write onnx:FILE"),
        ("onnx:", "has no file: write onnx:FILE"),
        ("onnx:missing.onnx:sample", "there is no file 'missing.onnx'"),
        (f"onnx:{tmp_path / 'text.onnx'}", "cannot be loaded: "),
    ):
        with pytest.raises(SetupError, match=message):
            make_bot(name)


def test_a_network_for_another_game_is_refused(tmp_path: Path) -> None:
    view, other = turn("oh_hell"), environments.spaces("leduc_poker", players=2)
    spaces = environments.spaces(view)
    strange = {"cardrules": spaces.metadata["cardrules"].replace(spaces.mark, "0" * 16)}
    cases: list[tuple[dict[str, Any], str]] = [
        (
            {"spaces": other, "metadata": other.metadata},
            f"is for leduc_poker with 2 players: it has observations of {other.size} numbers and not {spaces.size}"
            ", and 3 actions and not 65; train one for oh_hell with 4 players",
        ),
        ({"spaces": other}, f"does not fit: it has observations of {other.size} numbers and"),
        ({"spaces": spaces, "metadata": strange}, "has observations and actions with other names; train"),
    ]
    for options, message in cases:
        bot = make_bot(written(tmp_path / "net.onnx", **options))
        with pytest.raises(SetupError, match=message):
            bot.choose(view)


def test_a_network_that_fails_is_told(tmp_path: Path) -> None:
    view = turn("oh_hell")
    spaces = environments.spaces(view)
    worth = [float("nan")] * spaces.actions.size
    for name, message in (
        (written(tmp_path / "nan.onnx", spaces, worth), "answered with what is not a number"),
        (written(tmp_path / "many.onnx", spaces, batch=2), "failed: InvalidArgument"),
    ):
        with pytest.raises(BotError, match=message):
            make_bot(name).choose(view)


def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.onnx").write_text("")
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(SetupError, match=r"needs the package onnxruntime: .*\[onnx\]"):
        make_bot(f"onnx:{tmp_path / 'other.onnx'}")
