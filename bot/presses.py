"""What each button and menu does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import scenarios
from bot import offers, switches, typed
from bot.buttons import Pressed
from bot.clerk import Clerk
from bot.commander import Commander
from bot.desk import By, Stale
from bot.hand import Hand
from bot.lookup import Lookup
from bot.opening import find_scenario
from bot.page import Form, Page
from bot.planner import Planner
from bot.secretary import Secretary
from bot.table import Table
from bot.timing import Timing
from bot.wish import Wish
from bot.words import speak
from engine.commands import Answer, Command, Resign
from engine.errors import NotOnTable


class Presses:
    """Answers buttons: one method a verb."""

    def __init__(
        self,
        clerk: Clerk,
        hand: Hand,
        planner: Planner,
        lookup: Lookup,
        secretary: Secretary,
        commander: Commander,
        timing: Timing,
    ) -> None:
        self.clerk = clerk
        self.hand = hand
        self.planner = planner
        self.lookup = lookup
        self.secretary = secretary
        self.commander = commander
        self.timing = timing

    async def answer(self, by: By, pressed: Pressed) -> Page:
        """The page that a press leads to. Verbs nobody knows come from another version."""
        verb = VERBS.get(pressed.verb)
        return await verb(self, by, pressed) if verb else Page(text=speak(by.language)("old_button"))

    async def ask(self, by: By, pressed: Pressed) -> Page | Form:
        """The form that a press of an ASKING verb opens."""
        return await self.secretary.form(by, pressed.game)

    async def give(self, by: By, p: Pressed) -> Page:
        """Give the orders of a draft."""
        return await self.secretary.give(by, p.game, int(p.about[0]), p.stamp)

    async def tutorial(self, by: By, p: Pressed) -> Page:
        """Start the tutorial."""
        return await self.clerk.tutorial(by)

    async def new(self, by: By, p: Pressed) -> Page:
        """Open another game: the same battle with the same options, or the first real one."""
        if p.about[:1] == ("tutorial",):
            return await self.clerk.tutorial(by)
        battle = find_scenario(p.about[0] if p.about else scenarios.FIRST)
        before = await self.clerk.desk.store.game(p.game) if p.about else None
        options = switches.chosen_of(battle, before.options) if before is not None else ""
        options = f"{options} {await self.timing.options(p.game)}".strip() if before is not None else options
        return await self.clerk.new(by, battle.id, battle.side_ids[0], None, options)

    async def take(self, by: By, p: Pressed) -> Page:
        """Take a side."""
        return await self.clerk.join(by, p.game, p.about[0])

    async def partner(self, by: By, p: Pressed) -> Page:
        """Give a side to the sparring partner."""
        return await self.clerk.seat_partner(by, p.game, p.about[0])

    async def start(self, by: By, p: Pressed) -> Page:
        """Begin the game."""
        return await self.clerk.start(by, p.game)

    async def panel(self, by: By, p: Pressed) -> Page:
        """Show what can be done."""
        return await self.clerk.panel(by, p.game)

    async def units(self, by: By, p: Pressed) -> Page:
        """Turn the page of the menu of units."""
        return await self.clerk.panel(by, p.game, page=int(p.about[0]))

    async def pick(self, by: By, p: Pressed) -> Page:
        """Choose a unit."""
        return await self.clerk.panel(by, p.game, unit=p.chosen)

    async def hexes(self, by: By, p: Pressed) -> Page:
        """Turn the page of the menu of hexes or targets."""
        return await self.clerk.panel(by, p.game, unit=p.about[0], page=int(p.about[1]))

    async def go(self, by: By, p: Pressed) -> Page:
        """Carry out what was chosen for a unit."""
        unit = p.about[0]

        def read(table: Table, side: str) -> Command:
            seen = table.seen(side)
            command = offers.order(seen, side, unit, p.chosen) if side in table.owing else None
            if command is None:
                raise Stale
            return command

        return await self.clerk.order(by, p.game, read, stamp=p.stamp, unit=unit)

    async def orders(self, by: By, p: Pressed) -> Page:
        """Choose another order for a unit."""
        return await self.clerk.panel(by, p.game, unit=p.about[0])

    async def kind(self, by: By, p: Pressed) -> Page:
        """Choose an order to be written for a unit."""
        return await self.planner.kind(by, p.game, p.stamp, p.about[0], p.chosen)

    async def word(self, by: By, p: Pressed) -> Page:
        """Go on to the next word of a written order."""
        return await self.planner.word(by, p.game, p.stamp, p.about)

    async def way(self, by: By, p: Pressed) -> Page:
        """Choose the next hex of a path, or take the last one back."""
        return await self.planner.way(by, p.game, p.stamp, p.about)

    async def aim(self, by: By, p: Pressed) -> Page:
        """Choose a target or a range."""
        return await self.planner.aim(by, p.game, p.stamp, p.about, p.chosen)

    async def aims(self, by: By, p: Pressed) -> Page:
        """Turn the page of the menu of targets."""
        return await self.planner.aims(by, p.game, p.stamp, p.about)

    async def strike_out(self, by: By, p: Pressed) -> Page:
        """Take a written order out of the envelope."""
        return await self.planner.strike_out(by, p.game, p.about[0], p.stamp)

    async def lock(self, by: By, p: Pressed) -> Page:
        """Close the envelope."""
        return await self.planner.lock(by, p.game, p.stamp)

    async def unlock(self, by: By, p: Pressed) -> Page:
        """Open the envelope again."""
        return await self.planner.unlock(by, p.game, p.stamp)

    async def rose(self, by: By, p: Pressed) -> Page:
        """Open the rose of a unit."""
        return await self.hand.open(by, p.game, p.about[0])

    async def step(self, by: By, p: Pressed) -> Page:
        """Move the unit in hand one hex."""
        return await self.hand.step(by, p.game, p.about[0], p.about[1], p.stamp)

    async def unstep(self, by: By, p: Pressed) -> Page:
        """Take back the last step."""
        return await self.hand.undo(by, p.game, p.about[0], p.stamp)

    async def release(self, by: By, p: Pressed) -> Page:
        """Let go of the unit in hand."""
        return await self.hand.release(by, p.game, p.stamp)

    async def strike(self, by: By, p: Pressed) -> Page:
        """Carry out an attack that was worked out."""
        read = typed.attack(p.about[0], p.about[1])
        return await self.clerk.order(by, p.game, read, stamp=p.stamp, unit=p.about[0])

    async def ride(self, by: By, p: Pressed) -> Page:
        """Carry out a charge that was worked out."""
        read = typed.charge(p.about[0], p.about[1])
        return await self.clerk.order(by, p.game, read, stamp=p.stamp, unit=p.about[0])

    async def activate(self, by: By, p: Pressed) -> Page:
        """Activate a leader."""
        return await self.commander.activate(by, p.game, p.stamp, p.about[0])

    async def tick(self, by: By, p: Pressed) -> Page:
        """Tick units for a leader to command, or to fire at a target."""
        return await self.commander.tick(by, p.game, p.about[0], p.picked)

    async def roll(self, by: By, p: Pressed) -> Page:
        """Let a leader command, with so many dice."""
        return await self.commander.roll(by, p.game, p.stamp, p.about)

    async def share(self, by: By, p: Pressed) -> Page:
        """Share the dice out."""
        return await self.commander.give(by, p.game, p.stamp, p.chosen or p.about[0])

    async def turn(self, by: By, p: Pressed) -> Page:
        """Turn a unit, or change its formation."""
        return await self.commander.turn(by, p.game, p.stamp, p.about[0], p.chosen)

    async def volley(self, by: By, p: Pressed) -> Page:
        """Fire at a target."""
        return await self.commander.volley(by, p.game, p.stamp, p.about)

    async def standing(self, by: By, p: Pressed) -> Page:
        """Show the standing orders, and the answers to a kind of question."""
        return await self.commander.ask(by, p.game, p.chosen)

    async def instruct(self, by: By, p: Pressed) -> Page:
        """Give a standing order."""
        return await self.commander.instruct(by, p.game, p.about)

    async def lift(self, by: By, p: Pressed) -> Page:
        """Take a unit off the map again, during set-up."""
        read = typed.unplace(p.about[0])
        return await self.clerk.order(by, p.game, read, stamp=p.stamp, unit=p.about[0])

    async def reply(self, by: By, p: Pressed) -> Page:
        """Answer the question that waits."""

        def read(table: Table, side: str) -> Command:
            choices = table.state.questions[0].options if table.state.questions else ()
            number = int(p.chosen or p.about[0])
            if number >= len(choices):
                raise NotOnTable("", "nothing_open", side=side)
            return Answer(option=choices[number])

        return await self.clerk.order(by, p.game, read, stamp=p.stamp)

    async def done(self, by: By, p: Pressed) -> Page:
        """End the phase: the one that was open when the button was shown."""
        return await self.clerk.order(by, p.game, typed.done(), stamp=p.stamp, same_phase=True)

    async def undo(self, by: By, p: Pressed) -> Page:
        """Take back the last order."""
        return await self.clerk.undo(by, p.game, stamp=p.stamp)

    async def let_undo(self, by: By, p: Pressed) -> Page:
        """Agree to what the other side asks to take back."""
        return await self.clerk.consent.answer(by, p.game, p.about[0], p.stamp, agreed=True)

    async def keep_all(self, by: By, p: Pressed) -> Page:
        """Refuse what the other side asks to take back."""
        return await self.clerk.consent.answer(by, p.game, p.about[0], p.stamp, agreed=False)

    async def resign(self, by: By, p: Pressed) -> Page:
        """Give the game up: asked for once, confirmed by this button, for the side it names."""

        def read(table: Table, side: str) -> Command:
            if table.playing and p.about[:1] != (side,):
                raise Stale
            return Resign()

        return await self.clerk.order(by, p.game, read, stamp=p.stamp, same_phase=True)

    async def lesson(self, by: By, p: Pressed) -> Page:
        """Do what the tutorial proposes."""
        return await self.clerk.lesson(by, p.game, p.stamp)

    async def set_clock(self, by: By, p: Pressed) -> Page:
        """Agree to another clock."""
        return await self.timing.agree(by, p.game, int(p.about[0]))

    async def relieve(self, by: By, p: Pressed) -> Page:
        """Take a side over from somebody: asked for once, confirmed by a second button."""
        return await self.timing.relieve(by, p.game, p.about[0], sure=p.about[1:] == ("yes",))

    async def map(self, by: By, p: Pressed) -> Page:
        """Show the map."""
        return await self.lookup.map(by, Wish(area="whole"), p.game)

    async def status(self, by: By, p: Pressed) -> Page:
        """Show how the game stands."""
        return await self.lookup.status(by, p.game)

    async def rule(self, by: By, p: Pressed) -> Page:
        """Show a rule."""
        return await self.lookup.rule(by, p.about[0])


Verb = Callable[[Presses, By, Pressed], Awaitable[Page]]
VERBS: dict[str, Verb] = {
    "tutorial": Presses.tutorial,
    "new": Presses.new,
    "take": Presses.take,
    "partner": Presses.partner,
    "start": Presses.start,
    "panel": Presses.panel,
    "units": Presses.units,
    "pick": Presses.pick,
    "hexes": Presses.hexes,
    "go": Presses.go,
    "orders": Presses.orders,
    "kind": Presses.kind,
    "word": Presses.word,
    "put": Presses.word,
    "way": Presses.way,
    "aim": Presses.aim,
    "aims": Presses.aims,
    "strikeout": Presses.strike_out,
    "lock": Presses.lock,
    "unlock": Presses.unlock,
    "rose": Presses.rose,
    "step": Presses.step,
    "unstep": Presses.unstep,
    "release": Presses.release,
    "strike": Presses.strike,
    "ride": Presses.ride,
    "give": Presses.give,
    "lift": Presses.lift,
    "activate": Presses.activate,
    "muster": Presses.tick,
    "shooters": Presses.tick,
    "target": Presses.pick,
    "lead": Presses.roll,
    "share": Presses.share,
    "turn": Presses.turn,
    "volley": Presses.volley,
    "standing": Presses.standing,
    "instruct": Presses.instruct,
    "answer": Presses.reply,
    "done": Presses.done,
    "undo": Presses.undo,
    "undoyes": Presses.let_undo,
    "undono": Presses.keep_all,
    "resign": Presses.resign,
    "lesson": Presses.lesson,
    "setclock": Presses.set_clock,
    "relieve": Presses.relieve,
    "map": Presses.map,
    "status": Presses.status,
    "rule": Presses.rule,
}
ASKING = frozenset({"write"})
"""Verbs that open a form."""
REPLACING = frozenset(VERBS) - {"tutorial", "new", "take", "partner", "start", "map", "status"}
REPLACING |= {"whatifsend", "whatifend"}
"""Verbs whose answer replaces the private message they were pressed in."""
