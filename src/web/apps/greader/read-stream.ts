import type pg from "pg";
import { findReferredFeeds } from "../../../feeds/app-feed-store.ts";
import {
  emptyPage,
  findStreamPage,
  type StreamPage,
  type StreamPlace,
  type StreamQuestion,
} from "../../../items/app-stream-store.ts";
import type { Parameters } from "../read-parameters.ts";
import { parseStreamId, type StreamName } from "./parse-stream-id.ts";

type Asked = { stream: string; parameters: Parameters; sizeMax: number; now: Date };

/** "wrong": the continuation is none of ours. */
export type ReadStream = StreamPage | "wrong";

const sizeDefault = 20;

/** An item is in one feed, in one folder and in a few states. Each name is a query, and a body has room for 100,000. */
const namesMax = 20;

/** One page of a stream, as `n`, `c`, `r`, `ot`, `nt`, `it` and `xt` ask for it. What nobody knows is empty. */
export async function readStream(tx: pg.PoolClient, { stream, parameters, sizeMax, now }: Asked): Promise<ReadStream> {
  const after = parseContinuation(parameters.one("c"));
  if (after === "wrong") return "wrong";
  const names = new Set([stream, ...parameters.all("it")]);
  if (names.size > namesMax) return emptyPage;
  const wanted = [...names].map(parseStreamId);
  const unwanted = parameters.all("xt").map(parseStreamId);
  const marks = combineMarks(wanted, unwanted);
  if (marks === null) return emptyPage;

  let feedIds: string[] | null = null;
  for (const name of wanted) {
    if (name.kind !== "feeds") continue;
    const found = new Set((await findReferredFeeds(tx, name.feeds)).map((feed) => feed.feedId));
    const before: string[] = feedIds ?? [...found];
    feedIds = before.filter((id) => found.has(id));
  }
  const left = unwanted.flatMap((name) => (name.kind === "feeds" ? name.feeds : []));
  if (feedIds?.length === 0) return emptyPage;
  const question: StreamQuestion = {
    feedIds,
    notFeedIds: (await findReferredFeeds(tx, left)).map((feed) => feed.feedId),
    ...marks,
    ...timesOf(parameters),
    order: parameters.one("r") === "o" ? "oldest" : "newest",
    after,
    size: sizeOf(parameters.one("n"), sizeMax),
  };
  return findStreamPage(tx, question, now);
}

type Marks = Pick<StreamQuestion, "isRead" | "isStarred">;

/** Null: nothing can be both. */
function combineMarks(wanted: readonly StreamName[], unwanted: readonly StreamName[]): Marks | null {
  const has = (names: readonly StreamName[], kind: StreamName["kind"]) => names.some((name) => name.kind === kind);
  if (has(wanted, "nothing") || has(unwanted, "all")) return null;
  const isRead = [
    ...(has(wanted, "read") || has(unwanted, "unread") ? [true] : []),
    ...(has(wanted, "unread") || has(unwanted, "read") ? [false] : []),
  ];
  const isStarred = [...(has(wanted, "starred") ? [true] : []), ...(has(unwanted, "starred") ? [false] : [])];
  if (isRead.length > 1 || isStarred.length > 1) return null;
  return { isRead: isRead[0] ?? null, isStarred: isStarred[0] ?? null };
}

const secondUs = 1_000_000n;
// An item shows up to two minutes after it came, and is committed a moment later. An app that asks for what came since its last
// visit would never see it; what it has already, it knows by its number.
const lateUs = 130n * secondUs;
/** The year 9999. Later times, and clocks that count something else, mean the same. */
const secondsMax = 253_370_764_800n;

function timesOf(parameters: Parameters): Pick<StreamQuestion, "sinceUs" | "untilUs"> {
  const [since, until] = [parseSeconds(parameters.one("ot")), parseSeconds(parameters.one("nt"))];
  return {
    sinceUs: since === null ? null : since * secondUs - lateUs,
    untilUs: until === null ? null : (until + 1n) * secondUs - 1n,
  };
}

/** Null for what is no time, and for 0, which some apps send for "never". */
function parseSeconds(text: string): bigint | null {
  if (!/^\d{1,18}$/.test(text)) return null;
  const seconds = BigInt(text);
  return seconds === 0n ? null : seconds > secondsMax ? secondsMax : seconds;
}

function sizeOf(text: string, sizeMax: number): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return size === 0 ? sizeDefault : Math.min(size, sizeMax);
}

function parseContinuation(text: string): StreamPlace | null | "wrong" {
  if (text === "") return null;
  const [, cameUs = "", number = ""] = /^(\d{1,17})-(\d{1,18})$/.exec(text) ?? [];
  return number === "" ? "wrong" : { cameUs, number };
}

/** Of characters that need no escaping: some apps paste it as it is. Absent on the last page. */
export function continuationOf(next: StreamPlace | null): { continuation?: string } {
  return next === null ? {} : { continuation: `${next.cameUs}-${next.number}` };
}
