"""The table: any ruleset in the browser, for people and bots.

`cardrules serve` starts it. It needs the extra `table`: `pip install '.[table]'`.
"""
