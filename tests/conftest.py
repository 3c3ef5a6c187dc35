"""Settings of the whole suite: the amount of random play, and the profiles of hypothesis."""

import gc
import os
import signal
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from cardrules.interpreter.authoring import catalogue
from cardrules.interpreter.core import source
from cardrules.interpreter.syntax import parser_tables

from .kept import Kept

MANY = 1_000_000
"""After how many new objects garbage is collected; a compiled game has some 30,000."""

# Every run of `make test` tries the same examples, so that a failure belongs to the change at hand;
# `make soak` tries more of them, and new ones each time. No limits of time: machines differ.
SLOW = [HealthCheck.too_slow]
settings.register_profile("default", deadline=None, suppress_health_check=SLOW, derandomize=True, max_examples=10)
settings.register_profile("soak", deadline=None, suppress_health_check=SLOW, derandomize=False, max_examples=2000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="play the full counts, not a sample")
    parser.addoption("--browser", action="store_true", help="also run the tests in a browser")
    parser.addoption("--late", action="store_true", help="the script of a table begins late, as on a busy machine")
    parser.addoption("--changed", action="store_true", help="leave out what has passed before; see kept.py")
    parser.addoption("--all", action="store_true", help="leave nothing out, in spite of --changed")


def pytest_configure(config: pytest.Config) -> None:
    # To look at the compiled games again and again took a tenth of the time.
    gc.set_threshold(MANY, 2, 10)
    # A shell that runs the tests in the background ignores Ctrl-C, and so would every child.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which `nohup` ignores
    settings.load_profile("soak" if config.getoption("--soak") else "default")
    if config.getoption("--late"):
        os.environ["LATE_SCRIPTS"] = "1"  # workers read it, too
    if not config.getoption("--soak"):
        config.pluginmanager.register(Kept(config), "kept")
    if not hasattr(config, "workerinput"):  # once, before workers and the commands of tests need it
        parser_tables.refresh()
        source.refresh()
        catalogue.refresh()
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Else every process that a test starts would compile all modules again.
            os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache" / "bytecode")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests in a browser unless they are asked for; to import them takes a second."""
    in_browser = collection_path.name.startswith("test_browser")
    left_out = in_browser and not config.getoption("--browser")
    return True if left_out else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("sample") is not None:
            item.add_marker("soak")
    if not config.getoption("--soak"):
        items[:] = [item for item in items if _is_in_sample(item)]


def _is_in_sample(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("sample")
    return marker is None or crc32(item.name.encode()) % int(marker.args[0]) == 0


def pytest_collection_finish() -> None:
    _tidy()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if gc.get_count()[0] > MANY // 2:
        _tidy()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    gc.freeze()  # there is no use in looking for garbage at the end


def _tidy() -> None:
    """Collect garbage; what is left, above all compiled games, stays until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def amount(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """Choose how many games to play: `amount(sample, full)`."""
    soak = bool(pytestconfig.getoption("--soak"))

    def choose(sample: int, full: int) -> int:
        return full if soak else sample

    return choose
