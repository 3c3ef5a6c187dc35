"""Writing down the decisions of games: a row for each number that a player chooses.

A row has what the player knows, the number and its mask, and what the seat got at the end of the game.
`Recording` writes rows as Arrow data in the process that plays; `dataset.py` puts them together in a file.
`docs/simulation.md` describes the columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from ..interpreter.errors import SetupError
from ..interpreter.installing import how_to_install
from .episode import Episode
from .game_spaces import Spaces

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw

Told: TypeAlias = Literal["arrays", "texts"]
"""How a row says what the player knows: an observation, or an information state."""

_SEEDS: Final = range(-(1 << 63), 1 << 63)
_AT_ONCE: Final = 256  # so many rows are compressed together, so that a long game needs little memory


def arrow(name: str = "pyarrow") -> Any:
    """Return a module of pyarrow.

    Raises:
        SetupError: pyarrow is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise SetupError(f"a data set needs the library pyarrow: {how_to_install('data')}") from None


def schema(spaces: Spaces, told: Told) -> Any:
    """Return the columns of a data set with their types.

    Args:
        spaces: the spaces of the game.
        told: how a row says what the player knows.

    Raises:
        SetupError: pyarrow is not installed.
    """
    pa = arrow()
    known = ("observation", pa.list_(pa.float32(), spaces.size))
    if told == "texts":
        known = ("information_state", pa.string())
    columns = (
        ("game", pa.int64()),
        ("seed", pa.int64()),
        ("deal", pa.int32()),
        ("decision", pa.int32()),
        ("step", pa.int16()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        known,
        ("mask", pa.list_(pa.int8(), spaces.actions.size)),
        ("action", pa.int32()),
        ("action_text", pa.string()),
        ("return", pa.float64()),
    )
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns])


class Recording:
    """Writes down the decisions of the games of a simulation, as its `Scribe`.

    Attributes:
        spaces: the spaces of the game.
        players: the name of the bot at each seat.
        told: how a row says what the player knows.
    """

    def __init__(self, spaces: Spaces, players: Sequence[str], told: Told) -> None:
        """Write nothing yet.

        Args:
            spaces: the spaces of the game.
            players: the name of the bot at each seat.
            told: how a row says what the player knows.

        Raises:
            SetupError: pyarrow is not installed.
        """
        self.spaces = spaces
        self.players = tuple(players)
        self.told: Told = told
        self._schema = schema(spaces, told)
        self._begin_stream()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what is to be written, and nothing that was."""
        return Recording, (self.spaces, self.players, self.told)

    def begin(self, number: int, seed: int) -> None:
        """Begin a game.

        Args:
            number: which game of the simulation, from 0.
            seed: its seed.

        Raises:
            SetupError: the seed has more than 64 bits.
        """
        if seed not in _SEEDS:
            raise SetupError(f"a data set has room for seeds of 64 bits, and {seed} has more")
        self._game = number, seed
        self._episode = Episode(self.spaces, seed)
        self._decisions = 0
        self._rows: list[tuple[Any, ...]] = []
        self._packed: list[Any] = []

    def choose(self, raw: Raw) -> None:
        """Write down what the player who acts has chosen, and do it."""
        episode, spaces = self._episode, self.spaces
        seat = episode.player
        assert seat is not None
        text, deal = spaces.game.notation.text(raw), episode.deal
        steps = spaces.actions.steps(raw)
        for step, number in enumerate(steps):
            known = episode.observe(seat) if self.told == "arrays" else episode.information_state(seat)
            place = (*self._game, deal, self._decisions, step, seat, self.players[seat])
            self._rows.append((*place, known, episode.mask(), number, text))
            if len(self._rows) == _AT_ONCE:
                self._packed.append(self._pack())
            if step < len(steps) - 1:
                episode.step(number)
        episode.apply(raw)
        self._decisions += 1

    def end(self) -> None:
        """End the game: what each seat got is known now."""
        pa, returns = arrow(), np.array(self._episode.returns(), np.float64)
        if self._rows:
            self._packed.append(self._pack())
        for packed in self._packed:
            with pa.ipc.open_stream(packed) as stream:
                for batch in stream:
                    got = returns[batch.column("seat").to_numpy()]
                    self._stream.write_batch(
                        pa.RecordBatch.from_arrays([*batch.columns, pa.array(got)], schema=self._schema)
                    )

    def taken(self) -> bytes:
        """Return the rows of all games since this was last called, as a stream of Arrow."""
        self._stream.close()
        found = self._target.getvalue().to_pybytes()
        self._begin_stream()
        return found

    def _begin_stream(self) -> None:
        pa = arrow()
        self._target = pa.BufferOutputStream()
        self._stream = pa.ipc.new_stream(self._target, self._schema, options=_compressed())

    def _pack(self) -> Any:
        """Return the rows so far as compressed data, and forget them; what the seats got is not known yet."""
        pa = arrow()
        fields = list(self._schema)[:-1]
        values = zip(*self._rows, strict=True)
        columns = [_column(field.type, each) for field, each in zip(fields, values, strict=True)]
        self._rows = []
        target = pa.BufferOutputStream()
        batch = pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))
        with pa.ipc.new_stream(target, batch.schema, options=_compressed()) as stream:
            stream.write_batch(batch)
        return target.getvalue()


def _compressed() -> Any:
    return arrow().ipc.IpcWriteOptions(compression="zstd")


def _column(kind: Any, values: Sequence[Any]) -> Any:
    """Return the values of a column; those of a list are arrays of numpy."""
    pa = arrow()
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(values, kind)
    flat = pa.array(np.concatenate(values))
    return pa.FixedSizeListArray.from_arrays(flat, type=kind)
