import { type Context, Hono } from "hono";
import { decodeBody } from "../../fetching/decode-body.ts";
import type { FeedList, OfferedFeed } from "../../feeds/feed-list.ts";
import { firstRunAt } from "../../feeds/first-run.ts";
import { parseOpml } from "../../feeds/parse-opml.ts";
import { nameOf } from "../../feeds/parse-subscription.ts";
import { type NewSubscription, subscribe } from "../../feeds/subscription-store.ts";
import { asPerson } from "../as-person.ts";
import type { Frame } from "../layout.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import type { DashboardParts } from "./dashboard-parts.ts";
import { importBroken, importEnd, importPage, importStep, type ImportTotals } from "./import-page.ts";

/** A list of 10,000 feeds has about 2 MB. */
export const importBytesMax = 8_000_000;
/** One transaction each: few enough that the page moves, and that no lane is locked for long. */
const feedsPerStep = 50;

export function importRoute(parts: DashboardParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/feeds/import", answering(parts, importFile, { failed: (texts) => texts.importFailed }));
  return app;
}

async function importFile(parts: DashboardParts, c: Context<WebEnv>): Promise<Response> {
  // Refuses a form that is none.
  await readForm(c);
  const { opml } = await c.req.parseBody();
  if (!(opml instanceof File) || opml.size === 0) return parts.refuse(c, problem(400, textsOf(c).feeds.importNoFile));
  const list = parseOpml(decodeBody(Buffer.from(await opml.arrayBuffer()), null).text);
  const text = importing(parts, { c, frame: parts.frame(c), list });
  c.header("Content-Type", "text/html; charset=utf-8");
  return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()));
}

type Import = { c: Context<WebEnv>; frame: Frame; list: FeedList };

/** Whoever leaves the page ends the import: what was told as added is, the rest is not. */
async function* importing(parts: DashboardParts, { c, frame, list }: Import): AsyncGenerator<string> {
  const { begin, end } = importPage(frame, list);
  const totals: ImportTotals = { added: 0, duplicate: 0, full: 0 };
  yield begin;
  try {
    for (let done = 0; done < list.feeds.length; done += feedsPerStep) {
      const offered = list.feeds.slice(done, done + feedsPerStep);
      const wanted = offered.map((feed, index) => toSubscription(parts, feed, done + index, list.feeds.length));
      const outcomes = await subscribeStep(parts, sessionOf(c).person.id, wanted);
      const imported = wanted.map(({ name, feed }, index) => ({
        name,
        url: feed.url,
        outcome: outcomes[index]?.kind ?? "duplicate",
      }));
      for (const { outcome } of imported) totals[outcome] += 1;
      yield importStep(frame, imported, done + offered.length, list.feeds.length).text;
    }
    yield importEnd(frame, totals, list.faults.length).text;
  } catch (error) {
    // The page has begun: its status cannot tell any more.
    parts.log.error({ requestId: c.var.requestId, err: error }, "import failed");
    yield importBroken(frame).text;
  }
  yield end;
}

/** New feeds of one import are fetched one after another, not all at once (L7). */
function toSubscription(
  { accounts, feeds }: DashboardParts,
  { url, settings }: OfferedFeed,
  index: number,
  count: number,
): NewSubscription {
  return {
    name: nameOf(settings.name ?? "", url),
    feed: { url, isOwn: false, headers: null },
    dueAt: firstRunAt(index, count, feeds.importSpreadMs, accounts.now()),
  };
}

function subscribeStep(
  { accounts: { db, now }, feeds: { lanes } }: DashboardParts,
  personId: string,
  wanted: NewSubscription[],
) {
  return asPerson(db, personId, (tx) => subscribe(tx, wanted, { lanes, now: now() }));
}
