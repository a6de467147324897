"""Answers to those who press or type, and the posts about rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.clock import terms as clock_terms
from bot.features.moderation.rulings import LONGEST_REASON
from bot.features.time_control.page import length, stamp
from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.page import bid_button, decided, pairings
from bot.features.tournaments.paging import BID, EXTEND, VERB, press
from bot.features.tournaments.standings_page import podium, podium_image
from bot.features.tournaments.state import bids
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.words import numbered
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare
from bot.ui.page import Button, Choice, Form, Page, Question, button_id, form_id
from league.model import ByeKind
from storage import EntrantRecord, PairingRecord, departed

TIMES = ("12h", "1d", "2d", "3d", "7d")
"""How much more time a form offers."""
LONGEST_BID = 3
"""Digits of a bid."""
POSTED = 25
"""Pairings named in the post of a round."""


def announced(words: Catalogue, event: Event) -> Page:
    """To the organiser: what happens now."""
    return Page(text=words("tournament.announced", title=tournament_words.title(event)))


def joined(words: Catalogue, event: Event, user: int) -> Page:
    """To a player who has entered: that they take part, or wait."""
    title = tournament_words.title(event)
    entrant = event.entrant_of(user)
    if entrant is not None and entrant.number is not None:
        return Page(text=words("tournament.joined_late", title=title, round=entrant.joined))
    if entrant in event.listed()[1]:
        place = event.listed()[1].index(entrant) + 1
        return Page(text=words("tournament.joined_waiting", title=title, n=place))
    key = "tournament.joined_check_in" if event.terms.check_in else "tournament.joined"
    return Page(text=words(key, title=title))


def sure_to_cancel(words: Catalogue, event: Event) -> Page:
    """To an organiser who wants to cancel a tournament: what that means, and the button that does it."""
    text = words("tournament.cancel", title=tournament_words.title(event))
    return Page(text=text, rows=((press(event, words, "cancel", style="danger"),),))


def ruled(words: Catalogue, event: Event, number: int, here: int = 0) -> Page:
    """To an organiser: that the ruling stands, with the pairings of its round."""
    shown = pairings(words, event, number or event.round, here=here)
    return replace(shown, text=words("tournament.ruled"))


def sure_to_leave(words: Catalogue, event: Event, entrant: EntrantRecord) -> Page:
    """To a player who wants to withdraw: what that means, and the button that does it."""
    n = len(event.open_games_of(entrant.number or 0))
    if event.terms.boards:
        text = words("squad.withdraw", team=tournament_words.entrant(words, entrant), n=n)
    else:
        text = words("tournament.leave_games", n=n) if n else words("tournament.leave")
    label = words("tournament.press.leave")
    sure = Button(label=label, id=button_id(0, 0, VERB, "leave", event.id, "yes"), style="danger")
    return Page(text=text, rows=((sure,),))


def bid_form(words: Catalogue, event: Event, number: int, pairing: PairingRecord) -> Form:
    """The form in which a player bids for a side; it holds their last bid."""
    known = bids.of(event, number)
    other = pairing.second if number == pairing.first else pairing.first
    choices = tuple(
        Choice(label=label, value=side, chosen=side == (known.side if known is not None else "first"))
        for side, label in zip(bids.SIDES, tournament_words.sides(words, event.terms), strict=True)
    )
    return Form(
        id=form_id(0, 0, BID, event.id),
        title=words("tournament.bid_title"),
        label=words("tournament.bid_points"),
        hint=words("tournament.bid_hint", other=bare(event.numbered[other or 0].name, 40)),
        text=str(known.points) if known is not None else "0",
        longest=LONGEST_BID,
        questions=(Question(name="side", label=words("tournament.bid_side"), choices=choices),),
    )


def bid_taken(words: Catalogue, event: Event, side: str, points: int) -> Page:
    """To a player who has bid: that it is noted, and stays secret."""
    names = dict(zip(bids.SIDES, tournament_words.sides(words, event.terms), strict=True))
    end = bids.until(event)
    when = stamp(end, "R") if end is not None else ""
    return Page(text=words("tournament.bid_taken", side=names[side], n=points, when=when))


def extended(words: Catalogue, event: Event) -> Page:
    """To an organiser: when the round ends now."""
    deadline = event.rounds[-1].deadline
    assert deadline is not None
    return Page(text=words("tournament.extended", round=event.round, when=stamp(deadline)))


def extension_form(words: Catalogue, event: Event) -> Form:
    """The form that asks for more time for a round, and a reason."""
    times = [
        Choice(label=length(words, clock_terms.duration(t) or timedelta()), value=t, chosen=t == "2d")
        for t in TIMES
    ]
    return Form(
        id=form_id(0, 0, EXTEND, event.id, event.round),
        title=words("tournament.extend_title", round=event.round),
        label=words("events.form_reason"),
        hint=words("tournament.extend_hint"),
        text="",
        longest=LONGEST_REASON,
        questions=(Question(name="time", label=words("events.form_time"), choices=(*times,)),),
    )


# --- posts -------------------------------------------------------------------------------------------------


def round_post(words: Catalogue, event: Event, number: int) -> Page:
    """The post that a round is paired."""
    round_ = event.rounds[number - 1]
    head = words("tournament.round_paired", round=number, title=tournament_words.title(event))
    lines = [_paired(words, event, p) for p in round_.pairings]
    if len(lines) > POSTED:
        lines = [*lines[:POSTED], words("alt.more", n=len(lines) - POSTED)]
    if round_.deadline is not None:
        lines.append(words("tournament.until", round=number, when=stamp(round_.deadline, "R")))
    looks = press(event, words, "pairings", number)
    closing = bids.closing(event) if number == event.round else None
    if closing is None:
        return Page(text="\n".join([head, *lines]), rows=((looks,),))
    players = [n for p in bids.unsettled(event) for n in (p.first, p.second or 0)]
    called = tuple(event.numbered[n].user for n in players if not departed(event.numbered[n].user))
    mentions = " ".join(f"<@{user}>" for user in called)
    lines.append(words("tournament.bid_now", players=mentions, when=stamp(closing, "R")))
    return Page(text="\n".join([head, *lines]), rows=((bid_button(words, event), looks),), pings=called)


def _paired(words: Catalogue, event: Event, pairing: PairingRecord) -> str:
    """A pairing without what became of it."""
    first = numbered(words, event, pairing.first)
    if pairing.second is None:
        return words(f"tournament.bye.{ByeKind(pairing.bye)}", board=pairing.board, name=first)
    facts = {"board": pairing.board, "first": first, "second": numbered(words, event, pairing.second)}
    return words("tournament.pairing", result=words("tournament.versus"), where="", **facts).rstrip()


def round_over(words: Catalogue, event: Event, number: int) -> Page:
    """The post to the organiser that a round is over."""
    owner = event.stored.record.owner
    text = words(
        "tournament.round_over", owner=f"<@{owner}>", round=number, title=tournament_words.title(event)
    )
    rows = ((press(event, words, "pair", number + 1, style="success"), press(event, words, "standings")),)
    return Page(text=text, rows=rows, pings=(owner,))


def sides_post(words: Catalogue, event: Event, number: int, board: int) -> Page | None:
    """The post in a game's channel that a player gives points for their side; None where no one does."""
    pairing = next(p for p in event.rounds[number - 1].pairings if p.board == board)
    gives = tournament_words.gives(words, event, pairing)
    return Page(text=words("tournament.gives_here", gives=gives)) if gives else None


def deadline_moved(words: Catalogue, event: Event, seq: int) -> Page:
    """The post that a round lasts longer."""
    decision = next(each for each in event.stored.log if each.seq == seq)
    head = words("tournament.deadline_moved", round=decision.round, title=tournament_words.title(event))
    text = "\n".join([head, decided(words, event, decision)])
    return Page(text=text, rows=((press(event, words, "pairings", decision.round),),))


def over(words: Catalogue, event: Event) -> Page:
    """The post that a tournament is over: its first places."""
    head = words("tournament.is_over", title=tournament_words.title(event))
    rows = ((press(event, words, "standings"),),)
    picture = podium_image(words, event)
    text = "\n".join([head, *podium(words, event)])
    return Page(text=text, picture=picture, rows=rows, tone="victory")
