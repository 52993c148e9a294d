"""The encoder (BERT as in MiniLM-L6) and the reader's heads on top of it."""

import math

import torch
import torch.nn.functional as F
from torch import nn

VOCABULARY, WIDTH, INNER_WIDTH, HEADS, LAYERS, POSITIONS = 30522, 384, 1536, 12, 6, 512
RELEVANT, ANSWERED, SUPPORTED = 0, 1, 2  # columns of the passage logits
START, END, EVIDENCE = 0, 1, 2  # columns of the token logits


class EncoderLayer(nn.Module):
    """One transformer layer with normalization after each sublayer."""

    def __init__(self, dropout: float):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.attention_out = nn.Linear(WIDTH, WIDTH)
        self.attention_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.feed_in = nn.Linear(WIDTH, INNER_WIDTH)
        self.feed_out = nn.Linear(INNER_WIDTH, WIDTH)
        self.feed_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = dropout

    def forward(self, x: torch.Tensor, mask: torch.Tensor, explicit: bool) -> torch.Tensor:
        batch, length, _ = x.shape
        size = WIDTH // HEADS
        query, key, value = (
            layer(x).view(batch, length, HEADS, size).transpose(1, 2) for layer in (self.query, self.key, self.value)
        )
        if explicit:
            mixed = torch.softmax(query @ key.transpose(-1, -2) * (1 / math.sqrt(size)) + mask, -1) @ value
        else:
            dropout = self.dropout if self.training else 0.0
            mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropout)
        mixed = self.attention_out(mixed.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.attention_norm(x + F.dropout(mixed, self.dropout, self.training))
        inner = self.feed_out(F.gelu(self.feed_in(x)))
        return self.feed_norm(x + F.dropout(inner, self.dropout, self.training))


class Encoder(nn.Module):
    """Word pieces to hidden states; mean-pooled and normalized they are the embedding."""

    def __init__(self, dropout: float = 0.1, layers: int = LAYERS):
        super().__init__()
        self.word_embeddings = nn.Embedding(VOCABULARY, WIDTH)
        self.position_embeddings = nn.Embedding(POSITIONS, WIDTH)
        self.type_embeddings = nn.Embedding(2, WIDTH)
        self.embedding_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList([EncoderLayer(dropout) for _ in range(layers)])
        self.dropout = dropout
        # ONNX export needs attention written out and an additive mask.
        self.explicit_attention = False

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        positions = torch.arange(ids.shape[1], device=ids.device)
        x = self.word_embeddings(ids) + self.position_embeddings(positions)[None] + self.type_embeddings(types)
        x = F.dropout(self.embedding_norm(x), self.dropout, self.training)
        if self.explicit_attention:
            attention_mask = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        else:
            attention_mask = mask[:, None, None, :].bool()
        for layer in self.layers:
            x = layer(x, attention_mask, self.explicit_attention)
        return x


class Reader(nn.Module):
    """Reads a question (or statement) with a passage.

    Returns passage logits [batch, 3] (relevant, answered, supported), and start, end and evidence logits per piece.
    """

    def __init__(self, dropout: float = 0.1, layers: int = LAYERS):
        super().__init__()
        self.encoder = Encoder(dropout, layers)
        self.pooler = nn.Linear(WIDTH, WIDTH)
        self.passage_head = nn.Linear(WIDTH, 3)
        self.token_head = nn.Linear(WIDTH, 3)
        nn.init.normal_(self.passage_head.weight, std=0.02)
        nn.init.normal_(self.token_head.weight, std=0.02)
        with torch.no_grad():
            self.pooler.weight.copy_(torch.eye(WIDTH) + torch.randn(WIDTH, WIDTH) * 0.01)
        for head in (self.pooler, self.passage_head, self.token_head):
            nn.init.zeros_(head.bias)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> tuple[torch.Tensor, ...]:
        hidden = self.encoder(ids, mask, types)
        tokens = self.token_head(hidden)
        passage = self.passage_head(torch.tanh(self.pooler(hidden[:, 0])))
        return passage, tokens[:, :, START], tokens[:, :, END], tokens[:, :, EVIDENCE]


def average(states: list[dict[str, torch.Tensor]], weights: list[float] | None = None) -> dict[str, torch.Tensor]:
    """Returns the weighted mean of models trained from the same start."""
    weights = weights or [1 / len(states)] * len(states)
    return {
        name: sum(weight * state[name].float() for weight, state in zip(weights, states)) for name in states[0]
    }
