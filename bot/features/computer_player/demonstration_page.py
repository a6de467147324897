"""What is said of demonstrations: how one began, how to stop it, that it was stopped."""

from __future__ import annotations

from bot.i18n.names import Names, plain
from bot.ui.page import Button, Page, button_id


def begun(names: Names) -> Page:
    """The private answer to the one who began it."""
    sides = names.played(names.game.scenario.side_ids)
    text = names.words("demo.begun", title=names.title, sides=sides)
    return Page(text=text, rows=((stop_button(names),),))


def stop_button(names: Names) -> Button:
    """The button that stops a demonstration, whatever has happened since."""
    return Button(label=names.words("button.demo_stop"), id=button_id(names.game.record.id, 0, "demostop"))


def stopped(names: Names) -> Page:
    """The private answer to the one who stopped it."""
    return Page(text=names.words("demo.stopped", title=names.title))


def stopped_post(names: Names, who: str) -> Page:
    """The public post that one was stopped."""
    record, words = names.game.record, names.words
    looks = (
        Button(label=words("button.new"), id=button_id(record.id, 0, "new"), style="primary"),
        *(Button(label=words(f"button.{v}"), id=button_id(record.id, 0, v)) for v in ("film", "log")),
    )
    turn = names.game.state.turn
    text = words("demo.stopped_post", who=plain(who), turn=turn, turns=names.game.scenario.length)
    return Page(text=text, rows=(looks,))
