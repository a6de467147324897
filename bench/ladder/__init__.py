"""The ladder: how strong the levels of the computer player are, by games of each against each."""
