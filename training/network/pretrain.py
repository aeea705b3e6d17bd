"""Teaches the reader language before it learns to edit: pieces of headlines are hidden, and it guesses them.

python3 pretrain.py FOLDER MINUTES
FOLDER holds en.txt, de.txt and pl.txt (one headline a line), pieces.txt, and, if there are any, first values for the pieces
(vectors.pt, pieces × numbers; their strongest directions are taken). Writes FOLDER/reader.pt.
"""
import os
import random
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from title_network import END, FIRST, LANGUAGES, MASK, ORDINARY, WIDTH, Pieces, Reader, words_of

HIDDEN, AT_ONCE, RATE = 0.18, 192, 2e-3
SHARES = (0.28, 0.4, 0.32)


def first_values(vectors):
    ordinary = vectors[ORDINARY:]
    centred = ordinary - ordinary.mean(0)
    _, _, directions = torch.linalg.svd(centred, full_matrices=False)
    values = centred @ directions[:WIDTH].T
    return values / values.std() * 0.05


def batches(pieces, headlines):
    """Headlines of about the same length together."""
    while True:
        some = []
        for _ in range(AT_ONCE * 12):
            language = random.choices(LANGUAGES, SHARES)[0]
            own = [piece for word, _, _ in words_of(random.choice(headlines[language])) for piece in pieces.of_word(word)]
            some.append([(FIRST[language], 0), *own[:62], (END, 0)])
        some.sort(key=len)
        parts = [some[at : at + AT_ONCE] for at in range(0, len(some), AT_ONCE)]
        random.shuffle(parts)
        yield from parts


def main(folder, minutes):
    torch.manual_seed(0)
    random.seed(0)
    pieces = Pieces(f"{folder}/pieces.txt")
    headlines = {language: open(f"{folder}/{language}.txt", encoding="utf8").read().split("\n") for language in LANGUAGES}
    reader, between, norm = Reader(len(pieces.names)), nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH)
    bias = nn.Parameter(torch.zeros(len(pieces.names)))
    with torch.no_grad():
        reader.w.weight.normal_(std=0.05)
        if os.path.exists(f"{folder}/vectors.pt"):
            reader.w.weight[ORDINARY:] = first_values(torch.load(f"{folder}/vectors.pt"))
    weights = [*reader.parameters(), *between.parameters(), *norm.parameters(), bias]
    optimizer = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01, betas=(0.9, 0.98))
    start, mean = time.time(), None
    for step, batch in enumerate(batches(pieces, headlines)):
        passed = (time.time() - start) / (60 * minutes)
        if passed > 1:
            break
        optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / 200) * max(0.02, 1 - passed)
        ids = torch.zeros(len(batch), max(map(len, batch)), dtype=torch.long)
        cases = torch.zeros_like(ids)
        for at, title in enumerate(batch):
            ids[at, : len(title)], cases[at, : len(title)] = torch.tensor(title).T
        hidden = (torch.rand(ids.shape) < HIDDEN) & (ids >= ORDINARY)
        shown, chance = ids.clone(), torch.rand(ids.shape)
        shown[hidden & (chance < 0.8)] = MASK
        wrong = hidden & (chance > 0.9)
        shown[wrong] = torch.randint(ORDINARY, len(pieces.names), (int(wrong.sum()),))
        with torch.autocast("cpu", torch.bfloat16):
            guesses = norm(F.relu(between(reader(shown, cases)[hidden]))) @ reader.w.weight.T + bias
        loss = F.cross_entropy(guesses.float(), ids[hidden])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        if step % 100 == 99:
            print(f"{step + 1} steps, loss {mean:.3f}", flush=True)
    torch.save(reader.state_dict(), f"{folder}/reader.pt")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
