"""The book: is everything asked in its order, kept when something stops it, and the same at every making?"""

import csv
import json
import re
import signal
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from command_line import fails, run
from small_questions import write

from analyzer import book, book_files, progress, questions
from analyzer.book import Planned, Unfinished, asked, chosen, everything, make
from analyzer.method import METHOD


@pytest.fixture
def three(tmp_path):
    """Three questions of two chapters."""
    folder = tmp_path / "questions"
    folder.mkdir()
    return [
        write(folder, "first_lead", "Is leading good?", "Leads"),
        write(folder, "keep_it", "Keep <it> & wait?", "Trumps", rows=40),
        write(folder, "spend_it", "Spend it?", "Trumps"),
    ]


def plan(names):
    return [each for name in names for each in asked(name)]


def written(names, out, **how):
    made = make(plan(names), **how)
    book_files.save(made, out, "mazziere book --out book")
    return made


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.open = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "wbr"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


def test_a_book_holds_every_answer_with_its_tables_charts_and_command(three, tmp_path):
    out = tmp_path / "book"
    written(three, out)
    page = Page((out / "index.html").read_text())
    words = " ".join(" ".join(page.words).split())
    for said in (
        "Is leading good?",
        "Keep <it> & wait?",
        "It gains 2.00 points (0.10 to 9.90) a game & more, <surely>.",
        "So be it.",
        "Two players who differ in nothing else play the same deals.",
        "The gains with their intervals",
        "What it gains",
        "1,000 deals, seed 1",
        "3 questions about Italian card games",
    ):
        assert said in words, said
    assert "More than that is not in the book" not in words
    assert "games/s" not in words, "what differs from run to run stands at the end only"
    assert "mazziere spend-it --deals 1000 --seed 1" in words
    assert [attrs["id"] for attrs in page.all("h3") if "id" in attrs] == ["first-lead", "keep-it", "spend-it"]
    assert len(page.all("svg")) == 3
    for heading, paragraphs in METHOD:
        assert heading in words
        assert all(paragraph in words for paragraph in paragraphs)
    assert "40 rows, 4 columns" in words  # a long table is folded away
    assert len(page.all("details")) == 1
    text = (out / "book.md").read_text()
    assert "### Keep \\<it\\> \\& wait?" in text
    assert "![The gains with their intervals](pictures/keep-it-gains.png)" in text
    assert text.count("| Who | mean | low | high |") == 2  # and not the long one
    rows = list(csv.reader((out / "tables" / "keep-it-gains.csv").read_text().splitlines()))
    assert len(rows) == 41
    assert (out / "pictures" / "spend-it-gains.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in (out / "tables").iterdir()) == [
        "first-lead-gains.csv",
        "keep-it-gains.csv",
        "spend-it-gains.csv",
    ]
    facts = json.loads((out / "book.json").read_text())
    assert [each["facts"]["gain"] for each in facts["sections"]] == [2.0, 2.0, 2.0]
    assert facts["run"]["jobs"] == 2


def test_a_page_needs_nothing_but_itself_and_its_links_lead_somewhere(three, tmp_path):
    out = tmp_path / "book"
    written(three, out)
    text = (out / "index.html").read_text()
    page = Page(text)
    assert {*re.findall(r"https?://[^\"' <]*", text)} == {"http://www.w3.org/2000/svg"}
    assert not any(page.all(tag) for tag in ("script", "img", "iframe", "object"))
    assert "@import" not in text and "@font-face" not in text
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len({*ids})
    for attrs in page.all("a"):
        target = attrs["href"]
        assert target[1:] in ids if target.startswith("#") else (out / target).is_file(), target
    labels = {word for _, attrs in page.elements for word in attrs.get("aria-labelledby", "").split()}
    assert labels <= {*ids}


def test_equal_books_are_equal_but_for_this_run(three, tmp_path):
    def stable(out):
        files = {}
        for path in sorted(out.rglob("*.*")):
            content = path.read_bytes()
            if path.name == "index.html":
                content = re.sub(rb'<h2 id="run">.*?</section>', b"", content, flags=re.S)
            elif path.name == "book.md":
                content = content.partition(b"## This run")[0]
            elif path.name == "book.json":
                content = content.partition(b'"run":')[0]
            files[path.relative_to(out)] = content
        return files

    one, two = tmp_path / "one", tmp_path / "two"
    written(three, one, jobs=1)
    written(three, two, jobs=2)
    assert stable(one) == stable(two)
    assert len(stable(one)) == 9
    written(three, two, seed=2)
    assert stable(one) != stable(two)


