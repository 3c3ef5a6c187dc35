"""The values of expressions: a line for each word of the language.

Whoever adds an operation adds it here first: one entry in `OPERATIONS`.
"""

# Values are of any type: the typed program says which, and a table of lambdas is read best.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

from cardrules.interpreter.errors import ColumnError, PileError
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.program import Ranking
from cardrules.interpreter.syntax import types as ty

from . import actions, melds, rankings
from .position import Card, Names, PileAt, Position, canonical, constant, each_once

MOST_LOOKS = 3_000_000
"""After so many values and members of them between two decisions a game is given up."""


def value(node: ir.Expr, here: Position, names: Names) -> Any:
    """The value of an expression in a position, given the values of its names.

    Raises:
        TooManyError: the rules have looked at too much since the last decision.
    """
    found = FORMS[type(node)](node, here, names)
    here.looked += 1 + (len(found) if isinstance(found, list) else 0)
    if here.looked > MOST_LOOKS:
        raise melds.TooManyError
    # Cards without an order stand in canonical order, each once; the first of no melds is not of type cards.
    return canonical(found or []) if node.type.name == "cards" else found


# -------------------------------------------------------------------------------------- forms


def zone(node: ir.ZoneRef, here: Position, names: Names) -> Any:
    seat = None if node.seat is None else value(node.seat, here, names)
    if here.program.zones[node.zone].piles:
        return here.piles(node.zone, seat, each=node.seat is not None)
    return list(here.zone(node.zone, seat, each=node.seat is not None))


def pile(node: ir.PileRef, here: Position, names: Names) -> list[Card]:
    return here.pile(value(node.pile, here, names)).cards


def all_seats(node: ir.AllSeats, here: Position, names: Names) -> list[Any]:
    seats = value(node.players, here, names)
    if here.program.zones[node.zone].piles:
        return [at for seat in seats for at in here.piles(node.zone, seat, each=True)]
    return [card for seat in seats for card in here.zone(node.zone, seat, each=True)]


def variable(node: ir.VarRef, here: Position, names: Names) -> Any:
    seat = None if node.seat is None else value(node.seat, here, names)
    return here.variable(node.variable, seat)


def operation(node: ir.Op, here: Position, names: Names) -> Any:
    if node.name == "otherwise":  # the second is looked at only if the first is empty
        first, second = node.arguments
        return value(first, here, names) or value(second, here, names)
    found = OPERATIONS[node.name](here, *(value(each, here, names) for each in node.arguments))
    return missing(node.type) if found is None else found


def where(node: ir.Filter, here: Position, names: Names) -> list[Any]:
    members = value(node.collection, here, names)
    return [it for it in members if value(node.condition, here, {**names, node.name: it})]


def best(node: ir.Best, here: Position, names: Names) -> list[Any]:
    members = value(node.collection, here, names)
    keys = [height(value(node.key, here, {**names, node.name: it})) for it in members]
    if node.every:
        places = sorted(range(len(keys)), key=lambda place: keys[place], reverse=node.highest)
        return [members[place] for place in places]
    extreme = max(keys, default=0) if node.highest else min(keys, default=0)
    return [it for it, key in zip(members, keys, strict=True) if key == extreme]


def fold(node: ir.Fold, here: Position, names: Names) -> Any:
    members = value(node.collection, here, names)
    keys = [value(node.key, here, {**names, node.name: it}) for it in members]
    return FOLDS[node.operation](keys) if keys else missing(node.type)


def missing(kind: ty.Type) -> Any:
    """The value if there are no members: 0, false, or none; for piles it is an error."""
    if kind.name == "place":
        raise PileError("this asks for one of no piles")
    return {ty.NUMBER: 0, ty.BOOLEAN: False}.get(kind)


def either(node: ir.Cond, here: Position, names: Names) -> Any:
    chosen = node.then if value(node.test, here, names) else node.other
    return value(chosen, here, names)


def logic(node: ir.Logic, here: Position, names: Names) -> bool:
    if node.conjunction:
        return value(node.left, here, names) and value(node.right, here, names)
    return value(node.left, here, names) or value(node.right, here, names)


