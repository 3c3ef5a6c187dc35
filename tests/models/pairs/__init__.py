"""How the moves and the scores of each ruleset are told in the words of its model."""

from . import others, rummies, shedding, tricks

PAIRS = {**tricks.PAIRS, **rummies.PAIRS, **shedding.PAIRS, **others.PAIRS}
"""Each comparison by the name of its game, and after a comma how it is played if not as usual."""
