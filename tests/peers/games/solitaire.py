"""Solitaire of OpenSpiel: hidden cards are turned up by chance."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, exchange

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS = {sign: letter for letter, sign in SIGNS.items()}


class Game(Adapter):
    game = "solitaire"

    def start(self) -> Start:
        shown = [_ours(outcome) for outcome in self.chance[:31]]
        deck: list[str | None] = []
        for number, card in enumerate(shown[:7]):
            deck += [card, *[None] * number]
        return Start(1, deck=[*deck, *reversed(shown[7:])])

    def name(self, state: cardrules.State, action: str) -> str:
        verb, *words = action.split()
        columns, foundations = _piles(state, "columns"), _piles(state, "foundations")
        match verb:
            case "give_up":
                return "kEnd"
            case "home":
                return _up(words[0], foundations)
            case _:
                assert verb == "carry"
                return _down(words[1], columns[_number(words[0])])

    def omitted(self, state: cardrules.State, player: int, legal: Sequence[str]) -> bool:
        return state.is_terminal() and [*legal] == ["kEnd"]  # a won game goes on until it is said

    def prepared(self, state: cardrules.State, chosen: str) -> None:
        if not self.outcomes:
            return
        turned = self._next_turned(state, chosen)
        wanted = _ours(self.outcomes[0])
        if turned is not None and turned != wanted:
            exchange(state, turned, wanted)

    def _next_turned(self, state: cardrules.State, chosen: str) -> str | None:
        """The card that a decision turns up."""
        after = state.clone()
        after.apply_action(self.moves(state)[chosen][0])
        names = state.game.program.pack.text
        new = after.position.v_face_up & ~state.position.v_face_up  # type: ignore[attr-defined]
        hidden = {card for pile in _piles(state, "columns") for card in pile}
        turned = [names[card] for card in range(52) if new >> card & 1 and names[card] in hidden]
        return turned[0] if turned else None

    def over(self, state: cardrules.State) -> bool:
        made = len(state.history()) + self._reveals(state)
        return state.is_terminal() or made >= self.record["all_params"]["depth_limit"]

    def _reveals(self, state: cardrules.State) -> int:
        """How many cards chance has revealed so far."""
        hidden = sum(len(pile) for pile in _piles(state, "columns")) - bin(
            state.position.v_face_up  # type: ignore[attr-defined]
        ).count("1")
        return 31 + 21 - hidden

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return state.scores()


def _ours(outcome: str) -> str:
    text = outcome.removeprefix("Reveal")
    return text[:-1] + LETTERS[text[-1]]


def _theirs(card: str) -> str:
    return card[:-1] + SIGNS[card[-1]]


def _number(pile: str) -> int:
    return int(pile.removeprefix("#")) - 1


def _piles(state: cardrules.State, zone: str) -> list[list[str]]:
    names = state.game.program.pack.text
    return [[names[card] for card in pile] for pile in getattr(state.position, f"z_{zone}")]


def _up(card: str, foundations: list[list[str]]) -> str:
    below = next((pile[-1] for pile in foundations if pile and pile[-1][-1] == card[-1]), None)
    target = SIGNS[card[-1]] if below is None else _theirs(below)
    return f"{target} ← {_theirs(card)}"


def _down(card: str, column: list[str]) -> str:
    return f"{_theirs(column[-1]) if column else '🂿'} ← {_theirs(card)}"
