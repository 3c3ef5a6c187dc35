"""The chapters about players, cards, places and melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from ..diagnostics import spaced
from ..program import ir
from ..program.cards import NONE
from ..program.program import Meld, Tables, Zone
from ..program.tree_walk import parts, walk
from ..speech import english
from ..speech.book import Book
from ..speech.english import count, listed, plural, prose
from ..speech.grammar import Listed, NounPhrase, Part, Steps, phrase, there_is
from ..speech.reading import besides, has_slots, is_owned, without_slots, without_the
from ..speech.speech import Speech
from . import document as d
from . import reach

_SEVERAL: Final = 4  # cards in one row of a table that are written as a range
_MANY: Final = 10  # cards in one row that are not listed
_FACES: Final = {
    "hidden": "face down",
    "shown": "face up",
    "owner": "seen only by its owner",
    "others": "seen by everybody but its owner",
    "top": "only the top card is seen",
    "turned": "some cards face up and some face down",
}


def players(book: Book) -> d.Document:
    """Return the chapter about the players and their sides."""
    rules, program = book.rules, book.program
    if rules.least == rules.most:
        many = count(rules.least, "player")
        text = f"{program.title} is a game for {many}"
    else:
        least, most = english.number(rules.least), english.number(rules.most)
        text = f"{program.title} is a game for {least} to {most} players"
    parts: list[Part] = [text]
    if rules.least != rules.most:
        parts.append(these(program.players))
    sides = program.teams.sides if program.teams is not None else ()
    if program.teams is not None and program.teams.scope:
        parts.append("sides are formed during the game")
    elif sides and len(set(sides)) == 1 and len(sides) > 1:
        parts.append("All play together on one side.")
    elif rules.teams is not None and len(set(sides)) == len(sides) and rules.least != rules.most:
        parts.append("Everybody plays alone.")
    elif sides and len(set(sides)) < len(sides):
        number = len(set(sides))
        opposite = len(sides) == 4 and sides[0] == sides[2]
        where = "who sit opposite each other" if opposite else "of every other player"
        if number == 2 and opposite:
            parts.append(f"There are two sides of two partners {where}.")
        else:
            size = english.number(len(sides) // number)
            parts.append(f"There are {english.number(number)} sides {where}, {size} players each.")
    if program.tables is not None and program.tables.number > 1:
        tables = count(program.tables.number, "table")
        parts.append(f"each deal is played at {tables} at once, each with a pack of its own")
        parts.append("The tables go on by turns, one choice each, table 1 first; one that has finished waits.")
        parts.append(_seat(Speech(book, {}), program.tables))
        seen = "also see" if program.tables.open else "do not see"
        parts.append(f"Players at one table {seen} the open cards of the others.")
    parts.append(book.remark("teams", "tables", "players"))
    return (d.Heading(2, "Players"), d.paragraph(*parts))


def these(number: int) -> Part:
    """Return for how many players the rules are."""
    return NounPhrase("these", plural=True).verb("is", f"the rules for {count(number, 'player')}")


def _seat(speech: Speech, tables: Tables) -> str:
    """Return who sits at which of several tables."""
    seat = speech.book.simplifier.expression(tables.seat)
    match seat:
        case ir.Cond(test=test, then=ir.Const() as then, other=ir.Const() as other):
            who = speech.relative(test, tables.player, person=True, one=True)
            return f"each player {who} sits at table {speech.noun(then)}, all others at table {speech.noun(other)}"
        case _:
            number = speech.naming(tables.player, NounPhrase("player", "that", person=True)).noun(seat)
            return f"each player sits at the table with this number: {number}"


def cards(book: Book) -> d.Document:
    """Return the chapter about the pack: which cards there are, and what they are worth."""
    pack = book.program.pack
    blocks: list[d.Block] = [d.Heading(2, "Cards")]
    blocks.append(d.paragraph(f"the pack has {count(pack.size, 'card')}", *_composition(book)))
    blocks += _numbers(book)
    remark = book.remark("deck")
    return (*blocks, d.paragraph(remark)) if remark else tuple(blocks)


def _composition(book: Book) -> list[Part]:
    pack = book.program.pack
    copies = Counter(pack.text)
    found: list[Part] = []
    suited = [card for card in range(pack.size) if pack.rank[card] < pack.ranked]
    present = sorted({pack.rank[card] for card in suited})
    order = _order(book, present)
    held = sorted({pack.suit[card] for card in suited if pack.suits})
    if held:
        suits = [book.suit(suit) for suit in held]
        are = "suits are" if len(suits) > 1 else "only suit is"
        found.append(f"The {are} {listed(suits)}.")
        lines = {tuple(rank for rank in pack.lines[suit] if rank in present) for suit in held}
        if len(lines) == 1:
            other = book.rules.tricks is not None and ranks_apart(book)
            rise = "the ranks of each suit are" if other else ("from low to high, the ranks of each suit are")
            found.append(f"{rise}: {order}")
        else:
            alike: dict[str, list[str]] = {}
            for suit in held:
                ranks = [pack.ranks[rank] for rank in pack.lines[suit] if rank in present]
                alike.setdefault(_shown(ranks), []).append(book.suit(suit))
            found.append("The ranks are, from low to high:")
            found += [f"{listed(names)}: {ranks}" for ranks, names in alike.items()]
    else:
        found.append(f"There are no suits. From low to high, the cards are: {order}.")
    numbers = Counter(copies[pack.text[card]] for card in suited)
    if len(numbers) == 1:
        ((many, _),) = numbers.items()
        if many > 1:
            found.append(f"There are {english.number(many)} of each card.")
    elif numbers:
        found.append(_copies(book, copies, suited))
    named = {text: number for text, number in copies.items() if pack.rank[pack.text.index(text)] >= pack.ranked}
    others = {text: number for text, number in named.items() if text != "Jo"}
    if "Jo" in named:
        are = "is" if named["Jo"] == 1 else "are"
        found.append(f"There {are} also {count(named['Jo'], 'joker')}.")
    if others:
        names = [
            f"{english.number(number)} “{book.label(text)}” {'card' if number == 1 else 'cards'}"
            for text, number in others.items()
        ]
        are = "is" if next(iter(others.values())) == 1 else "are"
        found.append(f"There {are} also {listed(names)}.")
    return found


def _copies(book: Book, copies: Counter[str], suited: list[int]) -> Part:
    """Return how many there are of each card: `one zero in each suit and two of other cards`."""
    pack = book.program.pack
    of_rank = _alike(pack.rank, copies, book, suited)
    of_suit = _alike(pack.suit, copies, book, suited)
    if of_rank is None and of_suit is None:
        return _odd_copies(book, copies, suited)
    by_number: dict[int, list[str]] = {}
    for place, many in (of_rank or of_suit or {}).items():
        name = book.rank(place) if of_rank else f"of each {book.of_suit(place).one}"
        by_number.setdefault(many, []).append(name)
    usual = max(by_number, key=lambda number: len(by_number[number]))
    numbers = {
        count(many, name) if of_rank else f"{english.number(many)} {name}": many
        for many, names in sorted(by_number.items())
        if many != usual
        for name in names
    }
    numbers[f"{english.number(usual)} of {'each other card' if numbers else 'each card'}"] = usual
    several = next(iter(numbers.values())) != 1  # the verb agrees with the first of them
    where = "in each suit" if pack.suits and of_rank else ""
    return phrase(where, there_is(NounPhrase(Listed(tuple(numbers)), plural=several)))


def _alike(places: Sequence[int], copies: Counter[str], book: Book, suited: list[int]) -> dict[int, int] | None:
    """Return how many there are of each card of a rank, or of a suit; None if that differs."""
    found: dict[int, int] = {}
    for card in sorted(suited, key=lambda card: places[card]):
        many = copies[book.program.pack.text[card]]
        if found.setdefault(places[card], many) != many:
            return None
    return found


def _odd_copies(book: Book, copies: Counter[str], suited: list[int]) -> str:
    """Return how many there are of each card, if only some cards of a rank and a suit differ."""
    text = book.program.pack.text
    faces = {text[card]: card for card in suited}
    usual = Counter(copies[each] for each in faces).most_common(1)[0][0]
    names: dict[int, list[str]] = {}
    for each, card in faces.items():
        if copies[each] != usual:
            names.setdefault(copies[each], []).append(book.named(card))
    parts = [f"{english.number(many)} of {listed(cards)}" for many, cards in names.items()]
    are = "is" if usual == 1 else "are"
    return f"There {are} {english.number(usual)} of each card, but {listed(parts)}."


def _order(book: Book, present: list[int]) -> str:
    labels = book.program.labels
    names = [book.program.pack.ranks[rank] for rank in present]
    return _shown([name if len(name) == 1 else labels.get(name, name) for name in names])


def _shown(ranks: list[str]) -> str:
    """Return ranks in their order, shortened where they are numbers that follow one another."""
    names = ["10" if rank == "T" else spaced(rank) for rank in ranks]
    return ", ".join(names) if any(len(name) > 2 for name in names) else " ".join(names)


def _numbers(book: Book) -> list[d.Block]:
    """Return a table of what cards are worth, if the rules use it."""
    pack = book.program.pack
    blocks: list[d.Block] = []
    named = ("value", "deadwood", "against", "melding", "loose", "laid_off")
    if any(book.uses(name) for name in named):
        blocks += _table(book, "value", pack.value)
    for name, numbers in pack.attributes.items():
        blocks += _table(book, name, numbers)
    return blocks


def _table(book: Book, name: str, numbers: tuple[int, ...]) -> list[d.Block]:
    """Return a table of a number that each card has."""
    pack = book.program.pack
    whole: dict[int, list[str]] = {}
    for rank in sorted(set(pack.rank)):
        members = [card for card in range(pack.size) if pack.rank[card] == rank]
        found = {numbers[card] for card in members}
        if len(found) == 1:
            whole.setdefault(found.pop(), []).append(_of_rank(book, rank))
            continue
        common = Counter(numbers[card] for card in members).most_common(1)[0][0]
        usual = [card for card in members if numbers[card] == common]
        if len({pack.suit[card] for card in usual}) > 1:
            whole.setdefault(common, []).append(f"other {plural(book.rank(rank))}")
        else:
            usual = []
        for card in dict.fromkeys(pack.text[c] for c in members if c not in usual):
            index = pack.text.index(card)
            whole.setdefault(numbers[index], []).append(book.named(index))
    whole = _by_suit(book, numbers) or whole
    rows = tuple(
        (
            (english.title(_together(book, words)),),
            (english.digits(value, pack.unit(name)) if value is not None else "their number",),
        )
        for value, words in sorted(_numerals(book, whole).items(), key=_from_the_highest)
    )
    return [d.Table(("Cards", english.title(book.label(name))), rows, about=name)]


def _of_rank(book: Book, rank: int) -> str:
    """Return what the cards of a rank are called: in the singular if there is only one."""
    pack = book.program.pack
    single = pack.rank.count(rank) == 1
    return book.named(pack.rank.index(rank)) if single else plural(book.rank(rank))


def _together(book: Book, words: list[str]) -> str:
    """Return cards of one row: neighbours as a range, very many as all that no other row has."""
    if len(words) > _MANY:
        return "all other cards"
    pack = book.program.pack
    ranks = [_of_rank(book, rank) for rank in range(pack.ranked) if rank in set(pack.rank)]
    if len(words) < _SEVERAL or words[0] not in ranks:
        return listed(words)
    first = ranks.index(words[0])
    alike = ranks[first : first + len(words)] == words
    return f"{words[0]} to {words[-1]}" if alike else listed(words)


def _from_the_highest(row: tuple[int | None, list[str]]) -> tuple[bool, int]:
    return row[0] is None, -(row[0] or 0)


def _numerals(book: Book, whole: dict[int, list[str]]) -> dict[int | None, list[str]]:
    """Return the rows of a table with cards in one row that are worth their number."""
    pack = book.program.pack
    found: dict[int | None, list[str]] = {**whole}
    own = [
        plural(book.rank(rank))
        for rank, name in enumerate(pack.ranks)
        if name.isdecimal() and whole.get(int(name)) == [plural(book.rank(rank))]
    ]
    if len(own) < _SEVERAL:
        return found
    for name in own:
        value = next(value for value, words in whole.items() if words == [name])
        del found[value]
    between = " to " if _are_neighbours(book, own) else None
    found[None] = [f"{own[0]}{between}{own[-1]}"] if between else own
    return found


def _are_neighbours(book: Book, names: list[str]) -> bool:
    """Return whether ranks follow one another in the pack."""
    pack = book.program.pack
    every = [plural(book.rank(rank)) for rank in range(len(pack.ranks)) if rank in set(pack.rank)]
    first = every.index(names[0])
    return every[first : first + len(names)] == names


def _by_suit(book: Book, numbers: tuple[int, ...]) -> dict[int, list[str]] | None:
    """Return the numbers by suit, if each suit has one number but for single cards."""
    pack = book.program.pack
    if not pack.suits:
        return None
    found: dict[int, list[str]] = {}
    single = 0
    for suit in range(len(pack.suits)):
        members = [card for card in range(pack.size) if pack.suit[card] == suit]
        if not members:
            continue
        usual = Counter(numbers[card] for card in members).most_common(1)[0][0]
        others = {pack.text[card]: numbers[card] for card in members if numbers[card] != usual}
        several = book.of_suit(suit).several
        found.setdefault(usual, []).append(f"other {several}" if others else several)
        single += len(others)
        for text, number in others.items():
            found.setdefault(number, []).append(book.card(pack.text.index(text)))
    return found if single <= 3 and len(found) > 1 else None


def places(book: Book) -> d.Document:
    """Return the list of the places for cards."""
    items: list[d.Line] = []
    tricks = book.rules.tricks
    own = set[str]()
    if tricks is not None:
        own = {tricks.played.text, tricks.won.text}
    used = reach.zones(book)
    if not _is_used(book):
        used.discard(book.program.pack_zone)
    for zone in book.program.zones.values():
        usual = zone.each and zone.name == "hand" and zone.faces == "owner" and not zone.help
        if usual or zone.name in own or zone.name not in used:
            continue
        items.append(_place(book, zone))
    hands = any(zone.name == "hand" for zone in book.program.zones.values())
    lead = "Besides the hands of the players, cards lie here:" if hands else "Cards lie here:"
    return (d.lead(lead), d.Bullets(tuple(items))) if items else ()


def _is_used(book: Book) -> bool:
    """Return whether players meet the pack again after the deal."""
    program = replace(book.program, deal_do=(), prefer=(), value=None)
    pack = book.program.pack_zone
    dealt = sum(each.source.zone == pack for each in parts(program, ir.DealOut))
    return sum(each.zone == pack for each in parts(program, ir.ZoneRef)) > dealt


def _place(book: Book, zone: Zone) -> d.Line:
    label, words = book.label(zone.name), book.called("zones", zone.name)
    name = without_the(words if words and not has_slots(words) else label)
    if is_owned(words) and zone.name not in book.program.labels:
        name = without_slots(words).text
    each = "side" if zone.team else "player"
    whose = f"one for each {each}" if zone.each else ""
    seen = _FACES[zone.faces]
    if zone.faces == "owner" and zone.team:
        seen = "seen only by its side"
    facts = [each for each in (whose, seen) if each]
    if zone.fixed:
        piles = count(zone.fixed, "pile")
        facts = [f"{piles} for each {each}" if zone.each else piles, seen]
    elif zone.piles:
        facts.append("any number of piles side by side")
    aside, help = besides(name, book.prose(zone.help))
    empty = "when it is empty, nothing is drawn" if _runs_out(book, zone.name) else ""
    more = prose([help, empty, book.remark(f"zones.{zone.name}")])
    told = f"({', '.join(facts)})"
    title = d.Strong(english.title(name), f"zones.{zone.name}")
    if aside:
        return d.line(title, " ", prose([f"{told}, {help}"]))
    return d.line(title, f" {told}", ": " if more else ".", more)


def _runs_out(book: Book, pack: str) -> bool:
    """Return whether an effect lets players draw from a pack that may be empty, of which it does not speak."""
    program = replace(book.program, deal_do=())
    if pack != program.pack_zone or any(each.target.zone == pack for each in parts(program, ir.Move)):
        return False
    for rule in (effect for action in reach.available(book).values() for effect in action.effects):
        drawn = [each for each in parts(rule.do, ir.Draw) if each.source.zone == pack]
        named = [each for each in parts((rule.when, rule.do), ir.ZoneRef) if each.zone == pack]
        if drawn and len(named) == len(drawn):
            return True
    return False


def melds(book: Book) -> d.Document:
    """Return the chapter about melds and rankings."""
    program = book.program
    found = [meld for meld in program.melds.values() if meld.present]
    used = reach.melds(book)
    found = [meld for meld in found if _is_told(meld) and meld.name in used]
    blocks: list[d.Block] = []
    if found:
        blocks.append(d.Heading(2, "Combinations" if program.rankings else "Melds"))
        items = tuple(
            d.line(
                d.Strong(english.title(book.label(m.name)), f"melds.{m.name}"),
                ": ",
                prose([*meld_text(book, m), book.remark(f"melds.{m.name}")]),
            )
            for m in found
        )
        blocks.append(d.Bullets(items))
    used = book.rankings if len(program.rankings) > 1 else set(program.rankings)
    several = len(used) > 1
    for ranking in program.rankings.values():
        if ranking.name not in used:
            continue
        levels = [listed([book.label(meld.name) for meld in level if meld.present], "or") for level in ranking.levels]
        levels = [level for level in levels if level]
        text: list[Part] = ["Only combinations of the same kind and size are compared, by their ranks."]
        if len(levels) > 1:
            first, *others = levels
            text = [Steps((f"from the highest to the lowest: {first}", *others), apart=True)]
        if ranking.best:
            text.append(f"the best {count(ranking.best, 'card')} of a hand count")
        if ranking.order is not None:
            order = order_of(book, ranking.order)
            text.append(f"the ranks are compared in this order, from low to high: {order}")
        if ranking.suits:
            text.append("between equal ranks the suit of the highest card decides")
        head = d.Strong(english.title(book.label(ranking.name)), f"rankings.{ranking.name}")
        line = d.line(head, ": ", prose(text)) if several else d.line(prose(text))
        blocks.append(d.Paragraph(line))
    remark = book.remark("melds", "rankings")
    return (*blocks, d.paragraph(remark)) if remark and blocks else tuple(blocks)


def _either_end(book: Book, meld: Meld, rank: str) -> str:
    """Return that a rank can be the lowest or the highest of a sequence, and where it ends."""
    orders = [order_of(book, each).split() for each in meld.orders]
    low = next(order for order in orders if order[0] == rank)
    high = next(order for order in orders if order[-1] == rank)
    name = book.rank(book.program.pack.ranks.index(rank))
    text = f"The {name} is low, as in {' '.join(low[: meld.least])}, or high, as in {' '.join(high[-meld.least :])}"
    return f"{text}." if meld.around else f"{text}, but not both: {high[-2]} {rank} {low[1]} is not a sequence."


def ranks_apart(book: Book) -> bool:
    """Return whether cards rank in tricks in another order than in the pack."""
    best = book.program.definitions["best"].value
    assert best is not None
    best = book.simplifier.expression(best)
    return any(isinstance(each, ir.Op) and each.name == "in_order" for each in walk(best))


def order_of(book: Book, name: str) -> str:
    """Return the ranks in a named order, low to high."""
    pack = book.program.pack
    places = pack.orders[name]
    present = set(pack.rank)
    ranks = sorted(
        (r for r in range(len(pack.ranks)) if places[r] >= 0 and r in present), key=lambda rank: places[rank]
    )
    return _shown([pack.ranks[rank].replace("Jo", "joker") for rank in ranks])


def _is_told(meld: Meld) -> bool:
    pattern = meld.same or meld.consecutive or meld.parts or meld.ranks
    return bool(pattern) and meld.most > 1


def _size(book: Book, meld: Meld) -> str:
    """Return how many cards a meld has."""
    least = english.number(meld.least)
    if meld.least == meld.most:
        return least
    if meld.most >= 1000 or meld.most >= book.program.pack.size:
        return f"{least} or more"
    between = "or" if meld.most == meld.least + 1 else "to"
    return f"{least} {between} {english.number(meld.most)}"


def _made_of(book: Book, part: Meld, many: int) -> str:
    """Return so many melds of a kind, of which another is made."""
    label = book.label(part.name)
    text = english.a(label) if many == 1 else count(many, label)
    return f"{text} of {_size(book, part)}" if _is_sized(book, part) else text


def _is_sized(book: Book, part: Meld) -> bool:
    """Return whether a part of a meld has other sizes than the meld of its name."""
    declared = book.program.melds[part.name]
    return (part.least, part.most) != (declared.least, declared.most)


def meld_text(book: Book, meld: Meld) -> list[str]:
    """Return what a meld is, in sentences."""
    if meld.parts:
        first, *others = meld.parts
        if others == [first] and not _is_sized(book, first):
            label = book.label(first.name)
            return [f"{english.a(label)} and another {label}"]
        parts = [_made_of(book, part, len([*some])) for part, some in groupby(meld.parts)]
        return parts if len(parts) == 1 else [f"{listed(parts)} together"]
    many = _size(book, meld)
    ranks = [plural(book.rank(rank)) for rank in meld.ranks]
    what = "cards"
    if meld.ranks and len(meld.ranks) <= 4:
        what = listed(ranks, "or" if meld.same == "rank" else "and")
        if len(ranks) > 1 and meld.same is None and not meld.consecutive:
            each = [english.a(book.rank(rank)) for rank in meld.ranks]
            what = f"cards, each {listed(each, 'or')}"
    text = f"{many} {what}"
    if meld.consecutive:
        text += " of one suit" if meld.same == "suit" else ""
        text += " in sequence"
        if meld.each > 1:
            text += f", with {english.number(meld.each)} of each rank"
    elif meld.same == "rank" and not (meld.ranks and len(meld.ranks) == 1):
        text += " of the same rank"
    elif meld.same == "suit":
        text += " of the same suit"
    suits = len(book.program.pack.suits)
    if meld.most_suits < suits or meld.least_suits > 1:
        least, most = meld.least_suits, min(meld.most_suits, len(book.program.pack.suits))
        number = english.number(least)
        exactly = f"exactly {number}" if least == most else f"at least {number}"
        text += f", in {exactly} different suits"
    parts = [text]
    if meld.consecutive:
        if len(meld.orders) > 1:
            ends = [order_of(book, each).split()[0] for each in meld.orders]
            tops = [order_of(book, each).split()[-1] for each in meld.orders]
            if set(ends) & set(tops):
                parts.append(_either_end(book, meld, (set(ends) & set(tops)).pop()))
        if meld.around:
            parts.append("It may continue from the highest rank to the lowest.")
    if meld.ranks and len(meld.ranks) > 4:
        first, last = (plural(book.rank(meld.ranks[end])) for end in (0, -1))
        parts.append(f"any rank from {first} to {last}")
    present = set(book.program.pack.rank)
    melds = book.program.melds.values()
    elsewhere = present & {rank for each in melds if each.most_wild for rank in each.wild}
    if elsewhere and not (meld.wild and meld.most_wild):
        names = [plural(book.rank(rank)) for rank in sorted(elsewhere)]
        pack = book.program.pack
        cards = zip(pack.rank, pack.suit, strict=True)
        alone = all(suit == NONE for rank, suit in cards if rank in elsewhere)  # such as jokers
        parts.append(f"{listed(names)} may not be used in it{'' if alone else ' as wild cards'}")
    wild_ranks = [rank for rank in meld.wild if rank in present]
    if wild_ranks and meld.most_wild:
        wild = listed([plural(book.rank(rank)) for rank in wild_ranks])
        limit = min(meld.most_wild, meld.most - meld.least_natural)
        most = f", at most {english.number(limit)} in one meld" if limit < 5 or meld.most_wild < meld.most else ""
        parts.append(f"{wild} are wild: they stand for any card{most}")
        natural = meld.least_natural
        if natural > meld.least - limit and meld.most > meld.least:
            parts.append(f"it has at least {count(natural, 'card')} that {'is' if natural == 1 else 'are'} not wild")
        if (book.uses("extends") or book.uses("extends_as")) and meld.consecutive:
            one = book.rank(wild_ranks[0]) if len(wild_ranks) == 1 else "wild card"
            parts.append(
                {
                    "shrinking": f"On the table {english.a(one)} stands for any card that its meld still allows, "
                    "until an added card decides which; then it stays that card.",
                    "fixed": f"On the table {english.a(one)} remains the card that it stood for when it was "
                    "laid or added; if it could be one of several, it is the highest.",
                    "free": f"Whenever a card is added to a meld, its {plural(one)} may stand for others than before.",
                }[meld.roles]
            )
    return parts