def definition(node: ir.Use, here: Position, names: Names) -> Any:
    defined = here.program.definitions[node.definition]
    assert defined.value is not None
    given = [value(argument, here, names) for argument in node.arguments]
    return value(defined.value, here, inside(defined.parameters, given, names))


def inside(parameters: tuple[tuple[str, Any], ...], given: list[Any], names: Names) -> Names:
    """The names that a definition's own text knows: who is acting, and its parameters."""
    found = {name: each for (name, _), each in zip(parameters, given, strict=True)}
    return {"actor": names.get("actor"), **found}


def is_possible(node: ir.Can, here: Position, names: Names) -> bool:
    return bool(actions.choices(here.program.actions[node.action], here, names["actor"]))


def is_meld(node: ir.IsMeld, here: Position, names: Names) -> bool:
    cards = value(node.cards, here, names)
    return melds.is_meld(cards, here.program.melds[node.meld], here.pack)


FORMS: dict[type[ir.Expr], Callable[..., Any]] = {
    ir.Const: lambda node, here, _: constant(node.value, node.type, here.cards),
    ir.Local: lambda node, _, names: names[node.name],
    ir.ZoneRef: zone,
    ir.PileRef: pile,
    ir.AllSeats: all_seats,
    ir.VarRef: variable,
    ir.Op: operation,
    ir.Filter: where,
    ir.Best: best,
    ir.Fold: fold,
    ir.Cond: either,
    ir.Logic: logic,
    ir.Use: definition,
    ir.Can: is_possible,
    ir.IsMeld: is_meld,
}


# --------------------------------------------------------------------------------- operations


def height(it: Any) -> int:
    """The number that `<` and `highest` compare; none is lower than everything."""
    if isinstance(it, Card):
        return it.number
    return -1 if it is None else it


def attribute(name: str) -> Callable[[Position, Card | None], Any]:
    """An attribute of a card; none for a missing card."""
    return lambda _, card: None if card is None else getattr(card, name)


def has(name: str) -> Callable[[Position, list[Card], Any], bool]:
    """Whether a card among some has that rank, suit or colour."""
    return lambda _, cards, wanted: any(getattr(card, name) == wanted for card in cards)


def share(name: str) -> Callable[[Position, list[Card]], bool]:
    """Whether cards agree; no cards share anything, and a joker shares nothing."""

    def agree(_: Position, cards: list[Card]) -> bool:
        jokers = any(card.named for card in cards)
        found = {getattr(card, name) for card in cards}
        return not jokers and len(found) == 1 and found != {None}

    return agree


def owner(here: Position, card: Card | None) -> int | None:
    """In whose zone a card lies; nobody if it lies on the table."""
    return next((seat for _, seat, held in here.places() if card in held), None)


def place(here: Position, card: Card | None) -> int:
    """A card's place from the bottom, from 1, in a zone that keeps its order; otherwise 0."""
    for name, _, held in here.places():
        if card is not None and card in held and here.program.zones[name].ordered:
            if here.program.zones[name].piles:
                held = next(pile.cards for pile in here.table.zones[name] if card in pile.cards)
            return held.index(card) + 1
    return 0


def around(here: Position, card: Card | None) -> tuple[list[Card], list[Card]]:
    """The cards beneath and on top of a card, in a zone or pile that keeps its order."""
    for zone in here.program.zones.values():
        held = here.table.zones[zone.name]
        if zone.piles:
            held = [pile.cards for pile in held]
        elif not zone.each:
            held = [held]
        for cards in held if zone.ordered else []:
            if card in cards:
                return cards[: cards.index(card)], cards[cards.index(card) + 1 :]
    return [], []


def in_order(here: Position, rank: int | None, number: int) -> int:
    """A rank's place in a named order; the ranks that it does not name are below those."""
    order = list(here.pack.orders.values())[number]
    return -1 if rank is None else order[rank]


