"""One game with a faulty log takes no copy away from the others: it is named, their proofs stand."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.backups import restore
from bot.runtime.backup_job import BackupJob
from storage import DatabaseTrouble, Store, backups
from storage.proofs.proof_record import ProofRecord
from tests.storage.backups.test_backups import DAY, NOON, change, database

__all__ = ["database"]

UNREADABLE = (
    'UPDATE entries SET events = \'[{"is":"Sung"}]\' WHERE seq = 1 AND game = (SELECT min(game) FROM entries)'
)
GAP = "DELETE FROM entries WHERE seq = 2 AND game = (SELECT max(game) FROM entries)"


@pytest.mark.long
@pytest.mark.fault(77)
@pytest.mark.parametrize(("fault", "which"), [(UNREADABLE, min), (GAP, max)])
async def test_a_copy_with_a_faulty_game_is_kept_and_names_it(
    database: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    fault: str,
    which: object,
) -> None:
    change(database, fault)
    store = await Store.open(database)
    games = [game.id for game in await store.games.all() if game.status != "lobby"]
    keeper = BackupJob(store, tmp_path / "kept", DAY, clock=lambda: NOON)

    well = await keeper.keep()
    await store.close()

    (kept,) = backups.copies(tmp_path / "kept")
    number = which(games)  # type: ignore[operator]
    assert well
    assert kept.name == backups.faulty(backups.file_name(NOON))
    assert keeper.due() == DAY
    assert f"game {number}" in caplog.text
    proven = ProofRecord(tmp_path / "kept").games()
    assert number not in proven
    assert set(games) - {number} <= proven.keys()


@pytest.mark.long
async def test_a_copy_with_a_faulty_game_is_restored_only_when_that_is_asked_for(
    database: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.db"
    backups.copy(database, saved)
    change(saved, GAP)
    before = database.read_bytes()

    with pytest.raises(DatabaseTrouble) as trouble:
        await asyncio.to_thread(backups.restore, saved, database, NOON, database.parent)

    assert (trouble.value.reason, trouble.value.facts["path"]) == ("faulty_games", str(saved))
    assert "gap" in str(trouble.value.facts["detail"])
    assert database.read_bytes() == before
    assert not list(database.parent.glob("grognard-before-*"))

    words = [str(saved), "--data", str(database.parent)]
    refused = await asyncio.to_thread(CliRunner().invoke, restore, words)
    done = await asyncio.to_thread(CliRunner().invoke, restore, [*words, "--with-faulty-games"])

    assert refused.exit_code == 1
    assert "--with-faulty-games" in refused.output
    assert "gap" in refused.output
    assert done.exit_code == 0, done.output
    assert len(backups.check(database).faults) == 1


def test_the_newest_copy_without_a_fault_is_never_deleted(tmp_path: Path) -> None:
    sound = tmp_path / backups.file_name(NOON)
    sound.touch()
    for day in range(1, 90):
        (tmp_path / backups.faulty(backups.file_name(NOON + timedelta(days=day)))).touch()
        backups.rotate(tmp_path)

    left = backups.copies(tmp_path)

    assert sound in left
    assert len(left) <= backups.DAYS + backups.WEEKS + 1


def test_of_copies_without_faults_all_but_those_of_the_last_days_and_weeks_are_deleted(
    tmp_path: Path,
) -> None:
    for day in range(90):
        (tmp_path / backups.file_name(NOON + timedelta(days=day))).touch()
        backups.rotate(tmp_path)

    assert len(backups.copies(tmp_path)) <= backups.DAYS + backups.WEEKS
