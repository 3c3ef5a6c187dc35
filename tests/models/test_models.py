"""Random games of the bundled rulesets are played by models that do not know the rulesets.

Kinds of mistake: a rule that the author of a ruleset misread, and tested as misread.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .pairs import PAIRS
from .side_by_side import differences


@pytest.mark.soak
@pytest.mark.parametrize("name", PAIRS)
def test_ruleset_and_model_agree(name: str, amount: Callable[[int, int], int]) -> None:
    decisions, found = differences(PAIRS[name], amount(5, 500))
    assert found == []
    assert decisions
