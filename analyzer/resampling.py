"""How else might a round robin have gone?  Its means over and over again, as if other deals had been drawn."""

import numpy as np

REPS = 200


def draws(means: np.ndarray, covariance: np.ndarray, seed: int = 0, reps: int = REPS) -> np.ndarray:
    """[repetition, mean]: normal about the means seen, with their covariance; equal seeds give equal draws."""
    spreads, axes = np.linalg.eigh(covariance)
    chance = np.random.default_rng(seed).standard_normal((reps, len(spreads)))
    drawn: np.ndarray = means + (chance * np.sqrt(np.maximum(spreads, 0))) @ axes.T
    return drawn
