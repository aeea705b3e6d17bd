import { Parser } from "htmlparser2";
import {
  createFeedList,
  type FeedList,
  type GrowingList,
  listedFeedsMax,
  type OfferedFeed,
} from "./parse-feed-list.ts";
import { cutName, parseFeedUrl } from "./new-feed.ts";

/** What is read before others get their turn: a few milliseconds of work. */
const charsPerStep = 65_536;
/** Readers nest two or three folders. The parser keeps open elements in a list that it shifts for each new one. */
const depthMax = 100;
const tagCharsMax = 40;

/**
 * OPML of any reader: outlines with an xmlUrl at any depth, folders aside. Reads as far as it can and names the faults,
 * so that the caller decides whether a broken list is taken over.
 */
export function parseOpml(text: string): FeedList {
  const steps = parseOpmlInSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, a piece at a time: a server that answers others meanwhile pauses wherever this yields. */
export function* parseOpmlInSteps(text: string): Generator<undefined, FeedList, undefined> {
  const list = createFeedList();
  const reader = createReader(text, list);
  for (let at = 0; at < text.length && !reader.hasStopped(); at += charsPerStep) {
    reader.parser.write(text.slice(at, at + charsPerStep));
    yield;
  }
  if (!reader.hasStopped()) reader.parser.end();
  if (!reader.sawOpml()) {
    list.addFirst({ where: "line 1, column 1", sentence: "This is no OPML: there is no <opml> in it." });
  }
  return list.finish();
}

function createReader(text: string, list: GrowingList) {
  const place = placeFinder(text);
  const open: { index: number; where: string }[] = [];
  let sawOpml = false;
  let hasStopped = false;
  const stop = (where: string, sentence: string) => {
    hasStopped = true;
    parser.pause();
    list.addFirst({ where, sentence });
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (hasStopped) return;
        const where = place(parser.startIndex);
        if (open.push({ index: parser.startIndex, where }) > depthMax) {
          return stop(where, `Elements are nested more than ${depthMax} deep. Nothing was read from here on.`);
        }
        sawOpml ||= name.toLowerCase() === "opml";
      },
      onopentag: (name, attributes) => {
        if (hasStopped || name.toLowerCase() !== "outline") return;
        const where = open.at(-1)?.where ?? "";
        const read = readOutline(attributes);
        if (read.kind === "fault") list.addFault({ where, sentence: read.sentence });
        if (read.kind === "feed" && !list.addFeed(read.feed)) {
          stop(where, `The list has more than ${listedFeedsMax} feeds. Nothing was read from here on.`);
        }
      },
      onclosetag: (name, isImplied) => {
        const tag = open.pop();
        // The end of <outline/> is implied as well, by the tag itself.
        const isCut = !hasStopped && isImplied && tag !== undefined && tag.index !== parser.startIndex;
        if (isCut) list.addFault({ where: tag.where, sentence: `<${name.slice(0, tagCharsMax)}> is not closed.` });
      },
    },
    { xmlMode: true, lowerCaseAttributeNames: true },
  );
  return { parser, sawOpml: () => sawOpml, hasStopped: () => hasStopped };
}

type Outline = { kind: "folder" } | { kind: "feed"; feed: OfferedFeed } | { kind: "fault"; sentence: string };

function readOutline(attributes: Record<string, string>): Outline {
  const { xmlurl, type = "", title = "", text = "" } = attributes;
  if (xmlurl === undefined) {
    return /^(rss|atom)$/i.test(type)
      ? { kind: "fault", sentence: "An outline of a feed has no xmlUrl." }
      : { kind: "folder" };
  }
  const parsed = parseFeedUrl(xmlurl);
  if (parsed.kind === "wrong") return { kind: "fault", sentence: `"${xmlurl.slice(0, 200)}": ${parsed.sentence}` };
  const name = cutName(title) || cutName(text);
  return { kind: "feed", feed: { url: parsed.url, settings: name === "" ? {} : { name } } };
}

/** Line and column of ever later places. Each line's end is looked for once: a list may be one line of megabytes. */
function placeFinder(text: string): (index: number) => string {
  const endAfter = (index: number) => {
    const found = text.indexOf("\n", index);
    return found === -1 ? text.length : found;
  };
  let line = 1;
  let lineStart = 0;
  let lineEnd = endAfter(0);
  return (index) => {
    while (lineEnd < index) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = endAfter(lineStart);
    }
    return `line ${line}, column ${index - lineStart + 1}`;
  };
}

export type OpmlFeed = { url: string; name: string; siteUrl: string | null };

/** OPML 2.0 of the kind every reader imports: one flat list. */
export function buildOpml(title: string, feeds: OpmlFeed[], now: Date): string {
  const outlines = feeds.map(({ url, name, siteUrl }) => {
    const site = siteUrl === null ? "" : ` htmlUrl="${escape(siteUrl)}"`;
    return `    <outline type="rss" text="${escape(name)}" title="${escape(name)}" xmlUrl="${escape(url)}"${site}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${escape(title)}</title>
    <dateCreated>${now.toUTCString()}</dateCreated>
  </head>
  <body>
${outlines.join("")}  </body>
</opml>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Line breaks would become spaces anyway; what XML cannot say at all is left out. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, " ")
    .replace(/[\x00-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
