"""Everything that can be done about a tournament, and who may: the table that `test_matrix.py` tries out.

A command or a button that is not in it fails the test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.features.tournaments import paging
from bot.features.tournaments.seasons import page as seasons
from bot.features.tournaments.servers import page as servers
from bot.features.tournaments.teams import page as teams


class Role(StrEnum):
    """Who asks."""

    ORGANISER = "Organiser"
    HELPER = "Helper"
    MODERATOR = "Home moderator"
    PLAYER = "Player"
    OTHER = "Player of another match"
    SPECTATOR = "Spectator"
    WITHDRAWN = "Withdrawn player"
    FOLLOWING = "Moderator of a following server"
    STRANGER = "Moderator of another server"
    MEMBER = "Member of a team"
    INVITED = "Invited player"


class Phase(StrEnum):
    """The state in which a tournament is."""

    SIGN_UP = "sign-up"
    PLAYING = "playing"
    BETWEEN = "between rounds"
    BIDDING = "bidding"
    TEAMS = "teams"
    OVER = "over"


R = Role
ALL = frozenset(Role)
IN_CHARGE = frozenset({R.ORGANISER, R.HELPER, R.MODERATOR})
PLAYERS = frozenset({R.PLAYER, R.OTHER})
REACH = ALL - {R.STRANGER}
HOME = ALL - {R.STRANGER, R.FOLLOWING}
SEASON = frozenset({R.ORGANISER, R.MODERATOR})
CAPTAIN = frozenset({R.PLAYER})
ASKED = frozenset({R.PLAYER, R.INVITED, R.MEMBER})
"""Who has been invited to a team; of them who is in it already is shown it."""
UNTEAMED = REACH - PLAYERS - {R.MEMBER}
NONE: frozenset[Role] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A command, or a button or form by its verb and the words of its id; `{...}` stands for what the state
    has by that name. `may`: who may. `looks`: it changes nothing. `at`: the channel, else their own."""

    name: str
    phase: Phase
    may: frozenset[Role]
    options: Mapping[str, Any] = field(default_factory=dict)
    looks: bool = False
    at: str = ""
    shut: frozenset[Role] = frozenset()
    """Who may, but can no longer once they have done the acts before it."""

    @property
    def is_command(self) -> bool:
        return " " in self.name and ":" not in self.name

    @property
    def is_form(self) -> bool:
        return self.name.startswith("form:")


def command(
    name: str, phase: Phase, may: frozenset[Role], /, looks: bool = False, at: str = "", **options: Any
) -> Act:
    return Act(name=name, phase=phase, may=may, looks=looks, at=at, options=options)


def button(verb: str, *about: str, phase: Phase, may: frozenset[Role], looks: bool = False) -> Act:
    return Act(name=":".join((verb, *about)), phase=phase, may=may, looks=looks)


def form(verb: str, *about: str, phase: Phase, may: frozenset[Role], **fields: Any) -> Act:
    return Act(name=":".join(("form", verb, *about)), phase=phase, may=may, options=fields)


def shut(act: Act, *roles: Role) -> Act:
    return replace(act, shut=frozenset(roles) or act.may)


V, T = paging.VERB, "{tournament}"
SIGN_UP, PLAYING, BETWEEN, BIDDING = Phase.SIGN_UP, Phase.PLAYING, Phase.BETWEEN, Phase.BIDDING
TEAMS, OVER = Phase.TEAMS, Phase.OVER
WHY = {"reason": "because"}

