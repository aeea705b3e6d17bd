import { findReferredFeeds } from "../../../feeds/app-feed-store.ts";
import { type AppMarks, markNumbers } from "../../../items/item-state-store.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { sendText } from "../send-to-app.ts";
import { asOwner, type Call } from "../app-call.ts";
import { idsMax, parseItemId } from "./item-ids.ts";
import { parseStreamId } from "./parse-stream-id.ts";

/** Marks the items `i` as `a` and `r` say. Items of others, and marks that we do not have, are passed over. */
export async function editTags(call: Call): Promise<Response> {
  const { c, parameters, now } = call;
  const ids = parameters.all("i");
  if (ids.length > idsMax) return sendText(c, `At most ${idsMax} ids.`, 400);
  const numbers = ids.flatMap((id) => parseItemId(id) ?? []);
  const marks = readMarks(parameters.all("a"), parameters.all("r"));
  if (numbers.length > 0) await asOwner(call, (tx) => markNumbers(tx, numbers, marks, now));
  return sendText(c, "OK");
}

/** Apps send several in one gesture: `a=read` with `r=kept-unread`, or the reverse. Unread wins, because nothing is lost so. */
function readMarks(added: readonly string[], removed: readonly string[]): AppMarks {
  const [adds, removes] = [added, removed].map((ids) => new Set(ids.map((id) => parseStreamId(id).kind)));
  const marks: AppMarks = {};
  if (adds?.has("read")) marks.read = true;
  if (adds?.has("unread") || removes?.has("read")) marks.read = false;
  if (adds?.has("starred")) marks.starred = true;
  if (removes?.has("starred")) marks.starred = false;
  return marks;
}

/** Everything of the streams `s` that came until `ts`; without it, until now. */
export async function markStreamsRead(call: Call): Promise<Response> {
  const { c, parameters, now } = call;
  const streams = parameters.all("s").map(parseStreamId);
  if (streams.length === 0) return sendText(c, "Missing s.", 400);
  const until = parseTimestamp(parameters.one("ts"), now);
  await asOwner(call, async (tx) => {
    const isAll = streams.some(({ kind }) => kind === "all" || kind === "unread");
    const named = streams.flatMap((stream) => (stream.kind === "feeds" ? stream.feeds : []));
    const feedIds = isAll ? null : (await findReferredFeeds(tx, named)).map(({ feedId }) => feedId);
    await markFeedsRead(tx, { feedIds, until, now });
  });
  return sendText(c, "OK");
}

/** By its digits: microseconds are the custom, others send seconds, milliseconds or nanoseconds. Never later than now. */
export function parseTimestamp(text: string, now: Date): Date {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) === 0n) return now;
  const digits = text.replace(/^0+/, "").length;
  const [times, by] =
    digits >= 18 ? [1n, 1_000_000n] : digits >= 15 ? [1n, 1_000n] : digits >= 12 ? [1n, 1n] : [1_000n, 1n];
  const ms = (BigInt(text) * times) / by;
  return ms >= BigInt(now.getTime()) ? now : new Date(Number(ms));
}
