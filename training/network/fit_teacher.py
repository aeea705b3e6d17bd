"""Teaches the large network to edit titles, and then to judge edits. It is not shipped: distil.py learns from it.

python3 fit_teacher.py FOLDER CHECKPOINT
FOLDER holds labels.tsv (fit.py says in which form), network.pt (for its words) and judged.jsonl: edits with the verdict of a reader,
{"lang", "before", "after", "verdict": "r", "u" or "b"} (../JUDGING.md). Writes FOLDER/teacher.pt and FOLDER/judge.pt.
"""
import json
import random
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from labelled import add_answers, batches, first_and_last, loss_of, padded, read_labels, slow_start
from teacher import MASK, BertPieces, Judge, Teacher

RATE, ROUNDS, AT_ONCE = 4e-5, 2, 32
JUDGE_RATE, JUDGE_ROUNDS, JUDGED_AT_ONCE = 3e-5, 2, 24
# A share of the pieces is hidden while it learns. Signs of the vocabulary stay.
HIDDEN = 0.05


def train(network, rows, loss_of_batch, rate, rounds, at_once):
    """The pieces stay as they were learned from books; the lower a layer, the less it moves."""
    network.enc.w.weight.requires_grad_(False)
    network.enc.p.weight.requires_grad_(False)
    most = lambda name: rate * 0.92 ** (8 - int(name.split(".")[2])) if name.startswith("enc.ls.") else rate * (0.4 if name.startswith("enc.") else 12)
    groups = [{"params": [value], "most": most(name)} for name, value in network.named_parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(groups, lr=rate, weight_decay=0.01)
    step, total, start = 0, rounds * len(batches(rows, at_once)), time.time()
    network.train()
    for _ in range(rounds):
        for batch in batches(rows, at_once):
            slow_start(optimizer, step, total)
            with torch.autocast("cpu", torch.bfloat16):
                loss = loss_of_batch(batch)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_([value for group in groups for value in group["params"]], 1.0)
            optimizer.step()
            step += 1
            if step % 100 == 0:
                print(f"{step} of {total}, loss {loss.item():.3f}, {time.time() - start:.0f} s", flush=True)


def edit_rows(pieces, file):
    rows = []
    for line in open(file, encoding="utf8"):
        edit = json.loads(line)
        ids, marks = pieces.of_edit(edit["before"], edit["after"])
        rows.append(dict(edit=edit, ids=ids, marks=marks, accepted=0.0 if edit.get("verdict") == "b" else 1.0))
    return rows


def main(folder, checkpoint):
    torch.manual_seed(1)
    random.seed(1)
    pieces = BertPieces(f"{checkpoint}/vocab.txt")
    rows = read_labels(f"{folder}/labels.tsv", lambda words, _: pieces.of_title(words))
    teacher = Teacher(add_answers(rows, torch.load(f"{folder}/network.pt")["words"]))
    teacher.enc.load(checkpoint)

    def loss_of_titles(batch):
        ids = padded(batch, "ids")
        ids = ids.masked_fill((torch.rand(ids.shape) < HIDDEN) & (ids >= MASK), MASK)
        return loss_of(teacher(ids, *first_and_last(batch)), batch)

    train(teacher, [row for row in rows if not row["dev"]], loss_of_titles, RATE, ROUNDS, AT_ONCE)
    torch.save(teacher.state_dict(), f"{folder}/teacher.pt")

    judge = Judge()
    judge.enc.load_state_dict(teacher.enc.state_dict())

    def loss_of_edits(batch):
        accepted = judge(padded(batch, "ids"), padded(batch, "marks")).float()
        return F.binary_cross_entropy_with_logits(accepted, torch.tensor([row["accepted"] for row in batch]))

    train(judge, edit_rows(pieces, f"{folder}/judged.jsonl"), loss_of_edits, JUDGE_RATE, JUDGE_ROUNDS, JUDGED_AT_ONCE)
    torch.save(judge.state_dict(), f"{folder}/judge.pt")


if __name__ == "__main__":
    main(*sys.argv[1:3])
