"""A player put together from two: he leads as the one does and answers as the other.

He is a strategy like any other, with the parameters of both, but has no file: what he is made of are the files of the
two, and his machine code is kept by these.  At Briscola and Chiamata, where a trick is led and answered.
"""

from analyzer import compiled
from analyzer.roster import MOST_PARAMETERS, Strategy, StrategyError

SOURCE = '''"""Leads like {one}, answers like {two}."""

from {lead} import choose as lead
from {answer} import choose as answer


def choose(view{parameters}):
    """The index in view.moves to play."""
    if view.led < 0:
        return lead(view{led})
    return answer(view{answered})
'''


def put_together(lead: Strategy, answer: Strategy) -> Strategy:
    """Who leads like `lead` and answers like `answer`; StrategyError if that takes too many parameters."""
    defaults: dict[str, bool | int | float] = {}
    handed = []
    for prefix, each in (("lead", lead), ("answer", answer)):
        names = {f"{prefix}_{name}": name for name in each.defaults}
        defaults |= {name: each.values[own] for name, own in names.items()}
        handed.append("".join(f", {name}" for name in names))
    if len(defaults) > MOST_PARAMETERS:
        raise StrategyError(
            f"{lead.name} and {answer.name} have {len(defaults)} parameters between them; {MOST_PARAMETERS} is the most"
        )
    source = SOURCE.format(
        one=lead.label,
        two=answer.label,
        lead=_module(lead),
        answer=_module(answer),
        parameters="".join(f", {name}={value!r}" for name, value in defaults.items()),
        led=handed[0],
        answered=handed[1],
    )
    name = f"{lead.name}_leads_{answer.name}_answers"
    folder = next((each.path.parent for each in (lead, answer) if not each.registered), lead.path.parent)
    summary = f"Leads like {lead.label}, answers like {answer.label}."
    return Strategy(name, folder / f"{name}.py", source, summary, defaults, dict(defaults))


def _module(strategy: Strategy) -> str:
    """The name under which Python, and numba, know the strategy's module from now on."""
    return str(compiled.load(strategy).__name__)
