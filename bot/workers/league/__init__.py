"""Background work on what several games make up."""
