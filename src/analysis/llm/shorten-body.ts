import { cutText } from "../../text/cut-text.ts";

/** A model reads this much of an item; 90 % of English ones are shorter. */
const bodyTokensMax = 2_000;

/** Measured on news; Polish costs half as much again. What is not here is counted as dear. */
const charsPerToken: Readonly<Record<string, number>> = { en: 4.6, de: 4.3 };
const charsPerTokenMin = 3;

/** News says first what matters, and last what follows from it: the middle goes, at paragraph borders where there are some. */
const [headShare, tailShare] = [0.7, 0.15];

const gap = "\n[…]\n";

export function shortenBody(body: string, language: string): string {
  const charsMax = Math.floor(bodyTokensMax * (charsPerToken[language] ?? charsPerTokenMin));
  if (body.length <= charsMax) return body;
  return cutHead(body, charsMax * headShare) + gap + cutTail(body, charsMax * tailShare);
}

function cutHead(text: string, charsMax: number): string {
  const head = cutText(text, charsMax);
  const border = head.lastIndexOf("\n");
  return border > charsMax / 2 ? head.slice(0, border) : head;
}

function cutTail(text: string, charsMax: number): string {
  const tail = text.slice(-charsMax);
  const border = tail.indexOf("\n");
  return (border >= 0 && border < charsMax / 2 ? tail.slice(border + 1) : tail).toWellFormed();
}
