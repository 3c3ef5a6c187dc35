"""Games of climbing and shedding beside their models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import cardrules

from ...peers.adapter import cards
from ..big_two import BigTwo
from ..crazy_eights import CrazyEights
from ..durak import Durak
from ..gin_slaughtre import GinSlaughtre
from ..kings_in_the_corner import CORNERS, SIDES, KingsInTheCorner
from ..newmarket import Newmarket
from ..president import President
from ..sevens import Sevens
from ..side_by_side import Model, Move, Pair, dealer, hands, jokers, stock, variable
from ..skitgubbe import Skitgubbe
from ..switch import Switch


def places(state: cardrules.State) -> list[int]:
    """The place of each seat in the deal before, in President; zeros in the first deal."""
    return list(variable(state, "finish"))


def sevens(state: cardrules.State, *, opening: str = "7D") -> Model:
    return Sevens(hands(state), dealer(state), opening=opening)


def crazy_eights(state: cardrules.State) -> Model:
    held = hands(state)
    first = (dealer(state) + 1) % len(held)
    return CrazyEights(held, first, cards(state, "pile")[0], stock(state))


def eight(state: cardrules.State, words: Move) -> Move:
    return ("play", words[1], words[2][0].upper()) if words[0] == "crazy" else words


def president(state: cardrules.State, *, pass_is_final: bool = False) -> Model:
    finish = places(state)
    leader = finish.index(1) if 1 in finish else (dealer(state) + 1) % len(finish)
    return President(hands(state), leader, pass_is_final=pass_is_final)


def set_of(state: cardrules.State, words: Move) -> Move:
    return ("play", str(len(words) - 1), words[1][0]) if words[0] == "play" else words


def big_two(state: cardrules.State, **options: Any) -> Model:
    return BigTwo(hands(state), **options)


def together(state: cardrules.State, words: Move) -> Move:
    return (words[0], *sorted(words[1:]))


def lost(state: cardrules.State) -> list[float]:
    return [-score for score in state.scores()]


class FirstEmpty(KingsInTheCorner):
    """Kings in the corner in which the first of several empty places is taken, for they are alike."""

    def empty(self, names: tuple[str, ...]) -> list[str]:
        return super().empty(names)[:1]


def kings_in_the_corner(state: cardrules.State, *, draw_first: bool = False) -> Model:
    held, left = hands(state), stock(state)
    seat = state.current_player()
    if draw_first and seat is not None:
        left.insert(0, held[seat].pop())
    layout = [str(card) for pile in state.observation(0).zones["layout"] for card in pile]
    return FirstEmpty(held, dealer(state), layout, left, draw_first=draw_first)


def at(state: cardrules.State, words: Move) -> Move:
    places = (SIDES + CORNERS)[int(words[-1][1:]) - 1] if len(words) > 1 else ""
    match words:
        case ("play", card, _):
            return "play", card, places
        case ("shift", pile, _):
            return "move", SIDES[int(pile[1:]) - 1], places
        case _:
            return ("end",)


def newmarket(state: cardrules.State, **options: Any) -> Model:
    return Newmarket(hands(state), dealer(state), **options)


class Shuffled(Switch):
    """Switch in which the ruleset shuffles the pile."""

    def __init__(self, state: cardrules.State, **options: Any) -> None:
        super().__init__(
            hands(state), dealer(state), cards(state, "pile")[0], stock(state), refill=self.shuffled, **options
        )
        self.state = state

    def shuffled(self, pile: list[str]) -> list[str]:
        """The cards that the player to move is about to draw, and then the stock."""
        after = self.state.clone()
        after.apply_action("draw")
        drawn = Counter(cards(after, "hand", self.turn)) - Counter(self.hands[self.turn])
        return [*drawn.elements(), *stock(after)]


def switch(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("ace", card, suit):
            return "play", card, suit[0].upper()
        case ("keep",):
            return ("pass",)
        case _:
            return words


def skitgubbe(state: cardrules.State, *, picked: str = "run", completer_leads: bool = True) -> Model:
    return Skitgubbe(hands(state), dealer(state), stock(state), picked=picked, completer_leads=completer_leads)


def attacking(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("cover", _, card):
            return "beat", card
        case ("add", card):
            return "attack", card
        case ("done",):
            return ("pass",)
        case _:
            return words


def durak(state: cardrules.State, **options: bool) -> Model:
    *above, turned = stock(state)
    return Durak(hands(state), dealer(state), above, turned, **options)


def gin_slaughtre(state: cardrules.State, *, model: Callable[..., Model] = GinSlaughtre) -> Model:
    dealt = [[jokers(held) for held in hands(state, zone)] for zone in ("hand", "reserve")]
    return model(dealt[0], dealer(state), dealt[1], jokers(stock(state)), most=LONG)


def trick(state: cardrules.State, words: Move) -> Move:
    match words[0]:
        case "keep":
            return "open", *sorted(jokers(words[1:]))
        case "play":
            return "play", *sorted(jokers(words[1:]))
        case _:
            return words


def won(state: cardrules.State) -> list[int]:
    return [int(result > 0) for result in state.returns()]


LONG = 100000


PAIRS = {
    "crazy_eights": Pair("crazy_eights", crazy_eights, eight),
    "crazy_eights, two": Pair("crazy_eights", crazy_eights, eight, players=2),
    "crazy_eights, six with two packs": Pair(
        "crazy_eights", crazy_eights, eight, players=6, options={"double_pack": True}
    ),
    "sevens": Pair("sevens", sevens, options={"deals": 1}, score=cardrules.State.scores),
    "sevens, fan tan": Pair(
        "sevens",
        partial(sevens, opening=""),
        options={"deals": 1, "opening": "any_seven"},
        score=cardrules.State.scores,
    ),
    "sevens, the seven of hearts": Pair(
        "sevens",
        partial(sevens, opening="7H"),
        players=7,
        options={"deals": 1, "opening": "seven_of_hearts"},
        score=cardrules.State.scores,
    ),
    "kings_in_the_corner": Pair("kings_in_the_corner", kings_in_the_corner, at),
    "kings_in_the_corner, two, drawing first": Pair(
        "kings_in_the_corner",
        partial(kings_in_the_corner, draw_first=True),
        at,
        players=2,
        options={"draw_first": True},
    ),
    "kings_in_the_corner, six": Pair("kings_in_the_corner", kings_in_the_corner, at, players=6),
    "newmarket": Pair("newmarket", newmarket, options={"deals": 1}, score=cardrules.State.scores),
    "newmarket, eight": Pair("newmarket", newmarket, players=8, options={"deals": 1}, score=cardrules.State.scores),
    "newmarket, any suit and a kitty": Pair(
        "newmarket",
        partial(newmarket, stakes=(1, 1), new_suit=False, kitty=1, each=0),
        players=3,
        options={"deals": 1, "change": "free", "out_takes": "kitty", "dealer_doubles": False, "equal_hands": True},
        score=cardrules.State.scores,
    ),
    "president": Pair("president", president, set_of, skipped=frozenset({"returning"}), score=places),
    "president, one pass": Pair(
        "president",
        partial(president, pass_is_final=True),
        set_of,
        options={"one_pass": True},
        skipped=frozenset({"returning"}),
        score=places,
    ),
    "big_two": Pair("big_two", big_two, together),
    "big_two, straights as in poker": Pair(
        "big_two",
        partial(big_two, straights="poker", flush="suit", score="penalty"),
        together,
        options={"straights": "poker", "flushes": "suit", "scoring": "penalty", "deals": 1},
        score=lost,
    ),
    "big_two, low straights highest": Pair(
        "big_two",
        partial(big_two, straights="low_high", flush="ranks", score="pairs", double=8, pass_is_final=True),
        together,
        options={"straights": "low_high", "flushes": "ranks", "scoring": "pairs", "double": 8, "one_pass": True},
    ),
    "switch": Pair("switch", partial(Shuffled, drawn="may"), switch),
    "switch, two, drawing at will": Pair(
        "switch",
        partial(Shuffled, drawn="may", free_draw=True, again=True),
        switch,
        players=2,
        options={"draw_when_able": True},
        seldom=frozenset({"draw"}),
    ),
    "switch, eights skip": Pair(
        "switch",
        partial(Shuffled, draws={"2": 2}, skips="8", plain_last=True, wild_any=False),
        switch,
        players=6,
        options={
            "eights": True,
            "fours": False,
            "end_special": False,
            "aces_on_all": False,
            "play_drawn": False,
            "double_pack": True,
        },
    ),
    "skitgubbe": Pair("skitgubbe", skitgubbe, players=3),
    "skitgubbe, two": Pair("skitgubbe", skitgubbe, players=2),
    "skitgubbe, four, the last lay": Pair(
        "skitgubbe",
        partial(skitgubbe, picked="lay", completer_leads=False),
        options={"runs": False, "completer_leads": False},
    ),
    "durak": Pair("durak", partial(durak, defender_last=False), attacking, score=cardrules.State.scores),
    "durak, two": Pair("durak", durak, attacking, players=2, score=cardrules.State.scores),
    "durak, five, the defender draws last": Pair(
        "durak",
        durak,
        attacking,
        players=5,
        options={"deck": "short", "draw_order": "defender_last"},
        score=cardrules.State.scores,
    ),
    "durak, the attacker alone": Pair(
        "durak",
        partial(durak, others=False, pile_on=False, defender_last=False),
        attacking,
        players=3,
        options={"throw_in_by": "attacker", "throw_in_on_take": False},
        score=cardrules.State.scores,
    ),
    "gin_slaughtre": Pair("gin_slaughtre", gin_slaughtre, trick, players=2, options={"turn_limit": LONG}, score=won),
    "gin_slaughtre, three cards and pairs": Pair(
        "gin_slaughtre",
        partial(gin_slaughtre, model=partial(GinSlaughtre, refill=3, suits=False, pairs=True)),
        trick,
        players=2,
        options={"turn_limit": LONG, "refill_to": 3, "pile_removal": "rank", "pairs": True},
        score=won,
    ),
}
