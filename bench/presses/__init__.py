"""What a turn costs those who play it: presses, messages, bytes, and the wait for a picture."""
