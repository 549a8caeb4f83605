"""When to spend a trump?

Real games are stopped whenever somebody follows a lead that is no trump and could take the trick with a trump; the deal
is then played on to its end with the trump and without it, by the same players.  What the trump brings is told by the
points on the table, by how much of the stock is left, by what the cheapest trump is that would take the trick, and by
how many trumps are still out; apart from these, where there is only an ace or a three to give away, and where a card in
suit takes the trick too.  At a table of four, who is winning the trick and who plays after stands for the trumps out.

From the cells comes a rule in words: at how many points a trump is spent, and at how many it is kept.  It says a thing
only where a trump surely gains or surely costs, after Benjamini and Hochberg for all cells together; where no
difference is clear, or too few decisions were seen, it leaves the player alone.  The rule is then tried: on fresh deals
the players with the rule and without it play the same games, and so does spend_trump, a plain player.  Who gains by it
is said first.  What the cells had promised, each decision by itself, stands beside it.

"No trump" is what the player does anyway or, where it trumps, the dearest card in suit that takes the trick, else the
cheapest card that gives it away: the plain card.  over_plain in tables and JSON is the gain over that, whatever the
player would do itself.  JSON has the rule line by line, the cells, and the retest with promise, margin_gain and
score_gain.

--write puts the players' own strategy with the rule into a file that check, compare and all others take.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Trumps"
USUAL_DEALS = 60_000
LEAST_DEALS = 5_000
EXAMPLE = "mazziere when-to-spend-trump --write my_rule.py"
TABLES = (2, 4)


def ask(
    *,
    players_are: Annotated[
        str,
        typer.Option(
            "--players-are", metavar="A[,B]", help="Who plays: A against itself, or A and B against each other."
        ),
    ] = "maestro",
    players: Annotated[
        int | None,
        typer.Option(help="How many sit at the table: 2, or 4 with partners.", show_default=False),
    ] = None,
    write: Annotated[
        str | None,
        typer.Option("--write", metavar="FILE", help="Write the rule as a strategy to FILE.py.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --write write over a file that is there.")] = False,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"),
            help="How many deals, and as many fresh ones to try the rule on; by default 60,000.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Branch their decisions, find the rule, and try it on fresh deals."""
    from analyzer import shown, tables, trump_answer, trump_cells, trump_file, trump_rule, trump_tables, trump_trial
    from analyzer.lab import Lab

    seats = shown.seats(players, TABLES, "when-to-spend-trump")
    named = [party.members for party in shown.parties(players_are, "briscola", 1, 2)]
    if any(len(members) > 1 for members in named):
        raise ValueError("--players-are takes strategies, each its own partner here, not partners a+b")
    if write is not None:
        trump_file.check(write, force)
    table, axes = tables.table("briscola", seats), trump_cells.AXES[seats]
    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs, domain="fresh")
    sides = trump_trial.branch([members[0] for members in named], table, axes, lab.deals, lab.seed, lab.jobs)
    forked = trump_trial.together(sides)
    cells = trump_cells.cells(axes, forked)
    rule = trump_rule.rule(axes, cells)
    kept = []
    if forked.deals and not forked.interrupted and not rule.silent:
        kept = shown.worked(lab, lambda lab: trump_trial.retest(lab, rule, sides, table))
    about = trump_cells.by_trumps_about(axes, forked)
    found = trump_tables.Found(axes, sides, forked, cells, about, rule, kept)
    command = shown.again("when-to-spend-trump", lab, table, "--players-are", players_are)
    more = [] if write is None else trump_answer.write_rule(write, found, command, force)
    return trump_answer.answer(found, lab, table, lab.deals, command, __doc__.splitlines()[0], more)
