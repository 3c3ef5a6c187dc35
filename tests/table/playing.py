"""A person at a table who knows no game: plays to the end by touching what the page offers.

A touch is a click of the mouse or a tap of a finger at a place where the thing can be seen. Each must lead
somewhere: a move that is offered and then refused, a turn with nothing to touch, a thing that lies under
another one and a touch that changes nothing are faults of the table, and end the game with their sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from playwright.sync_api import Page, Position

PERSON: Final = Path(__file__).parent / "person.js"
"""What the page is asked; for `add_init_script`."""

MOST: Final = 4000  # touches in a game
LONGEST: Final = 120_000  # milliseconds until a touch has led somewhere
SHIFT: Final = 0.02  # how much may move while one decides
DOUBLE: Final = 0.8, 50  # seconds and pixels between two touches that could be taken for a double click
EARLY: Final = 8  # decisions after which it is the middle of a game

# How often a kind of thing is touched, if the page offers it.
WEIGHTS: Final = {"button": 6, "pile": 4, "card": 4, "picked": 1, "step": 1, "range": 1, "field": 1}
SLIDERS: Final = ("step", "range", "field")


class Fault(AssertionError):
    """Something on the page that leads a person nowhere."""


@dataclass
class Played:
    """What was done in a game: how often each kind of thing was touched, the decisions, and the last touch."""

    touches: Counter[str] = field(default_factory=Counter[str])
    decisions: int = 0
    last: tuple[float, float, float] = (0, 0, 0)


def play_by_touch(
    page: Page,
    *,
    seed: int = 1,
    finger: bool = False,
    most: int = MOST,
    seen: Callable[[str], None] = lambda _: None,
) -> Played:
    """Play until the game is over.

    Args:
        page: a table that is open.
        seed: of what is chosen.
        finger: whether to tap in place of clicking.
        most: stop after so many touches.
        seen: called at the `opening`, in the `middle`, at the first `summary` and at the `end`.

    Raises:
        Fault: something leads nowhere.
    """
    rng, played, moment = Random(seed), Played(), ""
    moments: set[str] = set()

    def once(name: str) -> None:
        if name not in moments:
            moments.add(name)
            seen(name)

    while played.touches.total() < most:
        page.wait_for_function("() => person.waits()", timeout=LONGEST)
        now = page.evaluate("(known) => person.look(known)", moment)
        if now["over"]:
            seen("end")
            break
        if now["moment"] != moment:
            moment = now["moment"]
            played.decisions += 1
        elif now["shift"] > SHIFT:
            raise Fault(f"{now['shift']:.3f} of the page moves while one decides: {now['moved']}")
        once("summary" if now["summary"] else "middle" if played.decisions > EARLY else "opening")
        if now["unseen"]:
            raise Fault(f"{now['unseen']} can be chosen, and is nowhere to be seen")
        if not now["offers"]:
            raise Fault("it is the player's turn, and there is nothing to touch")
        kinds: dict[str, list[Any]] = {}
        for offer in now["offers"]:
            kinds.setdefault(offer["kind"], []).append(offer)
        kind = rng.choices(list(kinds), [WEIGHTS[each] for each in kinds])[0]
        _touch(page, rng.choice(kinds[kind]), rng, played, finger=finger)
        played.touches[kind] += 1
    return played


def _touch(page: Page, offer: Any, rng: Random, played: Played, *, finger: bool) -> None:
    """Touch a thing, and see that it leads somewhere."""
    thing = page.evaluate("(offer) => person.place(offer)", offer)
    kind = offer["kind"]
    name = f"{kind} “{thing['name']}”"
    if thing["point"] is None:  # perhaps the page is being laid out anew, as when a phone is turned
        page.wait_for_timeout(500)
        thing = page.evaluate("(offer) => person.place(offer)", offer)
    if thing["point"] is None:
        raise Fault(f"the {name} is offered, but lies beneath {thing['above']}")
    _pause(page, played, *thing["at"])
    version, before = page.evaluate("() => person.version()"), page.evaluate("() => person.shown()")
    element = page.evaluate_handle("() => person.touched").as_element()
    assert element is not None
    x, y = thing["point"]
    place = Position(x=thing["width"] * rng.random() if kind == "range" else x, y=y)
    if finger:
        element.tap(position=place, timeout=LONGEST)
    else:
        element.click(position=place, timeout=LONGEST)
    if kind == "field":
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(rng.randrange(int(thing["least"]), int(thing["most"]) + 1, int(thing["by"]))))
    if kind in SLIDERS:
        for button, *controls in page.evaluate("() => person.numbers()"):
            if controls != [button, button]:
                raise Fault(f"after the {name} the button says {button}, but its controls {controls}")
        return
    page.wait_for_function("(version) => person.led(version)", arg=version, timeout=LONGEST)
    said = page.evaluate("() => person.said()")
    if said:
        raise Fault(f"the {name} is offered, and then refused: {said}")
    if page.evaluate("() => person.shown()") == before:
        raise Fault(f"the {name} changes nothing")


def _pause(page: Page, played: Played, x: float, y: float) -> None:
    """Wait until a touch is not taken for the second half of a double click."""
    seconds, pixels = DOUBLE
    time, *place = played.last
    rest = time + seconds - monotonic()
    if rest > 0 and dist(place, (x, y)) < pixels:
        page.wait_for_timeout(1000 * rest)
    played.last = monotonic(), x, y
