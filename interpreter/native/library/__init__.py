"""What translated code calls: searches for melds, chance, lists, tables."""
