"""Time at the table: what was agreed, when somebody rests, when a side's time is over. Pure."""
