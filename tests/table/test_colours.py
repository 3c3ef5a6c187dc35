"""Contrasts of the colours of the table, for each felt, light and dark, computed from the style sheet."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import cardrules.table

STYLES = [
    (Path(cardrules.table.__file__).parent / "static" / name).read_text("utf-8") for name in ("table.css", "cards.css")
]
FELTS = ("", "blue", "wine", "slate")
_TOKEN = re.compile(r"(--[\w-]+):\s*(light-dark\((#\w+), (#\w+)\)|#\w+)")

# What stands on what, and the least contrast (WCAG: 4.5 for text, 3 for large text and signs).
PAIRS = [
    ("--on-felt", "--felt", 4.5),
    ("--on-felt", "--felt-deep", 4.5),
    ("--on-felt", "--plate", 4.5),
    ("--on-felt-dim", "--felt", 4.5),
    ("--on-felt-dim", "--plate", 4.5),
    ("--turn", "--felt", 3),
    ("--turn", "--plate", 3),
    ("--hint", "--felt", 3),
    ("--on-turn", "--turn", 4.5),
    ("--ink", "--surface", 4.5),
    ("--ink", "--paper", 4.5),
    ("--dim", "--surface", 4.5),
    ("--dim", "--paper", 4.5),
    ("--on-main", "--main", 4.5),
    ("--mark", "--surface", 4.5),
    ("--warn", "--surface", 4.5),
    ("--good", "--surface", 4.5),
    ("--hearts", "--face", 4.5),
    ("--spades", "--face", 4.5),
]


def tokens(felt: str, *, dark: bool) -> dict[str, str]:
    """Return the colours by name."""
    found: dict[str, str] = {}
    for style in STYLES:
        blocks = [re.search(r":root \{(.*?)\}", style, re.DOTALL)]
        blocks += [re.search(rf"\.felt-{felt} \{{(.*?)\}}", style, re.DOTALL)] if felt else []
        for block in filter(None, blocks):
            for name, value, light, night in _TOKEN.findall(block[1]):
                found[name] = (night if dark else light) or value
    return found


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("felt", "dark"), list(product(FELTS, (False, True))))
def test_what_is_written_can_be_read(felt: str, dark: bool) -> None:
    found = tokens(felt, dark=dark)
    low: list[str] = []
    for above, below, least in PAIRS:
        one, other = sorted((luminance(found[above]), luminance(found[below])))
        contrast = (other + 0.05) / (one + 0.05)
        if contrast < least:
            low.append(f"{above} on {below}: {contrast:.1f}")
    assert not low


def test_each_felt_has_its_colours() -> None:
    assert len({(tokens(felt, dark=dark)["--felt"]) for felt in FELTS for dark in (False, True)}) == 2 * len(FELTS)
