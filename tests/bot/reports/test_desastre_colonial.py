"""Désastre Colonial in words: panels, reports and questions in positions stated by hand."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from bot.core.game import Game
from bot.core.order_rules import legal_orders
from bot.core.order_rules.forecast import forecast
from bot.core.requests.actor import Actor
from bot.features.game_view import status_page
from bot.features.leaders import autocomplete as leaders_autocomplete
from bot.features.leaders import options as leaders_options
from bot.features.leaders import panel as leaders_panel
from bot.features.leaders import standing_orders
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.i18n.catalogue import catalogue_for, sentences
from bot.i18n.names import Names
from bot.reports import event_lines, map_picture
from bot.reports.sentences import remark_lines
from bot.transport.messages import view
from bot.ui import units
from bot.ui.page import Button, Menu, Page
from engine import referee
from engine.commands import Command, Done, JudgeAction, Volley
from engine.events import Event, Moved, Noted
from engine.evolve import replay
from engine.ledger import ForcedDice, SeededDice
from engine.systems.desastre_colonial.general import agenda, marks
from engine.systems.desastre_colonial.general.standing_orders import STANDING
from notation import order_text
from tests.bot.sample_games import game_from_script, new_game

ENGINE = Path(__file__).resolve().parents[3] / "engine" / "systems" / "desastre_colonial"
PLAINLY = re.compile(r"[{}]|\bNone\b|not possible now \(")
SILENT = {"aside"}
"""Remarks that the line of the way tells."""
UNSEEN = {"initiative", "card", "gravity", "faux_pas", "owns"}
"""Marks that lie on no unit."""

TABLE = """
system: desastre_colonial
options: {drame: "yes", waves: "yes", faux_pas: "no"}
turns: 6
terrain: {scrub: "0604", village: "0706", rocky_hills: "0404 0504"}
phase: initiative
place:
  c9: {at: "0606", kind: chief, side: colonial, command: 4D8/3, name: Colonel Desharbes}
  c8: {at: "0709", kind: chief, side: colonial, command: 3D8/3}
  c1: {at: "0605", kind: infantry, weapon: blr, training: disciplined, facing: NNE, name: Fusiliers}
  c2: {at: "0705", kind: infantry, losses: 2, weapon: blr, training: disciplined, facing: NNE}
  c3: 0506 infantry losses 3 weapon blr facing NNE
  c4: 0707 artillery weapon art_steel training trained facing NNE trait team
  c5: 1010 cavalry weapon blc facing NNE
  n9: {at: "0602", kind: chief, side: native, command: 3D8/4}
  n8: {at: "0404", kind: chief, side: native, command: 3D8/4}
  n1: {at: "0603", kind: infantry, cohesion: 5, traits: [ferocious], facing: SSW}
  n2: 0703 infantry cohesion 4 weapon sb training undisciplined facing SSW
  n3: 0502 cavalry facing SSW
  n4: 0404 infantry cohesion 1 losses 3 weapon mlr trait skirmisher facing SSW
  n5: 0405 infantry cohesion 5 trait horde facing SSW
"""


def names(game: Game, viewer: str = "colonial") -> Names:
    return Names(catalogue_for(), game.seen(viewer))


def after(game: Game, side: str, order: str | Command, dice: tuple[int, ...] = ()) -> tuple[Game, list[str]]:
    """The game after a typed order, and the lines of its report."""
    command = order if isinstance(order, Command) else parse_order(game, side, order)
    events = referee.play(game.system, game.scenario, game.state, side, command, ForcedDice(dice))
    then = replace(game, state=replay(game.state, events))
    return then, event_lines.lines(names(then, side), events, full=True)


def parse_order(game: Game, side: str, text: str) -> Command:
    return order_text.read(text, game.system, game.scenario, game.seen(side).state, side)


def labels(page: Page) -> list[str]:
    return [press.label for row in page.rows if not isinstance(row, Menu) for press in row]


def menu(page: Page, verb: str) -> Menu:
    return next(row for row in page.rows if isinstance(row, Menu) and f":{verb}" in row.id)


# --- every word is there ------------------------------------------------------------------------------


def noted() -> Iterator[str]:
    """The kinds of remarks that the rulebook makes."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "note"
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value)


