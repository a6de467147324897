"""Pages of a batch of orders: the result of each check, the paths on a map, the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from bot.core.report_segments import ended_by, since_last_report
from bot.features.batch_orders.check import LONGEST_LINE, CheckedBatch, Line, Verdict
from bot.features.batch_orders.submit import Submitted
from bot.features.orders import panel as orders_panel
from bot.features.secret_orders.order_builder import possible
from bot.i18n.names import Names, coded
from bot.reports import event_lines, setup_text
from bot.reports.map_picture import picture_of
from bot.ui import refusals
from bot.ui.menus import head
from bot.ui.page import Button, Embed, Page, Picture, button_id
from engine.commands import Attack, Bombard, Done, Move, Seal
from engine.events import Began, Written
from engine.view import Shot, Trail, View, look
from render import crops

LONGEST_PLAN = 3600
"""Characters of all verdicts."""
LONGEST_GIVEN = 1300
MARKS = {"sure": "✅", "dice": "🎲", "later": "⏳", "refused": "❌"}


def example(names: Names, side: str) -> str:
    """How orders are written. Found at once: a form must open within three seconds."""
    units = names.game.state.units.values()
    unit = next(u.id for u in units if u.side == side)
    enemy = next(u.id for u in units if u.side != side)
    key = "set_up" if setup_text.possible(names) else "secret" if possible(names.game) else "orders"
    inside = min(names.game.scenario.zones.get(side, ()), default="0704")
    return names.words(names.own("drafting", f"example_{key}"), unit=unit, enemy=enemy, hex=inside)


# --- the plan -------------------------------------------------------------------------------------


def plan_page(names: Names, side: str, plan: CheckedBatch, draft: int) -> Page:
    """The verdict on every line, the ways on a map, a button that gives what is legal."""
    words = names.words
    lines = _cut(names, [(v, _verdict(names, v)) for v in plan.verdicts])
    if plan.cut:
        lines.append(words("drafting.cut", n=plan.cut))
    title = words("drafting.head", good=len(plan.good), n=len(plan.verdicts) + plan.cut)
    note = Embed(title=title, text="\n".join(lines), footer=_footer(names, plan), tone=side)
    return Page(
        text=head(names, side),
        embeds=(note,),
        picture=_picture(names, side, plan),
        rows=(_buttons(names, len(plan.good), draft),),
    )


def _buttons(names: Names, good: int, draft: int) -> tuple[Button, ...]:
    game_id, stamp, words = names.game.record.id, names.game.stamp, names.words
    give = Button(
        label=words("button.give" if good > 1 else "button.give_one"),
        id=button_id(game_id, stamp, "give", draft),
        style="success",
    )
    change = Button(label=words("button.change"), id=button_id(game_id, stamp, "write"))
    orders = Button(label=words("button.panel"), id=button_id(game_id, stamp, "panel"))
    return (give, change, orders) if good else (change, orders)


def _footer(names: Names, plan: CheckedBatch) -> str:
    """What the signs mean, those that are there."""
    kinds = dict.fromkeys(v.kind for v in plan.verdicts)
    lines = [names.words(f"drafting.means_{kind}") for kind in ("dice", "later", "refused") if kind in kinds]
    ends = any(isinstance(v.command, Done) and v.kind != "refused" for v in plan.verdicts)
    if ends and "refused" in kinds:
        lines.append(names.words("drafting.ends_anyway"))
    return "\n".join(lines)


def _verdict(names: Names, verdict: Verdict) -> str:
    """One line."""
    words, line = names.words, verdict.line
    facts = {"mark": MARKS[verdict.kind], "number": line.number, "typed": coded(line.text, LONGEST_LINE // 2)}
    if verdict.kind == "sure":
        return words("drafting.sure", told=_outcome_text(names, verdict), **facts)
    if verdict.refused is not None and verdict.kind == "refused":
        return words("drafting.refused", why=refusals.brief(words, verdict.refused, names), **facts)
    return words(f"drafting.{verdict.kind}", **facts)


def _outcome_text(names: Names, verdict: Verdict) -> str:
    """What comes of a line, as it will be reported."""
    after = Names(names.words, replace(names.game, state=verdict.state))
    side = names.game.viewer or ""
    own = list(takewhile(lambda e: not isinstance(e, Began) or e.player == side, verdict.events))
    texts = [line.strip() for line in event_lines.lines(after, [e for e in own if e.only in ("", side)])]
    if isinstance(verdict.command, Seal):
        texts.append(names.words("sheet.locked_now"))
    elif len(own) < len(verdict.events):  # the other side may have more to do than is known here
        texts.append(names.words("drafting.turn_ends"))
    elif isinstance(verdict.command, Done) and verdict.state.phase == names.game.state.phase:
        texts.append(names.words("drafting.turn_ends"))  # the other side is still in this phase
    elif isinstance(verdict.command, Done):
        texts.append(names.words("panel.phase_now", phase=names.phase(verdict.state.phase)))
    return " · ".join(texts) or coded(verdict.line.text, LONGEST_LINE // 2)


def _cut(names: Names, verdicts: Sequence[tuple[Verdict, str]]) -> list[str]:
    """Every verdict where there is room; else what is wrong line by line, and the rest in numbers."""
    if sum(len(text) + 1 for _, text in verdicts) <= LONGEST_PLAN:
        return [text for _, text in verdicts]
    lines = [
        names.words("drafting.many", mark=MARKS[kind], numbers=_numbers(verdicts, kind))
        for kind in _good(verdicts)
    ]
    room = LONGEST_PLAN - sum(len(text) + 1 for text in lines)
    wrong = [text for verdict, text in verdicts if verdict.kind == "refused"]
    for place, text in enumerate(wrong):
        room -= len(text) + 1
        if room < 100:
            return [*lines, names.words("drafting.more", n=len(wrong) - place)]
        lines.append(text)
    return lines


def _good(verdicts: Sequence[tuple[Verdict, str]]) -> list[str]:
    return list(dict.fromkeys(verdict.kind for verdict, _ in verdicts if verdict.kind != "refused"))


def _numbers(verdicts: Iterable[tuple[Verdict, str]], kind: str) -> str:
    return ", ".join(str(verdict.line.number) for verdict, _ in verdicts if verdict.kind == kind)


def _picture(names: Names, side: str, plan: CheckedBatch) -> Picture:
    """The table as it stands with the ways to be gone; units that are placed stand where they will."""
    game = names.game
    lasting = setup_text.possible(names) or possible(game)
    state = plan.verdicts[-1].state if lasting and plan.verdicts else game.state
    view = look(game.system, game.scenario, state if state.phase == game.state.phase else game.state, side)
    ways = planned(view, side, plan.verdicts)
    return picture_of(names, ways, crops.action(ways))


def planned(view: View, side: str, verdicts: Iterable[Verdict]) -> View:
    """The view with the moves and shots of a plan instead of those just made."""
    good = [v for v in verdicts if v.kind != "refused" and v.origin]
    trails = tuple(
        Trail(unit=v.command.unit, side=side, path=(v.origin, *v.command.path), manner="step")
        for v in good
        if isinstance(v.command, Move) and v.command.path
    )
    shots = tuple(
        Shot(kind="attack" if isinstance(v.command, Attack) else "bombard", source=v.origin, target=place)
        for v in good
        if isinstance(v.command, (Attack, Bombard))
        and (place := v.state.units[v.command.target].hex) is not None
    )
    return replace(view, trails=trails, shots=shots, clashes=())


# --- what came of it ------------------------------------------------------------------------------


def given_page(language: str, user: int, submitted: Submitted) -> Page:
    """What came of the orders, what stopped them, what can be done next."""
    names = Names.to(language, user, submitted.game)
    words, side = names.words, submitted.game.side_for(user)
    if submitted.repeated:
        return orders_panel.panel(names, side, notice=[words("repeated")])
    plain = [entry for entry in submitted.entries if not isinstance(entry.command, Seal)]
    told = [e for entry in plain for e in entry.events if e.only in ("", entry.side)]
    events = [e for e in told if not isinstance(e, Written)]  # those stand on the sheet, or in the report
    lines = [words("drafting.given", n=len(submitted.entries))]
    if text := event_lines.cut(names, event_lines.lines(names, events), LONGEST_GIVEN):
        lines.append(text)
    if len(plain) < len(submitted.entries) and ended_by(submitted.game, submitted.game.last):
        lines.append(words("sheet.carried_out"))
    page = orders_panel.panel(names, side, notice=lines)
    return orders_panel.with_note(page, _left(names, submitted)) if submitted.left else page


def spent_page(names: Names, side: str) -> Page:
    """For one who gives the same orders twice: what was done in this phase, so that no report is lost."""
    events = [e for e in since_last_report(names.game) if e.only in ("", side)]
    text = event_lines.cut(names, event_lines.lines(names, events), LONGEST_GIVEN)
    page = orders_panel.panel(names, side, notice=[text] if text else [])
    return orders_panel.with_note(page, Embed(text=names.words("drafting.spent"), tone="refusal"))


def _left(names: Names, submitted: Submitted) -> Embed:
    """What was not given, and why it went no further."""
    words, lines = names.words, []
    if submitted.stopped is not None:
        line, refused = submitted.stopped
        facts = {"number": line.number, "typed": coded(line.text, LONGEST_LINE // 2)}
        lines.append(words("drafting.stopped", why=refusals.brief(words, refused, names), **facts))
    lines.append(words("drafting.left", lines=_lines(submitted.left)))
    return Embed(text="\n".join(lines), tone="refusal")


def _lines(lines: Sequence[Line]) -> str:
    texts, most = [coded(line.text, 40) for line in lines], 12
    return " ".join(texts[:most]) + (f" … ({len(lines)})" if len(lines) > most else "")
