"""Keeps readers' verdicts on edits without the headlines, which are other people's.

python3 verdicts.py pack JUDGED           adds the lines of a judged.jsonl to verdicts/
python3 verdicts.py join OUT HEADLINES... writes a judged.jsonl again, of the edits whose headlines are found in files with one headline a line

verdicts/en.tsv and its siblings: the headline's hash, the step that made the edit, the edit and the verdict. "4x": the fifth word or mark
goes; "4+criticizes": this comes before it; "4=The": it stays and is written so.
"""
import json
import os
import sys

from join import HERE, hash_of
from title_network import LANGUAGES, common_words, words_of


def pack(before, after):
    old, new = words_of(before), words_of(after)
    found, i, j = [], 0, 0
    pairs = common_words([word.lower() for word, _, _ in old], [word.lower() for word, _, _ in new])
    for at, to in [*pairs, (len(old), len(new))]:
        found += [f"{gone}x" for gone in range(i, at)]
        if to > j:
            found.append(f"{at}+{after[new[j][1] : new[to - 1][2]]}")
        if at < len(old) and old[at][0] != new[to][0]:
            found.append(f"{at}={new[to][0]}")
        i, j = at + 1, to + 1
    return " | ".join(found) or "="


def unpack(before, packed):
    old = words_of(before)
    gone, come, written = set(), {}, {}
    for operation in [] if packed == "=" else packed.split(" | "):
        at = len(operation) - len(operation.lstrip("0123456789"))
        number, kind, text = int(operation[:at]), operation[at], operation[at + 1 :]
        if kind == "x":
            gone.add(number)
        else:
            (come if kind == "+" else written)[number] = text
    after, last = "", -1
    for at in range(len(old) + 1):
        if at in come:
            glued = 0 < at < len(old) and old[at - 1][2] == old[at][1] and not (after[-1:].isalnum() and come[at][0].isalnum())
            after += ("" if not after or glued else " ") + come[at]
            last = -2
        if at == len(old) or at in gone:
            continue
        word, start, _ = old[at]
        gap = before[old[at - 1][2] : start] if at > 0 else ""
        if last != at - 1 and gap == "" and word[0].isalnum():
            gap = " "
        after += (gap if after or at == 0 else "") + written.get(at, word)
        last = at
    return " ".join(after.split())


def main(command, *files):
    folder = f"{HERE}/verdicts"
    if command == "pack":
        os.makedirs(folder, exist_ok=True)
        rows = {language: set() for language in LANGUAGES}
        for line in open(files[0], encoding="utf8"):
            edit = json.loads(line)
            key = hash_of(edit["before"])[:16]
            rows[edit["lang"]].add("\t".join([key, edit["step"], pack(edit["before"], edit["after"]), edit["verdict"]]))
        for language, own in rows.items():
            name = f"{folder}/{language}.tsv"
            own.update(open(name, encoding="utf8").read().splitlines() if os.path.exists(name) else [])
            with open(name, "w", encoding="utf8") as file:
                file.writelines(f"{line}\n" for line in sorted(own))
        return
    verdicts = {}
    for language in LANGUAGES:
        for line in open(f"{folder}/{language}.tsv", encoding="utf8"):
            key, *rest = line.rstrip("\n").split("\t")
            verdicts.setdefault(key, []).append((language, *rest))
    with open(files[0], "w", encoding="utf8") as file:
        for headline in dict.fromkeys(line.strip() for name in files[1:] for line in open(name, encoding="utf8")):
            for language, step, packed, verdict in verdicts.get(hash_of(headline)[:16], []):
                edit = dict(lang=language, step=step, before=headline, after=unpack(headline, packed), verdict=verdict)
                file.write(json.dumps(edit, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
