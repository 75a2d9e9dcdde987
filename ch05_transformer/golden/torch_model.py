"""The chapter's Transformer made of PyTorch's own layers, for bench_torch.py and curve_torch.py."""
import torch
from torch import nn


def positions(length, d):
    angle = torch.arange(float(length))[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
    return torch.stack([angle.sin(), angle.cos()], 2).reshape(length, d)


class Transformer(nn.Module):
    """One embedding for source, target and output, or one each when target_ids, the size of the target's
    vocabulary, is not 0."""

    def __init__(self, layers, d, heads, hidden, pre_norm, dropout, ids, target_ids=0, longest=100):
        super().__init__()
        options = dict(d_model=d, nhead=heads, dim_feedforward=hidden, dropout=dropout, batch_first=True,
                       norm_first=pre_norm)
        self.encoder = nn.ModuleList(nn.TransformerEncoderLayer(**options) for _ in range(layers))
        self.decoder = nn.ModuleList(nn.TransformerDecoderLayer(**options) for _ in range(layers))
        for layer in [*self.encoder, *self.decoder]:
            layer.dropout = nn.Identity()  # within the feed-forward network: not in the paper, nor here
        self.encoder_norm = nn.LayerNorm(d) if pre_norm else nn.Identity()
        self.decoder_norm = nn.LayerNorm(d) if pre_norm else nn.Identity()
        self.source = nn.Embedding(ids, d)
        self.target = nn.Embedding(target_ids, d) if target_ids else self.source
        self.output = nn.Linear(d, target_ids or ids, bias=bool(target_ids))
        for embedding in {self.source, self.target}:
            nn.init.normal_(embedding.weight, std=d**-0.5)
        if not target_ids:
            self.output.weight = self.source.weight
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("positions", positions(longest, d))

    def embed(self, embedding, ids):
        x = embedding(ids) * embedding.embedding_dim**0.5
        return self.dropout(x + self.positions[:ids.shape[1]])

    def forward(self, source, lengths, target):
        """Scores of the vocabulary, B x T x V; lengths: of the sources, without padding."""
        padding = torch.arange(source.shape[1]) >= lengths[:, None]
        causal = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
        x = self.embed(self.source, source)
        for layer in self.encoder:
            x = layer(x, src_key_padding_mask=padding)
        x = self.encoder_norm(x)
        y = self.embed(self.target, target)
        for layer in self.decoder:
            y = layer(y, x, tgt_mask=causal, memory_key_padding_mask=padding)
        return self.output(self.decoder_norm(y))
