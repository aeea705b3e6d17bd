import { Parser } from "htmlparser2";
import type { FeedList, ListFault, OfferedFeed } from "./feed-list.ts";
import { listedFeedsMax } from "./feed-list.ts";
import { parseFeedUrl } from "./parse-feed-url.ts";
import { cleanName } from "./parse-subscription.ts";

const nameCharsMax = 255;

/**
 * OPML of any reader: outlines with an xmlUrl at any depth, folders aside. Reads as far as it can and names every fault,
 * so that the caller decides whether a broken list is taken over.
 */
export function parseOpml(text: string): FeedList {
  const feeds: OfferedFeed[] = [];
  const faults: ListFault[] = [];
  const place = placeFinder(text);
  const open: { index: number; where: string }[] = [];
  let sawOpml = false;

  const parser = new Parser(
    {
      onopentagname: (name) => {
        open.push({ index: parser.startIndex, where: place(parser.startIndex) });
        sawOpml ||= name.toLowerCase() === "opml";
      },
      onopentag: (name, attributes) => {
        if (name.toLowerCase() !== "outline") return;
        const where = open.at(-1)?.where ?? "";
        const read = readOutline(attributes);
        if (read.kind === "fault") faults.push({ where, sentence: read.sentence });
        if (read.kind !== "feed") return;
        feeds.push(read.feed);
        if (feeds.length === listedFeedsMax + 1) faults.push({ where, sentence: `More than ${listedFeedsMax} feeds.` });
      },
      onclosetag: (name, isImplied) => {
        const tag = open.pop();
        // The end of <outline/> is implied as well, by the tag itself.
        const isCut = isImplied && tag !== undefined && tag.index !== parser.startIndex;
        if (isCut) faults.push({ where: tag.where, sentence: `<${name}> is not closed.` });
      },
    },
    { xmlMode: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  if (!sawOpml) faults.unshift({ where: "line 1, column 1", sentence: "This is no OPML: there is no <opml> in it." });
  return { feeds: feeds.slice(0, listedFeedsMax), faults };
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
  const name = Array.from(cleanName(title) || cleanName(text))
    .slice(0, nameCharsMax)
    .join("")
    .trim();
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
