"""Imports point down only: every module of the engine knows those below it, never those above."""

import ast
from pathlib import Path

import pytest

import analyzer
from analyzer import roster

FLOORS = [
    "answer bits calls cards evolution found intervals likelihood method progress racing reading records resampling "
    "scores tracing wording",
    "account charts clusters described double_pack elo endings findings luck_split planning render roster rules "
    "saving settings_trace shuffle state_lines stats terminal tricks",
    "always_valid branching briscola_rules burraco_rules chiamata_rules course_chart evenings extremes league_chart "
    "lengths_chart marks melds options page questions seating settings_chart situation sprt spsa standings "
    "standings_chart state_file wrapped",
    "briscola by_deal chiamata cli columns_chart counted course curve_chart forest_chart forked gains heat_chart "
    "journal league_table meld_steps packed payoffs pool ratings_chart settings_list settings_map stopping tested "
    "verdicts",
    "__main__ burraco_table cycles duel ended equilibrium habits league_block league_pool league_words lengths "
    "pasted placings plots ratings told_counts tune_chart",
    "bidding burraco_score burraco_steps burraco_view company leads league_duels planned round_table trumping wanted",
    "burraco league_findings league_trace score_sheet trump_cells",
    "rummy tables trump_outcome trump_rule",
    "claims compiled trump_words",
    "book counting halves old_advice referee trump_file",
    "book_files crew fork_referee ledger",
    "match",
    "fork ground running settings shown telling trials tuning_deals",
    "deviations first_seats knobs lab lead_findings lead_kinds meetings openings pilot races steps swept thresholds "
    "told_melds told_tricks tuned uphill",
    "callers deciding luck_findings search threshold_findings transcript trump_trial turned",
    "trump_tables",
    "trump_charts",
    "trump_answer",
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names.split()}
ENGINE = Path(roster.__file__).parent


def imports(path):
    """(module of ours, line) for everything a file imports from `analyzer`, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "analyzer":
            for alias in node.names:
                if alias.name in FLOOR:
                    yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("analyzer."):
            yield node.module.split(".")[1], node.lineno


@pytest.mark.parametrize("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.stem)
def test_a_module_imports_only_from_lower_floors(path):
    if path.stem == "__init__":
        return
    assert path.stem in FLOOR, f"say in FLOORS where {path.stem} belongs"
    for name, line in imports(path):
        assert FLOOR[name] < FLOOR[path.stem], f"{path.name}:{line} imports {name}, which is not below it"


def test_only_compiled_says_njit():
    for path in ENGINE.glob("*.py"):
        tree = ast.parse(path.read_text())
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert path.stem == "compiled" or not {"njit", "jit", "vectorize"} & named, path.name


def test_strategies_import_helpers_of_their_game_and_nothing_else():
    shared = {"analyzer.cards", "analyzer.bits", "math"}
    own = {
        "briscola": {f"analyzer.{name}" for name in ("briscola", "company", "endings", "habits", "trumping")},
        "chiamata": {"analyzer.chiamata", "analyzer.bidding", "analyzer.habits"},
        "burraco": {"analyzer.burraco", "analyzer.double_pack", "analyzer.melds", "analyzer.rummy"},
    }
    for path in (roster.folder("strategies")).rglob("*.py"):
        allowed = shared | own[path.parent.name]
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.module in allowed, f"{path.name} imports {node.module}"
            assert not isinstance(node, ast.Import), f"{path.name}: import names, not modules"


def test_reports_ask_their_question_with_a_question_mark():
    from analyzer import questions

    for name in questions.names():
        assert questions.summary(name).endswith("?"), name
        spoken = f"{name}_" if (ENGINE / f"{name}.py").exists() else name
        assert getattr(analyzer, spoken) is questions.function(name), f"analyzer.{spoken} does not ask {name}"
