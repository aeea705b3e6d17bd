import type pg from "pg";
import { type FoundFeed, findReferredFeeds } from "../../../feeds/app-feed-store.ts";
import { makeFolders } from "../../../feeds/folder-store.ts";
import { cutName } from "../../../feeds/new-feed.ts";
import { arrangeSubscriptions, unsubscribe } from "../../../feeds/subscription-store.ts";
import type { RateLimit } from "../../public/rate-limit.ts";
import { asOwner, type Call } from "../app-call.ts";
import { addFeed, importFeeds, renameFeed } from "../change-feeds.ts";
import { sendJsonToApp, sendText } from "../send-to-app.ts";
import { parseFeedId, parseLabel } from "./parse-stream-id.ts";

/** All are one transaction, and each takes some 7 ms of it. Apps send one feed, or those of a folder. */
const referencesMax = 1_000;

/** `ac` subscribe, unsubscribe or edit, for each of `s`; `t` is a name, `a` and `r` are folders. */
export async function editSubscriptions(call: Call): Promise<Response> {
  const { c, parameters } = call;
  const action = parameters.one("ac");
  const references = parameters.all("s").flatMap((id) => parseFeedId(id) ?? []);
  const names = parameters.all("t");
  if (references.length > referencesMax) return sendText(c, `At most ${referencesMax} feeds.`, 400);
  if (references.length === 0 || !["subscribe", "unsubscribe", "edit"].includes(action)) {
    return sendText(c, "ac must be subscribe, unsubscribe or edit, and s a feed.", 400);
  }
  const fault = await asOwner(call, async (tx) => {
    for (const [index, reference] of references.entries()) {
      const [known] = await findReferredFeeds(tx, [reference]);
      let feed = known ?? null;
      if (feed === null && action === "subscribe" && reference.kind === "url") {
        const added = await addFeed(tx, call, { url: reference.url, name: names[index] ?? "" });
        if (typeof added === "string") return added;
        feed = added;
      }
      if (feed === null) return "Unknown feed.";
      if (action === "unsubscribe") await unsubscribe(tx, feed.id, call.now);
      else await arrange(tx, call, { feed, name: names[index] ?? "" });
    }
    return null;
  });
  return fault === null ? sendText(c, "OK") : sendText(c, fault, 400);
}

/** `a` moves into a folder and makes it where needed; `r` alone takes out of it. */
async function arrange(
  tx: pg.PoolClient,
  { parts, access, parameters, now }: Call,
  { feed, name }: { feed: FoundFeed; name: string },
): Promise<void> {
  await renameFeed(tx, { parts, now }, { feed, name });
  const label = cutName(parameters.all("a").flatMap((id) => parseLabel(id) ?? [])[0] ?? "");
  if (label !== "") {
    const [folder] = await makeFolders(tx, { personId: access.personId, names: [label], now });
    if (folder !== undefined) await arrangeSubscriptions(tx, [feed.id], { folderId: folder.id }, now);
  } else if (parameters.all("r").some((id) => parseLabel(id) !== null)) {
    await arrangeSubscriptions(tx, [feed.id], { folderId: null }, now);
  }
}

const addressCharsMax = 4_000;

/** Looks the address up, as the page does, and subscribes to the first feed there. What is known already is answered too. */
export async function quickAdd(call: Call, lookups: RateLimit): Promise<Response> {
  const { c, parts, access, parameters } = call;
  const written = parameters
    .one("quickadd")
    .trim()
    .slice(0, addressCharsMax)
    .replace(/^(?:feed\/)+/, "");
  const answer = (feed: FoundFeed) =>
    sendJsonToApp(c, { numResults: 1, query: feed.url, streamId: `feed/${feed.number}`, streamName: feed.name });
  const refused = (error: string) => sendJsonToApp(c, { numResults: 0, query: written, error });
  if (written === "") return refused("There is no address.");
  const [known] = await asOwner(call, (tx) => findReferredFeeds(tx, [{ kind: "url", url: written }]));
  if (known !== undefined) return answer(known);

  const waitSeconds = lookups.take(access.personId);
  if (waitSeconds !== null) {
    c.header("Retry-After", String(waitSeconds));
    return sendText(c, "Too many new feeds at once.", 429);
  }
  const found = await parts.feeds.findFeeds(written);
  if (found.kind !== "found") return refused(found.sentence);
  const [first] = found.feeds;
  if (first === undefined) return refused("There is no feed at this address.");
  const added = await asOwner(call, (tx) => addFeed(tx, call, { url: first.url, name: first.title ?? "" }));
  return typeof added === "string" ? refused(added) : answer(added);
}

/** The body is an OPML document. All its feeds are on the list when the answer comes. */
export async function importOpml(call: Call): Promise<Response> {
  const fault = await importFeeds(call);
  return fault === null ? sendText(call.c, "OK") : sendText(call.c, fault, 400);
}