def listed(here: Position, number: int) -> list[int]:
    """The ranks of an order, low to high; the order after the named ones is the deck's own."""
    own = list(range(here.pack.ranked))
    places = [*here.pack.orders.values(), own]
    if number == len(places) - 1:
        return own
    return sorted((r for r in own if places[number][r] >= 0), key=lambda r: places[number][r])


def rank_beside(here: Position, rank: int | None, number: int, step: int) -> int | None:
    """The rank so many steps above another; a rank in no order stands below all others."""
    ranks = listed(here, number)
    place = (ranks.index(rank) if rank in ranks else -1) + step
    return ranks[place] if 0 <= place < len(ranks) else None


def position_of(here: Position, rank: int | None, number: int) -> int:
    """The place of a rank in an order, counted from 1; 0 for a rank that is not in it."""
    ranks = listed(here, number)
    return ranks.index(rank) + 1 if rank in ranks else 0


def ranking(here: Position, number: int) -> Ranking:
    """Return a ranking by its number."""
    return list(here.program.rankings.values())[number]


def ranks_above(*, equal: bool) -> Callable[[Position, list[Card], list[Card], int], bool]:
    """Whether cards rank above others in a ranking, or also with them."""
    return lambda here, cards, others, number: rankings.above(
        cards, others, ranking(here, number), here.pack, equal=equal
    )


def random_of(here: Position, count: int, items: list[Any]) -> list[Any]:
    """So many of the items by chance, in the order in which they stood."""
    chosen = here.chance.shuffled(list(range(len(items))))[: max(count, 0)]
    return [items[index] for index in sorted(chosen)]


def next_dealer(here: Position) -> int | None:
    """The next player from the dealer's left who has not left the match; nobody if all have."""
    count, dealer = len(here.everybody), here.table.dealer
    assert dealer is not None
    seats = [(dealer + step) % count for step in range(1, count + 1)]
    return next((seat for seat in seats if seat not in here.gone), None)


