"""Chance, from the section of that name in docs/architecture.md."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

MODULUS = 2**64


class Chance:
    """PCG-XSH-RS 64/32 with numbers below a limit and Fisher-Yates shuffles."""

    def __init__(self, seed: int) -> None:
        self.state = seed
        self.step()
        for _ in range(3):
            mixed = (self.state ^ (self.state >> 29)) * 0xBF58476D1CE4E5B9
            self.state = (mixed + 1442695040888963407) % MODULUS

    def step(self) -> None:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % MODULUS

    def below(self, limit: int) -> int:
        self.step()
        output = ((self.state ^ (self.state >> 22)) >> (22 + (self.state >> 61))) % 2**32
        return (output * limit) >> 32

    def one_of(self, items: list[T]) -> T | None:
        """One of the items; without items nothing, and no number is drawn."""
        return items[self.below(len(items))] if items else None

    def shuffled(self, items: list[T]) -> list[T]:
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
