import { type Context, Hono } from "hono";
import { recogniseSecret } from "../../../accounts/open-app-access.ts";
import type { WebEnv } from "../../web-env.ts";
import { addressFrom, type AppParts, asOwner, type Call } from "../app-call.ts";
import { createAppLimit } from "../limit-app.ts";
import { readParameters } from "../read-parameters.ts";
import { sendJsonToApp } from "../send-to-app.ts";
import { answerItems } from "./fever-items.ts";
import { answerFavicons, answerFeeds, answerGroups } from "./fever-lists.ts";
import { applyMark, answerSavedIds, answerUnreadIds } from "./fever-marks.ts";

/** The last two are what apps of the FreshRSS kind append, and what the original program was called. */
const paths = ["/fever", "/fever/fever.php", "/api/fever.php"];

type Answer = (call: Call) => Promise<object>;

/** By the key that asks for it. One request may have several. */
const answers: Record<string, Answer> = {
  groups: answerGroups,
  feeds: answerFeeds,
  favicons: answerFavicons,
  items: answerItems,
  links: async () => ({ links: [] }),
  unread_item_ids: answerUnreadIds,
  saved_item_ids: answerSavedIds,
};

/**
 * The Fever API, version 3. All of it is one address: the names of the parameters say what is asked for, whatever their values
 * are, in the query or in the body. The key comes with every request; no cookie is read.
 */
export function feverRoutes(parts: AppParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const limit = createAppLimit(() => performance.now());
  const answer = async (c: Context<WebEnv>): Promise<Response> => {
    const parameters = await readParameters(c);
    // Apps write the MD5 in small or capital letters.
    const secret = parameters.one("api_key").trim().toLowerCase();
    const found = await recogniseSecret(parts.accounts, { protocol: "fever", secret, address: addressFrom(parts, c) });
    if (found.kind === "throttled") return refuseFor(c, found.retryAfterSeconds);
    // Fever has no status codes: 0 is a wrong key.
    if (found.kind === "wrong") return sendJsonToApp(c, { api_version: 3, auth: 0 });
    const { access } = found;
    const isChange = parameters.has("mark");
    const asked = Object.keys(answers).filter((key) => parameters.has(key));
    const place = ["since_id", "max_id", "with_ids", "feed_ids", "group_ids"].map((name) => parameters.one(name));
    const waitSeconds = limit.take(access.passwordId, isChange ? null : JSON.stringify([asked, place]));
    if (waitSeconds !== null) return refuseFor(c, waitSeconds);

    const call: Call = { parts, c, access, parameters, now: parts.accounts.now() };
    // A key that may only read changes nothing; the lists in the answer tell the app so.
    const marked = isChange ? await asOwner(call, (tx) => applyMark(tx, call)) : null;
    const head = { api_version: 3, auth: 1, last_refreshed_on_time: Math.floor(call.now.getTime() / 1_000) };
    const told = new Set(marked === null ? asked : [...asked, marked]);
    const bodies: object[] = [];
    for (const key of told) bodies.push((await answers[key]?.(call)) ?? {});
    return sendJsonToApp(c, Object.assign(head, ...bodies));
  };
  for (const path of paths) app.on(["GET", "POST"], path, answer);
  return app;
}

function refuseFor(c: Context<WebEnv>, seconds: number): Response {
  return c.json({ api_version: 3, auth: 0 }, 429, { "Retry-After": String(seconds), "Cache-Control": "no-store" });
}
