"""A game as a record, and a record as a game. Pure.

Before the end of a game its record holds what one side, or a spectator, was told: no seed, no dice's keys, no
order of others in secret. Entries are then numbered by what is known, and times are told to the minute, since
seconds tell how many orders came between.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import metadata

from bot.beacon.rounds import Chain
from bot.core.game import Game, lay
from bot.features.dice.evidence import Evidence
from bot.features.dice.proof import commitment
from engine.commands import Command
from engine.events import Event, Rolled
from notation.record import DiceProof, EarlierPart, Player, PublicRound, RecordedEntry, RecordedGame
from notation.record.model import ALL, SPECTATORS
from notation.record.order_line import order_line
from notation.record.replay import Positions, moments
from storage import BeaconRound, Entry, GameRecord, Json, Seat, log_chain, row_mapping
from storage.log_chain import ChainReport, fingerprint

PROGRAM = "grognard"
NO_CHAIN = ChainReport(links={}, rules={}, broken=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What a record holds of a game beside its log: the links of the log and the rules that decided it, what
    proves the dice, the time control as stored ({}: none), the parts of the log that were imported."""

    chain: ChainReport = NO_CHAIN
    evidence: Evidence = field(default_factory=Evidence)
    clock: Json = field(default_factory=dict)
    earlier: tuple[EarlierPart, ...] = ()


def record_of(game: Game, sources: Sources, viewer: str = "", *, program: str = "") -> RecordedGame:
    """The record of a game, of the referee's own `game`: all of it once it is over and its seed is told, else
    what `viewer` (a side, "" for a spectator) may know. Players are named as they sit, without their ids."""
    record = game.record
    whole = record.status == "over" and not sources.evidence.withheld
    rules = sources.chain.rules
    known = game.entries if whole else game.known_to(viewer)
    log = _log(game)
    orders = _orders(game, log)
    entries = tuple(
        replace(log[e.seq - 1], rules=rules.get(e.seq) or "", order=orders.get(e.seq, "")) for e in known
    )
    if not whole:
        entries = _renumbered(entries, viewer)
    last = game.last
    link = sources.chain.links.get(last)
    return RecordedGame(
        battle=record.scenario,
        title=str(game.scenario.title.get("en", record.scenario)),
        rulebook=game.scenario.system,
        program=program or _program(),
        rules=next((e.rules for e in reversed(entries) if e.rules), ""),
        game=record.id,
        opened=record.created if whole else record.created.replace(second=0, microsecond=0),
        status=record.status,
        known_to=ALL if whole else viewer or SPECTATORS,
        options=record.options,
        players=tuple(_player(seat) for seat in record.seats),
        clock=sources.clock,
        result=_result(game) if whole else {},
        dice=_dice(record, sources.evidence, whole=whole),
        entries=entries,
        printed=dict(record.printed),
        log=fingerprint(record.seed, link) if whole and link else "",
        earlier=sources.earlier if whole else (),
    )


def _program() -> str:
    """This program with its version, where it is installed."""
    try:
        return " ".join((PROGRAM, metadata.version(PROGRAM)))
    except metadata.PackageNotFoundError:
        return PROGRAM


def _player(seat: Seat) -> Player:
    return Player(side=seat.side, name=seat.name, computer=seat.bot, corps=seat.corps)


def _result(game: Game) -> Json:
    result = game.state.result
    return {} if result is None else asdict(result)


def _dice(record: GameRecord, evidence: Evidence, *, whole: bool) -> DiceProof:
    beacon = evidence.chain
    return DiceProof(
        commitment=commitment(record.seed),
        seed=record.seed.hex() if whole else "",
        words=record.salts,
        seals=record.seals,
        message=evidence.message,
        beacon=asdict(beacon) if beacon is not None else {"hash": record.beacon} if record.beacon else {},
        keys=record.dice_keys,
        rounds=tuple(_round(each) for each in evidence.rounds) if whole else (),
    )


def _round(drawn: BeaconRound) -> PublicRound:
    return PublicRound(
        number=drawn.number,
        entry=drawn.seq,
        message=drawn.message,
        round=drawn.round,
        signature=drawn.signature,
        fixed=drawn.fixed,
    )


def _log(game: Game) -> tuple[RecordedEntry, ...]:
    """The log of a game without its orders."""
    users = {seat.user: n for n, seat in enumerate(game.record.seats, start=1) if seat.user is not None}
    struck: dict[int, list[int]] = {}
    for entry in game.entries:
        if entry.struck is not None:
            struck.setdefault(entry.struck, []).append(entry.seq)
    return tuple(
        RecordedEntry(
            number=entry.seq,
            kind=entry.kind,
            at=entry.at,
            side=entry.side,
            by=users.get(entry.who, 0) if entry.who is not None else 0,
            events=entry.events,
            strikes=tuple(struck.get(entry.seq, ())),
        )
        for entry in game.entries
    )


