import { collapseSpace } from "./extract-text.ts";
import { authorCharsMax } from "./parse-limits.ts";

// The name out of "mail@example.org (Name)", "Name (mail@example.org)" or "Name <mail@example.org>"; the address
// where there is no name.
export function parsePerson(written: string): string {
  const person = collapseSpace(written.slice(0, authorCharsMax));
  const [, outside = "", inside = ""] = nameAndAddress.exec(person) ?? [];
  if (inside.includes("@") && outside.trim() !== "") return outside.trim();
  if (outside.includes("@") && inside.trim() !== "") return inside.trim();
  return person;
}

const nameAndAddress = /^([^()<>]*)[(<]([^()<>]*)[)>]/;
