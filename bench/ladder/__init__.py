"""The ladder: how strong the levels of the AI player are, by games of each against each."""
