"""The rulebook of a ruleset as plain text, for tests of its sentences."""

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.rulebook import chapters


def text_of(rules: str) -> str:
    """Return the rulebook of a ruleset on one line."""
    loaded = load_text(rules)
    assert loaded.program is not None, loaded.failure()
    return " ".join(d.plain(line) for line in d.lines(chapters(loaded)))
