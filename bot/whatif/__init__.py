"""A private copy of a game's table, for trying things out. Nothing in it touches the game."""
