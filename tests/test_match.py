"""A match gives the same counts however it is cut up, and loses nothing when it is stopped."""

import csv
import json
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from analyzer import compare, compiled, match, replay, roster, stats
from analyzer.roster import StrategyError

DEALS = 3000


@pytest.fixture(scope="module")
def contest():
    made = match.contest("spend_trump", "lowest", seed=5)
    match.prepare(made)
    return made


def counts(outcome):
    return outcome.tally.tobytes()


@pytest.mark.parametrize(("jobs", "chunk"), [(1, None), (2, None), (3, 1), (2, 7), (4, 997), (2, 10_000)])
def test_threads_and_chunks_never_change_the_counts(contest, jobs, chunk):
    assert counts(match.play(contest, DEALS, jobs=jobs, chunk=chunk)) == counts(match.play(contest, DEALS, jobs=1))


def test_ranges_of_deals_add_up_to_the_whole(contest):
    whole = match.play(contest, DEALS, first=10)
    total = stats.new_tally()
    for first, n in ((10, 1), (11, 999), (1010, 2000)):
        stats.merge(total, match.play(contest, n, first=first).tally)
    assert total.tobytes() == counts(whole)


def test_swapping_the_names_turns_the_result_round(contest):
    ahead = compare("spend_trump", "lowest", deals=DEALS).facts
    behind = compare("lowest", "spend_trump", deals=DEALS).facts
    assert ahead["pairs"] == behind["pairs"][::-1]
    assert ahead["score"]["mean"] == pytest.approx(1 - behind["score"]["mean"], abs=1e-15)
    assert ahead["margin"]["mean"] == -behind["margin"]["mean"]
    assert (ahead["wins"], ahead["draws"], ahead["losses"]) == (behind["losses"], behind["draws"], behind["wins"])


@pytest.mark.parametrize("name", ["spend_trump", "random_card"])
def test_a_strategy_against_itself_is_level_on_every_deal(name):
    facts = compare(name, name, deals=DEALS).facts
    assert facts["pairs"] == [0, 0, DEALS, 0, 0]
    assert facts["mirrored"] == 1.0
    assert facts["p_value"] == 1.0


def test_interrupting_keeps_the_finished_deals_in_order(contest):
    kept = []

    def stop(done):
        if done >= 1000:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    outcome = match.play(
        contest, 10**9, jobs=2, chunk=250, tell=stop, save=lambda first, rows: kept.append((first, len(rows)))
    )
    assert outcome.interrupted
    assert outcome.deals == 1000
    assert kept == [(0, 250), (250, 250), (500, 250), (750, 250)]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert counts(outcome) == counts(match.play(contest, 1000))


