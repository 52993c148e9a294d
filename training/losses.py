"""Losses of the reader over groups of passages, single pairs and statements."""

import torch
import torch.nn.functional as F

from model import ANSWERED, END, EVIDENCE, RELEVANT, START, Reader
from sentences import MAX_SENTENCES
from tokens import DEVICE, MAX_PAIR, MAX_PASSAGE, build_pairs
from training_set import TrainingSet

MASKED = -1e4
GROUP = 8
_ANSWER_WEIGHTS = dict(
    hbqa=1.0, squad=1.0, nqg=0.7, nq=1.0, tydi=1.0, qamr=0.6, cond=0.7, cloze=0.3, q=0.25, h=0.1, t=0.1, d=0.1
)
_RELEVANCE_WEIGHTS = dict(
    hbqa=1.0, squad=1.0, nqg=1.0, nq=1.0, tydi=1.0, qamr=0.7, cond=0.7, cloze=0.6, q=1.0, h=0.8, t=0.8, d=0.8
)


class Losses:
    """Computes training losses. `compiled` is the reader behind torch.compile, or the reader itself."""

    def __init__(self, data: TrainingSet, compiled):
        self.data = data
        self.compiled = compiled
        self.answer_weight = data.by_type(**_ANSWER_WEIGHTS)
        self.relevance_weight = data.by_type(**_RELEVANCE_WEIGHTS)
        with_evidence = data.is_type("hbqa", "squad", "nqg", "nq", "tydi", "qamr", "cond", "cloze")
        self.has_evidence = with_evidence & data.gold.any(1)
        # Without its evidence a passage no longer answers; for cloze questions another sentence may.
        self.can_lose_evidence = self.has_evidence & ~data.is_type("cloze")
        self.unanswered = data.is_type("unans", "hbnone", "swap")
        rank = torch.arange(data.negatives.shape[1], device=DEVICE)
        self.rank_weight = 1 / (rank.float() + data.recipe.rank_offset)

    def group(self, rows: torch.Tensor, hybrid_weight: float = 0.0) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Returns the loss of questions with their passage first among negatives, logged values, and answer scores."""
        data, count = self.data, len(rows)
        negatives = data.negatives[rows]
        picked = torch.multinomial(self.rank_weight[None] * (negatives >= 0), GROUP - 1)
        passages = torch.cat([data.passage[rows][:, None], negatives.gather(1, picked)], 1)
        passages, removed, bare = self._remove_evidence(rows, passages)
        passage_logits, null, tokens, sentence = self.forward(
            rows.repeat_interleave(GROUP), passages.reshape(-1), removed.reshape(-1, MAX_SENTENCES)
        )
        relevant = passage_logits[:, RELEVANT].view(count, GROUP)
        answered = passage_logits[:, ANSWERED].view(count, GROUP)

        # The passage without its evidence is still relevant: leave it out of the ranking.
        ranked = relevant.clone()
        ranked[:, 1] = torch.where(bare, MASKED, relevant[:, 1])
        weight = self.relevance_weight[rows]
        first = torch.zeros(count, dtype=torch.long, device=DEVICE)
        relevance = (F.cross_entropy(ranked, first, reduction="none") * weight).sum() / weight.sum()

        weight = self.answer_weight[rows]
        wrong = F.softplus(answered)
        second = wrong[:, 1] * torch.where(bare, 0.8, 0.15)
        answer = F.softplus(-answered[:, 0]) + second + wrong[:, 2:].mean(1) * 0.8
        answer = (answer * weight).sum() / weight.sum().clamp(min=1e-3)

        evidence, correct = self._group_evidence(rows, tokens, sentence)
        tokens = tokens.view(count, GROUP, MAX_PASSAGE, 3)
        null = null.view(count, GROUP, 2)
        sentence = sentence.view(count, GROUP, MAX_PASSAGE)
        with_evidence = self.has_evidence[rows]
        nobody = torch.zeros_like(with_evidence)
        gold, known = data.gold[rows], data.span[rows]
        span = span_loss(null[:, 0], tokens[:, 0], known, gold, sentence[:, 0], nobody, with_evidence)
        unknown = torch.full_like(known, -1)
        null_span = span_loss(null[:, 1], tokens[:, 1], unknown, gold, sentence[:, 1], with_evidence, nobody)

        loss = relevance + 0.5 * answer + 0.6 * evidence + 0.4 * span + 0.15 * null_span
        if hybrid_weight:
            hybrid = torch.cat([data.passage_score[rows][:, None], data.negative_scores[rows].gather(1, picked)], 1)
            loss = loss - hybrid_weight * ((hybrid * 8).softmax(1) * relevant.log_softmax(1)).sum(1).mean()
        right = (ranked.argmax(1) == 0).float().mean()
        return loss, torch.stack([relevance, answer, evidence, span, right, correct]).detach(), answered

    def single(self, rows: torch.Tensor) -> torch.Tensor:
        """Returns the loss of questions with their own passage, answered or not."""
        return self._single(rows)[0]

    def counterparts(self, rows: torch.Tensor) -> torch.Tensor:
        """Returns the loss of unanswered questions and of the answered ones that they were made from, over one passage.

        The answered one has to score higher.
        """
        loss, answered = self._single(torch.cat([self.data.counterpart[rows], rows]))
        own, other = answered.chunk(2)
        return loss + 0.5 * F.softplus(1 - own + other).mean()

    def _single(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        data = self.data
        passage_logits, null, tokens, sentence = self.forward(rows, data.passage[rows])
        unanswered = self.unanswered[rows]
        answered = passage_logits[:, ANSWERED]
        answer = F.binary_cross_entropy_with_logits(answered, (~unanswered).float())
        span = span_loss(null, tokens, data.span[rows], data.gold[rows], sentence, unanswered, self.has_evidence[rows])
        scores, present = sentence_scores(tokens, sentence)
        evidence = evidence_bce(scores, present, data.gold[rows], data.neutral[rows], wrong_weight=1.0).mean()
        return 0.7 * answer + 0.4 * span + 0.3 * evidence, answered

    def unanswered_group(self, rows: torch.Tensor, answered: torch.Tensor, size: int = 6) -> torch.Tensor:
        """Returns the loss of unanswered questions over the passages that retrieval finds for them.

        No passage may answer them, and the best of them scores below the best for answered questions (`answered`).
        """
        data = self.data
        negatives = data.negatives[rows][:, :16]
        picked = torch.multinomial(self.rank_weight[None, :16] * (negatives >= 0) + 1e-9, size - 1)
        found = negatives.gather(1, picked)
        found = torch.where(found >= 0, found, data.passage[rows][:, None])
        passages = torch.cat([data.passage[rows][:, None], found], 1)
        logits = self.forward(rows.repeat_interleave(size), passages.reshape(-1))[0][:, ANSWERED].view(-1, size)
        each = F.softplus(logits)
        each = each[:, 0].mean() + 0.5 * each[:, 1:].mean()
        if not len(answered):
            return each
        return each + F.softplus(logits.logsumexp(1)[None] - answered.logsumexp(1)[:, None]).mean()

    def forward(
        self, rows: torch.Tensor, passages: torch.Tensor, removed: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Reads pairs, sorted by length in parts, without the removed sentences.

        Returns passage logits, start and end logits of [CLS], token logits per passage piece, and sentence numbers.
        """
        texts, pieces, lengths, sentence = self.inputs(rows, passages, removed, self.data.variants)
        order = torch.argsort(texts.lengths + lengths)
        parts = order.chunk(4 if len(rows) > 200 else 2)
        longest = torch.stack([(texts.lengths + lengths)[part[-1]] for part in parts]).tolist()
        piece = torch.arange(MAX_PASSAGE, device=DEVICE)[None]
        results = []
        for part, length in zip(parts, longest):
            width = min(MAX_PAIR, (length + 3 + 15) // 16 * 16)  # few widths: compiled once each
            pairs = build_pairs(texts[part], pieces[part], lengths[part], width)
            with torch.autocast(DEVICE, torch.bfloat16):
                passage_logits, *token_logits = self.compiled(pairs.ids, pairs.mask, pairs.types)
            token_logits = torch.stack(token_logits, -1).float()
            position = texts.lengths[part, None] + 2 + piece
            inside = (piece < lengths[part, None]) & (position < width - 1)
            of_piece = token_logits.gather(1, position.clamp(max=width - 1)[..., None].expand(-1, -1, 3))
            of_piece = torch.where(inside[..., None], of_piece, MASKED)
            results.append((passage_logits.float(), token_logits[:, 0, :2], of_piece))
        back = torch.argsort(order)
        passage_logits, null, tokens = (torch.cat(values)[back] for values in zip(*results))
        return passage_logits, null, tokens, sentence

    def inputs(self, rows, passages, removed, variants):
        """Returns the questions, some of them as variants, and the passages without the removed sentences.

        Passages are pieces, lengths, and the sentence number of each piece.
        """
        data = self.data
        variant = torch.rand(len(rows), device=DEVICE) < data.recipe.variant_share
        texts = data.questions[rows]
        other = variants[rows]
        texts.pieces = torch.where(variant[:, None], other.pieces, texts.pieces)
        texts.lengths = torch.where(variant, other.lengths, texts.lengths)
        pieces, lengths = data.pieces[passages].long(), data.lengths[passages]
        sentence = data.sentence_of_piece[passages].long()
        if removed is not None:
            pieces, lengths, sentence = remove_sentences(pieces, lengths, sentence, removed)
        return texts, pieces, lengths, sentence

    def _remove_evidence(self, rows, passages):
        """Puts the question's own passage without its evidence second, for most questions that have evidence."""
        data = self.data
        sentence = data.sentence_of_piece[data.passage[rows]].long()
        in_gold = data.gold[rows].gather(1, sentence.clamp(max=MAX_SENTENCES - 1))
        left = ((sentence < MAX_SENTENCES) & ~in_gold).sum(1)
        bare = self.can_lose_evidence[rows] & (torch.rand(len(rows), device=DEVICE) < 0.6) & (left >= 15)
        passages[:, 1] = torch.where(bare, passages[:, 0], passages[:, 1])
        removed = torch.zeros(*passages.shape, MAX_SENTENCES, dtype=torch.bool, device=DEVICE)
        removed[:, 1] = (data.gold[rows] | data.neutral[rows]) & bare[:, None]
        return passages, removed, bare

    def _group_evidence(self, rows, tokens, sentence):
        """Returns the evidence loss over all sentences of a group, and the share of groups whose best one is right."""
        data, count = self.data, len(rows)
        scores, present = sentence_scores(tokens, sentence)
        scores, present = scores.view(count, -1), present.view(count, -1)
        of_own = lambda mask: F.pad(mask, (0, (GROUP - 1) * MAX_SENTENCES))
        gold = of_own(data.gold[rows]) & present
        neutral = of_own(data.neutral[rows])
        masked = scores.masked_fill(~present | neutral, MASKED)
        over_group = masked.logsumexp(1) - masked.masked_fill(~gold, MASKED).logsumexp(1)
        own, own_gold = masked[:, :MAX_SENTENCES], gold[:, :MAX_SENTENCES]
        within = own.logsumexp(1) - own.masked_fill(~own_gold, MASKED).logsumexp(1)
        each = evidence_bce(scores, present, gold, neutral, wrong_weight=2.0)
        used = self.has_evidence[rows] & gold.any(1)
        loss = ((over_group + 0.5 * within + 0.5 * each) * used).sum() / used.sum().clamp(min=1)
        correct = (gold.gather(1, masked.argmax(1, keepdim=True))[:, 0] & used).sum() / used.sum().clamp(min=1)
        return loss, correct


def remove_sentences(pieces, lengths, sentence, removed):
    """Closes the gaps that removed sentences leave."""
    position = torch.arange(MAX_PASSAGE, device=DEVICE)[None]
    inside = position < lengths[:, None]
    gone = removed.gather(1, sentence.clamp(max=MAX_SENTENCES - 1)) & (sentence < MAX_SENTENCES) & inside
    order = torch.argsort((gone | ~inside).byte(), dim=1, stable=True)
    lengths = lengths - gone.sum(1)
    sentence = torch.where(position < lengths[:, None], sentence.gather(1, order), 255)
    return pieces.gather(1, order), lengths, sentence


def sentence_scores(tokens: torch.Tensor, sentence: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the mean evidence logit of each sentence, and which sentences are there."""
    evidence = tokens[..., EVIDENCE]
    inside = (sentence < MAX_SENTENCES) & (evidence > -9e3)
    slot = torch.where(inside, sentence, MAX_SENTENCES)
    zeros = torch.zeros(len(evidence), MAX_SENTENCES + 1, device=DEVICE)
    count = zeros.scatter_add(1, slot, inside.float())[:, :MAX_SENTENCES]
    total = zeros.scatter_add(1, slot, torch.where(inside, evidence, 0.0))[:, :MAX_SENTENCES]
    return total / count.clamp(min=1), count > 0


def evidence_bce(scores, present, gold, neutral, wrong_weight: float) -> torch.Tensor:
    """Returns a loss per row; items of the same list as the evidence count half as evidence, never as wrong."""
    gold = gold & present
    rest = neutral & present & ~gold
    wrong = present & ~gold & ~rest
    positive = gold.float() + 0.5 * rest.float()
    right = (F.softplus(-scores) * positive).sum(1) / positive.sum(1).clamp(min=1)
    return right + wrong_weight * (F.softplus(scores) * wrong).sum(1) / wrong.sum(1).clamp(min=1)


def span_loss(null, tokens, span, gold, sentence, is_null, sentence_only) -> torch.Tensor:
    """Returns the cross-entropy of start and end, with "no answer" at [CLS].

    Where only the sentence is known (`sentence_only`), the probability inside it counts.
    """
    body = sentence < MAX_SENTENCES
    inside = gold.gather(1, sentence.clamp(max=MAX_SENTENCES - 1)) & body
    exact, within = 0.0, 0.0
    for column in (START, END):
        logits = torch.cat([null[:, column : column + 1], tokens[..., column].masked_fill(~body, MASKED)], 1)
        logits = logits.log_softmax(1)
        target = torch.where(is_null, 0, span[:, column] + 1).clamp(min=0)
        exact = exact - logits.gather(1, target[:, None])[:, 0]
        within = within - torch.where(inside, logits[:, 1:], MASKED).logsumexp(1)
    known = (span[:, 0] >= 0) | is_null
    loss = torch.where(known, exact, 0.7 * within).clamp(max=40)
    used = known | sentence_only
    return (loss * used).sum() / used.sum().clamp(min=1)
