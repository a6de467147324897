"""Several processes over one database: what each tells the others, and how each keeps the others from a
game."""
