"""Are the rows of a saved file the games that were played, at every table?"""

import csv

import numpy as np
import pytest
from every_match import MATCHES

from analyzer import compare, match, replay

ROLES = {-1: "", 0: "defender", 1: "caller", 2: "partner", 3: "alone"}


def saved(path):
    """The rows of a saved file, every value as csv shows it."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


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


@pytest.mark.parametrize("what", MATCHES)
def test_saved_rows_of_every_table_agree_with_the_replay_of_every_seating(tmp_path, what):
    names, options = MATCHES[what]
    names = names.split()
    path = tmp_path / "games.csv"
    compare(*names, deals=40, first_deal=60, save=str(path), chunk=7, seed=5, **options)
    made = match.contest(*names, seed=5, **options)
    games, sides = made.plan.games, len(set(made.table.columns))
    rows = saved(path)
    assert [(int(row["deal"]), int(row["game"])) for row in rows] == [
        (60 + k, 1 + g) for k in range(40) for g in range(games)
    ]
    module = made.table.module
    kept = [*(name for name, *_ in module.SAVED), "payoff", "result"]
    assert set(rows[0]) == {
        "deal",
        "game",
        *(name for name, *_ in module.SAVED_ONCE),
        *(f"seat_{seat}" for seat in range(made.table.players)),
        *(f"{what}_{side}" for what in kept for side in range(sides)),
    }
    for row in rows:
        assert sum(int(row[f"payoff_{side}"]) for side in range(sides)) == 0
        points = sum(int(row[f"points_{side}"]) for side in range(sides))
        assert points % (5 if made.table.game == "burraco" else 120) == 0
    numbers = (61, 99) if games < 10 else (61,)
    for number in numbers:
        for game in range(games):
            told = replay(*names, deal=number, seating=game + 1, seed=5, **options).facts
            row = rows[games * (number - 60) + game]
            # Where two sit down under one name the transcript numbers them.
            labels = [seat.rpartition(" (")[0] or seat for seat in told["seats"]]
            assert [row[f"seat_{seat}"] for seat in range(made.table.players)] == labels
            assert [float(row[f"result_{side}"]) for side in range(sides)] == told["results"]
            assert [int(row[f"payoff_{side}"]) for side in range(sides)] == told["payoffs"]
            for key, *_ in module.SAVED:
                words = [ROLES[role] for role in told[key]] if key == "role" else [str(number) for number in told[key]]
                assert [row[f"{key}_{side}"] for side in range(sides)] == words, key
            if made.table.game == "chiamata":
                assert (row["bid"], row["called"]) == (told["bid"], told["called"])
                alone = made.table.match == "single"
                assert [row[f"role_{seat}"] for seat in range(5)] == (told["roles"] if alone else [""] * 5)


def test_where_all_pass_there_is_no_bid_no_card_and_no_role(tmp_path):
    path = tmp_path / "games.csv"
    compare(*["random_bidder:daring=0.0"] * 2, game="chiamata", rules="all_pass=end", deals=3, save=str(path))
    rows = saved(path)
    assert len(rows) == 30
    for row in rows:
        assert (row["bid"], row["called"]) == ("", "")
        assert [row[f"{key}_{seat}"] for seat in range(5) for key in ("role", "payoff")] == ["", "0"] * 5


@pytest.mark.parametrize("what", ["3", "3, orders", "4, a+b", "5", "5, match"])
def test_the_standings_are_the_means_of_the_saved_rows(tmp_path, what):
    names, options = MATCHES[what]
    path = tmp_path / "games.csv"
    facts = compare(*names.split(), deals=200, save=str(path), seed=5, **options).facts
    made = match.contest(*names.split(), seed=5, **options)
    plan, labels = made.plan, made.labels()
    rows = saved(path)
    assert len(rows) == facts["games"] == 200 * plan.games
    for each in facts["standings"]:
        entry = labels.index(each["strategy"])
        payoffs, results = [], []
        for row in rows:
            for column, counted in enumerate(plan.entries[0, int(row["game"]) - 1].tolist()):
                if counted == entry:
                    payoffs.append(int(row[f"payoff_{column}"]))
                    results.append(float(row[f"result_{column}"]))
        assert each["payoff"]["mean"] == pytest.approx(np.mean(payoffs), abs=1e-12)
        assert each["score"]["mean"] == pytest.approx(np.mean(results), abs=1e-12)
        assert each["payoff"]["low"] < each["payoff"]["mean"] < each["payoff"]["high"]


def test_a_pool_rates_by_the_tables_that_were_played(tmp_path):
    names, options = MATCHES["3, pool"]
    path = tmp_path / "games.csv"
    facts = compare(*names.split(), deals=300, save=str(path), seed=5, **options).facts
    rows = saved(path)
    labels = [each["strategy"] for each in facts["standings"]]
    # Least squares over places: a place is paid its player's worth less the mean of the table.
    left, right = [], []
    for row in rows:
        table = [labels.index(row[f"seat_{seat}"]) for seat in range(3)]
        for seat in range(3):
            left.append([(k == table[seat]) - table.count(k) / 3 for k in range(len(labels))])
            right.append(int(row[f"payoff_{seat}"]))
    worth = np.linalg.lstsq(np.array(left), np.array(right), rcond=None)[0]
    assert [each["rating"]["mean"] for each in facts["standings"]] == pytest.approx((worth - worth.mean()).tolist())
    assert len(facts["contrasts"]) == 6


@pytest.mark.parametrize("what", ["3, pool", "5"])
def test_csv_and_parquet_hold_the_same_rows_at_every_table(tmp_path, what):
    parquet = pytest.importorskip("pyarrow.parquet")
    names, options = MATCHES[what]
    for ending in ("csv", "parquet"):
        compare(*names.split(), deals=50, save=str(tmp_path / f"games.{ending}"), jobs=2, chunk=9, **options)
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in rows] == saved(tmp_path / "games.csv")


def test_a_range_of_deals_is_a_piece_of_the_whole(tmp_path):
    for what in ("3, pool", "5", "4, a+b"):
        names, options = MATCHES[what]
        for first, n in ((0, 60), (20, 15)):
            compare(*names.split(), deals=n, first_deal=first, save=str(tmp_path / f"{first}.csv"), **options)
        piece = saved(tmp_path / "20.csv")
        assert piece == [row for row in saved(tmp_path / "0.csv") if 20 <= int(row["deal"]) < 35]
        assert len({row["deal"] for row in piece}) == 15
