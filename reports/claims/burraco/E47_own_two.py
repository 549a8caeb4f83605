"""For a run use the two of its suit, which may come to lie at its place.

Opening a run with a wild, one player prefers a two of the same suit to other wilds, and runs for which it has one;
the plain player takes what comes.
"""

from analyzer.claims import Case, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case("wild_keeper:own=20", "wild_keeper:own=0", "using the two of the suit", "using any wild"),
    ],
)
