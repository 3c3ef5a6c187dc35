"""How the points of a deal came about."""
