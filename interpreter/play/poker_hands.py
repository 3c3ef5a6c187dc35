"""Hands of poker that another program wrote, as games; and the finished deals of a game as such hands.

`phh.py` of `interchange` reads and writes the format. Here a hand is played: which deck leads to its cards is found by
playing it, so that nothing here knows how a game deals, and the rules say who acts, what is legal, and who wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics import brief
from ..errors import CardrulesError, DeckError, IllegalActionError
from ..game.observation.view import observe
from ..interchange import phh
from ..interchange.phh import NAMES, Dealt, Done, Hand
from ..runtime.journal import Changed, Event, Gathered, Moved
from ..syntax import types as ty
from .game import Game, load, rules_of

if TYPE_CHECKING:
    from ..game.observation.view import Observation
    from ..game.rules import Rules
    from ..game.step import Step
    from ..runtime.position import Position
    from .state import State

_UNKNOWN: Final = "??"
_FREE: Final = frozenset(
    "ante bets big_blind bring_in burn chips dead_button deals full_blind most_raises small_bet".split()
)
"""The options that make no other variant."""
_WORDS: Final = {verb: word for word, verbs in NAMES.verbs.items() for verb in verbs}

Card = tuple[int | None, str]
"""A card that was dealt, and the seat that got it; None if it is for all."""


# --------------------------------------------------------------------------------- a hand as a game


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as a game.

    Attributes:
        state: the game after all actions.
        unknown: the players who hold cards that the hand does not tell, from 0; they have folded.
    """

    state: State
    unknown: tuple[int, ...]


def played(hand: Hand) -> Played:
    """Return a hand as a game of one deal, in which the first player of the hand has seat 0.

    Raises:
        DeckError: the rules do not allow the hand, or cards that decide it are not known.
    """
    game = _game(hand)
    actions = list(phh.read_actions(hand))
    wanted: dict[int | None, list[str]] = {seat: [] for seat in (None, *range(game.players))}
    for each in actions:
        if isinstance(each, Dealt):
            wanted[each.player] += each.cards
    done = [each for each in actions if isinstance(each, Done)]
    unknown = _unknown(hand, wanted, done)
    deck, fixed = _pack(game), set[int]()
    while True:
        search = _Search(game, hand, deck, wanted, fixed)
        if search.play(done):
            return Played(search.state, unknown)


def _unknown(hand: Hand, wanted: Mapping[int | None, Sequence[str]], done: Sequence[Done]) -> tuple[int, ...]:
    """Return the players of whom cards are not known.

    Raises:
        DeckError: these cards decide the hand.
    """
    folded = {each.player for each in done if each.verb == "f"}
    unknown = tuple(seat for seat, cards in wanted.items() if seat is not None and _UNKNOWN in cards)
    if len(hand.stacks) - len(folded) > 1:
        for seat in unknown:
            if seat not in folded:
                raise DeckError(f"cards of p{seat + 1} are not known ('??'), and that player does not fold")
    if _UNKNOWN in wanted[None]:
        raise DeckError("a card on the table is not known ('??')")
    return unknown


def _pack(game: Game) -> list[str]:
    deck = game.first_deck(0)
    assert isinstance(deck, str)
    return deck.split()


def _game(hand: Hand) -> Game:
    """Return the game of a hand.

    Raises:
        DeckError: the rules have no such stakes, or are not for so many players.
    """
    variant = hand.rules
    ante = max(hand.antes, default=0)
    stake = hand.small_bet
    options: dict[str, Any] = {"bets": variant.bets, "deals": 1, "ante": ante, "chips": max(hand.stacks, default=0)}
    if variant.stud:
        options |= {"small_bet": stake, "bring_in": hand.bring_in}
    else:
        options |= {"big_blind": stake, "full_blind": False}
    try:
        game = load(variant.ruleset, players=len(hand.stacks), options=options)
    except CardrulesError as error:
        raise DeckError(f"{variant.ruleset} cannot be played with the stakes of the hand: {error}") from None
    if set(hand.antes) - {ante}:
        raise DeckError("the antes of the hand are not equal, as those of the game are")
    if variant.limit and hand.big_bet != 2 * stake:
        raise DeckError(f"the big bet of the hand is not twice the small one, {stake}, as that of the game is")
    if not variant.stud:
        forced = _blinds(_first(game, _pack(game)).open_observation(), stake, range(game.players))
        if hand.blinds != forced:
            raise DeckError(f"the blinds of the hand are not those of the game, {list(forced)}")
    most = ante + (hand.bring_in or max(hand.blinds))
    if min(hand.stacks) <= most:
        raise DeckError(f"a player has too few chips for {most} at the beginning, so the hand cannot be given")
    return game


