import { buildEdition, type Moment } from "./build-edition.ts";
import { buildFrontPage, buildItemPage, buildOutletFeed, outletStyle } from "./build-outlet-documents.ts";
import { fileAt } from "./item-extras.ts";
import type { Outlet, StoryReport } from "./outlets.ts";

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer; waitMs: number };
export type Asked = { outlet: Outlet; origin: string; path: string };

/** Where a reader looks for the feed. For an outlet that moved, this is its old address. */
export function feedPathOf(outlet: Outlet): string {
  return outlet.behaviour === "moved" ? "/news.rss" : homePathOf(outlet);
}

function homePathOf({ format }: Outlet): string {
  return format === "json" ? "/feed.json" : "/feed.xml";
}

const slowMs = 3_000;
const busySeconds = 600;
const cutAt = 0.55;

/** How an outlet answers a request for one of its paths. */
export function answerRequest(asked: Asked, reports: readonly StoryReport[], moment: Moment): Answer {
  const { outlet, origin, path } = asked;
  if (path === feedPathOf(outlet) || path === homePathOf(outlet)) return answerFeed(asked, reports, moment);
  if (path === "/robots.txt") return answer(200, "text/plain", "User-agent: *\nAllow: /\n");
  if (path === "/style.css") return answer(200, "text/css", outletStyle);

  const file = fileAt(path);
  if (file !== null) return answer(200, file.type, file.body);

  const items = buildEdition(outlet, reports, moment);
  if (path === "/") return answer(200, html, buildFrontPage(outlet, items, homePathOf(outlet)));
  const item = items.find((one) => one.path === path);
  return item === undefined
    ? answer(404, "text/plain", `${origin} has no such page.\n`)
    : answer(200, html, buildItemPage(outlet, item));
}

function answerFeed({ outlet, origin, path }: Asked, reports: readonly StoryReport[], moment: Moment): Answer {
  const { contentType, body } = buildOutletFeed(outlet, origin, buildEdition(outlet, reports, moment));
  const whole = answer(200, contentType, body);
  switch (outlet.behaviour) {
    case "ordinary":
      return whole;
    case "slow":
      return { ...whole, waitMs: slowMs };
    case "cut":
      return { ...whole, body: body.slice(0, body.length * cutAt) };
    case "moved":
      return path === homePathOf(outlet) ? whole : answerMoved(origin + homePathOf(outlet));
    case "gone":
      return answer(410, "text/plain", "This feed has ended.\n");
    case "busy":
      return { ...answer(429, "text/plain", "Too many requests.\n"), headers: { "retry-after": String(busySeconds) } };
  }
}

function answerMoved(location: string): Answer {
  return { status: 301, headers: { location }, body: "", waitMs: 0 };
}

const html = "text/html; charset=utf-8";

function answer(status: number, contentType: string, body: string | Buffer): Answer {
  return { status, headers: { "content-type": contentType }, body, waitMs: 0 };
}
