"""Is the old advice true?

Tests what players and primers say, each claim by an experiment: somebody who follows the advice and the same player who
does not play the same deals, against each other and against somebody stronger.  A claim is true if following it surely
pays and can nowhere cost anything to speak of, false if it costs or makes no difference, and it depends if it pays here
and costs there; what the intervals leave open is too close to call.

--claim tells one of them in depth: who says so, the experiment, every number and how to play it again, and, for most,
a curve over more settings.  A claim of your own is a file, given by its path; those here are in reports/claims.
"""

import shlex
from typing import Annotated

import typer

from analyzer import options

EXAMPLE = "mazziere wisdom --claim E7"
CHAPTER = "Old advice"
USUAL_DEALS = 40_000
LEAST_DEALS = 2_000
TAKES = 30.0  # seconds
USUAL = {"briscola": USUAL_DEALS, "chiamata": 20_000, "burraco": 9_000}
ALSO = (
    ("Is the old advice about Briscola Chiamata true?", {"game": "chiamata"}, USUAL["chiamata"], 1_000),
    ("Is the old advice about Burraco true?", {"game": "burraco"}, USUAL["burraco"], 400),
)


def ask(
    *,
    claim: Annotated[
        str | None,
        typer.Option("--claim", metavar="ID", help="One claim in depth: its id, or a file of your own."),
    ] = None,
    game: options.Game = "briscola",
    players: Annotated[
        int | None,
        typer.Option(help="Only claims tested at a table of so many; by default at any.", show_default=False),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"),
            help="How many deals, each played from every seat; by default 40,000, chiamata 20,000, burraco 9,000.",
            show_default=False,
        ),
    ] = None,
    seed: options.Seed = options.DEFAULT_SEED,
    jobs: options.Jobs = None,
):
    """Test all claims about a game, or one of them in depth."""
    from analyzer import claims
    from analyzer.lab import Lab

    known = claims.claims(game, players)  # which says what there is
    lab = Lab(USUAL[game] if deals is None else deals, seed, jobs)
    if claim is not None:
        found = claims.find(claim, game)
        if players not in (None, found.players):
            raise ValueError(f"claim {found.id} is tested at a table of {found.players}, not of {players}")
        return _one(lab, found)
    if not known:
        tables = sorted({each.players for each in claims.claims(game)})
        seats = f": tables of {', '.join(map(str, tables))} have some" if tables else " yet"
        raise ValueError(f"there are no claims about {game}{f' with {players} players' if players else ''}{seats}")
    return _all(lab, known, game, players)


def _all(lab, known, game, players):
    """Every claim, a row each."""
    from analyzer import claims, old_advice

    lab.rehearse(lambda lab: [claims.test(lab, each) for each in known])
    with lab:
        tested = [claims.test(lab, each) for each in known]
    sentence = old_advice.summary(tested)
    words = ["mazziere wisdom", *([f"--game {game}"] if game != "briscola" else [])]
    words += [f"--players {players}"] if players else []
    about = game if players is None else f"{game} with {players} players"
    subtitle = f"every claim on the same {old_advice.count_of(lab.deals)}, seed {lab.seed}"
    return lab.answer(
        question="Is the old advice true?",
        title=f"Old advice about {about}: {old_advice.count_of(len(known), 'claim')}, "
        f"{old_advice.count_of(lab.deals)} each",
        sentences=[sentence],
        lines=old_advice.lines(tested),
        tables=[
            old_advice.claims_table(tested),
            old_advice.effects_table(tested),
            *(table for each in tested for table in each.found.tables),
        ],
        drawings=old_advice.overview(tested, about, subtitle),
        facts={"game": game, "claims": [old_advice.fact(each) for each in tested]},
        command=" ".join([*words, *lab.words(), f"--seed {lab.seed}"]),
    )


def _one(lab, claim):
    """One claim in depth."""
    from analyzer import claims, old_advice

    def play(lab):
        look = getattr(claims.load(claim), "look", None)
        return claims.test(lab, claim), claims.bend(lab, claim), look(lab) if look else claims.Found()

    lab.rehearse(play)
    with lab:
        tested, curved, more = play(lab)
    where = old_advice.where(claim.table, lab.deals)
    subtitle = f"{where}, seed {lab.seed}"
    found = tested.found
    word = claim.id if claim.registered else shlex.quote(str(claim.path))
    sentences = [old_advice.verdict_sentence(tested), *tested.sentences[1:], *more.sentences]
    return lab.answer(
        question=f"{claim.text}: is that true?",
        title=f"{claim.id}: {claim.text}; {where}",
        sentences=sentences,
        lines=old_advice.depth_lines(tested, curved),
        tables=[
            old_advice.effects_table([tested]),
            *([old_advice.curve_table(curved)] if curved else []),
            *found.tables,
            *more.tables,
        ],
        drawings=[*old_advice.depth_drawings(tested, curved, subtitle), *found.drawings, *more.drawings],
        facts={"game": claim.game, "claim": old_advice.fact(tested)},
        command=claims.told_by(lab, word, claim.game),
    )
