"""Pages of the games of an event, and the forms in which their organisers give a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from bot.clock import terms
from bot.features.game_view.status_page import seat
from bot.features.moderation import page as moderation_page
from bot.features.moderation.rulings import LONGEST_REASON
from bot.features.my_games.page import GameSummary, brief
from bot.features.time_control.page import length, stamp
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names, plain
from bot.ui.page import MOST_CHOICES, Button, Choice, Form, Page, Question, Section, button_id, form_id
from engine.errors import NotOnTable

A_PAGE = 6
"""Games on a page: each has a line of text with a button, three components of forty."""
ACTS = ("nudge", "extend", "substitute", "adjudicate", "forfeit")
"""What can be decided about a game, the mildest first."""
ENDING = ("adjudicate", "forfeit")
TIMES = ("12h", "1d", "2d", "3d", "7d")
"""How much more time is offered."""


def overview(
    words: Catalogue,
    listed: Sequence[GameSummary],
    *,
    now: datetime,
    event: int,
    title: str,
    number: int,
    last: int,
    n: int,
) -> Page:
    """Page `number` (`last` is the last one) of the `n` unfinished games of an event, or of a server without
    a `title`."""
    heading = words("events.head", title=plain(title)) if title else words("events.head_server")
    text = [heading, words("events.count", n=n)] if n else [heading, words("events.none")]
    sections = tuple(_section(words, each, now, event, number) for each in listed)
    rows = (_turning(words, event, number, last),) if last else ()
    return Page(text="\n".join(text), sections=sections, rows=rows)


def _section(words: Catalogue, summary: GameSummary, now: datetime, event: int, number: int) -> Section:
    id_ = button_id(summary.game.record.id, 0, "eventgame", event, number)
    text = "\n".join([brief(words, summary), *lateness(words, summary, now)])
    return Section(text=text, button=Button(label=words("button.event_game"), id=id_))


def lateness(words: Catalogue, summary: GameSummary, now: datetime) -> list[str]:
    """A line for each side whose time is up; without a clock, how long the game has waited."""
    names = Names(words, summary.game)
    if not summary.game.playing or summary.paused:
        return []
    if summary.clock is None:
        waits = summary.game.entries[-1].at if summary.game.entries else now
        return [words("events.waits", since=stamp(waits, "R"))]
    lines = []
    for side in summary.game.owing:
        deadline = summary.clock.deadline(side)
        late = deadline is not None and (deadline < now or summary.clock.dials[side].late)
        if late and deadline is not None:
            facts = {"sign": names.sign(side), "side": names.side(side), "since": stamp(deadline, "R")}
            lines.append(words("events.late", **facts))
    return lines


def game(words: Catalogue, summary: GameSummary, *, now: datetime, event: int, number: int) -> Page:
    """One game: how it stands, who plays it, and a button for each thing that can be decided about it."""
    names = Names(words, summary.game)
    game_ = summary.game
    text = [words("events.game", title=names.title, channel=summary.channel, link=summary.link)]
    text += [brief(words, summary).partition("\n")[2], *lateness(words, summary, now)]
    text += [seat(names, side) for side in game_.scenario.side_ids]
    back = Button(label=words("button.event_games"), id=button_id(0, 0, "events", event, number))
    if not game_.playing:
        return Page(text="\n".join(text), rows=((back,),))
    text += ["", words("events.how")]
    mild = [_button(names, act) for act in ACTS if act not in ENDING]
    ends = [_button(names, act) for act in ENDING]
    return Page(text="\n".join(text), rows=(tuple(mild), (*ends, back)))


def _button(names: Names, act: str) -> Button:
    id_ = button_id(names.game.record.id, moderation_page.stamp(names.game), "decide", act)
    style = "danger" if act in ENDING else "primary" if act == "nudge" else "secondary"
    return Button(label=names.words(f"button.decide_{act}"), id=id_, style=style)


def _turning(words: Catalogue, event: int, number: int, last: int) -> tuple[Button, ...]:
    before = button_id(0, 0, "events", event, max(0, number - 1))
    after = button_id(0, 0, "events", event, number + 1)
    return (
        Button(label=words("button.before"), id=before, disabled=number == 0),
        Button(label=words("button.after"), id=after, disabled=number == last),
    )


# --- forms -------------------------------------------------------------------------------------------------


def form(names: Names, act: str, points: Mapping[str, int]) -> Form:
    """The form of an act: what must be known for it, and the reason. `points` are the scores of the sides.
    Raises NotOnTable for no act."""
    words, sides = names.words, names.game.scenario.side_ids
    if act == "nudge":
        return _form(names, act)
    if act == "extend":
        times = [
            Choice(label=length(words, terms.duration(t) or timedelta()), value=t, chosen=t == "1d")
            for t in TIMES
        ]
        return _form(names, act, Question(name="time", label=words("events.form_time"), choices=(*times,)))
    wins = [Choice(label=words("events.wins", side=names.side(s)), value=s) for s in sides]
    if act == "adjudicate":
        score = words.join_list([words("events.points", side=names.side(s), n=points[s]) for s in sides])
        by_score = Choice(label=words("events.by_score"), value="score", about=score, chosen=True)
        results = (by_score, *wins, Choice(label=words("events.draw"), value="draw"))
        return _form(names, act, Question(name="result", label=words("events.form_result"), choices=results))
    if act == "forfeit":
        loses = [Choice(label=words("events.loses", side=names.side(s)), value=s) for s in sides]
        both = Choice(label=words("events.both_lose"), value="both")
        return _form(
            names, act, Question(name="side", label=words("events.form_loser"), choices=(*loses, both))
        )
    raise NotOnTable("", "strange_button")


def substitute_form(names: Names, reserves: Sequence[tuple[int, str]]) -> Form:
    """The form for a substitute: which side, and who. `reserves` are users with their names."""
    words, game_ = names.words, names.game
    sides = [
        Choice(label=f"{names.side(s)} ({_holder(names, s)})"[:100], value=s)
        for s in game_.scenario.side_ids
        if not game_.seat(s).bot
    ]
    anyone = Choice(label=words("events.anyone"), value="anyone", chosen=True)
    people = [Choice(label=plain(name), value=str(user)) for user, name in reserves][: MOST_CHOICES - 1]
    return _form(
        names,
        "substitute",
        Question(name="side", label=words("events.form_side"), choices=(*sides,)),
        Question(name="player", label=words("events.form_player"), choices=(anyone, *people)),
    )


def _holder(names: Names, side: str) -> str:
    return plain(names.game.seat(side).name) or names.words("player.nobody")


def _form(names: Names, act: str, *questions: Question) -> Form:
    words = names.words
    return Form(
        id=form_id(names.game.record.id, moderation_page.stamp(names.game), "decide", act),
        title=words(f"button.decide_{act}"),
        label=words("events.form_reason"),
        hint=words(f"events.hint_{act}"),
        text="",
        longest=LONGEST_REASON,
        questions=questions,
    )


def done(language: str, game_id: int, act: str) -> Page:
    """What is said to the one who has decided."""
    words = catalogue_for(language)
    id_ = button_id(game_id, 0, "eventgame", 0, 0)
    again = Button(label=words("button.event_game"), id=id_)
    return Page(text=words(f"events.done_{act}"), rows=((again,),))
