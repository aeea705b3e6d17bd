import type pg from "pg";
import { listOwnFeeds } from "../../accounts/export-store.ts";
import { type FoundFeed, findReferredFeeds } from "../../feeds/app-feed-store.ts";
import { listFolders } from "../../feeds/folder-store.ts";
import { inTurns, planImport, runImport, startImport } from "../../feeds/import-store.ts";
import { cutName, nameOf, parseFeedUrl } from "../../feeds/new-feed.ts";
import { buildOpml, parseOpmlInSteps } from "../../feeds/opml.ts";
import { changeSubscription, subscribe, subscriptionsMax } from "../../feeds/subscription-store.ts";
import { decodeBody } from "../../fetching/decode-body.ts";
import { uuidV7 } from "../../ids.ts";
import { asOwner, type Call, styleOf } from "./app-call.ts";

type Changing = Pick<Call, "parts" | "now">;
type Wanted = { url: string; name: string };

/** On the list at once, before its first fetch. A text says why it is not. */
export async function addFeed(
  tx: pg.PoolClient,
  { parts, now }: Changing,
  { url, name }: Wanted,
): Promise<FoundFeed | string> {
  const parsed = parseFeedUrl(url);
  if (parsed.kind === "wrong") return parsed.sentence;
  const feed = { url: parsed.url, isOwn: false, headers: null };
  const change = { lanes: parts.feeds.lanes, now };
  const [outcome] = await subscribe(tx, [{ name: nameOf(name, parsed.url), feed, dueAt: null }], change);
  if (outcome?.kind === "full") return `At most ${subscriptionsMax} feeds.`;
  const [found] = await findReferredFeeds(tx, [{ kind: "url", url: parsed.url }]);
  return found ?? "The feed could not be added.";
}

/** An empty name leaves it. */
export async function renameFeed(
  tx: pg.PoolClient,
  { parts, now }: Changing,
  { feed, name }: { feed: FoundFeed; name: string },
): Promise<void> {
  const wanted = cutName(name);
  if (wanted === "" || wanted === feed.name) return;
  const same = { url: feed.url, isOwn: feed.isOwn, headers: null };
  await changeSubscription(tx, { id: feed.id, name: wanted, feed: same }, { lanes: parts.feeds.lanes, now });
}

/** The body is an OPML document. All its feeds are on the list at the end. A text says why there are none. */
export async function importFeeds(call: Call): Promise<string | null> {
  const { c, parts, access, parameters } = call;
  const { text } = decodeBody(parameters.body, null);
  const list = await inTurns(parseOpmlInSteps(text));
  if (list.feeds.length === 0 && list.faults.length > 0) return list.faults[0]?.sentence ?? "This is no OPML.";
  const { db, now } = parts.accounts;
  const running = { ...planImport(list), id: uuidV7(now()), personId: access.personId };
  await asOwner(call, (tx) => startImport(tx, running, now()));
  await runImport({ db, now, log: parts.log, ...parts.feeds }, running, c.env?.stopping);
  return null;
}

export async function exportFeeds(call: Call): Promise<string> {
  const { feeds, folders } = await asOwner(call, async (tx) => ({
    feeds: await listOwnFeeds(tx),
    folders: await listFolders(tx),
  }));
  const title = styleOf(call).texts.account.opmlTitle(call.access.email);
  return buildOpml(
    title,
    feeds,
    call.now,
    folders.map(({ name }) => name),
  );
}
