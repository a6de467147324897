"""People find each other: the lobby of a server, seekers, invitations, who is let in, rematches, draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.desk import By
from engine.commands import Write
from opponent import accepts_draw
from tests.bot.tables import played

MOVED = "no longer stands"


def posts(house: Any, words: str, channel: str = "battle") -> list[Any]:
    return [m for m in house.sandbox.messages(channel, "Clara") if words in m.words]


async def counted(house: Any, person: Any, kept: int, missed: int) -> None:
    """So many deadlines of somebody were kept and missed before."""
    async with house.store.writing() as w:
        await w.count(int(person.id), kept=kept, missed=missed)


async def begun(house: Any, scenario: str = "ormes", **options: Any) -> tuple[Any, Any]:
    """Anna against Bruno, who joins her game; she plays the first side."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario=scenario, **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna, bruno


async def over(house: Any, anna: Any) -> Any:
    """The game ends by a resignation; its last post."""
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await house.quiet()
    return next(m for m in posts(house, "has given up") if "New game" in m.labels)


def called(post: Any) -> list[str]:
    """Whom a post notifies."""
    return [user["id"] for user in post.json["mentions"]]


async def seats(house: Any) -> dict[str, list[str]]:
    table = await house.game()
    return {s: [seat.name for seat in table.seats(s)] for s in table.scenario.side_ids}


# --- the lobby of a server ------------------------------------------------------------------------------


async def test_a_seat_is_found_and_taken_from_another_channel_and_who_has_found_seeks_no_more(
    house: Any,
) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await counted(house, anna, 19, 1)
    seeking = await bruno.slash("parlour", "lobby seek", system="morne_plaine", note="evenings, **CET**")
    opened = await anna.slash("battle", "game new", scenario="ormes", options="clock=3d", reliability=80)
    await house.quiet()

    shown = await bruno.slash("parlour", "lobby show", system="Morne Plaine")
    told = await bruno.click(shown, next(label for label in shown.labels if "Take Orange" in label))
    await house.quiet()

    channel = (await house.game()).game.channel
    assert "You look for a game: Morne Plaine" in seeking.words
    assert f"<@{bruno.id}>" in opened.words
    assert f"The bridge at Ormes** · <#{channel}>" in shown.words
    assert "Anna (keeps 95 % of 20 deadlines)" in shown.words
    assert "Morne Plaine · ⏳ 3 days for each player-turn" in shown.words
    assert "asks for 80 %" in shown.words
    assert r"evenings, \*\*CET\*\*" in shown.words
    assert f"<#{channel}>" in told.words
    assert await seats(house) == {"blue": ["Anna"], "orange": ["Bruno"]}
    assert "Bruno" not in (await anna.slash("parlour", "lobby show")).words
    assert "asked of who sits down: 80 %" in posts(house, "· lobby")[-1].words.lower()


async def test_a_channel_that_somebody_cannot_see_is_not_in_his_lobby(house: Any) -> None:
    await house.person("Anna").slash("battle", "game new", scenario="ormes")
    by = replace(await asking(house, "Bruno"), sees=lambda channel: False)

    page = await house.bot.finding.show(by)

    assert "No seat is open" in page.notes[0].text
    assert page.rows == ()


async def asking(house: Any, name: str) -> Any:
    """Somebody as he asks."""
    game = await house.game()
    person = house.person(name)
    return By(user=int(person.id), name=name, interaction=7, guild=game.game.guild, channel=0)


async def test_who_opens_a_game_invites_seekers_from_a_menu_and_only_they_are_called(house: Any) -> None:
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await counted(house, clara, 2, 8)
    for person in (bruno, clara):
        await person.slash("parlour", "lobby seek", system="*")
    opened = await anna.slash("battle", "game new", scenario="ormes", reliability=50)

    told = await anna.select(opened, None, "Bruno")
    again = await anna.slash("battle", "lobby invite", friend=bruno.id)
    unfit = await anna.slash("battle", "lobby invite", friend=clara.id)
    await house.quiet()

    call = posts(house, "invites you to play Orange")[-1]
    assert "is invited" in told.words
    assert not told.selects, "Clara keeps too few deadlines to be offered"
    assert called(call) == [bruno.id]
    assert "has been invited to this game already" in again.words
    assert "Clara has kept 20 % of 10" in unfit.words
    await bruno.click(call, "Take Orange")
    assert (await seats(house))["orange"] == ["Bruno"]


