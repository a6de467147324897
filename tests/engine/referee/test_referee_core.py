"""The referee with a rulebook of a few lines: who may speak, what follows by itself, how dice are keyed."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scenarios
from engine import events as ev
from engine import referee
from engine.commands import Answer, Command, Done, Draw, Expired, Instruct, JudgeAction, Rally, Resign, Step
from engine.errors import GameOver, NotOnTable, NotYours, Refused, WrongPhase
from engine.evolve import replay
from engine.ledger import ForcedDice, Ledger, OutOfDice, SeededDice
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option, Phase, System
from engine.systems import find

BATTLE = scenarios.load("ormes")
DICE = SeededDice(b"seed", ("salt",))
ASKED = Question(
    kind="cover", side="orange", about="line-1", options=("yes", "no"), default="no", secret=True
)


def rolls(scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    ledger.pool("two", 2, sides=6, rule="X-1")
    ledger.pool("two", 2, sides=6, rule="X-1", key="once")


def asks(scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    ledger.tell(ev.Asked(question=ASKED))


def answered(scenario: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    ledger.note("answered", "X-2", option=option)


def expires(scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    ledger.note("expired", "X-3", side=side)


def resigns(scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    ledger.tell(ev.Ended(winner=scenario.enemy(side), level="win", reason="resigned"))


def judged(scenario: Scenario, ledger: Ledger, side: str, action: JudgeAction) -> None:
    ledger.roll("trial", sides=6, rule="X-4", by=action.unit)


def follows(scenario: Scenario, ledger: Ledger) -> None:
    """Two steps that no one decides, then it is Blue's turn again."""
    if ledger.state.agenda:
        ledger.tell(ev.Popped())
    else:
        ledger.tell(ev.Began(phase="act", turn=ledger.state.turn + 1, player="blue", owing=("blue",)))


def rolls_and_follows(scenario: Scenario, ledger: Ledger) -> None:
    ledger.roll("weather", sides=6, rule="")
    follows(scenario, ledger)


def offers(scenario: Scenario, state: State, side: str, unit: str) -> list[Option]:
    if unit:
        return [Option(command=Step(unit=unit, hex="0101"), cost=1)]
    return [Option(command=Done()), Option(command=Rally())]


def starts(scenario: Scenario, ledger: Ledger) -> None:
    ledger.tell(*(ev.Introduced(counter=unit) for unit in units().values()))


def units() -> dict[str, Unit]:
    real = find(BATTLE.system)
    return dict(replay(State(), referee.start(real, BATTLE, DICE)).units)


ACT = Phase(name="act", takes={Done: rolls, Rally: asks}, options=offers)
LATER = Phase(name="later", takes={Draw: rolls, Resign: rolls}, options=offers, anytime=frozenset({Draw}))
TOY: System = replace(
    find(BATTLE.system),
    phases={"act": ACT, "later": LATER},
    start=starts,
    follow=follows,
    answers={"cover": answered},
    timeout=expires,
    resign=resigns,
    judge_actions={"trial": judged},
    standing_answers={"cover": ("yes", "no")},
    turns_rule="X-TURN",
    sequence_rule="X-SEQ",
)
ROLLING: System = replace(TOY, follow=rolls_and_follows)
OPEN = State(phase="act", turn=1, player="blue", active=frozenset({"blue"}))
WAITING = replace(OPEN, questions=(ASKED,))


def play(
    state: State, side: str, command: Command, system: System = TOY, **numbers: int
) -> tuple[ev.Event, ...]:
    return referee.play(system, BATTLE, state, side, command, DICE, **numbers)


def keys(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.key for event in events if isinstance(event, ev.Rolled)]


def test_a_game_starts_and_goes_on_to_the_first_decision() -> None:
    events = referee.start(TOY, BATTLE, DICE)

    assert isinstance(events[-1], ev.Began)
    assert replay(State(), events).active == {"blue"}