@pytest.mark.parametrize("kind", sorted(set(noted()) - SILENT))
def test_every_remark_has_a_sentence(kind: str) -> None:
    heads = (f"note.desastre_colonial.{kind}", f"report.{kind}")

    assert any(key.startswith(heads) for key in catalogue_for())


@pytest.mark.parametrize("kind", sorted({*agenda.ANSWERS, *STANDING}))
def test_every_question_has_a_sentence(kind: str) -> None:
    words = catalogue_for()

    assert any(f"panel.{own}question_{kind}" in words for own in ("", "desastre_colonial."))
    assert kind not in STANDING or f"standing.kind_{kind}" in words


def test_every_phase_and_every_state_of_a_counter_has_words() -> None:
    words, system = catalogue_for(), game_from_script(TABLE).system
    from engine.systems.desastre_colonial import display

    names = {*display.OF_A_UNIT, *display.OF_A_CHIEF, "fragile", "engaged"}

    assert [p for p in system.phases if f"phase.{p}" not in words] == []
    assert [s for s in names if f"state.{s}" not in words or f"legend.state.{s}" not in words] == []
    assert names - {"fragile", "engaged"} <= marks.ALL


# --- command ------------------------------------------------------------------------------------------


def test_a_chief_is_shown_whom_he_reaches() -> None:
    page = orders_panel.panel(names(game_from_script(TABLE)), "colonial", unit="c9", pictured=False)

    choices = menu(page, "muster")

    assert [choice.value for choice in choices.choices] == ["c1", "c2", "c3", "c4"]
    assert choices.most == 4
    assert "c5" not in "\n".join([page.text, *(note.text for note in page.embeds)])
    assert not [label for label in labels(page) if label.startswith("Roll")]


def test_ticked_units_are_led_by_a_button_a_number_of_dice() -> None:
    game = game_from_script(TABLE)

    page = orders_panel.panel(names(game), "colonial", unit="c9", picked=("c1", "c2"), pictured=False)
    button = next(p for row in page.rows if not isinstance(row, Menu) for p in row if p.label == "Roll 3D8")

    assert [label for label in labels(page) if label.startswith("Roll")] == [
        "Roll 4D8",
        "Roll 3D8",
        "Roll 2D8",
    ]
    assert [c.value for c in menu(page, "muster").choices if c.chosen] == ["c1", "c2"]
    assert leaders_options.unpack(game, button.id.split(":")[-1]) == ("c1", "c2")


def test_units_too_far_apart_are_refused_before_any_die() -> None:
    far = (
        TABLE.replace("c5: 1010", "c5: 0808").replace("c3: 0506", "c3: 0405").replace("n5: 0405", "n5: 0505")
    )

    page = orders_panel.panel(
        names(game_from_script(far)), "colonial", unit="c9", picked=("c3", "c5"), pictured=False
    )

    assert "apart" in page.embeds[0].text
    assert "`/rule DC-CMD-06`" in page.embeds[0].text


def test_a_command_roll_is_told_die_by_die() -> None:
    game, lines = after(game_from_script(TABLE), "colonial", "c9 leads c1 c3 with 2", (7, 2))
    game, told_again = after(game, "colonial", "answer none")

    assert (
        lines[0]
        == "📣 **c9 (Colonel Desharbes)** commands c1 (Fusiliers) and c3 with 2 dice of 4 `DC-CMD-12`"
    )
    assert lines[1] == "　🎲 **c9** rolls 2D8: **7 2** `DC-CMD-14`"
    assert told_again == []
    assert game.state.phase == "sharing"


def test_the_best_ways_to_share_dice_are_buttons_that_say_whom_they_activate() -> None:
    game, _ = after(game_from_script(TABLE), "colonial", "c9 leads c1 c3 with 2", (7, 2))
    game, _ = after(game, "colonial", "answer none")

    page = orders_panel.panel(names(game), "colonial", pictured=False)
    shares = leaders_autocomplete.shares(
        names(game), Actor(user=1, name="", interaction=1, guild=1, channel=1), ""
    )

    assert "The dice: **7 2**" in page.text
    assert labels(page)[0] == "All activated · c1: 2 · c3: 7"
    assert shares[0].value == "c1 2, c3 7"
    assert (
        parse_order(game, "colonial", f"share {shares[0].value}")
        == leaders_options.dice_allocations(game.seen("colonial"), "colonial")[0]
    )


