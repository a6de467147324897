"""Discord's gateway: sessions, intents, compression, and the events and interactions it sends."""
