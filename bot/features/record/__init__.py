"""Records of games: written, read again, checked, decided again."""
