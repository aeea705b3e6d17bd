import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Public feeds to begin with, by topic and language. Title and description are in the language of the set. */
export type StarterSet = {
  id: string;
  language: string;
  title: string;
  about: string;
  feeds: { name: string; url: string }[];
};

/** Read once. Nothing of it is fetched before somebody chooses a set. */
export function readStarterSets(): StarterSet[] {
  const text = readFileSync(join(import.meta.dirname, "starter-sets.json"), "utf8");
  return (JSON.parse(text) as { sets: StarterSet[] }).sets;
}
