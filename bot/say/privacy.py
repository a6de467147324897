"""What is kept about somebody, in short; what it means to delete it; that he is gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bot.page import Note, Page, Paper, Press, press_id
from bot.say.names import Names
from bot.say.timing import relieve
from bot.words import Words
from storage import Json

if TYPE_CHECKING:
    from bot.privacy import Leaving

FILE = "grognard-privacy.json"
MOST_GAMES = 10
"""Games told one by one before somebody is forgotten."""


def summary(words: Words, kept: Json) -> Page:
    """What is kept about somebody, sort by sort; buttons that give it to him and take it away."""
    lines = list(_lines(words, kept)) or [words("privacy.nothing")]
    text = "\n".join([words("privacy.text"), "", *lines, "", words("privacy.not")])
    get = Press(label=words("privacy.get"), id=press_id(0, 0, "exportme"))
    drop = Press(label=words("privacy.drop"), id=press_id(0, 0, "forgetme"))
    note = Note(title=words("privacy.title"), text=text, footer=words("privacy.more"))
    return Page(notes=(note,), rows=((get, drop),))


def _lines(words: Words, kept: Json) -> Iterable[str]:
    games = kept["games"]
    if games:
        going = sum(1 for game in games if game["status"] != "over")
        yield words("privacy.games", n=len(games), going=going)
    counted = {
        "orders": sum(len(game["orders"]) for game in games),
        "posts": len(kept["letters"]) + sum(len(game.get("letters", ())) for game in games),
        **{
            name: len(kept.get(name, ()))
            for name in ("drafts", "whatifs", "predictions", "vacations", "seekers")
        },
    }
    yield from (words(f"privacy.{name}", n=n) for name, n in counted.items() if n)
    for player in kept.get("players", ()):
        yield words("privacy.players", kept=player["kept"], missed=player["missed"])
    if kept.get("tastes"):
        yield words("privacy.tastes")


def exported(words: Words, text: str) -> Page:
    """All of it, as a file."""
    return Page(text=words("privacy.exported"), papers=(Paper(name=FILE, text=text),))


def sure(words: Words, found: Sequence[Leaving]) -> Page:
    """What it means to be forgotten, and the button that does it."""
    told = [_becomes(words, each) for each in found[:MOST_GAMES]]
    if len(found) > MOST_GAMES:
        told.append(words("privacy.others", n=len(found) - MOST_GAMES))
    text = "\n".join(
        [words("privacy.stays"), *([""] if told else []), *told, "", words("privacy.no_way_back")]
    )
    drop = Press(label=words("privacy.sure"), id=press_id(0, 0, "forgetme", "yes"), style="danger")
    return Page(notes=(Note(title=words("privacy.ask"), text=text, tone="refusal"),), rows=((drop,),))


def _becomes(words: Words, each: Leaving) -> str:
    """What becomes of one of his games."""
    names, game = Names(words, each.table), each.table.game
    key = "freed" if each.how == "left" and game.status == "lobby" else each.how
    sides = words.several([names.side(side) for side in each.sides])
    return words(f"privacy.{key}", title=names.title, channel=game.channel, sides=sides)


def deleted(words: Words) -> Page:
    """That nothing is kept any more."""
    return Page(text=words("privacy.deleted"))


def gone(names: Names, body: Json) -> Page:
    """The public post that somebody was forgotten who played; buttons where somebody is wanted."""
    sides = [side for side in map(str, body["sides"]) if side in names.table.scenario.side_ids]
    player, words = names.person(int(body["user"])), names.words
    if not sides:
        return Page(text=words("privacy.gone", player=player))
    called = words.several([names.side(side) for side in sides])
    wanted = tuple(relieve(names, side) for side in sides)
    return Page(text=words("privacy.gone_wanted", player=player, sides=called), rows=(wanted,))
