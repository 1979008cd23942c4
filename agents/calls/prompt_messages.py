"""From a template and data to messages, and from messages back to the data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from agents.calls.fence import Block, Section, fence, find_blocks
from data_base.schemas.passage import DATES, Passage
from prompts.registry import PromptTemplate, identify


@dataclass(frozen=True, slots=True)
class ReadPrompt:
    """A prompt of ours, read back."""

    template: PromptTemplate
    """The template it was rendered from."""
    sections: Mapping[str, tuple[Section, ...]]
    """Slot to what was in it, in order; empty for a slot that was given nothing."""

    def text(self, slot: str) -> str:
        """The texts of a slot's sections, a blank line between them; empty where there are none."""
        return "\n\n".join(section.text for section in self.sections[slot])


def render(
    template: PromptTemplate, data: Mapping[str, Sequence[Section]], *, secret: bytes | None = None
) -> list[BaseMessage]:
    """The messages of one call: the fixed system text, then the user part with all data fenced.

    Args:
        template: the prompt.
        data: slot to its sections; a slot without any shows the template's word for "none".
        secret: what the fence's nonce is derived from; a random secret of this process where None.

    Raises:
        ValueError: slots are missing or unknown.
    """
    blocks = iter(
        fence([section for sections in data.values() for section in sections], secret=secret).blocks
    )
    filled = {
        slot: "\n".join(next(blocks) for _ in sections) or template.empty for slot, sections in data.items()
    }
    return [SystemMessage(content=template.system), HumanMessage(content=template.fill(filled))]


def read_prompt(messages: Sequence[BaseMessage]) -> ReadPrompt | None:
    """Read back what :func:`render` wrote, None for messages that are not exactly a prompt of ours."""
    if [message.type for message in messages] != ["system", "human"]:
        return None
    template = identify(str(messages[0].text))
    if template is None:
        return None
    names = tuple(template.optional)
    for parts in chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)):
        including = template.including(parts)
        sections = _read_slots(including, str(messages[1].text))
        if sections is not None:
            return ReadPrompt(including, sections)
    return None


def text_section(name: str, text: str) -> Section:
    """A section without attributes: a question, an answer, a tried query."""
    return Section(name, text)


def as_of_section(as_of: str) -> list[Section]:
    """A date as the sections of its slot, none where it is empty."""
    return [Section("as_of", as_of)] if as_of else []


def passage_section(passage: Passage, number: int | str) -> Section:
    """A passage as a section; models know it by its number alone.

    Args:
        passage: the passage.
        number: what an answer cites as ``[1]``; "1, 2" where it has two.
    """
    page = {} if passage.page is None else {"page": str(passage.page)}
    dates = {name: day for name in DATES if (day := getattr(passage, name))}
    attributes = {"number": str(number), "file": passage.doc_id} | page | dates
    return Section("passage", passage.text, attributes)


def passage_sections(passages: Sequence[Passage], numbers: Mapping[str, str]) -> list[Section]:
    """Passages as sections, each with the number of its id."""
    return [passage_section(passage, numbers[passage.id]) for passage in passages]


def _read_slots(template: PromptTemplate, user_text: str) -> dict[str, tuple[Section, ...]] | None:
    """Walk the user part: its own words must be there to the letter, blocks only where a slot is."""
    blocks = {block.start: block for block in find_blocks(user_text)}
    sections: dict[str, tuple[Section, ...]] = {}
    position = 0
    for literal, slot in template.user_parts:
        if not user_text.startswith(literal, position):
            return None
        position += len(literal)
        if slot is None:
            break
        run = _run_of_blocks(blocks, position)
        if not run and not user_text.startswith(template.empty, position):
            return None
        sections[slot] = tuple(block.section for block in run)
        position = run[-1].end if run else position + len(template.empty)
    return sections if position == len(user_text) else None


def _run_of_blocks(blocks: Mapping[int, Block], start: int) -> list[Block]:
    """The blocks that follow one another from a place on."""
    run: list[Block] = []
    while block := blocks.get(start):
        run.append(block)
        start = block.end + 1
    return run
