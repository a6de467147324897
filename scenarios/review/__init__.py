"""What an author wants to know of a battle: every mistake in its text, and what would make it a bad one."""

from scenarios.review.findings import Finding, source_line
from scenarios.review.mistakes import Draft, draft_of, read_draft
from scenarios.review.review import review, summary

__all__ = ["Draft", "Finding", "draft_of", "read_draft", "review", "source_line", "summary"]
