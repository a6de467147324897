"""Any text in the bundled fonts: which font has a character, in which order characters are drawn."""
