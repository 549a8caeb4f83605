"""A question of somebody's own is a command at once, by its path, and what is wrong with it is said in one sentence."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ENV, fails, run

from analyzer import questions
from analyzer.answer import Answer
from analyzer.questions import CHAPTERS, Ended, QuestionError, by_chapter, chapter, known, slip
from analyzer.roster import folder

README = Path(__file__).parent.parent / "README.md"
SMALL = '''"""Do two and two make four?

They are added up.
"""

from analyzer.answer import Answer, Column, Table

CHAPTER = "Trumps"


def ask(two: int = 2, *, deals: int = 10):
    four = two + two
    verdict = f"They make {four}."
    table = Table("sums", [Column("sum", "Sum", "right", 0)], [(four,)])
    return Answer("Do they?", [verdict], [verdict], [table], facts={"sum": four, "deals": deals})
'''


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small question.py"
    path.write_text(SMALL)
    return path


def test_a_file_is_a_command_with_options_formats_and_help(small):
    done = run("./small question.py", "--two", "5", "--json", cwd=small.parent)
    assert json.loads(done.stdout) == {"sum": 10, "deals": 10, "run": {}}, done.stderr
    assert run(small, "--format", "csv", "--deals", "3").stdout == "sum\n4\n"
    told = " ".join(run(small, "--help").stdout.split())
    for words in ("Do two and two make four?", "They are added up.", "--deals", "--chart FILE", "--html FILE"):
        assert words in told
    assert run(small, "--html", small.parent / "page.html").returncode == 0
    assert "They make 4." in (small.parent / "page.html").read_text()


def test_ask_tells_of_a_file_and_of_a_command():
    told = run("ask", "compare").stdout
    assert told.startswith("Which strategy plays better, by how much, and how sure is that?\n")
    assert "options: mazziere compare --help" in told
    fails("ask", "compar", said="did you mean compare?")


def test_ask_tells_of_a_file(small):
    told = run("ask", "small question.py", cwd=small.parent).stdout
    assert told.splitlines()[0] == "Do two and two make four?"
    assert "chapter: Trumps" in told
    assert "options: mazziere 'small question.py' --help" in told


def test_ask_lists_every_question_in_its_chapter():
    facts = json.loads(run("ask", "--json").stdout)["questions"]
    assert {each["command"] for each in facts} == {name.replace("_", "-") for name in questions.names()}
    assert all(each["question"].endswith("?") for each in facts)
    order = [each["chapter"] for each in facts]
    assert order == sorted(order, key=[*CHAPTERS, "Tools"].index)
    told = run("ask").stdout
    for each in facts:
        assert f" {each['command']} {each['question']} " in " ".join(told.split()), each
    assert max(map(len, told.splitlines()[1:])) <= 80


def test_chapters_are_those_of_the_book_and_read_without_running_anything(tmp_path):
    for name in questions.names():
        assert chapter(name) is None or chapter(name) in CHAPTERS, name
    found = [name for _, names in by_chapter() for name in names]
    assert sorted(found) == questions.names()
    bad = tmp_path / "bad.py"
    bad.write_text('"""Hm?"""\nCHAPTER = "Leads"\n1 / 0\n')
    assert chapter(str(bad)) == "Leads"


HEAD = '"""Hm?"""\n'
ASK = "def ask(n: int = 1):\n"
SLIPS = {
    "not Python": (HEAD + "x = (\n", "line 2: this is not Python"),
    "no question": ("def ask():\n    pass\n", "line 1: the file must begin with its question"),
    "no mark": ('"""Hm."""\ndef ask():\n    pass\n', "line 1: the first line of the docstring must be a question"),
    "no ask": (HEAD + "ask = 3\n", "has no function ask(...)"),
    "no module": (
        HEAD + "import nothing_of_that_name\n" + ASK + "    pass\n",
        "line 2: ModuleNotFoundError: No module",
    ),
    "no answer": (HEAD + ASK + "    return n\n", "ask must return an Answer (see analyzer/answer.py), not int"),
    "a slip": (HEAD + ASK + "    m = n - 1\n    return n / m\n", "line 4: ZeroDivisionError: division by zero"),
    "a slip inside others": (HEAD + "import numpy\n" + ASK + "    numpy.zeros(-n)\n", "line 4: ValueError: negative"),
    "a bad word": (HEAD + ASK + '    int("four")\n', "line 3: ValueError: invalid literal"),
    "its own complaint": (HEAD + ASK + '    raise ValueError("n must be two")\n', "mazziere: n must be two"),
    "no words": (HEAD + ASK + "    raise ValueError()\n", "mine.py, line 3: ValueError"),
    "an exit": (HEAD + ASK + "    raise SystemExit(3)\n", "mine.py, line 3: SystemExit: 3"),
    "an exit at once": (HEAD + "import sys\nsys.exit()\n" + ASK + "    pass\n", "mine.py, line 3: SystemExit"),
    "our complaint": (HEAD + "from analyzer import games\n" + ASK + '    return games("bridge")\n', "bridge"),
    "a taken option": (HEAD + "def ask(chart: str = None):\n    pass\n", "--chart is an option of every question"),
    "an odd parameter": (HEAD + "def ask(x: int | str = None):\n    pass\n", "a parameter of ask cannot be given"),
}


@pytest.mark.parametrize("case", SLIPS)
def test_what_is_wrong_is_said_in_one_sentence_with_its_line(tmp_path, case):
    text, said = SLIPS[case]
    (tmp_path / "mine.py").write_text(text)
    sentence = fails("mine.py", said=said, cwd=tmp_path)
    assert "mine.py" in sentence or "complaint" in case


def test_a_signal_that_ends_the_process_is_no_slip(tmp_path):
    (tmp_path / "mine.py").write_text(
        HEAD + ASK + "    import os, signal\n    os.kill(os.getpid(), signal.SIGTERM)\n    return 1\n"
    )
    done = run("mine.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "")
    assert not issubclass(Ended, (Exception, SystemExit))  # so that whoever catches slips does not catch it


def test_bad_files_among_the_questions_cost_only_themselves(tmp_path):
    for name in ("analyzer", "reports", "strategies"):
        here = Path(questions.__file__).parent if name == "analyzer" else folder(name)
        shutil.copytree(here, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "reports", "strategies"))
    whole = questions.names()
    faults = {"bad": "bad.py, line 2: this is not Python", "empty": "empty.py, line 1: the file must begin with its"}
    (tmp_path / "reports" / "bad.py").write_text(HEAD + "x = (\n")
    (tmp_path / "reports" / "empty.py").write_text("")

    def there(*words):
        command = [sys.executable, "-m", "analyzer", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=ENV, check=False)

    listed = there("ask")
    assert listed.returncode == 0, listed.stderr
    *_, own, bad, empty = listed.stdout.splitlines()
    assert listed.stdout.startswith(f"{len(whole)} questions can be asked") and own.startswith("a file of your own")
    assert faults["bad"] in bad and faults["empty"] in empty
    assert {each["command"] for each in json.loads(there("ask", "--json").stdout)["questions"]} == {
        *map(questions.command, whole)
    }
    helped = there("--help").stdout
    assert all(f"  {questions.command(name)} " in helped for name in whole)
    assert all(any(fault in line for line in helped.splitlines()[-4:]) for fault in faults.values())
    for name, fault in faults.items():
        done = there(name)
        assert (done.returncode, done.stdout) == (2, "") and fault in done.stderr and "Traceback" not in done.stderr
    planned = "from analyzer import book; print(len(book.everything()))"
    done = subprocess.run([sys.executable, "-c", planned], capture_output=True, text=True, cwd=tmp_path, env=ENV)
    assert int(done.stdout) > 5, done.stderr


def test_a_file_that_is_not_there_or_lacks_its_ending_is_named(tmp_path):
    fails(f"{tmp_path}/", said="is a folder; give the path of a file", cwd=tmp_path)
    fails("./nothing.py", said="there is no file ./nothing.py", cwd=tmp_path)
    (tmp_path / "mine.py").write_text(HEAD)
    fails("mine", said="(a file of your own is named with its ending: mine.py)", cwd=tmp_path)


def test_names_are_known_with_dashes_and_paths_by_their_files(small):
    assert known("compare") == "compare"
    assert known(str(small)) == str(small)
    with pytest.raises(QuestionError, match="there is no command 'comparr'; .* did you mean compare"):
        known("comparr")
    assert isinstance(questions.load(str(small))(), Answer)
    assert questions.example(str(small)) == f"mazziere '{small}'"


def test_an_error_elsewhere_is_no_slip_of_the_file(small):
    try:
        raise KeyError("x")
    except KeyError as error:
        assert slip(str(small), error) is None


@pytest.mark.skipif(not README.exists(), reason="an installed package has no README beside it")
def test_the_example_of_the_readme_is_short_and_says_nothing_that_its_table_does_not(tmp_path):
    (name, code) = re.search(
        r"Put this into `(\w+\.py)`:\n\n```python\n(.*?)^```", README.read_text(), re.M | re.S
    ).groups()
    assert len(code.splitlines()) <= 40
    assert max(map(len, code.splitlines())) <= 120
    path = tmp_path / name
    path.write_text(code)
    answer = questions.load(str(path))(deals=2000)
    (table,) = answer.tables
    good = sum(low > 0 for *_, low, _ in table.rows)
    bad = sum(high < 0 for *_, high in table.rows)
    assert answer.sentences == [
        f"Spending it surely gains against {good} of 3 opponents, and surely loses against {bad}."
    ]
    assert good  # 20,000 deals show it against all three, 2,000 against maestro at least
    assert answer.figures()
    done = run(f"./{name}", "--deals", "100", "--seed", "3", cwd=tmp_path)
    assert f"again: mazziere ./{name} --deals 100 --seed 3" in done.stdout, done.stderr
    told, again = (json.loads(run(f"./{name}", "--deals", "100", "--json", cwd=tmp_path).stdout) for _ in range(2))
    assert list(told["tables"]) == ["gains"] and told["run"].pop("version") == again["run"].pop("version")
    assert [row["against"] for row in told["tables"]["gains"]] == ["spend_trump", "count_cards", "maestro"]
    assert all(row["low"] < row["mean"] < row["high"] for row in told["tables"]["gains"])
    assert told | {"run": 0} == again | {"run": 0}
