"""Are cells about trumps counted right, is the rule written as it is told, and is it tried on fresh deals?"""

import json
import re

import pytest
from command_line import fails, run
from forking import decisions
from stopped import stopped
from test_trumping import by_name, price, worth

from analyzer import compiled, match, roster, tables, trump_cells, trump_file, trump_trial, when_to_spend_trump
from analyzer.cards import name
from analyzer.charts import svg
from analyzer.match import referee
from analyzer.trials import Duel
from analyzer.trump_cells import NO_TRUMP, OPTIONS, TRUMP, Place
from analyzer.trump_rule import FEW as UNTOLD
from analyzer.trump_rule import KEEP, OPEN, SPEND, Rule
from analyzer.trump_tables import TOO_FEW, VERDICTS

FEW = 1500
FRESH = 10**12
PLAYER = {2: "spend_trump", 4: "load_partner"}


@pytest.fixture(scope="module", params=[2, 4])
def asked(request, tmp_path_factory):
    """An answer at each table, with the file it wrote."""
    path = tmp_path_factory.mktemp("rule") / f"rule_of_{request.param}.py"
    players = request.param
    answer = when_to_spend_trump(players_are=PLAYER[players], players=players, deals=FEW, write=str(path))
    return players, path, answer


def table_of(answer, name):
    """The rows of a table as mappings."""
    (table,) = (table for table in answer.tables if table.name == name)
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def bare(answer):
    facts = json.loads(answer.json())
    facts.pop("run")
    return facts


def made_up(axes):
    """A rule with every kind of line in it."""
    said = (SPEND, KEEP, KEEP, OPEN, UNTOLD, SPEND, KEEP)
    lines = [tuple(said[(k + worth) % 7] for worth in range(len(axes.worths))) for k in range(7)]
    return Rule(axes, {at: lines[k % 7] for k, at in enumerate(axes.lines)})


# What is counted


@pytest.mark.parametrize(("players", "base"), [(2, "spend_trump"), (4, "load_partner"), (2, "random_card")])
def test_promises_are_those_of_a_fork_played_in_plain_python(players, base):
    """Every decision that the rule changes, both ways to the end of the deal, added up by hand."""
    axes, table, deals = trump_cells.AXES[players], tables.table("briscola", players), 8
    player = roster.find(base)
    (side,) = trump_trial.branch([player], table, axes, deals, 3, 1)
    asked = trump_file.questions(player, axes)
    fork = trump_trial.Fork(asked.situation, asked.option, OPTIONS, axes.buckets)
    found = decisions(side.forked.contest, fork, deals)
    assert len(found) == sum(side.forked.decisions)
    rule = made_up(axes)
    spend, keep = set(rule.buckets(SPEND)), set(rule.buckets(KEEP))
    assert spend and keep and not spend & keep
    changed = margin = score = 0
    for each in found:
        spent, kept, plain = each.moves
        assert each.own in (spent, kept) and spent != kept and plain >= 0
        ruled = spent if each.bucket in spend else kept if each.bucket in keep else each.own
        if ruled != each.own:
            changed += 1
            mine, his = (each.outcomes[each.moves.index(ruled)], each.outcomes[-1])
            score, margin = score + int(mine[0] - his[0]), margin + int(mine[1] - his[1])
    told = trump_trial.promise(rule, side.forked)
    assert changed > 5
    assert told.changes == pytest.approx(changed / (2 * deals))
    assert told.margin.mean == pytest.approx(margin / (2 * deals))
    assert told.score.mean == pytest.approx(score / 60 / (2 * deals))
    assert told.margin.low < told.margin.mean < told.margin.high


def test_a_promise_is_the_sum_of_its_parts(asked):
    players, _, answer = asked
    whole, parts = table_of(answer, "retest")[0], table_of(answer, "promise")
    assert sum(part["promise"] for part in parts) == pytest.approx(whole["promise"])
    assert sum(part["changes"] for part in parts) == pytest.approx(whole["changes"])
    assert len(parts) == len(trump_cells.AXES[players].stages)


