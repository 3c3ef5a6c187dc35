"""The bundled games by ids of Gymnasium, such as `cardrules/Hearts-v1`.

Importing this module registers them; nothing of a game is read before it is made.
"""

from __future__ import annotations

from typing import Final

from gymnasium import register, registry  # pyright: ignore[reportUnknownVariableType]

from ..rulesets import bundled

VERSION: Final = 1
"""The version of all ids. It rises when what an agent is told, may do or is rewarded for changes."""

IDS: Final = {f"cardrules/{''.join(map(str.capitalize, name.split('_')))}-v{VERSION}": name for name in bundled()}
"""The bare names of the games by their ids."""

for _id, _name in IDS.items():
    if _id not in registry:
        register(_id, entry_point="cardrules.environments:gymnasium", kwargs={"ruleset": _name})
