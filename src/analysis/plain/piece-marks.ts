// Whether a text may contain a piece of at least three letters: every three letters of the text set a mark, by their hash, and a
// piece whose letters miss a mark is not in it. Searching a title for a hundred pieces one by one takes five times as long.

export const pieceCharsMin = 3;

const marksBits = 12;
const marks = new Uint8Array(1 << marksBits);

/** The marks that a piece needs. */
export function marksOf(piece: string): number[] {
  return Array.from({ length: piece.length - pieceCharsMin + 1 }, (_, at) =>
    markOf(piece.charCodeAt(at), piece.charCodeAt(at + 1), piece.charCodeAt(at + 2)),
  );
}

/** Reads a text, in lower case. The answers are about it until the next one is read. */
export function readMarks(text: string): (piece: readonly number[]) => boolean {
  marks.fill(0);
  let [first, second] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const third = text.charCodeAt(at);
    marks[markOf(first, second, third)] = 1;
    [first, second] = [second, third];
  }
  return mayContain;
}

function mayContain(piece: readonly number[]): boolean {
  for (const mark of piece) if (marks[mark] === 0) return false;
  return true;
}

function markOf(first: number, second: number, third: number): number {
  return Math.imul((first * 31 + second) * 31 + third, 0x9e3779b1) >>> (32 - marksBits);
}
