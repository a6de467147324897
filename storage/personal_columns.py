"""Catalogue of personal data: what each stored column, and each kind of outbox message, says about people.

Every new column and kind of message is entered here; a test fails until it is. A user who is erased becomes,
in each of their games and tournaments, a negative number that refers to no one in any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sqlalchemy import Column, Table

from storage.tables import metadata

Kind = Literal["impersonal", "owner", "owned", "secret", "user", "name", "json", "public"]
"""impersonal: about no one. owner: the user whose row it is; its other columns are owned by them, or a secret
of the referee. user: a user of a game or of a tournament, with the name they had in the same row. json: JSON
that names users. public: what a player wrote for others to read; it stays with the game."""


def _row(*impersonal: str, **personal: Kind) -> dict[str, Kind]:
    return {**dict.fromkeys(impersonal, "impersonal"), **personal}


COLUMNS: Mapping[str, Mapping[str, Kind]] = {
    "games": _row(
        *(
            "id",
            "guild",
            "channel",
            "scenario",
            "printed",
            "options",
            "status",
            "seed",
            "created",
            "revision",
            "beacon",
            "seals",
            "rated",
            "dice_keys",
            "twin",
            "randomness",
            "pictures",
            "imported_after",
        ),
        owner="user",
        salts="public",
    ),
    "seats": _row("game", "place", "side", "bot", "corps", "level", user="user", name="name"),
    "entries": _row(
        *("game", "seq", "kind", "side", "events", "at", "struck", "rules", "chain"),
        who="user",
        command="owned",
    ),
    "game_results": _row(
        *("game", "guild", "battle", "rulebook", "begun", "finished"),
        *("turns", "ending", "winner", "level", "scores", "unrated", "counted"),
    ),
    "ratings": _row(user="owner", pool="owned", games="owned", game="owned", mean="owned", deviation="owned"),
    "result_players": _row("game", "place", "side", "bot", "seated", "orders", user="user", name="name"),
    "imported_records": _row("game", "rules", record="public"),
    "snapshots": _row("game", "seq", "made_by", "seal", "body"),
    "receipts": _row("interaction", "game", "outcome"),
    "letters": _row("id", "game", "guild", "channel", "kind", "posted", "failed", "at", body="json"),
    "drafts": _row("game", user="owner", number="owned", text="owned"),
    "custom_battles": _row(
        *("guild", "battle", "version", "rulebook", "uploaded"),
        author="owner",
        name="owned",
        title="owned",
        printed="owned",
    ),
    "guilds": _row("id", "since", "gone"),
    "shards": _row("shard", "count", "holder", "epoch", "expires", "session", "resume_url", "sequence"),
    "shard_processes": _row("id", "expires"),
    "shard_identifies": _row("at", "bucket"),
    "pending_answers": _row(
        *("interaction", "application", "guild", "channel", "replacing"),
        user="owner",
        token="secret",
        language="owned",
    ),
    "players": _row(
        user="owner",
        zone="owned",
        quiet_from="owned",
        quiet_till="owned",
        reminder="owned",
        hours_set="owned",
        kept="owned",
        missed="owned",
        recent="owned",
        daily="owned",
        told_next="owned",
    ),
    "vacations": _row(user="owner", starts="owned", ends="owned", first="owned", last="owned"),
    "clocks": _row("game", "terms", proposed="json"),
    "dials": _row("game", "side", "period", "left", "since", "ran", "late", reminded="json"),
    "wanted": _row("game", "side", "since", user="user"),
    "pulses": _row("id", "at"),
    "checked": _row("game", "seq", "wakes"),
    "whatifs": _row(
        "game", user="owner", side="owned", after="secret", seed="secret", faces="owned", entries="owned"
    ),
    "dice_words": _row("game", user="owner", seal="owned", word="owned"),
    "announced_orders": _row(
        *("game", "number", "seq", "side", "letter", "interaction", "at", "told"),
        who="user",
        command="owned",
        fixed="owned",
    ),
    "beacon_rounds": _row("game", "number", "seq", "message", "round", "signature", "fixed"),
    "seekers": _row(
        *("guild", "channel"),
        user="owner",
        name="owned",
        systems="owned",
        note="owned",
        since="owned",
        clock="owned",
    ),
    "doors": _row("game", "least", "starts_full", kept="json"),
    "boards": _row("kind", "about", "channel", "message", "pinned", "said"),
    "calls": _row("message", "game", "channel", "kind", "side", "after"),
    "tastes": _row(user="owner", chosen="owned"),
    "settings": _row("guild", "name", "value"),
    "tongues": _row("channel", "language"),
    "pauses": _row("game", "since", by="user", reason="public"),
    "predictions": _row("game", "after", user="owner", name="owned", guess="owned"),
    "tournaments": _row(
        *("id", "guild", "channel", "status", "terms", "trouble", "created", "revision"),
        name="public",
        owner="user",
    ),
    "tournament_entrants": _row(
        *("tournament", "place", "checked_in", "number", "joined", "left", "since"), user="user", name="name"
    ),
    "tournament_organisers": _row("tournament", user="owner"),
    "tournament_rounds": _row("tournament", "number", "since", "deadline", "closed"),
    "tournament_pairings": _row("tournament", "round", "board", "first", "second", "bye", "match"),
    "tournament_games": _row(
        *("tournament", "round", "board", "leg", "game", "channel", "opened", "result", "margin", "how"),
        *("handicap", "claim", "claimed_by", "server", "apart"),
        by="user",
        reason="public",
    ),
    "tournament_log": _row("tournament", "seq", "round", "at", "act", "value", by="user", reason="public"),
    "tournament_bids": _row("tournament", "round", "number", "side", "points"),
    "tournament_byes": _row("tournament", "round", "number", "kind"),
    "tournament_members": _row("tournament", "team", "board", "status", "since", user="user", name="name"),
    "tournament_line_ups": _row("tournament", "round", "number", "board", user="user", name="name"),
    "tournament_servers": _row(*("id", "tournament", "guild", "channel", "name", "since", "left"), by="user"),
    "tournament_codes": _row("hash", "tournament", "expires", by="user"),
    "seasons": _row(
        *("id", "guild", "channel", "number", "previous", "status", "terms", "created"),
        name="public",
        owner="user",
    ),
    "season_tournaments": _row("season", "tournament", "division"),
    "season_players": _row(
        "season", user="owner", division="owned", place="owned", name="owned", leaves="owned"
    ),
}
"""Every column of every table, and what it says about people."""

MESSAGES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            "welcome",
            "full",
            "closed",
            "call",
            "last_to_lock",
            "report",
            "ready",
            "struck",
            "film",
            "game_set",
            "clock",
            "overdue",
            "ruling",
            "commitment",
            "words_opened",
            "roll",
            "beacon_out",
            "tournament_round",
            "tournament_round_over",
            "tournament_over",
            "tournament_deadline",
            "tournament_sides",
            "tournament_apart",
            "tournament_followed",
            "tournament_unfollowed",
            "season_announced",
            "season_over",
            "season_opened",
        ),
        frozenset(),
    ),
    **dict.fromkeys(("seated", "reminder", "daily", "next", "wanted", "gone"), frozenset({"user"})),
    **dict.fromkeys(("risen", "vacation", "demo_stopped"), frozenset({"user", "name"})),
    **dict.fromkeys(("lobby", "called"), frozenset({"invited"})),
    **dict.fromkeys(("relieved", "replaced"), frozenset({"user", "name", "taker"})),
    "removed": frozenset({"by"}),
    "team_invited": frozenset({"user"}),
    **dict.fromkeys(("invitation", "matched"), frozenset({"user", "by"})),
    "share": frozenset({"by", "name", "caption"}),
    **{
        f"{topic}_{what}": frozenset({"user"})
        for topic in ("undo", "draw", "pause")
        for what in ("asked", "refused")
    },
    "undo_agreed": frozenset({"user"}),
}
"""Every kind of outbox message, and the keys of its body that name people."""
USER_KEYS = frozenset().union(*MESSAGES.values()) - {"name", "caption"}
TEXT_KEYS = frozenset({"name", "caption"})
"""Keys of a body whose text is by, or about, its `user`; its `by` when it has none."""
ENTRY_KEYS = frozenset({"seq", "last", "first", "start", "stop", "target"})
"""Keys of a body that count entries of the log, among them entries that are secret from the user."""
TEXT_COLUMNS = ("name", "note")
"""Columns with text that people chose, which may look like JSON and is not."""


def columns(kind: Kind) -> Iterator[tuple[Table, Column[Any]]]:
    """The columns of that kind, each with its table."""
    for name, kinds in COLUMNS.items():
        for column, its_kind in kinds.items():
            if its_kind == kind:
                table = metadata.tables[name]
                yield table, table.c[column]


def about_tournaments(table: Table) -> bool:
    """Whether the rows of a table belong to tournaments or seasons, not to games."""
    return table.name in ("tournaments", "seasons") or bool({"tournament", "season"} & {*table.c.keys()})


def columns_of_games(kind: Kind) -> Iterator[tuple[Table, Column[Any]]]:
    """The columns of that kind in tables that are not about tournaments, each with its table."""
    return ((table, column) for table, column in columns(kind) if not about_tournaments(table))


def departed(user: int | None) -> bool:
    """Whether a number stands for an erased user."""
    return user is not None and user < 0


def departed_letter(user: int) -> str:
    """The letter that names an erased user in a game.

    >>> departed_letter(-1), departed_letter(-3), departed_letter(-27)
    ('A', 'C', 'AA')
    """
    number, letters = -user, ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
