"""Builds the training pools from pools that were built before, with the hand-written questions of today.

    python3 extend_pools.py data/pools-before.jsonl.xz --out data/pools.jsonl.xz

What `prepare_pools.py` makes from git clones is taken over; hand-written questions, paths and statements are made again.
"""

import argparse
import os
import random

from hand_written import HandWritten
from pool_builder import PoolBuilder, passage_key
from pools import Pool, load_pools
from prepare_pools import build_invented, write_pools

_BY_HAND = frozenset(["hbqa", "hbnone"])


def reopen(pool: Pool, rng: random.Random) -> PoolBuilder:
    """Returns a builder with the passages of a pool and the questions that nobody wrote by hand."""
    builder = PoolBuilder(pool.name, rng)
    builder.passages = pool.passages
    builder.questions = [question for question in pool.questions if question[2] not in _BY_HAND]
    for index, (_, text, _) in enumerate(pool.passages):
        builder.index.setdefault(passage_key(text), index)
    return builder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="pools that were built before, without invented handbooks or with them")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--questions", default=f"{here}/questions", help="hand-written questions")
    parser.add_argument("--out", required=True, help="where to write pools.jsonl.xz")
    arguments = parser.parse_args()

    rng = random.Random(11)
    hand_written = HandWritten(arguments.questions)
    pools, _ = load_pools(arguments.before)
    invented = {hand_written.pool_of(book) for book in hand_written.invented_books}
    built = [reopen(pool, rng) for pool in pools if pool.name not in invented]
    built += build_invented(hand_written, rng)
    write_pools(built, hand_written, arguments.out)


if __name__ == "__main__":
    main()
