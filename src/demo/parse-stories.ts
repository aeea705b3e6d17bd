export const voices = ["plain", "loud", "wire", "office", "minutes"] as const;
export type Voice = (typeof voices)[number];

/** One outlet's report of a story: headline, first paragraph, and what it adds itself. */
export type Report = { voice: Voice; title: string; lead: string; asides: string[] };

/** What happened, and how it is reported. Stories with the same event in several languages are one story. */
export type Story = { event: string; facts: string[]; reports: Report[] };

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
