"""Every command there is, asked by the other side and by a spectator, in games that differ only in what one
side has written, placed, drafted, tried out and answered in advance: no one else can tell."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.conftest import open_harness
from tests.bot.features.orders.test_setup import plain
from tests.bot.hostile_input.sender import commands
from tests.bot.numbered_pictures import NumberedPictures
from tests.bot.secrecy.test_pairs_of_games import drawn
from tests.bot.two_players import begin

SOAK = bool(os.environ.get("SOAK"))
BATTLES = ("isandlwana", "kurokawa", *(("vaux", "plateau", "ormes", "takase") if SOAK else ()))
Secret = Callable[[Any, Any], Awaitable[None]]
Asked = dict[str, tuple[dict[str, Any], ...]]

NOTHING: tuple[dict[str, Any], ...] = ({},)
UNIT = ({"unit": "{theirs}"}, {"unit": "{hex}"})
AIMED = ({"unit": "{own}", "target": "{theirs}"}, {"unit": "{own}", "target": "{hex}"})
REASON = {"reason": "x"}
ASKED: Asked = {
    **dict.fromkeys(
        (
            "game status",
            "game join",
            "game board",
            "log",
            "why",
            "game list",
            "game settings",
            "lobby show",
            "me predictions",
            "rating show",
            "rating table",
        ),
        NOTHING,
    ),
    **dict.fromkeys(
        (
            "game team show",
            "plan show",
            "undo",
            "plan unlock",
            "rally",
            "unit back",
            "help",
            "dice luck",
            "dice verify",
        ),
        NOTHING,
    ),
    **dict.fromkeys(
        (
            "time clock",
            "time hours",
            "time vacation",
            "time resume",
            "me look",
            "learn",
            "server",
            "unit deal",
            "plan standing",
        ),
        NOTHING,
    ),
    "battle list": NOTHING,
    "battle show": ({"battle": "nonaka"},),
    "game results": ({}, {"player": "Anna"}, {"file": "csv"}),
    **dict.fromkeys(("marshal games", "me data show", "me data export", "lobby stop", "orders"), NOTHING),
    **dict.fromkeys(("marshal pause", "marshal resume", "marshal remove"), (REASON,)),
    "map": (
        *(
            {},
            {"unit": "{theirs}"},
            {"unit": "{hex}"},
            {"area": "whole"},
            {"overlay": "plans trails zones ranges"},
        ),
        {"unit": "{own}", "path": "{hex}"},
    ),
    "odds": AIMED,
    "attack": AIMED,
    "unit bombard": AIMED,
    "charge": AIMED,
    "fire": ({"target": "{theirs}"}, {"target": "{hex}", "units": "{own}"}),
    "move": ({"unit": "{theirs}", "path": "NE"}, {"unit": "{own}", "path": "{hex}"}),
    "unit place": ({"unit": "{own}", "hex": "{hex}"}, {"unit": "{theirs}", "hex": "{hex}"}),
    "unit unplace": UNIT,
    "unit activate": ({"chief": "{theirs}"},),
    "unit lead": ({"chief": "{theirs}"},),
    "unit face": ({"unit": "{theirs}", "facing": "NE"},),
    "unit form": ({"unit": "{theirs}", "formation": "square"},),
    "plan write": ({"unit": "{theirs}", "order": "march", "path": "NE"}, {"unit": "{theirs}"}),
    "lobby invite": ({"friend": "Clara"},),
    "rating versus": ({"player": "Clara"},),
    "lobby seek": ({"system": "any"},),
    "game team assign": ({"player": "Clara", "corps": "{theirs}"},),
    "game team release": ({"corps": "{theirs}"},),
    "marshal correct": ({"unit": "{theirs}", "what": "place", "to": "{hex}", **REASON},),
    "marshal result": ({"result": "draw", **REASON},),
    "marshal rollback": ({"phase": "1", **REASON},),
    "marshal replace": ({"side": "blue", "with": "Clara", **REASON},),
    "game picture": ({"what": "map", "channel": "tutorial"}, {"what": "phase", "channel": "tutorial"}),
    "rule": ({"query": "{theirs}"},),
    "dice word": ({"word": "pepper"}, {"sealed": "0" * 64}),
    "whatif open": NOTHING,
    "whatif dice": ({"faces": "1 2"},),
    "whatif end": NOTHING,
    "film": ({"what": "turn"}, {"what": "game"}),
    **dict.fromkeys(
        ("tournament join", "tournament check-in", "tournament withdraw", "tournament start"), NOTHING
    ),
    **dict.fromkeys(
        ("tournament pair", "tournament pairings", "tournament standings", "tournament cancel"), NOTHING
    ),
    **dict.fromkeys(
        ("tournament season add", "tournament season remove", "tournament season table"), NOTHING
    ),
    **dict.fromkeys(("tournament season leave", "tournament season end"), NOTHING),
    **dict.fromkeys(("tournament team show", "game advise"), NOTHING),
    **dict.fromkeys((f"tournament server {act}" for act in ("invite", "unfollow", "show")), NOTHING),
    "tournament server follow": ({"code": "AAAA-BBBB-CCCC"},),
    "tournament report": ({"result": "wins"},),
    "tournament rule": ({"player": "Anna", "ruling": "wins", **REASON},),
    "tournament extend": ({"time": "1d", **REASON},),
    "tournament organiser": ({"helper": "Clara"},),
    "game export": ({}, {"form": "replay"}),
}
"""What is asked with each command."""
FOR_ALL = frozenset(
    {"game new", "game start", "game share", "game leave", "game resign", "game draw", "game rematch"}
    | {"game import"}
    | {"done", "plan lock", "time pause", "time substitute", "whatif send", "me data delete"}
    | {"tournament new", "tournament season new", "game demo"}
    | {f"tournament team {act}" for act in ("enter", "invite", "board", "remove", "captain")}
    | {"battle upload", "battle try", "battle retire"}
)
"""Commands whose effect everyone sees: they are not asked, they would change the game itself."""
SHOWN = {
    k: ASKED[k]
    for k in (
        "map",
        "game board",
        "log",
        "film",
        "why",
        "odds",
        "game picture",
        "plan write",
        "unit place",
        "game export",
    )
}
"""What a spectator asks in the quick form."""
CLOCK = re.compile(r"\b\d\d:\d\d\b")
LATE = ("whatif open", "whatif dice", "whatif end")


async def ask_all(harness: Any, person: Any, names: dict[str, str], questions: Asked) -> list[str]:
    """Asks with every command, then for every completion; the completions."""
    known = {" ".join(path): command for path, command in commands(harness.bot.tree)}
    able = person.commands("battle")
    assert known.keys() - ASKED.keys() - FOR_ALL == set(), "say what is asked with these"
    for name in sorted(
        known.keys() - FOR_ALL, key=lambda n: (n in LATE, LATE.index(n) if n in LATE else 0, n)
    ):
        for options in questions.get(name, ()) if name.split()[0] in able else ():
            await person.slash("battle", name, {k: v.format(**names) for k, v in options.items()})
    await harness.quiet()
    answers = []
    for name, command in known.items():
        for parameter in command.parameters:
            if parameter.autocomplete and name.split()[0] in able and name in questions:
                key = parameter.display_name
                given = {"unit": names["theirs"]} if key != "unit" and "unit" in command._params else {}
                offered = await person.complete("battle", name, given | {key: ""}, focused=key)
                answers.append(f"/{name} {key}: {CLOCK.sub('@', json.dumps(offered, ensure_ascii=False))}")
    return answers


async def seen_by_others(harness: Any, battle: str, secret: Secret) -> dict[str, Any]:
    """All that Bruno and Clara are told, see and are offered when Anna's secrets are these."""
    anna, bruno = await begin(harness, battle)
    clara = harness.person("Clara")
    game, seen = await harness.game(), dict[str, Any]()
    side = game.sides_of(int(anna.id))[0]
    theirs = sorted(u.id for u in game.state.units.values() if u.side == side)
    own = sorted(u.id for u in game.state.units.values() if u.side != side)
    names = {"theirs": theirs[0], "own": own[0], "hex": sorted(game.scenario.zones.get(side, ("0405",)))[0]}
    await secret(harness, anna)
    await harness.quiet()
    for person in (bruno, clara):
        before = len(person.page_events())
        everything = SOAK or person is bruno
        seen[f"{person.name} completes"] = await ask_all(
            harness, person, names, ASKED if everything else SHOWN
        )
        seen[f"{person.name} was shown"] = sorted(
            CLOCK.sub("@", plain(x)) for x in person.page_events()[before:]
        )
        seen[f"{person.name} saw"] = drawn(person)
    assert [p for p in harness.sandbox.state.records.posts.values() if loud(p, harness)] == []
    return seen


