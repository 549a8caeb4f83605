"""Does a lab play what the commands it names play, each match once, and tell paired differences rightly?"""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_ind
from stopped import Impatient

from analyzer import compare, progress, sweep
from analyzer import lab as lab_module
from analyzer.lab import FIRST, Lab
from analyzer.scores import PAYOFF, RESULT, WHOLE
from analyzer.trials import Ratio, apart

FOUR = "spend_trump:spend_at=4"


def numbers(seen):
    return [seen.mean, seen.low, seen.high]


def told(fact):
    return [fact["mean"], fact["low"], fact["high"]]


def test_a_duel_is_what_compare_says():
    duel = Lab(500, seed=3).duel(FOUR, "lowest")
    facts = compare(FOUR, "lowest", deals=500, seed=3).facts
    assert numbers(duel.score) == told(facts["score"])
    assert numbers(duel.margin) == told(facts["margin"])
    assert duel.p == facts["p_value"]
    assert duel.lead.mean == facts["lead"]["score"]
    assert duel.command == "mazziere compare spend_trump:spend_at=4 lowest --deals 500 --seed 3"


def test_so_is_one_where_everybody_is_for_himself():
    duel = Lab(300).duel("timid", "suit_counter", game="chiamata")
    first, _ = compare("timid", "suit_counter", game="chiamata", deals=300).facts["standings"]
    assert numbers(duel.margin) == told(first["payoff"])
    assert duel.command.endswith("--deals 300 --seed 1 --game chiamata")
    with pytest.raises(ValueError, match="only of two sides"):
        _ = duel.lead


@pytest.mark.parametrize(
    ("against", "of"), [("lowest", "score"), ("spend_trump", "score"), ("lowest,spend_trump", "score")]
)
def test_a_gain_is_what_sweep_says(against, of):
    several = Lab(700).among([FOUR, "spend_trump"], ["lowest", "spend_trump"])
    facts = sweep("spend_trump", vary="spend_at=4", against=against, deals=700).facts
    default, setting = facts["settings"]
    one = against if "," not in against else None
    assert numbers(several.mean(FOUR, against=one)) == pytest.approx(told(setting))
    assert numbers(several.mean("spend_trump", against=one)) == pytest.approx(told(default))
    assert numbers(several.gain(FOUR, "spend_trump", against=one)) == pytest.approx(told(setting["gain"]))
    assert several.gain(FOUR, "spend_trump", against=one).p == pytest.approx(setting["gain"]["p_value"])
    assert several.deals == 700 and several.opponents == ["lowest", "spend_trump"]


def test_several_settings_count_alike():
    words = [f"spend_trump:spend_at={value}" for value in (0, 3, 4, 11)]
    seen = {}

    def keep(word):
        def each(number, rows):
            seen.setdefault(word, []).extend((rows[:, 0, RESULT, 0] + rows[:, 1, RESULT, 1]).tolist())

        return each

    lab = Lab(300)
    for word in words:
        lab.duel(word, "lowest", each=keep(word))
    several = lab.among([*words, "lowest"], ["lowest"])
    d = np.add(seen[words[0]], seen[words[1]]) - np.add(seen[words[2]], seen[words[3]])
    half = student.ppf(0.975, 299) * d.std(ddof=1) / np.sqrt(300)
    gain = several.gain(words[:2], over=words[2:], against="lowest")
    assert numbers(gain) == pytest.approx([x / (4 * WHOLE) for x in (d.mean(), d.mean() - half, d.mean() + half)])
    assert several.mean(words).mean == pytest.approx(np.mean([several.mean(word).mean for word in words]))
    with_par = several.gain([words[0], "lowest"], over=words[2:], against="lowest")  # one of them is not played
    mean = np.mean(seen[words[0]]) / 2 + WHOLE / 2 - np.mean([seen[words[2]], seen[words[3]]])
    assert with_par.mean == pytest.approx(mean / (2 * WHOLE))


def test_among_many_payoffs_are_told_and_everybody_sits_down():
    several = Lab(200).among(["timid:least=10", "timid"], ["timid"], game="chiamata")
    facts = sweep("timid", vary="least=10", against="timid", game="chiamata", deals=200).facts
    gain = facts["settings"][1]["gain"]
    assert numbers(several.gain("timid:least=10", "timid")) == pytest.approx(told(gain))
    assert several.gain("timid", "timid").mean == 0


def test_a_gain_is_the_mean_of_the_differences_deal_by_deal():
    lab, seen = Lab(400), {}

    def keep(word):
        def each(number, rows):
            for measure, row, unit in (("score", RESULT, 2 * WHOLE), ("margin", PAYOFF, 2)):
                seen.setdefault((word, measure), []).extend(((rows[:, 0, row, 0] + rows[:, 1, row, 1]) / unit).tolist())

        return each

    for word in (FOUR, "throw_away"):
        lab.duel(word, "lowest", each=keep(word))
    several = lab.among([FOUR, "throw_away"], "lowest")
    for measure in ("score", "margin"):
        d = np.subtract(seen[FOUR, measure], seen["throw_away", measure])
        half = student.ppf(0.975, 399) * d.std(ddof=1) / 20
        gain = several.gain(FOUR, over="throw_away", of=measure)
        assert numbers(gain) == pytest.approx([d.mean(), d.mean() - half, d.mean() + half])
        assert gain.p == pytest.approx(2 * student.sf(abs(d.mean()) / d.std(ddof=1) * 20, 399))


