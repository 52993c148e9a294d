"""The settings in which the shipped reader's training and the extended trial differ."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Recipe:
    """What is trained on, and how hard it is."""

    same_page_bonus: float  # added to the hybrid score of neighbouring sections when negatives are chosen
    rank_offset: int  # negatives are drawn with weight 1 / (rank + offset): a smaller one draws harder negatives
    whole_lists: bool  # the rest of a list that is asked for as a whole never counts as wrong evidence
    unanswered_groups: int  # unanswered questions per step, read with the passages that retrieval finds for them
    hand_written_weight: float  # weight of hand-written questions in stage 2
    variant_share: float  # share of questions seen without question mark, as keywords or with a typo
    kind_weights: dict[str, float] = field(default_factory=dict)


RECIPES = {
    "shipped": Recipe(
        same_page_bonus=0.0,
        rank_offset=8,
        whole_lists=False,
        unanswered_groups=0,
        hand_written_weight=14.0,
        variant_share=0.3,
    ),
    # CARD.md has its numbers: not better beyond noise.
    "extended": Recipe(
        same_page_bonus=0.1,
        rank_offset=6,
        whole_lists=True,
        unanswered_groups=16,
        hand_written_weight=18.0,
        variant_share=0.35,
        kind_weights={"how": 1.6, "list": 1.5, "table": 2.5, "compare": 1.6, "why": 1.2},
    ),
}
