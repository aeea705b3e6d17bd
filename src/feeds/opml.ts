import { Parser } from "htmlparser2";
import {
  createFeedList,
  type FeedList,
  type GrowingList,
  listedFeedsMax,
  type OfferedFeed,
} from "./parse-feed-list.ts";
import { cutName, parseFeedUrl, withoutFeedScheme } from "./new-feed.ts";

/** What is read before others get their turn: a few milliseconds of work. */
const charsPerStep = 65_536;
/** Readers nest two or three folders. The parser keeps open elements in a list that it shifts for each new one. */
const depthMax = 100;
const tagCharsMax = 40;

/**
 * OPML of any reader: outlines with an xmlUrl at any depth; the outlines around them are folders. Reads as far as it can and
 * names the faults, so that the caller decides whether a broken list is taken over.
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
  // `folder` is the whole path of a folder's outline, and null for other elements; `children` counts its outlines.
  const open: { index: number; where: string; folder: string | null; children: number }[] = [];
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
        if (open.push({ index: parser.startIndex, where, folder: null, children: 0 }) > depthMax) {
          return stop(where, `Elements are nested more than ${depthMax} deep. Nothing was read from here on.`);
        }
        sawOpml ||= name.toLowerCase() === "opml";
      },
      onopentag: (name, attributes) => {
        if (hasStopped || name.toLowerCase() !== "outline") return;
        const [around, self] = [open.at(-2), open.at(-1)];
        const where = self?.where ?? "";
        const inFolder = open.findLast(({ folder }) => folder !== null)?.folder ?? null;
        const read = readOutline(attributes, inFolder);
        if (around !== undefined) around.children += 1;
        if (self !== undefined && read.kind === "folder") self.folder = read.folder;
        if (read.kind === "fault") list.addFault({ where, sentence: read.sentence });
        if (read.kind === "feed" && !list.addFeed(read.feed)) {
          stop(where, `The list has more than ${listedFeedsMax} feeds. Nothing was read from here on.`);
        }
      },
      onclosetag: (name, isImplied) => {
        const tag = open.pop();
        if (!hasStopped && tag !== undefined && tag.children === 0 && tag.folder !== null)
          list.addEmptyFolder(tag.folder);
        // The end of <outline/> is implied as well, by the tag itself.
        const isCut = !hasStopped && isImplied && tag !== undefined && tag.index !== parser.startIndex;
        if (isCut) list.addFault({ where: tag.where, sentence: `<${name.slice(0, tagCharsMax)}> is not closed.` });
      },
    },
    { xmlMode: true, lowerCaseAttributeNames: true },
  );
  return { parser, sawOpml: () => sawOpml, hasStopped: () => hasStopped };
}

type Outline =
  | { kind: "folder"; folder: string | null }
  | { kind: "feed"; feed: OfferedFeed }
  | { kind: "fault"; sentence: string };

function readOutline(attributes: Record<string, string>, inFolder: string | null): Outline {
  const { xmlurl, type = "", title = "", text = "" } = attributes;
  const name = cutName(title) || cutName(text);
  if (xmlurl === undefined) {
    if (/^(rss|atom)$/i.test(type)) return { kind: "fault", sentence: "An outline of a feed has no xmlUrl." };
    // One without a name adds nothing to the path.
    const path = [inFolder, name].filter((part) => part !== null && part !== "").join(folderSeparator);
    return { kind: "folder", folder: cutName(path) || null };
  }
  const parsed = parseFeedUrl(withoutFeedScheme(xmlurl));
  if (parsed.kind === "wrong") return { kind: "fault", sentence: `"${xmlurl.slice(0, 200)}": ${parsed.sentence}` };
  const settings = name === "" ? {} : { name };
  return { kind: "feed", feed: { url: parsed.url, settings, ...(inFolder !== null && { folder: inFolder }) } };
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

/** Folders are not nested here; in OPML they are. */
const folderSeparator = " / ";

export type OpmlFeed = { url: string; name: string; siteUrl: string | null; folder?: string | null };

/** OPML 2.0 of the kind every reader imports. `folders` come in this order, also those without a feed. */
export function buildOpml(title: string, feeds: OpmlFeed[], now: Date, folders: readonly string[] = []): string {
  const root: Branch = { feeds: [], folders: new Map() };
  for (const folder of folders) branchOf(root, folder);
  for (const feed of feeds) branchOf(root, feed.folder ?? null).feeds.push(feed);
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${escape(title)}</title>
    <dateCreated>${now.toUTCString()}</dateCreated>
  </head>
  <body>
${outlinesOf(root, "    ")}  </body>
</opml>
`;
}

type Branch = { feeds: OpmlFeed[]; folders: Map<string, Branch> };

function branchOf(root: Branch, folder: string | null): Branch {
  let branch = root;
  for (const name of folder?.split(folderSeparator) ?? []) {
    const known: Branch = branch.folders.get(name) ?? { feeds: [], folders: new Map() };
    branch.folders.set(name, known);
    branch = known;
  }
  return branch;
}

function outlinesOf({ feeds, folders }: Branch, indent: string): string {
  const ofFeeds = feeds.map(({ url, name, siteUrl }) => {
    const site = siteUrl === null ? "" : ` htmlUrl="${escape(siteUrl)}"`;
    return `${indent}<outline type="rss" text="${escape(name)}" title="${escape(name)}" xmlUrl="${escape(url)}"${site}/>\n`;
  });
  const ofFolders = [...folders].map(
    ([name, branch]) =>
      `${indent}<outline text="${escape(name)}" title="${escape(name)}">\n${outlinesOf(branch, `${indent}  `)}${indent}</outline>\n`,
  );
  return [...ofFeeds, ...ofFolders].join("");
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
