"""Words and turns of English, and of other languages, with what this language says instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NAMES_OF_RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
"""The names of ranks in words, by the letters and numerals that decks usually have."""

RANKS_BY_NAME = {name: rank for rank, name in NAMES_OF_RANKS.items()} | {"deuce": "2"}
"""These letters and numerals by what people say; a ten is `10`."""

_RANK = rf"(?P<rank>\d+|[TJQKA]|{'|'.join(RANKS_BY_NAME)})s?"
_SUIT = r"(?P<suit>club|diamond|heart|spade)s?"
_ONE = r"(?:(?:an?|the|one|any|some) )?"
_ITEM = r"[A-Za-z0-9_]+"
_ZONE = rf"\b(?P<zone>{_ITEM}(?: of {_ITEM})?)"
_GOAL = rf"(?P<goal>{_ITEM}(?: of {_ITEM})?)\b"
_CARD = r"(?:\d+|[TJQKA])[A-Z]"
_OF = rf"{_ITEM}(?: of {_ITEM})*"
_RANKS = rf"(?P<one>rank of {_OF}) is"
_LISTED = rf"(?P<list>{_ITEM}(?:, {_ITEM})+)(?:,? (?:or|and) (?P<last>{_ITEM}))?"
_WHO = r"(?P<who>actor|opponent|dealer|eldest)"
_ATTRIBUTE = r"(?P<of>rank|suit|colour)"
_FOLD = r"(?P<fold>total|sum|highest|lowest)"
_CALL = rf"{_ITEM}(?:\([a-z, ]*\))?"
_ONE_OF = r"(?:a|an|any|one|some)"
_LINE = r"(?P<before>(?:^|[\n:])[^\S\n]*)"
_END = r"(?=\s*(?:\n|$))"


_ELSE = (
    r"(?:(?:everybody|everyone) else|(?:each|every) other player|(?:all )?(?:the )?other(?:s| players)|all opponents)"
)
_MORE = r"(?:one|a|1|the)? ?(?:more|last|final|further|extra)"
_ASK = "ask whoever can among"

OTHERS = "players - actor"
"""What is written for the others."""

_ALL = r"(?:(?:all|each|every)(?: of)?(?: the)? players?|everybody|everyone)"
_REST = (
    r"(?:(?:all|each|every|any)(?: of)?(?: the)? (?:other(?:s| players?)|opponents?)|(?:the )?other(?:s| players)"
    r"|(?:the )?opponents(?! of)|(?:everybody|everyone|anybody|anyone) else)"
)
_DOES = r"(?P<verb>draw|leave|lose|win)s?\b(?P<what>(?:(?!\bthen\b)[^:\n])*)"

_FAR = 200
"""So many characters before and after a word are looked at, and so many of the word."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of English, and what is written instead.

    Attributes:
        said: finds it; single spaces stand for any number of spaces. A group `before` stays as it is.
        written: makes what is written from what was found.
    """

    said: re.Pattern[str]
    written: Callable[[re.Match[str]], str]


def _turn(said: str, written: str) -> Turn:
    def make(found: re.Match[str]) -> str:
        groups = {key: value or "" for key, value in found.groupdict().items()}
        groups["rank"] = RANKS_BY_NAME.get(groups.get("rank", ""), groups.get("rank", ""))
        groups["fold"] = groups.get("fold", "").replace("sum", "total")
        if "list" in groups and groups.get("last"):
            groups["last"] = f", {groups['last']}"
        for word in ("any", "every"):
            groups[word] = word if groups.get(word) else ""
        return written.format(**groups)

    return Turn(re.compile(said.replace(" ", r"\s+")), make)


_TURNS = (
    _turn(rf"\b{_ELSE} (?:has|have|gets?|takes?) {_MORE} turn\b", "the others have one more turn"),
    _turn(rf"\b{_MORE} turn for {_ELSE}\b", "the others have one more turn"),
    _turn(
        rf"\bplay (?:on )?until (?:the )?turn (?:comes back|returns|comes|goes back|is back) (?:to|at) (?P<who>{_OF})",
        "play on until the turn comes back to {who}",
    ),
    _turn(
        rf"\bplay (?:on )?until (?:it is )?(?P<who>{_ITEM})'s turn(?: again)?\b",
        "play on until the turn comes back to {who}",
    ),
    _turn(rf"\bend phase before (?:the )?next turn of (?P<who>{_OF})", "play on until the turn comes back to {who}"),
    _turn(
        rf"{_LINE}(?:the )?(?:next (?:player|turn)|turn) (?:is|goes to|passes to|belongs to|of) (?P<who>{_OF})"
        rf"(?:'s)?{_END}",
        "{who} plays next",
    ),
    _turn(rf"{_LINE}(?P<who>{_OF}) (?:goes|leads|is|acts) next{_END}", "{who} plays next"),
    _turn(rf"{_LINE}(?P<who>{_OF}) (?:has|gets|takes) the next turn{_END}", "{who} plays next"),
    _turn(
        r"\bask (?:whoever|(?:those|players|anybody|anyone|everybody|everyone) who) can(?: among players)? to\b",
        f"{_ASK} players to",
    ),
    _turn(r"\bask (?:anybody|anyone|everyone|whoever|each player|every player|all players) to\b", f"{_ASK} players to"),
    _turn(rf"\bask {_REST} to\b", f"{_ASK} ({OTHERS}) to"),
    _turn(rf"{_LINE}{_ALL} {_DOES}{_END}", "for each p in players: p {verb}s{what}"),
    _turn(rf"{_LINE}{_REST} {_DOES}{_END}", f"for each p in {OTHERS}: p {{verb}}s{{what}}"),
    _turn(
        rf"{_LINE}(?P<act>add [^:\n]*) of {_REST}{_END}",
        f"for each p in {OTHERS}: {{act}} of p",
    ),
    _turn(rf"\bfor (?:each |all )?(?P<word>(?!player\b){_ITEM}) in {_REST}", f"for each {{word}} in {OTHERS}"),
    _turn(rf"\bfor (?:(?:each|every|all) (?:other players?|others|opponents?)|{_REST}):", f"for each p in {OTHERS}:"),
    _turn(r"\bplayers (?:other than|but|but not|apart from|excluding) (?:the )?(?P<who>\w+)\b", "players - {who}"),
    _turn(
        r"\b(?:(?P<any>any|some)|(?P<every>each|every|all)) (?:other players?|opponents?)"
        r" (?:has|have) no cards?(?: left)?\b",
        f"hand of {{any}}{{every}} player of ({OTHERS}) is empty",
    ),
    _turn(
        r"\b(?:(?P<any>any|some)|(?P<every>each|every|all)|(?P<no>no)) (?:other players?|opponents?)\b",
        f"{{any}}{{every}}{{no}} player of ({OTHERS})",
    ),
    _turn(rf"\bof {_REST}", f"of ({OTHERS})"),
    _turn(rf"\bask (?P<who>players from) (?P<from>{_OF}) to\b", f"{_ASK} {{who}} ({{from}}) to"),
    _turn(
        rf"\b{_ZONE} (?:has|holds|contains) (?P<count>\d+) (?P<card>{_CARD})\b",
        "size of ({zone} where it is {card}) >= {count}",
    ),
    _turn(
        rf"\b{_ZONE} (?:has|holds|contains) (?P<count>\d+) {_RANK}\b",
        "size of ({zone} where rank is {rank}) >= {count}",
    ),
    _turn(
        rf"\b(?:exchange|swap|trade|switch) (?P<one>{_OF}) (?:for|with|and|against|by) (?P<other>{_OF})",
        "exchange {one} for {other}",
    ),
    _turn(
        rf"\barrange {_ZONE} (?:as|like) (?:it was )?(?:in )?(?:the )?(?:last|previous) deal\b",
        "arrange {zone} as in the last deal",
    ),
    _turn(
        rf"{_LINE}(?:(?:deal|use|take) )?(?:the )?same (?:cards|deal|pack) (?:again|as before){_END}",
        "arrange stock as in the last deal",
    ),
    _turn(rf"\b(?P<card>{_OF}) can be (?:added to|laid on) (?P<pile>{_OF})", "{card} extends {pile}"),
    _turn(rf"\b(?P<count>\d+) (?P<meld>{_ITEM}?)s of (?P<size>\d+)", "{count} {meld} of {size}"),
    _turn(rf"\b(?P<count>\d+) (?P<meld>{_ITEM}?)s$", "{count} {meld}"),
    _turn(rf"\bextends (?P<pile>{_OF}) as an? (?P<meld>{_ITEM})\b", "extends {pile} as {meld}"),
    _turn(rf"\b(?:can extend) (?P<pile>{_OF}) as (?:an? )?(?P<meld>{_ITEM})\b", "extends {pile} as {meld}"),
    _turn(r"\bnot in\b", "is not in"),
    _turn(r"\bisn't in\b", "is not in"),
    _turn(rf"\bhas {_ONE}rank {_RANK}\b", "has rank {rank}"),
    _turn(rf"\bhas {_ONE}suit {_SUIT}\b", "has suit {suit}s"),
    _turn(rf"\bhas no {_RANK}\b", "has no rank {rank}"),
    _turn(rf"\bhas {_ONE}{_RANK}\b", "has rank {rank}"),
    _turn(rf"\bhas no {_SUIT}\b", "has no suit {suit}s"),
    _turn(rf"\bhas {_ONE}{_SUIT}\b", "has suit {suit}s"),
    _turn(r"\bhas no (?P<colour>red|black)\b", "has no colour {colour}"),
    _turn(rf"\bhas {_ONE}(?P<colour>red|black)\b", "has colour {colour}"),
    _turn(rf"{_ZONE} has no jokers?\b", "joker is not in {zone}"),
    _turn(rf"{_ZONE} has {_ONE}jokers?\b", "joker is in {zone}"),
    _turn(rf"\b{_WHO} has no cards?(?: left)?\b", "hand of {who} is empty"),
    _turn(rf"\b{_WHO} has {_ONE}cards?(?: left)?\b", "hand of {who} is not empty"),
    _turn(rf"{_ZONE} has no cards?\b", "{zone} is empty"),
    _turn(rf"{_ZONE} has {_ONE}cards?\b", "{zone} is not empty"),
    _turn(rf"{_ZONE} has (?P<count>\d+) cards?\b", "size of {zone} is {count}"),
    _turn(rf"{_ZONE} has (?:at least|no less than) (?P<count>{_ITEM}) cards?\b", "size of {zone} >= {count}"),
    _turn(rf"{_ZONE} has (?:at most|no more than) (?P<count>{_ITEM}) cards?\b", "size of {zone} <= {count}"),
    _turn(rf"{_ZONE} has more than (?P<count>{_ITEM}) cards?\b", "size of {zone} > {count}"),
    _turn(rf"{_ZONE} has (?:fewer|less) than (?P<count>{_ITEM}) cards?\b", "size of {zone} < {count}"),
    _turn(rf"\bthere (?:is|are) (?:an? )?(?P<colour>red|black) cards? (?:in|on) {_ZONE}", "{zone} has colour {colour}"),
    _turn(rf"\bthere (?:is|are) no cards? (?:in|on) {_ZONE}", "{zone} is empty"),
    _turn(rf"\bthere (?:is|are) (?:(?:a|any|some) )?cards? (?:in|on) {_ZONE}", "{zone} is not empty"),
    _turn(rf"\b(?:contains|includes|holds) {_ONE}{_RANK}\b", "has rank {rank}"),
    _turn(rf"\bis in {_LISTED}", "is in [{list}{last}]"),
    _turn(rf"\bis not in {_LISTED}", "is not in [{list}{last}]"),
    _turn(rf"\bis not {_LISTED}", "is not in [{list}{last}]"),
    _turn(rf"\bis {_LISTED}", "is in [{list}{last}]"),
    _turn(rf"{_ZONE} not (?P<word>empty|possible)\b", "{zone} is not {word}"),
    _turn(rf"{_ZONE} (?P<word>empty|possible)\b", "{zone} is {word}"),
    _turn(rf"\bis either (?P<list>{_ITEM}) or (?P<last>{_ITEM})", "is in [{list}{last}]"),
    _turn(rf"\b(?P<one>{_OF}) is between (?P<low>{_ITEM}) and (?P<high>{_ITEM})", "{one} >= {low} and {one} <= {high}"),
    _turn(rf"\b(?P<one>{_OF}) is an? {_RANK}\b", "rank of {one} is {rank}"),
    _turn(rf"\b(?:number|count|amount) of cards (?:in|on) {_ZONE}", "size of {zone}"),
    _turn(rf"\bcards (?:in|on|from) {_ZONE}", "{zone}"),
    _turn(rf"\brandom card (?:from|of) {_ZONE}", "random of {zone}"),
    _turn(rf"{_ZONE} (?:has|contains|includes) (?P<card>{_CARD})\b", "{card} is in {zone}"),
    _turn(rf"{_ZONE} with (?P<of>rank|suit|colour) (?P<word>{_ITEM})\b", "{zone} where {of} is {word}"),
    _turn(
        rf"\b{_RANKS} (?:next|adjacent) to (?P<other>{_OF})", "position of {one} - position of {other} is in [-1, 1]"
    ),
    _turn(
        rf"\b{_RANKS} (?:one|1) (?:above|higher than|more than|after) (?P<other>{_OF})",
        "position of {one} is position of {other} + 1",
    ),
    _turn(
        rf"\b{_RANKS} (?:one|1) (?:below|lower than|less than|before) (?P<other>{_OF})",
        "position of {one} is position of {other} - 1",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) is (?:next|adjacent) to (?P<other>{_OF})",
        "position of rank of {one} - position of rank of {other} is in [-1, 1]",
    ),
    _turn(
        rf"\b{_RANKS} (?:one|1) (?:more or less|above or below|higher or lower) than (?P<other>{_OF})",
        "position of {one} - position of {other} is in [-1, 1]",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) is (?:one|1) (?:more or less|above or below|higher or lower) than (?P<other>{_OF})",
        "position of rank of {one} - position of rank of {other} is in [-1, 1]",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) is (?:one|1) (?:above|higher than|more than) (?P<other>{_OF})",
        "position of rank of {one} is position of rank of {other} + 1",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) is (?:one|1) (?:below|lower than|less than) (?P<other>{_OF})",
        "position of rank of {one} is position of rank of {other} - 1",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) (?:has|is(?: of)?) (?:the )?same {_ATTRIBUTE} as (?P<other>{_OF})",
        "{of} of {one} is {of} of {other}",
    ),
    _turn(
        rf"\b(?P<one>{_OF}) matches {_ATTRIBUTE} or (?P<or>rank|suit|colour) of (?P<other>{_OF})",
        "{of} of {one} is {of} of {other} or {or} of {one} is {or} of {other}",
    ),
    _turn(rf"\b(?P<one>{_OF}) matches {_ATTRIBUTE} of (?P<other>{_OF})", "{of} of {one} is {of} of {other}"),
    _turn(rf"\bis (?P<word>{_ITEM}) suit\b", "is {word}"),
    _turn(rf"\brank (?:after|following|over) (?P<other>{_OF})", "rank above {other}"),
    _turn(rf"\brank (?:before|under) (?P<other>{_OF})", "rank below {other}"),
    _turn(r"\bis (?:at least|no less than)\b", ">="),
    _turn(r"\bis (?:at most|no more than)\b", "<="),
    _turn(r"\bis (?:more|greater|higher|bigger|larger) than\b", ">"),
    _turn(r"\bis (?:less|fewer|lower|smaller) than\b", "<"),
    _turn(r"\bis (?:the )?(?:same as|equal to)\b", "is"),
    _turn(r"\breaches\b", ">="),
    _turn(r"\bexceeds\b", ">"),
    _turn(r"\bcan extend\b", "extends"),
    _turn(rf"\bcan (?P<word>{_ITEM})\b", "{word} is possible"),
    _turn(rf"(?:\bit is |\bit's )?\b(?P<owner>{_ITEM})'s turn\b", "actor is {owner}"),
    _turn(rf"\bmy (?P<word>{_ITEM})\b", "{word}"),
    _turn(rf"\b(?P<owner>{_ITEM})'s (?P<word>{_ITEM})\b", "{word} of {owner}"),
    _turn(rf"\b(?P<word>{_ITEM})\[0\]", "first of {word}"),
    _turn(rf"\b(?P<word>{_ITEM})\[-1\]", "last of {word}"),
    _turn(r"\b(?:except|without)\b", "-"),
    _turn(rf"\b(?P<word>{_ITEM}) of (?:any|some) player (?P<op>>=?)", "highest {word} of it over players {op}"),
    _turn(rf"\b(?P<word>{_ITEM}) of (?:any|some) player (?P<op><=?)", "lowest {word} of it over players {op}"),
    _turn(rf"\b(?P<word>{_ITEM}) of (?:each|every) player (?P<op>>=?)", "lowest {word} of it over players {op}"),
    _turn(rf"\b(?P<word>{_ITEM}) of (?:each|every) player (?P<op><=?)", "highest {word} of it over players {op}"),
    _turn(
        rf"\b(?P<fold>highest|lowest) (?P<word>{_ITEM}) (?P<op>[<>]=?|is\b)", "{fold} {word} of it over players {op}"
    ),
    _turn(
        rf"\b{_FOLD} (?:of )?(?P<word>{_CALL}) (?:of|for|in|over) (?P<from>{_OF})",
        "{fold} {word} over {from}",
    ),
    _turn(
        rf"\b(?:players? with )?(?:the )?(?P<fold>highest|lowest) (?P<word>{_ITEM}) wins\b",
        "players with {fold} {word} of it wins",
    ),
    _turn(r"\bplayers? with (?:the )?most points\b", "players with highest score of it"),
    _turn(r"\bplayers? with (?:the )?(?:fewest|least) points\b", "players with lowest score of it"),
    _turn(r"\bplayers? with (?:the )?most cards\b", "players with highest size of hand of it"),
    _turn(r"\bplayers? with (?:the )?(?:fewest|least) cards\b", "players with lowest size of hand of it"),
    _turn(rf"\bplayers? with (?:the )?most (?P<word>{_ITEM})", "players with highest {word} of it"),
    _turn(rf"\bplayers? with (?:the )?(?:fewest|least) (?P<word>{_ITEM})", "players with lowest {word} of it"),
    _turn(r"\b(?:(?:the )?last|only(?: one)?) player(?: left)? wins\b", "players wins"),
    _turn(r"\b(?:only )?(?:one|1) player (?:is left|remains)\b", "size of players is 1"),
    _turn(r"\bleaves? (?:game|match|the match)\b", "leaves the game"),
    _turn(r"\bfirst deal\b", "deal_number is 1"),
    _turn(r"\bwins (?:the )?(?:game|match)\b", "wins"),
    _turn(r"\b(?P<word>turn|phase|deal|game) ends\b", "end {word}"),
    _turn(r"\b(?:take|takes|has|have|gets|get) (?:another|an extra|a second) turn\b", "play again"),
    _turn(rf"\b(?:{_ITEM} )?(?:plays|goes|go) again\b", "play again"),
    _turn(r"\brepeat (?:the )?turn\b", "play again"),
    _turn(rf"\b(?:increase|raise) (?P<word>{_ITEM}) by (?P<count>{_ITEM})\b", "add {count} to {word}"),
    _turn(rf"\b(?:decrease|reduce) (?P<word>{_ITEM}) by (?P<count>{_ITEM})\b", "add -{count} to {word}"),
    _turn(rf"\b(?:subtract|remove) (?P<count>\d+) from (?P<word>{_ITEM})\b", "add -{count} to {word}"),
    _turn(rf"\bsubtract (?P<count>{_CALL}) from (?P<word>{_OF})", "add -{count} to {word}"),
    _turn(
        rf"{_LINE}(?P<who>{_ITEM}) (?:scores|gets|earns|receives) (?P<count>{_CALL})(?: points?)?{_END}",
        "add {count} to score of {who}",
    ),
    _turn(rf"\badd (?P<count>{_CALL}) points? to {_GOAL}", "add {count} to {goal}"),
    _turn(rf"\bset {_ZONE} to {_GOAL}", "{zone} becomes {goal}"),
    _turn(
        rf"\b(?:put|place|play|discard|give|flip|turn|insert|add|return) {_ZONE} (?:on|onto|to|in|into) {_GOAL}",
        "move {zone} to {goal}",
    ),
    _turn(rf"\blay (?:down )?{_ZONE} (?:to|onto|on|in|into|at) {_GOAL}", "lay {zone} on {goal}"),
    _turn(rf"\bmove (?:the )?top card of {_ZONE} to {_GOAL}", "move top of {zone} to {goal}"),
    _turn(rf"\bmove (?:an?|one) cards? from {_ZONE} to {_GOAL}", "move top of {zone} to {goal}"),
    _turn(rf"\bmove (?P<count>\d+) (?:cards? )?from {_ZONE} to {_GOAL}", "move top {count} of {zone} to {goal}"),
    _turn(rf"\bmove (?P<word>{_ITEM}) from {_ZONE} to {_GOAL}", "move {word} to {goal}"),
    _turn(
        rf"\b(?P<verb>deals?) (?P<count>{_ITEM}) (?:cards? )?(?:each )?to {_ZONE} of (?:each|every|all) players?\b",
        "deal {count} each to {zone}",
    ),
    _turn(rf"\bdeal (?P<count>{_ITEM}) cards? each to\b", "deal {count} each to"),
    _turn(rf"\bdeal (?P<count>{_ITEM}) (?:cards? )?face (?:up|down) to\b", "deal {count} to"),
    _turn(r"\bdeal (?:an?|one) cards?(?= (?:face|to)\b)", "deal 1"),
    _turn(r"\b(?P<verb>draws?) (?:an?|one) cards?\b", "{verb} 1"),
    _turn(r"\b(?P<verb>draws?) from\b", "{verb} 1 from"),
    _turn(rf"\btakes (?P<count>\d+) (?:cards? )?from {_ZONE}", "draws {count} from {zone}"),
    _turn(rf"\btake (?P<count>\d+) (?:cards? )?from {_ZONE}", "draw {count} from {zone}"),
    _turn(rf"\bmove all (?:cards (?:of|in|from) )?{_ZONE} to {_GOAL}", "move {zone} to {goal}"),
    _turn(rf"\b(?:show|flip|turn) (?P<word>{_OF}) (?:to (?:all|everybody|everyone)|face up|up)\b", "reveal {word}"),
    _turn(r"\bfor (?:(?:each|every) player|all players):", "for each p in players:"),
    _turn(rf"\bfor each player from (?P<from>{_OF})", "for each p in players from {from}"),
    _turn(rf"\bfor each player (?P<word>{_ITEM})(?: in players)?:", "for each {word} in players:"),
    _turn(rf"\bfor (?:all|every|(?!each\b)(?=\w+ in\b))\s*(?P<word>{_ITEM}) in\b", "for each {word} in"),
    _turn(
        rf"\bfor each (?P<word>{_ITEM}) from (?P<low>{_ITEM}) to (?P<high>{_ITEM})",
        "for each {word} in {low} to {high}",
    ),
    _turn(r"(?P<low>\d+)\s*\.\.\s*(?P<high>\d+)", "{low} to {high}"),
    _turn(r"\bunless (?P<condition>[^:\n]+):", "if not ({condition}):"),
    _turn(
        rf"{_LINE}(?P<act>[^:\n]*\S) if (?P<condition>[^:\n]*\S){_END}",
        "if {condition}: {act}",
    ),
    _turn(
        rf"{_LINE}(?P<act>[^:\n]*\S) unless (?P<condition>[^:\n]*\S){_END}",
        "if not ({condition}): {act}",
    ),
    _turn(rf"\brepeat (?P<count>{_ITEM}):", "repeat {count} times:"),
    _turn(r"\bif (?P<condition>[^:\n]+?) then (?P<word>[a-z]\w*)", "if {condition}: {word}"),
    _turn(rf"\bgo (?P<word>(?!to\b){_ITEM})\b", "go to {word}"),
    _turn(r"\bskip (?:(?:the )?next player|(?:one|1) player)\b", "skip 1"),
    _turn(r"(?:,|;| and) (?P<word>[a-z]+)", " then {word}"),
    _turn(rf"{_LINE}{_ZONE} to {_GOAL}{_END}", "move {zone} to {goal}"),
    _turn(r"^(?P<least>\d+)\+ cards from\b", "{least} or more cards from"),
    _turn(rf"^at least (?P<least>{_ITEM}) cards from\b", "{least} or more cards from"),
    _turn(rf"^at most (?P<most>{_ITEM}) cards from\b", "1 to {most} cards from"),
    _turn(r"^(?:any |some )?cards from\b", "1 or more cards from"),
    _turn(rf"^(?:{_ONE_OF} )?(?P<word>card|pile|number|player|suit|rank) (?:from|of|in|out of)\b", "a {word} from"),
    _turn(rf"^(?P<one>{_ITEM}) or (?:an? )?(?P<other>{_ITEM}) from\b", "a {one} or {other} from"),
    _turn(rf"\bor an? (?P<word>{_ITEM}) from\b", "or {word} from"),
    _turn(r"^(?:any )?(?P<word>suit|rank|number|player)$", "a {word}"),
    _turn(rf"^an? (?P<colour>red|black) card from (?P<zone>{_OF})$", "a card from {zone} where colour is {colour}"),
    _turn(rf"^an? (?P<word>{_ITEM}) card from (?P<zone>{_OF})$", "a card from {zone} where it is {word}"),
    _turn(rf"^an? (?P<word>{_ITEM}) card$", "a card from {word}"),
    _turn(r"\bthat (?:is|are)\b", "where it is"),
    _turn(r"\bthat (?:has|have)\b", "where it has"),
    _turn(r"^at least (?P<least>\d+)$", "{least} or more"),
    _turn(r"^at most (?P<most>\d+)$", "1 to {most}"),
    _turn(r"^(?P<least>\d+)\+$", "{least} or more"),
    _turn(r"\bwhen\b", "if"),
    _turn(r"\botherwise\b", "else"),
    _turn(r"^(?P<condition>.*[<>=].*)$", "if {condition}"),
    _turn(rf"\bhas (?P<word>{_ITEM})$", "has rank {word}"),
)


HABITS = {
    "then": "the condition is followed by ':'",
    "contains": "write '… is in …', or 'has rank …' and the like",
    "includes": "write '… is in …', or 'has rank …' and the like",
    "equals": "write 'is'",
    "becomes": "write 'is' in a condition; 'becomes' is a statement, which changes a variable",
    "equal": "write 'is'",
    "are": "write 'is'",
    "isnt": "write 'is not'",
    "greater": "write '>'",
    "bigger": "write '>'",
    "more": "write '>'",
    "than": "write '>' or '<'",
    "higher": "write '>'",
    "lower": "write '<'",
    "between": "compare twice: 'x >= 2 and x <= 5'",
    "matches": "say in what: 'rank of card is rank of top of pile'",
    "gets": "write 'add 1 to score of …'",
    "scores": "write 'add 1 to score of …'",
    "plus": "write '+'",
    "minus": "write '-'",
    "times": "write '*'",
    "next": "write 'player after actor', or 'rank above …'",
    "previous": "write 'player before actor'",
    "less": "write '<'",
    "fewer": "write '<'",
    "fits": "say what must hold: 'card extends onto', 'rank of card is rank of top of pile'",
    "follows": "say it of suits: 'suit of card is suit of first of trick'",
    "holds": "write '… is in hand of …', or 'has rank …' and the like",
    "goes": "say what happens: 'end deal', 'actor leaves' or 'actor wins'",
    "can": "write '… is possible'",
    "that": "write '… where …', for cards that fulfil a condition",
    "who": "write 'players where …'",
    "exists": "write 'is not none'",
    "only": "leave out 'only'",
    "round": "write 'deal' or 'phase'",
    "the": "leave out 'the'",
    "all": "leave out 'all'",
    "one": "write the number: 1",
}
"""Words of other languages and of plain English, with the words of this language."""

OPENINGS = {
    "elif": "write 'else if …:'",
    "elsif": "write 'else if …:'",
    "elseif": "write 'else if …:'",
    "while": "write 'repeat until …:'",
    "set": "write '… becomes …'",
    "goto": "write 'go to …'",
    "give": "write 'move … to …'",
    "next": "write 'end turn', or 'skip 1' for the player after this one",
    "swap": "write 'exchange … for …', with cards of two places",
    "return": "write 'end turn', or 'if …:' around what follows",
    "call": "write the name of the definition alone",
    "print": "write 'reveal …' to show cards, 'tell …' to tell something",
    "flip": "write 'reveal …'",
    "take": "write 'draw 1', or 'move … to hand'",
    "player": "write 'actor', or which players: 'players with lowest score of it wins'",
    "turn": "write 'deal 1 to …' to turn a card up",
    "put": "write 'move … to …'",
    "when": "write 'if …:'",
    "foreach": "write 'for each … in …:'",
    "subtract": "write 'add -… to …'",
    "continue": "write 'play again' if the same player goes on; else leave it out",
    "discard": "write 'move … to …'",
    "choose": "what is chosen stands under 'choose' of an action",
    "eliminate": "write '… leaves', or '… leaves the game'",
    "remove": "write 'move … to …' for cards, '… leaves' for players",
    "increase": "write 'add 1 to …'",
    "decrease": "write 'add -1 to …'",
    "insert": "write 'move … to …'",
    "meld": "write 'lay … on …', with a zone of piles",
    "score": "write 'add … to score', or 'add … to score of …'",
    "tie": "write 'nobody wins'",
    "win": "write '… wins', such as 'actor wins'",
    "lose": "write '… loses', such as 'actor loses'",
    "trade": "write 'exchange … for …', with cards of two places",
    "unless": "write 'if not …:'",
}
"""The same for the beginning of a statement."""


SYNONYMS = {
    "anticlockwise": ("counterclockwise",),
    "anti_clockwise": ("counterclockwise",),
    "counter_clockwise": ("counterclockwise",),
    "closed": ("hidden",),
    "down": ("hidden",),
    "face_down": ("hidden",),
    "secret": ("hidden",),
    "all": ("shown",),
    "everybody": ("shown",),
    "everyone": ("shown",),
    "face_up": ("shown",),
    "open": ("shown",),
    "public": ("shown",),
    "up": ("shown",),
    "visible": ("shown",),
    "mine": ("owner",),
    "private": ("owner",),
    "int": ("number",),
    "integer": ("number",),
    "jokers": ("joker",),
}
"""Words of plain English for names that the language or a deck gives, with these names."""

SPOKEN_NAMES = {
    "some": "write how many: '1 or more cards from …'; of a condition: 'any card of …'",
    "any": "write 'any card of …' or 'any player' in a condition",
    "every": "write 'every card of …' or 'every player' in a condition",
    "more": "write '>= 3' for '3 or more'",
    "less": "write '<= 3' for '3 or less'",
    "fewer": "write '<= 3' for '3 or fewer'",
    "higher": "write '>= 3' for '3 or higher'",
    "lower": "write '<= 3' for '3 or lower'",
    "set": "write 'is not none' for what has a value, 'is none' for what has none yet",
    "simultaneous": "write 'all at once'",
    "simultaneously": "write 'all at once'",
    "turns": "write 'in turn'",
    "clockwise": "write 'in turn'",
    "known": "write 'is not none' for what has a value, 'is none' for what has none yet",
    "defined": "write 'is not none' for what has a value, 'is none' for what has none yet",
}
"""Words of plain English that are not names, with what is written instead."""


def turns(text: str, offset: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the turns of English around a word: where each begins and ends, and what is written.

    Args:
        text: the text.
        offset: where the word begins.
        end: where it ends.
    """
    first, last = max(offset - _FAR, 0), min(end, offset + _FAR) + _FAR
    for turn in _TURNS:
        for found in turn.said.finditer(text, first, last):
            if found.start() <= end and found.end() + 1 >= offset:
                begin = found.end("before") if "before" in turn.said.groupindex else found.start()
                yield begin, found.end(), turn.written(found)


def called(text: str, offset: int, end: int) -> tuple[int, int, str] | None:
    """Return `exact p` as a call, `exact(p)`, if two names stand side by side around a word."""
    found = re.search(r"(?<!\bof )\b([a-z][a-z0-9_]+)\s+$", text[:offset])
    word = text[offset:end]
    if found is None or word in (found[1], *HABITS) or not re.fullmatch(r"[a-z][a-z0-9_]*", word):
        return None
    return found.start(1), end, f"{found[1]}({word})"
