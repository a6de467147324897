"""What each button and menu does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import offers, presses_asking, presses_finding, presses_privacy, typed
from bot.agreed_draw import AgreedDraw
from bot.buttons import Pressed
from bot.clerk import Clerk
from bot.commander import Commander
from bot.desk import By, Stale
from bot.finding import Finding
from bot.hand import Hand
from bot.helping import Helping
from bot.learning import Learning
from bot.lookup import Lookup
from bot.marshal import Marshal
from bot.mygames import MyGames
from bot.page import Form, Page
from bot.parts import whole
from bot.planner import Planner
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.secretary import Secretary
from bot.table import Table
from bot.taste import USUAL
from bot.timing import Timing
from bot.wagers import Wagers
from bot.wish import Wish
from bot.words import speak
from engine.commands import Answer, Command, Resign
from engine.errors import IllegalOrder, NotOnTable


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
        self.wagers = Wagers(clerk.desk)
        self.my_games = MyGames(clerk.desk)
        self.finding = Finding(clerk.desk)
        self.draws = AgreedDraw(clerk.desk)
        self.preferences = Preferences(clerk.desk)
        self.marshal = Marshal(clerk.desk)

    privacy: Privacy | None = None
    """Where one asks for what is kept of one; not in a what-if."""
    helping: Helping | None = None
    """Where one is helped on; not in a what-if."""
    learning: Learning | None = None
    """Where one learns; not in a what-if."""

    async def answer(self, by: By, pressed: Pressed) -> Page:
        """The page that a press leads to. Verbs nobody knows come from another version."""
        verb = VERBS.get(pressed.verb)
        return await verb(self, by, pressed) if verb else Page(text=speak(by.language)("old_button"))

    async def ask(self, by: By, pressed: Pressed) -> Page | Form:
        """The form that a press of an ASKING verb opens."""
        return await self.secretary.form(by, pressed.game)

    async def give(self, by: By, p: Pressed) -> Page:
        """Give the orders of a draft."""
        return await self.secretary.give(by, p.game, whole(p.about[0]), p.stamp)

    async def tutorial(self, by: By, p: Pressed) -> Page:
        """Start the tutorial here; where another game is on, in a thread of one's own."""
        try:
            return await self.clerk.tutorial(by)
        except IllegalOrder as refused:
            if refused.reason != "channel_taken" or self.learning is None:
                raise
            return await self.learning.learn(by, "morne_plaine")

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
        return await self.clerk.panel(by, p.game, page=whole(p.about[0]))

    async def pick(self, by: By, p: Pressed) -> Page:
        """Choose a unit."""
        return await self.clerk.panel(by, p.game, unit=p.chosen)

    async def hexes(self, by: By, p: Pressed) -> Page:
        """Turn the page of the menu of hexes or targets."""
        return await self.clerk.panel(by, p.game, unit=p.about[0], page=whole(p.about[1]))

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
        return await self.planner.lock(by, p.game, p.stamp, sure=p.about == ("yes",))

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
            number = whole(p.chosen or p.about[0])
            if not 0 <= number < len(choices):
                raise NotOnTable("", "nothing_open", side=side)
            return Answer(option=choices[number])

        return await self.clerk.order(by, p.game, read, stamp=p.stamp)

    async def done(self, by: By, p: Pressed) -> Page:
        """End the phase: the one that was open when the button was shown."""
        sure = p.about == ("yes",)
        return await self.clerk.end(by, p.game, typed.done(), "done", stamp=p.stamp, sure=sure)

    async def undo(self, by: By, p: Pressed) -> Page:
        """Take back the last order."""
        return await self.clerk.undo(by, p.game, stamp=p.stamp)

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

    async def skip(self, by: By, p: Pressed) -> Page:
        """Pass the open page of the tutorial."""
        return await self.clerk.skip(by, p.game, p.stamp)

    async def learn(self, by: By, p: Pressed) -> Page:
        """Learn a rulebook; another time, where a game is named that is to be begun anew."""
        if self.learning is None:
            return Page(text=speak(by.language)("old_button"))
        return await self.learning.learn(by, p.about[0], anew=p.game if p.about[1:] == ("anew",) else None)

    async def set_clock(self, by: By, p: Pressed) -> Page:
        """Agree to another clock."""
        return await self.timing.agree(by, p.game, whole(p.about[0]))

    async def relieve(self, by: By, p: Pressed) -> Page:
        """Take a side over from somebody: asked for once, confirmed by a second button."""
        return await self.timing.relieve(by, p.game, p.about[0], sure=p.about[1:] == ("yes",))

    async def guess(self, by: By, p: Pressed) -> Page:
        """Predict how a big fight will end."""
        return await self.wagers.guess(by, p.game, p.stamp, p.about[0])

    async def map(self, by: By, p: Pressed) -> Page:
        """Show the map."""
        return await self.lookup.map(by, Wish(area="whole"), p.game)

    async def board(self, by: By, p: Pressed) -> Page:
        """Go to a section of the table in words."""
        part, near = (*p.about, "", "")[:2]
        first = whole(p.chosen) if p.chosen else 0
        return await self.lookup.board(by, p.game, part=part.replace("all", ""), near=near, first=first)

    async def like(self, by: By, p: Pressed) -> Page:
        """Prefer something, in a menu of /preferences; its button has everything as usual again."""
        picked = [word for word in p.picked if word != USUAL] or [USUAL]
        asked = {name: " ".join(picked) for name in p.about}
        return await self.preferences.show(by, asked, reset=not asked)

    async def ruling(self, by: By, p: Pressed) -> Page:
        """Do what a marshal has asked for: he is sure."""
        return await self.marshal.sure(by, p.game, p.stamp, whole(p.about[0]))

    async def status(self, by: By, p: Pressed) -> Page:
        """Show how the game stands."""
        return await self.lookup.status(by, p.game)

    async def games(self, by: By, p: Pressed) -> Page:
        """Turn the page of the asker's games, or show the finished ones."""
        return await self.my_games.mine(by, whole(p.about[1]), over=p.about[0] == "over")

    async def rule(self, by: By, p: Pressed) -> Page:
        """Show a rule."""
        return await self.lookup.rule(by, p.about[0])


Verb = Callable[[Presses, By, Pressed], Awaitable[Page]]
VERBS: dict[str, Verb] = {
    "tutorial": Presses.tutorial,
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
    "resign": Presses.resign,
    "lesson": Presses.lesson,
    "skip": Presses.skip,
    "learn": Presses.learn,
    "setclock": Presses.set_clock,
    "relieve": Presses.relieve,
    "guess": Presses.guess,
    "map": Presses.map,
    "board": Presses.board,
    "like": Presses.like,
    "ruling": Presses.ruling,
    "status": Presses.status,
    "games": Presses.games,
    "rule": Presses.rule,
    **presses_asking.VERBS,
    **presses_finding.VERBS,
    **presses_privacy.VERBS,
}
ASKING = frozenset({"write"})
"""Verbs that open a form."""
REPLACING = frozenset(VERBS) - {"tutorial", "new", "take", "partner", "start", "map", "status"}
REPLACING -= {"unkeep", "rematch"}
REPLACING -= {"learn"}
REPLACING -= presses_asking.BESIDE
REPLACING |= {"whatifsend", "whatifend"}
"""Verbs whose answer replaces the private message they were pressed in."""