def test_the_interval_of_a_promise_is_that_of_the_mean_over_deals():
    """With one option alone it is Student's, from the sums of the deals themselves."""
    axes, table, deals = trump_cells.TWO, tables.table("briscola", 2), 16
    player = roster.find("spend_trump")
    (side,) = trump_trial.branch([player], table, axes, deals, 4, 1)
    asked = trump_file.questions(player, axes)
    found = decisions(
        side.forked.contest, trump_trial.Fork(asked.situation, asked.option, OPTIONS, axes.buckets), deals
    )
    always = Rule(axes, dict.fromkeys(axes.lines, (SPEND,) * 6))
    sums = [0.0] * deals
    for each in found:
        sums[each.deal] += (each.outcomes[0][1] - each.outcomes[-1][1]) / 2
    mean = sum(sums) / deals
    error = (sum((x - mean) ** 2 for x in sums) / (deals - 1) / deals) ** 0.5
    told = trump_trial.promise(always, side.forked).margin
    assert told.mean == pytest.approx(mean)
    assert (told.high - told.low) / 2 == pytest.approx(2.1314495 * error)  # t, 15 degrees of freedom


def test_cells_of_the_answer_are_the_gains_of_the_fork():
    axes, player = trump_cells.TWO, roster.find("spend_trump")
    (side,) = trump_trial.branch([player], tables.table("briscola", 2), axes, 300, 1, 1)
    answer = when_to_spend_trump(players_are="spend_trump", deals=300)
    rows = table_of(answer, "cells")
    at = Place(0, 0, 0, 0)
    gain = side.forked.gain(TRUMP, NO_TRUMP, axes.merged(at))
    assert (rows[0]["to_draw"], rows[0]["trump"], rows[0]["points"]) == ("18+", "low trump", "0")
    assert (rows[0]["gain"], rows[0]["decisions"]) == (gain.mean, gain.decisions)
    assert sum(row["decisions"] for row in rows) == answer.facts["decisions"] == sum(side.forked.decisions)
    assert {row["sure"] for row in rows} <= {*VERDICTS.values(), TOO_FEW}
    assert all((row["sure"] == TOO_FEW) == (row["decisions"] < 30) == (row["rule"] == UNTOLD) for row in rows)


# The rule as it is written


def test_the_written_file_is_fit_to_play(asked):
    players, path, answer = asked
    assert any(line.startswith(f"wrote {path}") for line in answer.block)
    contest = match.contest(str(path), "random_card", players=players)
    assert match.check(contest, 20) > 100
    text = path.read_text()
    assert all(len(line) <= 120 for line in text.splitlines())
    flat = " ".join(text.split())
    for sentence in answer.sentences:
        if "trumps are still out" not in sentence:
            assert sentence in flat, "its docstring holds the rule in words, and what it is worth"
    assert answer.command in flat


def test_the_written_file_plays_exactly_as_the_rule(asked):
    """Move by move, against the rule of the JSON and the base player as he plays without it."""
    players, path, answer = asked
    axes = trump_cells.AXES[players]
    points = {
        (row.get("place", ""), row["to_draw"], row["trump"]): (row["spend_at"], row["keep_at"])
        for row in answer.facts["rule"]
    }
    steps = list(axes.worths)
    contest = match.contest(str(path), PLAYER[players], players=players)
    base, judge = compiled.load(roster.find(PLAYER[players])).choose, referee.Referee(contest)
    counts = dict.fromkeys(("same", "spent", "kept"), 0)

    def watch(state, index, forced):
        seats = contest.plan.seating(contest.seed, int(state.number), judge.game)
        if forced or contest.players[seats[int(state.turn)]].name != path.stem:
            return
        view = judge.sealed_view()
        own = base(view)
        cell = trump_cells_of(view, axes)
        expected, what = own, "same"
        if cell:
            spend, keep = points[cell]
            lie = axes.points(max(k for k, least in enumerate(steps) if view.table_points >= least))
            takes = [k for k in range(view.n_moves) if takes_by_trump(view, view.moves[k])]
            if lie in spend:
                expected, what = (own if own in takes else takes[0]), "spent"
            elif lie in keep and own in takes:
                expected, what = plain(view), "kept"
        assert index == expected, (cell, what, view)
        counts["same" if expected == own else what] += 1

    for number in range(60):
        for game in range(2):
            judge.play(number, game, watch)
    assert counts["spent"] > 5 and counts["same"] > 500, counts


def trump_cells_of(view, axes):
    """Place, stage and column by their names, from the view alone; None where there is no such decision."""
    told = by_name(view)
    if told is None:
        return None
    place, stage, column, _, _ = told
    return axes.places[place], axes.stages[stage], axes.columns[column]


def takes_by_trump(view, card):
    return card >> 4 == view.trump and (view.winning >> 4 != view.trump or card > view.winning)


