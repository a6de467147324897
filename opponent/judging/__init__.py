"""How positions are judged: distances, and the chance to win where losses decide."""
