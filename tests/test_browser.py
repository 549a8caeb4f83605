"""The pages in a real browser: do they need nothing, fit a phone, read well by day, by night and on paper?"""

from functools import partial

import pytest
from browser import CONTRASTS, launched, opened
from small_questions import write
from test_league_chart import league
from test_plots import ABOUT, CELLS, CURVES, EFFECTS, GROUPS
from test_render import TYPICAL

from analyzer import book, book_files, page
from analyzer.answer import Answer, Column, Drawing, Table
from analyzer.charts import compare_chart
from analyzer.league_chart import league_chart
from analyzer.plots import columns, curve, forest, heat

LONG = "a_strategy_with_a_long_name:with_one=12345,and_another=0.123456,and_a_third=True"
HEADINGS = ("id", "claim", "effect", "low", "high", "in", "verdict", "in words", "who says so")
CLAIMS = Table(
    "claims",
    [Column(name, name, "right" if name in ("effect", "low", "high") else "left", 3) for name in HEADINGS],
    [
        (
            "E5",
            "A trump is for saving a rich trick, or for capturing the opponent's ace or three",
            *(-7.125, -8.25, -6.0),
            "percentage points",
            "too close to call",
            "Taking every trick costs 7.74 percentage points (6.86 to 8.61) over letting the poor ones go. " * 3,
            "a beginner's primer, and table lore everywhere",
        )
    ],
)
WIDTHS = (390, 1200)
SCHEMES = ("light", "dark")


def everything():
    """An answer with all kinds of charts, a wide table and long words."""
    about = {"down": "points on the table", "across": "the cheapest trump", "unit": "points a game"}
    groups, names = GROUPS["two"]
    drawings = {
        "compare": partial(compare_chart, **TYPICAL),
        "league": partial(league_chart, **league(8)),
        "effects": forest(EFFECTS, **ABOUT, unit="points a game"),
        "curve": curve(CURVES["three"], **ABOUT, across="points", unit="score", line=50, line_word="level"),
        "map": heat(["0 points", "10 and more"], ["2", "4", "5"], CELLS, **ABOUT, **about),
        "columns": columns(groups, **ABOUT, unit="points", **names),
        "many": curve(CURVES["many"], **ABOUT, across="tricks", unit="points"),
    }
    wide = [Column("who", "Who"), *(Column(f"c{k}", f"Column {k}", "right", 2) for k in range(9))]
    return Answer(
        question="Is all of this there?",
        sentences=[f"{LONG} is ahead of {LONG}.", "It is a long way to go."],
        block=[f"{LONG} v {LONG} " * 3, "", "again: mazziere"],
        tables=[Table("wide", wide, [(LONG, *(k * 1234.5 for k in range(9)))] * 3), CLAIMS],
        drawings=[Drawing(name, draw, f"Caption of {name}") for name, draw in drawings.items()],
        facts={"deals": 20_000, "seed": 1, "long": "x" * 300},
        run={"seconds": 1.5, "jobs": 2, "version": "0.1.0"},
        command=f"mazziere compare {LONG} {LONG} --deals 20000 --seed 1 --rules tie=replay",
    )