def plain(view):
    """The dearest card in suit that takes the trick, or else the cheapest that does not."""
    trump, best = "CDSB"[view.trump], view.winning
    cards = [(name(view.moves[k]), view.moves[k], k) for k in range(view.n_moves)]
    suited = [(-worth(n), k) for n, c, k in cards if c >> 4 == best >> 4 != view.trump and c > best]
    losers = [(price(n, trump), k) for n, c, k in cards if not takes_by_trump(view, c)]
    return min(suited or losers)[1]


def test_what_was_tried_is_what_is_written(asked):
    """The same code but for the docstring: the text below it is that of the strategy that played the retest."""
    players, path, answer = asked
    base, axes = roster.find(PLAYER[players]), trump_cells.AXES[players]
    labels = [axes.points(worth) for worth in range(len(axes.worths))]
    lines = [
        tuple(SPEND if each in row["spend_at"] else KEEP if each in row["keep_at"] else OPEN for each in labels)
        for row in answer.facts["rule"]
    ]
    tried = trump_file.played(base, Rule(axes, dict(zip(axes.lines, lines, strict=True))))
    code = [text.partition('"""\n\n')[2] for text in (path.read_text(), tried.source)]
    assert code[0] == code[1] and "def choose(view):" in code[0]


def test_a_rule_on_top_of_a_rule_has_the_last_word(tmp_path):
    axes = trump_cells.TWO
    texts = {}
    for word, line in (("always", (SPEND,) * 6), ("never", (KEEP,) * 6)):
        path, rule = tmp_path / f"{word}.py", Rule(axes, dict.fromkeys(axes.lines, line))
        path.write_text(trump_file.text_of(roster.find("spend_trump"), rule, f'"""Trumps {word}."""'))
        texts[word] = path, rule
    both = tmp_path / "both.py"
    both.write_text(trump_file.text_of(roster.read(texts["never"][0]), texts["always"][1], '"""Trumps after all."""'))
    contest = match.contest(str(both), str(texts["always"][0]), seed=2)
    assert match.check(contest, 10) > 50
    judge = referee.Referee(contest)
    for number in range(10):
        scores = [match.one_row(contest, judge.play(number, game)).tolist() for game in range(2)]
        assert scores[0] == scores[1], "it matters which of the two sits where"


# The test on fresh deals


def test_what_it_keeps_is_what_compare_finds_on_fresh_deals(asked):
    players, path, answer = asked
    assert answer.facts["fresh"] == {"deals": FEW, "first": FRESH, "games": answer.facts["fresh"]["games"]}
    contest = match.contest(str(path), PLAYER[players], players=players, seed=1)
    outcome = match.play(contest, FEW, FRESH)
    told = answer.facts["retest"][0]
    assert (told["player"], told["opponent"]) == (PLAYER[players], PLAYER[players])
    duel = Duel(contest, outcome)
    assert told["margin_gain"]["mean"] == pytest.approx(duel.margin.mean)
    assert told["score_gain"]["mean"] == pytest.approx(duel.score.mean - 0.5)
    assert told["margin_gain"]["low"] == pytest.approx(duel.margin.low, abs=1e-6)


def test_somebody_plain_takes_up_the_rule_of_others():
    answer = when_to_spend_trump(players_are="always_win", deals=400)
    own, plain_one = answer.facts["retest"]
    assert (own["player"], plain_one["player"], plain_one["opponent"]) == ("always_win", "spend_trump", "always_win")
    assert plain_one["promise"] is None and own["promise"] is not None
    assert [row["player"] for row in table_of(answer, "retest")] == ["always_win", "spend_trump"]


def test_two_players_have_half_of_the_deals_each():
    answer = when_to_spend_trump(players_are="spend_trump,lowest", deals=301)
    assert [each["player"] for each in answer.facts["who"]] == ["spend_trump", "lowest"]
    assert [(each["player"], each["opponent"]) for each in answer.facts["retest"]] == [
        ("spend_trump", "lowest"),
        ("lowest", "spend_trump"),
    ]
    assert answer.facts["games"] == 2 * 301 and answer.facts["deals"] == 301
    sides = trump_trial.branch(
        [roster.find(name) for name in ("spend_trump", "lowest")],
        tables.table("briscola", 2),
        trump_cells.TWO,
        301,
        1,
        1,
    )
    assert [(side.forked.first, side.forked.deals) for side in sides] == [(0, 151), (151, 150)]
    assert trump_trial.together(sides).decisions == [
        a + b for a, b in zip(*(side.forked.decisions for side in sides), strict=True)
    ]


# What is said