def test_questions_play_what_is_asked_for_but_never_too_little(three):
    (lead,) = asked(three[0])
    assert (lead.usual, lead.least, lead.chapter, lead.name) == (1000, 200, "Leads", "first-lead")
    assert lead.about == "Two players who differ in nothing else play the same deals."
    assert [lead.deals(None, share) for share in (1.0, 0.5, 0.1)] == [1000, 500, 200]
    assert [lead.deals(deals, 1.0) for deals in (5000, 300, 3)] == [5000, 300, 200]
    unknown = Planned("a", "b", "c", "d", lambda *all: None)
    assert unknown.deals(None, 1.0) is None
    assert unknown.deals(7, 1.0) == 7
    made = make([lead], share=0.5, seed=7)
    assert made.sections[0].answer.facts == {"deals": 500, "seed": 7, "gain": 7.5}


def test_all_questions_with_a_chapter_are_in_the_book_leagues_first():
    whole = everything()
    assert whole[0].chapter == book.BEST
    assert len(book.LEAGUES) == sum(each.chapter == book.BEST for each in whole)
    names = [each.name for each in whole]
    order = [questions.command(name) for part, inside in questions.by_chapter() if part for name in inside]
    assert [name for name in names if name in order] == order
    stems = [book.slug(name) for name in names]
    assert len(stems) == len({*stems})
    assert all(each.usual and 1 <= each.least <= each.usual for each in whole)


def test_a_question_may_also_be_asked_otherwise(tmp_path):
    path = tmp_path / "twice.py"
    write(tmp_path, "twice", "Is it so?")
    path.write_text(path.read_text() + '\n\nALSO = (("And of Burraco?", {"game": "burraco"}, 400, 100),)\n')
    one, two = asked(str(path))
    assert (one.name, one.question, one.usual) == ("twice", "Is it so?", 1000)
    assert (two.name, two.question, two.usual, two.least) == ("twice-burraco", "And of Burraco?", 400, 100)
    assert two.chapter == one.chapter == "Trumps"


def test_options_of_a_question_asked_otherwise_reach_it(tmp_path):
    path = tmp_path / "twice.py"
    write(tmp_path, "twice", "Is it so?")
    text = path.read_text().replace("jobs: int = None)", 'jobs: int = None, game: str = "x")')
    text = text.replace('"deals": deals', '"game": game, "deals": deals')
    path.write_text(text + '\n\nALSO = (("And of Burraco?", {"game": "burraco"}, 400, 100),)\n')
    made = make(asked(str(path)))
    assert [each.answer.facts["game"] for each in made.sections] == ["x", "burraco"]
    assert [each.answer.facts["deals"] for each in made.sections] == [1000, 400]


class Watching(progress.Silence):
    """Notes how far it is; may press Ctrl-C at a certain line."""

    def __init__(self, press=""):
        self.told, self.press, self.notes = [], press, []

    def note(self, text):
        self.notes.append(text)

    @contextmanager
    def bar(self, what, total, unit="deals"):
        def tell(done, line="", planned=None):
            assert 0 <= done <= total
            self.told.append((done, line))
            if self.press and self.press in line:
                self.press = ""
                signal.raise_signal(signal.SIGINT)

        yield tell


def test_the_bar_goes_over_all_questions_and_never_back(three):
    watching = Watching()
    with progress.listening(watching):
        make(plan(three))
    places = [done for done, _ in watching.told]
    assert places == sorted(places)
    assert places[0] == 0
    assert 2900 < places[-1] <= 3000
    assert list(dict.fromkeys(line for _, line in watching.told)) == [
        "1 of 3: first-lead",
        "2 of 3: keep-it",
        "3 of 3: spend-it",
    ]


