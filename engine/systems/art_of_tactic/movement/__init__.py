"""Movement, encounters and terrain (AT-MOV, AT-ENC, AT-TER)."""
