import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export type Headline = { title: string; isClickbait: boolean };

const sharedFolder = process.env["PLAINWIRE_SHARED"] ?? join(import.meta.dirname, "../../../shared");
const headlinesFile = join(sharedFolder, "data/clickbait-headlines.tsv.gz");

// Which headlines are held out depends on the headline alone, so that training and evaluation never disagree about it.
export function readHeadlines(): { training: Headline[]; heldOut: Headline[] } | null {
  if (!existsSync(headlinesFile)) return null;
  const headlines = gunzipSync(readFileSync(headlinesFile))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ title: line.slice(2), isClickbait: line.startsWith("1") }));
  return {
    training: headlines.filter(({ title }) => !isHeldOut(title)),
    heldOut: headlines.filter(({ title }) => isHeldOut(title)),
  };
}

function isHeldOut(title: string): boolean {
  return Number.parseInt(hash("sha256", title).slice(0, 8), 16) % 5 === 0;
}
