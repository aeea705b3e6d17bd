/** `accepts`: whether an answer that starts at this byte is one to the question. */
export type ByteRange = { text: string; accepts: (first: number) => boolean };

/** One range of bytes. Several at once and other units are not passed on: a server may ignore Range (RFC 9110 §14.2). */
export function parseRange(header: string | undefined): ByteRange | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(" ", "") ?? "") ?? [];
  if (first === undefined || last === undefined) return null;
  // The last bytes of a file: where they start depends on its size.
  if (first === "") return last === "" ? null : { text: `bytes=-${last}`, accepts: () => true };
  if (last !== "" && Number(last) < Number(first)) return null;
  return { text: `bytes=${first}-${last}`, accepts: (start) => start === Number(first) };
}

/** `first` is null for an answer without bytes (416). */
export type ContentRange = { text: string; first: number | null };

export function parseContentRange(header: string | undefined): ContentRange | null {
  const [, bytes, first, last, size] =
    /^bytes ((\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? "") ?? [];
  if (bytes === undefined || size === undefined) return null;
  if (first === undefined || last === undefined) return { text: `bytes */${size}`, first: null };
  if (Number(last) < Number(first)) return null;
  return { text: `bytes ${first}-${last}/${size}`, first: Number(first) };
}
