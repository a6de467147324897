"""Many orders at once, in words: the verdict on every line, the ways on a map, what came of the orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from bot.batch import Given
from bot.chapters import ended_by, since_chapter
from bot.page import Note, Page, Picture, Press, press_id
from bot.plan import LONGEST_LINE, Line, Plan, Verdict
from bot.planning import possible
from bot.say import deployment, panel, refusals, report
from bot.say.board import shown
from bot.say.menus import head
from bot.say.names import Names, coded
from engine.commands import Attack, Bombard, Done, Move, Seal
from engine.events import Began
from engine.view import Shot, Trail, View, look
from render import crops

LONGEST_PLAN = 3600
"""Characters of all verdicts."""
LONGEST_GIVEN = 1300
MARKS = {"sure": "✅", "dice": "🎲", "later": "⏳", "refused": "❌"}


def example(names: Names, side: str) -> str:
    """How orders are written. Found at once: a form must open within three seconds."""
    units = names.table.state.units.values()
    unit = next(u.id for u in units if u.side == side)
    enemy = next(u.id for u in units if u.side != side)
    key = "set_up" if deployment.possible(names) else "secret" if possible(names.table) else "orders"
    return names.words(names.own("drafting", f"example_{key}"), unit=unit, enemy=enemy)


# --- the plan -------------------------------------------------------------------------------------


def plan_page(names: Names, side: str, plan: Plan, draft: int) -> Page:
    """The verdict on every line, the ways on a map, a button that gives what is legal."""
    words = names.words
    told = _cut(names, [(v, _verdict(names, v)) for v in plan.verdicts])
    if plan.cut:
        told.append(words("drafting.cut", n=plan.cut))
    title = words("drafting.head", good=len(plan.good), n=len(plan.verdicts) + plan.cut)
    note = Note(title=title, text="\n".join(told), footer=_footer(names, plan), tone=side)
    return Page(
        text=head(names, side),
        notes=(note,),
        picture=_picture(names, side, plan),
        rows=(_buttons(names, len(plan.good), draft),),
    )


def _buttons(names: Names, good: int, draft: int) -> tuple[Press, ...]:
    game, stamp, words = names.table.game.id, names.table.stamp, names.words
    give = Press(
        label=words("button.give" if good > 1 else "button.give_one"),
        id=press_id(game, stamp, "give", draft),
        style="success",
    )
    change = Press(label=words("button.change"), id=press_id(game, stamp, "write"))
    orders = Press(label=words("button.panel"), id=press_id(game, stamp, "panel"))
    return (give, change, orders) if good else (change, orders)


def _footer(names: Names, plan: Plan) -> str:
    """What the signs mean, those that are there."""
    kinds = dict.fromkeys(v.kind for v in plan.verdicts)
    told = [names.words(f"drafting.means_{kind}") for kind in ("dice", "later", "refused") if kind in kinds]
    ends = any(isinstance(v.command, Done) and v.kind != "refused" for v in plan.verdicts)
    if ends and "refused" in kinds:
        told.append(names.words("drafting.ends_anyway"))
    return "\n".join(told)


def _verdict(names: Names, verdict: Verdict) -> str:
    """One line."""
    words, line = names.words, verdict.line
    facts = {"mark": MARKS[verdict.kind], "number": line.number, "typed": coded(line.text, LONGEST_LINE // 2)}
    if verdict.kind == "sure":
        return words("drafting.sure", told=_told(names, verdict), **facts)
    if verdict.refused is not None and verdict.kind == "refused":
        return words("drafting.refused", why=refusals.brief(words, verdict.refused, names), **facts)
    return words(f"drafting.{verdict.kind}", **facts)


def _told(names: Names, verdict: Verdict) -> str:
    """What comes of a line, as it will be reported."""
    after = Names(names.words, replace(names.table, state=verdict.state))
    side = names.table.viewer or ""
    own = list(takewhile(lambda e: not isinstance(e, Began) or e.player == side, verdict.events))
    told = [line.strip() for line in report.lines(after, [e for e in own if e.only in ("", side)])]
    if isinstance(verdict.command, Seal):
        told.append(names.words("sheet.locked_now"))
    elif len(own) < len(verdict.events):  # the other side may have more to do than is known here
        told.append(names.words("drafting.turn_ends"))
    elif isinstance(verdict.command, Done):
        told.append(names.words("panel.phase_now", phase=names.phase(verdict.state.phase)))
    return " · ".join(told) or coded(verdict.line.text, LONGEST_LINE // 2)


def _cut(names: Names, told: Sequence[tuple[Verdict, str]]) -> list[str]:
    """Every verdict where there is room; else what is wrong line by line, and the rest in numbers."""
    if sum(len(text) + 1 for _, text in told) <= LONGEST_PLAN:
        return [text for _, text in told]
    kept = [
        names.words("drafting.many", mark=MARKS[kind], numbers=_numbers(told, kind)) for kind in _good(told)
    ]
    room = LONGEST_PLAN - sum(len(text) + 1 for text in kept)
    wrong = [text for verdict, text in told if verdict.kind == "refused"]
    for place, text in enumerate(wrong):
        room -= len(text) + 1
        if room < 100:
            return [*kept, names.words("drafting.more", n=len(wrong) - place)]
        kept.append(text)
    return kept


def _good(told: Sequence[tuple[Verdict, str]]) -> list[str]:
    return list(dict.fromkeys(verdict.kind for verdict, _ in told if verdict.kind != "refused"))


def _numbers(told: Iterable[tuple[Verdict, str]], kind: str) -> str:
    return ", ".join(str(verdict.line.number) for verdict, _ in told if verdict.kind == kind)


def _picture(names: Names, side: str, plan: Plan) -> Picture:
    """The table as it stands with the ways to be gone; units that are placed stand where they will."""
    table = names.table
    lasting = deployment.possible(names) or possible(table)
    state = plan.verdicts[-1].state if lasting and plan.verdicts else table.state
    view = look(
        table.system, table.scenario, state if state.phase == table.state.phase else table.state, side
    )
    ways = planned(view, side, plan.verdicts)
    return shown(names, ways, crops.action(ways))


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


def given_page(language: str, user: int, given: Given) -> Page:
    """What came of the orders, what stopped them, what can be done next."""
    names = Names.to(language, user, given.table)
    words, side = names.words, given.table.side_for(user)
    if given.repeated:
        return panel.panel(names, side, told=[words("repeated")])
    plain = [entry for entry in given.entries if not isinstance(entry.command, Seal)]
    events = [e for entry in plain for e in entry.events if e.only in ("", entry.side)]
    told = [words("drafting.given", n=len(given.entries))]
    if text := report.cut(names, report.lines(names, events), LONGEST_GIVEN):
        told.append(text)
    if len(plain) < len(given.entries) and ended_by(given.table, given.table.last):
        told.append(words("sheet.carried_out"))
    page = panel.panel(names, side, told=told)
    return panel.with_note(page, _left(names, given)) if given.left else page


def spent_page(names: Names, side: str) -> Page:
    """For one who gives the same orders twice: what was done in this phase, so that no report is lost."""
    events = [e for e in since_chapter(names.table) if e.only in ("", side)]
    told = report.cut(names, report.lines(names, events), LONGEST_GIVEN)
    page = panel.panel(names, side, told=[told] if told else [])
    return panel.with_note(page, Note(text=names.words("drafting.spent"), tone="refusal"))


def _left(names: Names, given: Given) -> Note:
    """What was not given, and why it went no further."""
    words, told = names.words, []
    if given.stopped is not None:
        line, refused = given.stopped
        facts = {"number": line.number, "typed": coded(line.text, LONGEST_LINE // 2)}
        told.append(words("drafting.stopped", why=refusals.brief(words, refused, names), **facts))
    told.append(words("drafting.left", lines=_lines(given.left)))
    return Note(text="\n".join(told), tone="refusal")


def _lines(left: Sequence[Line]) -> str:
    shown_, most = [coded(line.text, 40) for line in left], 12
    return " ".join(shown_[:most]) + (f" … ({len(left)})" if len(left) > most else "")
