"""One position for each of the four rulebooks: what `State` must be able to hold (docs/game-state.md)."""

from dataclasses import replace

from engine import events as ev
from engine.evolve import replay
from engine.state import ELIMINATED, Question, State, Task, Unit

PLACES = ("0101", "0102", "0201", ELIMINATED)


def counter(id_: str, side: str, kind: str, place: str, **values: int) -> ev.Introduced:
    return ev.Introduced(
        counter=Unit(id=id_, side=side, kind=kind, place=place, printed=values, values=values)
    )


def test_a_table_of_morne_plaine() -> None:
    state = replay(
        State(),
        (
            counter("cav-1", "blue", "cavalry", "0305", cs=3, ma=6, mv=4, mp=6),
            counter("b-1", "orange", "infantry", "0302", cs=4, ma=3, mv=4),
            ev.Began(phase="movement", turn=2, player="blue", owing=("blue",)),
            ev.Selected(unit="cav-1"),
            ev.Moved(unit="cav-1", origin="0305", hex="0304", manner="step"),
            ev.Changed(unit="cav-1", value="mp", was=6, now=5),
            ev.Moved(unit="cav-1", origin="0304", hex="0303", manner="step"),
            ev.Marked(name="charged", on="cav-1", to="b-1"),
            ev.Placed(unit="b-1", origin="0302", place=ELIMINATED, manner="eliminated"),
            ev.Marked(name="owns", on="bridge", to="blue"),
        ),
    )

    hand = state.selection
    assert hand is not None
    assert [step.origin for step in hand.steps] == ["0305", "0304"]
    assert hand.steps[0].had["mp"] == 6
    assert state.targets_of_mark("cav-1", "charged") == {"b-1"}
    assert state.units["b-1"].hex is None
    assert [unit.id for unit in state.on("0303")] == ["cav-1"]
    assert state.targets_of_mark("bridge", "owns") == {"blue"}


def test_a_table_of_pousse_pion() -> None:
    question = Question(kind="pursuit", side="blue", about="b-2", options=("yes", "no"), default="no")
    state = replay(
        State(),
        (
            counter("ney", "blue", "general", "0404", cd=3, mv=6, mo=5),
            counter("b-2", "blue", "infantry", "0405", vc=5, mv=3, mo=4),
            counter("late", "blue", "infantry", "@reserve", vc=4, mv=3, mo=4),
            ev.Began(phase="combat", turn=3, player="blue", owing=("blue",)),
            ev.Changed(value="manoeuvres", was=0, now=1, unit="ney"),
            ev.Marked(name="disordered", on="b-2"),
            ev.Marked(name="charged", on="b-2", to="0403"),
            ev.Pushed(kind="pursuit", about=("b-2", "0406")),
            ev.Asked(question=question),
        ),
    )

    assert state.questions == (question,)
    assert state.agenda[0] == Task(kind="pursuit", about=("b-2", "0406"))
    assert state.units["ney"]["manoeuvres"] == 1
    assert state.units["late"].place == "@reserve"
    assert {m.name: m.to for m in state.marks} == {"disordered": "", "charged": "0403"}


def test_a_table_of_desastre_colonial() -> None:
    state = replay(
        State(),
        (
            counter("askari", "colonial", "infantry", "0606", cohesion=3, losses=1),
            counter("chief", "colonial", "chief", "0606", staff=3, die=8, radius=3),
            counter("ruga", "native", "infantry", "0607", cohesion=5, losses=0),
            ev.Turned(unit="askari", facing={"left": 0, "right": 2}),
            ev.Marked(name="engages", on="ruga", to="askari"),
            ev.Changed(value="kept", was=0, now=1),
            ev.Pooled(pool="command", dice=(2, 5, 8)),
            ev.Pooled(pool="drame.1", dice=(1, 3, 4, 5)),
            ev.Instructed(side="native", kind="drame", answer="none", only="native"),
            ev.Painted(thing="0305", terrain="brambles"),
            ev.Began(phase="sharing", turn=1, player="colonial", owing=("colonial",)),
        ),
    )

    assert {unit.id for unit in state.on("0606")} == {"askari", "chief"}
    assert state.units["askari"].facing == {"left": 0, "right": 2}
    assert state.marked("ruga", "engages", "askari")
    assert state.tracks["kept"] == 1
    assert state.pools == {"command": (2, 5, 8), "drame.1": (1, 3, 4, 5)}
    assert state.standing == {"native": {"drame": "none"}}
    assert state.terrain == {"0305": "brambles"}


def test_a_table_of_art_of_tactic() -> None:
    orders = {"R3": {"order": "march", "path": "0402 0403"}}
    state = replay(
        State(),
        (
            counter("R3", "red", "infantry", "0401", figures=6, ammo=4, morale=0, honor=0, fatigue=0),
            counter("B2", "blue", "cavalry", "0502", figures=3, morale=1),
            ev.Turned(unit="R3", facing={"unit": 5}),
            ev.Began(phase="planning", turn=1, player="", owing=("red", "blue")),
            ev.Written(side="red", unit="R4", order={"order": "run"}, only="red"),
            ev.Written(side="red", unit="R3", order=orders["R3"], only="red"),
            ev.Written(side="red", unit="R4", order={}, only="red"),
            ev.Sealed(side="red"),
            ev.Owed(sides=("blue",)),
            ev.Marked(name="hidden", on="B2"),
            ev.Marked(name="engaged", on="R3", to="B2"),
        ),
    )

    assert state.active == {"blue"}
    assert state.envelopes == {"red": orders}
    lies_open = ev.Ordered(unit="R3", order=orders["R3"])
    opened = replay(state, (ev.Opened(side="red"), lies_open, ev.Owed(sides=())))
    assert opened.envelopes == {}
    assert opened.orders == orders
    assert replay(opened, (ev.Ordered(unit="R3", order={}),)).orders == {}
    assert opened.active == frozenset()


def test_what_is_known_of_a_position_is_true_of_the_next() -> None:
    state = replay(
        State(),
        (counter("a", "blue", "infantry", "0101", mp=3), counter("b", "blue", "general", "0102", mp=3)),
    )
    events = (
        ev.Changed(unit="a", value="mp", was=3, now=2),
        ev.Moved(unit="b", origin="0102", hex="0101", manner="step"),
        ev.Marked(name="moved", on="b"),
        ev.Moved(unit="a", origin="0101", hex="0201", manner="step"),
        ev.Unmarked(name="moved", on="b"),
        ev.Placed(unit="a", origin="0201", place=ELIMINATED, manner="eliminated"),
        counter("c", "orange", "infantry", "0201"),
        ev.Began(phase="combat", turn=1, player="blue"),
    )
    for event in events:
        assert (state.on("0101"), state.marks_on("b")) is not None  # looked up, so that it is known
        state = replay(state, (event,))
        new = replace(state)

        assert [state.on(hex_) for hex_ in PLACES] == [new.on(hex_) for hex_ in PLACES], event
        assert [state.marks_on(id_) for id_ in state.units] == [new.marks_on(id_) for id_ in state.units]
        assert state == new
