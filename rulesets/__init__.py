"""Rulesets by their bare names: those that come with cardrules, and those of one's own folders.

The environment variable CARDRULES_PATH names folders, with the system's separator between them.
Every file *.yaml in one of them is known by its bare name, beside the bundled games.
"""

import os
from pathlib import Path

_FOLDER = Path(__file__).parent
VARIABLE = "CARDRULES_PATH"


def bundled() -> list[str]:
    """Return the names of the bundled rulesets, in alphabetical order.

    >>> "gin_slaughtre" in bundled()
    True
    """
    return _names(_FOLDER)


def known() -> list[str]:
    """Return all names: those of the bundled rulesets, and of those on the search path."""
    return sorted({name for folder in (_FOLDER, *folders()) for name in _names(folder)})


def folders() -> list[Path]:
    """Return the folders of the search path; those that do not exist are left out."""
    texts = os.environ.get(VARIABLE, "").split(os.pathsep)
    paths = dict.fromkeys(Path(text).expanduser() for text in texts if text.strip())
    return [path for path in paths if path.is_dir()]


def path(name: str) -> Path | None:
    """Return the file of a ruleset that has a bare name.

    Args:
        name: A bare name, without folder and ending.

    Returns:
        The file, or None where nothing has that name; anything that could lead out of a folder is
        no name. A bundled ruleset comes before others; `places` tells of them.

    >>> file = path("gin_slaughtre")
    >>> file.name if file else None
    'gin_slaughtre.yaml'
    >>> path("../rulesets/gin_slaughtre") is None
    True
    """
    return next(iter(places(name)), None)


def places(name: str) -> list[Path]:
    """Return every file that a bare name could mean; more than one is a mistake."""
    found = [folder / f"{name}.yaml" for folder in (_FOLDER, *folders()) if name in _names(folder)]
    return list({file.resolve(): file for file in found}.values())


def _names(folder: Path) -> list[str]:
    return sorted(file.stem for file in folder.glob("*.yaml"))
