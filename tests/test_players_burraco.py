"""Each player of Burraco does what it says it does, and with its idea switched off it plays exactly like meld_all."""

from itertools import pairwise

import pytest
from burraco_by_hand import BURRACO, play, sit_down, steps

from analyzer import burraco, match, roster
from analyzer.burraco import DISCARDING, DRAW, MELDING, STOP, TAKEN, UNTAKEN
from analyzer.compiled import load
from analyzer.referee import Referee
from analyzer.rummy import best_meld_with, left_over

SWITCHED_OFF = (
    "clean_builder:spare=0",
    "closer:least=6,plan=False",
    "discard_reader:before=0,after=0",
    "extreme_discarder:middle=0",
    "hoarder:stock=42",
    "pile_taker:next_holds=0",
    "run_builder:sets=0",
    "rusher:plan=False,thin=0",
    "safe_discarder:theirs=0,pile=0",
    "stock_only:until=0",
    "wild_keeper:own=0",
)
MATCH = match.contest("meld_all", "random_move", game="burraco")
HAS, NOT = TAKEN, UNTAKEN


def player(name):
    """The strategy of that name as a function of a view."""
    strategy = roster.find(name, "burraco")
    choose = load(strategy).choose
    return lambda view: choose(view, **strategy.values)


def answer(state, name):
    """What the seat to act does, in words."""
    referee = Referee(MATCH)
    burraco.look(state, referee.view)
    return steps(state)[player(name)(referee.sealed_view())]


def drawing(hand, pile, **table):
    """Seat 0 is to draw."""
    state = sit_down([hand, *table.pop("others", ())], pile=pile, **table)
    assert state.phase == DRAW
    return state


def melding(hand, mine="", drawn="4c", **table):
    """Seat 0 has drawn a card and may meld."""
    state = sit_down([hand, *table.pop("others", ())], (mine, table.pop("theirs", "")), stock=drawn, **table)
    play(state, "stock")
    assert state.phase == MELDING
    return state


def discarding(hand, drawn, mine="", **table):
    """Seat 0 has drawn a card, melds nothing and is to discard."""
    state = melding(hand, mine, drawn, **table)
    play(state, "stop")
    assert state.phase == DISCARDING
    return state


def differ(state, name, its, plain):
    """At this table the player does one thing, and meld_all another."""
    assert answer(state, name) == its
    assert answer(state, "meld_all") == plain


def test_every_player_is_told_of_here():
    told = {name.partition(":")[0] for name in SWITCHED_OFF}
    assert set(roster.names("burraco")) == told | {"meld_all", "random_move", "maestro"}


def test_with_its_idea_switched_off_each_is_meld_all():
    referee = Referee(MATCH)
    plain = player("meld_all")
    others = {name: player(name) for name in SWITCHED_OFF}
    asked = [0, 0, 0]

    def compare(state, index, forced):
        if forced:
            return
        burraco.look(state, referee.view)
        view = referee.sealed_view()
        its = plain(view)
        asked[int(state.phase)] += 1
        for name, other in others.items():
            assert other(view) == its, (name, int(state.number), view)

    for number in range(8):
        referee.play(number, number % 2, compare)
    assert min(asked) > 100


@pytest.mark.parametrize("name", [name.partition(":")[0] for name in SWITCHED_OFF])
def test_with_its_idea_each_is_somebody_else(name):
    referee = Referee(MATCH)
    plain, its = player("meld_all"), player(name)
    seen = []

    def compare(state, index, forced):
        if not forced and not seen:
            burraco.look(state, referee.view)
            view = referee.sealed_view()
            if its(view) != plain(view):
                seen.append(view)

    for number in range(30):
        referee.play(number, number % 2, compare)
        if seen:
            return
    raise AssertionError(f"{name} plays like meld_all in 30 deals")


# The pile


def test_meld_all_takes_the_pile_for_enough_useful_cards():
    state = drawing("Kh Kd 4c 5c", "Ks 9d 6c")
    assert answer(state, "meld_all:enough=2") == "pile"
    assert answer(state, "meld_all:enough=3") == "stock"
    assert answer(drawing("Kh 4c", "Ks 9d 7d"), "meld_all") == "stock"


