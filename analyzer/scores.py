"""The score of a finished game: what its rows are, the same in every game.  Columns are sides, or seats where everybody
may be for himself.

RESULT is told in sixtieths, so that a first place can be shared by two, three, four or five.  PAYOFF, in points or
units, sums to zero over the columns.  ROLE says what a column was to the others, -1 if that means nothing.
"""

RESULT, POINTS, TRICKS, HANDS, PAYOFF, ROLE = range(6)
WHOLE = 60