def _first(game: Game, deck: Sequence[str]) -> State:
    return game.new_initial_state(deck=list(deck), dealer=game.players - 1)


def _begun(game: Game, hand: Hand, deck: Sequence[str]) -> State:
    """Return the first state; if not all have equally many chips, it is given as a position."""
    state = _first(game, deck)
    if len(set(hand.stacks)) == 1:
        return state
    seen, rules = state.open_observation(), rules_of(game)
    given: dict[str, object] = {"phase": state.phase, "actor": state.current_player()}
    for zone in rules.program.zones.values():
        seats = range(game.players) if zone.each else (None,)
        cards = [" ".join(seen.cards(zone.name, seat)) for seat in seats]
        given[zone.name] = cards if zone.each else cards[0]
    for variable in rules.program.variables.values():
        if variable.type in (ty.NUMBER, ty.BOOLEAN, ty.PLAYER) and variable.name in seen.variables:
            value = seen.variables[variable.name]
            if value is not None:
                given[variable.name] = list(value) if variable.each else value
    least = max(hand.stacks)
    given[NAMES.stack] = [score - least + stack for score, stack in zip(state.scores(), hand.stacks, strict=True)]
    return game.state_from_position(given, dealer=game.players - 1)


class _Search:
    """Plays a hand with a deck, and finds the cards that must lie elsewhere in it.

    Attributes:
        state: the game as far as it was played.
    """

    def __init__(
        self,
        game: Game,
        hand: Hand,
        deck: list[str],
        wanted: Mapping[int | None, Sequence[str]],
        fixed: set[int],
    ) -> None:
        """Begin the game.

        Args:
            game: the game.
            hand: the hand.
            deck: a deck, which is changed.
            wanted: the cards that are dealt to each player and to all, in order.
            fixed: the places of the deck whose cards are known; it grows.
        """
        self._deck, self._fixed = deck, fixed
        self._queues = {who: list(cards) for who, cards in wanted.items()}
        self.state = _begun(game, hand, deck)
        self._seen = self.state.open_observation()
        self._table = _Table(self.state.game, self._seen)

    def play(self, done: Sequence[Done]) -> bool:
        """Play all actions; return whether the cards were right. If not, the deck is changed.

        Raises:
            DeckError: an action is not legal, or a card is dealt twice.
        """
        if not self._are_right(_held(self.state.game, self._seen)):
            return False
        for number, action in enumerate(done, 1):
            self._act(number, action)
            last = self.state.last
            assert last is not None
            self._table.note(last.events)
            if not self._are_right(_dealt(self.state.game, last.events)):
                return False
        if rest := [card for cards in self._queues.values() for card in cards]:
            raise DeckError(f"the hand deals {rest[0]} and the game does not: see its 'actions'")
        return True

    def _are_right(self, cards: Sequence[Card]) -> bool:
        """Return whether cards were dealt that the hand has; if not, put those into their places."""
        places = {card: self._deck.index(card) for _, card in cards}
        right = True
        for who, run in groupby(cards, lambda each: each[0]):
            dealt = [card for _, card in run]
            queue = self._queues[who]
            wanted, queue[:] = queue[: len(dealt)], queue[len(dealt) :]
            wanted += [_UNKNOWN] * (len(dealt) - len(wanted))
            if who is not None:  # what a player gets has no order
                dealt.sort(key=lambda card: wanted.index(card) if card in wanted else -1)
                wanted.sort(key=lambda card: dealt.index(card) if card in dealt else -1)
            for card, other in zip(dealt, wanted, strict=True):
                right &= self._is_right(places[card], other)
        return right

    def _is_right(self, place: int, wanted: str) -> bool:
        """Return whether a card lies at a place of the deck; if not, put it there."""
        if wanted == _UNKNOWN:
            return True
        if self._deck[place] == wanted:
            self._fixed.add(place)
            return True
        if wanted not in self._deck:
            raise DeckError(f"the hand deals {brief(wanted)}, which is not in the game")
        other = self._deck.index(wanted)
        if place in self._fixed or other in self._fixed:
            raise DeckError(f"the hand deals {wanted} twice, or after the pack was shuffled again")
        self._deck[place], self._deck[other] = wanted, self._deck[place]
        self._fixed.add(place)
        return False

    def _act(self, number: int, action: Done) -> None:
        """Carry out an action.

        Raises:
            DeckError: it is not legal.
        """
        what = f"p{action.player + 1} {action.verb}{f' {action.amount}' * bool(action.amount)}"
        seat = self.state.current_player()
        if seat != action.player:
            actor = "the hand is over" if seat is None else f"p{seat + 1} is to act"
            raise DeckError(f"decision {number} of the hand is '{what}', but {actor} there")
        verbs = NAMES.verbs[action.verb]
        text = ""
        if action.verb == "cbr":
            text = f" {action.amount + self._table.before[action.player]}"
        elif action.verb == "sd":
            verbs = verbs[1:] if action.cards else verbs[:1]
            text = "".join(f" {card}" for card in action.cards)
        for verb in verbs:
            try:
                self.state.apply_action(verb + text)
            except IllegalActionError as error:
                if verb == verbs[-1]:
                    raise DeckError(f"decision {number} of the hand is '{what}', but {error}") from None
            else:
                return


