"""Gin rummy against a model of its own: legal actions, what a hand is worth, and the score sheet.

The model keeps a hand of gin as it lies on a table and follows the recorded actions. It shares
nothing with the engine but the texts of cards and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

Hand = frozenset[str]


# ------------------------------------------------------------------------------- melds and deadwood


@cache
def all_melds(wrap: bool) -> tuple[Hand, ...]:
    sets = [
        frozenset(rank + suit for suit in some)
        for rank in RANKS
        for size in (3, 4)
        for some in combinations(SUITS, size)
    ]
    runs = {
        frozenset(RANKS[(start + step) % 13] + suit for step in range(size))
        for suit in SUITS
        for size in range(3, 14)
        for start in range(13)
        if wrap or start + size <= 13
    }
    return (*sets, *runs)


def value(card: str, ace: int) -> int:
    return ace if card[0] == "A" else min(RANKS.index(card[0]) + 1, 10)


def total(cards: Hand, ace: int) -> int:
    return sum(value(card, ace) for card in cards)


@cache
def deadwood(hand: Hand, wrap: bool, ace: int) -> int:
    """The least that is left over: the first card is loose, or in one of its melds."""
    fitting = [meld for meld in all_melds(wrap) if meld <= hand]

    def least(cards: Hand) -> int:
        used = [meld for meld in fitting if meld <= cards]
        if not used:
            return total(cards, ace)
        first = min(frozenset[str]().union(*used))
        return min(
            value(first, ace) + least(cards - {first}),
            *(least(cards - meld) for meld in used if first in meld),
        )

    return least(hand)


def arrangements(hand: Hand, wrap: bool, ace: int) -> list[list[Hand]]:
    """The ways to meld a hand that leave the least over."""
    fitting = [meld for meld in all_melds(wrap) if meld <= hand]
    found: list[tuple[int, list[Hand]]] = []

    def search(index: int, rest: Hand, chosen: list[Hand]) -> None:
        found.append((total(rest, ace), chosen))
        for position in range(index, len(fitting)):
            if fitting[position] <= rest:
                search(position + 1, rest - fitting[position], [*chosen, fitting[position]])

    search(0, hand, [])
    best = min(left for left, _ in found)
    return [chosen for left, chosen in found if left == best]


def with_lay_offs(hand: Hand, melds: list[Hand], wrap: bool, ace: int) -> int:
    """The least that is left over when cards are laid off one by one, in every possible order."""
    known = set(all_melds(wrap))
    seen: set[tuple[Hand, ...]] = set()
    best = deadwood(hand, wrap, ace)
    waiting = [tuple(melds)]
    everything = frozenset[str]().union(*melds)
    while waiting:
        laid = waiting.pop()
        if laid in seen:
            continue
        seen.add(laid)
        left = hand - frozenset[str]().union(*laid)
        best = min(best, deadwood(left, wrap, ace))
        for place, meld in enumerate(laid):
            for card in left:
                if meld | {card} in known and card not in everything:
                    waiting.append((*laid[:place], meld | {card}, *laid[place + 1 :]))
    return best


def exposed(melds: list[Hand], hand: Hand, wrap: bool) -> int:
    known = set(all_melds(wrap))
    return sum(any(meld | {card} in known for meld in melds) for card in DECK if card not in hand)


# ------------------------------------------------------------------------------------- a whole hand


@dataclass
class Model:
    """One hand of gin rummy, with the rules that options choose."""

    options: dict[str, Any]
    deck: list[str]
    dealer: int
    hands: list[set[str]] = field(default_factory=list[set[str]])
    discards: list[str] = field(default_factory=list[str])
    stock: list[str] = field(default_factory=list[str])
    actor: int = 0
    stage: str = "offer"
    passes: int = 0
    forced: bool = False
    taken: str | None = None
    draws: int = 0
    returns: int = 0
    knocker: int | None = None
    eleven: bool = False
    melds: list[Hand] = field(default_factory=list[Hand])
    scores: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        first = 1 - self.dealer
        self.hands = [set(), set()]
        for index, card in enumerate(self.deck[:20]):
            self.hands[(first + index) % 2].add(card)
        self.discards = [self.deck[20]]
        self.stock = self.deck[21:]
        self.actor = first
        self.limit: int = self.options["knock_limit"]
        if self.options["oklahoma"]:
            ace = 0 if self.options["oklahoma_ace"] == "gin_only" else 1
            self.limit = ace if self.deck[20][0] == "A" else value(self.deck[20], 1)

    # -- what the options mean

    def least(self, cards: Hand) -> int:
        return deadwood(cards, self.options["run_wrap"], self.options["ace_deadwood"])

    def sum(self, cards: Hand) -> int:
        return total(cards, self.options["ace_deadwood"])

    # -- legal actions

    def legal(self) -> set[str]:
        hand, option = frozenset(self.hands[self.actor]), self.options
        match self.stage:
            case "offer":
                return {"take_upcard", "pass"}
            case "draw":
                if self.forced:
                    return {"draw_stock"}
                if len(self.stock) > 2:
                    return {"draw_stock", "draw_discard"}
                return {"leave", *(["draw_discard"] if self.could_knock() else [])}
            case "shed":
                return set(self.sheds(hand))
            case "arrange":
                most = 0 if self.eleven else self.limit
                found = {
                    "meld " + written(meld)
                    for meld in all_melds(option["run_wrap"])
                    if meld <= hand and self.least(hand - meld) <= most
                }
                return found | ({"done"} if self.sum(hand) <= most else set())
            case _:
                known = set(all_melds(option["run_wrap"]))
                return {"done"} | {
                    f"lay {card} #{place}"
                    for card in hand
                    for place, meld in enumerate(self.melds, 1)
                    if meld | {card} in known
                }

    def could_knock(self) -> bool:
        hand = frozenset(self.hands[self.actor])
        top = self.discards[-1]
        thrown = hand | {top} if self.options["return_taken"] else hand
        return any(self.least((hand | {top}) - {card}) <= self.limit for card in thrown)

    def sheds(self, hand: Hand) -> Iterator[str]:
        option = self.options
        free = [c for c in hand if option["return_taken"] or c != self.taken]
        gins = [c for c in free if self.least(hand - {c}) == 0]
        must = option["gin"] == "automatic" and gins
        last = len(self.stock) <= 2 and self.taken is not None
        for card in free:
            left = self.least(hand - {card})
            if not must and not last:
                yield f"discard {card}"
            if left <= (0 if must else self.limit):
                yield f"knock {card}"
        if option["big_gin"] and self.least(hand) == 0:
            yield "big_gin"

    # -- what is done

    def apply(self, action: str) -> None:
        verb, _, rest = action.partition(" ")
        getattr(self, verb)(*rest.split())

    def take_upcard(self) -> None:
        self.taken = self.discards.pop()
        self.hands[self.actor].add(self.taken)
        self.stage = "shed"

    def pass_(self) -> None:
        self.passes += 1
        self.actor = 1 - self.actor
        if self.passes == 2:
            self.stage, self.forced = "draw", True

    def draw_stock(self) -> None:
        self.hands[self.actor].add(self.stock.pop(0))
        self.stage, self.forced = "shed", False

    def draw_discard(self) -> None:
        self.draws += 1
        if self.draws >= self.options["max_discard_draws"]:
            self.scores = (0, 0)
        else:
            self.take_upcard()

    def leave(self) -> None:
        self.scores = (0, 0)

    def discard(self, card: str) -> None:
        self.hands[self.actor].remove(card)
        self.discards.append(card)
        self.returns = self.returns + 1 if card == self.taken else 0
        self.taken = None
        wall = self.options["wall"] == "immediate" and len(self.stock) <= 2
        if wall or (self.options["repeat_void"] and self.returns == 2):
            self.scores = (0, 0)
        self.actor, self.stage = 1 - self.actor, "draw"

    def knock(self, card: str) -> None:
        self.hands[self.actor].remove(card)
        self.lay_down()

    def big_gin(self) -> None:
        self.eleven = True
        self.lay_down()

    def lay_down(self) -> None:
        self.knocker, self.stage = self.actor, "arrange"
        if self.options["knock_arrangement"] == "auto":
            hand, wrap = frozenset(self.hands[self.actor]), self.options["run_wrap"]
            ways = arrangements(hand, wrap, self.options["ace_deadwood"])
            fewest = min(exposed(way, hand, wrap) for way in ways)
            best = [way for way in ways if exposed(way, hand, wrap) == fewest]
            # The tie-break is the engine's own affair, so all the best are kept.
            self.candidates = best
            self.settle_or_defend()

    def meld(self, *cards: str) -> None:
        self.melds.append(frozenset(cards))
        self.hands[self.actor] -= set(cards)

    def done(self) -> None:
        if self.stage == "arrange":
            self.candidates = [self.melds]
            self.settle_or_defend()
        else:
            self.candidates = [self.melds]
            self.settle()

    def lay(self, card: str, pile: str) -> None:
        place = int(pile[1:]) - 1
        self.hands[self.actor].remove(card)
        self.melds[place] |= {card}

    def settle_or_defend(self) -> None:
        assert self.knocker is not None
        for meld in self.candidates[0] if self.options["knock_arrangement"] == "auto" else ():
            self.hands[self.knocker] -= meld
        gin = not self.hands[self.knocker]
        if self.options["layoff"] == "manual" and (not gin or self.options["layoff_on_gin"]):
            self.actor, self.stage = 1 - self.knocker, "defend"
        else:
            self.settle()

    def settle(self) -> None:
        assert self.knocker is not None
        option = self.options
        mine = frozenset(self.hands[self.knocker])
        theirs = frozenset(self.hands[1 - self.knocker])
        left_over = self.sum(mine)
        gin = not mine
        if option["layoff"] == "auto_optimal" and (not gin or option["layoff_on_gin"]):
            against = {
                with_lay_offs(theirs, way, option["run_wrap"], option["ace_deadwood"]) for way in self.candidates
            }
        else:
            against = {self.least(theirs)}
        self.possible = {self.points(left_over, d, gin) for d in against}
        self.scores = min(self.possible)

    def points(self, left_over: int, against: int, gin: bool) -> tuple[int, int]:
        option = self.options
        double = 2 if option["spade_doubles"] and self.deck[20][1] == "S" else 1
        knocks = undercuts = 0
        if gin:
            if against > 0 or not option["layoff_on_gin"]:
                knocks = against + option["big_gin_bonus" if self.eleven else "gin_bonus"]
        elif against > left_over:
            knocks = against - left_over
        elif against < left_over or option["undercut_on_tie"]:
            undercuts = option["undercut_bonus"] + left_over - against
        pair = (knocks * double, undercuts * double)
        return pair if self.knocker == 0 else (pair[1], pair[0])


setattr(Model, "pass", Model.pass_)


def written(cards: Hand) -> str:
    return " ".join(sorted(cards, key=DECK.index))


# -------------------------------------------------------------------------------------------- tests

SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "limit-5": {"knock_limit": 5},
    "limit-40": {"knock_limit": 40},
    "straight": {"variant": "straight"},
    "oklahoma": {"variant": "oklahoma"},
    "round_the_corner": {"variant": "round_the_corner", "knock_limit": 30},
    "classic": {"variant": "classic", "undercut_on_tie": False, "knock_limit": 25},
    "automatic": {"gin": "automatic", "big_gin": False, "knock_limit": 30},
    "returns": {"return_taken": True, "wall": "last_knock_allowed", "max_discard_draws": 12},
    "last-knock": {"wall": "last_knock_allowed", "knock_limit": 20},
    "manual": {"layoff": "manual", "knock_arrangement": "manual", "knock_limit": 40},
    "half-manual": {"layoff": "manual", "layoff_on_gin": True, "knock_limit": 35},
}


def load(setting: dict[str, Any], *, single_deal: bool) -> cardrules.Game:
    options = {key: option for key, option in setting.items() if key != "variant"}
    return cardrules.load("gin_rummy", variant=setting.get("variant"), options=options, single_deal=single_deal)


def likely(rng: Random, state: cardrules.State) -> str:
    """An action, chosen so that hands are knocked: mostly what leaves the least deadwood."""
    actions = [str(action) for action in state.legal_actions()]
    knocks = [a for a in actions if a.startswith(("knock", "big_gin", "meld", "lay"))]
    if knocks and rng.random() < 0.8:
        return rng.choice(knocks)
    throws = [a for a in actions if a.startswith("discard")]
    if throws and rng.random() < 0.8:
        hand = frozenset(a.split()[1] for a in throws)
        return min(throws, key=lambda a: deadwood(hand - {a.split()[1]}, False, 1))
    return rng.choice(actions)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS)
def test_hands(setting: str, amount: Callable[[int, int], int]) -> None:
    """Every decision of a hand offers what the model offers, and the hand is worth the same."""
    game = load(SETTINGS[setting], single_deal=True)
    options = game.settings()["options"]
    for seed in range(amount(2, 2000)):
        rng = Random(f"{setting} {seed}")
        deck = DECK[:]
        rng.shuffle(deck)
        dealer = rng.randrange(2)
        state = game.new_initial_state(seed, deck=deck, dealer=dealer)
        model = Model(options, deck, dealer)
        while model.scores is None:
            assert state.current_player() == model.actor
            legal = [str(action) for action in state.legal_actions()]
            assert len(legal) == len(set(legal))
            assert set(legal) == model.legal(), state.history()
            action = likely(rng, state)
            state.apply_action(action)
            model.apply(action)
            if model.stage == "defend" and options["knock_arrangement"] == "auto":
                adopt(model, state)
        assert state.current_player() is None
        assert tuple(state.scores()) in getattr(model, "possible", {model.scores})


def adopt(model: Model, state: cardrules.State) -> None:
    """Take over which of the equally good arrangements lies on the table."""
    if model.melds:
        return
    pack = state.game.program.pack
    position: Any = state.position
    piles: list[list[int]] = position.z_table
    table = [frozenset([pack.text[card] for card in pile]) for pile in piles]
    assert sorted(map(written, table)) in [sorted(map(written, w)) for w in model.candidates]
    model.melds = table


def rollout_scores(rng: Random, game: cardrules.Game, seed: int) -> Iterator[tuple[Any, ...]]:
    """Play a match and yield, hand by hand, the deal's number and the points before and after."""
    state = game.new_initial_state(seed)
    while state.current_player() is not None:
        position: Any = state.position
        before, deal, dealer = (
            [sheet[0] for sheet in position.v_points],
            position.deal,
            position.dealer,
        )
        actions = [str(action) for action in state.legal_actions()]
        best = [a for a in actions if a.startswith(("knock", "big_gin"))]
        state.apply_action(best[0] if best else likely(rng, state))
        if state.current_player() is None or state.position.deal != deal:
            yield before, state, dealer


