"""How the answers of the book are found, in plain words: (heading, paragraphs), for the page and for Markdown."""

METHOD = (
    (
        "Who plays",
        (
            "The players are programs, each a short file that says how it chooses a card from what a player at that "
            "seat may know. An answer holds for the players it names, and for nobody else: against other players the "
            "same card may be worth more or less. That is why every answer says who was playing, and why advice is "
            "tried against more than one opponent.",
        ),
    ),
    (
        "Deals, and the same deals from every seat",
        (
            "A deal is a shuffled pack. It is played once from every seat: with two sides the players change over, so "
            "that each side has the good cards once. The luck of the cards then cancels almost entirely, as in a "
            "duplicate tournament at bridge, and far fewer deals are needed to see a difference.",
            "The games of one deal share their cards, so they are not independent, and are never counted as if they "
            "were. All arithmetic is about deals: the result of a deal is the mean of its games, and deals differ from "
            "each other by chance alone.",
            "Where two ways to play are compared, both play the same deals against the same opponents, and the "
            "difference is taken deal by deal.",
        ),
    ),
    (
        "Score and margin",
        (
            "The score counts a win as 1, a draw as one half and a loss as 0; 50 % is level between two sides. The "
            "margin is the difference in points a game (at Chiamata what a game pays, in units; at Burraco the "
            "difference of the hands).",
        ),
    ),
    (
        "Intervals",
        (
            "Behind every estimate stands the interval that holds the truth in 95 of 100 such experiments. It is drawn "
            "as a bar in every chart. What an interval does not decide, no sentence here decides: where it holds both "
            "better and worse, the answer is that it is too close to call with so many deals.",
            "More deals make intervals narrower: four times as many deals, half the width.",
        ),
    ),
    (
        "Many comparisons at once",
        (
            "Whoever compares twenty things will find one that looks striking by chance. Where an answer picks among "
            "several comparisons, it says how that was allowed for. Holm's method keeps the chance of even one false "
            "finding in the whole table below 5 %. The method of Benjamini and Hochberg, used for maps of many cells, "
            "keeps the share of false ones among all findings below 5 %. A cell that is pale, or a dot that is hollow, "
            "has not passed.",
        ),
    ),
    (
        "What if he had played something else",
        (
            "Some questions stop real games at a decision, such as: a card lies on the table, shall a trump be spent "
            "on it? Each choice is then played on to the end of the deal by the same players with the same cards, and "
            "the results are compared. Decisions of one deal belong together, so the intervals are again those for "
            "deals.",
            "Such a table says what one step aside is worth when all else stays as it is. A rule made from it changes "
            "many decisions at once, and was chosen because it looked good. What it promises is therefore too much, "
            "as a rule. So every rule is tried again: players who follow it meet players who do not, on deals that had "
            "no part in its making. Both numbers are told, what was promised and what was kept.",
        ),
    ),
    (
        "Seeds, and the same numbers again",
        (
            "All chance follows from a seed and the number of the deal. The command under every answer plays it again "
            "and gives the same numbers on any machine and any number of threads, with the same version of the "
            "program. With another seed, other deals are played; the numbers then move by about as much as the "
            "intervals say.",
        ),
    ),
)
