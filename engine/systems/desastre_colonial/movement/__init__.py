"""Movement (DC-MOV)."""
