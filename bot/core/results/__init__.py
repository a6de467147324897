"""What is known of games that are over."""
