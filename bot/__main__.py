"""`python -m bot`: the same as the command `grognard`."""

from bot.cli import main

if __name__ == "__main__":
    main()
