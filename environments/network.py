"""A trained network as a bot: `onnx:FILE` takes the best action of an ONNX file, `onnx:FILE:sample` draws one.

The file has the input `observation`, perhaps the input `action_mask`, and the output `logits`, each
with a row for each position. Its metadata may say for which spaces it was made (`Spaces.metadata`).
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ..interpreter.bots.own_bots import told
from ..interpreter.bots.view import choices
from ..interpreter.diagnostics import brief
from ..interpreter.errors import BotError, SetupError
from ..interpreter.shared import shared
from .game_spaces import METADATA, spaces_of

if TYPE_CHECKING:
    from ..interpreter.bots.assessment import Assessment
    from ..interpreter.bots.view import Progress, View
    from ..interpreter.game.action import Action
    from ..interpreter.runtime.chance import Random
    from .choice import Mask
    from .game_spaces import Spaces
    from .observations import Array

OBSERVATION: Final = "observation"
MASK: Final = "action_mask"
LOGITS: Final = "logits"

_ERRORS_ONLY: Final = 3  # of what onnxruntime logs
_NUMBERS: Final = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(bool)": np.bool_,
    "tensor(int8)": np.int8,
    "tensor(uint8)": np.uint8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
}
"""What a mask can be made of."""


@dataclass(frozen=True, slots=True)
class Network:
    """A file of a network that was read.

    Attributes:
        file: its path.
        session: what runs it.
        mask: of what numbers its mask is made; None if it has none.
        sizes: the length of an observation, and the number of actions; None for any.
        made_for: what its metadata tells; None without.
        state: the time and the size of the file when it was read.
    """

    file: str
    session: Any
    mask: type[np.generic] | None
    sizes: tuple[int | None, int | None]
    made_for: dict[str, Any] | None
    state: tuple[int, int]

    def check(self, spaces: Spaces) -> None:
        """Check that the network is for these spaces.

        Raises:
            SetupError: it is not.
        """
        made = self.made_for or {}
        size, actions = (made.get("observation"), made.get("actions")) if made else self.sizes
        wrong: list[str] = []
        if size not in (None, spaces.size):
            wrong.append(f"observations of {size} numbers and not {spaces.size}")
        if actions not in (None, spaces.actions.size):
            wrong.append(f"{actions} actions and not {spaces.actions.size}")
        if not wrong and made.get("names") not in (None, spaces.mark):
            wrong.append("observations and actions with other names")
        if wrong:
            of = f"is for {made.get('game')} with {made.get('players')} players: it" if made else "does not fit: it"
            game = spaces.game
            raise SetupError(
                f"the network '{self.file}' {of} has {', and '.join(wrong)}; train one for {game.program.id} with "
                f"{game.players} players and these options"
            )

    def logits(self, observation: Array, mask: Mask) -> NDArray[np.float64]:
        """Return what the network gives each number of an action."""
        given: dict[str, Any] = {OBSERVATION: observation[None]}
        if self.mask is not None:
            given[MASK] = mask[None].astype(self.mask)
        found = np.asarray(self.session.run([LOGITS], given)[0], np.float64)
        if found.shape != (1, len(mask)):
            raise ValueError(f"its logits have the shape {found.shape} and not (1, {len(mask)})")
        return found[0]


def _state(file: str) -> tuple[int, int]:
    """Return by what one sees that a file has changed."""
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size


def _unchanged(network: Network) -> bool:
    return Path(network.file).is_file() and network.state == _state(network.file)


@shared(most=16, holds=_unchanged)
def _network(file: str) -> Network:
    """Return the network of a file; it is read again if the file has changed.

    Raises:
        SetupError: there is no such file, it is not such a network, or onnxruntime is missing.
    """
    if not Path(file).is_file():
        raise SetupError(f"the network cannot be loaded: there is no file '{file}'")
    runtime: Any = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.log_severity_level = _ERRORS_ONLY
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # games are played in several processes
    state = _state(file)
    try:
        session = runtime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise SetupError(f"the network '{file}' cannot be loaded: {told(error)}") from error
    inputs = {each.name: each for each in session.get_inputs()}
    outputs = {each.name: each for each in session.get_outputs()}
    if OBSERVATION not in inputs or not inputs.keys() <= {OBSERVATION, MASK} or LOGITS not in outputs:
        raise SetupError(
            f"the network '{file}' has the inputs {_listed(inputs)} and the outputs {_listed(outputs)}; "
            f"export it with the input '{OBSERVATION}', perhaps the input '{MASK}', and the output '{LOGITS}'"
        )
    if inputs[OBSERVATION].type != "tensor(float)":
        kind = inputs[OBSERVATION].type
        raise SetupError(f"the network '{file}' takes observations of {kind}; export it for 32-bit floats")
    mask = _NUMBERS.get(inputs[MASK].type) if MASK in inputs else None
    if MASK in inputs and mask is None:
        raise SetupError(f"the network '{file}' takes masks of {inputs[MASK].type}; export it for 8-bit integers")
    sizes = _width(inputs[OBSERVATION]), _width(outputs[LOGITS])
    return Network(file, session, mask, sizes, _made_for(file, session), state)


def _listed(names: dict[str, Any]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _width(array: Any) -> int | None:
    """Return the length of a row; None if the file leaves it open."""
    width = array.shape[-1] if array.shape else None
    return width if isinstance(width, int) else None


def _made_for(file: str, session: Any) -> dict[str, Any] | None:
    """Return for which spaces a network was made; None if the file does not say.

    Raises:
        SetupError: what it says cannot be read.
    """
    text = session.get_modelmeta().custom_metadata_map.get(METADATA)
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise SetupError(f"the metadata '{METADATA}' of the network '{file}' is {brief(text)}; write spaces.metadata")
    return cast("dict[str, Any]", found)


class NetworkBot:
    """A bot that asks a network.

    Attributes:
        progress: Not called, because a network answers at once.
        assessment: None.
    """

    def __init__(self, file: str, seed: int, *, sampled: bool) -> None:
        """Load a network.

        Args:
            file: its file.
            seed: the seed of random numbers.
            sampled: whether actions are drawn, each as likely as the network says; otherwise the
                best one is taken.

        Raises:
            SetupError: it cannot be used.
        """
        self._network = _network(str(Path(file).expanduser()))
        self._seed = seed
        self._sampled = sampled
        self._fits: Spaces | None = None
        self.progress: Progress | None = None
        self.assessment: Assessment | None = None

    def choose(self, view: View) -> Action:
        """Return the choice of the network.

        Raises:
            BotError: the network failed.
            SetupError: it is for another game, or the seat is not to act.
        """
        legal = choices(view)
        spaces = spaces_of(view)
        if self._fits is not spaces:
            self._network.check(spaces)
            self._fits = spaces
        if len(legal) == 1:
            return legal[0]
        rng = view.fast_rng(self._seed)
        return spaces.choose(view, lambda observation, mask: self._number(observation, mask, rng))

    def _number(self, observation: Array, mask: Mask, rng: Random) -> int:
        """Return a number of the mask."""
        numbers = np.flatnonzero(mask)
        if len(numbers) == 1:
            return int(numbers[0])
        try:
            logits = self._network.logits(observation, mask)[numbers]
        except Exception as error:
            raise BotError(f"the network '{self._network.file}' failed: {told(error)}") from error
        if np.isnan(logits).any():
            raise BotError(f"the network '{self._network.file}' answered with what is not a number")
        if not self._sampled:
            return int(numbers[logits.argmax()])
        sums = np.exp(logits - logits.max()).cumsum()
        luck = rng.below(1 << 53) / (1 << 53)
        return int(numbers[min(sums.searchsorted(luck * sums[-1], side="right"), len(numbers) - 1)])
