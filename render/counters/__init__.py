"""Counters: what each shows, how it is drawn, where it stands."""
