"""Discord: what players say comes in here, what they read goes out here."""
