"""What a host can do about trouble with the database or the disk."""

from __future__ import annotations

from bot.words import speak
from storage import DatabaseTrouble

WHAT_TO_DO = {
    "in_use": "Another Grognard is running here ({holder}). Stop it, or choose another folder with --data.",
    "newer_schema": "Install the newer Grognard again, or restore the backup made before it was installed.",
    "foreign_file": "Move that file away, or choose another folder with --data.",
    "damaged": "Restore a backup (the copies beside it), or move the file away to begin anew.",
    "unwritable": "Give this user the right to write there, or choose another folder with --data.",
    "disk_full": "Make room on that disk.",
    "disk_fails": "Check that disk; choose another folder with --data.",
    "busy": "Close the program that has it open, then try again.",
}


def advice(trouble: DatabaseTrouble | OSError) -> str:
    """What is wrong and what to do, in a few lines."""
    if isinstance(trouble, OSError):
        return f"{trouble.filename}: {trouble.strerror}. {WHAT_TO_DO['unwritable']}"
    words = speak()
    what = words.get(f"trouble.{trouble.reason}", trouble.reason)
    todo = WHAT_TO_DO.get(trouble.reason, "").format(holder=f"process {trouble.facts.get('holder') or '?'}")
    return f"{trouble.facts.get('path', '')}: {what}. {todo}".strip()
