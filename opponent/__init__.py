"""The sparring partner: looks at the table as its side may know it, gives one legal command at a time."""

from opponent.sparring import choose
from opponent.truce import accepts_draw

__all__ = ["accepts_draw", "choose"]