def test_a_party_against_itself_is_par_without_a_game():
    several = Lab(50).among(["lowest", FOUR], ["lowest"])
    assert several.pairs == [(FOUR, "lowest")]
    assert several.mean("lowest").mean == 0.5 and several.mean("lowest", of="margin").mean == 0
    assert several.gain(FOUR, "lowest").mean == pytest.approx(several.mean(FOUR).mean - 0.5)
    same = Lab(50).among(["spend_trump:spend_at=10", FOUR], ["spend_trump"])
    assert same.mean("spend_trump:spend_at=10").mean == 0.5
    with pytest.raises(ValueError, match="nobody but itself"):
        Lab(50).among("lowest", "lowest")


def test_mixed_partners_may_be_settings():
    several = Lab(60).among(["load_partner+lowest", "lowest"], ["spend_trump"], players=4)
    mixed = compare("load_partner+lowest", "spend_trump", players=4, deals=60).facts
    assert several.mean("load_partner+lowest").mean == pytest.approx(mixed["standings"][0]["score"]["mean"])
    assert several.command("load_partner+lowest", against="spend_trump").endswith("--seed 1 --players 4")


def test_commands_say_how_a_gain_is_played_again():
    several = Lab(50, seed=9).among(["hoard_aces:until=4", "hoard_aces:until=21", "lowest"], ["lowest"])
    assert several.command("hoard_aces:until=4", "hoard_aces:until=21", "lowest") == (
        "mazziere sweep hoard_aces:until=21 --vary until=4 --against lowest --deals 50 --seed 9"
    )
    assert several.command("hoard_aces:until=4", "lowest", "lowest") == (
        "mazziere compare hoard_aces:until=4 lowest --deals 50 --seed 9"
    )
    two = Lab(50).among(["hoard_aces", "lowest"], ["spend_trump"]).command("hoard_aces", "lowest", "spend_trump")
    assert two.count("mazziere compare") == 2


def test_equal_matches_are_played_once_and_on_any_number_of_threads():
    lab = Lab(100, jobs=1)
    one, two = lab.duel(FOUR, "lowest"), lab.duel(FOUR, "lowest")
    assert one.outcome is two.outcome
    assert lab.account().facts == {"deals": 100, "games": 200, "seed": 1, "first": 0}
    assert lab.duel(FOUR, "lowest", deals=50).deals == 50
    assert lab.duel("spend_trump:spend_at=3", "lowest").outcome is not one.outcome
    assert lab.account().facts["games"] == 500
    other = Lab(100, jobs=2).duel(FOUR, "lowest")
    assert numbers(other.score) == numbers(one.score) and numbers(other.margin) == numbers(one.margin)


def test_fresh_deals_are_others():
    usual, fresh = Lab(100).duel(FOUR, "lowest"), Lab(100, domain="fresh").duel(FOUR, "lowest")
    assert numbers(usual.margin) != numbers(fresh.margin)
    assert f"--first {FIRST['fresh']}" in fresh.command
    facts = compare(FOUR, "lowest", deals=100, first_deal=FIRST["fresh"]).facts
    assert told(facts["margin"]) == numbers(fresh.margin)
    with pytest.raises(ValueError, match="no domain of deals 'fesh'"):
        Lab(100, domain="fesh")


def work(lab):
    gains = [lab.among([FOUR, word], ["lowest"]).gain(FOUR, word) for word in ("spend_trump", "always_win")]
    return [lab.duel(FOUR, "lowest"), *gains]


class Heard(progress.Silence):
    def __init__(self):
        self.bars, self.notes = [], []

    def note(self, text):
        self.notes.append(text)

    @contextmanager
    def bar(self, what, total, unit="deals"):
        self.bars.append([unit, total, 0])

        def tell(done, line="", planned=None):
            assert done >= self.bars[-1][2]
            self.bars[-1][2] = done

        yield tell


def test_a_rehearsal_plays_nothing_and_plans_one_bar():
    lab, heard = Lab(64), Heard()
    with progress.listening(heard):
        lab.rehearse(work)
        assert not heard.bars and lab.account().facts["games"] == 0
        with lab:
            found = work(lab)
    assert all(each.mean is not None for each in found[1:])
    games = 64 * (2 + 4 + 4)
    assert heard.bars == [["games", games, games]]
    assert len(heard.notes) == len(set(heard.notes))


def test_before_anything_is_played_nothing_is_said():
    lab = Lab(50)
    seen = []
    lab.rehearse(lambda lab: seen.extend(work(lab)))
    duel, *gains = seen
    assert duel.deals == 0 and duel.score.mean is None and duel.margin.mean is None
    assert all(gain.mean is None and gain.low is None and gain.p == 1 for gain in gains)


