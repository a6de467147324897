"""What is kept in memory of games."""
