"""Teaches the network to edit titles as human editors do.

python3 fit.py FOLDER [ROUNDS]
FOLDER holds pieces.txt, reader.pt (pretrain.py) and labels.tsv: language, headline, level, and the plain title; "=" where it
stays, "?" where only the article could make it plain. Headlines whose line ends in "dev" are measured, not trained on.
Writes FOLDER/network.pt.
"""
import collections
import random
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from title_network import LANGUAGES, MASK, ORDINARY, Pieces, TitleNetwork, words_of

KEEP, DELETE, REPLACE, NONE = 0, 1, 2, -100
FIXES = {"=": 0, "edit": 1, "?": 2}
RATE, AT_ONCE, DROPOUT = 6e-4, 48, 0.2
# A share of the pieces is hidden while it learns, so that it leans on no single word.
HIDDEN = 0.08
REPLACEMENTS_MAX, REPLACEMENT_WORDS_MAX, REPLACEMENT_SEEN_MIN = 500, 3, 3
# A title that only the article could make plain stays as it is. The network learns that too, but less surely.
ARTICLE_WEIGHT = 0.4


def operations(title, plain):
    """For each word of the title: keep, delete or replace, and by which text. The first of several changed words is replaced."""
    old, new = words_of(title), words_of(plain)
    a, b = [word.lower() for word, _, _ in old], [word.lower() for word, _, _ in new]
    common = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            common[i][j] = common[i + 1][j + 1] + 1 if a[i] == b[j] else max(common[i + 1][j], common[i][j + 1])
    found, i, j, from_i, from_j = [(KEEP, "")] * len(a), 0, 0, 0, 0

    def close(to_i, to_j):
        for at in range(from_i, to_i):
            found[at] = (DELETE, "")
        if to_i > from_i and to_j > from_j:
            found[from_i] = (REPLACE, plain[new[from_j][1] : new[to_j - 1][2]])

    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            close(i, j)
            i, j = i + 1, j + 1
            from_i, from_j = i, j
        elif common[i + 1][j] >= common[i][j + 1]:
            i += 1
        else:
            j += 1
    close(len(a), len(b))
    return old, found


def read_labels(folder, pieces):
    rows = []
    for line in open(f"{folder}/labels.tsv", encoding="utf8"):
        language, title, level, plain, part = line.rstrip("\n").split("\t")
        words, found = operations(title, title if plain in ("=", "?") else plain)
        if not words or len(words) > 50 or len(title) > 260:
            continue
        ids, first, last = pieces.of_title(words, language)
        fix = FIXES.get(plain, FIXES["edit"])
        rows.append(dict(language=language, level=int(level), fix=fix, ids=ids, first=first, last=last, found=found, dev=part == "dev"))
    return rows


def replacement_words(rows):
    """Per language the words that editors put in others' place, the most frequent first. The first stands for all others."""
    counts, raised = collections.Counter(), collections.Counter()
    for row in rows:
        for operation, text in row["found"]:
            if operation == REPLACE and not row["dev"]:
                counts[row["language"], text.lower()] += 1
                raised[row["language"], text.lower()] += text[0].isupper()
    words = {}
    for language in LANGUAGES:
        own = [(text, count) for (of, text), count in counts.items() if of == language and count >= REPLACEMENT_SEEN_MIN]
        own = [text for text, _ in sorted(own, key=lambda item: (-item[1], item[0])) if len(text.split()) <= REPLACEMENT_WORDS_MAX]
        words[language] = ["", *own[:REPLACEMENTS_MAX]]
    nouns = {text for (of, text), count in raised.items() if of == "de" and 2 * count > counts[of, text]}
    return words, nouns


def number_replacements(rows, words):
    start, numbers = 0, {}
    for language in LANGUAGES:
        numbers[language] = {text: start + at for at, text in enumerate(words[language])}
        start += len(words[language])
    for row in rows:
        own = numbers[row["language"]]
        row["op"] = [operation for operation, _ in row["found"]][: len(row["first"])]
        row["rep"] = [own.get(text.lower(), own[""]) if operation == REPLACE else NONE for operation, text in row["found"]][: len(row["first"])]
    return start


