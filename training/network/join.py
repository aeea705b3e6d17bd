"""Joins the labels of this folder with headlines: python3 join.py OUT HEADLINES...

A label knows its headline by a hash, because headlines are other people's. HEADLINES are files with one headline a line; which
archives they came from is in ../README.md. Writes what fit.py reads, one line for each label whose headline was found; one in
ten, by its hash, is kept for measuring.

labels/en.tsv and its siblings: hash, level, and what an editor did. "=" nothing, "?" nothing can be done without the article, else
"3x" (the fourth word or mark goes) and "5:criticizes" (the sixth is replaced). "5:~" is a replacement of more than three words, which is not kept.
"""
import hashlib
import os
import re
import sys

from title_network import LANGUAGES, words_of

HERE = os.path.dirname(os.path.abspath(__file__))


def hash_of(headline):
    return hashlib.sha256(headline.encode()).hexdigest()


def forms_of(headline):
    """A kicker may stand before a colon or before a dash: some labelled headlines were given the other form."""
    colon = re.sub(r"\s+:\s", ": ", headline)
    return colon, re.sub(r"^([^:„\"]{3,60}): (?=[A-ZÄÖÜ„\"\d])", r"\1 - ", colon, count=1)


def plain_title(headline, operations):
    if operations in ("=", "?"):
        return operations
    changes = {}
    for operation in operations.split(" | "):
        at, text = operation.split(":", 1) if ":" in operation else (operation.removesuffix("x"), "")
        changes[int(at)] = text
    plain, end = "", 0
    for at, (word, start, stop) in enumerate(words_of(headline)):
        put = changes.get(at, word)
        # "Schock-Urteil" without its hyphen, or with a word in its place, must not become one word.
        space = " " if start == end and plain[-1:].isalnum() and put[:1].isalnum() else ""
        plain += headline[end:start] + space + put
        end = stop
    return " ".join((plain + headline[end:]).split())


def main(out, files):
    labels = {}
    for language in LANGUAGES:
        for line in open(f"{HERE}/labels/{language}.tsv", encoding="utf8"):
            key, level, operations = line.rstrip("\n").split("\t")
            labels[key] = (language, level, operations)
    with open(out, "w", encoding="utf8") as file:
        lines = (line.strip() for name in files for line in open(name, encoding="utf8"))
        for headline in dict.fromkeys(form for line in lines for form in forms_of(line)):
            key = hash_of(headline)
            if key[:16] in labels:
                language, level, operations = labels[key[:16]]
                part = "dev" if int(key[:8], 16) % 10 == 0 else "train"
                file.write("\t".join([language, headline, level, plain_title(headline, operations), part]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
