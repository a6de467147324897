"""Words of the printed map that make way for counters: place names, hex numbers."""
