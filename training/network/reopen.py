"""Reads the shipped weights back, so that training can go on from them: python3 reopen.py WEIGHTS_FOLDER FOLDER

The reverse of export.py. Writes FOLDER/network.pt and FOLDER/pieces.txt. What rounding took is gone: the numbers are those that the program runs with.
"""
import json
import shutil
import sys

import numpy
import torch

from title_network import LANGUAGES, LAYERS, LINEAR, NORMS, TABLES


def main(weights_folder, folder):
    layout = json.load(open(f"{weights_folder}/network.json", encoding="utf8"))
    if layout["layers"] != LAYERS:
        sys.exit(f"The weights have {layout['layers']} layers, title_network.py has {LAYERS}.")
    blob = open(f"{weights_folder}/network.bin", "rb").read()
    arrays = {array["name"]: values_of(array, blob) for array in layout["arrays"]}
    weights = {f"{of}.weight": arrays[name] for name, of in TABLES.items()}
    for name, of in LINEAR.items():
        weights.update({f"{of}.weight": arrays[name], f"{of}.bias": arrays[f"{name}Bias"][0]})
    for name, of in NORMS.items():
        weights.update({f"{of}.weight": arrays[f"{name}Scale"][0], f"{of}.bias": arrays[f"{name}Shift"][0]})
    texts = {language: layout["words"][language]["texts"] for language in LANGUAGES}
    words = {language: [text.lower() for text in own] for language, own in texts.items()}
    nouns = {text.lower() for text in texts["de"] if text[:1].isupper()}
    torch.save(dict(weights=weights, words=words, nouns=nouns), f"{folder}/network.pt")
    shutil.copy(f"{weights_folder}/pieces.txt", f"{folder}/pieces.txt")


def values_of(array, blob):
    rows, columns, bits, at = (array[name] for name in ("rows", "columns", "bits", "at"))
    if bits == 32:
        values = numpy.frombuffer(blob, "<f4", rows * columns, at)
        return torch.tensor(values.reshape(rows, columns).copy())
    steps = numpy.frombuffer(blob, "<f4", rows, at)
    start, count = at + 4 * rows, rows * columns
    if bits == 4:
        pairs = numpy.frombuffer(blob, numpy.uint8, count // 2, start)
        whole = numpy.stack([pairs & 15, pairs >> 4], 1).reshape(rows, columns).astype(numpy.float32) - 8
    else:
        whole = numpy.frombuffer(blob, numpy.int8, count, start).reshape(rows, columns).astype(numpy.float32)
    return torch.tensor(whole * steps[:, None])


if __name__ == "__main__":
    main(*sys.argv[1:3])
