"""The table in a frame of somebody else's page, as a panel of an editor shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Page  # noqa: E402

from .browsing import Host, Server, browser, pages  # noqa: E402

__all__ = ["browser", "pages"]


def test_a_frame_of_another_site(pages: Callable[..., Page], tmp_path: Path) -> None:
    server = Server(tmp_path, ("gin_slaughtre",), embedded=True)
    server.start()
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text(f'<iframe src="{server.address}" width="900" height="700"></iframe>', "utf-8")
    host = Host(site)  # at 127.0.0.1, which is another site than localhost
    page = pages()
    page.goto(host.address)
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Play Gin Slaughtre now").click()
    frame.locator("#board[data-live] form").wait_for()
    page.reload()
    frame.get_by_role("link", name="Go on with Gin Slaughtre").click()  # the frame has kept the cookie
    frame.locator("#board[data-live] form").wait_for()
    host.stop()
    server.stop()
