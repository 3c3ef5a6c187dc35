"""Models of games written from published descriptions by somebody who had not seen the ruleset.

A model is run like an engine of others.  It takes the deal of a game played with a ruleset, says who is to
act, which moves are legal, and what everybody scores when the deal is over.  Cards are two letters, rank and suit:
``TH`` is the ten of hearts.  A move is a tuple, its kind first: ``("play", "TH")``.
"""
