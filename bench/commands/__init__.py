"""Benchmarks of a command through the whole bot, beside bots without any library."""
