"""Shall I give points to a trick that my partner is winning?

Whenever somebody whose partner is winning the trick may give an ace or a three of a side suit, or a figure, this and
the cheapest worthless card are both tried, in real games, and the deal is played on to its end by the same players.
What it gains is told by who plays after him, by the chance that one of them beats the partner's card, as one knows it
who remembers every card, and by whether there are cards left to draw.  Whole games of a player who feeds only up to
some chance stand beside it.
"""

from analyzer import options
from analyzer.briscola import SWAP, points, suit
from analyzer.habits import ALL, cheapest, danger, is_load
from analyzer.options import Jobs, Seed

CHAPTER = "Partners"
USUAL_DEALS = 200_000
LEAST_DEALS = 1_000
EXAMPLE = "mazziere feed-the-partner --players 6"
POOL = ("load_partner:risk=-1.0", "maestro")  # against whom whole games are played

AFTER = {
    4: ("nobody", "an opponent"),
    6: ("nobody", "an opponent", "opponent, partner", "two opponents, partner"),
}
STOCK = ("cards left to draw", "none left to draw")
CHANCE = ("never", "up to 25 %", "25-50 %", "50-75 %", "over 75 %")
TOLD = (
    "where the trick cannot be lost",
    "at a risk of up to 25 %",
    "at a risk of 25 to 50 %",
    "at a risk of 50 to 75 %",
    "at a higher risk",
)
LOAD, FIGURE, NOTHING = range(3)


def situation(view):
    """Is there a trick to feed?  Stock or none, how many play after me, how surely they beat it, as one number."""
    if view.led < 0 or not view.winning_mine or cheap(view) < 0 or (gift(view, True) < 0 and gift(view, False) < 0):
        return -1
    return ((view.stock == 0) * (view.players - 2) + view.to_follow) * len(CHANCE) + step(danger(view, ALL))


def step(chance):
    """A chance in steps of a quarter, 0 for none at all."""
    return 0 if chance <= 0.0 else 1 if chance <= 0.25 else 2 if chance <= 0.5 else 3 if chance <= 0.75 else 4


def option(view, k):
    """Give a load, a figure, or nothing."""
    return cheap(view) if k == NOTHING else gift(view, k == LOAD)


def gift(view, load):
    """The position of the dearest load, or figure, of a side suit; -1 if there is none."""
    choice = -1
    for m in range(view.n_moves):
        card = view.moves[m]
        if card != SWAP and suit(card) != view.trump and points(card) > 0 and is_load(card) == load:
            if choice < 0 or points(card) > points(view.moves[choice]):
                choice = m
    return choice


def cheap(view):
    """The position of the cheapest card, if it is worth nothing; else -1."""
    choice = cheapest(view)
    card = view.moves[choice]
    return choice if card != SWAP and points(card) == 0 else -1


def ask(
    *,
    players: options.Players = None,
    players_are: options.players_are("Who decides, and against whom; by default maestro and itself.", "A[,B]") = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try a load, a figure and nothing at every trick the partner is winning, and whole games of who feeds or not."""
    from analyzer import deciding, shown
    from analyzer.deviations import Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    seats = shown.seats(players, tuple(AFTER), "feed-the-partner")
    who = deciding.asked(players_are, "maestro", "briscola")
    after = AFTER[seats]
    axes = (Axis("", STOCK), Axis("plays after me", after), Axis("lost to an opponent", CHANCE, TOLD))
    fork = Fork(situation, option, ("load", "figure", "nothing"), len(STOCK) * len(after) * len(CHANCE))
    load = ("load", "nothing", "giving an ace or three", "a worthless card", "chance", axes, "points", "load")
    figure = ("figure", "nothing", "giving a figure", "a worthless card", "chance", axes, "points", "figure")

    def work(lab):
        forked = deciding.forked(lab, fork, who, players=seats)
        risks = (-1.0, 0.0, 0.25, 0.5, 0.75, 1.0)
        meaning = "feeds up to such a chance of losing the trick, -1 never"
        knob = turn(lab, "load_partner", "risk", risks, -1.0, meaning, POOL, players=seats)
        return deciding.Found([Choice(forked, *load), Choice(forked, *figure)], [knob], axis=2)

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    more = [f"--players {players}"] if players else []
    return deciding.answer("feed-the-partner", __doc__, lab, who, work, more, players=seats)