def batches(rows):
    random.shuffle(rows)
    parts = []
    for at in range(0, len(rows), AT_ONCE * 16):
        some = sorted(rows[at : at + AT_ONCE * 16], key=lambda row: len(row["ids"]))
        parts += [some[part : part + AT_ONCE] for part in range(0, len(some), AT_ONCE)]
    random.shuffle(parts)
    return parts


def tensors(batch):
    length, count = max(len(row["ids"]) for row in batch), max(len(row["first"]) for row in batch)
    table = lambda columns, value=0: torch.full((len(batch), columns), value)
    ids, cases, first, last = table(length), table(length), table(count), table(count)
    op, rep = table(count, NONE), table(count, NONE)
    for at, row in enumerate(batch):
        ids[at, : len(row["ids"])], cases[at, : len(row["ids"])] = torch.tensor(row["ids"]).T
        for own, name in ((first, "first"), (last, "last"), (op, "op"), (rep, "rep")):
            own[at, : len(row["first"])] = torch.tensor(row[name])
    return ids, cases, first, last, op, rep


def loss_of(network, batch):
    ids, cases, first, last, op, rep = tensors(batch)
    if network.training:
        ids = ids.masked_fill((torch.rand(ids.shape) < HIDDEN) & (ids >= ORDINARY), MASK)
    with torch.autocast("cpu", torch.bfloat16):
        ops, reps, levels, fixes = (output.float() for output in network(ids, cases, first, last))
    weight = torch.tensor([ARTICLE_WEIGHT if row["fix"] == FIXES["?"] else 1.0 for row in batch])[:, None] * (op != NONE)
    loss = 3 * (F.cross_entropy(ops.transpose(1, 2), op, ignore_index=NONE, reduction="none") * weight).sum() / weight.sum()
    if (rep != NONE).any():
        loss = loss + 0.15 * F.cross_entropy(reps.transpose(1, 2), rep, ignore_index=NONE)
    loss = loss + 0.2 * F.cross_entropy(levels, torch.tensor([row["level"] for row in batch]))
    return loss + 0.2 * F.cross_entropy(fixes, torch.tensor([row["fix"] for row in batch]))


def main(folder, rounds=3):
    torch.manual_seed(1)
    random.seed(1)
    pieces = Pieces(f"{folder}/pieces.txt")
    rows = read_labels(folder, pieces)
    words, nouns = replacement_words(rows)
    network = TitleNetwork(len(pieces.names), number_replacements(rows, words))
    network.enc.load_state_dict(torch.load(f"{folder}/reader.pt"))
    network.enc.set_dropout(DROPOUT)
    network.enc.rounds = True
    train, dev = [row for row in rows if not row["dev"]], [row for row in rows if row["dev"]]
    outputs = [weight for name, weight in network.named_parameters() if not name.startswith("enc")]
    groups = [{"params": network.enc.parameters(), "most": RATE}, {"params": outputs, "most": 2 * RATE}]
    optimizer = torch.optim.AdamW(groups, lr=RATE, weight_decay=0.01)
    total, step, start = rounds * len(batches(train)), 0, time.time()
    for number in range(rounds):
        network.train()
        for batch in batches(train):
            for group in optimizer.param_groups:
                group["lr"] = group["most"] * min(1, (step + 1) / 100) * (1 - step / total)
            loss = loss_of(network, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
        network.eval()
        with torch.no_grad():
            unseen = sum(loss_of(network, batch).item() for batch in batches(dev)) / max(1, len(batches(dev)))
        print(f"round {number + 1}: loss {unseen:.3f} on {len(dev)} unseen headlines, {time.time() - start:.0f} s", flush=True)
        torch.save(dict(weights=network.state_dict(), words=words, nouns=nouns), f"{folder}/network.pt")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
