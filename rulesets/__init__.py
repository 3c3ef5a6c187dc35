"""The games that come with cardrules: one YAML file each, addressed by its bare name."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def bundled() -> list[str]:
    """Return the names of the bundled rulesets, in alphabetical order.

    >>> "gin_slaughtre" in bundled()
    True
    """
    return sorted(file.stem for file in _FOLDER.glob("*.yaml"))


def path(name: str) -> Path | None:
    """Return the file of a bundled ruleset.

    Args:
        name: A bare name, without folder and ending.

    Returns:
        The file, or None where no bundled ruleset has that name; anything that could lead out of
        the folder is no name.

    >>> file = path("gin_slaughtre")
    >>> file.name if file else None
    'gin_slaughtre.yaml'
    >>> path("../rulesets/gin_slaughtre") is None
    True
    """
    return _FOLDER / f"{name}.yaml" if name in bundled() else None
