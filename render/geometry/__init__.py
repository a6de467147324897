"""Points and lines: where hexes lie on the page, and what runs through them. Draws nothing."""
