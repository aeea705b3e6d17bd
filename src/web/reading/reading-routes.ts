import { Hono } from "hono";
import { requirePerson } from "../require-person.ts";
import { articleRoutes } from "../article/article-routes.ts";
import { sendRoutes } from "../article/send-routes.ts";
import { storyRoutes } from "../story/story-routes.ts";
import { markRoutes } from "../stream/mark-routes.ts";
import { streamRoutes } from "../stream/stream-routes.ts";
import type { WebEnv } from "../web-env.ts";
import { filterRoutes } from "./filter-routes.ts";
import { personalFeedRoutes } from "./personal-feed-routes.ts";
import type { ReadingParts } from "./reading-parts.ts";

const paths = ["/stream", "/items", "/stories", "/filters", "/personal-feeds"];

/** The reading pages: the list, items, stories, filters and personal feeds. */
export function readingRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of paths) app.use(path, requirePerson(parts.refuse)).use(`${path}/*`, requirePerson(parts.refuse));
  // The old address of the list by feed comes first: it also matches an item's.
  for (const routes of [
    streamRoutes,
    markRoutes,
    articleRoutes,
    sendRoutes,
    storyRoutes,
    filterRoutes,
    personalFeedRoutes,
  ]) {
    app.route("/", routes(parts));
  }
  return app;
}
