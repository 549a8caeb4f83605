"""The command line: argv in, text out.  The only one that knows exit codes.

Every file in `reports/` is a command: its function `ask` has the parameters, its docstring the help.  What all share,
the format, the chart, the page, is added here.  Exit codes: 0 done, 2 a question that makes no sense, 130 Ctrl-C; with
--exit-status how a test went, 0 for H1, 10 for H0, 11 for neither.
"""

import inspect
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import typer

from analyzer import __version__, options, progress, questions
from analyzer.terminal import Terminal
from analyzer.wording import nearest, one_of

FORMATS = ("table", "json", "csv", "md")
BELOW_0 = re.compile(r"-\.?\d[-+\d.,_%a-zA-Z ]*")  # a word that begins with a number, such as -0.8,11.1,5000


def main() -> None:
    """Run the command line in argv; exits, and never with a traceback for a mistake of the person's."""
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, _leave)
    try:
        argv = _spelt_out(sys.argv[1:])
        _application(argv)(argv, prog_name="mazziere")
        code = 0
    except (SystemExit, questions.Ended) as done:
        code = done.code if isinstance(done.code, int) else 0
    except options.Mistyped as mistake:
        _complain(str(mistake))
        code = 2
    except OSError as error:
        with suppress(OSError):
            _complain(str(error))
        code = 2
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError):
            stream.flush()
    # A strategy caught in an endless loop keeps its thread; leaving this way does not wait for it.
    os._exit(code)


_pressed: list[int] = []
NOTHING = "interrupted before anything was finished"


def _ctrl_c(number: int, frame: Any) -> None:
    """Ctrl-C interrupts once; whoever presses it again while things are put together changes nothing."""
    if not _pressed:
        _pressed.append(number)
        raise KeyboardInterrupt


def _settled() -> None:
    """From here on Ctrl-C changes nothing: the result is on its way."""
    _pressed.append(signal.SIGINT)


def _leave(number: int, frame: Any) -> None:
    """Told to end: leave by the way that tidies up."""
    raise questions.Ended(128 + number)


def _leave_at_once() -> None:
    """End the process, whatever it does; nothing is lost, for nothing is finished."""
    _complain(NOTHING)
    os._exit(130)


def _complain(sentence: str) -> None:
    print(f"mazziere: {sentence}", file=sys.stderr)


def _spelt_out(argv: list[str]) -> list[str]:
    """The words of the command line, so that each says what it is.

    `--match` without a word of its own means whole matches, `--match full`; and a number below 0 is no option, which a
    blank before its minus makes clear.
    """
    spelt = []
    for word, following in zip(argv, [*argv[1:], "-"], strict=False):
        spelt.append(f" {word}" if BELOW_0.fullmatch(word) else word)
        if word == "--match" and following.startswith("-") and "--" not in spelt:
            spelt.append("full")
    return spelt


def _application(argv: list[str]) -> Any:
    """The command line with the command that argv asks for, or with all of them to choose from."""
    wanted = _wanted(argv)
    faults = [] if wanted else questions.faults()
    app = typer.Typer(
        rich_markup_mode=None,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="\n\n\b\n".join(["Example: mazziere compare spend_trump lowest --deals 1M", *faults]),
    )

    def version(value: bool) -> None:
        if value:
            print(f"mazziere {__version__}")
            raise typer.Exit

    @app.callback()
    def mazziere(
        version: Annotated[
            bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version and exit.")
        ] = False,
    ) -> None:
        """The dealer that settles card-table arguments: strategies for Italian card games, played and weighed."""

    try:
        if wanted:
            _add_question(app, questions.known(wanted))
        for name in () if wanted else questions.sound():
            _list_question(app, questions.command(name))
        if wanted and questions.is_path(wanted):
            _check_question(app, wanted)
    except questions.QuestionError as mistake:
        _complain(str(mistake))
        raise SystemExit(2) from None
    return app


def _wanted(argv: list[str]) -> str | None:
    """The command that argv asks for, or the one a shell completes the options of; None if none is named (yet)."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS")
    if not any(name.endswith("_COMPLETE") for name in os.environ):
        return next((word for word in argv if not word.startswith("-")), None)
    named = next((word for word in (line or "").split()[1:] if not word.startswith("-")), "")
    return named if named.replace("-", "_") in questions.names() else None


def _list_question(app: typer.Typer, command: str) -> None:
    """Add a command by name and first line only, to choose from: its file is not run, for many need the engine."""
    app.command(command, short_help=questions.summary(command))(lambda: None)


def _add_question(app: typer.Typer, command: str) -> None:
    """Add the command that asks a report its question."""
    ask = questions.load(command)
    shared = inspect.signature(_output).parameters
    own = list(inspect.signature(ask).parameters.values())
    many = [each.name for each in own if each.kind is inspect.Parameter.VAR_POSITIONAL]
    own = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) if each.name in many else each for each in own]

    def run(**given: Any) -> None:
        output = {key: given.pop(key) for key in shared}
        several = [word for name in many for word in given.pop(name)]
        signal.signal(signal.SIGINT, _ctrl_c)
        with _mistakes_in_one_sentence(command, given.get("state")):
            _check_output(**output)
            leave = None if given.get("state") else _leave_at_once
            terminal = Terminal(_settled, _output_words(**output), leave)
            with terminal.hearing(), progress.listening(terminal):
                answer = ask(*several, **given)
            _output_answer(questions.answered(command, answer), **output)
        if answer.interrupted or answer.status:
            raise typer.Exit(130 if answer.interrupted else answer.status)

    taken = next((each.name for each in own if each.name in shared), None)
    if taken:
        raise questions.QuestionError(f"{command}: --{taken} is an option of every question; ask cannot have another")
    run.__signature__ = inspect.Signature([*own, *shared.values()])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *shared.values()]}
    text, summary = questions.text(command), questions.summary(command)
    app.command(command, help=text, short_help=summary, epilog=f"Example: {questions.example(command)}")(run)


def _check_question(app: typer.Typer, command: str) -> None:
    """Refuse a question of somebody's own with parameters that mean nothing on a command line."""
    try:
        typer.main.get_command(app)
    except Exception as error:
        raise questions.QuestionError(
            f"{command}: a parameter of ask cannot be given on a command line: {error}; "
            "say what it is as the options in analyzer/options.py do"
        ) from None


