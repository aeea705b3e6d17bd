import { listFolders } from "../../../feeds/folder-store.ts";
import {
  type AppItem,
  countUnreadOfApp,
  loadAppItems,
  numbersOf,
  orderNumbers,
} from "../../../items/app-stream-store.ts";
import { jsonType } from "../../public/document.ts";
import { presentAppItem, withoutMarkupCharacters } from "../present-app-item.ts";
import { sendBody, sendJsonToApp, sendText } from "../send-to-app.ts";
import { buildItemRefs } from "./build-item-refs.ts";
import { buildStreamAtom } from "./build-stream-atom.ts";
import { asOwner, type Call, styleOf } from "../app-call.ts";
import { idsMax, longItemId, parseItemId } from "./item-ids.ts";
import { labelPrefix, statePrefix } from "./parse-stream-id.ts";
import { continuationOf, readStream } from "./read-stream.ts";

/** Fluent Reader takes a page of fewer than 1,000 ids for the last one. */
const idsPerPageMax = 10_000;
const contentsPerPageMax = 1_000;
const readingList = `${statePrefix}reading-list`;
const wrongContinuation = "Unknown continuation.";

export async function sendStreamIds(call: Call): Promise<Response> {
  const { c, parameters, now } = call;
  const stream = parameters.one("s") || readingList;
  const page = await asOwner(call, (tx) => readStream(tx, { stream, parameters, sizeMax: idsPerPageMax, now }));
  if (page === "wrong") return sendText(c, wrongContinuation, 400);
  return sendBody(c, buildItemRefs(page.pieces, continuationOf(page.next)), { isReused: true });
}

export async function sendStreamContents(call: Call): Promise<Response> {
  const page = await loadPage(call);
  if (page === null) return sendText(call.c, wrongContinuation, 400);
  const answer = {
    ...listHead(call, page.stream),
    ...continuationOf(page.next),
    items: page.items.map(presentIn(call)),
  };
  return sendJsonToApp(call.c, answer);
}

/** For newsboat, which reads the items of feeds only so. */
export async function sendStreamAtom(call: Call): Promise<Response> {
  const page = await loadPage(call);
  if (page === null) return sendText(call.c, wrongContinuation, 400);
  const items = page.items.map((item) => ({ item, presented: presentAppItem(item, styleOf(call)) }));
  const self = call.parts.publicOrigin + new URL(call.c.req.url).pathname;
  const text = buildStreamAtom({ self, title: page.stream, now: call.now }, items);
  return sendBody(call.c, text, { type: "application/atom+xml; charset=utf-8" });
}

async function loadPage(call: Call) {
  const { c, parameters, now } = call;
  const stream = c.req.param("stream") || parameters.one("s") || readingList;
  return asOwner(call, async (tx) => {
    const page = await readStream(tx, { stream, parameters, sizeMax: contentsPerPageMax, now });
    if (page === "wrong") return null;
    return { stream, next: page.next, items: await loadAppItems(tx, numbersOf(page)) };
  });
}

const itemsPerPiece = 200;

/** The items that the app names, the newest first. RSS Guard asks for thousands at once: they are loaded piece by piece. */
export async function sendItemContents(call: Call): Promise<Response> {
  const { c, parameters } = call;
  const ids = parameters.all("i");
  if (ids.length > idsMax) return sendText(c, `At most ${idsMax} ids.`, 400);
  const numbers = await asOwner(call, (tx) =>
    orderNumbers(
      tx,
      ids.flatMap((id) => parseItemId(id) ?? []),
    ),
  );
  const present = presentIn(call);
  const load = async (from: number) => {
    const items = await asOwner(call, (tx) => loadAppItems(tx, numbers.slice(from, from + itemsPerPiece)));
    return items.map((item) => JSON.stringify(present(item))).join(",");
  };
  const head = `${JSON.stringify(listHead(call, readingList)).slice(0, -1)},"items":[`;
  if (numbers.length <= itemsPerPiece) return sendBody(c, `${head}${await load(0)}]}`);
  const pieces = async function* () {
    yield head;
    for (let from = 0; from < numbers.length; from += itemsPerPiece) yield (from === 0 ? "" : ",") + (await load(from));
    yield "]}";
  };
  const stream = ReadableStream.from(pieces()).pipeThrough(new TextEncoderStream());
  return c.body(stream, 200, { "Content-Type": jsonType, "Cache-Control": "no-store" });
}

function listHead({ now }: Call, stream: string) {
  return { id: stream.replace(/^user\/[^/]*\//, "user/-/"), updated: Math.floor(now.getTime() / 1_000) };
}

/** `summary`, never also `content`: NewsFlash rejects an answer with both. */
function presentIn(call: Call): (item: AppItem) => object {
  const style = styleOf(call);
  return (item) => {
    const { title, author, url, html, isRightToLeft, enclosures } = presentAppItem(item, style);
    return {
      id: longItemId(item.number),
      crawlTimeMsec: String(BigInt(item.cameUs) / 1_000n),
      timestampUsec: item.cameUs,
      published: secondsOf(item.pubDate),
      updated: secondsOf(item.updatedAt),
      title: withoutMarkupCharacters(title),
      // Liferea shows an empty line for an empty author.
      ...(author !== "" && { author: withoutMarkupCharacters(author) }),
      canonical: [{ href: url }],
      alternate: [{ href: url, type: "text/html" }],
      categories: [
        readingList,
        ...(item.folderName === null ? [] : [labelPrefix + item.folderName]),
        ...(item.isRead ? [`${statePrefix}read`] : []),
        ...(item.isStarred ? [`${statePrefix}starred`] : []),
      ],
      origin: {
        streamId: `feed/${item.subscription}`,
        title: withoutMarkupCharacters(item.feedName),
        htmlUrl: item.siteUrl,
      },
      summary: { direction: isRightToLeft ? "rtl" : "ltr", content: html },
      ...(enclosures.length > 0 && {
        enclosure: enclosures.map(({ url: href, type, bytes }) => ({ href, type, length: String(bytes) })),
      }),
    };
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

/** Of each feed and folder with something unread, and of all together. */
export async function sendUnreadCount(call: Call): Promise<Response> {
  const { counts, folders } = await asOwner(call, async (tx) => ({
    counts: await countUnreadOfApp(tx, call.now),
    folders: await listFolders(tx),
  }));
  const line = (id: string, some: typeof counts) => ({
    id,
    count: some.reduce((sum, { unread }) => sum + unread, 0),
    newestItemTimestampUsec: some.reduce((newest, { newestUs }) => later(newest, newestUs), "0"),
  });
  const all = line(readingList, counts);
  const byFolder = Map.groupBy(counts, ({ folderId }) => folderId);
  const labels = folders
    .map(({ id, name }) => line(labelPrefix + name, byFolder.get(id) ?? []))
    .filter(({ count }) => count > 0);
  const feeds = counts.map((one) => line(`feed/${one.subscription}`, [one]));
  return sendJsonToApp(call.c, { max: Math.max(all.count, countsShownMax), unreadcounts: [...feeds, ...labels, all] });
}

/** Old apps show a count from here on as "1000+"; ours are all exact. */
const countsShownMax = 1_000;

function later(one: string, other: string): string {
  return one.length === other.length ? (one > other ? one : other) : one.length > other.length ? one : other;
}
