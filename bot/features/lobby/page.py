"""Before a game begins: who sits where, how to start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.clock.vacation import FEW
from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from bot.features.lobby import handicaps, join_rules, rule_options
from bot.i18n.names import Names, plain
from bot.reports import battle_preview, map_picture
from bot.reports.result_text import handicap_line, objective_line, points_for_losses
from bot.ui.page import Button, Choice, Menu, Page, Section, button_id, menu_id
from engine.view.overlays import OverlayRequest
from opponent.levels import LEVELS
from scenarios.handicaps import counted
from storage import JoinRules


def lobby(names: Names, about: Sequence[str] = (), door: JoinRules | None = None) -> Page:
    """The public post of a game that has not begun: the battle, and a line with a button for each seat.
    `about` is what else there is to say of the game and its players; `door` the join requirement."""
    door = door or JoinRules()
    game, words = names.game, names.words
    scenario, record = game.scenario, game.record
    text = [
        words("lobby.head", title=names.title),
        words("battles.small", line=battle_preview.rulebook(words, scenario)),
        words("battles.small", line=battle_preview.size(words, scenario)),
        words("battles.small", line=battle_preview.facts(words, scenario)),
        *battle_preview.measured(words, scenario),
        words.localized(scenario.intro),
        "",
        _turns(names),
        *(objective_line(names, o) for o in scenario.objectives),
        *points_for_losses(names),
        *options_line(names),
    ]
    foot = [
        *about,
        *_door(names, door),
        words(f"lobby.{_state(game, door)}", title=names.title),
        *_rated(names),
        *(() if is_lesson(record) else (words("lobby.dice_public" if record.beacon else "lobby.dice"),)),
    ]
    return Page(
        text="\n".join(text),
        picture=battle_preview.picture(words, scenario),
        sections=tuple(_seat(names, door, side) for side in scenario.side_ids),
        foot="\n".join(foot),
        rows=_buttons(names, door),
    )


def with_position(page: Page, names: Names) -> Page:
    """The post of a lobby whose game is played on from an imported position: what everyone sees of that.
    `names.game` is that position as a spectator sees it."""
    words, state = names.words, names.game.state
    key = "lobby.position_side" if state.player else "lobby.position"
    side = names.side(state.player) if state.player else ""
    head, _, text = page.text.partition("\n")
    where = words(key, turn=state.turn, phase=names.phase(state.phase), side=side)
    picture = map_picture.picture_of(names, map_picture.view_of(names, "", (), OverlayRequest()))
    return replace(page, text=f"{head}\n{where}\n{text}", picture=picture)


def _seat(names: Names, door: JoinRules, side: str) -> Section:
    """A seat: who has it, the button that takes or frees it."""
    game, words = names.game, names.words
    text = words(
        "lobby.seat",
        sign=names.sign(side),
        side=names.side(side),
        name=names.army(side),
        player=names.player(side),
    )
    if side in join_rules.open_sides(game, door):
        return Section(text=text, button=takes(names, (side,))[0])
    key = "button.unseat" if game.seat(side).bot else "button.leave_seat"
    id_ = button_id(game.record.id, game.record.revision, "rise", side)
    return Section(text=text, button=Button(label=words(key, side=names.side(side)), id=id_))


def called(names: Names, users: Sequence[int], door: JoinRules, *, rematch: bool) -> Page | None:
    """The post that calls the users an open lobby invites, or those of the game before to a rematch; None
    when there is no one left to call."""
    called = tuple(user for user in users if not names.game.sides_of(user))
    text = _invitation(names, called, door, rematch) if names.game.record.status == "lobby" else ""
    if not text:
        return None
    return Page(text=text, rows=(takes(names, join_rules.open_sides(names.game, door)),), pings=called)


def full(names: Names) -> Page | None:
    """The post that calls the host to start: the last seat was taken. None when that is no longer so."""
    record = names.game.record
    if record.status != "lobby" or empty_sides(names.game):
        return None
    text = names.words("lobby.full", ping=f"<@{record.owner}>", title=names.title)
    return Page(text=text, rows=((_start(names),),), pings=(record.owner,))


def _state(game: Game, door: JoinRules) -> str:
    """What the lobby waits for, as the end of a key."""
    free = empty_sides(game)
    if not free:
        return "ready"
    reserved = all(join_rules.missing(game, door, side) for side in free)
    if door.starts_full:
        return "waits_full" if reserved else "how_full"
    return "waits" if reserved else "how"


def _door(names: Names, door: JoinRules) -> list[str]:
    """The join requirement and the reserved seats."""
    words, game = names.words, names.game
    lines = [words("lobby.least", least=door.min_reliability, few=FEW)] if door.min_reliability else []
    for side in game.scenario.side_ids:
        if reserved := join_rules.missing(game, door, side):
            whom = words.join_list([f"<@{user}>" for user in reserved])
            lines.append(words("lobby.kept", sign=names.sign(side), side=names.side(side), whom=whom))
    return lines


def _rated(names: Names) -> list[str]:
    """Whether the result counts for ratings; nothing where it cannot, since people do not play each other."""
    record = names.game.record
    if not record.rated:
        return [names.words("lobby.unrated")]
    people = [seat.user for seat in record.seats if seat.user is not None]
    alone = any(seat.bot for seat in record.seats) or len(people) > len(set(people))
    return [] if alone else [names.words("lobby.rated")]


def _turns(names: Names) -> str:
    """How long the battle is and who plays first; how it is won is the rulebook's."""
    scenario = names.game.scenario
    if names.game.system.secret_orders is not None:
        return names.words("lobby.turns_together", turns=scenario.turns)
    return names.words(
        names.own("lobby", "turns"), turns=scenario.turns, first=names.side(scenario.first_side)
    )


