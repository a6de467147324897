"""The process that proves a daily copy: `python -m storage.proofs FILE FOLDER SECONDS`, niced, one game in
memory at a time. It prints a CheckReport as JSON. Exit status: 0 proven, 2 it could not be opened or is
damaged, 3 no time, 4 the logs of some games are faulty. 1 is Python's own, for an error of ours."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from storage.errors import DatabaseTrouble
from storage.proofs.copy_file import OtherSchema
from storage.proofs.proving import CheckReport, prove_copy

PROVEN, UNREADABLE, NO_TIME, FAULTY = 0, 2, 3, 4
NICE = 15
MOST_TOLD = 20


def main(file: str, folder: str, seconds: str) -> int:
    """Prove a copy; the exit status."""
    with suppress(AttributeError, OSError):  # Windows; a service that may not
        os.nice(NICE)
    try:
        report = prove_copy(Path(file), Path(folder), float(seconds))
    except (DatabaseTrouble, OtherSchema, OSError) as trouble:
        print(f"{type(trouble).__name__}: {trouble}")
        return UNREADABLE
    told = dataclasses.replace(report, faults=report.faults[:MOST_TOLD])
    print(json.dumps(dataclasses.asdict(told)))
    return exit_status(report)


def exit_status(report: CheckReport) -> int:
    """What the process says of a report."""
    return FAULTY if report.faults else NO_TIME if report.left else PROVEN


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