def test_pile_taker_wants_more_when_the_next_player_is_about_to_run_out():
    late = {"others": ("3h 4d", "", "")}
    differ(drawing("Kh Kd 4c", "Ks 9d", **late), "pile_taker", "stock", "pile")
    assert answer(drawing("Kh Kd 4c", "Ks JK", **late), "pile_taker") == "pile"
    assert answer(drawing("Kh Kd 4c", "Ks 9d"), "pile_taker") == "pile"
    assert answer(drawing("Kh Kd 4c", "Ks 9d", **late), "pile_taker:then=1") == "pile"


def test_pile_taker_wants_more_late():
    table = {"pozzetti": (NOT, HAS)}
    differ(drawing("Kh Kd 4c", "Ks 9d", **table), "pile_taker:late=2", "stock", "pile")


def test_pile_taker_second_of_its_pair_may_always_take_two_cards():
    state = drawing("Kh 4c 8s", "Qs 9d")
    state.turns = 2
    differ(state, "pile_taker:second=0", "pile", "stock")
    state.turns = 1
    assert answer(state, "pile_taker:second=0") == "stock"


def test_pile_taker_helps_a_partner_about_to_close():
    differ(drawing("Kh 4c", "Qs 9d", others=("", "5d", "")), "pile_taker:helper=1", "pile", "stock")


def test_pile_taker_sees_that_the_pile_lets_it_run_out():
    late = {"others": ("3h 4d", "", "")}
    differ(drawing("Kh Kd", "Ks", **late), "pile_taker:plan=True", "pile", "pile")
    assert answer(drawing("Kh Kd", "Ks", **late), "pile_taker") == "stock"


def test_stock_only_leaves_the_pile():
    state = drawing("Kh Kd 4c", "Ks Kc JK")
    state.turns = 7
    differ(state, "stock_only", "stock", "pile")
    assert answer(state, "stock_only:until=8") == "stock"
    assert answer(state, "stock_only:until=7") == "pile"


def test_rusher_leaves_the_pile_when_few_cards_are_left_to_lay():
    differ(drawing("Kh Kd 4c", "Ks 9d"), "rusher", "stock", "pile")
    assert answer(drawing("Kh Kd 4c", "Ks"), "rusher") == "pile"
    assert answer(drawing("Kh Kd 4c", "Ks 9d", pozzetti=(HAS, NOT)), "rusher") == "pile"


# Melding


def test_clean_builder_spares_a_clean_burraco():
    state = melding("JK 9d Jc", BURRACO)
    differ(state, "clean_builder", "stop", "add JK to 0")
    closing = melding("JK 9d", f"{BURRACO} / 9h 9c 9s", pozzetti=(HAS, NOT))
    assert answer(closing, "clean_builder") == "add 9d to 1"
    play(closing, "add 9d to 1")
    differ(closing, "clean_builder", "add JK to 1", "add JK to 0")
    closing = melding("JK", BURRACO, pozzetti=(HAS, NOT))
    differ(closing, "clean_builder:spare=2", "stop", "add JK to 0")
    assert answer(closing, "clean_builder") == "add JK to 0"


def test_clean_builder_waits_on_a_clean_six():
    six = {"mine": "3h 4h 5h 6h 7h 8h"}
    state = melding("JK 9d Jc Qs", **six)
    differ(state, "clean_builder:wait=10", "stop", "add JK to 0")
    assert answer(state, "clean_builder:wait=19") == "add JK to 0"  # so many are left
    assert answer(melding("JK 9d", **six), "clean_builder:wait=10") == "stop"
    assert answer(melding("JK", **six), "clean_builder:wait=10") == "add JK to 0"  # and out


def test_rusher_lays_all_to_run_out():
    two = {"mine": "3h 4h 5h / 9h 9c 9s"}
    differ(melding("JK 2c", drawn="4d", **two), "rusher", "add JK to 0", "stop")
    assert answer(melding("JK 2c Kc", drawn="4d", **two), "rusher") == "stop"


def test_rusher_lays_wilds_on_smaller_melds():
    differ(melding("JK Kd Qc 9s", "3h 4h 5h 6h"), "rusher:least=4", "add JK to 0", "stop")