def test_rolls_are_keyed_by_order_and_count_and_own_keys_by_the_newest_undo() -> None:
    assert keys(play(OPEN, "blue", Done(), order=7)) == ["7/1", "once"]
    assert keys(play(OPEN, "blue", Done(), order=8, undo=5)) == ["8/1", "once/u5"]
    trial = JudgeAction(kind="trial", unit="x")
    assert keys(referee.judge(TOY, BATTLE, OPEN, "blue", trial, DICE, 9)) == ["9/1"]
    idle = replace(OPEN, active=frozenset())
    assert keys(referee.proceed(ROLLING, BATTLE, idle, DICE, 9)) == ["9/1"]


def test_without_a_number_an_order_counts_as_the_start_of_the_game() -> None:
    trial, idle = JudgeAction(kind="trial", unit="x"), replace(OPEN, active=frozenset())

    assert keys(play(OPEN, "blue", Done())) == ["0/1", "once"]
    assert keys(referee.judge(TOY, BATTLE, OPEN, "blue", trial, DICE)) == ["0/1"]
    assert keys(referee.proceed(ROLLING, BATTLE, idle, DICE)) == ["0/1"]


def test_every_die_of_a_handful_has_a_key_of_its_own() -> None:
    ledger = Ledger(State(), DICE, order=3)

    dice = ledger.pool("many", 40, sides=1000, rule="")

    assert list(dice) == [DICE.draw(f"3/1/{n}", 1000) for n in range(1, 41)]
    assert len(set(dice)) > 30
    assert ledger.roll("next", sides=1000, rule="") == DICE.draw("3/2/1", 1000)
    assert keys(tuple(ledger.events)) == ["3/1", "3/2"]


def test_the_seed_and_every_word_in_its_order_change_the_dice() -> None:
    def faces(seed: bytes, *words: str) -> list[int]:
        return [SeededDice(seed, words).draw(f"{n}", 1000) for n in range(10)]

    plain = faces(b"seed", "a", "b")
    assert plain == faces(b"seed", "a", "b")
    others = [faces(b"deed", "a", "b"), faces(b"seed", "b", "a"), faces(b"seed", "a"), faces(b"seed")]
    assert len({tuple(each) for each in [plain, *others]}) == 5
    assert {SeededDice(b"x").draw(str(n), 6) for n in range(200)} == {1, 2, 3, 4, 5, 6}


def test_forced_dice_fall_in_order_from_the_lowest_face_to_the_highest() -> None:
    dice = ForcedDice([1, 6])

    assert (dice.draw("a", 6), dice.used, dice.draw("b", 6), dice.used) == (1, 1, 6, 2)
    for bad in (0, 7):
        with pytest.raises(ValueError, match=f"no {bad}"):
            ForcedDice([bad]).draw("a", 6)
    for purpose, said in (("rally", "for rally (1-6)"), ("", "for a roll (1-6)")):
        with pytest.raises(OutOfDice) as ended:
            ForcedDice([]).draw(purpose, 6)
        assert (ended.value.sides, str(ended.value)) == (6, f"no die left {said}")


def test_a_ledger_keeps_the_state_before_each_event() -> None:
    ledger = Ledger(OPEN, DICE)

    ledger.tell(ev.Asked(question=ASKED), ev.Answered(option="no"))

    assert ledger.before == [OPEN, WAITING]
    assert ledger.state == OPEN


def test_only_who_has_to_act_gives_orders_and_only_those_of_the_phase() -> None:
    later = replace(OPEN, phase="later")

    with pytest.raises(NotYours) as waits:
        play(OPEN, "orange", Done())
    with pytest.raises(WrongPhase) as elsewhere:
        play(later, "blue", Done())

    assert (waits.value.rule, waits.value.reason) == ("X-TURN", "not_your_turn")
    assert waits.value.facts == {"side": "orange", "player": "blue", "phase": "act"}
    assert (elsewhere.value.rule, elsewhere.value.reason) == ("X-SEQ", "wrong_phase")
    assert elsewhere.value.facts == {"order": "done", "phase": "later", "fitting": ("act",)}
    referee.check_admitted(TOY, later, "orange", Draw)
    with pytest.raises(NotYours):
        referee.check_admitted(TOY, later, "orange", Resign)


