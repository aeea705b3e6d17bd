import { Hono } from "hono";
import { cors } from "hono/cors";
import { generateSpecs } from "hono-openapi";
import type { RequestLimits } from "../../request-rules.ts";
import type { WebEnv } from "../../web-env.ts";
import type { AppParts } from "../app-call.ts";
import { createAppLimit } from "../limit-app.ts";
import {
  accountAnswer,
  briefAnswer,
  briefsAnswer,
  feedAnswer,
  feedsAnswer,
  folderAnswer,
  foldersAnswer,
  itemAnswer,
  itemsAnswer,
  pagesAnswer,
  storiesAnswer,
  storyAnswer,
} from "./own-answers.ts";
import { ownCalls, type Refuse } from "./own-call.ts";
import {
  addFolder,
  changeFeed,
  changeFolder,
  createFeed,
  feedBody,
  folderBody,
  listFeeds,
  listOwnFolders,
  newFeedBody,
  removeFeed,
  removeFolder,
} from "./own-feeds.ts";
import {
  changeItem,
  itemBody,
  itemsQuery,
  listItems,
  markAllAsRead,
  markItems,
  marksBody,
  readAllBody,
  sendItem,
} from "./own-items.ts";
import { createPageLookup, pagesQuery } from "./own-pages.ts";
import { briefsQuery, listOwnBriefs, listStories, sendBrief, sendStory, storiesQuery } from "./own-stories.ts";

/** By route, for limitRequests. */
export const ownLimits: Record<string, Partial<RequestLimits>> = { "/api/me/marks": { bodyBytesMax: 2_000_000 } };

const documentation = {
  info: {
    title: "Plainwire, your own account",
    version: "1",
    description:
      "For scripts and home automations: your items, marks, feeds, folders, stories and briefs. Make a token under Settings → Apps and send it as Authorization: Bearer. Errors are problem+json with a sentence. Lists go on at next.",
  },
  servers: [{ url: "/" }],
  components: { securitySchemes: { token: { type: "http" as const, scheme: "bearer" } } },
};

/** A person's own JSON API. It reads no cookie, so no other site can misuse a browser's login. */
export function ownRoutes(parts: AppParts, refuse: Refuse): Hono<WebEnv> {
  const limit = createAppLimit(() => performance.now());
  const calls = ownCalls(parts, { limit, refuse });
  addItemCalls(calls);
  addFeedCalls(calls);
  addStoryCalls(calls);
  const app = new Hono<WebEnv>();
  app.use("/api/me/*", cors({ origin: "*", exposeHeaders: ["ETag", "Retry-After"] }));
  app.get("/api/me/openapi.json", async (c) => c.json(await generateSpecs(calls.app, { documentation })));
  app.route("/", calls.app);
  return app;
}

type Calls = ReturnType<typeof ownCalls>;

function addItemCalls({ add }: Calls): void {
  const items = "/api/me/items";
  add(
    { method: "get", path: "/api/me", operationId: "getAccount", summary: "Whose token it is", answer: accountAnswer },
    async ({ access: { email, readOnly, plainTitles } }) => ({
      answer: { email, scope: readOnly ? "read" : "all", plain_titles: plainTitles },
    }),
  );
  const list = { operationId: "listItems", summary: "Your items, the last that came first" };
  add({ method: "get", path: items, ...list, query: itemsQuery, answer: itemsAnswer }, (call, { query }) =>
    listItems(call, query),
  );
  const one = { operationId: "getItem", summary: "An item with its text" };
  add({ method: "get", path: `${items}/:id`, ...one, answer: itemAnswer }, sendItem);
  const change = { operationId: "changeItem", summary: "Marks an item as read, unread or starred" };
  add({ method: "patch", path: `${items}/:id`, ...change, body: itemBody, answer: itemAnswer }, (call, { body }) =>
    changeItem(call, body),
  );
  const marks = {
    operationId: "markItems",
    summary: "Marks up to 10,000 items; those that are not yours are passed over",
  };
  add({ method: "post", path: "/api/me/marks", ...marks, body: marksBody }, (call, { body }) => markItems(call, body));
  const all = { operationId: "markAllAsRead", summary: "Marks everything, a feed or a folder as read, until a time" };
  add({ method: "post", path: "/api/me/read-all", ...all, body: readAllBody }, (call, { body }) =>
    markAllAsRead(call, body),
  );
  const lookUp = createPageLookup(Date.now);
  const pages = {
    operationId: "lookUpPages",
    summary: "What is known of pages, by the beginning of their hashes",
    description:
      "The server does not learn which page is meant: it answers with all pages of your feeds that start with a prefix, and you pick yours. Ask without prefixes for the length of a prefix.",
  };
  add({ method: "get", path: "/api/me/pages", ...pages, query: pagesQuery, answer: pagesAnswer }, (call, { query }) =>
    lookUp(call, query),
  );
}