def test_rusher_waits_a_turn_to_go_out_directly():
    table = {"others": ("3s 4d 5s 8s", "", "3d 4h 6d 8d")}
    state = melding("9d 10h", "9h 9c 9s / 4h 5h 6h", "Kd", **table)
    play(state, "add 9d to 0")
    assert answer(state, "rusher:hold=4") == "stop"
    state = melding("9d", "9h 9c 9s", "Kd", **table)
    differ(state, "rusher:hold=4", "stop", "add 9d to 0")
    assert answer(state, "rusher:hold=5") == "add 9d to 0"
    state.turns += 4  # a turn later
    assert answer(state, "rusher:hold=4") == "add 9d to 0"
    state.turns += 4
    play(state, "stop")
    differ(state, "rusher:hold=4", "discard Kd", "discard 9d")


def test_rusher_never_waits_for_two_turns_running():
    referee, waited = Referee(match.contest("rusher:thin=0,hold=1", "rusher:thin=0", game="burraco")), {}

    def watch(state, index, forced):
        view = None if forced else referee.sealed_view()
        if view is None or view.phase != MELDING or view.pozzetto[0] != UNTAKEN:
            return
        runs_out = view.moves[best_meld_with(view, 3, 0)].kind != STOP
        if view.moves[index].kind == STOP and left_over(view) == 1 and runs_out:
            waited.setdefault((number, view.seat), []).append(view.turns)

    for number in range(40):
        referee.play(number, watch=watch)
    assert sum(map(len, waited.values())) > 5
    assert all(later - turn > 4 for turns in waited.values() for turn, later in pairwise(turns))


def test_rusher_keeps_what_fits_when_it_waits():
    state = discarding("Kd", "4c", "Kh Kc Ks")
    differ(state, "rusher:hold=4", "discard 4c", "discard Kd")


def test_rusher_does_not_run_out_by_a_discard_when_the_hand_is_about_to_end():
    table = {"others": ("3s 4d", "", ""), "pozzetti": (NOT, HAS)}
    state = melding("9d", "9h 9c 9s", "Kd", **table)
    differ(state, "rusher:dodge=2", "stop", "add 9d to 0")
    assert answer(state, "rusher:dodge=1") == "add 9d to 0"


def test_closer_lays_wilds_on_smaller_melds_once_it_has_the_pozzetto():
    table = {"hand": "2d Jc Qd 7d 5c", "mine": "9s 10s Js Qs Ks", "drawn": "8h"}
    differ(melding(pozzetti=(HAS, NOT), **table), "closer", "add 2d to 0", "stop")
    assert answer(melding(**table), "closer") == "stop"


def test_closer_lays_all_to_close():
    state = melding("JK 2d", "3c 4c 5c / 9h 9c 9s / JK 4h 5h 6h 7h 8h 9h", "Kd", pozzetti=(HAS, NOT))
    differ(state, "closer:least=6", "add JK to 0", "stop")


def test_closer_may_wait_for_its_partner():
    table = {"others": ("3s 4d 5s 8s", "", "3d 4s 6d 8d"), "pozzetti": (HAS, NOT)}
    state = melding("9d", f"{BURRACO} / 9h 9c 9s", "Kd", **table)
    differ(state, "closer:partner=11", "stop", "add 9d to 1")
    assert answer(state, "closer:partner=11,near=4") == "add 9d to 1"
    assert answer(state, "closer:partner=12") == "add 9d to 1"
    assert answer(state, "closer:partner=11,full=4") == "stop"
    just_taken = melding("9d", f"{BURRACO} / 9h 9c 9s", "Kd", **table | {"pozzetti": (HAS, HAS)})
    assert answer(just_taken, "closer:partner=11,full=4") == "add 9d to 1"
    assert answer(just_taken, "closer:partner=11,full=5") == "stop"


def test_run_builder_opens_runs_before_sets():
    state = melding("7h 8h JK 9d 9c 9s Qd", drawn="Kh")
    differ(state, "run_builder", "open JK 7h 8h", "open 9d 9c 9s")
    assert answer(state, "run_builder:sets=100") == "open 9d 9c 9s"
    kings = melding("7h 8h JK Kd Kc Ks Qd", drawn="3h")
    assert answer(kings, "run_builder") == "open Kd Kc Ks"
    assert answer(kings, "run_builder:extremes=600") == "open JK 7h 8h"
    assert answer(melding("9d 9c 9s Qd", drawn="Kh"), "run_builder:sets=3000") == "stop"


