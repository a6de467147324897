"""`python -m bot`: the same as the command `grognard`."""

if __name__ == "__main__":  # the drawing process imports this module again, and needs no command
    from bot.cli import main

    main()
