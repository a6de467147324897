"""What a tournament is, and what follows from it. Pure: no Discord, no database, no clock."""