# ------------------------------------------------------------------------------- what a game tells


class _Table:
    """The chips of a deal.

    Attributes:
        stacks: the chips of each seat.
        bets: what each seat has put in.
        before: what each seat had put in before the round of betting.
    """

    def __init__(self, rules: Rules, seen: Observation) -> None:
        """Begin with what is seen before the first decision."""
        self.stacks = [int(score) for score in seen.scores]
        self.bets: list[int] = [*seen.variables[NAMES.bet]]
        ante = rules.program.options.get("ante", 0)
        assert isinstance(ante, int)
        self.before = [min(ante, bet) for bet in self.bets]

    def note(self, events: Sequence[Event]) -> None:
        """Note what has happened in a deal."""
        for event in events:
            match event:
                case Gathered():
                    return
                case Changed(variable=NAMES.stack, seat=seat, value=int(value)):
                    self.stacks[seat] = value
                case Changed(variable=NAMES.bet, seat=seat, value=int(value)):
                    self.bets[seat] = value
                case Changed(variable=NAMES.round):
                    self.before = [*self.bets]
                case _:
                    pass


def _held(rules: Rules, seen: Observation) -> list[Card]:
    """Return the cards that were dealt before the first decision of a deal."""
    found: list[Card] = []
    for zone in rules.program.zones.values():
        if zone.each:
            found += [(seat, card) for seat in range(rules.players) for card in seen.cards(zone.name, seat)]
    return found


def _dealt(rules: Rules, events: Sequence[Event]) -> list[Card]:
    """Return the cards that were dealt, up to the end of the deal."""
    found: list[Card] = []
    for event in events:
        if isinstance(event, Gathered):
            break
        if isinstance(event, Moved):
            found += _moved(rules, event)
    return found


def _moved(rules: Rules, event: Moved) -> Iterator[Card]:
    source, target = (rules.recorder.places[place] for place in (event.source, event.target))
    pack = f"z_{rules.program.pack_zone}"
    everybody = (1 << rules.players) - 1
    if source.slot == pack != target.slot:
        for card, seen in zip(event.cards, event.seen, strict=True):
            if target.seat >= 0 or seen == everybody:
                yield (target.seat if target.seat >= 0 else None), rules.program.pack.text[card]


