"""Every command there is, asked by the other side and by a spectator, in games that differ only in what one
side has written, placed, drafted, tried out and answered beforehand: nobody is told of it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.conftest import a_house
from tests.bot.hostile import commands
from tests.bot.sketches import Sketches
from tests.bot.test_bot_secret_pairs import drawn
from tests.bot.test_bot_setup import plain
from tests.bot.two_people import begin

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
        ("game status", "game join", "board", "log", "why", "games", "lobby show", "predictions"), NOTHING
    ),
    **dict.fromkeys(
        ("team show", "sheet", "undo", "unlock", "rally", "back", "help", "luck", "verify"), NOTHING
    ),
    **dict.fromkeys(
        ("clock", "hours", "vacation", "preferences", "learn", "server", "deal", "standing"), NOTHING
    ),
    **dict.fromkeys(("marshal export", "privacy show", "privacy export", "lobby stop", "orders"), NOTHING),
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
    "bombard": AIMED,
    "charge": AIMED,
    "fire": ({"target": "{theirs}"}, {"target": "{hex}", "units": "{own}"}),
    "move": ({"unit": "{theirs}", "path": "NE"}, {"unit": "{own}", "path": "{hex}"}),
    "place": ({"unit": "{own}", "hex": "{hex}"}, {"unit": "{theirs}", "hex": "{hex}"}),
    "unplace": UNIT,
    "activate": ({"chief": "{theirs}"},),
    "lead": ({"chief": "{theirs}"},),
    "face": ({"unit": "{theirs}", "facing": "NE"},),
    "form": ({"unit": "{theirs}", "formation": "square"},),
    "order": ({"unit": "{theirs}", "order": "march", "path": "NE"}, {"unit": "{theirs}"}),
    "lobby invite": ({"friend": "Clara"},),
    "lobby seek": ({"system": "any"},),
    "team assign": ({"player": "Clara", "corps": "{theirs}"},),
    "team release": ({"corps": "{theirs}"},),
    "marshal correct": ({"unit": "{theirs}", "what": "place", "to": "{hex}", **REASON},),
    "marshal rollback": ({"phase": "1", **REASON},),
    "marshal replace": ({"side": "blue", "with": "Clara", **REASON},),
    "share": ({"what": "map", "channel": "tutorial"}, {"what": "phase", "channel": "tutorial"}),
    "rule": ({"query": "{theirs}"},),
    "salt": ({"word": "pepper"},),
    "whatif open": NOTHING,
    "whatif dice": ({"faces": "1 2"},),
    "whatif end": NOTHING,
}
"""What is asked with each command."""
FOR_ALL = frozenset(
    {"game new", "game start", "game share", "game leave", "game resign", "game draw", "game rematch"}
    | {"done", "lock", "substitute", "whatif send", "privacy delete"}
)
"""Commands whose effect everybody sees: they are not asked, they would change the game itself."""
SHOWN = {
    k: ASKED[k] for k in ("map", "board", "log", "why", "odds", "share", "order", "place", "marshal export")
}
"""What a spectator asks in the quick form."""
CLOCK = re.compile(r"\b\d\d:\d\d\b")
LATE = ("whatif open", "whatif dice", "whatif end")


async def ask_all(house: Any, person: Any, names: dict[str, str], asked: Asked) -> list[str]:
    """Asks with every command, then for every completion; the completions."""
    known = {" ".join(path): command for path, command in commands(house.bot.tree)}
    able = person.commands("battle")
    assert known.keys() - ASKED.keys() - FOR_ALL == set(), "say what is asked with these"
    for name in sorted(
        known.keys() - FOR_ALL, key=lambda n: (n in LATE, LATE.index(n) if n in LATE else 0, n)
    ):
        for options in asked.get(name, ()) if name.split()[0] in able else ():
            await person.slash("battle", name, {k: v.format(**names) for k, v in options.items()})
    await house.quiet()
    found = []
    for name, command in known.items():
        for parameter in command.parameters:
            if parameter.autocomplete and name.split()[0] in able and name in asked:
                key = parameter.display_name
                given = {"unit": names["theirs"]} if key != "unit" and "unit" in command._params else {}
                offered = await person.complete("battle", name, given | {key: ""}, focused=key)
                found.append(f"/{name} {key}: {CLOCK.sub('@', json.dumps(offered, ensure_ascii=False))}")
    return found


async def told(house: Any, battle: str, secret: Secret) -> dict[str, Any]:
    """All that Bruno and Clara are told, see and are offered when Anna's secrets are these."""
    anna, bruno = await begin(house, battle)
    clara = house.person("Clara")
    table, found = await house.game(), dict[str, Any]()
    side = table.sides_of(int(anna.id))[0]
    theirs = sorted(u.id for u in table.state.units.values() if u.side == side)
    own = sorted(u.id for u in table.state.units.values() if u.side != side)
    names = {"theirs": theirs[0], "own": own[0], "hex": sorted(table.scenario.zones.get(side, ("0405",)))[0]}
    await secret(house, anna)
    await house.quiet()
    for person in (bruno, clara):
        before = len(person.was_shown())
        everything = SOAK or person is bruno
        found[f"{person.name} completes"] = await ask_all(
            house, person, names, ASKED if everything else SHOWN
        )
        found[f"{person.name} was shown"] = sorted(
            CLOCK.sub("@", plain(x)) for x in person.was_shown()[before:]
        )
        found[f"{person.name} saw"] = drawn(person)
    assert [p for p in house.sandbox.state.records.posts.values() if loud(p, house)] == []
    return found


