import { hash } from "node:crypto";

/**
 * `version` is the number in the file's head, then a hash of the text: it changes with every letter, so that a stored result
 * shows which prompt it came from and no old answer is used for a new question.
 */
export type Prompt = { text: string; version: string };

const head = /^---\r?\nversion: (\d{1,4})\r?\n---\r?\n/u;
const hashChars = 12;

/** A file of an operator may have no head; then the hash alone is its version. */
export function parsePrompt(file: string): Prompt {
  const [all, number] = head.exec(file) ?? [];
  const text = file.slice(all?.length ?? 0).trim();
  return { text, version: versionOf(text, number) };
}

/** The same prompt with more text, which is another version. */
export function extendPrompt({ version, text }: Prompt, addition: string): Prompt {
  const [, number] = /^(\d+)\./u.exec(version) ?? [];
  const longer = `${text}\n\n${addition}`;
  return { text: longer, version: versionOf(longer, number) };
}

function versionOf(text: string, number: string | undefined): string {
  const digest = hash("sha256", text).slice(0, hashChars);
  return number === undefined ? digest : `${number}.${digest}`;
}
