"""What a tournament adds to the report of the end of its games: the points that were given for a side."""

from __future__ import annotations

from dataclasses import replace

from bot.features.tournaments import words as tournament_words
from bot.reports.report_sections import ReportPost, ReportSection
from bot.ui.page import Embed, Page


class TournamentSection(ReportSection):
    """The handicap of a game."""

    async def at_the_end(self, report: ReportPost) -> Page:
        """What the points that were given for a side made of the result, below it."""
        names = report.names
        if names.game.state.result is None:
            return report.page
        points = await report.post.games.store.tournaments.handicap_of(names.game.record.id)
        notes = tuple(Embed(text=line) for line in tournament_words.handicap_at_end(names, points))
        first, rest = report.page.embeds[:1], report.page.embeds[1:]
        return replace(report.page, embeds=(*first, *notes, *rest))


SECTION = TournamentSection()
