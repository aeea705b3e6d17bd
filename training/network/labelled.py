"""Labelled headlines as numbers to learn from, and how far a network's answers are from them. The small network and its teacher share it."""
import collections
import random

import torch
import torch.nn.functional as F

from title_network import LANGUAGES, common_words, words_of

KEEP, DELETE, REPLACE, NONE = 0, 1, 2, -100
FIXES = {"=": 0, "edit": 1, "?": 2}
REPLACEMENTS_MAX, REPLACEMENT_WORDS_MAX, REPLACEMENT_SEEN_MIN = 500, 3, 3
# A title that only the article could make plain stays as it is. A network learns that too, but less surely.
ARTICLE_WEIGHT = 0.4


def operations(title, plain):
    """For each word of the title: keep, delete or replace, and by which text. The first of several changed words is replaced."""
    old, new = words_of(title), words_of(plain)
    found, from_i, from_j = [(KEEP, "")] * len(old), 0, 0
    pairs = common_words([word.lower() for word, _, _ in old], [word.lower() for word, _, _ in new])
    for to_i, to_j in [*pairs, (len(old), len(new))]:
        for at in range(from_i, to_i):
            found[at] = (DELETE, "")
        if to_i > from_i and to_j > from_j:
            found[from_i] = (REPLACE, plain[new[from_j][1] : new[to_j - 1][2]])
        from_i, from_j = to_i + 1, to_j + 1
    return old, found


def read_labels(file, of_title):
    """of_title: the pieces of a title, and of each word that fits its first and its last."""
    rows = []
    for line in open(file, encoding="utf8"):
        language, title, level, plain, part = line.rstrip("\n").split("\t")
        words, found = operations(title, title if plain in ("=", "?") else plain)
        if not words or len(words) > 50 or len(title) > 260:
            continue
        ids, first, last = of_title(words, language)
        fix = FIXES.get(plain, FIXES["edit"])
        rows.append(dict(language=language, level=int(level), fix=fix, ids=ids, first=first, last=last, found=found[: len(first)], dev=part != "train"))
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


def add_answers(rows, words):
    """What the network should answer, as shares: all or nothing for a label. Returns how many replacements there are."""
    start, numbers, first = 0, {}, {}
    for language in LANGUAGES:
        first[language] = start
        numbers[language] = {text.lower(): start + at for at, text in enumerate(words[language])}
        start += len(words[language])
    for row in rows:
        own = numbers[row["language"]]
        row["op"] = F.one_hot(torch.tensor([operation for operation, _ in row["found"]]), 3).float()
        row["rep"] = [(at, 1.0, {own.get(text.lower(), first[row["language"]]): 1.0}) for at, (operation, text) in enumerate(row["found"]) if operation == REPLACE]
        row["lev"], row["fx"] = F.one_hot(torch.tensor(row["level"]), 4).float(), F.one_hot(torch.tensor(row["fix"]), 3).float()
    return start


def batches(rows, at_once):
    """Rows of about the same length together."""
    random.shuffle(rows)
    parts = []
    for at in range(0, len(rows), at_once * 16):
        some = sorted(rows[at : at + at_once * 16], key=lambda row: len(row["ids"]))
        parts += [some[part : part + at_once] for part in range(0, len(some), at_once)]
    random.shuffle(parts)
    return parts


def padded(batch, name):
    length = max(len(row[name]) for row in batch)
    table = torch.zeros(len(batch), length, dtype=torch.long)
    for at, row in enumerate(batch):
        table[at, : len(row[name])] = torch.tensor(row[name])
    return table


def loss_of(answers, batch):
    ops, reps, levels, fixes = (answer.float() for answer in answers)
    wanted, weight, places, shares = torch.zeros(ops.shape), torch.zeros(ops.shape[:2]), [], []
    for at, row in enumerate(batch):
        count = len(row["first"])
        wanted[at, :count] = row["op"][:count]
        weight[at, :count] = 1 - (1 - ARTICLE_WEIGHT) * float(row["fx"][FIXES["?"]])
        for word, share, words in row["rep"]:
            if word < count:
                places.append((at, word))
                shares.append((share, words))
    loss = 3 * (far(ops, wanted) * weight).sum() / weight.sum()
    if places:
        by, weight = torch.zeros(len(places), reps.shape[-1]), torch.tensor([share for share, _ in shares])
        for at, (_, words) in enumerate(shares):
            for number, share in words.items():
                by[at, number] = share
        rows, columns = torch.tensor(places).T
        loss = loss + 0.15 * (far(reps[rows, columns], by) * weight).sum() / weight.sum()
    loss = loss + 0.2 * far(levels, torch.stack([row["lev"] for row in batch])).mean()
    return loss + 0.2 * far(fixes, torch.stack([row["fx"] for row in batch])).mean()


def far(answers, shares):
    return -(shares * answers.log_softmax(-1)).sum(-1)


def first_and_last(batch):
    return padded(batch, "first"), padded(batch, "last")


def slow_start(optimizer, step, total, start=100):
    """The rate rises from nothing, then falls to nothing."""
    for group in optimizer.param_groups:
        group["lr"] = group["most"] * min(1, (step + 1) / start) * max(0, 1 - step / total)
