"""Teaches the small network to edit titles as human editors do.

python3 fit.py FOLDER [ROUNDS]
FOLDER holds pieces.txt, reader.pt (pretrain.py) and labels.tsv: language, headline, level, and the plain title; "=" where it
stays, "?" where only the article could make it plain. Headlines whose line does not end in "train" are measured, not trained on.
Writes FOLDER/network.pt.
"""
import random
import sys
import time

import torch
import torch.nn as nn

from labelled import add_answers, batches, first_and_last, loss_of, padded, read_labels, replacement_words, slow_start
from title_network import MASK, ORDINARY, Pieces, TitleNetwork

RATE, AT_ONCE, DROPOUT = 6e-4, 48, 0.2
# A share of the pieces is hidden while it learns, so that it leans on no single word.
HIDDEN = 0.08


def answers_of(network, batch):
    pieces = [dict(ids=[number for number, _ in row["ids"]], cases=[case for _, case in row["ids"]]) for row in batch]
    ids, cases = padded(pieces, "ids"), padded(pieces, "cases")
    if network.training:
        ids = ids.masked_fill((torch.rand(ids.shape) < HIDDEN) & (ids >= ORDINARY), MASK)
    with torch.autocast("cpu", torch.bfloat16):
        return network(ids, cases, *first_and_last(batch))


def main(folder, rounds=3):
    torch.manual_seed(1)
    random.seed(1)
    pieces = Pieces(f"{folder}/pieces.txt")
    rows = read_labels(f"{folder}/labels.tsv", pieces.of_title)
    words, nouns = replacement_words(rows)
    network = TitleNetwork(len(pieces.names), add_answers(rows, words))
    network.enc.load_state_dict(torch.load(f"{folder}/reader.pt"), strict=False)
    network.enc.set_dropout(DROPOUT)
    network.enc.rounds = True
    train, dev = [row for row in rows if not row["dev"]], [row for row in rows if row["dev"]]
    outputs = [weight for name, weight in network.named_parameters() if not name.startswith("enc")]
    groups = [{"params": network.enc.parameters(), "most": RATE}, {"params": outputs, "most": 2 * RATE}]
    optimizer = torch.optim.AdamW(groups, lr=RATE, weight_decay=0.01)
    total, step, start = rounds * len(batches(train, AT_ONCE)), 0, time.time()
    for number in range(rounds):
        network.train()
        for batch in batches(train, AT_ONCE):
            slow_start(optimizer, step, total)
            loss = loss_of(answers_of(network, batch), batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
        network.eval()
        with torch.no_grad():
            parts = batches(dev, AT_ONCE)
            unseen = sum(loss_of(answers_of(network, batch), batch).item() for batch in parts) / max(1, len(parts))
        print(f"round {number + 1}: loss {unseen:.3f} on {len(dev)} unseen headlines, {time.time() - start:.0f} s", flush=True)
        torch.save(dict(weights=network.state_dict(), words=words, nouns=nouns), f"{folder}/network.pt")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
