"""Do random players at the tables of three, four and six win as often as they must?  Many games at fixed seeds."""

from math import comb, sqrt

import pytest
from expected import DEALS, FIRST_TRICK, SHARED, WON, Played, near, near_first_trick, near_share, pack, saved

from analyzer.briscola import PAYOFF, POINTS, RESULT
from analyzer.cards import suit

# What a program of somebody else's making found in 200,000 games: shares of won games by side, and of drawn ones.
SIMULATED = {
    3: ((0.3633, 0.3111, 0.3117), 0.0140),
    4: ((0.5105, 0.4737), 0.0158),
    6: ((0.5035, 0.4823), 0.0141),
}
OTHERS = 200_000


@pytest.fixture(scope="module", params=[3, 4, 6])
def played(request):
    return request.param, Played(request.param, 204, DEALS)


def leader_wins(players):
    """How often exactly the leader of the first trick wins it if all play any card: over all upcards and leads."""
    cards = pack(players)
    total = 0
    for upcard in cards:
        for lead in cards:
            if lead == upcard:
                continue
            trumps = [card for card in cards if suit(card) == suit(upcard) and card != upcard]
            higher = [card for card in cards if suit(card) == suit(lead) and card != upcard and card > lead]
            beaten_by = len(higher) + (len(trumps) if suit(lead) != suit(upcard) else 0)
            unknown = len(cards) - 2
            total += comb(unknown - beaten_by, players - 1) / comb(unknown, players - 1)
    return total / len(cards) / (len(cards) - 1)


def test_the_leader_takes_the_first_trick_as_often_as_counted(played):
    players, games = played
    assert [leader_wins(n) for n in (2, 3)] == pytest.approx([FIRST_TRICK[n][0] for n in (2, 3)], abs=5e-7)
    leads = leader_wins(players)
    for place in range(players):
        share = (1 - leads) / (players - 1) if place else leads
        near_share(games.followers[0, place], games.n, share, what=f"place {place}")
    if players == 3:
        near_first_trick(games.followers[0], games.trick_points, games.n, 3)


def test_random_players_win_as_often_as_simulated_elsewhere(played):
    players, games = played
    shares, drawn = SIMULATED[players]
    for side, share in enumerate(shares):
        near_share(games.results[side, WON], DEALS, share, sqrt(share * (1 - share) / OTHERS), f"side {side}")
    level = DEALS - games.results[:3, WON].sum()
    near_share(level, DEALS, drawn, sqrt(drawn / OTHERS), "drawn")
    if players == 3:
        near_share(games.results[3, 0], DEALS, 0.449, sqrt(0.25 / OTHERS) + 0.0005, "nobody had 61")
        assert games.results[:3, SHARED].sum() >= 2 * level
    else:
        assert (games.results[:2, SHARED] == level).all()


@pytest.mark.parametrize("players", SIMULATED)
def test_in_the_kernel_they_win_as_often_too(players):
    deals = 100_000
    rows = saved("random_card", "random_card", deals=deals, players=players)
    shares, drawn = SIMULATED[players]
    games = rows[:, 0]
    for side, share in enumerate(shares):
        near_share((games[:, RESULT, side] == 60).sum(), deals, share, sqrt(share * (1 - share) / OTHERS), f"{side}")
    level = (games[:, RESULT].max(axis=1) < 60).sum()
    near_share(level, deals, drawn, sqrt(drawn / OTHERS), "drawn")
    assert (rows == rows[:, :1]).all(), "dice belong to the seat, so a change of places changes nothing"
    margins = games[:, POINTS, 0] - games[:, POINTS].sum(axis=1) / len(shares)
    assert (games[:, PAYOFF, 0] == (margins if players == 3 else 2 * margins)).all()


@pytest.mark.slow
@pytest.mark.parametrize("players", SIMULATED)
def test_the_shared_stock_changes_nothing_in_random_play(players):
    streams, shared = Played(players, 205, 2_000_000), Played(players, 206, 2_000_000, shared_stock="on")
    for side in range(len(SIMULATED[players][0])):
        share = streams.results[side, WON] / streams.n
        near_share(shared.results[side, WON], shared.n, share, sqrt(share * (1 - share) / streams.n), f"side {side}")
    mean = streams.totals[0] / streams.n
    error = sqrt((streams.totals[1] / streams.n - mean**2) * 2 / streams.n)
    near(shared.totals[0] / shared.n, mean, error, "points")
