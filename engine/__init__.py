"""The referee: pure rules. No files, clock, network, print or random numbers of its own."""
