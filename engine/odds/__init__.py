"""What the dice of a command can lead to."""
