"""How an extra of cardrules is installed, in the way in which cardrules was installed itself."""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra, such as `fast`.

    Pipx and `uv tool` keep cardrules in a place of its own, where `pip` installs nothing; they
    leave a file there by which they are known.
    """
    prefix = Path(sys.prefix)
    url, checkout = _origin()
    if (prefix / "pipx_metadata.json").exists():
        tool = "pipx install --force"
    elif (prefix / "uv-receipt.toml").exists():
        tool = "uv tool install --force"
    elif checkout or not url:
        return f"{_pip(prefix)} '.[{extra}]' in a checkout of cardrules"
    else:
        tool = _pip(prefix)
    where = "" if not url or checkout else f" @ {url}"
    return f"{tool} '{checkout or 'cardrules'}[{extra}]{where}'"


def _pip(prefix: Path) -> str:
    """Return the installer of an environment: those that uv makes have no pip."""
    settings = prefix / "pyvenv.cfg"
    made_by_uv = settings.exists() and "\nuv = " in f"\n{settings.read_text(encoding='utf-8')}"
    return "uv pip install" if made_by_uv else "pip install"


def _origin() -> tuple[str, str]:
    """Return the address that cardrules was installed from, and its folder if that is a checkout.

    Both are empty if it came from an index of packages, or if that is not known.
    """
    try:
        text = distribution("cardrules").read_text("direct_url.json")
    except PackageNotFoundError:
        return "", ""
    found: Any = json.loads(text) if text else {}
    data = cast("dict[str, Any]", found)
    url = str(data.get("url", ""))
    if "dir_info" in data:
        return url, unquote(urlsplit(url).path)
    kind = data.get("vcs_info", {}).get("vcs")
    return f"{kind}+{url}" if kind else url, ""
