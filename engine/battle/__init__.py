"""What a battle may add to any rulebook: facts of the scenario that the engine carries out."""