def test_no_thread_goes_on_after_a_match_is_interrupted(contest):
    def stop(done):
        signal.raise_signal(signal.SIGINT)

    before = threading.active_count()
    match.play(contest, 10**9, jobs=2, chunk=10, tell=stop)
    for thread in threading.enumerate()[before:]:
        thread.join(5)
    assert threading.active_count() <= before


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_saved_rows_add_up_to_the_counts_and_agree_with_a_replay(tmp_path, ending):
    path = tmp_path / f"games.{ending}"
    facts = compare("spend_trump", "lowest", deals=300, first_deal=4600, save=str(path), jobs=2, chunk=37).facts
    if ending == "csv":
        with path.open() as file:
            rows = list(csv.DictReader(file))
    else:
        rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    assert [(int(row["deal"]), int(row["game"])) for row in rows] == [(d, g) for d in range(4600, 4900) for g in (1, 2)]
    mine = [float(row["result_0" if row["seat_0"] == "spend_trump" else "result_1"]) for row in rows]
    assert sum(mine) / len(mine) == pytest.approx(facts["score"]["mean"])
    assert [mine.count(x) for x in (1, 0.5, 0)] == [facts["wins"], facts["draws"], facts["losses"]]
    for swapped in (False, True):
        told = replay("spend_trump", "lowest", deal=4711, swapped=swapped).facts
        row = rows[2 * 111 + swapped]
        assert [row["seat_0"], row["seat_1"]] == told["seats"]
        assert [int(row["points_0"]), int(row["points_1"])] == told["points"]
        assert [int(row["tricks_0"]), int(row["tricks_1"])] == told["tricks"]
        assert [float(row["result_0"]), float(row["result_1"])] == told["results"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_best_of_three_is_won_by_two_hands(contest):
    facts = compare("spend_trump", "lowest", deals=500, match="best_of=3").facts
    single = compare("spend_trump", "lowest", deals=500).facts
    assert facts["score"]["mean"] > single["score"]["mean"]
    told = replay("spend_trump", "lowest", match="best_of=3", deal=3).facts
    assert max(told["hands"]) == 2


def test_rules_change_the_game_but_compile_nothing(contest):
    before = compiled.kernel("briscola").signatures
    plain = compare("spend_trump", "lowest", deals=DEALS).facts
    swap = compare("spend_trump", "lowest", deals=DEALS, rules=["trump_swap=seven"]).facts
    replayed = compare("spend_trump", "lowest", deals=DEALS, rules=["tie=replay"]).facts
    assert swap["pairs"] != plain["pairs"]
    assert replayed["draws"] == 0 < plain["draws"]
    assert compiled.kernel("briscola").signatures == before


def test_parameters_are_told_to_the_machine_code(contest):
    low = compare("spend_trump:spend_at=0", "spend_trump", deals=DEALS).facts
    assert low["strategies"][0] == {"name": "spend_trump", "parameters": {"spend_at": 0}}
    assert low["pairs"] != compare("spend_trump:spend_at=11", "spend_trump", deals=DEALS).facts["pairs"]


def test_the_json_is_the_same_bytes_whatever_the_threads():
    def bare(**how):
        facts = json.loads(compare("spend_trump", "lowest", deals=2000, **how).json())
        facts.pop("run")
        return json.dumps(facts)

    assert bare(jobs=1) == bare(jobs=2) == bare(jobs=2, chunk=3)


def test_the_json_has_the_promised_keys():
    facts = json.loads(compare("spend_trump", "lowest", deals=100).json())
    promised = (
        "game players rules strategies deals games seed score wins draws losses margin pairs p_value "
        "variance_reduction mirrored lead verdict run"
    )
    assert set(promised.split()) <= set(facts)
    assert set(facts["score"]) == {"mean", "low", "high", "level"}
    assert set(facts["margin"]) == {"mean", "low", "high", "sd"}
    assert set(facts["variance_reduction"]) == {"factor", "low", "high"}
    assert set(facts["run"]) == {"seconds", "deals_per_second", "jobs", "version", "engine"}


def test_the_engine_has_a_number_that_depends_on_its_sources():
    assert len(compiled.engine()) == 12
    assert int(compiled.engine(), 16) >= 0


def test_unknown_things_are_named_with_the_nearest_that_exists():
    for wrong, told in (
        ({"game": "briskola"}, "did you mean briscola"),
        ({"players": 5}, "2 players, not by 5"),
        ({"rules": ["tie=replai"]}, "did you mean replay"),
        ({"rules": ["tye=draw"]}, "did you mean tie"),
        ({"match": "best_of=4"}, "best_of=3"),
        ({"save": "x.xlsx"}, ".csv or .parquet"),
    ):
        with pytest.raises(ValueError, match=told):
            compare("spend_trump", "lowest", deals=10, **wrong)
    with pytest.raises(StrategyError, match="did you mean spend_trump"):
        compare("spend_trum", "lowest", deals=10)


def test_maestro_is_as_strong_as_it_is_said_to_be():
    assert compare("maestro", "spend_trump", deals=20_000).facts["score"]["low"] > 0.74
    assert compare("maestro", "random_card", deals=20_000).facts["score"]["low"] > 0.93


def test_figures_and_frames_come_with_the_answer():
    answer = compare("spend_trump", "lowest", deals=500)
    frames = answer.tables_as_frames()
    assert frames["pairs"]["deals"].sum() == 500
    assert np.isclose(frames["summary"].set_index("measure").loc["win score", "value"], answer.facts["score"]["mean"])
    assert set(answer.figures()) == {"compare"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deals": 0}, "1 to"),
        ({"deals": -5}, "1 to"),
        ({"deals": True}, "no whole number"),
        ({"deals": 2.5}, "no whole number"),
        ({"first_deal": -5}, "no deal -5"),
        ({"first_deal": 2**53}, "no deal"),
        ({"seed": -5}, "a seed is"),
        ({"seed": None}, "no whole number"),
        ({"jobs": 0}, "1 to a million"),
        ({"chunk": 0}, "1 to a million"),
        ({"deal_timeout": float("nan")}, "no time in seconds"),
        ({"save": ""}, ".csv or .parquet"),
    ],
)
def test_python_is_told_the_same_sentences_as_the_command_line(given, said):
    with pytest.raises(ValueError, match=said):
        compare("spend_trump", "lowest", **({"deals": 10} | given))


def test_python_may_say_things_its_own_way():
    told = compare("spend_trump", "lowest", deals="2k", rules="tie=replay").facts
    meant = compare("spend_trump", roster.find("lowest").path, deals=2000.0, rules={"tie": "replay"}).facts
    assert told["pairs"] == meant["pairs"]
    assert compare.__name__ == "compare"
    assert "Which of two strategies" in compare.__doc__


def test_two_files_of_one_name_are_told_apart(tmp_path):
    path = tmp_path / "lowest.py"
    path.write_text('"""Plays its first card."""\n\n\ndef choose(view):\n    return 0\n')
    verdict = compare(str(path), "lowest", deals=500).facts["verdict"]
    assert str(path) in verdict


def test_damaged_machine_code_is_made_again(tmp_path, monkeypatch):
    code = "from analyzer import compare\nprint(compare('spend_trump', 'lowest', deals=200).facts['pairs'])"
    env = os.environ | {"MAZZIERE_CACHE": str(tmp_path)}

    def run():
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    sound = run()
    for damage in (b"", b"garbage\n"):
        for kind in ("*.nbi", "*.nbc", "*_adapter.py"):
            for path in tmp_path.rglob(kind):
                path.write_bytes(damage)
            assert run() == sound, (damage, kind)


@pytest.mark.parametrize(
    "off",
    [
        "keep_trump:spend_at=10,figures_at=0,loads_at=0",
        "throw_away",
        "hoard_aces:until=1",
        "cash_aces:risk=-1.0,deadline=21",
        "lead_style:style=0,by_loads=0",
        "last_draw:low=0,figure=0,load=0",
        "score_minded:reach=False,block=False",
        "read_trumps:risk=-1.0",
    ],
)
def test_a_single_idea_turned_off_leaves_spend_trump(off):
    assert compare(off, "spend_trump", deals=2000).facts["mirrored"] == 1.0


def test_always_win_is_spend_trump_for_nothing_and_endgame_is_count_cards_without_its_end():
    assert compare("always_win", "spend_trump:spend_at=0", deals=2000).facts["mirrored"] == 1.0
    assert compare("endgame:solve=0", "count_cards", deals=2000).facts["mirrored"] == 1.0
