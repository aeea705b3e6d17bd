"""A large network that reads titles well and is far too slow to ship: nine layers of multilingual BERT (Google, Apache-2.0). It
teaches the small one. CHECKPOINT is the folder of a TensorFlow checkpoint of bert-multi-cased-L-12-H-768-A-12 with its vocab.txt.
"""
import struct

import numpy
import torch
import torch.nn as nn
import torch.nn.functional as F

from title_network import PART, STRAIGHT, longest_pieces, words_of_edit

WIDTH, HEADS, LAYERS, PIECES_MAX = 768, 12, 9, 88
UNKNOWN, BEGIN, END, MASK = 100, 101, 102, 103


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.i, self.f = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.n1, self.n2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        count, length, _ = x.shape
        query, key, value = self.qkv(x).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask.to(query.dtype))
        x = self.n1(x + self.drop(self.o(mixed.transpose(1, 2).reshape(count, length, WIDTH))))
        return self.n2(x + self.drop(self.f(F.gelu(self.i(x)))))


class Bert(nn.Module):
    def __init__(self, vocabulary=119547):
        super().__init__()
        self.w, self.p = nn.Embedding(vocabulary, WIDTH), nn.Embedding(512, WIDTH)
        self.t, self.n = nn.Parameter(torch.zeros(WIDTH)), nn.LayerNorm(WIDTH, eps=1e-12)
        self.ls, self.drop = nn.ModuleList([Layer() for _ in range(LAYERS)]), nn.Dropout(0.1)

    def forward(self, ids, more=0):
        x = self.drop(self.n(self.w(ids) + self.p.weight[: ids.shape[1]] + self.t + more))
        mask = torch.zeros(ids.shape).masked_fill(ids == 0, -1e4)[:, None, None, :]
        for layer in self.ls:
            x = layer(x, mask)
        return x.float()

    def load(self, checkpoint):
        values = read_checkpoint(checkpoint)
        get = lambda name: torch.tensor(values[f"module/bert/{name}"])
        put = lambda to, name: to.copy_(get(name))
        with torch.no_grad():
            put(self.w.weight, "embeddings/word_embeddings")
            put(self.p.weight, "embeddings/position_embeddings")
            self.t.copy_(get("embeddings/token_type_embeddings")[0])
            norms = [(self.n, "embeddings/LayerNorm")]
            for at, layer in enumerate(self.ls):
                at = f"encoder/layer_{at}"
                parts = [f"{at}/attention/self/{part}" for part in ("query", "key", "value")]
                layer.qkv.weight.copy_(torch.cat([get(f"{part}/kernel").T for part in parts]))
                layer.qkv.bias.copy_(torch.cat([get(f"{part}/bias") for part in parts]))
                for to, name in ((layer.o, "attention/output/dense"), (layer.i, "intermediate/dense"), (layer.f, "output/dense")):
                    to.weight.copy_(get(f"{at}/{name}/kernel").T)
                    put(to.bias, f"{at}/{name}/bias")
                norms += [(layer.n1, f"{at}/attention/output/LayerNorm"), (layer.n2, f"{at}/output/LayerNorm")]
            for norm, name in norms:
                put(norm.weight, f"{name}/gamma")
                put(norm.bias, f"{name}/beta")


class Teacher(nn.Module):
    """The same answers as the small network's."""

    def __init__(self, replacements):
        super().__init__()
        self.enc, self.drop = Bert(), nn.Dropout(0.1)
        self.op, self.rep = nn.Linear(2 * WIDTH, 3), nn.Linear(2 * WIDTH, replacements)
        self.lev, self.fx = nn.Linear(WIDTH, 4), nn.Linear(WIDTH, 3)

    def forward(self, ids, first, last):
        x = self.drop(self.enc(ids))
        at = lambda places: x.gather(1, places[:, :, None].expand(-1, -1, WIDTH))
        ends = torch.cat([at(first), at(last)], -1)
        return self.op(ends), self.rep(ends), self.lev(x[:, 0]), self.fx(x[:, 0])


class Judge(nn.Module):
    """Whether a strict reader accepts an edit."""

    def __init__(self):
        super().__init__()
        self.enc, self.m, self.ok, self.drop = Bert(), nn.Embedding(3, WIDTH, padding_idx=0), nn.Linear(WIDTH, 1), nn.Dropout(0.1)
        nn.init.normal_(self.m.weight, std=0.02)
        with torch.no_grad():
            self.m.weight[0] = 0

    def forward(self, ids, marks):
        return self.ok(self.drop(self.enc(ids, self.m(marks))[:, 0]))[:, 0]


class BertPieces:
    def __init__(self, file):
        self.ids = {name: at for at, name in enumerate(open(file, encoding="utf8").read().split("\n"))}
        self.known = {}

    def of_word(self, word):
        if word not in self.known:
            dashes = word.translate(STRAIGHT).replace("–", "-").replace("—", "-").replace("…", ".")
            self.known[word] = tuple(piece for part in PART.findall(dashes) for piece in longest_pieces(part, self.ids, 100) or [UNKNOWN])[:8] or (UNKNOWN,)
        return self.known[word]

    def of_title(self, words):
        ids, first, last = [BEGIN], [], []
        for word, _, _ in words:
            own = self.of_word(word)
            if len(ids) + len(own) > PIECES_MAX - 1:
                break
            first.append(len(ids))
            ids += own
            last.append(len(ids) - 1)
        return ids + [END], first, last

    def of_edit(self, before, after):
        ids, marks = [BEGIN], [0]
        for word, mark in words_of_edit(before, after):
            own = self.of_word(word)
            if len(ids) + len(own) > PIECES_MAX:
                break
            ids += own
            marks += [mark] * len(own)
        return ids + [END], marks + [0]


def read_checkpoint(folder):
    """The variables of a TensorFlow checkpoint, without TensorFlow: an index of the form of LevelDB, and the numbers."""
    index = open(f"{folder}/variables.index", "rb").read()
    numbers = numpy.memmap(f"{folder}/variables.data-00000-of-00001", numpy.uint8, "r")

    def number(data, at):
        value = shift = 0
        while True:
            byte = data[at]
            value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                return value, at

    def entries(start, size):
        block = index[start : start + size]
        end = size - 4 - 4 * struct.unpack("<I", block[-4:])[0]
        at, key = 0, b""
        while at < end:
            shared, at = number(block, at)
            own, at = number(block, at)
            length, at = number(block, at)
            key = key[:shared] + block[at : at + own]
            yield key, block[at + own : at + own + length]
            at += own + length

    def fields(data):
        found, at = {}, 0
        while at < len(data):
            tag, at = number(data, at)
            if tag & 7 == 0:
                value, at = number(data, at)
            else:
                length, at = (4, at) if tag & 7 == 5 else number(data, at)
                value, at = data[at : at + length], at + length
            found.setdefault(tag >> 3, []).append(value)
        return found

    footer, at, places = index[-48:], 0, []
    for _ in range(4):
        value, at = number(footer, at)
        places.append(value)
    values = {}
    for _, handle in entries(*places[2:]):
        start, at = number(handle, 0)
        for name, entry in entries(start, number(handle, at)[0]):
            if not name:
                continue
            about = fields(entry)
            shape = [fields(size).get(1, [0])[0] for size in fields(about[2][0]).get(2, [])]
            begin = about.get(4, [0])[0]
            values[name.decode()] = numpy.array(numbers[begin : begin + about[5][0]]).view("<f4").reshape(shape)
    return values