def _orders(game: Game, log: tuple[RecordedEntry, ...]) -> dict[int, str]:
    """The text of every order, by the number of its entry; each is written in the position it met."""
    positions, orders = Positions(log), dict[int, str]()
    for each, entry in zip(log, game.entries, strict=True):
        positions.undo(each)
        if entry.command is not None:
            text = order_line(entry.command, game.system, game.scenario, positions.now, entry.side)
            orders[entry.seq] = text
        positions.add(each)
    return orders


# --- before the end --------------------------------------------------------------------------------------


def _renumbered(entries: tuple[RecordedEntry, ...], viewer: str) -> tuple[RecordedEntry, ...]:
    """The entries that a viewer knows of, numbered by these, with what that viewer was told of each."""
    numbers = {entry.number: n for n, entry in enumerate(entries, start=1)}
    return tuple(
        replace(
            entry,
            number=numbers[entry.number],
            at=entry.at.replace(second=0, microsecond=0),
            order=entry.order if _knows_order(entry, viewer) else "",
            events=tuple(_told(event) for event in entry.events if event.only in ("", viewer)),
            strikes=tuple(numbers[n] for n in entry.strikes if n in numbers),
        )
        for entry in entries
    )


def _knows_order(entry: RecordedEntry, viewer: str) -> bool:
    audience = {event.only for event in entry.events}
    return bool(audience) and (audience == {""} or (viewer != "" and entry.side == viewer))


def _told(event: Event) -> Event:
    """Dice without their key: it counts orders, those in secret, too."""
    return replace(event, key="") if isinstance(event, Rolled) else event


# --- a record as a game ----------------------------------------------------------------------------------


def commands(record: RecordedGame) -> tuple[Command | None, ...]:
    """The order of each entry of a whole record. Raises BadRecord."""
    return tuple(moment.command for moment in moments(record))


def game_of(record: RecordedGame) -> Game:
    """A whole record as a game that is over; players have their number as their id. Raises BadRecord."""
    entries = log_of(record)
    return lay(
        GameRecord(
            id=record.game,
            guild=0,
            channel=0,
            scenario=record.battle,
            printed=record.printed,
            options=dict(record.options),
            status="over",
            seed=bytes.fromhex(record.dice.seed),
            salts=record.dice.words,
            seats=tuple(
                Seat(
                    side=each.side,
                    user=None if each.computer else n,
                    name=each.name,
                    bot=each.computer,
                    corps=each.corps,
                )
                for n, each in enumerate(record.players, start=1)
            ),
            owner=0,
            created=record.opened,
            revision=1,
            beacon=_beacon_hash(record),
            seals=record.dice.seals,
            dice_keys=record.dice.keys,
            imported_after=record.earlier[-1].until if record.earlier else 0,
        ),
        entries,
    )


def log_of(record: RecordedGame) -> tuple[Entry, ...]:
    """The log of a whole record as it is stored; `who` is the number of a player. Raises BadRecord."""
    struck = {number: entry.number for entry in record.entries for number in entry.strikes}
    return tuple(
        Entry(
            seq=entry.number,
            kind=entry.kind,  # type: ignore[arg-type]  # the reader checks it
            side=entry.side,
            who=entry.by or None,
            command=command,
            events=entry.events,
            at=entry.at,
            struck=struck.get(entry.number),
        )
        for entry, command in zip(record.entries, commands(record), strict=True)
    )


def chain_of(dice: DiceProof) -> Chain | None:
    """The beacon that dice draw on. None without one, or where it is no chain."""
    try:
        beacon = Chain(**dice.beacon)
        return beacon if beacon.hash and beacon.period > 0 else None
    except (TypeError, ValueError, AttributeError, ArithmeticError, struct.error):
        return None


def _beacon_hash(record: RecordedGame) -> str:
    beacon = chain_of(record.dice)
    return beacon.hash if beacon is not None else str(record.dice.beacon.get("hash", ""))


def rounds_of(part: EarlierPart) -> tuple[BeaconRound, ...]:
    """The rounds of the beacon that orders of a part of the log drew on."""
    return tuple(
        BeaconRound(
            game=part.game,
            number=each.number,
            seq=each.entry,
            message=each.message,
            round=each.round,
            signature=each.signature,
            fixed=each.fixed,
        )
        for each in part.dice.rounds
    )


def chain_report(record: RecordedGame, log: Sequence[Entry]) -> ChainReport:
    """The links that the log of a record leads to."""
    rules = {entry.number: entry.rules or None for entry in record.entries}
    rows = [row_mapping.entry_row(record.game, e.seq, e) | {"rules": rules[e.seq]} for e in log]
    links = dict(zip(rules, log_chain.links(record.game, rows), strict=True))
    return ChainReport(links=links, rules=rules, broken=None)


def sources_of(record: RecordedGame, log: Sequence[Entry]) -> Sources:
    """What a record holds beside its `log`."""
    return Sources(
        chain=chain_report(record, log),
        evidence=Evidence(
            rounds=rounds_of(record.parts[-1]),
            message=record.dice.message,
            chain=chain_of(record.dice),
            words=0,
        ),
        clock=dict(record.clock),
        earlier=record.earlier,
    )
