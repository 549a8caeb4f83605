"""The golden transcripts: a few games told card by card, kept in golden/briscola.txt to be read and compared.

`python tests/golden.py` writes them anew.
"""

from pathlib import Path

FILE = Path(__file__).parent / "golden" / "briscola.txt"
GAMES = [
    ("spend_trump", "lowest", 4711, {}),
    ("spend_trump", "random_card", 8, {"rules": ["trump_swap=seven"], "french": True}),
    ("lowest", "spend_trump", 31, {"match": "best_of=3", "rules": ["trump_swap=two"]}),
]


def told():
    """All the games as one text."""
    from analyzer.match import contest
    from analyzer.transcript import Teller

    parts = []
    for first, second, number, options in GAMES:
        options = dict(options)
        french = options.pop("french", False)
        teller = Teller(contest(first, second, **options), french)
        state = teller.play(number)
        said = [f"{name} {' '.join(value) if isinstance(value, list) else value}" for name, value in options.items()]
        head = f"# {first} v {second}, seed 1, deal {number}{''.join(f', {each}' for each in said)}"
        points = "-".join(str(int(taken)) for taken in state.game_points[: state.sides])
        parts.append("\n".join([head, "", *teller.lines, f"points: {points}", ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    import sys

    sys.path.insert(0, str(FILE.parent.parent.parent))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(told(), encoding="utf-8")
    print(f"wrote {FILE}; read the difference before you commit it")