async def test_who_is_too_unreliable_is_not_let_in_and_a_newcomer_is(house: Any) -> None:
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await counted(house, bruno, 5, 5)
    await anna.slash("battle", "game new", scenario="ormes", reliability=80)
    await house.quiet()

    refused = await bruno.click(posts(house, "· lobby")[-1], "Take Orange")
    shared = await anna.slash("battle", "game share", {"with": bruno.id})
    listed = await bruno.slash("parlour", "lobby show")
    await clara.slash("battle", "game join")

    assert "that 80 % of his deadlines were kept; you have kept 50 % of 10" in refused.words
    assert "Bruno has kept 50 % of 10" in shared.words
    assert all(button["disabled"] for button in listed.buttons)
    assert await seats(house) == {"blue": ["Anna"], "orange": ["Clara"]}


async def test_a_substitute_is_found_in_the_lobby_and_must_be_reliable_enough_too(house: Any) -> None:
    anna, _bruno = await begun(house, reliability=60)
    clara = house.person("Clara")
    await anna.slash("battle", "substitute")
    await counted(house, clara, 1, 9)

    shown = await clara.slash("parlour", "lobby show")
    refused = await clara.click(posts(house, "to take over")[-1], "Take over Blue")

    assert "**to be taken over** from Anna" in shown.words
    assert "you have kept 10 % of 10" in refused.words


# --- once more ------------------------------------------------------------------------------------------


async def test_a_rematch_swaps_sides_keeps_the_terms_and_the_seat_of_who_is_invited(house: Any) -> None:
    anna, bruno = await begun(house, options="clock=2d optional_advance=yes", reliability=70)
    end = await over(house, anna)

    await bruno.click(end, "Rematch, sides swapped")
    await house.quiet()
    lobby = posts(house, "· lobby")[-1]
    strange = await house.person("Clara").click(lobby, "Take Orange")
    await anna.click(lobby, "Take Orange")
    await house.quiet()

    table = await house.game()
    lobby = posts(house, "· lobby")[-1]
    assert "is kept for somebody else" in strange.words
    assert await seats(house) == {"blue": ["Bruno"], "orange": ["Anna"]}
    assert table.game.options["optional_advance"] == "yes"
    assert "2 days for each player-turn" in lobby.words
    assert "70 % of deadlines" in lobby.words
    assert "kept for" not in lobby.words


async def test_whoever_asks_for_the_rematch_second_sits_down_in_it(house: Any) -> None:
    anna, bruno = await begun(house)
    await over(house, anna)

    await anna.slash("battle", "game rematch")
    twice = await anna.slash("battle", "game rematch")
    reply = await bruno.slash("battle", "game rematch")

    assert "is open; you play Orange" in twice.words
    assert "Everybody is here" in reply.words
    assert await seats(house) == {"blue": ["Bruno"], "orange": ["Anna"]}
    assert len(await house.store.games()) == 2


async def test_teams_sit_down_again_together_and_the_partner_changes_sides(house: Any) -> None:
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", scenario="ormes", partner=True)
    await anna.slash("battle", "game share", {"with": clara.id})
    await anna.slash("battle", "game start")
    await over(house, anna)

    await clara.slash("battle", "game rematch")
    await house.quiet()
    lobby = posts(house, "a rematch is open")[-1]
    asked = called(lobby)
    other = await bruno.click(lobby, "Take Orange")
    await anna.click(lobby, "Take Orange")
    await house.quiet()

    seated = await seats(house)
    assert asked == [anna.id]
    assert "is taken already" in other.words
    assert seated["orange"] == ["Anna", "Clara"], "who held the side before holds it again"
    assert (await house.game()).seat("blue").bot


async def test_a_kept_seat_is_given_up_by_whom_it_is_kept_for(house: Any) -> None:
    anna, bruno = await begun(house)
    await over(house, anna)
    await anna.slash("battle", "game rematch")
    await house.quiet()
    lobby = posts(house, "· lobby")[-1]

    strange = await house.person("Clara").click(lobby, "Let anybody take Blue")
    await bruno.click(lobby, "Let anybody take Blue")
    await house.person("Clara").click(lobby, "Take Blue")

    assert "Only those who sit at this game" in strange.words
    assert (await seats(house))["blue"] == ["Clara"]


