"""Orders, movement and melee of Art of Tactic in positions at random, at every level: the referee allows the
same orders and reaches the same positions as a literal reading of the rules (`art_of_tactic.py` and
`art_of_tactic_orders.py`, which say what they leave out).

The long form: SOAK=1 plays 10,000 turns instead of 200 (`make soak`).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.errors import Refused
from engine.events import Rolled
from engine.ledger import Ledger, SeededDice
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.systems.art_of_tactic.combat.facing import choose_enemies_to_face
from engine.systems.art_of_tactic.combat.melee import fight_melees
from engine.systems.art_of_tactic.marks import ENGAGED, ENGAGED_AT_TURN_START, FACES, PUT_TO_FLIGHT
from engine.systems.art_of_tactic.movement.movement_step import move_step
from engine.systems.art_of_tactic.orders.planning import check_order
from tests.engine.art_of_tactic.positions import CHARTS, plain, position, unit
from tests.engine.reference.art_of_tactic import LEVELS, ZONED, Man, Turn, pair
from tests.engine.reference.art_of_tactic_orders import LONGEST, Planning
from tests.engine.reference.hexes import WAYS, Hex, away, beside, label

TURNS, AT_ONCE = (10_000 if os.environ.get("SOAK") == "1" else 200), 50
SIZE = 6
CARDS = (
    *("ashigaru_yari", "samurai_naginata", "samurai_swordsmen", "monks", "ninja"),
    *("mounted_samurai", "mounted_samurai", "general_staff"),
)
GROUND = ("light_woods", "heavy_woods", "village", "river", "rice_fields")
HEXES = [(c, r) for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]


def at(hex_: str) -> Hex:
    return int(hex_[:2]), int(hex_[2:])


def army(chance: random.Random, step: str) -> list[Man]:
    """Units of both sides, crowded together, each with something to do in the step."""
    centre = chance.choice(HEXES)
    near = {centre}
    for _ in range(2):
        near |= {beside(h, way) for h in near for way in WAYS} & set(HEXES)
    men: list[Man] = []
    places = chance.sample(sorted(near), chance.randint(3, min(11, len(near))))
    for n, hex_ in enumerate(places):
        side = ("red", "blue")[n % 2]
        led = any(man.card == "general_staff" and man.side == side for man in men)
        card = chance.choice(CARDS[:-1] if led or step == "retreat" else CARDS)
        printed = CHARTS["units"][card]
        full = printed["warriors"] + 1
        figures = chance.randint(1, full)
        man = Man(
            id=f"{side[0]}{n}",
            side=side,
            card=card,
            at=hex_,
            way=chance.randrange(6),
            figures=figures,
            full=full,
            commander=card == "general_staff" or chance.random() < 0.5,
            cavalry=printed["class"] == "cavalry",
            dice=printed["dice"],
            attack=(printed["attack_inf"], printed["attack_cav"]),
            defense=printed["defense"],
            fortitude=printed["fortitude"],
            honor=chance.random() < 0.3,
            fatigue=chance.randint(0, 5),
            morale=chance.choice((0, 0, 0, 1, 2, 3)),
        )
        instruct(chance, man, step)
        men.append(man)
    return men


def instruct(chance: random.Random, man: Man, step: str) -> None:
    """An order, with a path of adjacent hexes where it has one."""
    standing = ("rest", "ambush") if man.cavalry else ("rest", "defend", "ambush", "all_around_defense")
    going = ("march", "run", "assault") if step == "movement" else ("retreat", "retreat", "flee")
    forced = {2: "flee", 3: "panic"}.get(man.morale) if step == "movement" else None
    man.order = forced or chance.choice((*standing, *going, *going))
    if man.order in going:
        here, path = man.at, []
        for _ in range(chance.randint(1, 4)):
            here = chance.choice([h for way in WAYS if (h := beside(here, way)) in HEXES])
            path.append(here)
        man.path = tuple(path)
    if man.order == "assault":
        man.target = f"{'br'[man.side == 'blue']}{chance.randint(0, 9)}"


def in_melee(chance: random.Random, turn: Turn) -> None:
    """Some neighbours have been fighting since the turn before, and face each other."""
    for man in turn.standing():
        foes = [m for m in turn.standing() if m.side != man.side and turn.fights_over(m.at, man.at)]
        foes = [m for m in foes if not m.locked]
        if foes and not man.locked and chance.random() < 0.25:
            foe = chance.choice(foes)
            turn.contacts.add(pair(man, foe))
            for one, other in ((man, foe), (foe, man)):
                one.locked, one.faces, one.target = True, other.id, ""
                one.way = (one.way + turn.turned(one, other.at)) % 6
                if one.order not in ("retreat", "flee", "panic"):
                    one.order, one.path = "fight_on", ()


def stated(turn: Turn, step: str, level: str) -> tuple[Scenario, State]:
    """The same position for the referee."""
    scn = plain(
        SIZE,
        SIZE,
        {label(hex_): height for hex_, height in turn.levels.items()},
        {label(hex_): ground for hex_, ground in turn.ground.items()},
        level=level,
    )
    units = [
        unit(
            man.id,
            man.side,
            label(man.at),
            card=man.card,
            way=WAYS[man.way],
            figures=man.figures,
            commander=int(man.commander),
            morale=man.morale,
            honor=int(man.honor),
            fatigue=man.fatigue,
        )
        for man in turn.men.values()
    ]
    orders = {
        man.id: {
            "order": man.order,
            **({"facing": WAYS[man.way]} if man.order in ZONED else {}),
            **({"path": " ".join(map(label, man.path))} if man.path else {}),
            **({"target": man.target} if man.target else {}),
        }
        for man in turn.men.values()
    }
    marks = [Mark(name=ENGAGED_AT_TURN_START, on=man.id) for man in turn.men.values() if man.locked]
    marks += [Mark(name=FACES, on=man.id, to=man.faces) for man in turn.men.values() if man.faces]
    for a, b in (sorted(ids) for ids in turn.contacts):
        marks += [Mark(name=ENGAGED, on=a, to=b), Mark(name=ENGAGED, on=b, to=a)]
    return scn, position(units, orders, marks, step)


def of_rules(turn: Turn) -> dict[str, object]:
    """What is compared, as the rules have it."""
    units = {
        man.id: (label(man.at), WAYS[man.way], man.figures, man.commander, man.morale, man.honor, man.flies)
        for man in turn.standing()
    }
    engaged = sorted(sorted(ids) for ids in turn.contacts if all(turn.men[id_].at for id_ in ids))
    return {**units, "engaged": engaged}


def of_referee(state: State) -> dict[str, object]:
    """The same as the referee has it."""
    units = {
        u.id: (
            *(u.place, WAYS[u.facing["unit"]], u["figures"], bool(u["commander"]), u["morale"]),
            *(bool(u["honor"]), state.marked(u.id, PUT_TO_FLIGHT)),
        )
        for u in state.units_on_map()
    }
    pairs = [(m.on, m.to) for m in state.marks if m.name == ENGAGED]
    engaged = sorted([a, b] for a, b in pairs if a < b and a in units and b in units)
    return {**units, "engaged": engaged}


def compared(seed: int) -> None:
    """Play movement, facing and melee of a seed, or its retreats, and compare after each."""
    chance = random.Random(seed)
    step, level = chance.choice(("movement", "movement", "movement", "retreat")), chance.choice(LEVELS)
    rough = chance.random() < 0.6
    ground = {h: chance.choice(GROUND) for h in chance.sample(HEXES, 10 if rough else 0)}
    levels = {h: chance.randint(1, 3) for h in chance.sample(HEXES, chance.choice((0, 0, 6)))}
    rules = Turn(army(chance, step), ground, levels, level)
    in_melee(chance, rules)
    scn, state = stated(rules, step, level)
    ledger = Ledger(state, SeededDice(b"%d" % seed))
    where = f"seed {seed}, {level}, {step}"

    paths = {man.id: tuple(map(label, man.path)) for man in rules.men.values() if man.path}
    move_step(scn, ledger, step, paths)
    rules.move(step)
    assert of_rules(rules) == of_referee(ledger.state), f"{where}: movement"
    if step == "retreat":
        return
    choose_enemies_to_face(scn, ledger)
    rules.face()
    assert of_rules(rules) == of_referee(ledger.state), f"{where}: facing"
    faces = {m.on: m.to for m in ledger.state.marks if m.name == FACES}
    assert {man.id: man.faces for man in rules.standing() if man.faces} == faces, f"{where}: faces"
    before = len(ledger.events)
    fight_melees(scn, ledger)
    rules.dice = defaultdict(list)
    for event in ledger.events[before:]:
        if isinstance(event, Rolled):
            rules.dice[event.by, event.purpose].append(event.dice)
    rules.fight()
    assert not any(rules.dice.values()), f"{where}: dice left"
    assert of_rules(rules) == of_referee(ledger.state), f"{where}: melee"


def planned(seed: int) -> None:
    """Orders at random for every unit of a position: allowed to the same units."""
    chance = random.Random(seed)
    level = chance.choice(LEVELS)
    men = army(chance, "movement")
    for man in men:
        man.morale = 0
        man.fatigue = chance.randint(0, 7) if level == "expert" else 0
    open_ground = chance.random() < 0.3
    ground = {h: chance.choice(GROUND) for h in chance.sample(HEXES, 0 if open_ground else 12)}
    heights = {h: chance.randint(1, 3) for h in chance.sample(HEXES, 0 if open_ground else 8)}
    turn = Turn(men, ground, heights, level)
    in_melee(chance, turn)
    scn, state = stated(turn, "planning", level)
    state = replace(state, orders={}, marks=frozenset(m for m in state.marks if m.name == ENGAGED))
    rules = Planning(men, ground, heights, {id_ for ids in turn.contacts for id_ in ids})
    for man in men:
        for order in (*LONGEST, "rest", "ambush", *(() if man.cavalry else ("defend", "all_around_defense"))):
            said, path, target = {"order": order}, walk(chance, man.at) if order in LONGEST else (), None
            if path:
                said["path"] = " ".join(map(label, path))
            if order == "assault":
                foes = [m for m in men if m.side != man.side]
                seen = [m for m in foes if open_ground or away(m.at, man.at) == 1]
                if not seen:
                    continue
                target = chance.choice(seen)
                said["target"] = target.id
            if order in ZONED:
                said["facing"] = "E"
            if order == "march" and man.card == "ninja" and "river" in map(ground.get, path):
                continue
            allowed = rules.may(man, order, path, target)
            assert refused(scn, state, man.id, said) == (not allowed), (
                f"seed {seed}, {level}: {man.id} {said}"
            )


def walk(chance: random.Random, here: Hex) -> tuple[Hex, ...]:
    """A path of one to four hexes on the map, sometimes longer than any order allows."""
    path = []
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4, 5))):
        here = chance.choice([h for way in WAYS if (h := beside(here, way)) in HEXES])
        path.append(here)
    return tuple(path)


def refused(scn: Scenario, state: State, unit_id: str, said: dict[str, str]) -> bool:
    try:
        check_order(scn, state, unit_id, said)
    except Refused:
        return True
    return False


@pytest.mark.parametrize("first", range(0, TURNS, AT_ONCE))
def test_turns_go_as_the_rules_file_says_AT(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    for seed in range(first, first + AT_ONCE):
        planned(seed)
        compared(seed)

    record_property("compared", {"turns of Art of Tactic": AT_ONCE, "positions of its orders": AT_ONCE})
