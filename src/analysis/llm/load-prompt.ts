import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Refusal } from "../../refusal.ts";

/** `version` changes with every letter of the text, so that a stored result shows which prompt it came from. */
export type Prompt = { text: string; version: string };

const embeddedFile = new URL("../prompts/deframe.md", import.meta.url);
const titleFile = new URL("../prompts/title.md", import.meta.url);
const summaryFile = new URL("../prompts/summary.md", import.meta.url);
const promptCharsMax = 20_000;
const versionChars = 12;

/** The embedded prompt, or the operator's own in its place. */
export function loadPrompt(ownFile: string | null): Prompt {
  const text = readPrompt(ownFile ?? embeddedFile).trim();
  if (text === "" || text.length > promptCharsMax) {
    throw new Refusal(`The prompt in ${ownFile} must have 1 to ${promptCharsMax} characters, and has ${text.length}.`);
  }
  return toPrompt(text);
}

/** The small questions: each asks for one thing. */
export function loadSmallPrompts(): { title: Prompt; summary: Prompt } {
  return { title: toPrompt(readPrompt(titleFile).trim()), summary: toPrompt(readPrompt(summaryFile).trim()) };
}

/** Adds what the operator wants the model to know about one feed. */
export function withAddition(prompt: Prompt, addition: string | null): Prompt {
  const words = addition?.trim() ?? "";
  return words === "" ? prompt : toPrompt(`${prompt.text}\n\nAbout the feed this item comes from:\n${words}`);
}

function toPrompt(text: string): Prompt {
  return { text, version: hash("sha256", text).slice(0, versionChars) };
}

function readPrompt(file: string | URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Refusal(`The prompt cannot be read: ${error.message}.`);
  }
}
