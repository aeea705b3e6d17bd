import { decodeHTMLStrict } from "entities";

// The longest name in HTML, CounterClockwiseContourIntegral, has 31 letters.
const entityCharsMax = 33;

const blockChars = 65_536;

// Character references of XML and HTML, each with its semicolon: `?a=1&copy=2` stays what it is. Entities that a DTD
// declares are left as they are written, so that no laugh grows to a billion.
export function decodeEntities(text: string): string {
  if (text.length <= blockChars) return decodeBlock(text);
  let decoded = "";
  let start = 0;
  while (start + blockChars < text.length) {
    const block = text.slice(start, start + blockChars);
    // A reference that goes on beyond the block begins the next.
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
      // Those in between are too far from it as well.
      ampersand = text.indexOf("&", Math.max(ampersand + 1, semicolon - entityCharsMax));
      continue;
    }
    decoded += text.slice(copied, ampersand) + characterOf(text, ampersand, semicolon);
    copied = semicolon + 1;
    ampersand = text.indexOf("&", copied);
  }
  // A text put together piece by piece is a rope of them all, 90 bytes for each `&lt;`, until a slice makes it one.
  return copied === 0 ? text : ` ${decoded}${text.slice(copied)}`.slice(1);
}

// The four by hand: they are nearly all there is in escaped HTML, and a general look-up costs twice as much.
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