@pytest.mark.soak
@pytest.mark.parametrize("bonus_to", ["winner", "both"])
def test_matches(bonus_to: str, amount: Callable[[int, int], int]) -> None:
    """The score sheet of a match is the sum of its hands, and then the bonuses."""
    game = load({"knock_limit": 30, "box_bonus_to": bonus_to}, single_deal=False)
    for seed in range(amount(1, 1000)):
        rng = Random(seed)
        points, boxes = [0, 0], [0, 0]
        state = None
        for before, state, dealer in rollout_scores(rng, game, seed):
            assert before == points
            sheet = [column for (column,) in state.position.v_points]
            gains = [now - then for now, then in zip(sheet, points, strict=True)]
            assert min(gains) == 0
            points = sheet
            winner = gains.index(max(gains)) if max(gains) else None
            if winner is not None:
                boxes[winner] += 1
            assert [column for (column,) in state.position.v_boxes] == boxes
            if state.current_player() is not None:
                assert max(points) < 100
                assert state.scores() == points
                assert state.position.dealer == (dealer if winner is None else winner)
        assert state is not None
        assert max(points) >= 100
        best = points.index(max(points))
        expected = [
            p + (100 if seat == best else 0) + (25 * b if bonus_to == "both" or seat == best else 0)
            for seat, (p, b) in enumerate(zip(points, boxes, strict=True))
        ]
        assert state.scores() == expected
        assert state.winners() == [s for s in range(2) if expected[s] == max(expected)]