function addFeedCalls({ add }: Calls): void {
  const [feeds, folders] = ["/api/me/feeds", "/api/me/folders"];
  const list = { operationId: "listFeeds", summary: "Your feeds and how many items are unread" };
  add({ method: "get", path: feeds, ...list, answer: feedsAnswer }, listFeeds);
  const create = { operationId: "addFeed", summary: "Adds a feed; one that you have is answered as it is" };
  add(
    { method: "post", path: feeds, ...create, body: newFeedBody, answer: feedAnswer, isMade: true },
    (call, { body }) => createFeed(call, body),
  );
  const change = { operationId: "changeFeed", summary: "Renames a feed or moves it; a folder of null takes it out" };
  add({ method: "patch", path: `${feeds}/:id`, ...change, body: feedBody, answer: feedAnswer }, (call, { body }) =>
    changeFeed(call, body),
  );
  add({ method: "delete", path: `${feeds}/:id`, operationId: "removeFeed", summary: "Removes a feed" }, removeFeed);
  const listAll = { operationId: "listFolders", summary: "Your folders, in your order" };
  add({ method: "get", path: folders, ...listAll, answer: foldersAnswer }, listOwnFolders);
  const make = { operationId: "addFolder", summary: "Makes a folder" };
  add(
    { method: "post", path: folders, ...make, body: folderBody, answer: folderAnswer, isMade: true },
    (call, { body }) => addFolder(call, body),
  );
  const rename = { operationId: "renameFolder", summary: "Renames a folder" };
  add(
    { method: "patch", path: `${folders}/:id`, ...rename, body: folderBody, answer: folderAnswer },
    (call, { body }) => changeFolder(call, body),
  );
  const remove = { operationId: "removeFolder", summary: "Deletes a folder; its feeds stay" };
  add({ method: "delete", path: `${folders}/:id`, ...remove }, removeFolder);
}

function addStoryCalls({ add }: Calls): void {
  const [stories, briefs] = ["/api/me/stories", "/api/me/briefs"];
  const list = { operationId: "listStories", summary: "Stories in the order of the front page" };
  add({ method: "get", path: stories, ...list, query: storiesQuery, answer: storiesAnswer }, (call, { query }) =>
    listStories(call, query),
  );
  const one = { operationId: "getStory", summary: "A story with all its reports; it stays unread" };
  add({ method: "get", path: `${stories}/:id`, ...one, answer: storyAnswer }, sendStory);
  const listAll = { operationId: "listBriefs", summary: "Your briefs, the newest first" };
  add({ method: "get", path: briefs, ...listAll, query: briefsQuery, answer: briefsAnswer }, (call, { query }) =>
    listOwnBriefs(call, query),
  );
  const brief = { operationId: "getBrief", summary: "A brief by its id, or the latest one by “latest”" };
  add({ method: "get", path: `${briefs}/:id`, ...brief, answer: briefAnswer }, sendBrief);
}
