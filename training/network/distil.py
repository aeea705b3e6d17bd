"""Teaches the small network what the large one thinks of titles and edits that nobody labelled, next to the labels.

python3 distil.py FOLDER CHECKPOINT
FOLDER holds what fit.py and fit_teacher.py left, headlines.tsv (language, headline: nobody need have read them) and edits.jsonl ({"lang",
"before", "after"}: what the title editor would do with such headlines if nothing checked it). Writes FOLDER/network.pt again.
"""
import json
import random
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

from fit import answers_of
from fit_teacher import edit_rows
from labelled import add_answers, batches, first_and_last, loss_of, padded, read_labels, slow_start
from teacher import BertPieces, Judge, Teacher
from title_network import Pieces, TitleNetwork, words_of

RATE, ROUNDS, AT_ONCE, DROPOUT = 8e-4, 2, 48, 0.05
# A verdict may be wrong: a judged edit is never quite sure.
VERDICT = 0.97
# Less likely replacements are not asked for, and of the likely ones the first few words are enough.
REPLACE_MIN, WORDS_MAX = 0.15, 4


def in_order(rows, at_once=64):
    """Batches of about the same length, for answers only."""
    rows = sorted(rows, key=lambda row: len(row["ids"]))
    return [rows[at : at + at_once] for at in range(0, len(rows), at_once)]


def teacher_opinions(folder, bert, small, words):
    teacher = Teacher(sum(map(len, words.values())))
    teacher.load_state_dict(torch.load(f"{folder}/teacher.pt"))
    teacher.eval()
    rows = []
    for line in open(f"{folder}/headlines.tsv", encoding="utf8"):
        language, title = line.rstrip("\n").split("\t")
        found = words_of(title)
        ids, first, last = bert.of_title(found)
        rows.append(dict(language=language, found=found, ids=ids, first=first, last=last))
    starts, start = {}, 0
    for language, own in words.items():
        starts[language], start = start, start + len(own)
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for batch in in_order(rows):
            ops, reps, levels, fixes = (answer.float() for answer in teacher(padded(batch, "ids"), *first_and_last(batch)))
            for at, row in enumerate(batch):
                begin, count, own = starts[row["language"]], len(row["first"]), len(words[row["language"]])
                row["op"], row["lev"], row["fx"] = ops[at, :count].softmax(-1), levels[at].softmax(-1), fixes[at].softmax(-1)
                row["rep"] = []
                for word in (row["op"][:, 2] > REPLACE_MIN).nonzero().flatten().tolist():
                    shares, numbers = reps[at, word, begin : begin + own].softmax(-1).topk(min(WORDS_MAX, own))
                    row["rep"].append((word, float(row["op"][word, 2]), {begin + number: share for number, share in zip(numbers.tolist(), shares.tolist())}))
    for row in rows:
        row["ids"], row["first"], row["last"] = small.of_title(row["found"], row["language"])
        row["op"] = row["op"][: len(row["first"])]
        row["first"], row["last"] = row["first"][: len(row["op"])], row["last"][: len(row["op"])]
    return rows


def judge_opinions(folder, bert, small):
    judge = Judge()
    judge.load_state_dict(torch.load(f"{folder}/judge.pt"))
    judge.eval()
    unread = edit_rows(bert, f"{folder}/edits.jsonl")
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for batch in in_order(unread):
            for row, accepted in zip(batch, judge(padded(batch, "ids"), padded(batch, "marks")).float().sigmoid().tolist()):
                row["accepted"] = accepted
    judged = edit_rows(bert, f"{folder}/judged.jsonl")
    for row in judged:
        row["accepted"] = VERDICT if row["accepted"] else 1 - VERDICT
    for row in [*unread, *judged]:
        edit = row["edit"]
        row["ids"], row["cases"], row["marks"] = zip(*small.of_edit(edit["before"], edit["after"], edit["lang"]))
    return [*unread, *judged]


def main(folder, checkpoint):
    torch.manual_seed(4)
    random.seed(4)
    trained = torch.load(f"{folder}/network.pt")
    bert, small = BertPieces(f"{checkpoint}/vocab.txt"), Pieces(f"{folder}/pieces.txt")
    labelled = read_labels(f"{folder}/labels.tsv", small.of_title)
    network = TitleNetwork(len(small.names), add_answers(labelled, trained["words"]))
    network.load_state_dict(trained["weights"], strict=False)
    network.enc.set_dropout(DROPOUT)
    network.enc.rounds = True
    titles = [row for row in labelled if not row["dev"]] + teacher_opinions(folder, bert, small, trained["words"])
    edits = judge_opinions(folder, bert, small)
    outputs = [weight for name, weight in network.named_parameters() if not name.startswith("enc")]
    groups = [{"params": network.enc.parameters(), "most": RATE}, {"params": outputs, "most": 2 * RATE}]
    optimizer = torch.optim.AdamW(groups, lr=RATE, weight_decay=0.01)
    mixed = lambda: [(True, batch) for batch in batches(titles, AT_ONCE)] + [(False, batch) for batch in batches(edits, AT_ONCE)]
    total, step = ROUNDS * len(mixed()), 0
    for _ in range(ROUNDS):
        network.train()
        parts = mixed()
        random.shuffle(parts)
        for is_title, batch in parts:
            slow_start(optimizer, step, total)
            if is_title:
                loss = loss_of(answers_of(network, batch), batch)
            else:
                with torch.autocast("cpu", torch.bfloat16):
                    accepted = network.accepts(*(padded(batch, name) for name in ("ids", "cases", "marks"))).float()
                loss = F.binary_cross_entropy_with_logits(accepted, torch.tensor([row["accepted"] for row in batch]))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
            if step % 200 == 0:
                print(f"{step} of {total}, loss {loss.item():.3f}", flush=True)
    torch.save({**trained, "weights": network.state_dict()}, f"{folder}/network.pt")


if __name__ == "__main__":
    main(*sys.argv[1:3])
