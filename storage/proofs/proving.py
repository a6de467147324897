"""The proof of a copy: of a daily one what has changed since the last, and a part of the rest, so that each
game is proven from its first entry on at least once a week; or of every game."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from storage.proofs.copy_file import CopyFile, OutOfTime, opened
from storage.proofs.proof_record import ProofRecord, ProvenGame

DAY = 86_400.0
WEEK = 7 * DAY
TURNS = 6
"""In so many daily proofs each game has its turn: one of the week's may fail."""
SAVED_EVERY = 100


@dataclass(slots=True, kw_only=True)
class CheckReport:
    """What a database holds, how many of its orders were put to the referee again, and what is wrong with it.

    Of the games `whole` were proven from their first entry on, `added` from what was known of them; `left`
    had to be proven today, and there was no time.
    """

    games: int = 0
    entries: int = 0
    refereed: int = 0
    whole: int = 0
    added: int = 0
    left: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueGame:
    """A game to prove, after its first `known` entries, which are; `seq` and `link` are those of its newest,
    `whole` when it was last proven from the first on. `waits`: it may as well be done another day."""

    game: int
    known: int = 0
    seq: int = 0
    link: bytes = b""
    whole: float = 0.0
    waits: bool = False


def prove_all(copy: CopyFile) -> CheckReport:
    """Prove every game of a copy from its first entry on. Raises DatabaseTrouble: damaged."""
    copy.check()
    report = CheckReport()
    for game in copy.games():
        _prove(copy, DueGame(game=game), report)
    report.games = report.whole
    return report


def prove_copy(path: Path, folder: Path, within: float, now: Callable[[], float] = time.time) -> CheckReport:
    """Prove of a copy what must be proven today, in so many seconds, and note it in the record of that
    folder.

    Raises DatabaseTrouble: damaged, newer_schema.
    """
    until = time.monotonic() + within
    record, report = ProofRecord(folder), CheckReport()
    known = record.games()
    with opened(path, lambda: time.monotonic() > until) as copy:
        try:
            copy.check()
            games = copy.games()
            due = _due(copy, games, known, now())
        except OutOfTime:
            report.left = 1
            return report
        report.games = len(games)
        record.forget(known.keys() - set(games))
        for start in range(0, len(due), SAVED_EVERY):
            _prove_some(copy, due[start : start + SAVED_EVERY], record, report, now)
    return report


def _prove_some(
    copy: CopyFile, due: Sequence[DueGame], record: ProofRecord, report: CheckReport, now: Callable[[], float]
) -> None:
    """Prove some games and note those that are in order."""
    proven, faulty = list[ProvenGame](), list[int]()
    for each in due:
        try:
            well = _prove(copy, each, report)
        except OutOfTime:
            report.left += not each.waits
            continue
        if well:
            whole = each.whole if each.known else now()
            proven.append(ProvenGame(game=each.game, seq=each.seq, link=each.link, whole=whole))
        else:
            faulty.append(each.game)
    record.save(proven)
    record.forget(faulty)


def _prove(copy: CopyFile, due: DueGame, report: CheckReport) -> bool:
    """Prove one game; whether nothing is wrong with it."""
    proof, entries = copy.prove(due.game, due.known)
    report.faults += proof.faults
    report.entries += entries
    report.refereed += proof.refereed
    report.added += bool(due.known)
    report.whole += not due.known
    return not proof.faults


def _due(copy: CopyFile, games: Sequence[int], known: dict[int, ProvenGame], now: float) -> list[DueGame]:
    """What to prove today: what was never proven or has changed, then what was last proven whole a week ago
    (less a day), then those whose turn it is."""
    every = [_state(copy, game, known.get(game)) for game in games]
    changed = [each for each in every if _changed(each, known.get(each.game))]
    old = [each for each in every if each.whole <= now - WEEK + DAY]
    must = {each.game: each for each in changed} | {each.game: _from_first(each) for each in old}
    fresh = sum(each.whole > now - DAY / 2 for each in every)
    turns = max(0, math.ceil(len(every) / TURNS) - len(old) - fresh)
    waiting = sorted((e for e in every if e.game not in must or must[e.game].known), key=lambda e: e.whole)
    return [*must.values(), *(_from_first(each, waits=True) for each in waiting[:turns])]


def _state(copy: CopyFile, game: int, proven: ProvenGame | None) -> DueGame:
    """A game as it is in the copy, and how much of it is proven."""
    seq, link = copy.head(game)
    if proven is None:
        return DueGame(game=game, seq=seq, link=link)
    same = proven.link == (link if proven.seq == seq else copy.link(game, proven.seq))
    return DueGame(game=game, known=proven.seq if same else 0, seq=seq, link=link, whole=proven.whole)


def _changed(due: DueGame, proven: ProvenGame | None) -> bool:
    return proven is None or (proven.seq, proven.link) != (due.seq, due.link)


def _from_first(due: DueGame, *, waits: bool = False) -> DueGame:
    return DueGame(game=due.game, seq=due.seq, link=due.link, waits=waits)
