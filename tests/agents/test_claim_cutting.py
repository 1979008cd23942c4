"""Claims of a report, and the marks that belong to each."""

from hypothesis import given
from hypothesis import strategies as st

from agents.claim_cutting import report_claims
from tests.support.rows import over

A, B = "https://a.example/1", "https://b.example/2"


@over(
    "report, expected",
    [
        (
            "Orle mill opened in 1987 [1]. It makes 12.5 t of paper a day.[2][3]",
            [("Orle mill opened in 1987.", "1"), ("It makes 12.5 t of paper a day.", "23")],
        ),
        (
            f"The mill opened in 1987 ([Mills]({A})). It closed in 2001 ([one]({A}), [two]({B})).",
            [("The mill opened in 1987.", A), ("It closed in 2001.", A + B)],
        ),
        (
            f"As [A History of Orle]({A}) says, the mill opened in 1987.",
            [("As A History of Orle says, the mill opened in 1987.", A)],
        ),
        (
            "- The mill opened in 1987. It had 300 workers [1].\n- It closed in 2001 [2].",
            [("The mill opened in 1987.", "1"), ("It had 300 workers.", "1"), ("It closed in 2001.", "2")],
        ),
        (
            "- It had 300 workers. The mill opened in 1987 [1]. It closed in 2001. It burned in 2003 [2].",
            [
                ("It had 300 workers.", ""),
                ("The mill opened in 1987.", "1"),
                ("It closed in 2001.", "2"),
                ("It burned in 2003.", "2"),
            ],
        ),
        (
            "- The mill opened in 1987 [1]. It had 300 workers [2].",
            [("The mill opened in 1987.", "1"), ("It had 300 workers.", "2")],
        ),
        (
            "| Year | Output |\n|---|---|\n| 1987 | 12.5 t [1] |\n| 1988 | 14 t [2] |",
            [("1987 | 12.5 t", "1"), ("1988 | 14 t", "2")],
        ),
        # The head of a table is no claim, whatever is in it.
        (
            "年份 | 每年的紙張產量\n|---|---|\n1987年開業時 | 每天12.5噸紙 [1]",
            [("1987年開業時 | 每天12.5噸紙", "1")],
        ),
        ("| Год открытия мельницы | Выпуск в 1987 году |\r\n|:-|-:|\r\n", []),
        ("> Year of opening | Output in tonnes [1]\n> --- | ---\n", []),
        (
            "磨坊於1987年開業【1】。每天生產12.5噸紙【2】。",
            [("磨坊於1987年開業。", "1"), ("每天生產12.5噸紙。", "2")],
        ),
        (
            "Мельница открылась в 1987 году [1]. Она закрылась в 2001 году<sup>2</sup>.",
            [("Мельница открылась в 1987 году.", "1"), ("Она закрылась в 2001 году.", "2")],
        ),
        ("# The mill in 1987 [1]\n\n**Output in 1988**\n\nDid it close in 2001?", []),
        (
            "The mill opened in 1987 [1].\n\nThe mill opened in 1987 [2].",
            [("The mill opened in 1987.", "12")],
        ),
        ("It was sold <b>soon</b> to [Blom](/blom) [1].", [("It was sold soon to Blom.", "1")]),
        (
            "```\nx = rows[1] opened in 1987.\n```\nThe mill closed in 2001.",
            [("The mill closed in 2001.", "")],
        ),
        (
            "The mill opened in 1987 [1].\n\n## References\n[1] Mills in 1987. https://a.example/1",
            [("The mill opened in 1987.", "1")],
        ),
        (
            f"The mill opened in 1987 [1].\n\n## References\n1. Mills, 1987. {A}\n\n---\nIt closed in 2001.",
            [("The mill opened in 1987.", "1"), ("It closed in 2001.", "")],
        ),
        # Sources that are given twice, without a heading and without addresses first.
        (
            (
                "The mill opened in 1987 [1].\n\n[1] A. Blom, Mills in 1987.\n[3] B. Ek, Paper in 1988.\n\n"
                "[4] Towns, 1989.\n\n---\n\nIs that enough?\n\n## References\n[1] https://a.example/1"
            ),
            [("The mill opened in 1987.", "1")],
        ),
        # Links with the words of the page behind the address, spaces and brackets included.
        (
            (
                f"The mill opened in 1987 ([[12] The mill]({A}#:~:text=The mill (Orle) opened. In,1987)). "
                "It closed in 2001."
            ),
            [("The mill opened in 1987.", A), ("It closed in 2001.", "")],
        ),
        # What only leads to a source is no word of the claim, and no claim.
        (
            f"It makes 12 t (Source: [1]). It closed in 2001 (see [2]). It burned (per [a.example]({A})).",
            [("It makes 12 t.", "1"), ("It closed in 2001.", "2"), ("It burned.", A)],
        ),
        (
            (
                f"The mill opened in 1987. [Annual report]({A})\n\nIt closed in 2001. Source: [1].\n\n"
                f"It burned <{B}>."
            ),
            [("The mill opened in 1987.", A), ("It closed in 2001.", "1"), ("It burned.", B)],
        ),
        (
            f"- **Opening**: 1987\n  - Source: [Mills]({A})\n- It closed in 2001.\n  *Источник: [2]*",
            [("Opening: 1987", A), ("It closed in 2001.", "2")],
        ),
        (
            (
                f"磨坊於1987年開業（來源：{A}）。它於2001年關閉（参考资料2）。\n• 有三百名工人（[年報]({B})）"
                "\n1、1999年失火[3]"
            ),
            [("磨坊於1987年開業。", A), ("它於2001年關閉。", "2"), ("有三百名工人", B), ("1999年失火", "3")],
        ),
        # Whose words they are does not make it a remark on the report.
        (
            f"According to [the ministry]({A}), the mill is closed on Sundays.",
            [("According to the ministry, the mill is closed on Sundays.", A)],
        ),
        (
            "**Costs.** It cost 4 million.^[1] It was cheap [2].",
            [("It cost 4 million.", "1"), ("It was cheap.", "2")],
        ),
        (f"![Chart]({A}) The mill opened in 1987 [1].", [("The mill opened in 1987.", "1")]),
        (
            "It closed in 2001 doi:10.1000/xyz1. It opened in 1987 www.a.example/1.",
            [
                ("It closed in 2001.", "https://doi.org/10.1000/xyz1"),
                ("It opened in 1987.", "https://www.a.example/1"),
            ],
        ),
        (
            (
                f"The mill opened in 1987 [^a].\n\n[^a]: Mills, {A}\n\n"
                f"It cost 4 million [1].\n\nReferences\n1. {B}"
            ),
            [("The mill opened in 1987.", "a"), ("It cost 4 million.", "1")],
        ),
    ],
)
def test_claims_with_their_marks(report: str, expected: list[tuple[str, str]]) -> None:
    claims = report_claims(report)
    found = [(each.text, "".join(str(mark.name or mark.url) for mark in each.marks)) for each in claims]
    assert found == [tuple(each) for each in expected]


@given(st.text(alphabet="Orle mill 1987.[]()|-*#\n`?", max_size=300))
def test_claims_are_in_order_and_within_the_report(report: str) -> None:
    claims = report_claims(report)
    assert all(0 <= each.start < each.end <= len(report) for each in claims)
    assert [each.start for each in claims] == sorted({each.start for each in claims})
