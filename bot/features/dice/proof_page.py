"""The page of `/dice verify`: the commitment, the checks so far, the proof at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.core.lesson_games import is_lesson
from bot.features.dice import proof as dice_proof
from bot.features.dice.evidence import Evidence
from bot.features.dice.proof import Die, Fault, Record
from bot.i18n.names import Names
from bot.ui.page import Embed, Page, TextFile
from storage import ChainReport, GameRecord
from storage.log_chain import fingerprint

MOST_TOLD = 12
"""Dice that are wrong, told one by one."""


def hash_of(game_record: GameRecord) -> str:
    """SHA-256 of the secret seed, in hexadecimal."""
    return dice_proof.commitment(game_record.seed)


def salts(names: Names) -> str:
    """The words that are mixed into every die."""
    return "/".join(names.game.record.salts) or "–"


def proof(names: Names, evidence: Evidence) -> str:
    """The seed and how to check the dice with it. Only for games that are over."""
    game_record = names.game.record
    if evidence.withheld:
        return names.words("over.seed_withheld", hash=hash_of(game_record))
    if is_lesson(game_record):
        return names.words("over.seed_lesson")
    return names.words(
        "over.seed", seed=game_record.seed.hex(), salts=salts(names), hash=hash_of(game_record)
    )


def record(names: Names, evidence: Evidence, known: Iterable[Die] | None = None) -> Record:
    """What proves every die of a game; of one that goes on, those `known`."""
    game_record = names.game.record
    entries, rounds = names.game.entries, evidence.rounds
    return Record(
        game=names.title,
        commitment=hash_of(game_record),
        seed=game_record.seed,
        salts=game_record.salts,
        seals=game_record.seals,
        message=evidence.message,
        chain=evidence.chain,
        keys=game_record.dice_keys,
        partial=known is not None,
        rounds=dice_proof.drawn(entries, rounds),
        dice=tuple(_dice(names, evidence) if known is None else known),
    )


def _dice(names: Names, evidence: Evidence) -> tuple[Die, ...]:
    game_record = names.game.record
    return dice_proof.dice(
        names.game.entries, evidence.rounds, game_record.dice_keys, game_record.imported_after
    )


def dice(names: Names, evidence: Evidence) -> TextFile:
    """Every die with its key, from which anybody can throw it again. Only for games whose seed is told."""
    assert not evidence.withheld, "the seed is secret"
    return TextFile(name="dice.txt", text=dice_proof.text(record(names, evidence)))


def page(names: Names, viewer: str, evidence: Evidence = Evidence()) -> Page:  # noqa: B008 - frozen
    """What can be said of the dice of a game: all when it is over, else those `viewer` may know of. While the
    other game of a pair goes on, the seed is not told."""
    game_record, over = names.game.record, names.game.record.status == "over"
    if over and not evidence.withheld:
        return _over(names, evidence)
    words = names.words
    if game_record.status == "lobby":
        closed = "verify.closed" if game_record.seals else "verify.lobby"
        text = [
            *_fixed(names, evidence),
            words(closed, n=evidence.words),
            *_pair(names, evidence),
            *_limits(names),
            words("verify.end"),
        ]
        return Page(embeds=(Embed(title=words("verify.title", title=names.title), text="\n".join(text)),))
    known = [d for d in _dice(names, evidence) if over or d.only in ("", viewer)]
    faults = dice_proof.faults(record(names, evidence, known))
    text = [
        *_fixed(names, evidence),
        *_mixed(names, evidence),
        *_so_far(names, known, faults),
        *_pair(names, evidence),
        *_limits(names),
    ]
    end = words("verify.end_pair" if game_record.twin else "verify.end")
    note = Embed(
        title=words("verify.title", title=names.title),
        text="\n".join([*text, end]),
        tone="refusal" if faults else "",
    )
    return Page(embeds=(note,))


def _fixed(names: Names, evidence: Evidence) -> list[str]:
    """The commitment, and where it stands."""
    words, game_record = names.words, names.game.record
    if is_lesson(game_record):
        return [words("verify.fixed_lesson", hash=hash_of(game_record))]
    lines = [words("verify.fixed", hash=hash_of(game_record))]
    return [*lines, *_posted(names, evidence)]


def _posted(names: Names, evidence: Evidence) -> list[str]:
    """The message that is never edited."""
    game_record = names.game.record
    if not evidence.message:
        return []
    link = _link(game_record.guild, game_record.channel, evidence.message)
    return [names.words("verify.posted", link=link)]


def _mixed(names: Names, evidence: Evidence) -> list[str]:
    """The words, and the rounds."""
    words, game_record = names.words, names.game.record
    lines = [words("verify.salts", salts=salts(names))]
    if game_record.salts and not game_record.seals:
        lines.append(words("verify.unsealed"))
    if evidence.chain is not None:
        about = {"chain": evidence.chain.name, "hash": evidence.chain.hash}
        if not game_record.twin:
            lines.append(words("verify.rounds", n=len(evidence.rounds), **about))
        for each in evidence.rounds if game_record.twin else ():
            link = _link(game_record.guild, evidence.announced_in, each.message)
            lines.append(words("verify.round_pair", round=each.round, link=link, **about))
    return lines


def _pair(names: Names, evidence: Evidence) -> list[str]:
    """What both games of a duplicate pair share."""
    if not evidence.twin_channel:
        return []
    return [names.words("verify.pair", channel=f"<#{evidence.twin_channel}>")]


def _link(guild: int, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def _limits(names: Names) -> list[str]:
    """What the proof does not prove."""
    game_record = names.game.record
    if is_lesson(game_record):
        return []
    if game_record.twin:
        return [names.words("verify.cannot_pair_public" if game_record.beacon else "verify.cannot_pair")]
    return [names.words("verify.cannot_public" if game_record.beacon else "verify.cannot_sealed")]


def _so_far(names: Names, known: Sequence[Die], faults: Sequence[Fault]) -> list[str]:
    """What was found of the dice so far; what should have fallen is not told before the end."""
    words = names.words
    if not known:
        return [words("verify.none_yet")]
    if not faults:
        return [words("verify.so_far", n=len(known))]
    keys = ", ".join(f"`{fault.key}`" for fault in faults[:MOST_TOLD])
    return [words("verify.so_far_wrong", n=len(known), wrong=len(faults), keys=keys)]


def _over(names: Names, evidence: Evidence) -> Page:
    """Every die thrown again."""
    words, proof = names.words, record(names, evidence)
    faults = dice_proof.faults(proof)
    facts = {"n": len(proof.dice), "hash": proof.commitment, "seed": proof.seed.hex(), "salts": salts(names)}
    text = [words("verify.wrong" if faults else "verify.right", wrong=len(faults), **facts)]
    text += [fault_line(names, fault) for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        text.append(words("verify.more", n=len(faults) - MOST_TOLD))
    text += [
        "",
        words("verify.compare_lesson" if is_lesson(names.game.record) else "verify.compare", **facts),
        *_posted(names, evidence),
        *_mixed(names, evidence)[1:],
        *_pair(names, evidence),
        *_limits(names),
        words("verify.yourself"),
    ]
    note = Embed(
        title=words("verify.title", title=names.title),
        text="\n".join(text),
        tone="refusal" if faults else "victory",
    )
    return Page(embeds=(note,), files=(dice(names, evidence),))


def with_log(page: Page, names: Names, viewer: str, log: ChainReport) -> Page:
    """The page with a line about the log: whether it was changed after it was written, and its fingerprint up
    to the newest entry that `viewer` knows of. Before the end nothing counts entries."""
    words, over = names.words, names.game.record.status == "over"
    known = names.game.entries if over else names.game.known_to(viewer)
    if not known or is_lesson(names.game.record):
        return page
    hash_ = fingerprint(names.game.record.seed, log.links.get(known[-1].seq, b""))
    line = words("verify.log", hash=hash_) if log.broken is None else words("verify.log_changed")
    note, *others = page.embeds
    tone = note.tone if log.broken is None else "refusal"
    return replace(page, embeds=(replace(note, text=f"{note.text}\n{line}", tone=tone), *others))


def with_beginning(page: Page, names: Names, *, right: bool) -> Page:
    """The page with a line about the dice of an imported beginning. Nothing counts them: some are secret."""
    line = names.words("verify.beginning" if right else "verify.beginning_wrong")
    note, *others = page.embeds
    tone = note.tone if right else "refusal"
    return replace(page, embeds=(replace(note, text=f"{note.text}\n{line}", tone=tone), *others))


def fault_line(names: Names, fault: Fault) -> str:
    """A fault in a line: the key, what fell, what should have."""
    return names.words(f"verify.fault_{fault.kind}", key=fault.key, fell=fault.fell, due=fault.due)
