"""Do the knobs that exist only to try what players say do what they are said to do, and nothing else?"""

import pytest

from analyzer import cards, chiamata, compare, match
from analyzer.briscola import beats
from analyzer.cards import ACE, THREE, points, strength, suit
from analyzer.chiamata import BID, CALL, DEFENDER, PARTNER, PLAY
from analyzer.referee import Referee

CHIAMATA = {"game": "chiamata"}
POINTS_ONLY = {**CHIAMATA, "rules": "bid_form=points_only"}
FOUR = {"players": 4}


def decisions(word, deals, **seats):
    """(view, card or bid) of all decisions of games in which everybody plays like `word`."""
    judge = Referee(match.contest(word, word, seed=5, **seats))
    seen = []

    def watch(state, index, forced):
        if not forced:
            view = judge.sealed_view()
            seen.append((view, view.moves[index]))

    for number in range(deals):
        judge.play(number, watch=watch)
    return seen


def held(hand):
    return [card for card in cards.CARDS if hand >> card & 1]


def level(one, two, deals=400, **seats):
    """Does everybody make nothing over the other, on every deal?"""
    facts = compare(one, two, deals=deals, **seats).facts
    told = [facts["margin"]] if "margin" in facts else [each["payoff"] for each in facts["standings"]]
    return all((each["mean"], each["sd"]) == (0, 0) for each in told)


# Turned off, or where there is nothing to be heard


@pytest.mark.parametrize(("one", "two"), [("maestro:heard=0", "maestro"), ("load_partner:known=0.6", "load_partner")])
def test_who_listens_plays_as_ever_where_nobody_tells(one, two):
    assert level(one, two, **FOUR)
    for rules in ("signals=on", "partner_peek=first", "partner_peek=last3"):
        assert not level(one, two, rules=rules, **FOUR), rules


def test_no_call_is_lower_where_the_bid_names_the_rank():
    assert level("suit_counter:call=2", "suit_counter", **CHIAMATA)
    assert level("suit_counter:call=-1", "suit_counter", **CHIAMATA)
    assert not level("suit_counter:call=2", "suit_counter", **POINTS_ONLY)


@pytest.mark.parametrize("knob", ["hides_for=4", "loads_at=4", "feeds=True", "shows_at=99"])
def test_every_knob_of_suit_counter_changes_something(knob):
    assert not level(f"suit_counter:{knob}", "suit_counter", **CHIAMATA)


def test_a_hidden_partner_who_hides_for_all_tricks_is_one_who_hides_for_any_points():
    assert level("suit_counter:hides_for=8", "suit_counter:shows_at=99", **CHIAMATA)


# What they do


@pytest.mark.parametrize("call", [0, 1, 3])
def test_the_call_is_so_many_places_below_the_highest_missing(call):
    calls = [
        (view, card) for view, card in decisions(f"suit_counter:call={call}", 12, **POINTS_ONLY) if view.phase == CALL
    ]
    assert len(calls) == 12
    for view, card in calls:
        missing = [each for each in cards.CARDS if suit(each) == suit(card) and not view.hand >> each & 1]
        assert card == sorted(missing, reverse=True)[min(call, len(missing) - 1)]


def test_any_missing_card_may_be_called():
    ranks = set()
    for view, card in decisions("suit_counter:call=-1", 25, **POINTS_ONLY):
        if view.phase == CALL:
            assert not view.hand >> card & 1
            ranks.add(strength(card))
    assert len(ranks) >= 4


@pytest.mark.parametrize("places", [1, 3, 5])
def test_a_defender_leads_loads_where_the_caller_plays_late_enough(places):
    led = 0
    for view, card in decisions(f"suit_counter:loads_at={places}", 12, **CHIAMATA):
        if view.phase != PLAY or view.led >= 0 or view.role != DEFENDER:
            continue
        loads = [each for each in held(view.hand) if suit(each) != view.trump and strength(each) >= THREE]
        late = (view.caller - view.seat) % 5 >= places
        others = [each for each in held(view.hand) if each not in loads]
        if loads and late:
            assert points(card) == max(map(points, loads))
            led += 1
        elif others:
            assert card not in loads
    assert (led > 0) == (places < 5)


