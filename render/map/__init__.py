"""The printed map: its image, hex grid, hex numbers, place names."""