def partner(here: Position, seat: int | None) -> int | None:
    """Who sits opposite."""
    count = len(here.everybody)
    return None if seat is None else (seat + count // 2) % count


def team(_: Position, player: int | None, sides: list[int]) -> list[int]:
    """Everybody on a player's side; sides name for each seat the first of its side."""
    return [] if player is None else [p for p in range(len(sides)) if sides[p] == sides[player]]


def opponents(here: Position, player: int | None, sides: list[int]) -> list[int]:
    """Everybody on another side; nobody has no opponents."""
    mine = team(here, player, sides)
    return [] if player is None else [p for p in range(len(sides)) if p not in mine]


def other_of_two(here: Position, player: int | None, sides: list[int]) -> int | None:
    """The other player, if a side has two."""
    mine = team(here, player, sides)
    return next(p for p in mine if p != player) if len(mine) == 2 else None


def made_sides(_: Position, count: int, rest: bool, *groups: list[int]) -> list[int]:
    """For each seat the first of its side: its group, the rest, or the player alone."""

    def mates(seat: int) -> list[int]:
        for group in groups:
            if seat in group:
                earlier = groups[: groups.index(group)]
                return [p for p in group if not any(p in other for other in earlier)]
        others = [p for p in range(count) if not any(p in group for group in groups)]
        return others if rest else [seat]

    return [min(mates(seat)) for seat in range(count)]


def named(*items: Any) -> list[Any]:
    """Cards or players in the order in which they are named, each once; none is left out."""
    return [item for item in each_once(items) if item is not None]


def nth(number: int, piles: list[PileAt]) -> PileAt:
    """One of several piles; they are counted from 1."""
    if number not in range(1, len(piles) + 1):
        raise PileError(f"there is no pile {number}")
    return piles[number - 1]


def sets_of(least: int, most: int, cards: list[Card]) -> list[list[Card]]:
    """All sets of some cards of these sizes, which may not be too many."""
    sizes = range(max(least, 0), min(most, len(cards)) + 1)
    cards = canonical(cards)
    if sum(comb(len(cards), size) for size in sizes) > melds.MOST:
        raise melds.TooManyError
    return [list(chosen) for size in sizes for chosen in combinations(cards, size)]


def column(number: int, columns: list[Any]) -> Any:
    """Return one column of a variable; they are counted from 1."""
    if number not in range(1, len(columns) + 1):
        raise ColumnError(f"there is no column {number}")
    return columns[number - 1]


def with_column(here: Position, number: int, columns: list[Any], value: Any) -> list[Any]:
    """Return the columns of a variable with a new value in one of them."""
    column(number, columns)
    return [value if index == number else old for index, old in enumerate(columns, 1)]


OPERATIONS: dict[str, Callable[..., Any]] = {
    # Numbers and conditions
    "neg": lambda _, a: -a,
    "in_halves": lambda _, whole: 2 * whole,
    "half": lambda _, whole: whole,
    "rounded_down": lambda _, halves: halves // 2,
    "rounded_up": lambda _, halves: (halves + 1) // 2,
    "add": lambda _, a, b: a + b,
    "sub": lambda _, a, b: a - b,
    "mul": lambda _, a, b: a * b,
    "div": lambda _, a, b: a // b if b else 0,
    "mod": lambda _, a, b: a % b if b else 0,
    "min": lambda _, *numbers: min(numbers),
    "max": lambda _, *numbers: max(numbers),
    "lt": lambda _, a, b: height(a) < height(b),
    "le": lambda _, a, b: height(a) <= height(b),
    "gt": lambda _, a, b: height(a) > height(b),
    "ge": lambda _, a, b: height(a) >= height(b),
    "eq": lambda _, a, b: a == b,
    "ne": lambda _, a, b: a != b,
    "not": lambda _, a: not a,
    "column": lambda _, number, columns: column(number, columns),
    "with_column": with_column,
    "with_entry": with_column,
    "ordinal": lambda _, index: 0 if index is None else (index.number if isinstance(index, PileAt) else index) + 1,
    "named_suit": lambda _, choice, suits: None if choice is None else suits[choice],
    # Cards
    "rank": attribute("rank"),
    "suit": attribute("suit"),
    "colour": attribute("colour"),
    "value": lambda _, card: 0 if card is None else card.value,
    "attribute": lambda _, card, number: 0 if card is None else card.attributes[number],
    "owner": owner,
    "place": place,
    "cards_above": lambda here, card: around(here, card)[1],
    "cards_below": lambda here, card: around(here, card)[0],
    "tops": lambda here, piles: [c[-1] for at in piles if (c := here.pile(at).cards)],
    "in_order": in_order,
    "rank_above": lambda here, rank, order: rank_beside(here, rank, order, 1),
    "rank_below": lambda here, rank, order: rank_beside(here, rank, order, -1),
    "position": position_of,
    "position_listed": lambda _, listed: 0 if listed is None else listed + 1,
    "pattern": lambda here, cards, number: rankings.pattern(cards, ranking(here, number), here.pack),
    "in_ranking": lambda here, cards, number: rankings.standing(cards, ranking(here, number), here.pack),
    "ranks_above": ranks_above(equal=False),
    "ranks_with": ranks_above(equal=True),
    "has_rank": has("rank"),
    "has_suit": has("suit"),
    "has_colour": has("colour"),
    "share_rank": share("rank"),
    "share_suit": share("suit"),
    "share_colour": share("colour"),
    # Players
    "dealer": lambda here: here.table.dealer,
    "players": lambda here: here.players(),
    "everybody": lambda here: list(here.everybody),
    "players_from": lambda here, seat: here.players_from(seat),
    "players_in_order": lambda here, seat, order: here.in_order_from(order, seat),
    "player_after": lambda here, seat: here.next_in(seat, here.table.direction),
    "player_before": lambda here, seat: here.next_in(seat, -here.table.direction),
    "left": lambda here, seat: here.next_in(seat, 1),
    "right": lambda here, seat: here.next_in(seat, -1),
    "next_dealer": next_dealer,
    "opponent": lambda here, actor: here.next_in(actor, 1),
    "partner": partner,
    "side": lambda _, player, sides: None if player is None else sides[player],
    "side_now": lambda _, player, sides: None if player is None else sides[player],
    "team": team,
    "partners": lambda here, player, sides: [p for p in team(here, player, sides) if p != player],
    "opponents": opponents,
    "other_of_two": other_of_two,
    "teams": lambda _, sides: each_once(sides),
    "sides_of": lambda _, players, sides: each_once(sides[player] for player in players),
    "with_teams": lambda here, players, sides: [
        p for p in range(len(sides)) if any(p in team(here, q, sides) for q in players)
    ],
    "sides": made_sides,
    "deal_number": lambda here: here.deal_number,
    "turn_number": lambda here: here.table.turn_number,
    # Collections
    "list": lambda _, *items: list(items),
    "size": lambda _, items: len(items),
    "is_empty": lambda _, items: not items,
    "contains": lambda _, item, items: item in items,
    "first": lambda _, items: items[0] if items else None,
    "last": lambda _, items: items[-1] if items else None,
    "bottom": lambda _, items: items[0] if items else None,
    "top": lambda _, items: items[-1] if items else None,
    "first_n": lambda _, count, items: items[: max(count, 0)],
    "last_n": lambda _, count, items: items[-count:] if count > 0 else [],
    "bottom_n": lambda _, count, items: items[: max(count, 0)],
    "top_n": lambda _, count, items: items[-count:] if count > 0 else [],
    "random": lambda here, items: here.chance.one_of(items),
    "random_n": random_of,
    "join": lambda _, a, b: [*a, *b],
    "join_piles": lambda _, a, b: each_once([*a, *b]),
    "join_players": lambda _, a, b: each_once([*a, *b]),
    "minus": lambda _, a, b: [item for item in a if item not in b],
    "minus_players": lambda _, a, b: [item for item in a if item not in b],
    # Sets of cards
    "sets": lambda _, count, cards: sets_of(count, count, cards),
    "sets_between": lambda _, least, most, cards: sets_of(least, most, cards),
    "sets_from": lambda _, least, cards: sets_of(least, len(cards), cards),
    "ends": lambda _, pile: [canonical(pile[-size:]) for size in range(1, len(pile) + 1)],
    # One thing where several are expected
    "every_card": lambda here: list(here.cards),
    "pile_of": lambda _, *cards: named(*cards),
    "players_of": lambda _, *players: named(*players),
    "to_cards": lambda _, a: a if isinstance(a, list) else named(a),
    "to_pile": lambda _, card: named(card),
    "to_players": lambda _, player: named(player),
    # Piles on the table, and melds
    "pile_n": lambda _, number, piles: nth(number, piles),
    "all_piles": lambda here, piles: [card for at in piles for card in here.pile(at).cards],
    "pile_sets": lambda here, piles: [canonical(here.pile(at).cards) for at in piles],
    "is_meld": lambda here, cards, which: (
        which is not None and melds.is_meld(cards, [*here.program.melds.values()][which], here.pack)
    ),
    "extends": lambda here, cards, at: melds.extends(cards, here.pile(at), here.program),
    "extends_as": lambda here, cards, at, which: (
        which is not None and melds.extends_as(cards, here.pile(at), [*here.program.melds.values()][which], here.pack)
    ),
    "pile_number": lambda here, at: here.number_of(at),
    "deadwood": lambda here, hand: melds.deadwood(hand, here.program),
    "melding": lambda here, hand: melds.melding(hand, here.program, here.cards),
    "parts": lambda here, cards, numbers: melds.parts_of(
        cards, [list(here.program.melds.values())[number] for number in numbers], here.pack
    ),
    "loose": lambda here, hand: melds.loose(hand, here.program, here.cards),
    "against": lambda here, hand, laid: melds.against(hand, laid, here.program),
    "laid_off": lambda here, hand, laid: melds.laid_off(hand, laid, here.program),
}

FOLDS: dict[str, Callable[[list[Any]], Any]] = {
    "total": sum,
    "highest": lambda keys: max(keys, key=height),
    "lowest": lambda keys: min(keys, key=height),
}