def test_while_a_question_waits_only_its_side_speaks_and_only_an_answer_counts() -> None:
    with pytest.raises(NotYours) as other:
        play(WAITING, "blue", Done())
    with pytest.raises(WrongPhase) as order:
        play(WAITING, "orange", Done())
    with pytest.raises(Refused) as option:
        play(WAITING, "orange", Answer(option="perhaps"))

    assert (other.value.reason, other.value.facts["side"]) == ("question_waits_for_other", "orange")
    assert (order.value.reason, order.value.facts["about"]) == ("question_waits", "line-1")
    assert option.value.facts == {"kind": "cover", "option": "perhaps", "options": ("yes", "no")}
    for kind in (Done, Answer):
        with pytest.raises(NotYours):
            referee.check_admitted(TOY, WAITING, "blue", kind)


def test_of_several_questions_the_first_one_waits() -> None:
    """Whichever side it asks: "blue" comes before "orange", and after "amber"."""
    for asked in ("blue", "amber"):
        first = replace(ASKED, side=asked, about="first", options=("left", "right"), default="left")
        both = replace(OPEN, questions=(first, ASKED))

        for command in (Done(), Answer(option="yes"), Expired()):
            with pytest.raises(NotYours):
                play(both, "orange", command)
        with pytest.raises(Refused):
            play(both, asked, Answer(option="yes"))
        assert play(both, asked, Answer(option="right"))[0] == ev.Answered(option="right", only=asked)
        assert play(both, asked, Expired())[0] == ev.Answered(option="left", only=asked)
        offered = [o.command for o in referee.options(TOY, BATTLE, both, asked)]
        assert offered == [Answer(option="left"), Answer(option="right")]
        assert referee.options(TOY, BATTLE, both, "orange") == ()


def test_a_secret_answer_is_known_to_its_own_side() -> None:
    for secret, only in ((True, "orange"), (False, "")):
        waiting = replace(OPEN, questions=(replace(ASKED, secret=secret),))

        reply, note, *_ = play(waiting, "orange", Answer(option="yes"))

        assert reply == ev.Answered(option="yes", only=only)
        assert note == ev.Noted(kind="answered", facts={"option": "yes"}, rule="X-2")


def test_a_standing_answer_is_given_by_itself_also_to_a_question_that_waits() -> None:
    laid = play(WAITING, "orange", Instruct(kind="cover", answer="yes"))
    asked = play(replace(OPEN, standing={"orange": {"cover": "no"}}), "blue", Rally())

    assert laid[0] == ev.Instructed(side="orange", kind="cover", answer="yes", only="orange")
    assert [e.option for e in (*laid, *asked) if isinstance(e, ev.Answered)] == ["yes", "no"]
    with pytest.raises(NotOnTable):
        play(OPEN, "blue", Instruct(kind="nothing", answer="yes"))


def test_time_runs_out_for_who_owes_a_decision_a_question_before_an_order() -> None:
    played = play(WAITING, "orange", Expired())
    passed = play(OPEN, "blue", Expired())

    assert [e.option for e in played if isinstance(e, ev.Answered)] == ["no"]
    assert passed == (ev.Noted(kind="expired", facts={"side": "blue"}, rule="X-3"),)
    for state, side in ((WAITING, "blue"), (OPEN, "orange")):
        with pytest.raises(NotYours) as refused:
            play(state, side, Expired())
        assert (refused.value.reason, refused.value.facts) == ("nothing_open", {"side": side})


def test_anybody_may_resign_or_agree_to_a_draw_until_the_end_and_nothing_follows_it() -> None:
    resigned = play(WAITING, "blue", Resign())
    drawn = play(OPEN, "orange", Draw())

    assert resigned == (ev.Ended(winner="orange", level="win", reason="resigned"),)
    assert drawn == (ev.Ended(winner="", level="draw", reason="agreed"),)
    over = replay(OPEN, resigned)
    with pytest.raises(GameOver) as refused:
        play(over, "blue", Resign())
    assert refused.value.facts == {"winner": "orange"}
    assert referee.is_settled(over)
    assert referee.options(TOY, BATTLE, over, "blue") == ()


