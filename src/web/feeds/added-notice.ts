import { type Context, Hono } from "hono";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { WebEnv } from "../web-env.ts";
import { answering, answerNotFound } from "./answer.ts";
import { type FeedRouteParts, findSubscription } from "./feed-parts.ts";

/** What the page says about a feed that was just added. The script of the page asks for it after a 204. */
export function addedRoute(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/feeds/:id/added", answering(parts, showAdded, { failed: (texts) => texts.loadFailed }));
  return app;
}

async function showAdded(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const feed = await findSubscription(parts, c, c.req.param("id") ?? "");
  return feed === null ? answerNotFound(parts, c) : c.html(addedNotice(parts.frame(c), feed).text);
}

export function addedNotice({ texts: { feeds: texts } }: Frame, { id, feedId, name }: ListedSubscription): Html {
  return html`<p class="done line">
    <span dir="auto">${texts.added.sentence(name)}</span>
    <a href="/stream?feed=${feedId}">${texts.added.read}</a>
    <a href="/feeds/${id}/edit">${texts.added.folder}</a>
  </p>`;
}
