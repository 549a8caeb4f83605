"""Is a league told in words that fit its numbers: who leads, what runs in circles, and each against each?"""

import csv
import io
import json
import re
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import numpy as np
import pytest
from command_line import fails, run

from analyzer import match, roster, tables
from analyzer.counting import Crossed
from analyzer.league_duels import RESULTS, circles_of, found_payoffs
from analyzer.league_findings import findings
from analyzer.match import Match, Outcome
from analyzer.scores import WHOLE

NAMES = "spend_trump lowest random_card count_cards cash_aces"


def told(means, elo=False, **how):
    """The Findings of a league made up."""
    return findings(*made_up(means, **how), "equal", elo)


def made_up(means, deals=10_000, spread=0.2, seed=5, names=NAMES, **where):
    """A match and an outcome: `means[i, j]` is what i scores against j; points go the same way."""
    size = max(max(pair) for pair in means) + 1
    game = where.get("game", "briscola")
    parties = tuple(match.party(name, game) for name in names.split()[:size])
    pairs = tuple(combinations(range(size), 2))
    contest = Match(tables.table(game, where.get("players")), parties, 1, pairs=pairs)
    dice = np.random.default_rng(seed)
    scores = np.clip(dice.normal([means[pair] for pair in pairs], spread, (deals, len(pairs))), 0, 1)
    results = np.rint(4 * scores).astype(np.int64) * (WHOLE // 2)
    values = np.stack([results, results - WHOLE])
    once = np.triu_indices(len(pairs))
    products = np.einsum("kdp,kdq->kpq", values, values)
    counts = Crossed(np.array([deals]), values.sum(axis=1), products[:, once[0], once[1]])
    return contest, Outcome(counts, deals, 1.0, 1, played=deals)


CIRCLE = {(0, 1): 0.6, (0, 2): 0.35, (1, 2): 0.55}  # 0 beats 1, 1 beats 2, 2 beats 0


def test_who_beats_whom_in_a_circle_is_said_in_words():
    found = told(CIRCLE)
    lines = "\n".join(found.lines)
    assert re.search(
        r"spend_trump beats lowest, lowest beats random_card and random_card beats spend_trump "
        r"\(scoring 60\.\d, 55\.\d and 6\d\.\d %\)",
        lines,
    )
    assert found.facts["cycles"]["sure"] == [["spend_trump", "lowest", "random_card"]]
    assert found.facts["cycles"]["share"] > 0.8
    assert found.facts["cycles"]["p_value"] < 1e-6
    assert "ratings do not tell all" in lines
    # Nash's mixture of a circle: each as often as the other two pay each other.
    a, b, c = (abs(each["score"]["mean"] - 0.5) for each in found.facts["pairings"])
    shares = {each["strategy"]: each["nash"]["share"] for each in found.facts["ratings"]}
    total = a + b + c
    assert shares == pytest.approx({"spend_trump": c / total, "lowest": b / total, "random_card": a / total})
    assert all(each["nash"]["support"] == 1 for each in found.facts["ratings"])
    cycles = next(table for table in found.tables if table.name == "cycles")
    assert cycles.rows[0][:3] == ("spend_trump", "lowest", "random_card")
    assert cycles.rows[0][3:] == pytest.approx((0.5 + a, 0.5 + c, 0.5 + b))


def test_where_ratings_tell_all_nothing_runs_in_circles():
    worth = [0.1, 0.04, 0, -0.05, -0.09]
    means = {(i, j): 0.5 + worth[i] - worth[j] for i, j in combinations(range(5), 2)}
    seen = [told(means, seed=seed, deals=2000) for seed in range(20)]
    ps = [found.facts["cycles"]["p_value"] for found in seen]
    assert sum(p < 0.05 for p in ps) <= 4
    assert all(0.0 <= found.facts["cycles"]["share_corrected"] < 0.02 for found in seen)
    assert all("no three surely beat each other in a circle" in found.lines[-1] for found in seen)


@pytest.mark.slow
def test_the_test_for_circles_errs_one_time_in_twenty_even_with_few_deals():
    worth = [0.1, 0.04, 0, -0.05, -0.09]
    means = {(i, j): 0.5 + worth[i] - worth[j] for i, j in combinations(range(5), 2)}
    errors = 0
    for seed in range(2000):
        contest, outcome = made_up(means, 120, 0.2, seed)
        errors += circles_of(found_payoffs(contest, outcome.counts, RESULTS)).p < 0.05
    assert abs(errors / 2000 - 0.05) < 5 * (0.05 * 0.95 / 2000) ** 0.5


def test_the_verdict_claims_no_more_than_the_ranks():
    first, second = told({(0, 1): 0.52, (0, 2): 0.7, (1, 2): 0.7}), told({(0, 1): 0.5, (0, 2): 0.7, (1, 2): 0.7})
    assert re.fullmatch(
        r"spend_trump is ahead of both others: it scores 6\d\.\d+ % \(.*\) on average; the nearest, lowest, "
        r"is rated \d\.\d+ percentage points \(.*\) lower\.",
        first.verdict,
    )
    assert re.fullmatch(
        r"too close to call between (spend_trump and lowest|lowest and spend_trump): they score \d\d\.\d+ % \(.*\) and "
        r"\d\d\.\d+ % \(.*\) on average; whoever of them is best is ahead of random_card\.",
        second.verdict,
    )
    third = told({pair: 0.5 for pair in combinations(range(5), 2)}, deals=200)
    assert re.fullmatch(
        r"too close to call between (\w+), \w+, \w+ and 2 more: \1, first in the table, scores \d\d\.\d % \(.*\) "
        r"on average\.",
        third.verdict,
    )
    assert all(each["ranks"] == [1, 5] for each in third.facts["ratings"])
    among = told({(i, j): 0.5 if j < 3 else 0.8 for i, j in combinations(range(5), 2)})
    assert among.verdict.endswith(" on average; whoever of them is best is ahead of both others.")
    assert among.verdict.count(" more") == 0
    assert "leads" not in "".join(each.verdict for each in (first, second, third, among))
    two = told({(0, 1): 0.3})
    assert re.fullmatch(r"lowest is ahead of spend_trump: it scores .* on average\.", two.verdict)
    assert two.question == "Which plays best, spend_trump or lowest?"
    assert first.title == (
        "league of 3: briscola, 2 players, 10,000 deals, 3 pairings on each of them, from both sides"
    )


def exactly(quarters, deals):
    """The Findings of a league of three in which the first of each pair makes so many quarters in all."""
    contest, outcome = made_up({(0, 1): 0.5, (0, 2): 0.5, (1, 2): 0.5}, deals)
    values = np.zeros((deals, 3), np.int64)
    for s, total in enumerate(quarters):
        values[: total // 4, s] = 4
        values[total // 4, s] = total % 4
    values = np.stack([values * (WHOLE // 2), values * (WHOLE // 2) - WHOLE])
    once = np.triu_indices(3)
    products = np.einsum("kdp,kdq->kpq", values, values)
    counts = Crossed(np.array([deals]), values.sum(axis=1), products[:, once[0], once[1]])
    return findings(contest, replace(outcome, counts=counts))


@pytest.mark.parametrize("quarters", [(6596, 1404, 3999), (4, 4004, 7996), (6604, 5, 1)])
def test_what_two_make_of_each_other_adds_up_as_printed(quarters):
    """2000 deals are 8000 quarters: 6596 of them are 82.45 per cent, and the rest 17.55."""
    found = exactly(quarters, 2000)
    cells = [[text.rstrip("?") for text in row] for row in numbers(found.lines).values()]
    tables = {table.name: table for table in found.tables}
    printed = [row[1:] for row in tables["matrix"].texts()]
    (drawing,) = [drawing for drawing in found.drawings if drawing.name == "league"]
    drawn = [text.get_text() for text in drawing.figure().axes[0].texts]  # row by row, without the diagonal
    for i, j in combinations(range(3), 2):
        assert Decimal(cells[i][j]) + Decimal(cells[j][i]) == 100
        assert Decimal(printed[i][j]) + Decimal(printed[j][i]) == 1
        one, other = (Decimal(drawn[2 * row + column - (column > row)]) for row, column in ((i, j), (j, i)))
        assert one + other == 100
    assert len(drawn) == 6


def test_equal_between_themselves_but_not_against_others_are_not_alike():
    """Two that draw every deal against each other, and make the same of a third in all, though not of every deal."""
    contest, outcome = made_up({(0, 1): 0.5, (0, 2): 0.5, (1, 2): 0.5}, 200)
    against = np.arange(200) % 5
    level, other = np.full(200, 2), against[::-1]
    alike = {}
    for name, columns in {"copies": (level, against, against), "others": (level, against, other)}.items():
        values = np.stack(columns, axis=1)
        values = np.stack([values * (WHOLE // 2), values * (WHOLE // 2) - WHOLE])
        once = np.triu_indices(3)
        products = np.einsum("kdp,kdq->kpq", values, values)
        counts = Crossed(np.array([200]), values.sum(axis=1), products[:, once[0], once[1]])
        found = findings(contest, replace(outcome, counts=counts))
        alike[name] = found.facts["alike"]
        assert found.facts["ratings"][0]["rank"] in (1, 2)
    assert alike == {"copies": [["spend_trump", "lowest"]], "others": []}


def test_equals_after_a_few_deals_are_all_first():
    found = exactly((100, 100, 100), 50)
    assert found.verdict == (
        "too few deals to be sure of anything: after 50 deals spend_trump, lowest and random_card are first and score "
        "50.0 % on average; 100 are the least."
    )
    assert [each["rank"] for each in found.facts["ratings"]] == [1, 1, 1]


def test_a_shut_out_has_elo_ratings_all_the_same():
    found = told({(0, 1): 1.0, (0, 2): 1.0, (1, 2): 0.6}, spread=0.0001, elo=True)
    elo = found.facts["ratings"][0]["elo"]
    assert elo["mean"] > 500
    assert found.facts["elo_with_draws_added"] is True
    assert any(line.startswith("Elo     some won all") for line in found.lines)


def numbers(lines):
    """The matrix in the block, as texts: {row: [cells]}."""
    (start,) = [k for k, line in enumerate(lines) if line.startswith("what the row ")]
    found = {}
    for line in lines[start + 2 :]:
        words = line.split()
        if not line.startswith("  ") or not words[0].isdigit():
            break
        found[words[1]] = words[2:]
    return found


def test_each_against_each_is_written_where_it_fits():
    means = {(i, j): 0.5 + 0.07 * (j - i) for i, j in combinations(range(5), 2)} | {(0, 1): 0.5}
    found = told(means)
    cells = numbers(found.lines)
    order = [each["strategy"] for each in found.facts["ratings"]]
    assert list(cells) == order
    mean = {(each["first"], each["second"]): each["score"]["mean"] for each in found.facts["pairings"]}
    mean |= {(two, one): 1 - x for (one, two), x in mean.items()}
    for row in order:
        for column, text in zip(order, cells[row], strict=True):
            if row == column:
                assert text == "."
            else:
                assert float(text.rstrip("?")) == pytest.approx(100 * mean[row, column], abs=0.06)
                assert text.endswith("?") == ({row, column} == {"spend_trump", "lowest"})


def test_many_strategies_are_written_in_whole_numbers_and_more_not_at_all():
    means = {(i, j): 0.5 + 0.02 * (j - i) for i, j in combinations(range(19), 2)}
    lines = told(means, names=" ".join(roster.names("briscola")), deals=2000).lines
    cells = numbers(lines)
    assert len(cells) == 19
    assert all(re.fullmatch(r"\d\d|100|=|\.", text) for row in cells.values() for text in row)
    assert {len(row) for row in cells.values()} == {19}
    assert max(len(line) for line in lines if re.match(r"  +\d+ \w+ ", line)) <= 80
    lines = told(means, names=" ".join(f"spend_trump:spend_at={k}" for k in range(19)), deals=2000).lines
    assert "what each makes of each is in the tables (--format md, --html) and on the chart" in lines
    assert not any(line.startswith("what the row") for line in lines)


def test_points_are_told_in_points():
    found = told({(0, 1): 0.7, (0, 2): 0.65, (1, 2): 0.5}, names="meld_all random_move stock_only", game="burraco")
    assert found.facts["decided_by"] == "points"
    assert found.facts["unit"] == "points a hand"
    assert "it makes +" in found.verdict
    assert any(line.startswith("what the row makes of the column, points a hand") for line in found.lines)
    assert found.facts["ratings"][0]["points"]["mean"] == pytest.approx(
        np.mean([each["points"]["mean"] for each in found.facts["pairings"][:2]])
    )


LEAGUE = ["league", "spend_trump", "lowest", "random_card", "--deals", "1k"]


def test_on_the_command_line(tmp_path):
    done = run(*LEAGUE, "--chart", tmp_path / "league.png", "--html", tmp_path / "league.html")
    assert done.returncode == 0, done.stderr
    block = done.stdout.splitlines()
    assert block[0] == "league of 3: briscola, 2 players, 1,000 deals, 3 pairings on each of them, from both sides"
    assert block[1].startswith("spend_trump is ahead of both others: ")
    assert block[3].split() == ["rank", "range", "strategy", "rating", "score"]
    assert block[-1] == "again: mazziere league spend_trump lowest random_card --deals 1000 --seed 1"
    assert "nan" not in done.stdout
    for name in ("league.png", "league-ratings.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "league.html").read_text().count("<svg") == 2


def test_for_programs():
    facts = json.loads(run(*LEAGUE, "--json").stdout)
    promised = "game players rules strategies deals games seed first design decided_by unit weights ratings pairings"
    assert set(f"{promised} differences alike cycles verdict run".split()) == set(facts)
    assert facts["games"] == 6000
    assert set(facts["ratings"][0]) == set("rank ranks strategy rating score points nash".split())
    assert set(facts["cycles"]) == set("q degrees_of_freedom p_value share share_corrected sure".split())
    rows = list(csv.DictReader(io.StringIO(run(*LEAGUE, "--format", "csv").stdout)))
    assert [row["strategy"] for row in rows] == [each["strategy"] for each in facts["ratings"]]
    assert [float(row["rating"]) for row in rows] == [each["rating"]["mean"] for each in facts["ratings"]]
    markdown = run(*LEAGUE, "--format", "md").stdout
    for heading in ("## ratings", "## what the row makes of the column, win score", "## differences of ratings"):
        assert heading in markdown


def test_mistakes_on_the_command_line():
    fails("league", said="a league takes two strategies or more")
    fails("league", "spend_trump", said="a league takes two strategies or more")
    fails("league", "spend_trum", "lowest", said="did you mean spend_trump?")
    fails("league", "--all", "--players", "3", said=f"8 strategies at most, not {len(roster.names('briscola'))}")
    fails("league", "spend_trump", "lowest", "--alpha-rank", said="--alpha-rank is for tables where everybody may be")


def test_imitators_on_the_command_line():
    words = ["league", "spend_trump", "lowest", "random_card", "--players", "3", "--alpha-rank", "--deals", "500"]
    done = run(*words)
    assert done.returncode == 0, done.stderr
    block = done.stdout.splitlines()
    assert block[0] == "league of 3: briscola, 3 players, 500 deals, mixed by twos in every way"
    assert block[-3].startswith("time    that 50 imitators play each (alpha-Rank, alpha 1): spend_trump ")
    assert block[-1] == (
        "again: mazziere league spend_trump lowest random_card --deals 500 --alpha-rank --seed 1 --players 3"
    )
    facts = json.loads(run(*words, "--json").stdout)
    assert set(facts["ratings"][0]["time"]) == {"mean", "low", "high", "level"}
    (row, *_) = csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout))
    assert float(row["time"]) == facts["ratings"][0]["time"]["mean"]


def test_one_stock_on_the_command_line():
    done = run(*LEAGUE, "--shared-stock")
    assert done.returncode == 0, done.stderr
    assert "briscola, 2 players, shared_stock=on, 1,000 deals" in done.stdout.splitlines()[0]
    assert "--rules shared_stock=on" in done.stdout.splitlines()[-1]
