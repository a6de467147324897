"""Dice that anybody can check: the promise first, what can be checked meanwhile, the proof at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import proof as proving
from bot.books import solo
from bot.page import Note, Page, Paper
from bot.proof import Die, Fault, Record
from bot.say.names import Names
from storage import Game

MOST_TOLD = 12
"""Dice that are wrong, told one by one."""


def hash_of(game: Game) -> str:
    """SHA-256 of the secret seed, in hexadecimal."""
    return proving.commitment(game.seed)


def salts(names: Names) -> str:
    """The words that are mixed into every die."""
    return "/".join(names.table.game.salts) or "–"


def proof(names: Names) -> str:
    """The seed and how to check the dice with it. Only for games that are over."""
    game = names.table.game
    if solo(game):
        return names.words("over.seed_lesson")
    return names.words("over.seed", seed=game.seed.hex(), salts=salts(names), hash=hash_of(game))


def record(names: Names) -> Record:
    """Every die of a game with its seed. Only for games that are over."""
    game = names.table.game
    return Record(
        game=names.title,
        commitment=hash_of(game),
        seed=game.seed,
        salts=game.salts,
        dice=proving.dice(names.table.entries),
    )


def dice(names: Names) -> Paper:
    """Every die with its key, from which anybody can throw it again. Only for games that are over."""
    return Paper(name="dice.txt", text=proving.text(record(names)))


def page(names: Names, viewer: str) -> Page:
    """What can be said of the dice of a game: all when it is over, else those `viewer` may know of."""
    game = names.table.game
    if game.status == "over":
        return _over(names)
    words, facts = names.words, {"hash": hash_of(game), "salts": salts(names)}
    fixed = words("verify.fixed_lesson" if solo(game) else "verify.fixed", **facts)
    if game.status == "lobby":
        text = [fixed, words("verify.lobby", **facts), words("verify.end")]
        return Page(notes=(Note(title=words("verify.title", title=names.title), text="\n".join(text)),))
    known = [d for d in proving.dice(names.table.entries) if d.only in ("", viewer)]
    found = proving.faults(_of(names, known))
    text = [fixed, words("verify.salts", **facts), *_so_far(names, known, found)]
    note = Note(
        title=words("verify.title", title=names.title),
        text="\n".join([*text, words("verify.end")]),
        tone="refusal" if found else "",
    )
    return Page(notes=(note,))


def _of(names: Names, known: Iterable[Die]) -> Record:
    game = names.table.game
    return Record(
        game=names.title,
        commitment=hash_of(game),
        seed=game.seed,
        salts=game.salts,
        dice=tuple(known),
    )


def _so_far(names: Names, known: Sequence[Die], found: Sequence[Fault]) -> list[str]:
    """What was found of the dice so far; what should have fallen is not told before the end."""
    words = names.words
    if not known:
        return [words("verify.none_yet")]
    if not found:
        return [words("verify.so_far", n=len(known))]
    keys = ", ".join(f"`{fault.key}`" for fault in found[:MOST_TOLD])
    return [words("verify.so_far_wrong", n=len(known), wrong=len(found), keys=keys)]


def _over(names: Names) -> Page:
    """Every die thrown again."""
    words, made = names.words, record(names)
    found = proving.faults(made)
    facts = {"n": len(made.dice), "hash": made.commitment, "seed": made.seed.hex(), "salts": salts(names)}
    text = [words("verify.wrong" if found else "verify.right", wrong=len(found), **facts)]
    text += [fault_line(names, fault) for fault in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        text.append(words("verify.more", n=len(found) - MOST_TOLD))
    text += [
        "",
        words("verify.compare_lesson" if solo(names.table.game) else "verify.compare", **facts),
        words("verify.yourself"),
    ]
    note = Note(
        title=words("verify.title", title=names.title),
        text="\n".join(text),
        tone="refusal" if found else "victory",
    )
    return Page(notes=(note,), papers=(dice(names),))


def fault_line(names: Names, fault: Fault) -> str:
    """A fault in a line: the key, what fell, what should have."""
    return names.words(f"verify.fault_{fault.kind}", key=fault.key, fell=fault.fell, due=fault.due)
