/** A field of a mail as it was sent: unfolded, not decoded. */
export type HeaderField = { name: string; value: string };

/** Real mails have up to 30 kB of headers. */
const blockBytesMax = 256 * 1024;
const fieldsMax = 1_000;

/** The fields before the first empty line. It never fails: what is no field is passed over. */
export function parseHeaderBlock(raw: Uint8Array): HeaderField[] {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, blockBytesMax)).toString("latin1");
  const [block = ""] = text.split(/\r?\n\r?\n/, 1);
  const fields: HeaderField[] = [];
  for (const line of block.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.push({ name: name.toLowerCase(), value: value.trim() });
    if (fields.length >= fieldsMax) break;
  }
  return fields;
}

/** Who a mail was delivered to, as servers on its way and its sender write it. A list names itself in `To`. */
const recipientFields = new Set(
  "x-original-to delivered-to envelope-to x-envelope-to x-forwarded-to x-rcpt-to to cc bcc resent-to received".split(
    " ",
  ),
);

/** All that may name one of our addresses, in one text. */
export function recipientText(fields: readonly HeaderField[]): string {
  return fields
    .filter(({ name }) => recipientFields.has(name))
    .map(({ value }) => value)
    .join("\n");
}
