"""Kinds of leads are tried in half of the deals: is that said wherever they are told?"""

from matplotlib.text import Text

from analyzer import what_to_lead


def test_it_is_said_in_how_many_deals_leads_were_tried():
    answer = what_to_lead(deals=101)
    assert f"half of the deals are tried, the first 51: {51 * 19} leads of maestro" in answer.block  # 19 have a choice
    assert answer.facts["kinds_deals"] == 51
    (table,) = [table for table in answer.tables if table.name == "kinds"]
    assert table.title.endswith(", in the first 51 deals")
    (drawing,) = [drawing for drawing in answer.drawings if drawing.name == "kinds"]
    words = " ".join(" ".join(text.get_text() for text in drawing.figure().findobj(Text)).split())
    assert "101 deals, seed 1" in words and "changed in the first 51 deals" in words
