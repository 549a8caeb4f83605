"""Which of two strategies plays better, by how much, and how sure is that?

Both play every deal from both sides of the table, so that luck in the cards cancels.  The score counts a win as 1 and
a draw as one half; the margin is the difference in points.
"""

from contextlib import nullcontext
from functools import partial

from analyzer import options
from analyzer.options import Chunk, DealTimeout, Deals, First, Game, Jobs, MatchFormat, Players, Rules, Seed, SharedStock
from analyzer.wording import ahead, exact, interval, rounded, share, signed

EXAMPLE = "mazziere compare spend_trump lowest --deals 1M"


def ask(
    first: options.Strategy,
    second: options.Strategy,
    *,
    deals: Deals = 100_000,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = 2,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    save: options.Save = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Play `deals` deals from both sides and weigh the result."""
    from analyzer import match as matches
    from analyzer import progress, saving

    contest = matches.contest(first, second, seed, game, players, rules, match, shared_stock)
    matches.prepare(contest, deal_timeout)
    with (
        saving.Saver(save, contest) if save else nullcontext() as saver,
        progress.bar(f"playing {deals:,} deals", deals) as tell,
    ):
        outcome = matches.play(contest, deals, first_deal, jobs, chunk, tell, saver, deal_timeout)
    return _answer(contest, outcome, deals, first_deal)


def _answer(contest, outcome, asked, first_deal):
    """The Answer to a finished match."""
    from analyzer import stats
    from analyzer.answer import Answer, Column, Drawing, Table
    from analyzer.charts import compare_chart

    one, two = (player.label for player in contest.players)
    tally, n = outcome.tally, outcome.deals
    score, margin = stats.score(tally), stats.margin(tally)
    wins, draws, losses = stats.games(tally)
    pairs = stats.pair_counts(tally)
    p_value = stats.sign_flip(tally)
    luck, luck_score = (stats.variance_reduction(tally, of) for of in ("margin", "score"))
    mirrored, lead = stats.mirrored(tally), stats.lead_score(tally)
    per_second = n / outcome.seconds if outcome.seconds else 0.0
    verdict = _verdict(one, two, n, score, margin)
    table = contest.table
    played = f"{table.game}, {table.players} players"
    changed = " ".join([*(f"{name}={value}" for name, value in table.rules), *([table.match] * (table.match != "single"))])
    facts = {
        "game": table.game,
        "players": table.players,
        "rules": table.in_force(),
        "strategies": [{"name": player.name, "parameters": player.values} for player in contest.players],
        "deals": n,
        "games": 2 * n,
        "seed": contest.seed,
        "first": first_deal,
        "score": {"mean": score.mean, "low": score.low, "high": score.high, "level": score.level},
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "margin": {"mean": margin.mean, "low": margin.low, "high": margin.high, "sd": margin.sd},
        "pairs": pairs,
        "p_value": p_value,
        "variance_reduction": {"factor": luck.factor, "low": luck.low, "high": luck.high},
        "mirrored": mirrored,
        "lead": {"score": lead.mean},
        "verdict": verdict,
    }
    run = contest.run(outcome.seconds, per_second, outcome.jobs)
    command = contest.command("compare", f"--deals {n}", *([f"--first {first_deal}"] if first_deal else []))
    block = [
        f"{one} v {two}: {played}{f', {changed}' if changed else ''}, {exact(n)} deals from both sides",
        verdict,
    ]
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {exact(asked)} deals; what follows is the result of those")
    if n:
        block += [
            f"score   {interval(score, 100, ' %')}   ({one}; win 1, draw 1/2)",
            f"margin  {interval(margin, 1, ' points', sign=True)} a game, sd {rounded(margin.sd, margin.sd / 20)} a deal"
            if margin.sd is not None
            else f"margin  {signed(margin.mean)} points a game",
            f"games   {exact(2 * n)}: {exact(wins)} won, {exact(draws)} drawn, {exact(losses)} lost",
            f"pairs   [{', '.join(str(count) for count in pairs)}]   (LL, LD, WL+DD, WD, WW)",
            f"p       {_p(p_value)} that such a margin is chance (sign-flip test)",
            f"luck    {_luck(luck, luck_score)}; {share(mirrored)} of deals mirrored",
            f"lead    whoever leads scores {interval(lead, 100, ' %')}",
        ]
    block += [
        f"seed {contest.seed}, deals {first_deal} to {first_deal + max(n, 1) - 1}; mazziere {run['version']}, "
        f"engine {run['engine']}; {outcome.seconds:.1f} s, {exact(round(2 * per_second))} games/s, "
        f"{outcome.jobs} thread{'s' * (outcome.jobs != 1)}",
        f"again: {command}",
    ]
    summary = [
        ("win score", score.mean, score.low, score.high),
        ("margin, points a game", margin.mean, margin.low, margin.high),
        ("score of whoever leads", lead.mean, lead.low, lead.high),
        ("variance reduction, points", luck.factor, luck.low, luck.high),
        ("variance reduction, score", luck_score.factor, luck_score.low, luck_score.high),
        ("share of deals mirrored", mirrored, None, None),
    ]
    measures = [Column("measure", "measure"), *(Column(key, key, "right", 4) for key in ("value", "low", "high"))]
    counts = zip(("LL", "LD", "WL+DD", "WD", "WW"), pairs, strict=True)
    pair_columns = (Column("pair", "pair"), Column("deals", "deals", "right", 0), Column("share", "share", "right", 4))
    histogram = tally["histogram"]
    margins = [((int(k) - stats.SPAN) / 2, int(histogram[k])) for k in histogram.nonzero()[0]]
    draw = partial(
        compare_chart,
        title=_headline(one, two, score),
        subtitle=f"{played}, {exact(n)} deals from both sides, seed {contest.seed}",
        first=one,
        second=two,
        score=score.mean,
        low=score.low,
        high=score.high,
        margins=margins,
        margin_mean=margin.mean,
        margin_low=margin.low,
        margin_high=margin.high,
    )
    return Answer(
        question=f"Which plays better, {one} or {two}?",
        sentences=[verdict],
        block=block,
        tables=[
            Table("summary", measures, summary),
            Table("pairs", pair_columns, [(name, count, count / n if n else None) for name, count in counts]),
        ],
        drawings=[Drawing("compare", draw, "The win score with its interval, and how the margin of a deal is spread.")] if n else [],
        facts=facts,
        run=run,
        command=command,
        interrupted=outcome.interrupted,
    )


def _headline(one, two, score):
    """The verdict on the score alone, short enough to stand over a chart."""
    if score.low <= 0.5 <= score.high:
        return f"{one} and {two}: too close to call" if score.mean != 0.5 else f"{one} and {two} are level"
    winner, loser = (one, two) if score.mean > 0.5 else (two, one)
    return f"{winner} beats {loser}, scoring {interval(score, 100, ' %', other_side=score.mean < 0.5)}"


def _verdict(one, two, n, score, margin):
    """Who is ahead, by how much and how sure: one sentence that claims no more than the intervals do."""
    if n == 0:
        return f"{one} v {two}: no deal was finished, so there is nothing to say."
    if score.low <= 0.5 <= score.high:
        if margin.mean == 0 and margin.sd == 0 and score.mean == 0.5:
            return f"{one} and {two} are level: every one of {exact(n)} deals came out even."
        sentence = f"{one} and {two} are too close to call after {exact(n)} deals: {one} scores {interval(score, 100, ' %')}"
        if margin.low is not None and not margin.low <= 0 <= margin.high:
            sentence += f", though {ahead(one, two, margin.mean)} takes more points"
        return f"{sentence}."
    winner, loser = (one, two) if score.mean > 0.5 else (two, one)
    sentence = f"{winner} beats {loser}, scoring {interval(score, 100, ' %', other_side=score.mean < 0.5)}"
    if margin.low is None or margin.low <= 0 <= margin.high:
        return f"{sentence}; in points they are too close to call."
    if (margin.mean > 0) != (score.mean > 0.5):
        return f"{sentence}, though {loser} takes {interval(margin, 1, ' points', size=True)} more a game."
    return f"{sentence} and {interval(margin, 1, ' points', size=True)} more a game."


def _luck(margin, score):
    """What playing every deal twice was worth, in words."""
    if margin.factor is None:
        return "the two games of every deal cancelled exactly"
    of_score = f" on points, x{rounded(score.factor, 0.1)} on the score" if score.factor is not None else " on points"
    spread = f" ({rounded(margin.low, 0.1)} to {rounded(margin.high, 0.1)})" if margin.low is not None else ""
    return (
        f"duplicate deals x{rounded(margin.factor, 0.1)}{spread}{of_score}: "
        f"the same precision with {100 / margin.factor:.0f} % of the games"
    )


def _p(p):
    """A p-value without false precision."""
    if p < 1e-12:
        return "less than 1e-12"
    return f"{p:.2g}" if p < 0.001 else f"{p:.3f}"
