"""Teams that enter tournaments: a captain, players on boards, reserves."""
