"""Finding games: the server's lobby, players looking for a game, invitations, admission, rematches, draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.requests.actor import Actor
from engine.commands import Write
from opponent import accepts_draw
from tests.bot.sample_games import game_after

MOVED = "no longer open"


def posts(harness: Any, words: str, channel: str = "battle") -> list[Any]:
    return [m for m in harness.sandbox.messages(channel, "Clara") if words in m.words]


async def counted(harness: Any, person: Any, kept: int, missed: int) -> None:
    """Set the numbers of deadlines that a player has met and missed."""
    async with harness.store.writing() as tx:
        tx.players.count_deadlines([int(person.id)], met=kept, missed=missed)


async def start_game(harness: Any, scenario: str = "ormes", **options: Any) -> tuple[Any, Any]:
    """Anna against Bruno, who joins her game; she plays the first side."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle=scenario, **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


async def end_game(harness: Any, anna: Any) -> Any:
    """The game ends by a resignation; its last post."""
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()
    return next(m for m in posts(harness, "has resigned") if "New game" in m.labels)


def pings(post: Any) -> list[str]:
    """Whom a post notifies."""
    return [user["id"] for user in post.json["mentions"]]


async def seats(harness: Any) -> dict[str, list[str]]:
    game = await harness.game()
    return {s: [seat.name for seat in game.seats(s)] for s in game.scenario.side_ids}


# --- the lobby of a server ------------------------------------------------------------------------------


async def test_a_seat_is_taken_from_another_channel_and_ends_the_search(
    harness: Any,
) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await counted(harness, anna, 19, 1)
    seeking = await bruno.slash("parlour", "lobby seek", system="morne_plaine", note="evenings, **CET**")
    opened = await anna.slash("battle", "game new", battle="ormes", options="clock=3d", reliability=80)
    await harness.quiet()

    lobby_page = await bruno.slash("parlour", "lobby show", system="Morne Plaine")
    reply = await bruno.click(
        lobby_page, next(label for label in lobby_page.labels if "Take Orange" in label)
    )
    await harness.quiet()

    channel = (await harness.game()).record.channel
    assert "You are looking for a game: Morne Plaine" in seeking.words
    assert f"<@{bruno.id}>" in opened.words
    assert f"The bridge at Ormes** · <#{channel}>" in lobby_page.words
    assert "Anna (met 95% of the last 20 deadlines)" in lobby_page.words
    assert "Morne Plaine · ⏳ 3 days per player-turn" in lobby_page.words
    assert "at least 80% of deadlines met" in lobby_page.words
    assert r"evenings, \*\*CET\*\*" in lobby_page.words
    assert f"<#{channel}>" in reply.words
    assert await seats(harness) == {"blue": ["Anna"], "orange": ["Bruno"]}
    assert "Bruno" not in (await anna.slash("parlour", "lobby show")).words
    assert "to join: at least 80%" in posts(harness, "· lobby")[-1].words.lower()


async def test_a_channel_that_someone_cannot_see_is_not_in_his_lobby(harness: Any) -> None:
    await harness.person("Anna").slash("battle", "game new", battle="ormes")
    actor = replace(await asking(harness, "Bruno"), sees=lambda channel: False)

    page = await harness.bot.services.finder.show(actor)

    assert "There are no open seats" in page.embeds[0].text
    assert page.rows == ()


async def asking(harness: Any, name: str) -> Any:
    """A player who sends a request."""
    game = await harness.game()
    person = harness.person(name)
    return Actor(user=int(person.id), name=name, interaction=7, guild=game.record.guild, channel=0)


