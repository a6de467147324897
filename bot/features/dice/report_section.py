"""What dice add to reports: at the end the seed and every die."""

from __future__ import annotations

from dataclasses import replace

from bot.features.dice import proof_page
from bot.features.dice.evidence import evidence_of
from bot.reports.report_sections import ReportPost, ReportSection
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Embed, Page


class DiceSection(ReportSection):
    """The proof."""

    async def at_the_end(self, report: ReportPost) -> Page:
        """The seed, and every die with its key."""
        names = report.names
        if names.game.state.result is None:
            return report.page
        evidence = await evidence_of(report.post.games, names.game.record)
        proof = Embed(footer=proof_page.proof(names, evidence))
        files = report.page.files
        if not evidence.withheld:
            files = (*files, await in_thread(proof_page.dice, names, evidence))
        return replace(report.page, embeds=(*report.page.embeds, proof), files=files)


SECTION = DiceSection()
