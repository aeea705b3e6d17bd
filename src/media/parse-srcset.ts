export type PictureCandidate = { url: string; descriptor: string };

const candidatesMax = 12;

/**
 * The pictures that a `srcset` offers, as browsers read it: an address ends at white space, so it may contain commas; a comma at
 * its end separates it from the next.
 */
export function parseSrcset(srcset: string): PictureCandidate[] {
  const candidates: PictureCandidate[] = [];
  const form = /[\s,]*(\S+)(?:\s+([^\s,()]+)(?=\s*(?:,|$)))?/gy;
  for (let match = form.exec(srcset); match !== null && candidates.length < candidatesMax; match = form.exec(srcset)) {
    const [, word = "", descriptor = ""] = match;
    const url = word.replace(/,+$/, "");
    const isEnded = url !== word;
    // "a, 2x" is two addresses: the second one only looks like a descriptor.
    if (isEnded) form.lastIndex = match.index + match[0].indexOf(word) + word.length;
    const isUsable = isEnded || descriptor === "" || /^\d{1,5}(?:\.\d{1,3})?[wx]$/.test(descriptor);
    if (url !== "" && isUsable) candidates.push({ url, descriptor: isEnded ? "" : descriptor });
  }
  return candidates;
}