def test_hoarder_melds_nothing_before_it_can_go_out():
    table = {"stock": 38}
    state = sit_down(["9d 9c 9s Qd 3h 6c Js Kh 4s 6s 8c"], **table)
    play(state, "stock")
    differ(state, "hoarder", "stop", "open 9d 9c 9s")
    assert answer(state, "hoarder:stock=37") == "open 9d 9c 9s"
    assert answer(state, "hoarder:most=11") == "open 9d 9c 9s"
    assert answer(state, "hoarder:alarm=11") == "open 9d 9c 9s"
    going = sit_down(["9d 9c 9s Qd Qh Qc Kd Kh Ks Kc JK"], **table)
    play(going, "stock")
    assert answer(going, "hoarder").startswith("open")


def test_wild_keeper_opens_a_run_with_the_two_of_its_suit():
    state = melding("JK 2d 2h 7h 8h 9c", drawn="Qs")
    differ(state, "wild_keeper", "open 2h 7h 8h", "open JK 7h 8h")


def test_wild_keeper_leaves_its_wild_free():
    state = melding("JK 7h 9h Jd Qd 9c", drawn="3s")
    differ(state, "wild_keeper:free=10", "open JK Jd Qd", "open JK 7h 9h")
    state = melding("JK Jh Kh Qd Kd", drawn="3s")
    assert answer(state, "wild_keeper:free=10") == "open JK Qd Kd"
    ace = melding("JK Jh Kh Ad Kd", drawn="3s")
    assert answer(ace, "wild_keeper:free=10") == "open JK Ad Kd"


def test_wild_keeper_spends_no_wild_early_or_on_a_small_meld():
    state = melding("JK 7h 8h Jd 9c", drawn="3s")
    state.turns = 3
    differ(state, "wild_keeper:opens_at=4", "stop", "open JK 7h 8h")
    state.turns = 4
    assert answer(state, "wild_keeper:opens_at=4") == "open JK 7h 8h"
    six = melding("JK 7d Js 9c", "3h 4h 5h 6h 7h 8h", "Kd")
    differ(six, "wild_keeper:least=7", "stop", "add JK to 0")
    four = melding("JK 7d Js 9c", "3h 4h 5h 6h", "Kd")
    differ(four, "wild_keeper:least=4", "add JK to 0", "stop")


def test_wild_keeper_discards_wilds_late():
    late = {"others": ("3s 4d", "", ""), "pozzetti": (NOT, HAS)}
    state = discarding("JK 2d 7h", "Ks", **late)
    differ(state, "wild_keeper:late=2", "discard JK", "discard Ks")
    assert answer(state, "wild_keeper:late=1") == "discard Ks"


# Discarding


def test_safe_discarder_gives_no_card_that_fits():
    state = discarding("Kd 7h 3c", "9s", theirs="Kh Kc Ks")
    differ(state, "safe_discarder", "discard 9s", "discard Kd")


def test_safe_discarder_matches_no_card_of_the_pile():
    state = discarding("Kd 7h 3c", "9s", pile="Ks 5d Kh")
    differ(state, "safe_discarder", "discard 9s", "discard Kd")
    assert answer(state, "safe_discarder:near=10") == "discard Kd"  # the next player holds eleven


def test_extreme_discarder_keeps_the_middle():
    state = discarding("9d 3c", "6s")
    differ(state, "extreme_discarder:middle=2", "discard 3c", "discard 9d")


def test_extreme_discarder_keeps_dear_cards_early():
    state = discarding("Kd 4c", "8s")
    state.turns = 5
    differ(state, "extreme_discarder:middle=0,cheap_until=6", "discard 4c", "discard Kd")
    assert answer(state, "extreme_discarder:middle=0,cheap_until=5") == "discard Kd"


@pytest.mark.parametrize(
    ("seat", "name"),
    [(3, "discard_reader:before=6,after=0"), (1, "discard_reader:before=0,after=6")],
)
def test_discard_reader_follows_the_opponents(seat, name):
    state = discarding("Kd 3c", "7h")
    state.last_discard[seat] = 3 << 4 | 3
    differ(state, name, "discard 3c", "discard Kd")


def test_discard_reader_keeps_what_its_partner_threw_away():
    state = discarding("Kd 3c", "4s")
    state.last_discard[2] = 3 << 4 | 13
    differ(state, "discard_reader:before=0,after=0,partner=6", "discard 3c", "discard Kd")
