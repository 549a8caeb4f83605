"""Does who rations his trumps do what he says, stage by stage?"""

from types import SimpleNamespace

import pytest

from analyzer import compare, compiled, roster

TWO, KING = 0, 7
LED = 1 << 4 | KING  # four points
HAND = (0 << 4 | TWO, 2 << 4 | TWO, 3 << 4 | TWO)  # the two of trumps, and two that do not take it


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_equal_numbers_he_is_spend_trump(players):
    for value in (4, 10):
        told = ",".join(f"{stage}={value}" for stage in ("early", "middle", "late", "gone"))
        facts = compare(f"ration_trump:{told}", f"spend_trump:spend_at={value}", players=players, deals=500).facts
        even = [facts["margin"]] if players != 3 else [each["payoff"] for each in facts["standings"]]
        assert all((each["mean"], each["sd"]) == (0, 0) for each in even)


@pytest.mark.parametrize("stage", ["early", "middle", "late", "gone"])
def test_every_number_is_that_of_its_stage(stage):
    choose = compiled.load(roster.find("ration_trump")).choose
    lasts = {"early": range(24, 35, 2), "middle": range(12, 23, 2), "late": range(2, 11, 2), "gone": [0]}
    for stock in range(0, 35, 2):
        view = SimpleNamespace(
            led=LED,
            winning=LED,
            table_points=4,
            trump=0,
            moves=HAND,
            n_moves=3,
            hand=sum(1 << card for card in HAND),
            pack=0x03FF_03FF_03FF_03FF,
            players=2,
            stock=stock,
        )
        trumps = choose(view, **{stage: 4}) == 0
        assert trumps == (stock in lasts[stage]), stock
