"""What a tournament does: pair its rounds, open their games, take over results, decide them. No Discord."""
