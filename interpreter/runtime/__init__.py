"""What compiled rules use at run time: positions, the journal, melds and random numbers."""
