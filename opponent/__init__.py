"""The sparring partner: looks at the table as its side may know it, gives one legal command at a time."""

from opponent.sparring import choose

__all__ = ["choose"]
