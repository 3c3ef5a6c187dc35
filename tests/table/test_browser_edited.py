"""`cardrules dev --table`: an open page follows the rules as they are saved.

Kinds of mistake: a page that does not hear of a save; one that a broken file stops; a scenario that cannot be had.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Page  # noqa: E402

from .browsing import LONG, Server, begin, browser, pages  # noqa: E402
from .test_changed_rules import BROKEN, RULES, UNFIT  # noqa: E402

__all__ = ["browser", "pages"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "layers.yaml"
    found.write_text(RULES, "utf-8")
    return found


@pytest.fixture
def developing(file: Path) -> Iterator[Server]:
    """The server of `cardrules dev --table`."""
    main = "from cardrules.cli.entry import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", main, "dev", str(file), "--table"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    found = next(filter(None, (re.search(r"http://\S+/", line) for line in process.stdout)))
    yield Server(file.parent, address=found[0])
    process.send_signal(signal.SIGTERM)
    process.wait(LONG / 1000)


def test_an_open_table_follows_the_rules(developing: Server, pages: Callable[..., Page], file: Path) -> None:
    page = pages(reduced_motion="reduce")
    begin(page, developing, "Layers")
    page.locator(".choice.mine").wait_for()
    notice = page.locator(".notice")
    file.write_text(BROKEN, "utf-8")
    notice.get_by_text("The game stays under the rules as they were.").wait_for()
    assert "'crad'" in notice.inner_text()
    file.write_text(RULES.replace("name: Layers", "name: Sediments"), "utf-8")
    page.locator(".title", has_text="Sediments").wait_for()  # the page was loaded again
    notice.get_by_text("The game goes on").wait_for()
    file.write_text(UNFIT, "utf-8")
    page.locator(".title", has_text="Layers").wait_for()
    notice.get_by_text(re.compile("at its beginning")).wait_for()
