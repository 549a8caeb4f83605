"""Every question of the book: does each number in its sentences stand in a table or among the facts, rounded so?"""

import re

import pytest

from analyzer import book

QUESTIONS = {each.name: each for each in book.everything() if each.chapter != book.BEST}


def printed(sentence):
    """Numbers with a point or a per cent sign, as printed, without their sign; neither settings nor p-values."""
    sentence = re.sub(r"\bp (less than )?[\d.e-]+", "", sentence)
    pointed = re.findall(r"(?<![\w=.,-])\d[\d,]*\.\d+", sentence)
    return pointed + re.findall(r"(?<![\w=.,-])\d[\d,]*(?= ?(?:%|per cent))", sentence)


def values(whole):
    """All numbers in facts, however deep."""
    if isinstance(whole, dict):
        return [x for each in whole.values() for x in values(each)]
    if isinstance(whole, list | tuple):
        return [x for each in whole for x in values(each)]
    return [whole] if isinstance(whole, int | float) and not isinstance(whole, bool) else []


def unfounded(answer):
    """The numbers that are nowhere: neither as a table shows them nor as a fact rounds to them."""
    cells = {cell for table in answer.tables for row in table.texts() for cell in row}
    words = {word.lstrip("+-−") for cell in cells for word in re.findall(r"[-+−]?\d[\d,]*\.?\d*", cell)}
    known = [*values(dict(answer.facts)), *(x for table in answer.tables for row in table.rows for x in values(row))]
    missing = []
    for sentence in answer.sentences:
        for number in printed(sentence):
            digits = len(number.partition(".")[2])
            rounded = {f"{abs(scale * x):,.{digits}f}" for x in known for scale in (1, 100)}
            if number not in words and number not in rounded:
                missing.append((number, sentence))
    return missing


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_number_in_a_sentence_stands_beside_it(name):
    each = QUESTIONS[name]
    answer = each.ask(each.least, 3, None)
    assert not answer.interrupted
    assert answer.sentences and answer.tables and answer.drawings and answer.command
    assert unfounded(answer) == []
    assert not re.search(r"\b(nan|inf|None)\b", "\n".join([*answer.sentences, *answer.block]))


def test_numbers_out_of_nowhere_are_found():
    from analyzer.answer import Answer, Column, Table

    table = Table("t", [Column("a", "a", "right", 2)], [(1.234,), (0.5,)])
    said = ["It gains 1.23 (0.50 to 9.99) points, 50 % of 12 %, spend_at=4.5, p 0.031, 3.7 in all."]
    answer = Answer("Who?", said, [], [table], facts={"deep": [{"er": 0.037}]})
    assert [number for number, _ in unfounded(answer)] == ["9.99", "12"]
