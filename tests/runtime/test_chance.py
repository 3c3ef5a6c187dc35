"""The generator's numbers are part of the format: a seed is the same game everywhere, for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.interpreter.runtime import chance

# These are the vectors of docs/architecture.md. If one of them changes, every saved seed changes.
STATES = {
    0: "4d73b3e7a274223e",
    1: "b0ac524a4192a881",
    7: "41a4038d7668b6a8",
    4294967296: "cc17dba455078457",
    -1: "46ff1eb6a2a912d8",
}
NUMBERS = {
    0: [36, 18, 36, 21, 38],
    1: [0, 40, 9, 35, 20],
    7: [27, 13, 7, 3, 51],
    4294967296: [2, 36, 14, 46, 23],
    -1: [22, 47, 3, 36, 46],
}
ORDERS = {
    0: [7, 8, 1, 9, 0, 4, 2, 5, 3, 6],
    1: [6, 3, 5, 8, 9, 2, 4, 1, 7, 0],
    7: [4, 8, 6, 7, 3, 9, 0, 1, 2, 5],
    4294967296: [1, 4, 3, 9, 5, 7, 8, 2, 6, 0],
    -1: [6, 2, 7, 1, 3, 5, 9, 0, 8, 4],
}


@pytest.mark.parametrize("seed", STATES)
def test_the_state_of_a_seed(seed: int) -> None:
    assert f"{chance.seeded(seed):016x}" == STATES[seed]


@pytest.mark.parametrize("seed", NUMBERS)
def test_the_first_numbers_below_52(seed: int) -> None:
    state = chance.seeded(seed)
    numbers: list[int] = []
    for _ in range(5):
        state, number = chance.below(state, 52)
        numbers.append(number)
    assert numbers == NUMBERS[seed]
    generator = chance.Random(seed)
    assert [generator.below(52) for _ in range(5)] == NUMBERS[seed]


@pytest.mark.parametrize("seed", ORDERS)
def test_a_shuffle_of_ten(seed: int) -> None:
    items = list(range(10))
    chance.shuffle(chance.seeded(seed), items)
    assert items == ORDERS[seed]
    again = list(range(10))
    chance.Random(seed).shuffle(again)
    assert again == items


def test_the_first_outputs_are_those_of_the_published_generator() -> None:
    """PCG-XSH-RS 64/32 as in the paper, written out once more: multiply, add, xor-shift, shift."""
    state = 42
    for _ in range(1000):
        mine, number = chance.below(state, 1 << 32)
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        shift = 22 + state // 2**61
        assert mine == state
        assert number == ((state ^ state // 2**22) // 2**shift) % 2**32


@given(seed=st.integers(), limit=st.integers(1, 2**32))
def test_numbers_are_in_range_and_states_are_64_bits(seed: int, limit: int) -> None:
    state, number = chance.below(chance.seeded(seed), limit)
    assert 0 <= number < limit
    assert 0 <= state < 1 << 64


@given(seed=st.integers(), items=st.lists(st.integers()))
def test_a_shuffle_is_a_permutation(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    assert chance.shuffle(chance.seeded(seed), shuffled) == chance.shuffle(chance.seeded(seed), list(items))
    assert sorted(shuffled) == sorted(items)


def test_every_order_of_four_is_equally_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    state = chance.seeded(5)
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        state = chance.shuffle(state, items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60  # 23 degrees


def test_neighbouring_seeds_give_different_games() -> None:
    orders: set[tuple[int, ...]] = set()
    for seed in range(-500, 500):
        items = list(range(52))
        chance.shuffle(chance.seeded(seed), items)
        orders.add(tuple(items))
    assert len(orders) == 1000
    tops = [order[-1] for order in orders]
    assert max(tops.count(card) for card in range(52)) < 45


@pytest.mark.parametrize("count", [0, 1, 2, 9, 52])
@pytest.mark.parametrize("last", [-1, 0, 1, 5, 8, 51, 60])
def test_only_the_last_items_need_be_in_their_places(count: int, last: int) -> None:
    whole, part = list(range(count)), list(range(count))
    state = chance.shuffle(chance.seeded(4), whole)
    assert chance.shuffle(chance.seeded(4), part, last) == state
    placed = max(count - max(last, 0), 0)
    assert part[placed:] == whole[placed:]
    assert sorted(part) == sorted(whole)
