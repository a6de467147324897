"""The bot as it is run, under load: a thousand games, bursts, and what that takes in time and memory."""