@pytest.fixture(scope="module")
def browser():
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The paths of the page of one answer and of a book."""
    folder = tmp_path_factory.mktemp("pages")
    page.save_html(everything(), folder / "answer.html")
    plan = [book.Planned("Leads", "all-of-it", "Is all of this there?", "By every means.", lambda *how: everything())]
    for name, chapter, rows in (("keep_it", "Trumps", 40), ("spend_it", "Trumps", 3), ("old", "Old advice", 3)):
        plan += book.asked(write(folder, name, f"What of {name}?", chapter, rows=rows))
    book_files.save(book.make(plan), folder / "book", "mazziere book --out book --seed 1")
    return {"answer": folder / "answer.html", "book": folder / "book" / "index.html"}


@pytest.fixture(params=["answer", "book"])
def path(request, pages):
    return pages[request.param]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_page_is_quiet_and_asks_for_nothing(browser, path, width, scheme):
    with opened(browser, path, width, scheme) as page:
        page.wait_for_timeout(200)
        assert page.trouble == []


@pytest.mark.parametrize("width", [320, 390, 768, 1200])
def test_nothing_but_tables_scrolls_sideways(browser, path, width):
    with opened(browser, path, width) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        wide = page.evaluate(
            "[...document.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1"
            " && !each.closest('.scroll, pre, svg')).map((each) => each.outerHTML.slice(0, 80))"
        )
        assert wide == []
        boxes = page.evaluate(
            "[...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth > box.clientWidth)"
        )
        assert any(boxes) or width > 1000, "the wide table has its own way to scroll"


@pytest.mark.parametrize("width", WIDTHS)
def test_charts_are_seen(browser, path, width):
    with opened(browser, path, width) as page:
        boxes = page.evaluate(
            "[...document.querySelectorAll('figure svg')].map((svg) => { const box = svg.getBoundingClientRect();"
            " return [box.width, box.height, svg.querySelectorAll('text').length, svg.getAttribute('aria-label')]; })"
        )
        assert len(boxes) >= 7
        for wide, high, words, label in boxes:
            assert wide > 0.8 * min(width, 672) and high > 100, label
            assert words > 5, label
            assert label
        assert page.evaluate("getComputedStyle(document.querySelector('figure svg text')).visibility") == "visible"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_word_of_a_chart_can_be_told_from_its_ground(browser, pages, scheme):
    with opened(browser, pages["answer"], 1200, scheme) as page:
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 150
        least = {False: 4.5, True: 3.5}  # the depth of a league's cells tells how much: some are between light and dark
        faint = [(words, round(ratio, 2)) for words, ratio, own in contrasts if ratio < least[own]]
        assert faint == []


def test_charts_follow_the_page_into_the_dark_or_keep_all_of_their_white(browser, pages):
    grounds = "[...document.querySelectorAll('figure svg')].map((svg) => getComputedStyle(svg).backgroundColor)"
    with opened(browser, pages["answer"], scheme="light") as page:
        assert {*page.evaluate(grounds)} == {"rgb(255, 255, 255)"}
    with opened(browser, pages["answer"], scheme="dark") as page:
        found = page.evaluate(grounds)
        assert found.count("rgb(255, 255, 255)") == 1  # the league's, which has colours of its own
        assert {*found} == {"rgb(255, 255, 255)", "rgb(29, 31, 34)"}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_links_of_the_contents_lead_there(browser, pages, width):
    with opened(browser, pages["book"], width) as page:
        links = page.locator("nav a")
        count = links.count()
        assert count == 3 + 4 + 2  # chapters, questions, the method and the run
        for k in range(count):
            links.nth(k).click()
            target = links.nth(k).get_attribute("href")
            assert page.evaluate("location.hash") == target
            top = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", target[1:])
            bottom = page.evaluate("innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
            assert -2 <= top <= 60 or (bottom and 0 <= top < 844), target
        back = page.locator("a.up, .up a").first
        back.click()
        assert page.evaluate("location.hash") == "#contents"
        assert page.trouble == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_contrast_and_structure_pass_axe(browser, path, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    with opened(browser, path, width, scheme) as page:
        found = Axe().run(page).response
        told = [
            (each["id"], each["help"], [node["html"][:120] for node in each["nodes"][:3]])
            for each in found["violations"]
        ]
        assert told == []
        passed = {each["id"] for each in found["passes"]}
        assert {"color-contrast", "heading-order", "document-title", "html-has-lang", "region"} <= passed


def test_the_contents_stay_in_sight_where_there_is_room(browser, pages):
    with opened(browser, pages["book"], 1200) as page:
        page.evaluate("scrollTo(0, 3000)")
        box = page.locator("nav").bounding_box()
        main = page.locator("main").bounding_box()
        assert 0 <= box["y"] < 100
        assert box["x"] + box["width"] <= main["x"]


def test_on_paper_a_page_is_black_on_white_and_has_no_folds(browser, path):
    with opened(browser, path, 800, "dark") as page:
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        grounds = "[...document.querySelectorAll('figure svg')].map((svg) => getComputedStyle(svg).backgroundColor)"
        assert {*page.evaluate(grounds)} == {"rgb(255, 255, 255)"}
        shown = "[...document.querySelectorAll('details')].filter((each) => each.offsetHeight > 0).length"
        assert page.evaluate(shown) == 0
        page.set_viewport_size({"width": 680, "height": 1000})  # 180 mm
        wide = "[...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth - box.clientWidth)"
        assert max(page.evaluate(wide)) <= 0, "all tables that are shown have room on paper"
        prose = "[...document.querySelectorAll('td.prose')].map((cell) => cell.offsetWidth)"
        assert min(filter(None, page.evaluate(prose)), default=999) > 130
        paper = page.pdf(format="A4")
        assert paper.startswith(b"%PDF")
        assert paper.count(b"/Type /Page") > 2