def test_bases_turn_one_by_one_and_say_so() -> None:
    game, _ = after(game_from_script(TABLE), "colonial", "c9 leads c1 with 1", (7,))

    page = orders_panel.panel(names(game), "colonial", unit="c1", pictured=False)
    game, lines = after(game, "colonial", "c1 faces left NNE right E")

    assert {"Form square, N and S", "Face E", "Face left E"} <= {c.label for c in menu(page, "turn").choices}
    assert lines == ["🔵 **c1 (Fusiliers)** turns: right E `DC-MOV-09`"]
    assert "facing left NNE, right E" in units.about(names(game), "c1")
    assert len(step_panel.page(names(game), "colonial", "c1").rows) <= 5


# --- fire and melee -----------------------------------------------------------------------------------


def firing() -> Game:
    """The Colonial side at fire."""
    game, _ = after(game_from_script(TABLE), "colonial", "c9 leads c1 c2 with 2", (7, 8))
    game, _ = after(game, "colonial", "answer none")
    game, _ = after(game, "colonial", "share c1 7, c2 8")
    for order in ("c1 N", "c1 attacks n1", "done", "answer no"):
        game, _ = after(game, "colonial", order)
    assert game.state.phase == "fire"
    return game


def test_a_target_is_chosen_with_its_odds_then_who_fires() -> None:
    game = firing()

    first = orders_panel.panel(names(game), "colonial", pictured=False)
    page = orders_panel.panel(names(game), "colonial", unit="n2", picked=("c2/left",), pictured=False)

    assert re.search(r"1 unit can fire · \d+% chance of a loss", menu(first, "target").choices[0].about)
    assert [c.value for c in menu(page, "shooters").choices] == ["c2", "c2/left", "c2/right"]
    assert "**c2**: **2 dice**, hits on 5 or more" in page.embeds[0].text
    assert "Fire at n2 (1 unit)" in labels(page)


def under_protection() -> Game:
    """The Colonial side at fire; n2, in cover, has two dice of c2, which has moved, rolled again."""
    covered = TABLE.replace('scrub: "0604"', 'scrub: "0703"')
    return game_from_script(
        covered.replace("phase: initiative", "phase: fire") + "marks: {c2: [activated, moved 0706]}\n"
    )