ACTS: tuple[Act, ...] = (
    # --- sign-up -------------------------------------------------------------------------------------------
    command("tournament pairings", SIGN_UP, REACH, looks=True),
    command("tournament standings", SIGN_UP, REACH, looks=True),
    command("tournament server show", SIGN_UP, REACH, looks=True),
    command("tournament season table", SIGN_UP, HOME, looks=True, season="{season}"),
    button(seasons.SEE, "{season}", "0", phase=SIGN_UP, may=HOME, looks=True),
    button(V, "pairings", T, phase=SIGN_UP, may=REACH, looks=True),
    button(V, "standings", T, phase=SIGN_UP, may=REACH, looks=True),
    command("tournament new", SIGN_UP, ALL, at="parlour", name="Cup", battle="ormes", dice="sealed"),
    command("tournament season new", SIGN_UP, ALL - {R.ORGANISER}, at="parlour", name="Another league"),
    command("tournament join", SIGN_UP, REACH),
    button(V, "join", T, phase=SIGN_UP, may=REACH),
    command("tournament check-in", SIGN_UP, PLAYERS),
    button(V, "check", T, phase=SIGN_UP, may=PLAYERS),
    command("tournament season leave", SIGN_UP, PLAYERS, season="{season}"),
    button(seasons.VERB, "leave", "{season}", phase=SIGN_UP, may=PLAYERS),
    button(seasons.VERB, "stay", "{season}", phase=SIGN_UP, may=PLAYERS),
    command("tournament withdraw", SIGN_UP, PLAYERS),
    command("tournament season remove", SIGN_UP, SEASON),
    command("tournament season add", SIGN_UP, SEASON, season="{season}"),
    command("tournament server invite", SIGN_UP, IN_CHARGE),
    button(servers.VERB, "codes", T, phase=SIGN_UP, may=IN_CHARGE),
    command("tournament organiser", SIGN_UP, IN_CHARGE, helper="Spectator"),
    command("tournament start", SIGN_UP, IN_CHARGE),
    button(V, "start", T, phase=SIGN_UP, may=IN_CHARGE),
    # --- while a round is being played ---------------------------------------------------------------------
    command("tournament pairings", PLAYING, REACH, looks=True, round=1),
    command("tournament standings", PLAYING, REACH, looks=True),
    button(V, "pairings", T, "1", phase=PLAYING, may=REACH, looks=True),
    command("tournament server follow", PLAYING, frozenset({R.FOLLOWING, R.STRANGER}), code="{code}"),
    command("tournament server unfollow", PLAYING, frozenset({R.FOLLOWING})),
    command("tournament server unfollow", PLAYING, IN_CHARGE | {R.FOLLOWING}, server="{guest}"),
    button(servers.VERB, "again", T, phase=PLAYING, may=IN_CHARGE | PLAYERS | {R.WITHDRAWN}),
    command("tournament report", PLAYING, NONE, result="wins"),
    command("tournament extend", PLAYING, IN_CHARGE, time="2d", **WHY),
    button(paging.EXTEND, T, phase=PLAYING, may=IN_CHARGE),
    form(paging.EXTEND, T, "1", phase=PLAYING, may=IN_CHARGE, time="2d", text="because"),
    command("game settings", PLAYING, IN_CHARGE, at="{thread}", pictures="film"),
    command("tournament rule", PLAYING, IN_CHARGE, player="Player", ruling="draw", **WHY),
    button(V, "leave", T, "yes", phase=PLAYING, may=PLAYERS | {R.WITHDRAWN}),
    button(servers.VERB, "unfollow", T, "{guest}", phase=PLAYING, may=IN_CHARGE | {R.FOLLOWING}),
    command("tournament cancel", PLAYING, IN_CHARGE),
    # --- between two rounds --------------------------------------------------------------------------------
    command("tournament pair", BETWEEN, IN_CHARGE),
    button(V, "pair", T, "2", phase=BETWEEN, may=IN_CHARGE),
    button(V, "cross", T, phase=BETWEEN, may=REACH, looks=True),
    button(V, "cancel", T, phase=BETWEEN, may=IN_CHARGE),
    # --- players bid for sides -----------------------------------------------------------------------------
    button(paging.BID, T, phase=BIDDING, may=PLAYERS),
    form(paging.BID, T, phase=BIDDING, may=PLAYERS, side="first", text="3"),
    # --- teams enter ---------------------------------------------------------------------------------------
    command("tournament team show", TEAMS, REACH, looks=True),
    button(V, "teams", T, phase=TEAMS, may=REACH, looks=True),
    button(teams.ENTER, T, phase=TEAMS, may=REACH, looks=True),
    command("tournament team board", TEAMS, CAPTAIN, player="Member of a team", board=1),
    command("tournament team invite", TEAMS, PLAYERS, player="Withdrawn player"),
    button(teams.VERB, "accept", T, "{team}", phase=TEAMS, may=ASKED),
    shut(button(teams.VERB, "decline", T, "{team}", phase=TEAMS, may=ASKED)),
    shut(command("tournament team enter", TEAMS, UNTEAMED, name="{name}s"), R.INVITED),
    shut(form(teams.ENTER, T, phase=TEAMS, may=UNTEAMED, text="The Guard")),
    command("tournament team remove", TEAMS, CAPTAIN, player="Second member"),
    command("tournament team captain", TEAMS, CAPTAIN, player="Member of a team"),
    # --- the tournament is over ----------------------------------------------------------------------------
    command("tournament standings", OVER, REACH, looks=True),
    command("tournament season end", OVER, SEASON, season="{season}"),
    button(seasons.VERB, "end", "{season}", phase=OVER, may=SEASON),
    button(seasons.VERB, "next", "{season}", phase=OVER, may=SEASON),
)
