"""A match of every design at every table, for the tests of what is made of matches."""

from analyzer import match

# Every design at every table: who plays, and where.
MATCHES = {
    "2": ("spend_trump lowest", {}),
    "4": ("spend_trump lowest", {"players": 4, "rules": "signals=on"}),
    "6": ("spend_trump lowest", {"players": 6}),
    "4, a+b": ("spend_trump+lowest random_card", {"players": 4}),
    "6, a+b+c": ("spend_trump+lowest+random_card lowest", {"players": 6, "match": "best_of=3"}),
    "3": ("spend_trump lowest", {"players": 3, "rules": "removed_two=random tie3=void"}),
    "3, orders": ("spend_trump lowest random_card", {"players": 3}),
    "3, pool": ("spend_trump lowest random_card spend_trump:spend_at=0", {"players": 3}),
    "5": ("random_bidder random_bidder:daring=0.6", {"game": "chiamata", "rules": "tie60=draw"}),
    "5, pool": (
        "random_bidder random_bidder:daring=0.6",
        {"game": "chiamata", "pool": True, "rules": "bid_form=points_only"},
    ),
    "5, match": (
        "random_bidder random_bidder:daring=0.6",
        {"game": "chiamata", "match": "first_to=5", "rules": "all_pass=redeal_double"},
    ),
    "burraco": ("random_move meld_all", {"game": "burraco"}),
    "burraco, a+b": ("random_move+meld_all random_move", {"game": "burraco", "rules": "fitab"}),
}


def asked(what, seed=5, **more):
    """The match, and its machine code made."""
    names, options = MATCHES[what]
    made = match.contest(*names.split(), seed=seed, **options | more)
    match.prepare(made)
    return made
