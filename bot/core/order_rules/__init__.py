"""What may be ordered, by whom, what it may lead to, and what may be taken back."""
