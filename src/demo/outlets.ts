import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How it answers: `moved` permanently, `gone`, `slow`, `busy` (429), or with a document `cut` off half-way. */
type OutletBehaviour = "ordinary" | "moved" | "gone" | "slow" | "busy" | "cut";

export type Outlet = {
  name: string;
  language: string;
  /** Null: it publishes nothing. */
  voice: Voice | null;
  /** How many of a story's facts it reports. */
  factsTold: number;
  format: "rss" | "atom" | "json";
  behaviour: OutletBehaviour;
  /** Delay after the event, so that its reports don't all arrive in the same minute. */
  lateMinutes: number;
  hasPages: boolean;
};

const ordinary = { format: "rss", behaviour: "ordinary", factsTold: 3, hasPages: true } as const;
const notices = { ...ordinary, hasPages: false, lateMinutes: 10 } as const;

/** Six that report the same stories, and five with a problem. */
export const outlets: Outlet[] = [
  { ...ordinary, name: "The Marwick Ledger", language: "en", voice: "plain", lateMinutes: 28 },
  { ...ordinary, name: "Daily Flare", language: "en", voice: "loud", factsTold: 2, lateMinutes: 44 },
  { ...ordinary, name: "Küstenbote", language: "de", voice: "plain", format: "atom", lateMinutes: 12 },
  { ...ordinary, name: "Eilblatt", language: "de", voice: "loud", factsTold: 2, lateMinutes: 33 },
  { ...ordinary, name: "Kurier Zatoki", language: "pl", voice: "plain", format: "json", lateMinutes: 4 },
  { ...ordinary, name: "Gorące Nowiny", language: "pl", voice: "loud", factsTold: 2, lateMinutes: 19 },
  {
    ...ordinary,
    name: "Estuary Wire",
    language: "en",
    voice: "wire",
    behaviour: "slow",
    format: "atom",
    lateMinutes: 50,
  },
  { ...notices, name: "Harbour Office", language: "en", voice: "office", behaviour: "moved" },
  { ...notices, name: "Ratsprotokolle Lindhafen", language: "de", voice: "minutes", behaviour: "cut" },
  { ...notices, name: "Marwick Evening Mail", language: "en", voice: null, behaviour: "gone" },
  { ...notices, name: "Traffic Radar", language: "en", voice: null, behaviour: "busy" },
];

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

const voices = ["plain", "loud", "wire", "office", "minutes"] as const;
type Voice = (typeof voices)[number];

/** One outlet's report of a story: headline, first paragraph, and what it adds itself. */
type Report = { voice: Voice; title: string; lead: string; asides: string[] };

/** What happened, and how it is reported. Stories with the same event in several languages are one story. */
type Story = { event: string; facts: string[]; reports: Report[] };

/** Parses stories/*.md: `## event`, its facts as paragraphs, then `### voice: title` with lead and asides. */
export function parseStories(markdown: string): Story[] {
  return sections(markdown, "## ").map(({ head, body }) => {
    const [facts = "", ...reports] = body.split(/^(?=### )/m);
    return {
      event: head,
      facts: paragraphs(facts),
      reports: sections(reports.join(""), "### ").map(parseReport),
    };
  });
}

type Section = { head: string; body: string };

function sections(text: string, mark: string): Section[] {
  return text
    .split(new RegExp(`^${mark}`, "m"))
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { head: section.slice(0, end), body: section.slice(end) };
    });
}

function parseReport({ head, body }: Section): Report {
  const [, name = "", title = ""] = /^(\w+): (.+)$/.exec(head) ?? [];
  const voice = voices.find((known) => known === name);
  const [lead, ...asides] = paragraphs(body);
  if (voice === undefined || lead === undefined)
    throw new Error(`"${head}" is not a report: it needs a voice, a title and a lead`);
  return { voice, title, lead, asides };
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
