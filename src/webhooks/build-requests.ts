import { createHmac } from "node:crypto";
import type { Credentials, DeliveryEvent, WebhookKind } from "./webhook.ts";

/** What happened. Of an item, a brief or a feed only what the event is about is there. */
export type Payload = {
  /** The same in every attempt: receivers know a delivery by it. */
  id: string;
  event: DeliveryEvent;
  at: string;
  item?: {
    id: string;
    url: string | null;
    title: string;
    original_title: string;
    summary: string;
    overall: number | null;
    published_at: string;
    feed: { title: string; folder: string | null };
  };
  brief?: { id: string; url: string; opening: string };
  feed?: { url: string; title: string; error: string };
};

export type Outgoing = { url: string; headers: Record<string, string>; body: string };

/** One request, or two where a service first gives a token: `next` makes the second from the first one's answer. */
export type Requests = { first: Outgoing; next?: (answer: unknown) => Outgoing | null };

type Receiver = { kind: WebhookKind; url: string; credentials: Credentials };

/** What is sent for a delivery; null if this kind cannot take it. `now` goes into the signature. */
export function buildRequests({ kind, url, credentials }: Receiver, payload: Payload, now: Date): Requests | null {
  const base = url.replace(/\/+$/, "");
  const page = payload.item ?? (payload.event === "test" ? testPage : undefined);
  if (kind === "webhook") return { first: sign(url, payload, credentials.secret ?? "", now) };
  if (kind === "ntfy")
    return { first: json(base, bearer(credentials.token), { topic: credentials.topic, ...announce(payload) }) };
  if (page === undefined || page.url === null) return null;
  const { title } = page;
  switch (kind) {
    case "readeck":
      return { first: json(`${base}/api/bookmarks`, bearer(credentials.token), { url: page.url, title }) };
    case "linkding":
      return {
        first: json(
          `${base}/api/bookmarks/`,
          { authorization: `Token ${credentials.token}` },
          { url: page.url, title, unread: true },
        ),
      };
    case "karakeep":
      return {
        first: json(`${base}/api/v1/bookmarks`, bearer(credentials.token), { type: "link", url: page.url, title }),
      };
    case "wallabag":
      return wallabag(base, credentials, { url: page.url, title });
  }
}

/** A page that everybody may keep. */
const testPage = { url: "https://example.com/", title: "Plainwire: a test" };

/** As Standard Webhooks says: the signature covers id, time and body, so that an old delivery cannot be sent again. */
function sign(url: string, payload: Payload, secret: string, now: Date): Outgoing {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${payload.id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": payload.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  return { url, headers, body };
}

function announce({ item, brief, feed, event }: Payload): object {
  if (item !== undefined) return { title: item.feed.title, message: item.title, ...(item.url && { click: item.url }) };
  if (brief !== undefined) return { title: "Plainwire", message: brief.opening, click: brief.url };
  if (feed !== undefined) return { title: feed.title, message: feed.error };
  return { title: "Plainwire", message: event === "test" ? testPage.title : event };
}

function wallabag(base: string, credentials: Credentials, page: { url: string; title: string }): Requests {
  const { clientId = "", clientSecret = "", username = "", password = "" } = credentials;
  const form = { grant_type: "password", client_id: clientId, client_secret: clientSecret, username, password };
  return {
    first: {
      url: `${base}/oauth/v2/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    },
    next: (answer) => {
      const { access_token: token } = (answer ?? {}) as { access_token?: unknown };
      return typeof token === "string" && /^[\x21-\x7e]+$/.test(token)
        ? json(`${base}/api/entries.json`, bearer(token), page)
        : null;
    },
  };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` };
}

function json(url: string, headers: Record<string, string>, content: object): Outgoing {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(content) };
}