@pytest.mark.soak
def test_hollywood(amount: Callable[[int, int], int]) -> None:
    """Three games side by side, entered by the number of a player's wins."""
    game = load({"variant": "hollywood", "knock_limit": 40}, single_deal=False)
    for seed in range(amount(1, 1000)):
        rng = Random(seed)
        columns = [[0, 0, 0], [0, 0, 0]]
        wins, boxes, bonus, closed = [0, 0], [[0, 0, 0], [0, 0, 0]], [0, 0], 0
        state = None
        previous = [0, 0]
        for _, state, _ in rollout_scores(rng, game, seed):
            sheets = state.position.v_points
            seat = next((s for s in range(2) if state.position.v_wins[s] > wins[s]), None)
            if seat is not None:
                wins[seat] += 1
                open_columns = range(closed, min(wins[seat], 3))
                gain = max(sheets[seat][c] - columns[seat][c] for c in open_columns) if (open_columns) else 0
                for column in open_columns:
                    columns[seat][column] += gain
                    boxes[seat][column] += 1
                while closed < 3 and columns[seat][closed] >= 100:
                    bonus[seat] += 100 + 25 * boxes[seat][closed]
                    closed += 1
            assert [list(sheet) for sheet in sheets] == columns
            previous = [sum(columns[s]) + bonus[s] for s in range(2)]
            assert state.scores() == previous
        assert state is not None
        assert closed == 3


