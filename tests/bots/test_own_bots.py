"""Bots of one's own: how they are loaded, what happens if they fail, and what they can see."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any, cast

import pytest

import cardrules
from cardrules import BotError, SetupError, View, make_bot
from cardrules.interpreter.bots import own_bots
from cardrules.interpreter.bots.own_bots import OwnBot
from cardrules.interpreter.bots.quick import RandomBot
from cardrules.interpreter.runtime.melds import cards_of, set_of

FILE = """
import sys, time
class First:
    def choose(self, view):
        return view.actions()[0].text
class Raises:
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view):
        return 1 / 0
class Wrong:
    def choose(self, view):
        return "fly"
class Leaves(Raises):
    def choose(self, view):
        raise SystemExit
class Slow:
    def choose(self, view):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass
class Sleeps:
    def choose(self, view):
        time.sleep(1000)
class Catches:
    def choose(self, view):
        while True:
            try:
                time.sleep(0.01)
            except:
                pass
class Late:
    def choose(self, view):
        for _ in range(3):
            try:
                time.sleep(0.015)
            except:
                pass
        return view.actions()[0]
class Odd(BaseException):
    def __str__(self):
        raise ValueError
class Abandons:
    def choose(self, view):
        raise Odd
class Array:
    def __eq__(self, other):
        raise ValueError
    def choose(self, view):
        return self
class Async:
    async def choose(self, view):
        return view.actions()[0]
class Talks(First):
    def choose(self, view):
        print("hm")
        return super().choose(view)
class Ends:
    def __init__(self):
        sys.exit("bye")
class Fickle:
    @property
    def choose(self):
        raise LookupError
class Mapping(dict):
    pass
class Broken:
    def __init__(self, colour):
        pass
class Nothing:
    pass
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("bots") / "own.py"
    path.write_text(FILE)
    (path.parent / "bad.py").write_text("class Bot\n")
    (path.parent / "bad_exit.py").write_text("import sys\nsys.exit(0)\n")
    return str(path)


@pytest.fixture(scope="module")
def state() -> cardrules.State:
    return cardrules.load("gin_slaughtre", options={"exchange": "none"}).new_initial_state(seed=7)


@pytest.fixture
def view(state: cardrules.State) -> View:
    return View(state, 0)


def test_a_bot_from_a_file(file: str, view: View) -> None:
    assert make_bot(f"{file}:First").choose(view) == view.actions()[0]


