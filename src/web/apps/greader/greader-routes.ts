import { type Context, Hono } from "hono";
import type { RequestLimits } from "../../request-rules.ts";
import { importBytesMax } from "../../feeds/import-routes.ts";
import { createRateLimit } from "../../public/rate-limit.ts";
import type { WebEnv } from "../../web-env.ts";
import { createAppLimit } from "../limit-app.ts";
import { type Parameters, readParameters } from "../read-parameters.ts";
import { sendText } from "../send-to-app.ts";
import { disableTags, renameTag } from "./folder-calls.ts";
import type { Call, AppParts } from "../app-call.ts";
import {
  sendFriends,
  sendOpml,
  sendPreferences,
  sendStreamPreferences,
  sendSubscriptions,
  sendTags,
  sendUserInfo,
} from "./list-calls.ts";
import { editTags, markStreamsRead } from "./mark-calls.ts";
import { clientLogin, recogniseApp, sendToken } from "./sign-in.ts";
import {
  sendItemContents,
  sendStreamAtom,
  sendStreamContents,
  sendStreamIds,
  sendUnreadCount,
} from "./stream-calls.ts";
import { editSubscriptions, importOpml, quickAdd } from "./subscription-calls.ts";

/** The second is what apps of the FreshRSS kind append by themselves, or people type from its manual. */
export const greaderBases = ["", "/api/greader.php"];
const api = "/reader/api/0";

/** RSS Guard names 9,999 items in one request (0.7 MB). */
const idsBytesMax = 2_000_000;

/** By route, for limitRequests. */
export const greaderLimits: Record<string, Partial<RequestLimits>> = Object.fromEntries(
  greaderBases.flatMap((base) => [
    [`${base}${api}/stream/items/contents`, { bodyBytesMax: idsBytesMax }],
    [`${base}${api}/edit-tag`, { bodyBytesMax: idsBytesMax }],
    [`${base}${api}/subscription/import`, { bodyBytesMax: importBytesMax, answerMs: 120_000 }],
  ]),
);

type Answer = (call: Call) => Promise<Response>;

const lookupsRate = { burstMax: 20, perSecond: 20 / 60, addressesMax: 10_000 };

/**
 * The Google Reader API. It reads no cookie, only tokens of app passwords, so no other site can misuse a browser's login.
 * Apps mix GET and POST, query and body: each call takes all of them.
 */
export function greaderRoutes(parts: AppParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const limit = createAppLimit(() => performance.now());
  const lookups = createRateLimit(() => performance.now(), lookupsRate);
  const reads: [path: string, answer: Answer][] = [
    [`${api}/token`, sendToken],
    [`${api}/user-info`, sendUserInfo],
    [`${api}/tag/list`, sendTags],
    [`${api}/subscription/list`, sendSubscriptions],
    [`${api}/subscription/export`, sendOpml],
    [`${api}/unread-count`, sendUnreadCount],
    [`${api}/stream/items/ids`, sendStreamIds],
    [`${api}/stream/items/contents`, sendItemContents],
    [`${api}/stream/contents`, sendStreamContents],
    [`${api}/stream/contents/:stream{.+}`, sendStreamContents],
    [`${api}/preference/list`, sendPreferences],
    [`${api}/preference/stream/list`, sendStreamPreferences],
    [`${api}/friend/list`, sendFriends],
    ["/reader/atom/:stream{.+}", sendStreamAtom],
  ];
  const changes: [path: string, answer: Answer][] = [
    [`${api}/edit-tag`, editTags],
    [`${api}/mark-all-as-read`, markStreamsRead],
    [`${api}/rename-tag`, renameTag],
    [`${api}/disable-tag`, disableTags],
    [`${api}/subscription/edit`, editSubscriptions],
    [`${api}/subscription/quickadd`, (call) => quickAdd(call, lookups)],
    [`${api}/subscription/import`, importOpml],
  ];

  const answering =
    (answer: Answer, { isChange }: { isChange: boolean }) =>
    async (c: Context<WebEnv>) => {
      const parameters = await readParameters(c);
      const access = await recogniseApp(parts, c, parameters);
      if (access === null) return unauthorised(c);
      // A token is asked for before every change.
      const isQuestion = !isChange && !c.req.path.endsWith("/token");
      const waitSeconds = limit.take(access.passwordId, isQuestion ? questionOf(c, parameters) : null);
      if (waitSeconds !== null) {
        c.header("Retry-After", String(waitSeconds));
        return sendText(c, `Too many requests. Try again in ${waitSeconds} s.`, 429);
      }
      if (isChange && access.readOnly) return sendText(c, "This app password is read only.", 403);
      return answer({ parts, c, access, parameters, now: parts.accounts.now() });
    };

  for (const base of greaderBases) {
    for (const path of [`${base}/accounts/*`, `${base}/reader/*`]) {
      app.use(path, async (c, next) => {
        await next();
        allowOtherOrigins(c);
      });
      app.options(path, (c) => c.body(null, 204));
    }
    app.on(["GET", "POST"], `${base}/accounts/ClientLogin`, (c) => clientLogin(parts, c));
    for (const [path, answer] of reads) app.on(["GET", "POST"], base + path, answering(answer, { isChange: false }));
    for (const [path, answer] of changes) app.post(base + path, answering(answer, { isChange: true }));
    app.on(["GET", "POST"], `${base}/reader/*`, (c) => sendText(c, "Unknown call.", 404));
  }
  // People open it in a browser to see whether the address is right.
  app.get("/api/greader.php", (c) => sendText(c, "OK"));
  return app;
}

/** What is asked, without the time that old apps send against caches: with it, no question is ever the same. */
function questionOf(c: Context<WebEnv>, { body }: Parameters): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete("ck");
  return `${pathname}?${searchParams.toString()} ${body.toString("latin1")}`;
}

/** Capy asks for a new token only where it finds the second header. */
function unauthorised(c: Context<WebEnv>): Response {
  c.header("Google-Bad-Token", "true");
  c.header("X-Reader-Google-Bad-Token", "true");
  return sendText(c, "Unauthorized", 401);
}

const daySeconds = "86400";

/** For readers that run in a browser. No cookie is read, so this gives nothing away. */
function allowOtherOrigins(c: Context<WebEnv>): void {
  c.header("Access-Control-Allow-Origin", "*");
  if (c.req.method !== "OPTIONS") return;
  c.header("Access-Control-Allow-Headers", "Authorization, Content-Type");
  c.header("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
  c.header("Access-Control-Max-Age", daySeconds);
}