def _kept(state: str | None) -> str:
    """What to say of an interrupted run that had finished something before; nothing if it had not."""
    if not state or not os.path.isfile(state) or not os.path.getsize(state):
        return ""
    return f"interrupted before anything more was finished; what was is kept in {state}"


@contextmanager
def _mistakes_in_one_sentence(command: str, state: str | None) -> Iterator[None]:
    """Turn what a person may get wrong into one sentence and an exit code; what `state` holds is not lost by it."""
    try:
        yield
    except questions.Ended:
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except KeyboardInterrupt:
        _complain(_kept(state) or NOTHING)
        raise typer.Exit(130) from None
    except (Exception, SystemExit) as error:
        if _pressed:  # numba turns a Ctrl-C while it compiles into an error of its own
            _complain(_kept(state) or NOTHING)
            raise typer.Exit(130) from None
        slip = questions.slip(command, error) if questions.is_path(command) or not str(error) else None
        if slip:
            _complain(slip)
        elif isinstance(error, OSError):
            _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        elif isinstance(error, ValueError):
            _complain(str(error))
        else:
            raise
        raise typer.Exit(2) from None


def _output(
    *,
    format: Annotated[str, typer.Option("--format", help="table, json, csv or md.")] = "table",
    json: Annotated[bool, typer.Option("--json", help="Short for --format json.")] = False,
    chart: Annotated[
        str | None,
        typer.Option(
            "--chart",
            metavar="FILE",
            help="Draw it to FILE.png or FILE.svg; if there is more than one drawing, the others to FILE-NAME.",
        ),
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", help="Write it as one page to FILE.")] = None,
) -> None:
    """What every command can do with its answer."""


def _output_words(format: str, json: bool, chart: str | None, html: str | None) -> list[str]:
    """The options of a command line that asks for the same."""
    given = {"--format": None if json or format == "table" else format, "--chart": chart, "--html": html}
    return [*["--json"] * json, *(f"{key} {shlex.quote(value)}" for key, value in given.items() if value is not None)]


def _check_output(format: str, json: bool, chart: str | None, html: str | None) -> None:
    """Refuse what cannot be written before the work begins."""
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}; there is {one_of(FORMATS)}{nearest(format, FORMATS)}")
    if json and format not in ("table", "json"):
        raise ValueError(f"--json and --format {format} are two formats; ask for one at a time")
    for option, path in (("--chart", chart), ("--html", html)):
        if path is None:
            continue
        whole = os.path.abspath(path)
        folder, name = os.path.split(whole)
        if not path or os.path.isdir(whole):
            raise ValueError(f"{option} needs the name of a file, not {path!r}")
        if option == "--chart" and os.path.splitext(name)[1].lower() not in (".png", ".svg"):
            raise ValueError(f"--chart draws .png or .svg files, not {path}")
        if not os.path.isdir(folder):
            raise ValueError(f"there is no folder {folder} to write {name} to")
        if not os.access(whole if os.path.exists(whole) else folder, os.W_OK):
            raise ValueError(f"nothing can be written to {path}")
    if chart and html and os.path.abspath(chart) == os.path.abspath(html):
        raise ValueError(f"--chart and --html cannot both write {chart}")


def _output_answer(answer: Any, format: str, json: bool, chart: str | None, html: str | None) -> None:
    """Write the files that were asked for and print the answer, which a file that fails must not cost."""
    trouble = None
    try:
        _write_files(answer, chart, html)
    except (OSError, ValueError) as error:
        trouble = error
    _print_answer(answer, "json" if json else format)
    if trouble:
        raise trouble


def _write_files(answer: Any, chart: str | None, html: str | None) -> None:
    """The chart and the page."""
    if chart:
        from analyzer import charts

        if not answer.drawings:
            raise ValueError(f"there is nothing to draw, so {chart} was not written")
        for number, drawing in enumerate(answer.drawings):
            stem, ending = os.path.splitext(chart)
            charts.save(drawing.figure(), f"{stem}-{drawing.name}{ending}" if number else chart)
    if html:
        from analyzer import page

        page.save_html(answer, html)


def _print_answer(answer: Any, format: str) -> None:
    """The answer on stdout."""
    from analyzer import render

    if format == "json":
        print(render.as_json(answer), end="")
    elif format == "csv":
        print(render.as_csv(answer), end="")
    elif format == "md":
        print(render.as_markdown(answer), end="")
    else:
        from rich.console import Console

        class Pipe(Console):
            def on_broken_pipe(self) -> None:
                raise BrokenPipeError

        render.as_table(answer, Pipe(highlight=False))
