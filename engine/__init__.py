"""The referee: pure rules on a table of counters. No files, clock, network, print or chance of its own."""
