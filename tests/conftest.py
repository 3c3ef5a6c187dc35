"""Settings of the whole suite: the amount of random play, and the profiles of hypothesis."""

import gc
import os
import signal
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from cardrules.interpreter.syntax import parser_tables

# Every run of `make test` tries the same examples, so that a failure belongs to the change at hand;
# `make soak` tries more of them, and new ones each time. No limits of time: machines differ.
SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "default", deadline=None, suppress_health_check=SLOW, derandomize=True, max_examples=50
)
settings.register_profile(
    "soak", deadline=None, suppress_health_check=SLOW, derandomize=False, max_examples=2000
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="play the full counts, not a sample")
    parser.addoption("--browser", action="store_true", help="also run the tests in a browser")


def pytest_configure(config: pytest.Config) -> None:
    # To compile makes many objects and few cycles. Old objects are looked at as often as in the
    # command line, because whole games are in cycles.
    gc.set_threshold(500_000, 2, 10)
    # A shell that runs the tests in the background ignores Ctrl-C, and so would every child.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which `nohup` ignores
    settings.load_profile("soak" if config.getoption("--soak") else "default")
    if not hasattr(config, "workerinput"):  # once, before workers and the commands of tests need it
        parser_tables.refresh()
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Else every process that a test starts would compile all modules again.
            os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache" / "bytecode")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--browser"):
        items[:] = [item for item in items if item.get_closest_marker("browser") is None]


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # what is there by now stays until the end


@pytest.fixture(scope="session")
def amount(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """Choose how many games to play: `amount(sample, full)`."""
    soak = bool(pytestconfig.getoption("--soak"))

    def choose(sample: int, full: int) -> int:
        return full if soak else sample

    return choose
