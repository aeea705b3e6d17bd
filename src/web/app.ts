import { type Context, Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { getPath } from "hono/utils/url";
import type { Registry } from "prom-client";
import type { AccountParts } from "../accounts/auth-provider.ts";
import type { SendMail } from "../accounts/mailer.ts";
import type { OidcClient } from "../accounts/oidc/oidc-client.ts";
import { aboutFetcherPage, homePage } from "./about-pages.ts";
import { feverRoutes } from "./apps/fever/fever-routes.ts";
import { greaderLimits, greaderRoutes } from "./apps/greader/greader-routes.ts";
import { minifluxLimits, minifluxRoutes } from "./apps/miniflux/miniflux-routes.ts";
import { ownLimits, ownRoutes } from "./apps/own/own-routes.ts";
import { straightenPath } from "./apps/straighten-path.ts";
import { loadAssets } from "./assets.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { lacksOperator } from "./auth/lacks-operator.ts";
import { missingOperator } from "./auth/missing-operator.ts";
import type { AuthProxy } from "./auth/auth-proxy.ts";
import { followProxy } from "./auth/follow-proxy.ts";
import type { BriefRouteParts } from "./brief/brief-parts.ts";
import { briefRoutes } from "./brief/brief-routes.ts";
import { unsubscribeRoutes } from "./settings/unsubscribe-routes.ts";
import type { AddressOf } from "./client-address.ts";
import { compressAnswers } from "./compress-answers.ts";
import { csrf } from "./csrf.ts";
import { parseFeedUrl } from "../feeds/new-feed.ts";
import type { FeedParts } from "./feeds/feed-parts.ts";
import { feedRoutes } from "./feeds/feed-routes.ts";
import { importBytesMax } from "./feeds/import-routes.ts";
import { frameOf } from "./kit/frame.ts";
import { mailInLimits, mailInRoute } from "./mail-in-route.ts";
import { iconRoutes, type MediaParts, pictureRoutes, streamRoutes } from "./media-routes.ts";
import { installedAppRoutes } from "./installed-app.ts";
import { type HealthParts, healthRoutes, metricsRoute } from "./monitoring-routes.ts";
import { observeRequests, type RequestLog } from "./observe-requests.ts";
import type { Operations } from "./operator/operator-parts.ts";
import { operatorRoutes } from "./operator/operator-routes.ts";
import { answerProblem, type Problem, problem, problemOfError } from "./problem.ts";
import { apiPage } from "./public/api-page.ts";
import { rss } from "./public/feed-formats.ts";
import type { PublicApi } from "./public/public-api.ts";
import { publicRoutes } from "./public/public-routes.ts";
import { limitRate } from "./public/rate-limit.ts";
import type { OpenArticle } from "./reading/reading-parts.ts";
import { personalDocumentRoutes } from "./reading/personal-document-routes.ts";
import { readingRoutes } from "./reading/reading-routes.ts";
import { keepPrivate, limitRequests, type RequestLimits, securityHeaders } from "./request-rules.ts";
import { recogniseSession } from "./require-person.ts";
import { sessionCookies } from "./session-cookie.ts";
import { mailRoutes } from "./settings/mail-routes.ts";
import { appPasswordRoutes } from "./settings/app-password-routes.ts";
import { webhookRoutes } from "./settings/webhook-routes.ts";
import { preferenceRoutes } from "./settings/preference-routes.ts";
import type { FetcherManners } from "./texts/en-about.ts";
import { textsOf } from "./texts/texts-of.ts";
import { sourcesRoutes } from "./sources/sources-routes.ts";
import { todayRoutes } from "./today/today-routes.ts";
import type { WebEnv } from "./web-env.ts";
import type { CallParts } from "../newsletters/take-call.ts";
import type { HearHubParts } from "../websub/hear-hub.ts";
import type { OwnHubParts } from "../websub/own-hub/take-request.ts";
import { ownHubRoutes, websubLimits, websubRoutes } from "./websub-routes.ts";

export type WebParts = HealthParts & {
  log: RequestLog;
  metrics: Registry;
  metricsToken: string | null;
  publicOrigin: string;
  version: string;
  fetcherManners: FetcherManners;
  isDatabaseUnavailable: (error: unknown) => boolean;
  accounts: AccountParts;
  /** Signs the tokens of forms. */
  secretKey: string;
  cookieSecure: boolean;
  addressOf: AddressOf;
  sendMail: SendMail | null;
  /** Absent or null: nobody logs in that way. */
  oidc?: OidcClient | null;
  authProxy?: AuthProxy | null;
  publicApi: PublicApi;
  briefWriting: BriefRouteParts["writing"];
  /** Whether a language model translates for those who choose it. */
  canTranslate: () => Promise<boolean>;
  feeds: FeedParts;
  media: MediaParts;
  openArticle: OpenArticle;
  /** Absent or null: WebSub is off. */
  websub?: HearHubParts | null;
  ownHub?: OwnHubParts | null;
  mailIn?: CallParts | null;
  /** Without it, this app has no operator's pages. */
  operations?: Operations;
};

const requestIdLengthMax = 64;
/** Routes whose requests may be larger or take longer than usual. */
export const limitsByRoute: Record<string, Partial<RequestLimits>> = {
  // Two calls to a model and the pause between them. The writing stops by itself after 155 s.
  "/summaries": { answerMs: 165_000 },
  // A model that has to load first; asking ends by itself before this (trialMsMax).
  "/operator/model/try": { answerMs: 190_000 },
  "/feeds/import": { bodyBytesMax: importBytesMax },
  ...greaderLimits,
  ...minifluxLimits,
  ...ownLimits,
  ...websubLimits,
  ...mailInLimits,
};

export function createWebApp(parts: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>({ getPath: (request) => straightenPath(getPath(request)) });
  const assets = loadAssets();
  const { accounts, operations, publicOrigin, version } = parts;
  const cookies = sessionCookies(parts.cookieSecure);
  const forms = csrf({ secretKey: parts.secretKey, publicOrigin, cookies });
  const frame = (c: Context<WebEnv>) => frameOf(c, { assets: assets.urls, version, csrfToken: forms.token });
  const refuse = (c: Context<WebEnv>, found: Problem) => answerProblem(c, frame(c), found);

  app.use(requestId({ limitLength: requestIdLengthMax }));
  app.use(observeRequests(parts.log, parts.metrics));
  app.use(compressAnswers(publicOrigin));
  app.use(securityHeaders(publicOrigin));
  app.use(keepPrivate);
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (c, methods) => refuse(c, wrongMethod(c, methods)) }));
  app.use(limitRequests(limitsByRoute));
  const { db, now } = accounts;
  app.route("/", unsubscribeRoutes({ db, now, secretKey: parts.secretKey, frame, refuse }));
  for (const door of [websubRoutes(parts.websub ?? null), mailInRoute(parts.mailIn ?? null)]) app.route("/", door);
  const publicLimit = limitRate({ ...parts.publicApi, addressOf: parts.addressOf }, refuse);
  app.route("/", ownHubRoutes(parts.ownHub ? { ...parts.ownHub, findFeed: publishedFeed(parts) } : null, publicLimit));
  // Apps send no form token, and no cookie of theirs is read.
  const appRoutes = [greaderRoutes(parts), feverRoutes(parts), minifluxRoutes(parts), ownRoutes(parts, refuse)];
  for (const routes of appRoutes) app.route("/", routes);
  app.use(forms.protect);
  app.notFound((c) => refuse(c, problem(404, textsOf(c).problem.nothingHere)));
  app.onError((error, c) => refuse(c, problemOfError(c, error, parts.isDatabaseUnavailable)));

  app.get("/metrics", metricsRoute(parts.metrics, parts.metricsToken));
  app.get("/static/:hash/:name", assets.serve);
  app.get("/vendor/:version/:name", assets.serve);
  app.route("/", installedAppRoutes({ assets: assets.urls, frame }));
  app.route("/", healthRoutes(parts));
  const publicApi = publicRoutes({ ...parts.publicApi, addressOf: parts.addressOf }, refuse);
  app.route("/", publicApi.routes);
  app.route("/", pictureRoutes(parts.media));
  app.route("/", iconRoutes(parts.media));
  app.route("/", personalDocumentRoutes({ ...parts, hasHub: Boolean(parts.ownHub) }, publicLimit));

  // The routes below load the session from the database; the ones above never do.
  app.use(recogniseSession(accounts, cookies, refuse));
  const isWithoutOperator = lacksOperator(operations);
  const people = { ...parts, cookies, frame, refuse, isWithoutOperator };
  if (parts.authProxy) app.use(followProxy({ ...people, authProxy: parts.authProxy }));
  app.get("/", async (c) => c.html(homePage(frame(c), await missingOperator(people, frame(c))).text));
  // The short address is the one publishers look for.
  app.on("GET", ["/about-fetcher", "/bot"], (c) => c.html(aboutFetcherPage(frame(c), parts.fetcherManners).text));
  app.get("/docs/api", async (c) => c.html(apiPage(frame(c), await publicApi.describe()).text));
  app.route("/", authRoutes(people));
  app.route("/", streamRoutes({ media: parts.media, refuse }));
  app.route("/", preferenceRoutes({ ...parts, frame, refuse }));
  app.route("/", mailRoutes({ ...parts, frame, refuse }));
  app.route("/", appPasswordRoutes({ ...parts, frame, refuse }));
  app.route("/", webhookRoutes({ ...parts, frame, refuse }));
  app.route("/", feedRoutes({ ...parts, frame, refuse }));
  app.route("/", todayRoutes({ ...parts, frame, refuse }));
  app.route("/", sourcesRoutes({ ...parts, frame, refuse }));
  app.route("/", readingRoutes({ ...parts, frame, refuse }));
  if (operations !== undefined)
    app.route("/", operatorRoutes({ ...parts, operations, isWithoutOperator, frame, refuse }));
  const canMail = parts.sendMail !== null;
  app.route("/", briefRoutes({ ...parts, db, writing: parts.briefWriting, canMail, frame, refuse }));
  return app;
}

/** A program that listens to a clean feed wants it, as one that asks for it does. */
function publishedFeed({ publicApi: { documents, noteAsked } }: WebParts): (url: string) => Promise<string | null> {
  return async (written) => {
    // Written in another way it would be a topic of its own, and some texts are an error in a query.
    const parsed = parseFeedUrl(written);
    if (parsed.kind !== "url" || parsed.url !== written) return null;
    const found = await documents.findFeed({ format: rss, url: parsed.url, maxScore: null });
    if (found === "missing") return null;
    noteAsked(found.feedId);
    return found.feedId;
  };
}

function wrongMethod(c: Context, allowed: string[]): Problem {
  const methods = allowed.join(", ");
  return problem(405, textsOf(c).problem.wrongMethod(c.req.method, methods), { Allow: methods });
}
