import { type Context, Hono } from "hono";
import { isUuid } from "../../ids.ts";
import { queueItem } from "../../webhooks/webhook-store.ts";
import { readForm } from "../kit/read-form.ts";
import { withParameters } from "../kit/with-parameters.ts";
import { problem } from "../problem.ts";
import { asReader, type ReadingParts } from "../reading/reading-parts.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { parseArticleList } from "./article-list.ts";

export function sendRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/items/:id/send", (c) => sendItem(parts, c));
  return app;
}

/** Back to the item, which says that it was sent. */
async function sendItem(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const [item, webhook] = [c.req.param("id") ?? "", form("webhook")];
  const isKnown = isUuid(item) && isUuid(webhook);
  const queued = isKnown ? await asReader(parts, c, (tx, now) => queueItem(tx, webhook, item, now)) : "gone";
  const { gone, goneWhy, tooManyWait } = textsOf(c).webhooks;
  if (queued === "full") return parts.refuse(c, problem(429, tooManyWait));
  if (queued === "gone") return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  const { query } = parseArticleList(form("list") || undefined, "");
  return c.redirect(withParameters(`/items/${item}`, { ...(query !== null && { list: query }), done: "sent" }), 303);
}