def options_line(names: Names) -> list[str]:
    """The handicap, then the switches and optional rules that are not set as usual, each with its rule;
    nothing without any."""
    words, options = names.words, rule_options.unusual(names.game.scenario)
    texts = [words("options.set", name=s.name, value=v, rule=s.rule) for s, v in options]
    line = [words("options.line", options=", ".join(texts))] if texts else []
    return [*handicap_line(words, names.game.scenario), *line]


def _invitation(names: Names, users: Sequence[int], door: JoinRules, rematch: bool) -> str:
    words, sides = names.words, [names.side(side) for side in empty_sides(names.game)]
    ping = " ".join(f"<@{user}>" for user in users)
    host = names.game.record.owner
    if users and not rematch and not names.game.sides_of(host):
        seats = [
            words("lobby.seat_for", sign=names.sign(side), side=names.side(side), player=f"<@{user}>")
            for side in names.game.scenario.side_ids
            for user in join_rules.missing(names.game, door, side)
        ]
        return words("lobby.invited_by_host", host=f"<@{host}>", seats=words.join_list(seats))
    if users and rematch:
        return words("lobby.invited_again", ping=ping)
    return words("lobby.invited", ping=ping, side=words.join_list(sides)) if users and sides else ""


def takes(names: Names, sides: Sequence[str]) -> tuple[Button, ...]:
    """A button for each seat that can be taken."""
    record = names.game.record
    return tuple(
        Button(
            label=names.words("button.take", side=names.side(side)),
            id=button_id(record.id, record.revision, "take", side),
            style="primary",
        )
        for side in sides
    )


def _buttons(names: Names, door: JoinRules) -> tuple[tuple[Button, ...] | Menu, ...]:
    game, words = names.game, names.words
    game_id, stamp = game.record.id, game.record.revision
    free = empty_sides(game)
    reserved = [side for side in game.scenario.side_ids if join_rules.missing(game, door, side)]
    partner = tuple(
        Button(label=words("button.partner", side=names.side(s)), id=button_id(game_id, stamp, "partner", s))
        for s in free
        if s not in reserved
    )
    partner += tuple(
        Button(label=words("button.open_seat", side=names.side(s)), id=button_id(game_id, stamp, "unkeep", s))
        for s in reserved
    )
    return ((_start(names), *partner, *_handicap(names)), *_levels(names))


def _handicap(names: Names) -> tuple[Button, ...]:
    """The button that sets the handicap counted for the battle, or takes the one that is set away."""
    record, scenario = names.game.record, names.game.scenario
    given = scenario.handicap is not None
    if record.imported_after or is_lesson(record) or not (given or counted(scenario)):
        return ()
    id_ = button_id(record.id, record.revision, "handicap", handicaps.NONE if given else handicaps.COUNTED)
    return (Button(label=names.words("button.handicap_off" if given else "button.handicap_set"), id=id_),)


def _levels(names: Names) -> tuple[Menu, ...]:
    """A menu for each computer player, of how well it plays."""
    game, words = names.game, names.words
    return tuple(
        Menu(
            id=menu_id(game.record.id, game.record.revision, "level", seat.side),
            hint=words(
                "lobby.level",
                side=names.side(seat.side),
                level=words(f"computer_level.{seat.level}"),
            ),
            choices=tuple(
                Choice(
                    label=words(f"computer_level.{level}"),
                    value=level,
                    about=words(f"lobby.level_{level}"),
                )
                for level in LEVELS
            ),
        )
        for seat in game.record.seats
        if seat.level in LEVELS and not is_lesson(game.record)
    )


def _start(names: Names) -> Button:
    """The button that starts the game."""
    game = names.game
    return Button(
        label=names.words("button.start"),
        id=button_id(game.record.id, game.record.revision, "start"),
        style="secondary" if empty_sides(game) else "success",
    )


def empty_sides(game: Game) -> tuple[str, ...]:
    """The sides without a player."""
    return tuple(s.side for s in game.record.seats if s.user is None and not s.bot)


def next_step(names: Names) -> str:
    """What is still wanted before the start."""
    free = [names.side(s) for s in empty_sides(names.game)]
    if free:
        return names.words("lobby.next_wait", sides=names.words.join_list(free))
    return names.words("lobby.next_start")


def seated(names: Names, side: str, user: int) -> Page:
    """The post that a player has joined a side."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    return Page(text=names.words("lobby.seated", ping=f"<@{user}>", **facts), pings=(user,))


def risen(names: Names, side: str, name: str) -> Page:
    """The post that a player has left a side that others still play."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    return Page(text=names.words("lobby.risen", name=plain(name), **facts))


def text(names: Names, key: str, **facts: str) -> Page:
    """A short private answer."""
    return Page(text=names.words(f"lobby.{key}", title=names.title, **facts))
