import { decodeHTMLStrict } from "entities";

// The longest name in HTML, CounterClockwiseContourIntegral, has 31 letters.
const entityCharsMax = 33;

const blockChars = 65_536;

/**
 * Decodes the character references of XML and HTML, only with their semicolon: `?a=1&copy=2` stays as it is. Entities declared
 * in a document type are not expanded, so a "billion laughs" document stays small.
 */
export function decodeEntities(text: string): string {
  if (text.length <= blockChars) return decodeBlock(text);
  let decoded = "";
  let start = 0;
  while (start + blockChars < text.length) {
    const block = text.slice(start, start + blockChars);
    // A reference cut by the end of the block goes into the next one.
    const ampersand = block.lastIndexOf("&");
    const whole = ampersand > 0 ? block.slice(0, ampersand) : block;
    decoded += decodeBlock(whole);
    start += whole.length;
  }
  return decoded + decodeBlock(text.slice(start));
}

function decodeBlock(text: string): string {
  let decoded = "";
  let copied = 0;
  let ampersand = text.indexOf("&");
  while (ampersand !== -1) {
    const semicolon = text.indexOf(";", ampersand + 1);
    if (semicolon === -1) break;
    if (semicolon - ampersand > entityCharsMax) {
      // Any `&` in between is too far from the semicolon as well.
      ampersand = text.indexOf("&", Math.max(ampersand + 1, semicolon - entityCharsMax));
      continue;
    }
    decoded += text.slice(copied, ampersand) + characterOf(text, ampersand, semicolon);
    copied = semicolon + 1;
    ampersand = text.indexOf("&", copied);
  }
  // V8 keeps a concatenated string as a tree of its pieces, 90 bytes for each `&lt;`. A slice makes it one flat string.
  return copied === 0 ? text : ` ${decoded}${text.slice(copied)}`.slice(1);
}

// Escaped HTML contains hardly anything but these four, and the general lookup costs twice as much.
function characterOf(text: string, ampersand: number, semicolon: number): string {
  switch (semicolon - ampersand) {
    case 3:
      if (text.startsWith("lt", ampersand + 1)) return "<";
      if (text.startsWith("gt", ampersand + 1)) return ">";
      break;
    case 4:
      if (text.startsWith("amp", ampersand + 1)) return "&";
      break;
    case 5:
      if (text.startsWith("quot", ampersand + 1)) return '"';
      break;
  }
  return decodeHTMLStrict(text.slice(ampersand, semicolon + 1));
}
