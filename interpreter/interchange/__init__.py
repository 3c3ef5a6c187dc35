"""Deals as other programs write them: numbers of Microsoft and PySolFC, and hands in Portable Bridge Notation."""
