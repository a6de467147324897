"""Everything that can be done about a tournament, tried by everyone there is: who may not is told so, kindly
and in private, and nothing changes; who may, can. `acts.py` is the table.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from bot.features.tournaments import buttons
from bot.features.tournaments.feature import FEATURE
from bot.features.tournaments.seasons import buttons as season_buttons
from bot.features.tournaments.seasons import page as season_page
from bot.features.tournaments.servers import buttons as server_buttons
from bot.features.tournaments.servers import page as server_page
from bot.features.tournaments.teams import buttons as team_buttons
from bot.features.tournaments.teams import page as team_page
from bot.ui.page import button_id, form_id
from sandbox.client.person import Reply
from sandbox.model.state import EPHEMERAL
from sandbox.model.world import TABLE, GuildPlan, PersonPlan, World
from tests.bot.conftest import open_harness
from tests.bot.features.tournaments import play
from tests.bot.features.tournaments.rights.acts import ACTS, Act, Phase, Role
from tests.bot.hostile_input.sender import Sender, commands, read
from tests.long_forms import long_but

REFUSAL = 0xC61820
GUEST = GuildPlan(name="Another table", channels=("elsewhere",))
THIRD = GuildPlan(name="Third table", channels=("far",))
ABROAD = {Role.FOLLOWING: GUEST, Role.STRANGER: THIRD}
MODERATORS = {Role.MODERATOR, *ABROAD}
OPPONENTS = ("Opponent", "Opponent of another match", "Opponent of the withdrawn", "Second member")
IN_TEAMS = {Role.MEMBER, Role.INVITED}
IN_MEMORY = {"receipts", "heartbeats", "outbox", "letters", "checked"}
"""Tables that may change when someone is refused: none of them says anything about a tournament."""


def people() -> tuple[PersonPlan, ...]:
    cast = [
        PersonPlan(
            name=role,
            role="moderator" if role in MODERATORS else "player",
            guilds=(ABROAD.get(role, TABLE).name,),
        )
        for role in Role
    ]
    return (*cast, *(PersonPlan(name=name, guilds=(TABLE.name,)) for name in OPPONENTS))


class Stage:
    """A tournament in some phase, and everyone who may ask for something."""

    def __init__(self, harness: Any, phase: Phase) -> None:
        self.harness = harness
        self.phase = phase
        self.known: dict[str, str] = {"guest": str(harness.sandbox.channel("elsewhere")["guild_id"])}

    def place(self, role: str, at: str = "") -> str:
        """The channel in which someone asks."""
        if role in ABROAD:
            return ABROAD[Role(role)].channels[0]
        return at.format(**self.known) or "battle"

    async def says(self, role: str, command: str, at: str = "", **options: Any) -> Reply:
        """The answer to a command."""
        person = self.harness.person(role)
        return await person.slash(self.place(role, at), command, options)

    async def does(self, role: Role, act: Act) -> Any:
        """What comes of an act: whether a form opened, and the message that answers."""
        known = {**self.known, "name": role.value}
        options = {k: v.format(**known) if isinstance(v, str) else v for k, v in act.options.items()}
        if act.is_command:
            return await self._command(role, act, options)
        sender = Sender(self.harness, self.harness.person(role), self.place(role))
        about = [part.format(**known) for part in act.name.removeprefix("form:").split(":")]
        if act.is_form:
            await sender.open()
            made = sender.submit(form_id(0, 0, *about), fields(**options))
        else:
            made = sender.press(button_id(0, 0, *about))
        await sender.answered([made])
        return made.modal is not None, sender.response(made)

    async def _command(self, role: Role, act: Act, options: dict[str, Any]) -> Any:
        about = {} if act.name in OF_THEIR_OWN else {"tournament": self.known["tournament"]}
        reply = await self.says(role, act.name, act.at, **about | options)
        return False, reply.json

    def tables(self) -> dict[str, list[str]]:
        """All that is stored, but for what any answer may change."""
        with closing(sqlite3.connect(f"file:{self.harness.folder / 'grognard.db'}?mode=ro", uri=True)) as db:
            names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {
                n: sorted(map(repr, db.execute(f"SELECT * FROM {n}"))) for n in names if n not in IN_MEMORY
            }


OF_THEIR_OWN = (
    "tournament new",
    "tournament season new",
    "tournament season table",
    "tournament season leave",
    "tournament season end",
    "tournament server follow",
    "game settings",
)
"""Commands that name no tournament."""


def fields(text: str, **chosen: str) -> list[dict[str, Any]]:
    """A form as it is filled in."""
    values = [{"type": 4, "id": 1, "custom_id": "text", "value": text}]
    menus = [{"type": 3, "id": 9, "custom_id": k, "values": [v]} for k, v in chosen.items()]
    return [{"type": 18, "id": 2 + n, "component": each} for n, each in enumerate((*menus, *values))]


@asynccontextmanager
async def stage(build: Callable[..., Any], phase: Phase) -> AsyncIterator[Stage]:
    world = replace(World(), guilds=(TABLE, GUEST, THIRD), people=people())
    async with build(world=world) as harness:
        harness.bot.drawing_process.draw = play.dot
        set_ = Stage(harness, phase)
        await begin(set_)
        await harness.quiet()
        yield set_


TERMS: dict[Phase, dict[str, Any]] = {
    Phase.SIGN_UP: {"check_in": True},
    Phase.BETWEEN: {"format": "robin", "rounds": 0},
    Phase.BIDDING: {"sides": "bid"},
    Phase.TEAMS: {"boards": 2},
    Phase.OVER: {"rounds": 1},
}


async def begin(stage: Stage) -> None:
    """Announce a tournament and lead it to the phase that is wanted."""
    harness, phase = stage.harness, stage.phase
    terms = {"battle": "ormes", "dice": "sealed", "rounds": 3} | TERMS.get(phase, {})
    await stage.says(Role.ORGANISER, "tournament new", name="Open", **terms)
    (newest, *_) = await harness.store.tournaments.in_guild(
        int(harness.sandbox.channel("battle")["guild_id"])
    )
    stage.known["tournament"] = str(newest.id)
    named = {"tournament": stage.known["tournament"]}
    await stage.says(Role.ORGANISER, "tournament organiser", helper=Role.HELPER, **named)
    await stage.says(Role.ORGANISER, "tournament season new", name="League")
    stage.known["season"] = "1"
    await stage.says(Role.ORGANISER, "tournament season add", season="1", **named)
    for _ in range(2):  # one for the server that follows, one to try
        invited = await stage.says(Role.ORGANISER, "tournament server invite", **named)
        code = re.search(r"`([A-Z0-9-]{14})`", invited.words)
        assert code
        if "code" not in stage.known:
            await stage.says(Role.FOLLOWING, "tournament server follow", code=code[1])
        stage.known["code"] = code[1]
    if phase is Phase.TEAMS:
        await _teams(stage, named)
        return
    entered = [Role.PLAYER, Role.OTHER]
    if phase in (Phase.PLAYING, Phase.BETWEEN, Phase.OVER, Phase.BIDDING):
        entered += [Role.WITHDRAWN]
    for name in (*entered, *OPPONENTS[:3]):
        await stage.says(name, "tournament join", **named)
    if phase is Phase.SIGN_UP:
        for name in OPPONENTS[:2]:
            await stage.says(name, "tournament check-in", **named)
        return
    await stage.says(Role.ORGANISER, "tournament start", **named)
    await harness.quiet()
    event = await play.event(harness, int(stage.known["tournament"]))
    if phase is not Phase.BIDDING:
        game = next(g.game for g in event.open_games() if g.game.game is not None)
        stage.known["thread"] = str(game.channel)
    me = {"player": Role.WITHDRAWN, "ruling": "out", "reason": "ill"}
    await stage.says(Role.ORGANISER, "tournament rule", **me, **named)
    await harness.quiet()
    if phase in (Phase.BETWEEN, Phase.OVER):
        await play.played(harness, int(stage.known["tournament"]))


async def _teams(stage: Stage, named: dict[str, str]) -> None:
    for captain in (Role.PLAYER, Role.OTHER):
        await stage.says(captain, "tournament team enter", name=f"{captain} and friends", **named)
    event = await play.event(stage.harness, int(named["tournament"]))
    mine = int(stage.harness.person(Role.PLAYER).id)
    stage.known["team"] = str(next(e.place for e in event.stored.entrants if e.user == mine))
    for name in (Role.MEMBER, OPPONENTS[3], Role.INVITED):
        await stage.says(Role.PLAYER, "tournament team invite", player=name, **named)
        if name is not Role.INVITED:
            person = stage.harness.person(name)
            await person.slash("battle", "tournament team show", named)
            accept = f"{team_page.VERB}:accept:{{tournament}}:{{team}}"
            sender = Sender(stage.harness, person)
            made = sender.press(button_id(0, 0, *accept.format(**stage.known).split(":")))
            await sender.answered([made])


def tried(phase: Phase, role: Role) -> Iterator[Act]:
    """What someone can try in a phase; no one gets into a thread of another server."""
    for act in ACTS:
        if act.phase is phase and not (role in ABROAD and act.at == "{thread}"):
            yield act


def wrong_refusal(opened: bool, message: Any) -> str:
    """What is wrong with a refusal; "" for nothing."""
    seen = str(message)
    if opened or str(REFUSAL) not in seen:
        return "not refused"
    if not message["flags"] & EPHEMERAL:
        return "not private"
    return "a crash" if "went wrong" in seen else ""


PHASES = [pytest.param(phase, marks=pytest.mark.xdist_group(f"rights: {phase}")) for phase in Phase]


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=PHASES)
async def standing(request: Any, tmp_path_factory: Any) -> AsyncIterator[Stage]:
    """A tournament in a phase, the same for all who ask for what they may not: nothing may change by that."""
    folder = tmp_path_factory.mktemp("rights")
    async with stage(partial(open_harness, folder), request.param) as tournament:
        yield tournament


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("role", long_but((Role.PLAYER,), Role))
async def test_who_may_not_is_told_so_in_private_and_nothing_changes(standing: Stage, role: Role) -> None:
    wrong: list[str] = []
    await standing.says(role, "tournament standings")  # a private message, whose buttons are pressed
    before = standing.tables()
    for act in tried(standing.phase, role):
        if role not in act.may:
            what = wrong_refusal(*await standing.does(role, act))
        elif act.looks:
            what = "" if wrong_refusal(*await standing.does(role, act)) else "refused"
        else:
            continue
        wrong += [f"{role}, {act.name}: {what}"] if what else []
    await standing.harness.quiet()
    after = standing.tables()

    assert not wrong, "\n".join(wrong)
    assert [name for name in after if after[name] != before[name]] == []


DOERS = [
    (phase, role)
    for phase in Phase
    for role in Role
    if any(role in act.may and not act.looks and role not in act.shut for act in tried(phase, role))
    and (role not in IN_TEAMS or phase is Phase.TEAMS)
]


QUICK = (
    (Phase.SIGN_UP, Role.HELPER),
    (Phase.PLAYING, Role.ORGANISER),
    (Phase.PLAYING, Role.FOLLOWING),
    (Phase.BETWEEN, Role.MODERATOR),
    (Phase.BIDDING, Role.PLAYER),
    (Phase.TEAMS, Role.INVITED),
    (Phase.OVER, Role.ORGANISER),
)


@pytest.mark.parametrize(("phase", "role"), long_but(QUICK, DOERS))
async def test_who_may_can(build: Callable[..., Any], phase: Phase, role: Role) -> None:
    wrong: list[str] = []
    async with stage(build, phase) as tournament:
        await tournament.says(role, "tournament standings")
        for act in tried(phase, role):
            if role in act.may and role not in act.shut:
                opened, message = await tournament.does(role, act)
                if not opened and str(REFUSAL) in str(message):
                    wrong.append(f"{role}, {act.name}: {read(message)}")
                await tournament.harness.quiet()

    assert not wrong, "\n".join(wrong)


async def test_every_command_and_button_of_tournaments_is_in_the_table(harness: Any) -> None:
    typed = {" ".join(path) for path, _ in commands(harness.bot.tree) if path[0] == "tournament"}
    several = {
        buttons.VERB: {*buttons.ACTS, *buttons.LOOKS},
        season_page.VERB: {*season_buttons.ACTS},
        server_page.VERB: {*server_buttons.ACTS},
        team_page.VERB: {*team_buttons.ANSWERS},
    }
    pressed = {
        f"{verb}:{what}" if what else verb
        for verb in FEATURE.buttons.handlers
        for what in several.get(verb, {""})
    }
    sent = {f"form:{verb}" for verb in FEATURE.buttons.forms}

    listed = {act.name for act in ACTS}
    assert typed - listed == set()
    assert {w for w in pressed | sent if not any(f"{name}:".startswith(f"{w}:") for name in listed)} == set()
    assert {act.phase for act in ACTS} == {*Phase}
