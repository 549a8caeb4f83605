"""The rule options of Briscola, and the numbers that stand for them in a state."""

from analyzer.rules import Rule

RULES = (
    Rule(
        "tie",
        ("draw", "replay", "last_trick"),
        "a hand that ends level is drawn, or is dealt again by the same dealer, or (between two sides) goes to whoever "
        "took the last trick",
        "draw is usual; replay: libero.it, older Wikipedia; last_trick: paginainizio.com",
        only={"last_trick": (2, 4, 6)},
    ),
    Rule(
        "tie3",
        ("share", "void"),
        "three players, one hand: two or three with the most points share the win, or nobody wins",
        "mazziere",
        (3,),
    ),
    Rule(
        "removed_two",
        ("C", "D", "S", "B", "random", "trump"),
        "three players: the 2 that is left out, by its suit; random: of a suit drawn for each hand; trump: always of "
        "trumps, which then has nine cards",
        "C: Italian Wikipedia, libero.it; others take any",
        (3,),
    ),
    Rule(
        "hand_size",
        ("3", *(str(size) for size in range(1, 10) if size != 3)),
        "cards in a hand; some must be left for a stock, so at most 5 for six players",
        "no source for other sizes with a trump; Briscolone's hands are 5",
        literal=True,
    ),
    Rule("must_follow", ("off", "on"), "on: who has a card of the suit led must play one", "timendum's rule book"),
    Rule(
        "trump_swap",
        ("off", "two", "seven"),
        "two: in the first trick the holder of the trump 2 may take the upcard for it; seven: so may the holder of the "
        "trump 7 when he leads after winning a trick, while the stock lasts; offered only for a higher upcard",
        "Wikipedia, where it asks for a citation",
        only={"two": (2, 3, 4)},
    ),
    Rule(
        "partner_peek",
        ("off", "last3", "first"),
        "last3: partners see each other's hands once the stock is gone; first (four players): they did so before the "
        "first trick, and remember",
        "last3: Gelli 1929, Wikipedia; first: Wikipedia",
        (4, 6),
        {"first": (4,)},
    ),
    Rule(
        "signals",
        ("off", "on"),
        "on: from the second trick on partners tell each other by the usual gestures which of A 3 K Q J of trumps they "
        "hold, and whether they hold an ace or a three of another suit",
        "Gelli 1929, Digital Moka",
        (4, 6),
    ),
    Rule(
        "cappotto_wins_match",
        ("off", "on"),
        "on: whoever takes all 120 points of a hand has won the match",
        "timendum's rule book",
    ),
    Rule(
        "shared_stock",
        ("off", "on"),
        "on: every draw takes the next card of one stock, not of seat streams",
        "mazziere",
    ),
)
DRAW, REPLAY, LAST_TRICK = range(3)
SHARE, VOID = range(2)
RANDOM_TWO, TRUMP_TWO = 4, 5
OFF, TWO_SWAPS, SEVEN_SWAPS = range(3)
LAST_THREE, FIRST_HANDS = 1, 2
