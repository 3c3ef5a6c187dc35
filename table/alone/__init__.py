"""The table without a server: the same pages, asked from a worker of the browser in which this Python runs (Pyodide).

`cardrules publish` writes it (`publishing.py`). In the browser `static/host.js` shows the pages, `static/worker.js`
starts Python, and `answering.py` answers what a server would be asked.
"""
