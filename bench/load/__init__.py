"""Load test of the unmodified bot: a thousand games, bursts, time and memory."""
