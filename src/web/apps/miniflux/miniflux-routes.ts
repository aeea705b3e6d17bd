import { type Context, Hono } from "hono";
import { recogniseSecret } from "../../../accounts/open-app-access.ts";
import { importBytesMax } from "../../feeds/import-routes.ts";
import { createRateLimit, type RateLimit } from "../../public/rate-limit.ts";
import type { RequestLimits } from "../../request-rules.ts";
import type { WebEnv } from "../../web-env.ts";
import { addressFrom, type AppParts, type Call } from "../app-call.ts";
import { createAppLimit } from "../limit-app.ts";
import { readParameters } from "../read-parameters.ts";
import { addCategory, listCategories, markCategory, removeCategory, renameCategory } from "./category-calls.ts";
import { changeEntries, listEntries, markEverything, sendEntry, toggleStar } from "./entry-calls.ts";
import {
  changeFeed,
  createFeed,
  discover,
  importOpml,
  listCounters,
  listFeeds,
  markFeed,
  removeFeed,
  sendExport,
  sendFeed,
  sendIcon,
} from "./feed-calls.ts";
import { done, refuseCall, sendRest } from "./send-rest.ts";

/** By route, for limitRequests. */
export const minifluxLimits: Record<string, Partial<RequestLimits>> = {
  "/v1/entries": { bodyBytesMax: 2_000_000 },
  "/v1/import": { bodyBytesMax: importBytesMax, answerMs: 120_000 },
};

type Answer = (call: Call) => Promise<Response> | Response;
type Method = "GET" | "POST" | "PUT" | "DELETE";

function callsWith(lookups: RateLimit): [method: Method, path: string, answer: Answer][] {
  return [
    ["GET", "/me", sendMe],
    ["GET", "/version", ({ c }) => sendRest(c, version)],
    ["GET", "/integrations/status", ({ c }) => sendRest(c, { has_integrations: false })],
    ["PUT", "/users/:id/mark-all-as-read", markEverything],
    ["GET", "/categories", listCategories],
    ["POST", "/categories", addCategory],
    ["PUT", "/categories/:id", renameCategory],
    ["DELETE", "/categories/:id", removeCategory],
    ["PUT", "/categories/:id/mark-all-as-read", markCategory],
    // Feeds are fetched by the server's own schedule.
    ["PUT", "/categories/:id/refresh", done],
    ["GET", "/categories/:category/feeds", listFeeds],
    ["GET", "/categories/:category/entries", listEntries],
    ["GET", "/categories/:category/entries/:entry", sendEntry],
    ["GET", "/feeds", listFeeds],
    ["POST", "/feeds", createFeed],
    ["GET", "/feeds/counters", listCounters],
    ["PUT", "/feeds/refresh", done],
    ["GET", "/feeds/:feed", sendFeed],
    ["PUT", "/feeds/:feed", changeFeed],
    ["DELETE", "/feeds/:feed", removeFeed],
    ["GET", "/feeds/:feed/icon", sendIcon],
    ["GET", "/icons/:feed", sendIcon],
    ["PUT", "/feeds/:feed/refresh", done],
    ["PUT", "/feeds/:feed/mark-all-as-read", markFeed],
    ["GET", "/feeds/:feed/entries", listEntries],
    ["GET", "/feeds/:feed/entries/:entry", sendEntry],
    ["GET", "/entries", listEntries],
    ["PUT", "/entries", changeEntries],
    ["GET", "/entries/:entry", sendEntry],
    ["PUT", "/entries/:entry/bookmark", toggleStar],
    ["PUT", "/entries/:entry/star", toggleStar],
    ["GET", "/export", sendExport],
    ["POST", "/import", importOpml],
    ["POST", "/discover", (call) => discover(call, lookups)],
  ];
}

/** What apps compare to know which calls there are. */
const version = { version: "2.2.0", commit: "", build_date: "", go_version: "", compiler: "", arch: "", os: "" };

/**
 * The part of Miniflux's REST API (v1) that reading apps use. The app password is the API key, or the password of a basic login.
 * No cookie is read.
 */