def test_numbers_of_sentences_are_those_of_the_tables(asked):
    _, _, answer = asked
    numbers = [cell for table in answer.tables for row in table.rows for cell in row if isinstance(cell, int | float)]
    words = " ".join(text for table in answer.tables for row in table.texts() for text in row)
    turned = answer.facts["turned_by_trumps_out"] or {}
    checked = 0
    for sentence in answer.sentences:
        for told in re.findall(r"\d+(?:\.\d+)?", sentence):
            digits = len(told.partition(".")[2])
            if digits:
                assert any(f"{abs(number):.{digits}f}" == told for number in numbers), (told, sentence)
            else:
                known = re.search(rf"\b{told}\b", words) or int(told) in turned.values()
                assert known, (told, sentence)
            checked += 1
    assert checked > 20
    assert answer.sentences[0] == answer.facts["verdict"] and list(answer.sentences) == answer.facts["in_words"]


def test_the_maps_of_the_block_are_the_cells_and_fit_the_screen(asked):
    players, _, answer = asked
    lines = answer.block[1 + len(answer.sentences) :]
    assert all(len(line) <= 80 for line in lines if not line.startswith(("seed ", "again: ", "wrote ", "    mazz")))
    if players == 2:
        told = next(line for line in lines if line.startswith("  18+ to draw")).split()[3:]
        rows = [row for row in table_of(answer, "cells") if (row["to_draw"], row["trump"]) == ("18+", "low trump")]
        for cell, row in zip(told, rows, strict=True):
            assert cell.strip("()").partition("±")[0] == f"{row['gain']:+.1f}"
            assert ("(" in cell) == (row["sure"] == "no clear difference")
    else:
        (line,) = (text for text in lines if text.startswith("+ spend"))
        signs = [text.split()[3] for text in lines[lines.index(line) :] if text.startswith("  8+ to draw")]
        told = {SPEND: "+", KEEP: "-", OPEN: "?", UNTOLD: "."}
        seen = {(row["place"], row["points"]): row["rule"] for row in table_of(answer, "cells")
                if (row["to_draw"], row["trump"]) == ("8+", "low trump")}  # fmt: skip
        assert len(signs) == 5 and len(seen) > 15
        axes = trump_cells.AXES[4]
        for (place, points), rule in seen.items():
            worth = [axes.points(k) for k in range(5)].index(points)
            assert signs[axes.places.index(place)][worth] == told[rule]


def test_a_rule_speaks_of_sure_cells_and_of_no_others(asked):
    players, _, answer = asked
    heads = ("place", "to_draw", "trump")[players == 2 :]
    said = {1: "spend", -1: "keep"}
    spoken = 0
    for row in answer.facts["rule"]:
        cells = [cell for cell in answer.facts["cells"] if all(cell[head] == row[head] for head in heads)]
        for cell in cells:
            assert cell["rule"] == said.get(cell["sure"], "too few" if cell["decisions"] < 30 else "open")
            assert (cell["points"] in row["spend_at"]) == (cell["sure"] == 1)
            assert (cell["points"] in row["keep_at"]) == (cell["sure"] == -1)
            spoken += cell["sure"] != 0
        seen = {cell["points"] for cell in cells}
        beyond = {"11"} if players == 2 else {"5-9", "14+"}  # in suit; second to play
        assert {*row["spend_at"], *row["keep_at"]} - seen <= beyond
    assert spoken > 10


def test_the_verdict_says_for_whom_the_rule_is_good(asked):
    players, path, answer = asked
    (own, *_) = answer.facts["retest"]
    gain = own["margin_gain"]
    assert gain["low"] > 0, "a case in which it gains"
    head = f"By this rule {PLAYER[players]} gains {gain['mean']:.1f} points a game"
    assert answer.facts["verdict"].startswith(head) and f"{head}" in " ".join(path.read_text().split())
    title = svg(answer.figures()["trump" if players == 2 else "place_1"])
    assert f"good for {PLAYER[players]}" in " ".join(re.sub("<[^>]*>", " ", title).split())


def test_who_looks_closer_is_told_to_leave_the_rule_alone():
    answer = when_to_spend_trump(deals=FEW)
    told = {each["player"]: each["margin_gain"] for each in answer.facts["retest"]}
    assert told["maestro"]["high"] < 0 < told["spend_trump"]["low"]
    gains, loses = (f"{abs(told[name]['mean']):.1f}" for name in ("spend_trump", "maestro"))
    assert answer.facts["verdict"].startswith(
        f"By this rule spend_trump gains {gains} points a game, but maestro loses {loses} and is better off without it:"
    )


