import { readFileSync } from "node:fs";

export const digestPrompt = readFileSync(new URL("./digest-prompt.md", import.meta.url), "utf8").trim();
