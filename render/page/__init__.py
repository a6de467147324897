"""The page around the map: header, legend, inset map; and pages of their own: share card, luck chart."""
