/** What the language detector knows: which languages have which pieces of words, and how typical each is of them. */
export type Ngrams = {
  /** Codes by number. */
  languages: Record<number, string>;
  /** By the number of each language that has this piece. */
  scoresOf: (piece: string) => Record<number, number> | undefined;
};

const languagesPattern = /languages:\{([^}]*)\}/;
const tableStart = "ngrams:{";
// Of an object literal: 'piece':{9:120,37:64} and what follows.
const entryPattern = /(?:'((?:\\.|[^'\\])*)'|([^:'",{}]+)):\{([\d:,]+)\}([,}])/y;

/**
 * Reads the table of `eld` from its source, 50,000 small objects, into a few arrays: 2 MB instead of 28. Throws if it is not written as
 * in the version that is installed.
 */
export function parseNgrams(source: string): Ngrams {
  const [, stated = ""] = languagesPattern.exec(source) ?? [];
  const languages: Record<number, string> = {};
  for (const [, number, code = ""] of stated.matchAll(/(\d+):'(\w+)'/g)) languages[Number(number)] = code;

  const start = source.indexOf(tableStart);
  const table = createTable(source.length);
  entryPattern.lastIndex = start + tableStart.length;
  for (let sign = start === -1 ? "" : ","; sign !== "}";) {
    const found = sign === "," ? entryPattern.exec(source) : null;
    if (found === null) throw new Error("The table of the language detector is written in a way that is not known.");
    const [, quoted, bare = "", scores = "", next = ""] = found;
    table.add(quoted === undefined ? bare : quoted.replace(/\\(.)/g, "$1"), scores);
    sign = next;
  }
  return { languages, scoresOf: table.index() };
}

/** Pieces and scores one behind the other, and a hash table of where each begins. An entry takes at least eight characters of `chars`. */
function createTable(chars: number) {
  let pieces = "";
  let [count, end] = [0, 0];
  const pieceAt = new Int32Array(Math.ceil(chars / 8));
  const scoresAt = new Int32Array(Math.ceil(chars / 8));
  // A language and its score, in turn.
  const scores = new Uint8Array(Math.ceil(chars / 2));
  return {
    /** `written`: "9:120,37:64". */
    add: (piece: string, written: string) => {
      pieces += piece;
      for (const [number] of written.matchAll(/\d+/g)) scores[end++] = Number(number);
      count += 1;
      pieceAt[count] = pieces.length;
      scoresAt[count] = end;
    },
    index: () => indexTable(pieces, pieceAt.slice(0, count + 1), scoresAt.slice(0, count + 1), scores.slice(0, end)),
  };
}

function indexTable(pieces: string, pieceAt: Int32Array, scoresAt: Int32Array, scores: Uint8Array): Ngrams["scoresOf"] {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(pieceAt.length * 2))).fill(-1);
  const isAt = (place: number, piece: string) => {
    const start = pieceAt[place]!;
    return pieceAt[place + 1]! - start === piece.length && pieces.startsWith(piece, start);
  };
  const slotOf = (piece: string) => {
    let slot = hashOf(piece) & (slots.length - 1);
    while (slots[slot] !== -1 && !isAt(slots[slot]!, piece)) slot = (slot + 1) & (slots.length - 1);
    return slot;
  };
  for (let place = 0; place + 1 < pieceAt.length; place += 1) {
    slots[slotOf(pieces.slice(pieceAt[place], pieceAt[place + 1]))] = place;
  }
  return (piece) => {
    const place = slots[slotOf(piece)]!;
    if (place === -1) return undefined;
    const found: Record<number, number> = {};
    for (let at = scoresAt[place]!; at < scoresAt[place + 1]!; at += 2) found[scores[at]!] = scores[at + 1]!;
    return found;
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