def loud(post: Any, harness: Any) -> bool:
    """Whether an answer to a command can be read by others."""
    answers = post.interaction is not None and post.viewer is None
    return answers and post.message["author"]["id"] == harness.sandbox.state.bot["id"]


async def little(harness: Any, anna: Any) -> None:
    """A draft, an answer beforehand."""
    await confide(harness, anna, few=True)


async def much(harness: Any, anna: Any) -> None:
    """Other drafts, other answers, units elsewhere, orders, a what-if."""
    await confide(harness, anna, few=False)


async def confide(harness: Any, anna: Any, *, few: bool) -> None:
    """What one side does in secret: as much as its rulebook knows of."""
    form = await anna.slash("battle", "orders")
    if form.kind == 9:
        await anna.submit(form, {"text": "done" if few else "rally\nresign\n0405 NE NE\ndone"})
    game = await harness.game()
    open_now = {question.kind for question in game.state.questions}
    kinds = await anna.complete("battle", "plan standing", {"question": ""}, focused="question")
    for kind in [kind["value"] for kind in kinds if kind["value"] not in open_now][: 1 if few else 9]:
        given = {"question": kind, "answer": ""}
        answers = await anna.complete("battle", "plan standing", given, focused="answer")
        await anna.slash("battle", "plan standing", question=kind, answer=answers[0 if few else -1]["value"])
    if game.scenario.system == "desastre_colonial":
        return  # there, everybody sees the set-up
    for unit in (await anna.complete("battle", "unit place", {"unit": ""}, focused="unit"))[:12]:
        hexes = await anna.complete("battle", "unit place", {"unit": unit["value"], "hex": ""}, focused="hex")
        if hexes:
            await anna.slash("battle", "unit place", unit=unit["value"], hex=hexes[0 if few else -1]["value"])
    for unit in (await anna.complete("battle", "plan write", {"unit": ""}, focused="unit"))[
        : 1 if few else 4
    ]:
        await anna.slash("battle", "plan write", unit=unit["value"], order="rest" if few else "defend")
    if not few:
        await anna.slash("battle", "whatif open")
        await anna.slash("battle", "done")
        await anna.slash("battle", "whatif end")


@pytest.mark.long
@pytest.mark.promise(12)
@pytest.mark.fault(19)
@pytest.mark.parametrize("battle", BATTLES)
async def test_no_command_tells_the_other_side_or_a_spectator_of_secrets(tmp_path: Any, battle: str) -> None:
    games, sketches = [], NumberedPictures()
    for name, secret in (("little", little), ("much", much)):
        async with open_harness(tmp_path / name) as harness:
            harness.bot.drawing_process.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await seen_by_others(harness, battle, secret))

    assert games[0].keys() == games[1].keys()
    for key in games[0]:
        assert games[0][key] == games[1][key], key
    assert len(games[0]["Bruno was shown"]) > 80
