"""The network that reads titles, as PyTorch trains it. src/analysis/plain/network runs the same arithmetic in TypeScript."""
import re

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEADS, WIDE, LAYERS, PIECES_MAX = 192, 6, 576, 4, 72
LANGUAGES = ("en", "de", "pl")
UNKNOWN, FIRST, END, MASK, ORDINARY = 1, {"en": 2, "de": 3, "pl": 4}, 5, 6, 7

WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*|[^\w\s]|_")
PART = re.compile(r"[^\W_]+|[^\w\s]|_")
STRAIGHT = str.maketrans({"„": '"', "“": '"', "”": '"', "»": '"', "«": '"', "’": "'", "‘": "'", "‚": "'"})


def words_of(title):
    """Words and single marks with their places."""
    return [(found.group(), found.start(), found.end()) for found in WORD.finditer(title)]


class Pieces:
    """Splits words into the longest pieces that the vocabulary knows, each with its case."""

    def __init__(self, file):
        self.names = open(file, encoding="utf8").read().rstrip("\n").split("\n")
        self.ids = {name: at for at, name in enumerate(self.names)}
        self.known = {}

    def of_word(self, word):
        if word not in self.known:
            parts = PART.findall(word.translate(STRAIGHT))
            pieces = [(piece, case_of(part)) for part in parts for piece in self.of_part(part.lower())]
            self.known[word] = tuple(pieces[:8]) or ((UNKNOWN, 0),)
        return self.known[word]

    def of_part(self, part):
        found, start = [], 0
        while start < len(part):
            for end in range(min(len(part), start + 24), start, -1):
                piece = self.ids.get(("" if start == 0 else "##") + part[start:end])
                if piece is not None:
                    break
            else:
                return [UNKNOWN]
            found.append(piece)
            start = end
        return found

    def of_title(self, words, language):
        """The pieces of a title, and of each word that fits its first and its last."""
        pieces, first, last = [(FIRST[language], 0)], [], []
        for word, _, _ in words:
            own = self.of_word(word)
            if len(pieces) + len(own) > PIECES_MAX - 1:
                break
            first.append(len(pieces))
            pieces += own
            last.append(len(pieces) - 1)
        return pieces + [(END, 0)], first, last


def case_of(part):
    if not any(letter.isupper() for letter in part):
        return 0
    if part[0].isupper() and not any(letter.isupper() for letter in part[1:]):
        return 1
    return 2 if part.isupper() else 3


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.i, self.f = nn.Linear(WIDTH, WIDE), nn.Linear(WIDE, WIDTH)
        self.n1, self.n2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.drop = nn.Dropout(0.0)

    def forward(self, x, mask):
        count, length, _ = x.shape
        query, key, value = self.qkv(x).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = self.n1(x + self.drop(self.o(mixed.transpose(1, 2).reshape(count, length, WIDTH))))
        return self.n2(x + self.drop(self.f(F.relu(self.i(x)))))


class Reader(nn.Module):
    """What is known of each piece of a title, in the light of all others."""

    def __init__(self, vocabulary):
        super().__init__()
        self.w, self.c, self.pos = nn.Embedding(vocabulary, WIDTH), nn.Embedding(4, WIDTH), nn.Embedding(PIECES_MAX, WIDTH)
        self.n, self.ls, self.drop = nn.LayerNorm(WIDTH), nn.ModuleList([Layer() for _ in range(LAYERS)]), nn.Dropout(0.0)
        # The weights of pieces are shipped in half a byte each: training for the task already sees them so.
        self.rounds = False
        for table in (self.c, self.pos):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, ids, cases):
        x = self.w(ids)
        if self.rounds:
            step = x.detach().abs().amax(-1, keepdim=True) / 7 + 1e-9
            x = x + ((x / step).round().clamp(-8, 7) * step - x).detach()
        x = self.drop(self.n(x + self.c(cases) + self.pos.weight[: ids.shape[1]]))
        mask = torch.zeros(ids.shape, dtype=x.dtype).masked_fill(ids == 0, -1e4)[:, None, None, :]
        for layer in self.ls:
            x = layer(x, mask)
        return x

    def set_dropout(self, share):
        for module in self.modules():
            if isinstance(module, nn.Dropout):
                module.p = share


class TitleNetwork(nn.Module):
    """Per word: keep, delete or replace, and by what. Per title: its level, and whether it can be edited at all."""

    def __init__(self, vocabulary, replacements):
        super().__init__()
        self.enc = Reader(vocabulary)
        self.op, self.rep = nn.Linear(2 * WIDTH, 3), nn.Linear(2 * WIDTH, replacements)
        self.lev, self.fx = nn.Linear(WIDTH, 4), nn.Linear(WIDTH, 3)

    def forward(self, ids, cases, first, last):
        x = self.enc(ids, cases)
        at = lambda places: x.gather(1, places[:, :, None].expand(-1, -1, WIDTH))
        ends = torch.cat([at(first), at(last)], -1)
        return self.op(ends), self.rep(ends), self.lev(x[:, 0]), self.fx(x[:, 0])
