"""What users read from an observation: zones by their names and seats."""

from dataclasses import FrozenInstanceError

import pytest

import cardrules
from cardrules import SetupError


def test_a_zone_is_read_by_its_name_and_seat() -> None:
    state = cardrules.load("gin_rummy").new_initial_state(7)
    seen = state.observation(1)
    assert seen.cards("hand") == seen.cards("hand", 1) == seen.zones["hand"][1]
    assert seen.cards("hand", 0) == ("??",) * 10
    assert seen.cards("discards") == seen.cards("discards", 0) == seen.zones["discards"]
    assert seen.located_in("stock") == seen.located["stock"]
    opened = state.open_observation()
    assert opened.cards("hand", 1) == seen.cards("hand")


def test_piles_are_read_by_their_zone() -> None:
    seen = cardrules.load("klondike").new_initial_state(7).observation(0)
    assert [len(pile) for pile in seen.piles("columns")] == [1, 2, 3, 4, 5, 6, 7]
    assert all(card == "??" for card in seen.piles("columns")[6][:-1])


def test_the_zone_of_a_side_is_read_by_any_of_its_seats() -> None:
    seen = cardrules.load("canasta", players=4).new_initial_state(7).observation(1)
    assert (seen.owned["laid"], seen.sides) == ((0, 1), (0, 1, 0, 1))
    assert seen.piles("laid") == seen.piles("laid", 3) == ((),) * 12
    assert seen.cards("reds", 2) == seen.zones["reds"][0]
    assert len(seen.cards("hand", 3)) == 11


@pytest.mark.parametrize(
    ("zone", "seat", "message"),
    [
        ("hands", None, "there is no zone 'hands'; there are stock, discards, hand, "),
        ("hand", 2, "the zone 'hand' is one of each player, and there is no seat 2"),
        ("hand", "1", "the zone 'hand' is one of each player, and there is no seat '1'"),
    ],
)
def test_a_wrong_zone_or_seat_is_refused(zone: str, seat: int | None, message: str) -> None:
    seen = cardrules.load("gin_rummy").new_initial_state(7).observation(0)
    with pytest.raises(SetupError, match=message):
        seen.cards(zone, seat)


def test_piles_are_no_cards_and_cards_no_piles() -> None:
    seen = cardrules.load("klondike").new_initial_state(7).observation(0)
    with pytest.raises(SetupError, match=r"'columns' is a zone of piles; piles\('columns'\) returns them"):
        seen.cards("columns")
    with pytest.raises(SetupError, match=r"'stock' is not a zone of piles; cards\('stock'\) returns its cards"):
        seen.piles("stock")


def test_onlookers_name_a_seat() -> None:
    seen = cardrules.load("gin_rummy").new_initial_state(7).open_observation()
    with pytest.raises(SetupError, match="the zone 'hand' is one of each player, and there is no seat None"):
        seen.cards("hand")


def test_an_observation_is_frozen() -> None:
    seen = cardrules.load("gin_rummy").new_initial_state(7).observation(0)
    with pytest.raises(FrozenInstanceError):
        seen.phase = "draw"  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
