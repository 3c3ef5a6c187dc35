"""What tests of several environments share."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["native", "python"])
def engine(request: pytest.FixtureRequest) -> str:
    """The engine that plays; each test runs with both."""
    if request.param == "native":
        pytest.importorskip("wasmtime")
    return request.param
