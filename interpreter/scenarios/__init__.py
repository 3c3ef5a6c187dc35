"""Worked examples, and how much of the rules they hold."""
