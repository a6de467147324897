"""How a lobby becomes a game."""
