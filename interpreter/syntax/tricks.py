"""The section `tricks`, written out as definitions, a variable and the course of a phase.

Later stages know no tricks: they see what an author could have written by hand. A node that no
author wrote has an empty place (its `span` begins where it ends), which coverage and mutation
leave out. The parts of the section that an author wrote keep their places. Names that begin with
a dot are used only here and in the messages of `refusals.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ..diagnostics import Diagnostic, Fix, Label, Span, error, guess, unknown, warning
from . import nodes as n
from . import types as ty
from .ruleset import Definition, Phase, Ruleset, Tricks, Variable, Word, Zone
from .types import Type

_OF_THE_TABLE = ("trick", "led", "best", "taker", "playable")

_OF_A_CARD = ("is_trump", "height", "takes")

WORDS = (*_OF_THE_TABLE, *_OF_A_CARD)
"""The definitions that the section makes for the rest of the ruleset."""

TURN_OF = "turn_of"
"""The definition that the section makes if one player may play the cards of another."""

LEADER = "leader"
"""The variable that the section makes."""

TRUMPS_ABOVE = 100
"""What a trump adds to the height of a card."""


def with_tricks(rules: Ruleset) -> tuple[Ruleset, list[Diagnostic]]:
    """Return a ruleset with its section `tricks` written out, and the mistakes in the section."""
    if rules.tricks is None:
        return rules, []
    return _Writer(rules, rules.tricks).written()


@dataclass(frozen=True, slots=True)
class _Nodes:
    """Makes nodes that no author wrote."""

    span: Span

    def name(self, name: str) -> n.Name:
        return n.Name(name, span=self.span)

    def of(self, name: str, operand: n.Expr) -> n.Of:
        return n.Of(name, operand, span=self.span, word=self.span)

    def number(self, value: int) -> n.Number:
        return n.Number(value, span=self.span)

    def call(self, name: str, *arguments: n.Expr) -> n.Expr:
        if not arguments:
            return self.name(name)
        return n.Call(name, arguments, span=self.span, word=self.span)

    def where(self, cards: n.Expr, condition: n.Expr) -> n.Where:
        return n.Where(cards, condition, span=self.span)

    def either(self, then: n.Expr, test: n.Expr | None, other: n.Expr) -> n.Expr:
        """Return `then if test else other`; without a test it is `other`."""
        if isinstance(test, n.Name) and test.name in ("true", "false"):
            return then if test.name == "true" else other
        return other if test is None else n.IfElse(then, test, other, span=self.span)

    def otherwise(self, *alternatives: n.Expr) -> n.Expr:
        *first, last = alternatives
        for each in reversed(first):
            last = n.Otherwise(each, last, span=self.span)
        return last

    def is_(self, left: n.Expr, right: n.Expr) -> n.Equal:
        return n.Equal(left, right, False, span=self.span)

    def logic(self, operator: Literal["and", "or"], *parts: n.Expr | None) -> n.Expr | None:
        """Return the parts joined by `and` or `or`; parts that are missing are left out."""
        whole: n.Expr | None = None
        for part in parts:
            if part is not None:
                whole = part if whole is None else n.Logic(operator, whole, part, span=self.span)
        return whole

    def not_(self, condition: n.Expr) -> n.Not:
        return n.Not(condition, span=self.span)

    def join(self, left: n.Expr, right: n.Expr) -> n.Arithmetic:
        return n.Arithmetic("+", left, right, span=self.span)

    def block(self, *statements: n.Stmt) -> n.Block:
        return n.Block(statements, span=self.span)

    def section(self, address: str, body: n.Block | None) -> list[n.Stmt]:
        """Return the statements that the author wrote at an address, if there are any."""
        return [] if body is None else [n.Section(address, body, span=self.span)]


class _Writer:
    """Writes out the section of one ruleset."""

    def __init__(self, rules: Ruleset, tricks: Tricks) -> None:
        self.rules = rules
        self.tricks = tricks
        self.problems: list[Diagnostic] = []
        self.nowhere = Span(tricks.span.file, tricks.span.start, tricks.span.start)
        self.node = _Nodes(self.nowhere)
        self.made: dict[str, Definition] = {}
        self.choosing: list[n.Expr] = []  # conditions that choose between orders
        deck = rules.deck
        self.suitless = deck.jokers is not None or bool(deck.cards)

    def written(self) -> tuple[Ruleset, list[Diagnostic]]:
        tricks, rules = self.tricks, self.rules
        self._zones()
        zones = {each.text: self._missing(each) for each in (tricks.hand, tricks.played, tricks.won)}
        played = rules.zones.get(tricks.played.text)
        if played is not None and not played.each:
            message = f"the zone '{played.name}' belongs to the table, not to a player"
            advice = "name a zone with 'each: player': it shows who has played which card"
            self.problems.append(error("CR411", message, tricks.played.span, help=advice))
        self._known("phase", tricks.phase, rules.phases)
        plays_for = tricks.plays_for
        if plays_for is not None and [kind.text for kind, _ in plays_for.parameters] != ["player"]:
            message = "'plays_for' has one parameter, a player"
            advice = "write 'with: player p'"
            self.problems.append(error("CR406", message, plays_for.span, help=advice))
        self._new_names()
        self._hand_of_another()
        sound = not self.problems
        if sound:
            self._define_all()
        else:  # the words still exist, so that their uses are not reported too
            for word in (*_OF_THE_TABLE, *([] if tricks.plays_for is None else [TURN_OF])):
                self._define(word, None)
            for word in _OF_A_CARD:
                self._define(word, None, ("card", "·c"))
        leader = Variable(
            LEADER,
            "tricks.leader",
            self.nowhere,
            "Who leads to the trick.",
            type=Word("player", self.nowhere),
            each=False,
            start=None,
            scope="deal",
            internal=True,
            columns=None,
        )
        phases = dict(rules.phases)
        if sound and tricks.phase is not None:
            phases[tricks.phase.text] = self._phase(phases[tricks.phase.text])
        written = replace(
            rules,
            definitions={**rules.definitions, **self.made},
            variables={**rules.variables, LEADER: leader},
            zones={**zones, **rules.zones},
            phases=phases,
        )
        return written, [*self.problems, *self._idle()]

    def _missing(self, word: Word) -> Zone:
        """Return a zone that does not exist, so that what uses it is not reported too."""
        address, shown = f"zones.{word.text}", n.Name("shown", span=self.nowhere)
        return Zone(
            word.text,
            address,
            self.nowhere,
            "",
            each=True,
            faces=shown,
            ordered=False,
            piles=False,
            fixed=None,
            sorted="",
            team=False,
        )

    def _known(self, what: str, word: Word | None, names: Iterable[str]) -> None:
        if word is None:
            return  # the schema has reported it
        if word.text in names:
            return
        near = guess(word.text, names)
        self.problems.append(unknown("CR403", what, word.text, word.span, [*names], near))

    def _zones(self) -> None:
        """Report zones that do not exist; those that the section does not name at once."""
        tricks, zones = self.tricks, self.rules.zones
        unnamed: list[str] = []
        for word in (tricks.hand, tricks.played, tricks.won):
            if word.span.start != word.span.end:
                self._known("zone", word, zones)
            elif word.text not in zones and (near := guess(word.text, zones)) and near.sole:
                place, fix = zones[near.word].span, Fix(zones[near.word].span, word.text)
                message, advice = f"there is no zone '{word.text}'", f"did you mean '{word.text}'?"
                label = Label(tricks.span, "the section that needs it")
                self.problems.append(error("CR403", message, place, label, help=advice, fix=fix))
            elif word.text not in zones:
                unnamed.append(word.text)
        if unnamed:
            words = " and no zone ".join(f"'{word}'" for word in unnamed)
            message, advice = f"there is no zone {words}", f"make it, or write '{unnamed[0]}: …'"
            self.problems.append(error("CR403", message, tricks.span, help=advice))

    def _new_names(self) -> None:
        rules = self.rules
        turn_of = () if self.tricks.plays_for is None else (TURN_OF,)
        for word in (*WORDS, LEADER, *turn_of):
            for names in (rules.definitions, rules.variables):
                if word in names:
                    message = f"'{word}' is a word that the section 'tricks' gives"
                    label = Label(self.tricks.span, "the section is here")
                    advice = "use that word, and leave this out; or give this another name"
                    self.problems.append(error("CR422", message, names[word].span, label, help=advice))

    def _hand_of_another(self) -> None:
        """Report cards that are taken from the hand of who plays, where another's is played."""
        tricks = self.tricks
        for key, cards in (("leads", tricks.leads), ("discards", tricks.discards)):
            for source in _sources(cards) if tricks.plays_for is not None else ():
                if isinstance(source, n.Name) and source.name == tricks.hand.text:
                    message = f"with 'plays_for', 'tricks.{key}' must say whose hand it means"
                    place, whose = source.span, f"({source.name} of {TURN_OF})"
                    advice = f"write '{whose}', the hand that is played from"
                    fix = Fix(place, whose)
                    self.problems.append(error("CR411", message, place, help=advice, fix=fix))

    def _idle(self) -> Iterator[Diagnostic]:
        """Yield a warning for each key that has no effect because of what others say."""
        tricks = self.tricks
        trumps = {
            "must.trump": tricks.must_trump,
            "must.overtrump": tricks.must_overtrump,
            "may_trump": tricks.may_trump,
        }
        following = {**trumps, "must.head": tricks.must_head, "discards": tricks.discards}
        why: dict[str, tuple[str, str]] = {}
        if tricks.trump is None:
            why["trump_order"] = "there is no trump suit", "name it with 'trump: …', or remove this"
            if not tricks.top_trumps:
                why |= dict.fromkeys(trumps, ("there are no trumps", why["trump_order"][1]))
        if isinstance(tricks.must_follow, n.Name) and tricks.must_follow.name == "false":
            free = "nobody must follow", "say when players must follow: 'must: {follow: …}'"
            why |= dict.fromkeys(following, free)
        for key, value in {**following, "trump_order": tricks.trump_order}.items():
            if value is not None and key in why and value != n.Name("false"):
                reason, advice = why[key]
                message = f"'tricks.{key}' has no effect, because {reason}"
                yield warning("CR510", message, value.span, help=advice)

    # -- definitions

    def _define(
        self,
        name: str,
        value: n.Expr | None,
        *parameters: tuple[str, str],
        key: str = "",
        kind: Type | None = None,
        help: str = "",
        member: bool = False,
    ) -> None:
        nowhere = self.nowhere
        self.made[name] = Definition(
            name,
            f"tricks.{key}" if key else "tricks",
            nowhere,
            help,
            tuple((Word(kind, nowhere), Word(word, nowhere)) for kind, word in parameters),
            value,
            None,
            kind,
            member,
        )

    def _part(self, key: str, value: n.Expr | None, kind: Type) -> n.Expr | None:
        """Name a part that the author wrote, and return its name; None if it is not there."""
        if value is None:
            return None
        self._define(f"·{key}", value, key=key, kind=kind)
        return self.node.name(f"·{key}")

    def _of_cards(self, key: str, value: n.Expr | None) -> bool:
        """Name a condition on a card that the author wrote; return whether it is there."""
        if value is None:
            return False
        parameter = ("card", "·c")
        self._define(f"·{key}", value, parameter, key=key, kind=ty.BOOLEAN, member=True)
        return True

    def _define_all(self) -> None:
        node, tricks = self.node, self.tricks
        played = n.Of(
            tricks.played.text,
            self._from_leader(),
            span=tricks.played.span,
            word=tricks.played.span,
        )
        self._define("trick", played, help="The cards of the trick, in the order of play.")
        self.tops = [
            f"·top_{index}"
            for index, condition in enumerate(tricks.top_trumps)
            if self._of_cards(f"top_{index}", condition)
        ]
        self.exempt = self._of_cards("exempt", tricks.exempt)
        self.trump = self._part("trump", tricks.trump, ty.SUIT)
        it, card = node.name("it"), node.name("·c")
        self._define(
            "is_trump",
            self._is_trump(card),
            ("card", "·c"),
            help="Whether a card is a trump.",
        )
        asking: n.Expr = node.name("trick")
        if self.exempt:
            asking = node.where(asking, node.not_(node.call("·exempt", it)))
        first = node.of("first", asking)
        suit = node.of("suit", first)
        if self.tops:
            suit = node.either(self.trump or node.name("none"), node.call("is_trump", first), suit)
        self._define("led", suit, kind=ty.SUIT, help="The suit that was led.")
        # If a trump was led, only trumps follow and take: the suit on the card is enough.
        self._define("·asked", node.of("suit", first))
        self._define("·trump_led", node.call("is_trump", first))
        strongest = self._strongest(asking)
        if self.exempt:  # if nothing else was played, the first card takes the trick
            strongest = node.otherwise(strongest, node.name("trick"))
        self._define("best", node.of("first", strongest), help="The card that takes the trick so far.")
        taker = tricks.taker or node.of("owner", node.name("best"))
        self._define(
            "taker",
            taker,
            key="taker" if tricks.taker else "",
            kind=ty.PLAYER,
            help="Who takes the trick, as far as it has been played.",
        )
        self._define(
            "height",
            self._height(card),
            ("card", "·c"),
            kind=ty.NUMBER,
            help="How high a card is: its place in its suit, and more for a trump.",
        )
        self._define(
            "takes",
            self._takes(card, asking),
            ("card", "·c"),
            kind=ty.BOOLEAN,
            help="Whether a card would take the trick.",
        )
        hand = self._hand()
        alike = node.is_(node.of("suit", it), node.name("·asked"))
        suited = self._bound(hand, alike)
        if self.tops:
            plain = self._bound(hand, alike, node.not_(node.call("is_trump", it)))
            trumps = self._bound(hand, node.call("is_trump", it))
            suited = node.either(trumps, node.name("·trump_led"), plain)
        self._define("·suited", suited)
        self._define("·trumps", self._bound(hand, node.call("is_trump", it)))
        self._define("playable", self._playable(hand, asking), help="The cards that may be played.")

    def _bound(self, hand: n.Expr, *conditions: n.Expr) -> n.Where:
        """Return the cards of a hand for which conditions hold, and which are not exempt."""
        node = self.node
        free = node.not_(node.call("·exempt", node.name("it"))) if self.exempt else None
        whole = node.logic("and", free, *conditions)
        assert whole is not None
        return node.where(hand, whole)

    def _height(self, card: n.Expr) -> n.Expr:
        """Return how high a card is among the trumps, or among the cards of a plain suit."""
        node, tricks, tops = self.node, self.tricks, self.tops
        height = self._place(card, tricks.order)
        if self.trump is not None:
            place = self._place(card, tricks.trump_order or tricks.order)
            trump = node.join(node.number(TRUMPS_ABOVE), place)
            height = node.either(trump, self._is_of_trump(card), height)
        for index, top in reversed([*enumerate(tops)]):
            place = n.InOrder("position", node.of("suit", card), span=self.nowhere)
            above = node.join(node.number(TRUMPS_ABOVE * (1 + len(tops) - index)), place)
            height = node.either(above, node.call(top, card), height)
        return height

    def _place(self, card: n.Expr, order: n.Expr | None) -> n.Expr:
        """Return the place of a card's rank in an order, which conditions may choose."""
        match order:
            case n.IfElse(then=then, condition=test, otherwise=other):
                test = self._choosing(test)
                return self.node.either(self._place(card, then), test, self._place(card, other))
            case n.Name(name=name) if name != "none":
                word = order.span
            case _:
                name, word = None, self.nowhere
        rank = self.node.of("rank", card)
        return n.InOrder("position", rank, name, span=self.nowhere, word=word)

    def _choosing(self, test: n.Expr) -> n.Expr:
        """Name a condition that chooses between orders, once; return its name."""
        if test not in self.choosing:
            self.choosing.append(test)
        key = f"order_{self.choosing.index(test)}"
        if f"·{key}" not in self.made:
            self._define(f"·{key}", test, key="order", kind=ty.BOOLEAN)
        return self.node.name(f"·{key}")

    def _takes(self, card: n.Expr, asking: n.Expr) -> n.Expr:
        """Return whether a card would take the trick as it is; `asking` cards can take it, too."""
        node, best = self.node, self.node.name("best")
        alike: n.Expr | None = node.is_(node.of("suit", card), node.of("suit", best))
        if self.tops or self.trump is not None:
            alike = node.logic("or", node.call("is_trump", card), alike)
        own, others = (node.call("height", each) for each in (card, best))
        higher = n.Order(">", own, others, span=self.nowhere)
        first = n.Phrase("is_empty", (asking,), span=self.nowhere)
        takes = node.logic("or", first, node.logic("and", alike, higher))
        if self.exempt:
            takes = node.logic("and", node.not_(node.call("·exempt", card)), takes)
        assert takes is not None
        return takes

    def _hand(self) -> n.Expr:
        """Return the hand that is played from, which another player may play."""
        node, tricks = self.node, self.tricks
        plays_for = tricks.plays_for
        if plays_for is None:
            return n.Name(tricks.hand.text, span=tricks.hand.span)
        self.made["·plays_for"] = replace(plays_for, name="·plays_for", span=self.nowhere)
        assert tricks.phase is not None
        waiting: n.Expr | None = n.Phrase(
            "is_empty", (node.of(tricks.played.text, node.name("it")),), span=self.nowhere
        )
        scheme = self._scheme()
        if scheme is not None and scheme.among is not None:
            member = n.Within(node.name("it"), scheme.among, False, span=self.nowhere)
            waiting = node.logic("and", waiting, member)
        assert waiting is not None
        others = replace(self._from_leader(), single=True)
        self._define(TURN_OF, node.where(others, waiting), help="Whose hand is to be played from.")
        place = tricks.hand.span
        return n.Of(tricks.hand.text, node.name(TURN_OF), span=place, word=place)

    def _scheme(self) -> n.Scheme | None:
        """Return who plays to a trick."""
        phase = self.tricks.phase and self.rules.phases.get(self.tricks.phase.text)
        return phase.players if phase else None

    def _from_leader(self) -> n.Players:
        """Return the players in the order in which they play to a trick."""
        scheme = self._scheme()
        order = scheme.order if scheme is not None else None
        return n.Players(self.node.name(LEADER), order=order, span=self.nowhere)

    def _is_trump(self, card: n.Expr) -> n.Expr:
        """Return whether a card is a trump."""
        node = self.node
        own = self._is_of_trump(card) if self.trump is not None else None
        tops = (node.call(top, card) for top in self.tops)
        return node.logic("or", *tops, own) or node.name("false")

    def _is_of_trump(self, card: n.Expr) -> n.Expr:
        """Return whether a card is of the trump suit."""
        node = self.node
        assert self.trump is not None
        own: n.Expr | None = node.is_(node.of("suit", card), self.trump)
        if self.suitless:  # a card without a suit is not a trump in a game without trump
            own = node.logic("and", own, node.not_(node.is_(self.trump, node.name("none"))))
        assert own is not None
        return own

    def _strongest(self, cards: n.Expr) -> n.Expr:
        """Return the cards that take a trick: all that are equally high."""
        node, tricks, it = self.node, self.tricks, self.node.name("it")
        tiers = [
            n.With(node.where(cards, node.call(top, it)), "highest", node.name("suit"), span=self.nowhere)
            for top in self.tops
        ]
        plain = node.where(cards, node.is_(node.of("suit", it), node.name("·asked")))
        if self.trump is None:
            return node.otherwise(*tiers, self._ranked(plain, tricks.order))
        trumps = node.where(cards, node.is_(node.of("suit", it), self.trump))
        if self.suitless:
            own = node.not_(node.is_(self.trump, node.name("none")))
            trumps = node.where(cards, node.logic("and", trumps.condition, own) or own)
        if tricks.trump_order is None:
            both = node.otherwise(trumps, plain)
            return node.otherwise(*tiers, self._ranked(both, tricks.order))
        ranked = self._ranked(trumps, tricks.trump_order), self._ranked(plain, tricks.order)
        return node.otherwise(*tiers, *ranked)

    def _ranked(self, cards: n.Expr, order: n.Expr | None) -> n.Expr:
        """Return the highest of some cards, by an order that conditions may choose."""
        match order:
            case n.IfElse(then=then, condition=test, otherwise=other):
                test = self._choosing(test)
                return self.node.either(self._ranked(cards, then), test, self._ranked(cards, other))
            case n.Name(name=name) if name != "none":
                return n.With(
                    cards,
                    "highest",
                    self.node.name("rank"),
                    name,
                    span=self.nowhere,
                    word=order.span,
                )
            case None | n.Name():
                return n.With(cards, "highest", self.node.name("rank"), span=self.nowhere)
            case _:
                message = "the name of a rank order is expected here"
                advice = "declare it under 'deck.orders'; 'none' is the order of 'deck.ranks'"
                problem = error("CR405", message, order.span, help=advice)
                if problem not in self.problems:
                    self.problems.append(problem)
                return cards

    def _playable(self, hand: n.Expr, asking: n.Expr) -> n.Expr:
        """Return the cards that the acting player may play."""
        node, tricks, it = self.node, self.tricks, self.node.name("it")
        leads = self._part("leads", tricks.leads, ty.CARDS)
        discards = self._part("discards", tricks.discards, ty.CARDS)
        trump = self._part("must.trump", tricks.must_trump, ty.BOOLEAN)
        overtrump = self._part("must.overtrump", tricks.must_overtrump, ty.BOOLEAN)
        head = self._part("must.head", tricks.must_head, ty.BOOLEAN)
        may_trump = self._part("may_trump", tricks.may_trump, ty.BOOLEAN)
        follow = self._part("must.follow", tricks.must_follow, ty.BOOLEAN)
        beats = node.call("takes", it)
        suited, mine = node.name("·suited"), node.name("·trumps")
        following: n.Expr = suited
        if overtrump or head:
            above = node.otherwise(node.where(suited, beats), suited)
            over = overtrump and node.logic("and", node.name("·trump_led"), overtrump)
            following = node.either(above, node.logic("or", over, head), suited)
        if may_trump:  # trumps in place of the suit led; if trumps were led, they follow
            self._define("·following", following)
            higher = node.logic("or", node.not_(overtrump), beats) if overtrump else None
            instead = node.logic(
                "and",
                may_trump,
                node.call("is_trump", it),
                node.not_(node.name("·trump_led")),
                higher,
            )
            assert instead is not None
            following = self._also(hand, "·following", instead)
        free = void = node.otherwise(discards, hand) if discards else hand
        if overtrump:  # no lower trump is played, if there is another card
            plain = node.not_(node.call("is_trump", it))
            spared = node.logic("or", plain, node.call("·exempt", it) if self.exempt else None, beats)
            assert spared is not None
            left = node.otherwise(node.where(hand, spared), hand)
            if discards:
                self._define("·left", left)
                left = node.name("·left")
                among = node.where(left, n.Within(it, discards, False, span=self.nowhere))
                left = node.otherwise(among, left)
            void = node.either(left, overtrump, free)
        if trump:
            trumping: n.Expr = mine
            if overtrump:
                above = node.otherwise(node.where(mine, beats), mine)
                trumping = node.either(above, overtrump, mine)
            void = node.either(node.otherwise(trumping, free), trump, void)
        answers = node.otherwise(following, void)
        if may_trump:  # those who cannot follow are no longer asked
            can_follow = n.Phrase("is_empty", (suited,), True, span=self.nowhere)
            answers = node.either(following, can_follow, void)
        if follow:
            answers = node.either(answers, follow, hand)
        turn = node.name("actor" if tricks.plays_for is None else TURN_OF)
        begins: n.Expr = node.is_(turn, node.name(LEADER))
        if self.exempt:
            begins = n.Phrase("is_empty", (asking,), span=self.nowhere)
        self._define("·begins", begins)
        self._define("·hand", hand)
        lead = node.otherwise(leads, hand) if leads else hand
        whole = node.either(lead, node.name("·begins"), answers)
        if self.exempt:
            self._define("·others", whole)
            whole = self._also(hand, "·others", node.call("·exempt", it))
        return whole

    def _also(self, hand: n.Expr, cards: str, condition: n.Expr) -> n.Expr:
        """Return some cards of the hand, and those for which a condition holds."""
        it = self.node.name("it")
        member = n.Within(it, self.node.name(cards), False, span=self.nowhere)
        return self.node.where(hand, self.node.logic("or", member, condition) or member)

    # -- the course of the phase

    def _phase(self, phase: Phase) -> Phase:
        """Return the phase of the tricks: one trick, after which it begins again."""
        node, tricks, nowhere = self.node, self.tricks, self.nowhere
        leader, taker = node.name(LEADER), node.name("taker")
        started = node.is_(leader, node.name("nobody"))
        opening = node.section(f"{phase.address}.before", phase.before)
        if tricks.leader is not None:
            self._part("leader", tricks.leader, ty.PLAYER)
            opening.append(n.Assign(leader, node.name("·leader"), span=nowhere))
        before = node.block(n.If(started, node.block(*opening), None, span=nowhere))
        after: list[n.Stmt] = [n.Let("taker", taker, span=nowhere)]  # it is found once
        after += node.section("tricks.do", tricks.do)
        won, place = tricks.won.text, tricks.won.span
        each = self.rules.zones[won].each
        target: n.Expr = n.Of(won, taker, span=place) if each else n.Name(won, span=place)
        after.append(n.Move(node.name("trick"), target, span=nowhere))
        after.append(n.Assign(leader, taker, span=nowhere))
        hand = n.Of(tricks.hand.text, leader, span=tricks.hand.span, word=tricks.hand.span)
        goes_on: n.Expr | None = n.Phrase("is_empty", (hand,), True, span=nowhere)
        if phase.until is not None:
            goes_on = node.logic("and", node.not_(phase.until), goes_on)
        assert goes_on is not None
        again = node.block(n.GoTo(phase.name, span=nowhere, word=nowhere))
        end = node.block(*node.section(f"{phase.address}.after", phase.after))
        after.append(n.If(goes_on, again, end, span=nowhere))
        when = phase.when
        if when is not None:
            when = node.logic("or", node.not_(started), when)
        phase = replace(phase, when=when, before=before, until=None, after=node.block(*after))
        if tricks.plays_for is None:
            return phase
        turn = node.name(TURN_OF)
        player = n.Scheme("one", node.call("·plays_for", turn), span=nowhere)
        return replace(phase, players=player, until=node.is_(turn, node.name("nobody")))


def _sources(cards: n.Expr | None) -> Iterator[n.Expr]:
    """Yield what cards are selected from."""
    match cards:
        case n.Where(collection, _) | n.With(collection, _, _):
            yield from _sources(collection)
        case n.Otherwise(one, other) | n.IfElse(one, _, other) | n.Arithmetic(_, one, other):
            yield from (*_sources(one), *_sources(other))
        case None:
            pass
        case _:
            yield cards
