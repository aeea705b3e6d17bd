/** `text` is the version without a leading "v". `isFinal`: not a preview such as 1.0.0-rc.1. */
export type Version = { text: string; numbers: number[]; isFinal: boolean };

/** Null: no version in the form of https://semver.org. */
export function parseVersion(text: string): Version | null {
  const found = /^v?((\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]{1,40})?(?:\+[0-9A-Za-z.-]{1,40})?)$/.exec(
    text.trim(),
  );
  if (found === null) return null;
  const [, whole = "", major, minor, patch, preview] = found;
  return { text: whole, numbers: [major, minor, patch].map(Number), isFinal: preview === undefined };
}

/** Two previews of one version count as equal: nobody is told to change from one preview to the next. */
export function isNewer(candidate: Version, installed: Version | null): boolean {
  if (installed === null) return false;
  for (const [index, number] of candidate.numbers.entries()) {
    const own = installed.numbers[index] ?? 0;
    if (number !== own) return number > own;
  }
  return candidate.isFinal && !installed.isFinal;
}
