"""The operations of effect text, each declared once; `table.py` has them all."""
