"""Units, markers, losses and questions: what every chapter needs (DC-GEN)."""
