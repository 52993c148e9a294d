"""First-stage retrieval as the product does it: BM25 and embeddings, half each."""

import torch
import torch.nn.functional as F

from model import VOCABULARY, WIDTH, Encoder
from tokens import DEVICE, Passages, Texts, build_single

MAX_EMBEDDED = 254


def pool_embedding(encoder: Encoder, texts: Texts, width: int) -> torch.Tensor:
    """Returns mean-pooled, normalized embeddings; gradients flow."""
    ids, mask = build_single(texts, width)
    with torch.autocast(DEVICE, torch.bfloat16):
        hidden = encoder(ids, mask, torch.zeros_like(ids)).float()
    return F.normalize((hidden * mask[:, :, None]).sum(1), dim=-1)


@torch.no_grad()
def embed(encoder: Encoder, texts: Texts, batch_size: int = 4096) -> torch.Tensor:
    """Returns the embeddings of texts, in their order."""
    encoder.eval()
    lengths = texts.lengths.clamp(max=MAX_EMBEDDED)
    order = torch.argsort(lengths)
    embeddings = torch.empty(len(texts), WIDTH, device=DEVICE)
    for start in range(0, len(order), batch_size):
        batch = order[start : start + batch_size]
        embeddings[batch] = pool_embedding(encoder, texts[batch], int(lengths[batch].max()) + 2)
    return embeddings


class Index:
    """Passages of one pool, searchable by word pieces (BM25) and by meaning."""

    def __init__(self, encoder: Encoder, passages: Passages):
        self.embeddings = embed(encoder, Texts(passages.pieces, passages.lengths))
        self.terms = _bm25_matrix(passages)

    def search(self, questions: Texts, embeddings: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns hybrid scores and cosines [question, passage]."""
        present = torch.zeros(len(questions), VOCABULARY, device=DEVICE)
        inside = torch.arange(questions.pieces.shape[1], device=DEVICE)[None] < questions.lengths[:, None]
        present.scatter_(1, questions.pieces.long(), inside.float())
        present[:, 0] = 0
        terms = torch.sparse.mm(self.terms, present.T.contiguous()).T
        cosine = embeddings @ self.embeddings.T
        best_cosine = cosine.amax(1, keepdim=True).clamp(min=0.05)
        best_terms = terms.amax(1, keepdim=True).clamp(min=1e-3)
        return 0.5 * cosine / best_cosine + 0.5 * terms / best_terms, cosine


def _bm25_matrix(passages: Passages) -> torch.Tensor:
    count, width = passages.pieces.shape
    lengths = passages.lengths.float()
    inside = torch.arange(width, device=DEVICE)[None] < passages.lengths[:, None]
    keys = (torch.arange(count, device=DEVICE)[:, None] * VOCABULARY + passages.pieces.long())[inside]
    keys, frequency = keys.unique(return_counts=True)
    row, term = keys // VOCABULARY, keys % VOCABULARY
    documents = torch.bincount(term, minlength=VOCABULARY).float()
    rarity = torch.log(1 + (count - documents + 0.5) / (documents + 0.5))
    frequency = frequency.float()
    weight = rarity[term] * frequency / (frequency + 1.2 * (0.25 + 0.75 * lengths[row] / lengths.mean()))
    matrix = torch.sparse_coo_tensor(torch.stack([row, term]), weight, (count, VOCABULARY))
    return matrix.coalesce().to_sparse_csr()