def test_the_odds_of_a_volley_are_exact_DC_FIR_23() -> None:
    game, hit = under_protection(), Fraction(6, 10)  # 5 or more, DC-FIR-18

    def falls(dice: int) -> dict[int, Fraction]:
        """How probable each number of hits is."""
        return {n: comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)}

    stand: defaultdict[int, Fraction] = defaultdict(Fraction)
    for first, probability in falls(4).items():
        again = min(first, 2)
        for second, then in falls(again).items():
            stand[2 * (first - again + second)] += probability * then  # two hits a die, DC-FIR-21
    cohesion = game.state.units["n2"]["cohesion"]

    odds = forecast(game, "colonial", Volley(target="n2", shooters=("c2",)))

    assert odds.sampled == 0
    assert odds.other.loss == sum(p * (hits // cohesion) for hits, p in stand.items())
    assert odds.hurt == sum(p for hits, p in stand.items() if hits >= cohesion) > 0


def test_a_volley_tells_what_protected_the_target_and_which_dice_fell_again() -> None:
    game = under_protection()

    _, lines = after(game, "colonial", Volley(target="n2", shooters=("c2",)), (9, 8, 3, 2, 1, 7))

    assert lines[0] == ("💥 **c2** at 0705 fires at **n2** at 0703, 2 hexes away · hits: **2** `DC-FIR-11`")
    assert lines[1].startswith("　🎲 9 8 3 2, hits on 5 or more")
    assert lines[2] == (
        "　protection: fired after moving 1 (S1); in cover 1 (T4) · rerolled 9 → 1, 8 → 7 · now 1 7 3 2"
    )


def test_a_melee_tells_the_dice_of_both_with_what_changed_them() -> None:
    game, _ = after(firing(), "colonial", Done(), (1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6))

    report = "\n".join(after(firing(), "colonial", Done(), (1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6))[1])

    assert "**n1** defends with 5 dice" in report
    assert "**c1** attacks with 6 dice: **6 hits**" in report
    assert "　　6 from bases; hits above 0: 🎲 6 6 6 6 6 6" in report
    assert game.state.units["n1"]["losses"] == 1


# --- morale -------------------------------------------------------------------------------------------

SHAKEN = """
system: desastre_colonial
phase: movement
place:
  c1: {at: "0505", kind: infantry, facing: NNE, name: Fusiliers}
  c2: 0405 infantry facing NNE
  c9: {at: "0505", kind: chief, command: 4D8/3, name: Desharbes}
  n1: 0506 infantry cohesion 5 facing NNE
"""


def trial(script: str, dice: tuple[int, ...]) -> list[str]:
    """What is said of a test of morale of c1."""
    game = game_from_script(script)
    gesture = JudgeAction(kind="test", unit="c1")
    verdict = referee.judge(game.system, game.scenario, game.state, "colonial", gesture, ForcedDice(dice))
    return event_lines.lines(names(replace(game, state=replay(game.state, verdict))), verdict, full=True)


def test_a_test_of_morale_shows_the_whole_sum() -> None:
    lines = trial(SHAKEN.replace("c2: 0405", "c2: 0404"), (2, 3, 3))

    assert lines[:4] == [
        "⚖️ **c1 (Fusiliers)** tests morale, a card calls for it: **routs 1 hex** `DC-MOR-02`",
        "　against **3**: stronger enemy adjacent, and no steady friend facing it: n1 (A5); "
        "enemy on a flank or in the rear: n1 (A6); enemy in the rear: n1 (A7)",
        "　for **2**: steady friend adjacent: c2 (F1); with a chief: c9 (Desharbes) (F2)",
        "　🎲 2 3 3, saves on 4 or more: **0** saved, 3 − 2 − 0 leaves **1** `DC-MOR-13`",
    ]


NATIVE = """
system: desastre_colonial
phase: movement
place:
  n1: {at: "0505", kind: infantry, cohesion: 5, facing: NNE, side: native, name: Lions}
  c1: 0705 infantry facing NNE
"""


def test_the_native_test_counts_friends_and_enemies_and_names_them() -> None:
    facts = {"cause": "fire", "cohesion": 5, "losses": 4, "die": 1, "score": -1, "result": "rout"}
    note = Noted(
        kind="native_morale",
        rule="DC-NAT-07",
        facts={"unit": "n1", "friends": (), "enemies": ("c1",), **facts},
    )

    lines = remark_lines.lines(names(game_from_script(NATIVE)), note)

    assert "cohesion 5 + 0 steady friends − 4 losses − 1 enemy (c1) − 🎲 1 = **−1**, less than 0" in lines[0]


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        ({}, "of 9 `DC-VIC-07`"),
        ({"objective": "none"}, "of 9 `DC-VIC-07`"),
        ({"objective": "yes"}, "of 9; the Colonial side has all its objectives `DC-VIC-07`"),
        ({"objective": "no"}, "of 9; the Colonial side does not have all its objectives `DC-VIC-07`"),
    ],
)
def test_the_end_says_what_was_lost_and_whether_objectives_were_held_DC_VIC_07(
    objective: dict[str, str], said: str
) -> None:
    note = Noted(kind="victory", rule="DC-VIC-07", facts={"lost": 4, "started": 9, **objective})

    lines = remark_lines.lines(names(game_from_script(NATIVE)), note)

    assert lines == [f"Colonial units lost: **4** {said}"]


def test_what_is_cancelled_without_a_die_says_so_DC_MOR_08() -> None:
    lines = trial(SHAKEN.replace("n1: 0506 infantry cohesion 5", "n1: 0909 infantry cohesion 5"), ())

    assert "for **3**" in lines[2]
    assert lines[1] == "　against **0**: nothing"
    assert lines[3] == "　all cancelled"
    assert lines[0].endswith("**holds** without a roll `DC-MOR-08`")


