"""Tournaments whose players come from several servers: invite one, follow, leave, see who follows."""
