"""Time control: the agreed clock, players' rest, and deadlines. Pure."""
