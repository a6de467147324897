"""The end of a turn: moves of Chiefs, free moves, successive waves (DC-MOV-03, DC-VAG)."""