def test_what_happens_by_itself_goes_on_to_the_next_decision_and_no_further() -> None:
    idle = replace(OPEN, active=frozenset())
    busy = replace(OPEN, agenda=replay(OPEN, [ev.Pushed(kind="task", about="x")] * 2).agenda)

    assert [type(e) for e in referee.proceed(TOY, BATTLE, idle, DICE)] == [ev.Began]
    assert [type(e) for e in referee.proceed(TOY, BATTLE, busy, DICE)] == [ev.Popped, ev.Popped]
    assert referee.proceed(TOY, BATTLE, OPEN, DICE) == ()
    assert referee.proceed(TOY, BATTLE, WAITING, DICE) == ()
    assert [referee.is_settled(s) for s in (OPEN, WAITING, idle, busy)] == [True, True, False, False]


def test_a_rulebook_that_never_comes_to_a_decision_is_stopped() -> None:
    stuck = replace(TOY, name="toy", follow=lambda scenario, ledger: None)

    with pytest.raises(RuntimeError, match="toy does not go on: stuck in act"):
        referee.proceed(stuck, BATTLE, replace(OPEN, active=frozenset()), DICE)


def test_many_steps_in_a_row_are_no_reason_to_stop() -> None:
    many = replay(OPEN, [ev.Pushed(kind="task", about="x")] * 1000)

    assert len(referee.proceed(TOY, BATTLE, many, DICE)) == 1000


def test_a_judge_does_what_the_rulebook_knows() -> None:
    with pytest.raises(NotOnTable) as refused:
        referee.judge(TOY, BATTLE, OPEN, "blue", JudgeAction(kind="ordeal", unit="x"), DICE)

    assert refused.value.facts == {"kind": "ordeal", "known": ("trial",)}


def test_events_name_who_may_know_of_them_by_the_state_before_them() -> None:
    def blues_until_asked(scenario: Scenario, before: State, event: ev.Event) -> str:
        return "orange" if before.questions else "blue"

    secretive = replace(TOY, audience=blues_until_asked)

    asked = play(OPEN, "blue", Rally(), system=secretive)
    replied = play(WAITING, "orange", Answer(option="no"), system=secretive)

    assert [e.only for e in asked] == ["blue"]
    assert [e.only for e in replied] == ["orange", "blue"]
    same = ev.Popped(only="blue")
    assert referee.announced(secretive, BATTLE, OPEN, same) is same


def test_options_are_those_of_the_side_that_decides() -> None:
    state = replace(OPEN, units=units())
    own = [id_ for id_, unit in units().items() if unit.side == "blue"]

    offered = [o.command for o in referee.options(TOY, BATTLE, state, "blue")]

    assert 0 < len(own) < len(units())
    assert offered == [Done(), Rally(), *(Step(unit=id_, hex="0101") for id_ in own)]
    alone = referee.options(TOY, BATTLE, state, "blue", own[0])
    assert alone == (Option(command=Step(unit=own[0], hex="0101"), cost=1),)
    assert [o.command for o in referee.options(TOY, BATTLE, state, "blue", "")] == [Done(), Rally()]
    assert referee.options(TOY, BATTLE, state, "orange") == ()
    read = "".join(("or", "ange"))  # equal, and another object, as one that was read
    answers = [o.command for o in referee.options(TOY, BATTLE, WAITING, read)]
    assert answers == [Answer(option="yes"), Answer(option="no")]
    assert referee.options(TOY, BATTLE, WAITING, "blue") == ()


def test_moves_are_left_out_where_they_are_not_asked_for_and_the_phase_knows_how() -> None:
    resting = replace(ACT, without_moves=lambda scenario, state, side, unit: [Option(command=Done())])
    quick = replace(TOY, phases={"act": resting})

    def offered(system: System, **asked: bool) -> list[Command]:
        return [o.command for o in referee.each_option(system, BATTLE, OPEN, "blue", "", **asked)]

    assert offered(quick) == [Done(), Rally()]
    assert offered(quick, moves=False) == [Done()]
    assert offered(TOY, moves=False) == [Done(), Rally()]
