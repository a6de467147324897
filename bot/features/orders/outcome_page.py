"""What an order, or an undo, led to: what is said of it, and the panel after it."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from bot.core.order_rules import legal_orders, unit_control
from bot.core.report_segments import ended_by
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome
from bot.features.history import explain_page
from bot.features.lessons import page as lessons_page
from bot.features.lessons import progress as lessons_progress
from bot.features.orders import attack_panel
from bot.features.orders import panel as orders_panel
from bot.features.preferences.page import in_words
from bot.features.secret_orders import order_builder
from bot.i18n.names import Names
from bot.reports import event_lines, questions, setup_text
from bot.ui.button_rows import add_row
from bot.ui.page import Page
from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Face,
    Form,
    Move,
    Place,
    Release,
    Seal,
    Step,
    Unplace,
    Unseal,
    Write,
)
from engine.events import Released

LONGEST_TEXT = 1300
"""Characters of a private report."""


def after_order(actor: Actor, outcome: Outcome) -> Page:
    """What an order led to, and the panel after it."""
    game, entry = outcome.game, outcome.entry
    names = Names.to(actor.language, actor.user, game, wordy=actor.wordy)
    posted = ended_by(game, entry.seq) is not None
    unit = _in_hand_next(names, entry.side, entry.command) if entry.command is not None else ""
    if isinstance(entry.command, Place):
        waiting = (u.id for u in setup_text.waiting(names, entry.side))
        unit = next((id_ for id_ in waiting if unit_control.may_order(names.game, id_)), "")
    if isinstance(entry.command, Write) and entry.command.order and order_builder.possible(names.game):
        unit = _next_to_write(names.game, entry.side)
    side, notice = game.side_for(actor.user), outcome_lines(names, outcome)
    page = orders_panel.panel(names, side, unit=unit, notice=notice, pictured=not posted)
    page = lessons_page.remarked(page, lessons_page.remarks(names, entry))
    page = replace(add_row(page, explain_page.press(names, (entry,))), reported=posted)
    return in_words(names.words, page) if actor.wordy else page


def _in_hand_next(names: Names, side: str, command: Command) -> str:
    """The unit that is taken up after an order: the same while it can attack, else the next that waits."""
    game = names.game
    if isinstance(command, (Unplace, Face, Form)) or (isinstance(command, Move) and is_lesson(game.record)):
        return command.unit
    if isinstance(command, Move):
        attacks = attack_panel.assaults(names, side, command.unit)
        engages = attack_panel.engages(names, side, command.unit)
        return command.unit if attacks or engages else legal_orders.next_unit(game, side, command.unit)
    if isinstance(command, (Attack, Bombard, Charge)) and not is_lesson(game.record):
        return legal_orders.next_unit(game, side, command.unit)
    if isinstance(command, Done) and side in game.owing and attack_panel.possible(names):
        able = legal_orders.able(game, side)
        return able[0] if len(able) == 1 else ""
    return ""


def _next_to_write(game: Game, side: str) -> str:
    """The unit whose secret order comes next: where lessons are open the one they speak of, none once they
    ask for something else."""
    waiting, lesson = order_builder.waiting(game, side), lessons_progress.page(game, side)
    if lesson is None or not lesson.try_it:
        return next(iter(waiting), "")
    verb = lesson.try_it.split()[0]
    return verb if verb in waiting else ""


def outcome_lines(names: Names, outcome: Outcome) -> list[str]:
    """What an order led to, as text for the one who gave it."""
    game, entry, words = outcome.game, outcome.entry, names.words
    if isinstance(entry.command, (Seal, Unseal)):
        return _seal_text(names, outcome)
    lines = event_lines.lines(names, [e for e in entry.events if e.only in ("", entry.side)])
    posted = ended_by(game, entry.seq) is not None
    if isinstance(entry.command, Answer):
        open_questions = game.at(entry.seq - 1).state.questions
        kind, about = (open_questions[0].kind, open_questions[0].about) if open_questions else ("", "")
        answer = questions.answer(names, entry.command.option, kind, about)
        lines.insert(0, words("panel.answered", answer=answer))
    elif posted and game.playing and entry.side not in game.owing:
        before = game.at(entry.seq - 1).state
        placed = isinstance(entry.command, Done) and setup_text.setting_up(names, before)
        lines.append(words("panel.set_up_over" if placed else "panel.turn_over"))
    elif isinstance(entry.command, Done) and entry.side in game.owing and not game.state.questions:
        lines.append(words("panel.phase_now", phase=names.phase(game.state.phase)))
    elif isinstance(entry.command, Release):
        lines.append(words("step_panel.let_go", unit=names.bold(_released_unit(outcome))))
    text = event_lines.cut(names, lines, LONGEST_TEXT)
    if outcome.repeated:
        text = f"{text}\n{words('repeated')}"
    return [text] if text else []


def _seal_text(names: Names, outcome: Outcome) -> list[str]:
    """What is told to the one who has locked their side's orders, or opened them again."""
    lines = [names.words("repeated")] if outcome.repeated else []
    if isinstance(outcome.entry.command, Unseal):
        return [names.words("sheet.unlocked_now"), *lines]
    if ended_by(outcome.game, outcome.entry.seq):
        return [names.words("sheet.carried_out"), *lines]
    if names.game.viewer != outcome.entry.side:  # a player of both sides now sees the other side's panel
        return [names.words("sheet.locked_now"), *lines]
    return lines  # the sheet itself says that it is locked


def after_undo(actor: Actor, outcome: Outcome) -> Page:
    """What was taken back, and the panel after it."""
    names = Names.to(actor.language, actor.user, outcome.game, wordy=actor.wordy)
    side = outcome.game.side_for(actor.user)
    page = orders_panel.panel(names, side, notice=[undo_text(names, outcome)])
    return in_words(names.words, page) if actor.wordy else page


def undo_text(names: Names, outcome: Outcome) -> str:
    """What an undo has taken back."""
    words, command = names.words, outcome.entry.command
    if isinstance(command, Move):
        what = words("panel.taken_back_move", unit=names.bold(command.unit))
    elif isinstance(command, Done):
        what = words("panel.taken_back_done", phase=names.phase(outcome.game.state.phase))
    elif isinstance(command, (Place, Unplace)):
        lifted = isinstance(command, Unplace)
        key = "panel.taken_back_unplace" if lifted else "panel.taken_back_place"
        what = words(key, unit=names.bold(command.unit))
    elif isinstance(command, Write):
        what = words("panel.taken_back_write", unit=names.bold(command.unit))
    elif outcome.entry.kind == lessons_progress.PASSED:
        what = words("panel.taken_back_page")
    elif isinstance(command, Step):
        what = words("panel.taken_back_step", unit=names.bold(command.unit), hex=command.hex)
    elif isinstance(command, Release):
        what = words("panel.taken_back_release", unit=names.bold(_released_unit(outcome)))
    else:
        what = words("panel.taken_back_other")
    return words("panel.taken_back", what=what)


def _released_unit(outcome: Outcome) -> str:
    return next((e.unit for e in outcome.entry.events if isinstance(e, Released)), "")