def _blinds(seen: Observation, big_blind: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the blinds of the players, those of two players in the opposite order."""
    small, big = (seen.variables.get(name) for name in NAMES.blinds)
    found = tuple(big_blind if seat == big else big_blind // 2 if seat == small else 0 for seat in seats)
    return found[::-1] if len(found) == 2 else found


# --------------------------------------------------------------------------------- a game as hands


def hands_of(state: State, names: Sequence[str] = ()) -> dict[int, Hand]:
    """Return the finished deals of a game by their numbers.

    Left out are deals in which nobody decides, and those whose big blind was not whole though it must be called:
    elsewhere others call what was put in.

    Args:
        state: the game.
        names: what the players are called, by seat.

    Raises:
        DeckError: the format has no such game.
    """
    rules = state.game
    code = _code(rules)
    deals = [list(steps) for _, steps in groupby(state.steps(), lambda step: step.before.deal)]
    if deals and not state.is_terminal() and state.position.deal == deals[-1][0].before.deal:
        deals.pop()
    return {
        steps[0].before.deal: _Writer(rules, code, steps[0].before).hand(steps, names)
        for steps in deals
        if not _is_short(rules, observe(rules, steps[0].before, None, (), ()))
    }


def _is_short(rules: Rules, seen: Observation) -> bool:
    """Return whether more must be called than the player with the big blind could put in."""
    options = rules.program.options
    stake, ante = options.get("big_blind"), options.get("ante")
    if not (options.get("full_blind") and isinstance(stake, int) and isinstance(ante, int)):
        return False
    return max(seen.variables[NAMES.bet]) < stake + ante


def _code(rules: Rules) -> str:
    """Return the code of the variant that is played.

    Raises:
        DeckError: there is none.
    """
    program, options = rules.program, rules.program.options
    for code, variant in phh.VARIANTS.items():
        if (variant.ruleset, variant.bets) == (program.id, options.get("bets")):
            usual = load(variant.ruleset, players=rules.players).settings()["options"]
            for name, value in options.items():
                if name not in _FREE and usual[name] != value:
                    raise DeckError(f"PHH has no variant for {program.title} with another '{name}'")
            return code
    raise DeckError(f"PHH has no variant for {program.title} with these bets")


class _Writer:
    """Writes a deal as a hand."""

    def __init__(self, rules: Rules, code: str, position: Position) -> None:
        """Begin a deal.

        Args:
            rules: the game.
            code: the code of the variant.
            position: the position of the first decision of the deal.
        """
        self._rules, self._code = rules, code
        self._seen = observe(rules, position, None, (), ())
        self._table = _Table(rules, self._seen)
        self._waiting = _held(rules, self._seen)
        holders = {seat for seat, _ in self._waiting}
        order = [(self._seen.dealer + step) % rules.players for step in range(1, rules.players + 1)]
        self._seats = [seat for seat in order if seat in holders]
        self._held: dict[int, list[str]] = {seat: [] for seat in self._seats}
        self._folded = set[int]()
        self._actions: list[str] = []

    def hand(self, steps: Sequence[Step], names: Sequence[str]) -> Hand:
        """Return the hand.

        Args:
            steps: what was done in the deal.
            names: what the players are called, by seat.
        """
        table, variant = self._table, phh.VARIANTS[self._code]
        stacks = tuple(table.stacks[seat] + table.bets[seat] for seat in self._seats)
        for step in steps:
            self._act(step)
        self._deal()
        staying = [seat for seat in self._seats if seat not in self._folded]
        if len(staying) > 1:
            self._actions += [f"{self._name(seat)} sm {phh.cards_text(self._held[seat])}" for seat in staying]
        stake = self._option("small_bet" if variant.stud else "big_blind")
        return Hand(
            self._code,
            (self._option("ante"),) * len(stacks),
            stacks,
            tuple(self._actions),
            blinds=() if variant.stud else _blinds(self._seen, stake, self._seats),
            bring_in=self._option("bring_in") if variant.stud else 0,
            small_bet=stake,
            big_bet=2 * stake if variant.limit else 0,
            players=tuple(names[seat] for seat in self._seats) if names else (),
            finishing=tuple(table.stacks[seat] for seat in self._seats),
        )

    def _option(self, name: str) -> int:
        found = self._rules.program.options[name]
        assert isinstance(found, int)
        return found

    def _name(self, seat: int) -> str:
        return f"p{self._seats.index(seat) + 1}"

    def _act(self, step: Step) -> None:
        """Write what a player does, and what comes of it."""
        verb, *rest = self._rules.notation.text(step.raw).split()
        word = _WORDS[verb]
        if word == "sd":
            self._held[step.seat] = [card for card in self._held[step.seat] if card not in rest]
            rest = [phh.cards_text(rest)] if rest else []
        else:
            self._deal()
        if word == "cbr":
            word, rest = self._raise(step.seat, int(rest[0]))
        elif word == "f":
            self._folded.add(step.seat)
        self._actions.append(" ".join((self._name(step.seat), word, *rest)))
        for event in step.events:
            if isinstance(event, Gathered):
                break
            self._table.note((event,))
            if isinstance(event, Moved):
                self._waiting += _moved(self._rules, event)
            elif isinstance(event, Changed) and event.variable == NAMES.round:
                self._deal()

    def _raise(self, seat: int, level: int) -> tuple[str, list[str]]:
        """Return the words of a raise; it is no more than a call if nobody else could put in more."""
        table = self._table
        others = [each for each in self._seats if each != seat and each not in self._folded]
        if all(table.stacks[each] + table.bets[each] <= max(table.bets) for each in others):
            return "cc", []
        return "cbr", [str(level - table.before[seat])]

    def _deal(self) -> None:
        """Write the cards that were dealt."""
        for seat in self._seats:
            if cards := [card for who, card in self._waiting if who == seat]:
                self._held[seat] += cards
                self._actions.append(f"d dh {self._name(seat)} {phh.cards_text(cards)}")
        if cards := [card for who, card in self._waiting if who is None]:
            self._actions.append(f"d db {phh.cards_text(cards)}")
        self._waiting = []