async def test_the_host_invites_seekers_from_a_menu_and_only_they_are_pinged(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await counted(harness, clara, 2, 8)
    for person, clock in ((bruno, "3d"), (clara, "7d")):  # clocks that differ: they are no pair
        await person.slash("parlour", "lobby seek", system="*", clock=clock)
    opened = await anna.slash("battle", "game new", battle="ormes", reliability=50)

    reply = await anna.select(opened, None, "Bruno")
    again = await anna.slash("battle", "lobby invite", friend=bruno.id)
    unfit = await anna.slash("battle", "lobby invite", friend=clara.id)
    await harness.quiet()

    call = posts(harness, "invites you to play Orange")[-1]
    assert "has been invited" in reply.words
    assert not reply.selects, "Clara keeps too few deadlines to be offered"
    assert pings(call) == [bruno.id]
    assert "has already been invited to this game" in again.words
    assert "Clara has met 20% of 10" in unfit.words
    await bruno.click(call, "Take Orange")
    assert (await seats(harness))["orange"] == ["Bruno"]


@pytest.mark.long
async def test_who_is_too_unreliable_is_not_let_in_and_a_newcomer_is(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await counted(harness, bruno, 5, 5)
    await anna.slash("battle", "game new", battle="ormes", reliability=80)
    await harness.quiet()

    refused = await bruno.click(posts(harness, "· lobby")[-1], "Take Orange")
    shared = await anna.slash("battle", "game share", {"with": bruno.id})
    listed = await bruno.slash("parlour", "lobby show")
    await clara.slash("battle", "game join")

    assert "met at least 80% of your deadlines; you have met 50% of 10" in refused.words
    assert "Bruno has met 50% of 10" in shared.words
    assert all(button["disabled"] for button in listed.buttons)
    assert await seats(harness) == {"blue": ["Anna"], "orange": ["Clara"]}


async def test_a_substitute_is_found_in_the_lobby_and_must_be_reliable_enough_too(harness: Any) -> None:
    anna, _bruno = await start_game(harness, reliability=60)
    clara = harness.person("Clara")
    await anna.slash("battle", "time substitute")
    await counted(harness, clara, 1, 9)

    lobby_page = await clara.slash("parlour", "lobby show")
    refused = await clara.click(posts(harness, "to take over")[-1], "Take over Blue")

    assert "**free to take over** from Anna" in lobby_page.words
    assert "you have met 10% of 10" in refused.words


# --- rematch ------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_rematch_swaps_sides_keeps_the_terms_and_the_seat_of_who_is_invited(harness: Any) -> None:
    anna, bruno = await start_game(harness, options="clock=2d optional_advance=yes", reliability=70)
    end = await end_game(harness, anna)

    await bruno.click(end, "Rematch with sides swapped")
    await harness.quiet()
    lobby = posts(harness, "· lobby")[-1]
    strange = await harness.person("Clara").click(lobby, "Take Orange")
    await anna.click(lobby, "Take Orange")
    await harness.quiet()

    game = await harness.game()
    lobby = posts(harness, "· lobby")[-1]
    assert "is reserved" in strange.words
    assert await seats(harness) == {"blue": ["Bruno"], "orange": ["Anna"]}
    assert game.record.options["optional_advance"] == "yes"
    assert "2 days per player-turn" in lobby.words
    assert "70% of deadlines" in lobby.words
    assert "reserved for" not in lobby.words


@pytest.mark.long
async def test_whoever_asks_for_the_rematch_second_sits_down_in_it(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await end_game(harness, anna)

    await anna.slash("battle", "game rematch")
    twice = await anna.slash("battle", "game rematch")
    reply = await bruno.slash("battle", "game rematch")

    assert "is open; you now play Orange" in twice.words
    assert "Everyone is here" in reply.words
    assert await seats(harness) == {"blue": ["Bruno"], "orange": ["Anna"]}
    assert len(await harness.store.games.all()) == 2


@pytest.mark.long
async def test_teams_sit_down_again_together_and_the_partner_changes_sides(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", partner=True)
    await anna.slash("battle", "game share", {"with": clara.id})
    await anna.slash("battle", "game start")
    await end_game(harness, anna)

    await clara.slash("battle", "game rematch")
    await harness.quiet()
    lobby = posts(harness, "a rematch is open")[-1]
    pinged = pings(lobby)
    other = await bruno.click(lobby, "Take Orange")
    await anna.click(lobby, "Take Orange")
    await harness.quiet()

    seated = await seats(harness)
    assert pinged == [anna.id]
    assert "is already taken" in other.words
    assert seated["orange"] == ["Anna", "Clara"], "who held the side before holds it again"
    assert (await harness.game()).seat("blue").bot


@pytest.mark.long
async def test_a_reserved_seat_is_given_up_by_its_player(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await end_game(harness, anna)
    await anna.slash("battle", "game rematch")
    await harness.quiet()
    lobby = posts(harness, "· lobby")[-1]

    strange = await harness.person("Clara").click(lobby, "Open Blue to anyone")
    await bruno.click(lobby, "Open Blue to anyone")
    await harness.person("Clara").click(lobby, "Take Blue")

    assert "Only the players of this game" in strange.words
    assert (await seats(harness))["blue"] == ["Clara"]


# --- agreed draw ----------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_draw_is_offered_and_agreed_with_one_button(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    draw_reply = await bruno.slash("battle", "game draw")
    await harness.quiet()
    offer = posts(harness, "offers a draw")[-1]

    own = await bruno.click(offer, "Agree to a draw")
    await anna.click(offer, "Agree to a draw")
    await harness.quiet()

    game = await harness.game()
    assert "draw offer is posted" in draw_reply.words
    assert "Only a player on the other side" in own.words
    assert (game.record.status, game.state.result.winner, game.state.result.reason) == (
        "over",
        "",
        "agreed",
    )
    assert (game.entries[-1].side, game.entries[-1].who) == ("blue", int(anna.id))
    assert "A draw" in posts(harness, "agreed to a draw")[-1].words


async def test_lessons_broken_off_by_a_draw_are_not_called_finished(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="tutorial", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "game draw")
    await harness.quiet()

    await bruno.click(posts(harness, "offers a draw")[-1], "Agree to a draw")
    await harness.quiet()

    assert "Lessons finished" not in posts(harness, "agreed to a draw")[-1].words


@pytest.mark.long
async def test_a_draw_is_refused_lapses_with_the_next_order_and_is_agreed_by_offering_it_too(
    harness: Any,
) -> None:
    anna, bruno = await start_game(harness)
    await anna.slash("battle", "game draw")
    await harness.quiet()
    first, then = posts(harness, "offers a draw")[-1], await harness.game()
    await bruno.click(first, "Play on")
    again = await anna.slash("battle", "game draw")
    await anna.slash("battle", "done")
    await harness.quiet()
    actor = Actor(user=int(bruno.id), name="Bruno", interaction=77, guild=0, channel=0)
    late = await harness.bot.services.draw_offers.answer(
        actor, then.record.id, "blue", then.seen("").stamp, agreed=True
    )

    await anna.slash("battle", "game draw")
    await bruno.slash("battle", "game draw")

    assert "refused a draw" in again.words
    assert first.gone
    assert MOVED in late.text
    assert (await harness.game()).state.result.reason == "agreed"


async def test_an_offer_tells_nothing_of_secret_orders_and_stands_while_they_are_written(
    harness: Any,
) -> None:
    anna, bruno = await start_game(harness, "nonaka")
    await bruno.slash("battle", "game draw")
    await harness.quiet()
    offer = posts(harness, "offers a draw")[-1]
    stamp = offer.buttons[0]["custom_id"]
    side = next(s.side for s in (await harness.game()).record.seats if s.user == int(bruno.id))
    unit = next(u.id for u in (await harness.game()).state.units_on_map(side) if u.kind != "general")
    await bruno.slash("battle", "plan write", unit=unit, order="rest")
    await harness.quiet()
    assert isinstance((await harness.game()).entries[-1].command, Write)
    stands = posts(harness, "offers a draw")[-1]
    after = stands.buttons[0]["custom_id"]

    await anna.slash("battle", "game draw")
    await harness.quiet()

    assert (stands.id, after) == (offer.id, stamp)
    assert offer.gone
    assert (await harness.game()).state.result.reason == "agreed"


@pytest.mark.long
async def test_the_ai_answers_at_once_and_the_player_is_asked_again(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    sure = await anna.slash("battle", "game draw")
    assert (await harness.game()).playing
    await anna.click(sure, "Yes, end it in a draw")
    assert (await harness.game()).state.result.reason == "agreed"

    await anna.slash("parlour", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("parlour", "game start")
    reply = await anna.slash("parlour", "game draw")

    assert "The computer player agrees" in reply.words
    assert (await harness.game()).record.status == "over"


def test_the_partner_agrees_to_a_draw_unless_it_stands_better_on_points() -> None:
    game, _ = game_after("ormes", 20)
    scores = game.system.display.scores(game.scenario, game.state)
    better, worse = sorted(scores, key=lambda side: -scores[side])

    accepts = {s: accepts_draw(game.system, game.scenario, game.state, s) for s in scores}

    assert scores[better] > scores[worse]
    assert accepts == {better: False, worse: True}


@pytest.mark.long
async def test_the_seat_of_a_named_opponent_is_kept_for_them(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", side="orange", opponent=bruno.id)

    refused = await clara.slash("battle", "game join")
    await bruno.slash("battle", "game join")

    assert "is reserved" in refused.words
    assert await seats(harness) == {"blue": ["Bruno"], "orange": ["Anna"]}


async def test_a_host_can_open_the_seat_of_a_named_opponent(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", side="orange", opponent=bruno.id)
    await harness.quiet()

    await anna.click(posts(harness, "· lobby")[-1], "Open Blue to anyone")
    await clara.slash("battle", "game join")

    assert await seats(harness) == {"blue": ["Clara"], "orange": ["Anna"]}


async def test_calls_to_a_lobby_go_when_its_seats_are_taken_and_its_game_begins(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="orange", opponent=bruno.id)
    await harness.quiet()
    invited = len(posts(harness, "you are invited"))

    await bruno.slash("battle", "game join")
    await harness.quiet()
    seated = len(posts(harness, "you are invited")), len(posts(harness, "the last seat of"))
    await bruno.slash("battle", "game start")
    await harness.quiet()

    assert invited == 1
    assert seated == (0, 1)
    assert posts(harness, "the last seat of") == []