def test_equal_seeds_give_equal_bytes_on_any_number_of_threads(asked):
    players, _, answer = asked
    again = when_to_spend_trump(players_are=PLAYER[players], players=players, deals=FEW, jobs=1)
    assert bare(again) == bare(answer)
    assert list(again.sentences) == list(answer.sentences) and again.command == answer.command
    again = again.figures()
    for drawn, figure in answer.figures().items():
        assert svg(figure) == svg(again[drawn])


def test_with_too_few_deals_nothing_can_be_said_and_nothing_is_written(tmp_path):
    path = tmp_path / "rule.py"
    answer = when_to_spend_trump(players_are="spend_trump", deals=50, seed=2, write=str(path))
    assert answer.facts["verdict"] == (
        "Whether a trump is spent or kept, it makes no difference that can be told; of some cells there are too few "
        "decisions to say."
    )
    assert "in none of" not in " ".join(answer.sentences)
    assert answer.facts["retest"] == [] and not path.exists()
    assert any("was not written: there is no rule to write" in line for line in answer.block)
    assert [drawing.name for drawing in answer.drawings] == ["trump", "otherwise", "trumps_out"]
    answer.figures()


def test_a_table_of_four_is_blank_where_there_is_no_rule():
    answer = when_to_spend_trump(players=4, deals=60)
    text = str(answer)
    assert "never" not in text
    head, *rows = text.partition("under 30 decisions\n")[2].partition("seed 1")[0].splitlines()
    assert head.split()[:1] == ["low"]
    assert [row for row in rows if "4 to draw" in row] == ["  4 to draw"] * 5


@pytest.mark.parametrize("after", [1, 4])
def test_stopped_it_tells_of_what_was_finished(after, tmp_path):
    path = tmp_path / "rule.py"
    ask = lambda: when_to_spend_trump(players_are="spend_trump", deals=40_000, jobs=1, write=str(path))  # noqa: E731
    answer, _ = stopped(ask, after)
    assert answer.interrupted and 0 < answer.facts["deals"] < 40_000
    assert answer.block[1].startswith("INTERRUPTED"), "before anything is said"
    assert not path.exists() and any("was not written: the run was interrupted" in line for line in answer.block)


# The command


def test_the_command_writes_what_compare_takes(tmp_path):
    words = ["when-to-spend-trump", "--players-are", "spend_trump", "--deals", "1k"]
    more = ["--html", "t.html", "--chart", "t.png", "--write", "my_rule.py"]
    done = run(*words, *more, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "When to spend a trump: briscola, 2 players, spend_trump against itself, 1,000 deals\n"
    )
    assert (tmp_path / "t.html").exists() and (tmp_path / "t-retest.png").exists()
    compared = run("compare", "my_rule.py", "spend_trump", "--deals", "500", "--json", cwd=tmp_path)
    assert compared.returncode == 0, compared.stderr
    assert json.loads(compared.stdout)["margin"]["mean"] > 0
    said = fails(*words, "--write", "my_rule.py", said="my_rule.py is there already; it was left alone", cwd=tmp_path)
    assert "--force" in said
    before = (tmp_path / "my_rule.py").read_text()
    assert run(*words, "--seed", "2", "--write", "my_rule.py", "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "my_rule.py").read_text() != before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "3"], "when-to-spend-trump is asked of tables of 2 or 4, not of 3"),
        (["--players-are", "spend_tramp"], "did you mean spend_trump?"),
        (["--players-are", "spend_trump+lowest"], "not partners a+b"),
        (["--players-are", "a,b,c"], "briscola has no strategy 'a'"),
        (["--players-are", "lowest,endgame,maestro"], "takes 1 to 2 strategies"),
        (["--write", "rule.txt"], "a strategy's file is named like my_rule.py"),
        (["--write", "no-name.py"], "a strategy's file is named like my_rule.py"),
        (["--write", "nowhere/rule.py"], "there is no folder nowhere"),
        (["--write", "class.py"], "class is a word of Python's own"),
        (["--write", "/proc/x.py"], "nothing can be written to /proc/x.py"),
        (["--deals", "0"], "there must be 1 to"),
    ],
)
def test_mistakes_are_one_sentence(words, said, tmp_path):
    fails("when-to-spend-trump", *words, said=said, cwd=tmp_path)


def test_it_is_in_the_book():
    from analyzer import book

    planned = next(each for each in book.everything() if each.name == "when-to-spend-trump")
    assert planned.chapter == "Trumps" and planned.usual and planned.least < planned.usual
