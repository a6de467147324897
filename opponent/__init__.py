"""The AI player: sees a game as its side may know it and gives one legal command at a time."""

from opponent.ai_player import choose
from opponent.draws import accepts_draw

__all__ = ["accepts_draw", "choose"]
