// Windows wrote its quotes, dashes and dots as the bytes 0x80 to 0x9f, where ISO 8859 and Unicode have control characters
// that no feed means. Left alone they vanish later, and "don’t" becomes "dont".

// The Windows relative of an encoding; of the others it is 1252.
const relatives = new Map([
  ["iso-8859-2", "windows-1250"],
  ["iso-8859-4", "windows-1257"],
  ["iso-8859-5", "windows-1251"],
  ["iso-8859-6", "windows-1256"],
  ["iso-8859-7", "windows-1253"],
  ["iso-8859-8", "windows-1255"],
  ["iso-8859-8-i", "windows-1255"],
  ["iso-8859-13", "windows-1257"],
]);

// U+0080 to U+009F as what was meant by them.
export function windowsCharacters(text: string, charset: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => windowsCharacter(control.charCodeAt(0), charset));
}

// Whether bytes in UTF-8 have any of these: c2 80 to c2 9f.
export function hasWindowsCharacters(utf8: Buffer): boolean {
  for (let at = utf8.indexOf(0xc2); at !== -1; at = utf8.indexOf(0xc2, at + 1)) {
    if (((utf8[at + 1] ?? 0) & 0xe0) === 0x80) return true;
  }
  return false;
}

// UTF-8 into which single bytes of Windows were pasted, as UTF-8. A byte from 0x80 to 0xbf between two of ASCII cannot be a
// part of a character that was cut off.
export function repairUtf8(bytes: Buffer): { bytes: Buffer; repaired: number } {
  const parts: Buffer[] = [];
  let copied = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0xc0) !== 0x80 || (bytes[at - 1] ?? 0) > 0x7f || (bytes[at + 1] ?? 0) > 0x7f) continue;
    parts.push(bytes.subarray(copied, at), Buffer.from(windowsCharacter(byte, "windows-1252")));
    copied = at + 1;
  }
  return { bytes: Buffer.concat([...parts, bytes.subarray(copied)]), repaired: parts.length / 2 };
}

function windowsCharacter(byte: number, charset: string): string {
  const relative = relatives.get(charset) ?? "windows-1252";
  const table = tables.get(relative) ?? new TextDecoder(relative).decode(upperHalf);
  tables.set(relative, table);
  return table.charAt(byte - 0x80);
}

const upperHalf = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);
const tables = new Map<string, string>();
