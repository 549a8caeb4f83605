"""How the opponent uses his trumps tells what he holds.

Both lead a side ace or three when it is likely to be safe; one takes an opponent who let ten points go untrumped to
hold no trump but what he has drawn since, the other thinks every card he has not seen equally likely.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer, and builders of playing programs"

EXPERIMENT = Experiment(
    [Case("read_trumps:trust=0.9", "read_trumps:trust=0.0", "reading the tricks he did not trump", "overlooking them")],
    curve=Curve("read_trumps", "trust", (0.0, 0.3, 0.6, 0.9, 1.0), "how far a refusal to trump is believed, 0 to 1"),
)
