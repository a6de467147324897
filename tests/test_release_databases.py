"""The database that each release left behind opens in this one, and its games are what they were."""

import json
import shutil
from pathlib import Path

import pytest

from bot.desk import Desk
from storage import Store

FOLDER = Path(__file__).parent / "data" / "releases"
RELEASES = sorted(FOLDER.glob("*.db"))


def test_there_is_one_of_every_release() -> None:
    assert RELEASES


@pytest.mark.parametrize("release", RELEASES, ids=lambda p: p.stem)
async def test_a_database_of_an_earlier_release_opens(release: Path, tmp_path: Path) -> None:
    path = tmp_path / release.name
    shutil.copy(release, path)
    known = json.loads(release.with_suffix(".json").read_text(encoding="utf-8"))

    store = await Store.open(path)
    desk = Desk(store)
    try:
        for id_, told in known.items():
            table = await desk.table(int(id_))
            state = table.state
            assert table.game.status == told["status"]
            assert len(table.entries) == told["entries"]
            assert [e.seq for e in table.entries if e.struck] == told["struck"]
            assert f"{state.turn} {state.player} {state.phase}" == told["phase"]
            assert {u.id: [u.place, u["cs"], u["mv"]] for u in state.units.values()} == told["units"]
            assert (state.result.level if state.result else None) == told["result"]
        assert len(known) == len(await store.games())
    finally:
        await store.close()
