"""Pages of teams: one with its boards, all of a tournament, the boards of a match, an invitation."""

from __future__ import annotations

from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import paged, part_of_blocks, turning
from bot.features.tournaments.state.decide import board_of
from bot.features.tournaments.state.event import Event, OpenGame
from bot.i18n.catalogue import Catalogue
from bot.ui.league.tables import points
from bot.ui.page import Button, Form, Page, button_id, form_id
from league.model import Result, Scoring, Side
from storage import EntrantRecord, PairingRecord

VERB, ENTER = "squad", "enterteam"
LONGEST_NAME = 40


def enter(words: Catalogue, event: Event) -> Button:
    """The button with which a captain enters a team."""
    return Button(label=words("squad.enter"), id=button_id(0, 0, ENTER, event.id), style="primary")


def enter_form(words: Catalogue, event: Event) -> Form:
    """The form that asks what a team is called."""
    return Form(
        id=form_id(0, 0, ENTER, event.id),
        title=words("squad.enter"),
        label=words("squad.name"),
        hint=words("squad.name_hint"),
        text="",
        longest=LONGEST_NAME,
    )


def counted(words: Catalogue, event: Event, team: EntrantRecord) -> str:
    """A team with how many of the players are there that it needs."""
    n = min(len(event.squad(team.place)), event.terms.boards)
    name = tournament_words.entrant(words, team)
    return words("squad.counted", name=name, n=n, boards=event.terms.boards)


def team(words: Catalogue, event: Event, entrant: EntrantRecord) -> Page:
    """A team: who plays on which board from the next round on, who is in reserve, who is invited."""
    lines = [words("squad.head", name=tournament_words.entrant(words, entrant))]
    for number, member in enumerate(event.squad(entrant.place), start=1):
        key = "squad.reserve" if number > event.terms.boards else "squad.board"
        captain = words("squad.captain") if member.user == entrant.user else ""
        player = tournament_words.player(words, member)
        lines.append(words(key, board=number, player=player, captain=captain).rstrip())
    missing = event.terms.boards - len(event.squad(entrant.place))
    if missing > 0:
        lines.append(words("squad.missing", n=missing))
    invited = [m for m in event.stored.members if (m.team, m.status) == (entrant.place, "invited")]
    if invited:
        names = words.join_list([tournament_words.player(words, m) for m in invited])
        lines.append(words("squad.invited", names=names))
    if event.status == "playing":
        lines.append(words("squad.from_next_round"))
    return Page(text="\n".join(lines))


def teams(words: Catalogue, event: Event, at: int = 0) -> Page:
    """All teams of a tournament, a page of them."""
    lines = []
    for entrant in event.stored.entrants:
        players = [tournament_words.player(words, m) for m in event.squad(entrant.place)]
        lines.append([f"- {counted(words, event, entrant)}: {words.join_list(players)}"])
    shown, at, last = part_of_blocks(lines, at)
    return Page(
        text="\n".join([words("squad.all", title=tournament_words.title(event)), *shown]),
        foot=paged(words, at, last),
        rows=turning(words, event, at, last, "teams"),
    )


def board(words: Catalogue, event: Event, open_: OpenGame) -> str:
    """A board of a match between teams: its players, its result or where it is played."""
    first, second = (tournament_words.player(words, person) for person in event.people(open_))
    game = open_.game
    result = words(f"tournament.result.{game.result}") if game.result else words("tournament.versus")
    where = f"<#{game.channel}>" if game.channel is not None and not game.result else ""
    facts = {"board": board_of(game, event.terms.boards), "first": first, "second": second}
    return words("squad.game", result=result, where=where, **facts).rstrip()


def so_far(words: Catalogue, event: Event, pairing: PairingRecord) -> str:
    """The points on the boards of a match that goes on, "" before the first."""
    totals, scoring = {Side.FIRST: 0, Side.SECOND: 0}, Scoring()
    over = [game for game in pairing.games[: event.terms.boards] if game.result]
    for game in over:
        for side in Side:
            seen = side if game.leg % 2 else side.other
            totals[side] += scoring.game(Result(game.result), seen)
    if not over:
        return ""
    first, second = points(totals[Side.FIRST]), points(totals[Side.SECOND])
    return words("squad.so_far", first=first, second=second)


def invitation(words: Catalogue, event: Event, place: int, user: int) -> Page | None:
    """The post that calls a player to a team; None once they have answered."""
    asked = any((m.team, m.user, m.status) == (place, user, "invited") for m in event.stored.members)
    entrant = next((e for e in event.stored.entrants if e.place == place), None)
    if not asked or entrant is None:
        return None
    text = words(
        "squad.invitation",
        player=f"<@{user}>",
        team=tournament_words.entrant(words, entrant),
        title=tournament_words.title(event),
    )
    ids = {what: button_id(0, 0, VERB, what, event.id, place) for what in ("accept", "decline")}
    rows = (
        Button(label=words("squad.accept"), id=ids["accept"], style="success"),
        Button(label=words("squad.decline"), id=ids["decline"]),
    )
    return Page(text=text, rows=(rows,), pings=(user,))
