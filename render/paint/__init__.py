"""Drawing tools: pens, strokes, text, colours, caches, PNG files. Knows no hex's terrain and no counter."""
