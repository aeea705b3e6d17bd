/** What CHANGELOG.md says about a version, without its heading; null if it has no section. */
export function findNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m);
  const heading = new RegExp(`^\\[?${version.replaceAll(".", "\\.")}\\]?(?:[ \\n]|$)`);
  const found = sections.find((section) => heading.test(section));
  if (found === undefined) return null;
  const notes = found.slice(found.indexOf("\n") + 1).replace(/^\[[^\]]+\]: .*$/gm, "");
  return notes.trim() === "" ? null : notes.trim();
}

/** Whether the section has its day: "## 1.0.0 (2026-11-20)" or "## [1.0.0] - 2026-11-20". */
export function hasDay(changelog: string, version: string): boolean {
  return new RegExp(`^## \\[?${version.replaceAll(".", "\\.")}\\]?[ (-]+\\d{4}-\\d{2}-\\d{2}`, "m").test(changelog);
}

const lineCharsMax = 72;
const itemsMax = 60;

/** The message of the tag: the version, and the bold titles of what changed. The whole text stays in the changelog. */
export function buildTagMessage(version: string, notes: string): string {
  const titles = [...notes.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, title = ""]) => title.replace(/[.:]$/, ""));
  const shown = titles.slice(0, itemsMax).map((title) => `- ${title}`.slice(0, lineCharsMax));
  const more = titles.length > itemsMax ? [`- and ${titles.length - itemsMax} more`] : [];
  return [`Plainwire ${version}`, "", ...shown, ...more, "", "CHANGELOG.md has the details.", ""].join("\n");
}
