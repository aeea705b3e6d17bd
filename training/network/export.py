"""Writes the trained network as src/analysis/plain/network reads it: python3 export.py FOLDER WEIGHTS_FOLDER EXAMPLES_FILE

EXAMPLES_FILE gets what PyTorch makes of a few invented titles, with the weights as they are shipped: a test compares.
"""
import json
import shutil
import sys

import numpy
import torch

from title_network import HEADS, LANGUAGES, LAYERS, LINEAR, NORMS, TABLES, WIDE, WIDTH, Pieces, TitleNetwork, words_of

# Titles, and for the last number of each what an edit leaves of it.
EXAMPLES = (
    ("en", "Mayor slams “outrageous” ferry plan in stunning rant", "Mayor criticizes “outrageous” ferry plan in rant"),
    ("de", "Mega-Zoff um Hafen: Minister wettert gegen Reeder (54)", "Streit um Hafen: Minister kritisiert Reeder (54)"),
    ("pl", "Awantura w radzie Ełku. Radna nie gryzła się w język", "Radna nie gryzła się w język"),
)


def main(folder, out, examples):
    trained = torch.load(f"{folder}/network.pt")
    weights, arrays, blob = trained["weights"], [], bytearray()

    def put(name, tensor, bits):
        values = tensor.float().numpy()
        values = values.reshape(1, -1) if values.ndim == 1 else values
        blob.extend(b"\0" * (-len(blob) % 4))
        arrays.append(dict(name=name, rows=values.shape[0], columns=values.shape[1], bits=bits, at=len(blob)))
        if bits == 32:
            blob.extend(values.astype("<f4").tobytes())
            return tensor
        most = 7 if bits == 4 else 127
        steps = (numpy.abs(values).max(1) / most + 1e-9).astype("<f4")
        whole = numpy.clip(numpy.round(values / steps[:, None]), -8 if bits == 4 else -127, most).astype(numpy.int8)
        shipped = torch.tensor(whole * steps[:, None])
        blob.extend(steps.tobytes())
        if bits == 4:
            halves = (whole + 8).reshape(-1).astype(numpy.uint8)
            whole = halves[0::2] | (halves[1::2] << 4)
        blob.extend(whole.tobytes())
        return shipped

    for name, of in TABLES.items():
        weights[f"{of}.weight"] = put(name, weights[f"{of}.weight"], 4 if name == "pieces" else 8)
    for name, of in LINEAR.items():
        weights[f"{of}.weight"] = put(name, weights[f"{of}.weight"], 8)
        put(f"{name}Bias", weights[f"{of}.bias"], 32)
    for name, of in NORMS.items():
        put(f"{name}Scale", weights[f"{of}.weight"], 32)
        put(f"{name}Shift", weights[f"{of}.bias"], 32)

    words, start = {}, 0
    for language in LANGUAGES:
        texts = [text[:1].upper() + text[1:] if language == "de" and text in trained["nouns"] else text for text in trained["words"][language]]
        words[language] = {"from": start, "texts": texts}
        start += len(texts)
    layout = dict(width=WIDTH, heads=HEADS, layers=LAYERS, wide=max(WIDE, 3 * WIDTH), words=words, arrays=arrays)
    with open(f"{out}/network.json", "w", encoding="utf8") as file:
        json.dump(layout, file, ensure_ascii=False, indent=2)
        file.write("\n")
    with open(f"{out}/network.bin", "wb") as file:
        file.write(bytes(blob))
    shutil.copy(f"{folder}/pieces.txt", f"{out}/pieces.txt")
    pieces = Pieces(f"{folder}/pieces.txt")
    network = TitleNetwork(len(pieces.names), start)
    network.load_state_dict(weights)
    network.eval()
    with open(examples, "w", encoding="utf8") as file:
        json.dump([read(network, pieces, *example) for example in EXAMPLES], file, ensure_ascii=False, indent=2)
        file.write("\n")
    print(f"{len(blob)} bytes")


def read(network, pieces, language, title, edited):
    ids, first, last = pieces.of_title(words_of(title), language)
    numbers = torch.tensor(ids).T
    with torch.no_grad():
        ops, _, levels, fixes = network(numbers[:1], numbers[1:], torch.tensor([first]), torch.tensor([last]))
        accepted = network.accepts(*torch.tensor(pieces.of_edit(title, edited, language)).T[:, None]).sigmoid().item()
    shares = lambda values: [round(value, 4) for value in values.softmax(-1).tolist()]
    return dict(language=language, title=title, words=[shares(word) for word in ops[0]], level=shares(levels[0]), fix=shares(fixes[0]), edited=edited, accepted=round(accepted, 4))


if __name__ == "__main__":
    main(*sys.argv[1:4])
