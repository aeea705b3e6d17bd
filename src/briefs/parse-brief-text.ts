import { splitProse } from "./split-prose.ts";

/** `key` is the main statement of a paragraph, shown highlighted; `number` counts the cited items from 1. */
export type BriefPiece =
  | { kind: "text"; text: string }
  | { kind: "key"; text: string }
  | { kind: "reference"; number: number };

/** A paragraph that cites nothing is a notice about the brief, not news. */
export type BriefParagraph = { pieces: BriefPiece[]; isNotice: boolean };

const keyCharsMin = 20;
/** About two lines of a phone. */
const keyCharsMax = 140;

/** Five paragraphs of 2,000 characters with their references are shorter; an old or restored row may contain anything. */
const contentCharsMax = 20_000;

/** Cuts the text of a brief into the pieces that are shown differently. */
export function parseBriefText(content: string): BriefParagraph[] {
  return content
    .slice(0, contentCharsMax)
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => {
      const pieces = cutAtReferences(paragraph);
      const isNotice = pieces.every(({ kind }) => kind !== "reference");
      return { pieces: isNotice ? pieces : withKey(pieces), isNotice };
    });
}

function cutAtReferences(paragraph: string): BriefPiece[] {
  return paragraph
    .split(/\s?\[(\d{1,3})\]/u)
    .map((part, index): BriefPiece => {
      return index % 2 === 0 ? { kind: "text", text: part } : { kind: "reference", number: Number(part) };
    })
    .filter((piece) => piece.kind === "reference" || piece.text !== "");
}

/** A paragraph begins with its news (the prompt asks for it, and an extract begins with a title). */
function withKey([first, ...rest]: BriefPiece[]): BriefPiece[] {
  if (first?.kind !== "text") return [...(first === undefined ? [] : [first]), ...rest];
  const [start, end] = keyRange(first.text);
  const cut: BriefPiece[] = [
    { kind: "text", text: first.text.slice(0, start) },
    { kind: "key", text: first.text.slice(start, end) },
    { kind: "text", text: first.text.slice(end) },
  ];
  return [...cut.filter((piece) => piece.kind === "reference" || piece.text !== ""), ...rest];
}

/** With what follows, if it is as short as "No." */
function firstSentence(text: string): string {
  let end = 0;
  for (const sentence of splitProse(text)) {
    end = text.indexOf(sentence, end) + sentence.length;
    if (end >= keyCharsMin) break;
  }
  return text.slice(0, end);
}

/** The first sentence, without the part before a colon; up to a comma if it is long; nothing if that does not help. */
function keyRange(text: string): [start: number, end: number] {
  const sentence = firstSentence(text).replace(/[.!?…]["”“»’)]?$/u, "");
  const colon = sentence.indexOf(": ");
  const start = colon >= 0 && sentence.length - colon - 2 >= keyCharsMin ? colon + 2 : 0;
  if (sentence.length - start <= keyCharsMax) return [start, sentence.length];
  const comma = sentence.lastIndexOf(",", start + keyCharsMax);
  return comma - start >= keyCharsMin ? [start, comma] : [0, 0];
}
