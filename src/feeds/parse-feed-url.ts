export type ParsedFeedUrl = { kind: "url"; url: string } | { kind: "wrong"; sentence: string };

const urlBytesMax = 2048;
/** Beyond this it is not even parsed: a list may hold an "address" of megabytes. What it drops, a fragment, fits in. */
const textCharsMax = 4 * urlBytesMax;
const tooLong: ParsedFeedUrl = { kind: "wrong", sentence: `A URL may not be longer than ${urlBytesMax} bytes.` };

/**
 * A feed's address as a person writes it. The path is kept to the letter, a trailing slash included; a fragment
 * never reaches a server and goes. Whether the address may be asked is seen at every fetch, not here.
 */
export function parseFeedUrl(text: string): ParsedFeedUrl {
  const trimmed = text.trim();
  if (trimmed.length > textCharsMax) return tooLong;
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
    return { kind: "wrong", sentence: "Invalid URL format. Must start with http:// or https://" };
  }
  const url = new URL(trimmed);
  url.hash = "";
  if (url.username !== "" || url.password !== "") {
    return { kind: "wrong", sentence: "A URL may not hold a password; send it as an Authorization header instead." };
  }
  if (Buffer.byteLength(url.href) > urlBytesMax) return tooLong;
  return { kind: "url", url: url.href };
}