def test_a_deal_is_ten_cards_each_one_at_a_time() -> None:
    game = load({}, single_deal=True)
    for dealer in range(2):
        state = game.new_initial_state(deck=DECK, dealer=dealer)
        pack = rules_of(game).program.pack
        seen = [
            [pack.text[c] for c in range(52) if state.position.z_hand[seat] >> c & 1]  # type: ignore[attr-defined]
            for seat in range(2)
        ]
        assert seen[1 - dealer] == DECK[0:20:2]
        assert seen[dealer] == DECK[1:20:2]
        assert [pack.text[c] for c in state.position.z_discards] == [DECK[20]]  # type: ignore[attr-defined]
        for _ in range(2):
            state.apply_action("pass")
        state.apply_action("draw_stock")
        assert state.position.z_hand[1 - dealer] >> DECK.index(DECK[21]) & 1  # type: ignore[attr-defined]


def test_a_single_deal_has_no_bonuses() -> None:
    game = load({"knock_limit": 40, "target": 1}, single_deal=True)
    model_options = game.settings()["options"]
    rng = Random(7)
    deck = DECK[:]
    rng.shuffle(deck)
    state = game.new_initial_state(deck=deck, dealer=0)
    model = Model(model_options, deck, 0)
    while model.scores is None:
        action = likely(rng, state)
        state.apply_action(action)
        model.apply(action)
    assert tuple(state.returns()) in model.possible
    assert max(state.returns()) > 0


@pytest.mark.parametrize("arrangement", ["auto", "manual"])
def test_who_lays_off_by_hand_sees_the_deadwood_of_the_knocker(arrangement: str) -> None:
    """A decision of one player that depends on cards which another has to show first."""
    game = load({"layoff": "manual", "knock_arrangement": arrangement}, single_deal=True)
    hands = ["5S 6S 7S QC QD QH 3C 3D 3H 4D TC", "KC KD KH QS 8S 4S 2C 2D 9H AH"]
    state = game.state_from_position({"phase": "shedding", "hand": hands, "stock": 20})
    melds = ["meld 5S 6S 7S", "meld QC QD QH", "meld 3C 3D 3H", "done"]
    for action in ["knock TC", *(melds if arrangement == "manual" else [])]:
        assert "4D" not in state.observation(1).zones["hand"][0]
        state.apply_action(action)
    assert state.current_player() == 1
    assert list(state.observation(1).zones["hand"][0]) == ["4D"]
    assert "TC" not in str(state.observation(1).zones["thrown"])
