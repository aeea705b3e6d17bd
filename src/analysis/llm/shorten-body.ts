import { cutText } from "../../text/characters.ts";

/** A model reads this much of an item; 90 % of English ones are shorter. */
const bodyTokensMax = 2_000;

/** Measured on news; Polish costs half as much again. Other languages are assumed to be expensive. */
const charsPerToken: Readonly<Record<string, number>> = { en: 4.6, de: 4.3 };
export const charsPerTokenMin = 3;

/** News starts with what matters and ends with the consequences, so the middle is cut, at paragraph borders if possible. */
const [headShare, tailShare] = [0.7, 0.15];

const gap = "\n[…]\n";
/** A text shorter than this has no middle worth leaving out. */
const gapCharsMin = 200;

export function shortenBody(body: string, language: string, tokensMax = bodyTokensMax): string {
  const charsMax = Math.floor(tokensMax * (charsPerToken[language] ?? charsPerTokenMin));
  if (body.length <= charsMax) return body;
  if (charsMax < gapCharsMin) return cutText(body, charsMax);
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
