"""The golden transcripts: a few games told card by card, kept in golden/ to be read and compared, a file for each game.

`python tests/golden.py` writes them anew.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "golden"
BIDDERS = "random_bidder random_bidder"
GAMES = {
    "briscola": [
        ("spend_trump lowest", 4711, {}),
        ("spend_trump random_card", 8, {"rules": ["trump_swap=seven"], "french": True}),
        ("lowest spend_trump", 31, {"match": "best_of=3", "rules": ["trump_swap=two"]}),
        ("lowest spend_trump random_card", 12, {"players": 3, "seating": 4, "rules": ["removed_two=random"]}),
        ("spend_trump+lowest random_card", 5, {"players": 4, "seating": 2, "rules": ["signals=on"]}),
        ("lowest spend_trump", 77, {"players": 6, "rules": ["hand_size=2", "must_follow=on"]}),
    ],
    "chiamata": [
        (BIDDERS, 6, {}),
        (BIDDERS, 10, {"open": True, "french": True, "rules": ["bid_form=points_only", "leader=caller"]}),
        (BIDDERS, 17, {"match": "first_to=5", "rules": ["all_pass=redeal_double"]}),
    ],
    "burraco": [
        ("meld_all random_move", 4, {}),
        ("random_move random_move", 9, {"open": True, "rules": ["fitab", "pozzetto_indirect=next_turn"]}),
        ("random_move random_move", 3, {"match": "full", "rules": ["fibur_int", "max_hands=2", "shared_stock=on"]}),
    ],
}


def told(game):
    """All the games of a file as one text."""
    from analyzer.match import contest
    from analyzer.transcript import teller

    parts = []
    for names, number, options in GAMES[game]:
        told_as = {name: options[name] for name in ("french", "open", "seating") if name in options}
        played = {name: value for name, value in options.items() if name not in told_as}
        match = contest(*names.split(), game=game, **played)
        telling = teller(match, told_as.get("french", False), told_as.get("open", False))
        state = telling.play(number, told_as.get("seating", 1) - 1)
        said = [f"{name} {' '.join(value) if isinstance(value, list) else value}" for name, value in played.items()]
        said += [f"seating {told_as['seating']}"] if "seating" in told_as else []
        head = f"# {names.replace(' ', ' v ')}, seed 1, deal {number}{''.join(f', {each}' for each in said)}"
        ending = [telling.ending(state)]
        if game == "briscola":
            points = "-".join(str(int(taken)) for taken in state.game_points[: len(set(match.table.columns))])
            ending = [f"points: {points}"]
        company = [f"({telling.company()})"] if match.table.players > 2 else []
        parts.append("\n".join([head, *company, "", *telling.lines, *ending, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    import sys

    sys.path.insert(0, str(FOLDER.parent.parent))
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(told(each), encoding="utf-8")
    print(f"wrote {FOLDER}; read the difference before you commit it")