def loud(post: Any, house: Any) -> bool:
    """Whether an answer to a command can be read by others."""
    answers = post.interaction is not None and post.viewer is None
    return answers and post.message["author"]["id"] == house.sandbox.state.bot["id"]


async def little(house: Any, anna: Any) -> None:
    """A draft, an answer beforehand."""
    await confide(house, anna, few=True)


async def much(house: Any, anna: Any) -> None:
    """Other drafts, other answers, units elsewhere, orders, a what-if."""
    await confide(house, anna, few=False)


async def confide(house: Any, anna: Any, *, few: bool) -> None:
    """What one side does in secret: as much as its rulebook knows of."""
    form = await anna.slash("battle", "orders")
    if form.kind == 9:
        await anna.submit(form, {"text": "done" if few else "rally\nresign\n0405 NE NE\ndone"})
    table = await house.game()
    open_now = {question.kind for question in table.state.questions}
    kinds = await anna.complete("battle", "standing", {"question": ""}, focused="question")
    for kind in [kind["value"] for kind in kinds if kind["value"] not in open_now][: 1 if few else 9]:
        given = {"question": kind, "answer": ""}
        answers = await anna.complete("battle", "standing", given, focused="answer")
        await anna.slash("battle", "standing", question=kind, answer=answers[0 if few else -1]["value"])
    if table.scenario.system == "desastre_colonial":
        return  # there, everybody sees the set-up
    for unit in (await anna.complete("battle", "place", {"unit": ""}, focused="unit"))[:12]:
        hexes = await anna.complete("battle", "place", {"unit": unit["value"], "hex": ""}, focused="hex")
        if hexes:
            await anna.slash("battle", "place", unit=unit["value"], hex=hexes[0 if few else -1]["value"])
    for unit in (await anna.complete("battle", "order", {"unit": ""}, focused="unit"))[: 1 if few else 4]:
        await anna.slash("battle", "order", unit=unit["value"], order="rest" if few else "defend")
    if not few:
        await anna.slash("battle", "whatif open")
        await anna.slash("battle", "done")
        await anna.slash("battle", "whatif end")


@pytest.mark.promise(12)
@pytest.mark.fault(19)
@pytest.mark.parametrize("battle", BATTLES)
async def test_no_command_tells_the_other_side_or_a_spectator_of_secrets(tmp_path: Any, battle: str) -> None:
    games, sketches = [], Sketches()
    for name, secret in (("little", little), ("much", much)):
        async with a_house(tmp_path / name) as house:
            house.bot.painter.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await told(house, battle, secret))

    assert games[0].keys() == games[1].keys()
    for key in games[0]:
        assert games[0][key] == games[1][key], key
    assert len(games[0]["Bruno was shown"]) > 80
