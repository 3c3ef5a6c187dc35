"""Card games as YAML: load a ruleset, play it, search it, simulate it.

    game = cardrules.load("gin_slaughtre", players=2)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    state.returns()

All functions may be called in several threads at once, and a `Game` may be shared between them. A
state, a bot and an environment are used by one thread at a time; clones may go to other threads.

Everything public is listed in `__all__`; the rest may change without notice. The names are imported
when they are first used, so that `import cardrules` itself costs nothing.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import environments
    from .interpreter.bots.bots import make_bot
    from .interpreter.bots.exploitability import Exploitability, exploitability
    from .interpreter.bots.view import View
    from .interpreter.bots.world import World
    from .interpreter.errors import (
        BotError,
        CardrulesError,
        ColumnError,
        DeckError,
        IllegalActionError,
        NobodyError,
        OptionError,
        PileError,
        PlayerCountError,
        PositionError,
        RulesetError,
        SaveFileError,
        SeatingError,
        SetupError,
        StepBudgetError,
        WorkersLostError,
    )
    from .interpreter.game.action import Action
    from .interpreter.game.observation.view import Observation
    from .interpreter.play.game import Game, load
    from .interpreter.play.state import State
    from .interpreter.simulation.results import Result, simulate, tournament

__version__ = "0.1.0"

# An editable installation finds the package by a link (setup.py); its modules are named by their
# own files, so that tracebacks and breakpoints are.
__path__[:] = map(os.path.realpath, __path__)

__all__ = [
    "Action",
    "BotError",
    "CardrulesError",
    "ColumnError",
    "DeckError",
    "Exploitability",
    "Game",
    "IllegalActionError",
    "NobodyError",
    "Observation",
    "OptionError",
    "PileError",
    "PlayerCountError",
    "PositionError",
    "Result",
    "RulesetError",
    "SaveFileError",
    "SeatingError",
    "SetupError",
    "State",
    "StepBudgetError",
    "View",
    "WorkersLostError",
    "World",
    "__version__",
    "environments",
    "exploitability",
    "load",
    "make_bot",
    "simulate",
    "tournament",
]

# The module of `interpreter` that defines a name; those that are not listed are errors.
_MODULES = {
    "Action": "game.action",
    "Exploitability": "bots.exploitability",
    "Game": "play.game",
    "Observation": "game.observation.view",
    "Result": "simulation.results",
    "State": "play.state",
    "View": "bots.view",
    "World": "bots.world",
    "exploitability": "bots.exploitability",
    "load": "play.game",
    "make_bot": "bots.bots",
    "simulate": "simulation.results",
    "tournament": "simulation.results",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "environments":  # the import of a package sets the attribute
        return import_module(".environments", __name__)
    module = import_module(f".interpreter.{_MODULES.get(name, 'errors')}", __name__)
    value: object = getattr(module, name)
    globals()[name] = value  # from now on an ordinary attribute
    return value


def __dir__() -> list[str]:
    """List the public names, also those that are not imported yet."""
    return sorted({*globals(), *__all__})
