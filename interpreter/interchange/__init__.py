"""Deals as other programs write them: numbers of Microsoft's patiences, and hands in Portable Bridge Notation."""
