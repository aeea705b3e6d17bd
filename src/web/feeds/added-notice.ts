import { type Context, Hono } from "hono";
import { privateAddressSentence } from "../../fetching/failed-outcome.ts";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { WebEnv } from "../web-env.ts";
import { answering, answerNotFound } from "./answer.ts";
import { type FeedRouteParts, findSubscription } from "./feed-parts.ts";
import { sayFailure } from "./say-failure.ts";

/** What the page says about a feed that was just added. The script of the page asks for it after a 204. */
export function addedRoute(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/feeds/:id/added", answering(parts, showAdded, { failed: (texts) => texts.loadFailed }));
  return app;
}

async function showAdded(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const added = await findAdded(parts, c, c.req.param("id") ?? "");
  return added === null ? answerNotFound(parts, c) : c.html(addedNotice(parts.frame(c), added).text);
}

/** `isPrivate`: it will not be fetched, and the person should not have to wait to learn that. */
export type AddedFeed = Pick<ListedSubscription, "id" | "feedId" | "name"> & { isPrivate: boolean };

export async function findAdded(parts: FeedRouteParts, c: Context<WebEnv>, id: string): Promise<AddedFeed | null> {
  const feed = await findSubscription(parts, c, id);
  return feed && { ...feed, isPrivate: await parts.feeds.isPrivate(feed.url) };
}

export function addedNotice(frame: Frame, { id, feedId, name, isPrivate }: AddedFeed): Html {
  const { feeds: texts } = frame.texts;
  if (isPrivate) {
    const why = sayFailure(frame, { failureClass: "blocked", error: privateAddressSentence });
    return html`<p class="fault" dir="auto">${texts.added.notFetched(name, why)}</p>`;
  }
  return html`<p class="done line">
    <span dir="auto">${texts.added.sentence(name)}</span>
    <a href="/stream?feed=${feedId}">${texts.added.read}</a>
    <a href="/feeds/${id}/edit">${texts.added.folder}</a>
  </p>`;
}