# --- standing orders ----------------------------------------------------------------------------------


def test_standing_orders_are_listed_to_their_own_side_alone() -> None:
    game, _ = after(game_from_script(TABLE), "colonial", "instruct rout cover")

    mine, theirs = (standing_orders.page(names(game, s), s, kind="rout") for s in ("colonial", "native"))

    assert mine.embeds[0].text == "**Where routing units go**: to the nearest cover"
    assert "cover" not in theirs.embeds[0].text
    assert labels(mine) == ["to the nearest cover", "to the nearest chief", "Ask me again", "Orders panel"]


def test_the_status_tells_initiative_and_chiefs() -> None:
    game, _ = after(game_from_script(TABLE), "colonial", "c9 leads c1 with 1", (7,))

    text = status_page.status(names(game)).embeds[0].text

    assert "Chiefs: c9 4D8/3 (commanding), c8 3D8/3" in text


# --- whole games --------------------------------------------------------------------------------------


def pages(game: Game, chance: random.Random) -> Iterator[Page]:
    """What a player may see before he decides."""
    side = game.owing[0]
    yield orders_panel.panel(names(game, side), side, pictured=False)
    able = legal_orders.able(names(game, side).game, side) if not game.state.questions else ()
    if able:
        unit = chance.choice(able)
        yield orders_panel.panel(names(game, side), side, unit=unit, pictured=False)


def check(page: Page) -> None:
    """Readable, and such that Discord takes it."""
    menus = [row for row in page.rows if isinstance(row, Menu)]
    presses: list[Button] = [p for row in page.rows if not isinstance(row, Menu) for p in row]
    texts = [page.text, *(note.text for note in page.embeds), *(p.label for p in presses)]
    texts += [text for m in menus for c in m.choices for text in (c.label, c.about)]

    assert [text for text in texts if PLAINLY.search(text)] == []
    assert len(page.rows) <= 5
    assert len({*(m.id for m in menus), *(p.id for p in presses)}) == len(menus) + len(presses)
    assert all(1 <= len({c.value for c in m.choices}) == len(m.choices) <= 25 for m in menus)
    assert all(m.most == 1 or sum(c.chosen for c in m.choices) <= m.most for m in menus)


@pytest.mark.parametrize("seed", [6, 11])
async def test_everything_in_a_game_can_be_read_and_sent(seed: int) -> None:
    chance, dice, game = random.Random(seed), SeededDice(b"%d" % seed), game_from_script(TABLE)
    happened: list[tuple[Event, str]] = []

    for number in range(110):
        if game.state.result is not None:
            break
        for page in pages(game, chance):
            check(page)
            view(page)
        side = game.owing[0]
        commands = [o.command for o in referee.options(game.system, game.scenario, game.state, side)]
        order = chance.choice(commands)
        events = referee.play(game.system, game.scenario, game.state, side, order, dice, order=number + 1)
        game = replace(game, state=replay(game.state, events))
        happened += [(e, "\n".join(event_lines.lines(names(game, ""), [e]))) for e in events]

    kinds = (Moved, Noted)
    untold = {
        e.kind if isinstance(e, Noted) else e.manner
        for e, text in happened
        if isinstance(e, kinds) and not text
    }
    assert [text for _, text in happened if PLAINLY.search(text)] == []
    assert untold <= SILENT


def test_no_more_dice_can_be_chosen_than_a_button_row_holds() -> None:
    game = game_from_script(TABLE.replace("4D8/3", "5D8/5"))

    rows, _ = leaders_panel.parts(names(game), "colonial", "c9", ("c1",))

    assert [len(row) for row in rows if not isinstance(row, Menu)] == [5]


def test_each_end_of_a_melee_has_its_word_on_the_map() -> None:
    results = {key.rpartition("melee_result_")[2] for key in sentences() if "melee_result_" in key}

    assert len(results) == 3
    assert all(f"legend.result.{end}" in sentences() for end in results)
    assert results <= set(map_picture._RESULTS)


def test_what_a_unit_is_built_like_is_told_once() -> None:
    game = new_game("puits")

    told = units.about(names(game), "gun")

    assert told.count("with a team") == 1