export function minifluxRoutes(parts: AppParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const limit = createAppLimit(() => performance.now());
  const lookups = createRateLimit(() => performance.now(), { burstMax: 20, perSecond: 20 / 60, addressesMax: 10_000 });
  app.use("/v1/*", async (c, next) => {
    await next();
    allowOtherOrigins(c);
  });
  app.options("/v1/*", (c) => c.body(null, 204));
  const answering = (answer: Answer) => async (c: Context<WebEnv>) => {
    const { secret, email } = readLogin(c);
    const found = await recogniseSecret(parts.accounts, {
      protocol: "miniflux",
      secret,
      address: addressFrom(parts, c),
    });
    if (found.kind === "throttled") return refuseFor(c, found.retryAfterSeconds);
    const isOwner = found.kind === "open" && (email === null || email === found.access.email.toLowerCase());
    if (!isOwner) return refuseCall(c, 401, "Access Unauthorized");
    const { access } = found;
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const waitSeconds = limit.take(access.passwordId, isRead ? c.req.url : null);
    if (waitSeconds !== null) return refuseFor(c, waitSeconds);
    if (!isRead && access.readOnly) return refuseCall(c, 403, "This app password is read only.");
    return answer({ parts, c, access, parameters: await readParameters(c), now: parts.accounts.now() });
  };
  for (const [method, path, answer] of callsWith(lookups)) app.on(method, `/v1${path}`, answering(answer));
  const rest = answering(({ c }) =>
    /^\/v1\/(?:users|api-keys)\b/.test(c.req.path)
      ? refuseCall(c, 403, "Accounts are managed on the pages of this server.")
      : refuseCall(c, 404, "Resource Not Found"),
  );
  app.on(["GET", "POST", "PUT", "DELETE"], "/v1/*", rest);
  return app;
}

/** `X-Auth-Token`, or a basic login with the email. */
function readLogin(c: Context<WebEnv>): { secret: string; email: string | null } {
  const key = c.req.header("X-Auth-Token")?.trim() ?? "";
  if (key !== "") return { secret: key, email: null };
  const [, basic = ""] = /^\s*Basic\s+(\S+)\s*$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  const [, email = "", secret = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, "base64").toString("utf8")) ?? [];
  return { secret: secret.trim(), email: email.trim().toLowerCase() };
}

function refuseFor(c: Context<WebEnv>, seconds: number): Response {
  c.header("Retry-After", String(seconds));
  return refuseCall(c, 429, `Too many requests. Try again in ${seconds} s.`);
}

/** Every key that Miniflux has, because apps with strict types ask for them. Everybody is user 1 to themselves. */
function sendMe({ c, access: { email, language } }: Call): Promise<Response> {
  return sendRest(c, {
    id: 1,
    username: email,
    is_admin: false,
    theme: "system_serif",
    language: { en: "en_US", de: "de_DE", pl: "pl_PL" }[language],
    timezone: "UTC",
    entry_sorting_direction: "desc",
    entry_sorting_order: "published_at",
    stylesheet: "",
    custom_js: "",
    external_font_hosts: "",
    google_id: "",
    openid_connect_id: "",
    entries_per_page: 100,
    keyboard_shortcuts: true,
    show_reading_time: true,
    entry_swipe: true,
    gesture_nav: "tap",
    last_login_at: null,
    display_mode: "standalone",
    default_reading_speed: 265,
    cjk_reading_speed: 500,
    default_home_page: "unread",
    categories_sorting_order: "unread_count",
    mark_read_on_view: true,
    mark_read_on_media_player_completion: false,
    media_playback_rate: 1,
    block_filter_entry_rules: "",
    keep_filter_entry_rules: "",
  });
}

/** For readers that run in a browser, such as ReactFlux. No cookie is read, so this gives nothing away. */
function allowOtherOrigins(c: Context<WebEnv>): void {
  c.header("Access-Control-Allow-Origin", "*");
  if (c.req.method !== "OPTIONS") return;
  c.header("Access-Control-Allow-Headers", "X-Auth-Token, Authorization, Content-Type");
  c.header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS");
  c.header("Access-Control-Max-Age", "86400");
}
