"""Finding the legal action that a player typed: by number, notation, or the beginning of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...interpreter.diagnostics import printable

if TYPE_CHECKING:
    from ...interpreter.play.action import Action
    from ...interpreter.play.state import State


def match(state: State, typed: str) -> list[Action]:
    """Return the legal actions that a text can mean: exactly one if the text is clear.

    A number from the list and the full notation are clear. Otherwise each word must be a prefix of
    the word of the action in the same position. Actions with the same number of words are
    preferred: `p 5S` means `play 5S`, not `play 5S 6S 7S`. The verb may be left out before cards.

    Args:
        state: A position that is not over.
        typed: The text.
    """
    legal = state.legal_actions()
    text = typed.strip()
    if text.isascii() and text.isdigit():
        number = int(text[:9])
        return [legal[number - 1]] if 0 < number <= len(legal) else []
    verbs = list(dict.fromkeys(action.verb for action in legal))
    word, _, rest = text.partition(" ")
    begun = [verb for verb in verbs if verb.lower().startswith(word.lower())]
    if word.lower() in [verb.lower() for verb in verbs]:
        begun = [verb for verb in verbs if verb.lower() == word.lower()]
    for readings in ([f"{verb} {rest}" for verb in begun], [f"{verb} {text}" for verb in verbs]):
        found: dict[Action, None] = {}
        for reading in readings:
            normal = state.game.notation.normal(reading)
            found |= dict.fromkeys(_begun(legal, normal))
        if found:
            return list(found)
    return []


def _begun(legal: list[Action], text: str) -> list[Action]:
    """Return the actions that match word by word, preferably those with as many words."""
    words = text.lower().split()
    found = [
        action
        for action in legal
        if len(words) <= len(parts := action.text.lower().split())
        and all(part.startswith(word) for part, word in zip(parts, words, strict=False))
    ]
    whole = [action for action in found if len(action.text.split()) == len(words)]
    same = [action for action in whole if action.text.lower() == text.lower()]
    return same or (whole if len(words) > 1 or not found else whole or found) or found


def refusal(state: State, typed: str) -> str:
    """Return in one sentence why a text is not a legal action."""
    from ...interpreter.errors import CardrulesError

    count = len(state.legal_actions())
    text = typed.strip()
    if text.isdigit():
        return f"There is no move {printable(text[:20])}; they are numbered 1 to {count}."
    try:
        state.find(text[:200])
    except CardrulesError as error:
        message = printable(str(error)).rstrip(".")
        return message[:1].upper() + message[1:] + ("" if message.endswith("…") else ".")
    return f"'{printable(text[:40])}' is not a move now."