def test_a_file_that_was_changed_is_loaded_again(tmp_path: Path, view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, where one process sees many versions of a bot."""
    monkeypatch.chdir(tmp_path)
    for place in (0, -1):
        path = Path("changed.py")
        path.write_text(f"class Bot:\n    def choose(self, view):\n        return view.actions()[{place}]\n")
        os.utime(path, (1e9 + place, 1e9 + place))
        assert make_bot("changed.py:Bot").choose(view) == view.actions()[place]


def test_an_installed_bot(file: str, view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(file).parent), *sys.path])
    names = ("acme", "random")  # the bot of cardrules hides the second one
    points = EntryPoints([EntryPoint(name, "own:First", own_bots.GROUP) for name in names])

    def entry_points(**which: str) -> EntryPoints:
        return points if which.get("name", "acme") == "acme" else EntryPoints()

    monkeypatch.setattr(own_bots, "entry_points", entry_points)
    assert make_bot("acme").choose(view) == view.actions()[0]
    assert isinstance(make_bot("random"), RandomBot)
    with pytest.raises(SetupError, match=r"random, easy, normal, hard, acme, FILE.py:CLASS, or onnx:FILE"):
        make_bot("acne")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x", "there is no bot 'x'; there are ismcts, rollout,"),
        ("ismcts:0", "has no simulations and no time"),
        ("random:5", "there is no bot 'random:5'"),
        ("missing.py:Bot", "cannot be loaded: there is no file 'missing.py'"),
        ("own.py:Other", "has no class 'Other'"),
        ("own.py:Broken", r"cannot be made: TypeError: .*'colour'"),
        ("own.py:Nothing", r"has no method choose\(view\)"),
        ("own.py:Ends", "cannot be made: SystemExit: bye"),
        ("own.py:Fickle", "cannot be made: LookupError"),
        ("own.py:Mapping", r"has no method choose\(view\)"),
        ("own.py", "own.py' is a file; add the name of a class"),
        ("bad.py:Bot", r"cannot be loaded: SyntaxError: .*line 1"),
        ("bad_exit.py:Bot", "cannot be loaded: SystemExit: 0"),
        ("rollout:-1", "the limit of the bot 'rollout:-1' is not understood: write rollout:200"),
        ("ismcts:500ms", "is not understood: write"),
    ],
)
def test_a_bot_that_cannot_be_used(file: str, name: str, message: str) -> None:
    if name.startswith(("own", "bad")):
        name = str(Path(file).with_name(name))
    with pytest.raises(SetupError, match=message) as error:
        make_bot(name)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Raises", r"raised ZeroDivisionError: division by zero \(own.py, line 10\)"),
        ("Leaves", "raised SystemExit"),
        ("Wrong", "chose 'fly', which is not a legal action"),
        ("Abandons", r"raised Odd \(own.py, line"),
        ("Array", "chose an object of the class Array; choose"),
        ("Async", "chose an object of the class coroutine; choose"),
        ("Sleeps", "took longer than 0.02 s for a decision"),
        ("Slow", "took longer than 0.02 s for a decision"),
        ("Catches", "took longer than 0.02 s for a decision"),
        ("Late", "took longer than 0.02 s for a decision"),
    ],
)
def test_a_bot_that_fails(file: str, view: View, name: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as error:
        make_bot(f"{file}:{name}", limit=0.02).choose(view)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["Slow", "Late"])
def test_limits_hold_in_other_threads(file: str, view: View, name: str) -> None:
    with ThreadPoolExecutor() as pool:
        chosen = pool.submit(make_bot(f"{file}:{name}", limit=0.02).choose, view)
        with pytest.raises(BotError, match=r"took longer than 0\.02 s"):
            chosen.result()


def test_a_bot_does_not_write_into_our_output(file: str, view: View, capsys: pytest.CaptureFixture[str]) -> None:
    make_bot(f"{file}:Talks").choose(view)
    assert capsys.readouterr() == ("", "hm\n")


def test_the_seed_of_a_bot_does_not_tell_the_deal(file: str) -> None:
    """Seeds of bots are made from that of the game; 64 is the largest number of seats."""
    for seed in range(0, 1 << 20, 4097):
        given = cast(Any, make_bot(f"{file}:Raises", seed))._bot.seed
        assert given != seed
        assert given // 64 != seed // 64
        assert given == cast(Any, make_bot(f"{file}:Raises", seed))._bot.seed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": None}, "a bot is asked for by its name, not by None"),
        ({"seed": "a"}, "the seed of a bot is a whole number, not 'a'"),
        ({"seed": 1.5}, "the seed of a bot is a whole number, not 1.5"),
        ({"budget": -5}, "budget is a number of simulations from 1 on, or None, not -5"),
        ({"seconds": float("nan")}, "seconds is a number of seconds above 0, not nan"),
        ({"limit": "1"}, "limit is a number of seconds above 0, not '1'"),
    ],
)
def test_wrong_arguments_of_bots(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as error:
        cast(Any, make_bot)(**({"name": "rollout"} | arguments))
    assert str(error.value) == message


def test_limits_are_part_of_a_name(view: View) -> None:
    assert make_bot("rollout:20", 3).choose(view) == make_bot("rollout", 3, 20).choose(view)
    for name in ("easy", "ismcts:0.01s", "quick"):
        assert make_bot(name).choose(view) in view.actions()


PLAIN = ("check", "compile", "resolve", "source", "syntax", "runtime.melds", "runtime.meld")


def reachable(start: object) -> dict[int, object]:
    """Return all objects that attributes and items lead to, but for functions' own attributes.

    Rules, typed and compiled, are the same for all games, and are not searched.
    """
    found: dict[int, object] = {}
    left = [start]
    while left:
        each = left.pop()
        module = type(each).__module__.removeprefix("cardrules.interpreter.")
        if id(each) in found or isinstance(each, str | int | float | type(None) | type):
            continue
        found[id(each)] = each
        if module.startswith(PLAIN):
            continue
        if callable(each) and module in ("builtins", "functools"):
            left.append(getattr(each, "__self__", None))
            continue
        if isinstance(each, dict):
            left += [*each.keys(), *each.values()]  # pyright: ignore[reportUnknownArgumentType]
        elif isinstance(each, list | tuple | set | frozenset):
            left += each  # pyright: ignore[reportUnknownArgumentType]
        else:
            names = [name for name in dir(each) if not name.startswith("__")]
            left += [getattr(each, name, None) for name in names]
    return found


class Spy:
    """Keeps everything that it can reach, and what the methods of its view return."""

    def __init__(self, earlier: View) -> None:
        self.earlier = earlier
        self.found: dict[int, object] = {}

    def choose(self, view: View) -> cardrules.Action:
        rng = view.rng(1)
        world = view.world(rng)
        since = view.since(self.earlier)
        assert since
        given = view, view.actions(), since, world, world.legal_actions(), view.worlds(rng)
        self.found = reachable(given)
        return view.actions()[0]


def test_nothing_leads_from_a_view_to_the_state(state: cardrules.State) -> None:
    game, seat = state.clone(), state.current_player()
    assert seat is not None
    spy = Spy(View(game, seat))
    for _ in range(6):
        game.apply_action(game.legal_actions()[0])
    assert seat == game.current_player()
    OwnBot("spy", spy).choose(View(game, seat))
    found = spy.found.values()
    assert {type(each).__name__ for each in found} >= {
        "View",
        "World",
        "Worlds",
        "Observation",
        "SeenAction",
    }
    real = {id(game), id(game.position), *(id(step) for step in game.steps())}
    real |= {id(step.before) for step in game.steps()} | {id(step.events) for step in game.steps()}
    real |= {id(getattr(game.position, slot)) for slot in ("z_hand", "z_stock", "know")}
    assert not real & spy.found.keys()
    kinds = {type(each).__name__ for each in found}
    assert not kinds & {"State", "Step", "Opening", "Sampler", "TableSampler", "Past"}


class Listener(View):
    """Passes for an earlier view, and keeps what it is compared with."""

    def __init__(self, seat: int) -> None:  # pyright: ignore[reportMissingSuperCall]
        self.seat = seat
        self.heard: list[object] = []

    def _end(self) -> Listener:  # type: ignore[override]
        return self

    def __eq__(self, other: object) -> bool:
        self.heard.append(other)
        return False

    __hash__ = object.__hash__


def test_no_object_gets_to_the_state_as_an_earlier_view(state: cardrules.State) -> None:
    game = state.clone()
    game.apply_action(game.legal_actions()[0])
    listener = Listener(0)
    assert View(game, 0).since(listener) is None
    assert {type(each) for each in listener.heard} == {int}


def test_the_past_is_told_as_the_seat_saw_it() -> None:
    """The dealer in euchre discards face down; the others do not learn which card it is."""
    game = cardrules.load("euchre").new_initial_state(seed=7)
    game.apply_action("order_up")
    game.apply_action("with_partner")
    dealer, told = game.current_player(), dict[int, list[str]]()
    for action in game.legal_actions()[:2]:
        after = game.clone()
        after.apply_action(action)
        for seat in range(4):
            assert View(after, seat).since(View(game, (seat + 1) % 4)) is None
            told.setdefault(seat, []).append(str(View(after, seat).since(View(game, seat))))
    assert [seat for seat in range(4) if told[seat][0] != told[seat][1]] == [dealer]


def test_a_view_of_one_seat_does_not_depend_on_other_hands(state: cardrules.State) -> None:
    views: list[str] = []
    for turned in (False, True):
        other = state.clone()
        position = cast("Any", other.position)
        if turned:
            hands: list[int] = position.z_hand
            stock: list[int] = position.z_stock
            held = cards_of(hands[1])
            hands[1] = set_of(stock[: len(held)])
            stock[: len(held)] = held
        view = View(other, 0)
        world = view.world(view.rng(1))
        views.append(f"{view.observation} {view.actions()} {world.observation}")
    assert views[0] == views[1]
