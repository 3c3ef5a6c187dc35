"""Deals as other programs write them: numbers of Microsoft and PySolFC, hands of bridge (PBN) and poker (PHH)."""
