import { Hono } from "hono";
import { requirePerson } from "../require-person.ts";
import { articleRoutes } from "../article/article-routes.ts";
import { storyRoutes } from "../story/story-routes.ts";
import type { WebEnv } from "../web-env.ts";
import { filterRoutes } from "./filter-routes.ts";
import { byFeedRoutes, itemRoutes, markRoutes } from "./item-routes.ts";
import { personalFeedRoutes } from "./personal-feed-routes.ts";
import type { ReadingParts } from "./reading-parts.ts";

const paths = ["/items", "/stories", "/filters", "/personal-feeds"];

/** The reading pages: items, stories, filters and personal feeds. */
export function readingRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of paths) app.use(path, requirePerson(parts.refuse)).use(`${path}/*`, requirePerson(parts.refuse));
  // The marks and the list by feed come first: their paths also match an item's.
  for (const routes of [
    byFeedRoutes,
    markRoutes,
    itemRoutes,
    articleRoutes,
    storyRoutes,
    filterRoutes,
    personalFeedRoutes,
  ]) {
    app.route("/", routes(parts));
  }
  return app;
}
