"""Read what a battle may add to any rulebook: `engine/battle/` carries it out."""