def test_ctrl_c_keeps_the_finished_sections_and_says_so(three, tmp_path):
    out = tmp_path / "book"
    with progress.listening(Watching(press="2 of 3")):
        answer = questions.load("book")(*three, out=str(out))
    assert answer.interrupted
    assert answer.block[0] == f"wrote 1 of 3 questions to {out}/index.html, those that were finished"
    assert answer.block[1] == "INTERRUPTED; the book is without keep-it, spend-it"
    text = (out / "index.html").read_text()
    assert "Unfinished: 2 questions could not be asked any more: keep-it, spend-it." in text
    assert "Is leading good?" in text and "Spend it?" not in text
    with progress.listening(Watching(press="1 of 3")), pytest.raises(KeyboardInterrupt):
        questions.load("book")(*three, out=str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_an_answer_that_was_cut_short_is_not_in_the_book(tmp_path):
    names = [write(tmp_path, "whole"), write(tmp_path, "cut", interrupted=True), write(tmp_path, "after")]
    made = make(plan(names))
    assert made.interrupted
    assert [section.planned.name for section in made.sections] == ["whole"]


def test_what_goes_wrong_is_named_and_does_not_cost_what_was_finished(three, tmp_path):
    bad = write(tmp_path, "bad", act='raise ValueError("no such player")')
    with pytest.raises(Unfinished, match="bad: no such player"):
        make(asked(bad))
    out = tmp_path / "book"
    with pytest.raises(ValueError, match=r"bad: no such player; .*book holds the 1 questions answered before it"):
        questions.load("book")(three[0], bad, three[1], out=str(out))
    assert "Is leading good?" in (out / "index.html").read_text()
    worse = write(tmp_path, "worse", act="1 / 0")
    with pytest.raises(ZeroDivisionError):
        questions.load("book")(worse, out=str(out))


def test_a_book_is_made_anew_and_what_is_not_in_it_any_more_goes(three, tmp_path):
    out = tmp_path / "book"
    written(three, out)
    (out / "mine.txt").write_text("kept")
    assert book_files.check(out) == out
    written(three[:1], out)
    left = sorted(str(path.relative_to(out)) for path in out.rglob("*.*"))
    assert left == [
        "book.json",
        "book.md",
        "index.html",
        "mine.txt",
        "pictures/first-lead-gains.png",
        "tables/first-lead-gains.csv",
    ]


def test_the_book_that_is_replaced_is_named(three, tmp_path):
    out = tmp_path / "book"
    ask = questions.load("book")
    first = ask(*three, out=str(out), seed=5)
    assert "in place of" not in str(first) and "replaced" not in first.run
    then = ask(three[1], out=str(out))
    assert then.block[1] == "in place of the book of 3 questions, seed 5, that was there"
    assert then.run["replaced"] == then.block[1].removeprefix("in place of ")
    assert sorted(path.name for path in (out / "tables").iterdir()) == ["keep-it-gains.csv"]
    assert "replaced" not in then.facts


def test_a_question_is_in_a_book_once(three, tmp_path):
    fails("book", "luck", "wisdom", "luck", "--out", "b", said="luck is named twice", cwd=tmp_path)
    fails("book", "when-to-close", "when_to_close", "--out", "b", said="when_to_close is named twice", cwd=tmp_path)
    with pytest.raises(ValueError, match="named twice"):
        chosen([three[0], f"{tmp_path}/questions/../questions/first_lead.py"])
    assert [each.name for each in chosen(three)] == ["first-lead", "keep-it", "spend-it"]
    assert not (tmp_path / "b").exists()


def test_a_question_that_exits_or_says_nothing_is_named_and_costs_no_other(three, tmp_path):
    for name, act, said in (
        ("exits", "raise SystemExit(3)", r"exits.py, line \d+: SystemExit: 3"),
        ("mute", "raise ValueError()", r"mute.py, line \d+: ValueError"),
    ):
        out = tmp_path / f"book-{name}"
        with pytest.raises(ValueError, match=rf"{name}: .*{said}; .* holds the 1 questions answered before it"):
            questions.load("book")(three[0], write(tmp_path, name, act=act), out=str(out))
        assert "Is leading good?" in (out / "index.html").read_text()


def test_another_folder_is_not_written_to(tmp_path):
    (tmp_path / "x.txt").write_text("x")
    fails("book", "--out", ".", said=". is not empty and holds no book", cwd=tmp_path)
    fails("book", "--out", "x.txt", said="x.txt is a file; --out needs the name of a folder", cwd=tmp_path)
    fails("book", "--out", "no/such", said="there is no folder", cwd=tmp_path)
    (tmp_path / "book.json").write_text('{"made_by": "somebody"}')
    fails("book", "--out", ".", said="holds no book", cwd=tmp_path)
    said = "--quick and --deals both say how many deals are played"
    fails("book", "--out", "b", "--quick", "--deals", "10", said=said, cwd=tmp_path)
    fails("book", "nothing", "--out", "b", said="there is no command 'nothing'", cwd=tmp_path)
    assert not (tmp_path / "b").exists()


def test_the_command_writes_a_book_and_says_every_verdict(three, tmp_path):
    done = run("book", *three[:2], "--out", tmp_path / "out", "--deals", "300", "--seed", "4")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f"wrote 2 questions to {tmp_path}/out/index.html"
    assert lines.count("    It gains 4.30 points (0.10 to 9.90) a game & more, <surely>.") == 2
    assert lines[-1] == f"again: mazziere book {three[0]} {three[1]} --out {tmp_path}/out --deals 300 --seed 4"
    again = run("book", *three[:2], "--out", tmp_path / "out", "--quick", "--json")
    facts = json.loads(again.stdout)
    assert [each["facts"]["deals"] for each in facts["sections"]] == [200, 200]


def test_files_of_equal_names_from_two_folders_stay_apart(tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    names = [write(folder, name, f"Is it {folder.name}?") for folder in folders for name in ("same", "run")]
    out = tmp_path / "book"
    written(names, out)
    page = Page((out / "index.html").read_text())
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len({*ids})
    assert sorted(path.stem for path in (out / "tables").iterdir()) == [
        "run-2-gains",
        "run-3-gains",
        "same-2-gains",
        "same-gains",
    ]
    assert {"Is it a?", "Is it b?"} <= {*page.words}