# --- agreed draw ----------------------------------------------------------------------------------------


async def test_a_draw_is_offered_and_agreed_with_one_button(house: Any) -> None:
    anna, bruno = await begun(house)
    asked = await bruno.slash("battle", "game draw")
    await house.quiet()
    offer = posts(house, "offers a draw")[-1]

    own = await bruno.click(offer, "Agree to a draw")
    await anna.click(offer, "Agree to a draw")
    await house.quiet()

    table = await house.game()
    assert "is offered a draw" in asked.words
    assert "Only a player of the other side" in own.words
    assert (table.game.status, table.state.result.winner, table.state.result.reason) == ("over", "", "agreed")
    assert (table.entries[-1].side, table.entries[-1].who) == ("blue", int(anna.id))
    assert "A draw" in posts(house, "have agreed on a draw")[-1].words


async def test_lessons_broken_off_by_a_draw_are_not_called_finished(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="tutorial", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "game draw")
    await house.quiet()

    await bruno.click(posts(house, "offers a draw")[-1], "Agree to a draw")
    await house.quiet()

    assert "Lessons finished" not in posts(house, "have agreed on a draw")[-1].words


async def test_a_draw_is_refused_lapses_with_the_next_order_and_is_agreed_by_offering_it_too(
    house: Any,
) -> None:
    anna, bruno = await begun(house)
    await anna.slash("battle", "game draw")
    await house.quiet()
    first, then = posts(house, "offers a draw")[-1], await house.game()
    await bruno.click(first, "Play on")
    again = await anna.slash("battle", "game draw")
    await anna.slash("battle", "done")
    await house.quiet()
    by = By(user=int(bruno.id), name="Bruno", interaction=77, guild=0, channel=0)
    late = await house.bot.presses.draws.answer(by, then.game.id, "blue", then.seen("").stamp, agreed=True)

    await anna.slash("battle", "game draw")
    await bruno.slash("battle", "game draw")

    assert "has refused a draw" in again.words
    assert first.gone
    assert MOVED in late.text
    assert (await house.game()).state.result.reason == "agreed"


async def test_an_offer_tells_nothing_of_secret_orders_and_stands_while_they_are_written(house: Any) -> None:
    anna, bruno = await begun(house, "nonaka")
    await bruno.slash("battle", "game draw")
    await house.quiet()
    offer = posts(house, "offers a draw")[-1]
    stamp = offer.buttons[0]["custom_id"]
    side = next(s.side for s in (await house.game()).game.seats if s.user == int(bruno.id))
    unit = next(u.id for u in (await house.game()).state.fielded(side) if u.kind != "general")
    await bruno.slash("battle", "order", unit=unit, order="rest")
    await house.quiet()
    assert isinstance((await house.game()).entries[-1].command, Write)
    stands = posts(house, "offers a draw")[-1]
    after = stands.buttons[0]["custom_id"]

    await anna.slash("battle", "game draw")
    await house.quiet()

    assert (stands.id, after) == (offer.id, stamp)
    assert offer.gone
    assert (await house.game()).state.result.reason == "agreed"


async def test_the_partner_answers_at_once_and_oneself_is_asked_once_more(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    await anna.slash("battle", "game start")
    sure = await anna.slash("battle", "game draw")
    assert (await house.game()).playing
    await anna.click(sure, "Yes, end it in a draw")
    assert (await house.game()).state.result.reason == "agreed"

    await anna.slash("parlour", "game new", scenario="ormes", side="blue", partner=True)
    await anna.slash("parlour", "game start")
    reply = await anna.slash("parlour", "game draw")

    assert "The sparring partner agrees" in reply.words
    assert (await house.game()).game.status == "over"


def test_the_partner_agrees_to_a_draw_unless_it_stands_better_on_points() -> None:
    table, _ = played("ormes", 20)
    scores = table.system.shows.scores(table.scenario, table.state)
    better, worse = sorted(scores, key=lambda side: -scores[side])

    accepts = {s: accepts_draw(table.system, table.scenario, table.state, s) for s in scores}

    assert scores[better] > scores[worse]
    assert accepts == {better: False, worse: True}
