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


def longest_pieces(part, ids, letters_max=24):
    """The longest pieces that are known, from the left; nothing if a letter is not known."""
    found, start = [], 0
    while start < len(part):
        for end in range(min(len(part), start + letters_max), start, -1):
            piece = ids.get(("" if start == 0 else "##") + part[start:end])
            if piece is not None:
                break
        else:
            return []
        found.append(piece)
        start = end
    return found


KEPT, GONE, COME = 0, 1, 2


def common_words(a, b):
    """Pairs of places where both lists have the same word, in their order."""
    lengths = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if a[i] == b[j] else max(lengths[i + 1][j], lengths[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def words_of_edit(before, after):
    """The words of both titles in one row: what stays, what goes, and behind it what comes in its place."""
    old, new = [text for text, _, _ in words_of(before)], [text for text, _, _ in words_of(after)]
    row, i, j = [], 0, 0
    pairs = common_words([text.lower() for text in old], [text.lower() for text in new])
    for at, to in [*pairs, (len(old), len(new))]:
        row += [(text, GONE) for text in old[i:at]] + [(text, COME) for text in new[j:to]]
        row += [(new[to], KEPT)] if to < len(new) else []
        i, j = at + 1, to + 1
    return row


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
        return longest_pieces(part, self.ids) or [UNKNOWN]

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

    def of_edit(self, before, after, language):
        """The pieces of an edit: number, case and mark."""
        pieces = [(FIRST[language], 0, KEPT)]
        for word, mark in words_of_edit(before, after):
            own = [(number, case, mark) for number, case in self.of_word(word)]
            if len(pieces) + len(own) > PIECES_MAX - 1:
                break
            pieces += own
        return pieces + [(END, 0, KEPT)]


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


# What the arrays of the shipped weights are called there, and what here.
TABLES = {"pieces": "enc.w", "cases": "enc.c", "marks": "enc.m", "places": "enc.pos"}
LINEAR = {f"{name}{at}": f"enc.ls.{at}.{of}" for at in range(LAYERS) for name, of in (("queryKeyValue", "qkv"), ("attended", "o"), ("widen", "i"), ("narrow", "f"))}
LINEAR.update(operations="op", replacements="rep", levels="lev", fixes="fx", accepted="ok")
NORMS = {"embedNorm": "enc.n", **{f"{name}{at}": f"enc.ls.{at}.{of}" for at in range(LAYERS) for name, of in (("attendedNorm", "n1"), ("narrowNorm", "n2"))}}


class Reader(nn.Module):
    """What is known of each piece of a title, in the light of all others."""

    def __init__(self, vocabulary):
        super().__init__()
        self.w, self.c, self.pos = nn.Embedding(vocabulary, WIDTH), nn.Embedding(4, WIDTH), nn.Embedding(PIECES_MAX, WIDTH)
        # What an edit does with a word: nothing, takes it out, puts it in.
        self.m = nn.Embedding(3, WIDTH, padding_idx=0)
        self.n, self.ls, self.drop = nn.LayerNorm(WIDTH), nn.ModuleList([Layer() for _ in range(LAYERS)]), nn.Dropout(0.0)
        # The weights of pieces are shipped in half a byte each: training for the task already sees them so.
        self.rounds = False
        for table in (self.c, self.pos, self.m):
            nn.init.normal_(table.weight, std=0.02)
        with torch.no_grad():
            self.m.weight[0] = 0

    def forward(self, ids, cases, marks=None):
        x = self.w(ids)
        if self.rounds:
            step = x.detach().abs().amax(-1, keepdim=True) / 7 + 1e-9
            x = x + ((x / step).round().clamp(-8, 7) * step - x).detach()
        if marks is not None:
            x = x + self.m(marks)
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
    """Per word: keep, delete or replace, and by what. Per title: its level, and whether it can be edited at all. Per edit: whether a strict reader accepts it."""

    def __init__(self, vocabulary, replacements):
        super().__init__()
        self.enc = Reader(vocabulary)
        self.op, self.rep = nn.Linear(2 * WIDTH, 3), nn.Linear(2 * WIDTH, replacements)
        self.lev, self.fx = nn.Linear(WIDTH, 4), nn.Linear(WIDTH, 3)
        self.ok = nn.Linear(WIDTH, 1)

    def forward(self, ids, cases, first, last):
        x = self.enc(ids, cases)
        at = lambda places: x.gather(1, places[:, :, None].expand(-1, -1, WIDTH))
        ends = torch.cat([at(first), at(last)], -1)
        return self.op(ends), self.rep(ends), self.lev(x[:, 0]), self.fx(x[:, 0])

    def accepts(self, ids, cases, marks):
        return self.ok(self.enc(ids, cases, marks)[:, 0])[:, 0]
