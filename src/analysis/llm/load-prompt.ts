import { readFileSync } from "node:fs";
import { extendPrompt, parsePrompt, type Prompt } from "../../chat/parse-prompt.ts";
import { Refusal } from "../../refusal.ts";

const embeddedFile = new URL("../prompts/deframe.md", import.meta.url);
const titleFile = new URL("../prompts/title.md", import.meta.url);
const summaryFile = new URL("../prompts/summary.md", import.meta.url);
const titlesFile = new URL("../prompts/titles.md", import.meta.url);
const translationFile = new URL("../prompts/translation.md", import.meta.url);
const promptCharsMax = 20_000;

/** The embedded prompt, or the operator's own in its place. */
export function loadPrompt(ownFile: string | null): Prompt {
  const prompt = parsePrompt(readPrompt(ownFile ?? embeddedFile));
  const { text } = prompt;
  if (text === "" || text.length > promptCharsMax) {
    throw new Refusal(`The prompt in ${ownFile} must have 1 to ${promptCharsMax} characters, and has ${text.length}.`);
  }
  return prompt;
}

/** The small questions: each asks for one thing. `titles` asks for several of one kind. */
export function loadSmallPrompts(): { title: Prompt; titles: Prompt; summary: Prompt } {
  const [title, titles, summary] = [titleFile, titlesFile, summaryFile].map((file) => parsePrompt(readPrompt(file)));
  return { title: title!, titles: titles!, summary: summary! };
}

export function loadTranslationPrompt(): Prompt {
  return parsePrompt(readPrompt(translationFile));
}

/** Adds what the operator wants the model to know about one feed. */
export function withAddition(prompt: Prompt, addition: string | null): Prompt {
  const words = addition?.trim() ?? "";
  return words === "" ? prompt : extendPrompt(prompt, `About the feed this item comes from:\n${words}`);
}

function readPrompt(file: string | URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Refusal(`The prompt cannot be read: ${error.message}.`);
  }
}