def test_who_feeds_does_so_before_the_caller_has_played():
    early = 0
    for view, card in decisions("suit_counter:feeds=True", 25, **CHIAMATA):
        if view.phase == PLAY and view.role == DEFENDER and view.led >= 0 and view.winning_mine > 0:
            side = [each for each in held(view.hand) if suit(each) != view.trump]
            foes = [view.friend[(view.seat + k) % 5] < 0 for k in range(1, view.to_follow + 1)]
            if max(map(points, side), default=0) > 0:
                assert points(card) == max(map(points, side)) and suit(card) != view.trump
                early += any(foes)
    assert early > 0


def test_who_hides_gives_the_callers_trick_nothing():
    hidden = 0
    for view, card in decisions("suit_counter:hides_for=8", 25, **CHIAMATA):
        if view.phase == PLAY and view.role == PARTNER and view.partner < 0 and view.winner == view.caller:
            if view.led >= 0 and not beats(card, view.winning, view.trump):
                cheapest = min(
                    held(view.hand),
                    key=lambda each: 3 * points(each) + strength(each) + 15 * (suit(each) == view.trump),
                )
                assert card == cheapest
                hidden += 1
    assert hidden > 3


@pytest.mark.parametrize(("place", "last"), [(1, True), (2, False)])
def test_the_partners_trick_is_loaded_in_one_place_only(place, last):
    loaded = 0
    for view, card in decisions(f"load_partner:risk=1.0,spare=False,place={place}", 12, **FOUR):
        if view.led < 0 or not view.winning_mine:
            continue
        side = [each for each in held(view.hand) if suit(each) != view.trump]
        if max(map(points, side), default=0) > 0 and (view.to_follow == 0) == last:
            assert points(card) == max(map(points, side)) and suit(card) != view.trump
            loaded += 1
    assert loaded > 5


def test_a_trick_the_partner_is_known_to_take_is_loaded():
    """Where partners have seen each other's first hands: all that is left of one is known."""
    loaded = 0
    for view, card in decisions("load_partner:known=1.0", 30, rules="partner_peek=first", **FOUR):
        if view.led < 0 or view.winning_mine or view.friends_to_follow == 0:
            continue
        mine = [each for each in held(view.hand) if suit(each) != view.trump]
        takers = [each for each in held(view.partner_cards[0]) if beats(each, view.winning, view.trump)]
        gift = max(map(points, mine), default=0)
        in_suit = any(beats(each, view.winning, view.trump) for each in mine)
        if gift and takers and not in_suit and view.table_points + gift >= 10:
            assert points(card) == gift and suit(card) != view.trump
            loaded += 1
    assert loaded > 5


def test_no_three_is_thrown_under_its_ace_while_there_is_anything_else():
    thrown = {price: 0 for price in (-60, 60)}
    for price in thrown:
        for view, card in decisions(f"throw_away:under_ace={price}", 150):
            if (
                view.led >= 0
                and strength(view.led) == ACE
                and suit(view.led) != view.trump
                and view.winning == view.led
            ):
                three = view.led - 1
                if view.hand >> three & 1:
                    thrown[price] += card == three
                    trumped = any(suit(each) == view.trump for each in held(view.hand))
                    assert trumped or (card == three) == (price < 0)
    assert thrown[60] == 0 < thrown[-60]


def test_the_last_to_play_lets_poor_tricks_go():
    for view, card in decisions("sit_behind:early_at=10,load=False,last_hold=10", 12, **FOUR):
        if view.led >= 0 and view.to_follow == 0 and view.table_points < 10 and suit(card) != view.trump:
            others = [each for each in held(view.hand) if not beats(each, view.winning, view.trump)]
            if beats(card, view.winning, view.trump):  # only where it is the cheapest card anyway
                assert 3 * points(card) + strength(card) <= min(
                    (3 * points(each) + strength(each) + 15 * (suit(each) == view.trump) for each in others),
                    default=999,
                )


def test_nobody_bids_whose_rating_must_be_more_than_there_is():
    for word in ("suit_counter:opening=99.0", "maestro:margin=9.0"):
        bids = [bid for view, bid in decisions(word, 4, game="chiamata", rules="all_pass=end") if view.phase == BID]
        assert len(bids) == 20 and set(bids) == {chiamata.PASS}
