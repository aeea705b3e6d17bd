import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStories, type Report } from "./parse-stories.ts";

/** A report with everything its page needs. Those in reserve are published later, one by one. */
export type StoryReport = Report & { language: string; event: string; facts: string[]; isReserve: boolean };

const folder = join(import.meta.dirname, "stories");

/** All reports, from the files `<language>-<part>.md`. */
export function readReports(): StoryReport[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const [language = "", part] = name.replace(/\.md$/, "").split("-");
      const isReserve = part === "reserve";
      return parseStories(readFileSync(join(folder, name), "utf8")).flatMap(({ event, facts, reports }) =>
        reports.map((report) => ({ ...report, language, event, facts, isReserve })),
      );
    });
}