def test_ctrl_c_keeps_what_is_finished():
    lab = Lab(200_000, jobs=1)
    lab.rehearse(work)
    with progress.listening(Impatient(3)), lab:
        _, first, second = work(lab)
    assert lab.interrupted
    assert first.mean is not None and second.mean is None
    answer = lab.answer("Which?", "title", ["nobody knows"])
    assert answer.interrupted and "INTERRUPTED" in str(answer)
    assert 0 < answer.facts["games"] < 2_000_000


def test_the_answer_is_put_together_from_what_was_played():
    lab = Lab(60, seed=5)
    duel = lab.duel(FOUR, "lowest")
    answer = lab.answer("Which?", "title", ["verdict", "more"], ["  line"], facts={"x": 1}, command=duel.command)
    assert list(answer.block[:4]) == ["title", "verdict", "more", "  line"]
    assert answer.block[4].startswith("seed 5, deals 0 to 59; mazziere ")
    assert answer.block[5] == f"again: {duel.command}"
    assert answer.facts == {"deals": 60, "games": 120, "seed": 5, "first": 0, "x": 1, "verdict": "verdict"}
    assert set(answer.run) == {"seconds", "games_per_second", "jobs", "version", "engine"}


def test_mistakes_are_told():
    several = Lab(50).among([FOUR, "lowest"], ["spend_trump"])
    with pytest.raises(ValueError, match="always_win is not among those played"):
        several.gain("always_win", FOUR)
    with pytest.raises(ValueError, match="no luck"):
        several.mean(FOUR, of="luck")
    with pytest.raises(ValueError, match="did you mean lowest"):
        Lab(50).duel("lowst", "lowest")
    with pytest.raises(ValueError, match="1 to "):
        Lab(0)


def test_a_ratio_is_weighted_by_the_things_of_a_deal():
    amounts, things = np.array([3, 0, 2, 5, 0, 1]), np.array([2, 0, 2, 4, 1, 1])
    ratio = Ratio()
    ratio.add(amounts[:3], things[:3])
    ratio.add(amounts[3:], things[3:])
    seen = ratio.seen()
    mean = 11 / 10
    rest = (amounts - mean * things)[things > 0]
    error = np.sqrt(5 / 4 * (rest**2).sum()) / 10  # Cochran 1977, 6.3, five deals having any
    half = student.ppf(0.975, 4) * error
    assert numbers(seen) == pytest.approx([mean, mean - half, mean + half])
    assert numbers(ratio.seen(100)) == pytest.approx([100 * x for x in numbers(seen)])
    assert Ratio().seen().mean is None


def test_means_of_different_deals_differ_by_welch():
    """Against scipy's test for unequal variances."""
    rng = np.random.default_rng(7)
    one, two = rng.integers(0, 30, 40), rng.integers(5, 80, 25)
    seen = []
    for numbers_ in (one, two):
        ratio = Ratio()
        ratio.add(numbers_, np.ones(len(numbers_), int))
        seen.append(ratio.seen())
    found, welch = apart(*seen), ttest_ind(one, two, equal_var=False)
    assert found.p == pytest.approx(welch.pvalue)
    interval = welch.confidence_interval(0.95)
    assert numbers(found) == pytest.approx([one.mean() - two.mean(), interval.low, interval.high])
    assert numbers(apart(*seen, scale=100)) == pytest.approx([100 * x for x in numbers(found)])
    assert apart(seen[0], Ratio().seen()).mean is None


def test_too_few_deals_are_refused_and_what_few_an_interruption_leaves_is_not_told(monkeypatch):
    for deals, said in ((1, "1 deal shows nothing"), (49, "49 deals show nothing to be sure of; play 50 or more")):
        with pytest.raises(ValueError, match=said):
            Lab(deals)
    lab, play = Lab(1000), lab_module.matches.play
    stopped = []

    def ctrl_c_after(deals):
        def played(contest, _, *rest):
            found = play(contest, deals, *rest)
            stopped.append(found.deals)
            return replace(found, interrupted=True)

        return played

    monkeypatch.setattr(lab_module.matches, "play", ctrl_c_after(49))
    duel = lab.duel(FOUR, "lowest")
    assert duel.deals == 0 and duel.score.mean is None and lab.interrupted
    answer = lab.answer("Which?", "title", ["verdict"], ["line"], facts={"x": 1})
    assert answer.sentences == ["Interrupted before enough was finished to say anything."] and answer.interrupted
    assert answer.facts["verdict"] == answer.sentences[0] and "line" not in answer.block
    monkeypatch.setattr(lab_module.matches, "play", ctrl_c_after(50))
    lab = Lab(1000)
    assert lab.duel(FOUR, "lowest").deals == 50
    answer = lab.answer("Which?", "title", ["verdict"], ["line"])
    assert answer.block[:3] == ["title", "INTERRUPTED; what follows is the result of 100 games", "verdict"]
