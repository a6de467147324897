"""Any picture of a league, drawn by its kind."""

from __future__ import annotations

from render.league.bracket import draw_bracket
from render.league.cross_table import draw_cross_table
from render.league.line_chart import draw_line_chart
from render.league.podium import draw_podium
from render.league.records import Bracket, CrossTable, Drawing, LineChart, Podium, Table
from render.league.table import draw_table


def draw_league(drawing: Drawing, *, theme: str = "light") -> bytes:
    """A PNG of a picture of a league; `theme` is a key of THEMES. The same arguments always make the same
    bytes."""
    match drawing:
        case Table():
            return draw_table(drawing, theme=theme)
        case Bracket():
            return draw_bracket(drawing, theme=theme)
        case CrossTable():
            return draw_cross_table(drawing, theme=theme)
        case Podium():
            return draw_podium(drawing, theme=theme)
        case LineChart():
            return draw_line_chart(drawing, theme=theme)
