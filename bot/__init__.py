"""The Discord bot: receives commands of players and sends them pages."""
