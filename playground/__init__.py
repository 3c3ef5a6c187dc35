"""The playground: rules are written and played in one page of the browser, without a server.

`make site` builds it (`publishing.py`). In the browser `static/playground.js` has the page, and `answering.py` answers
what it asks about the rules; the game is played by the table without a server (`table/alone/`).
"""
