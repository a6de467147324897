"""Pictures of tournaments and ratings with their words: each function gives ChartImages with alt text.

Show the first as `Page.picture` and turn to the others with buttons. Nothing is drawn here, so they may be
called on the event loop. Titles are bare text (`bot.i18n.names.bare`), names as their players write them.
"""
