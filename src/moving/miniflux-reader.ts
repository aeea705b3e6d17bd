import { z } from "zod";
import { askJson, type Asking, notItsApi } from "./ask-reader.ts";
import { limitItem, type Mark, type OtherReader } from "./other-reader.ts";

export type MinifluxLogin = { token: string } | { user: string; password: string };

const entriesPerPage = 250;

const feedsSchema = z.array(
  z.object({
    id: z.number(),
    feed_url: z.string(),
    title: z.string().catch(""),
    username: z.string().catch(""),
    cookie: z.string().catch(""),
    category: z.object({ title: z.string() }).nullish(),
  }),
);

const entriesSchema = z.object({
  total: z.number(),
  entries: z
    .array(
      z.object({
        id: z.number(),
        feed_id: z.number(),
        status: z.string(),
        title: z.string().catch(""),
        url: z.string().catch(""),
        author: z.string().catch(""),
        content: z.string().catch(""),
        published_at: z.coerce.date().nullable().catch(null),
        changed_at: z.coerce.date().nullable().catch(null),
      }),
    )
    .nullable(),
});

/** Miniflux' own API, from version 2.0.25 on (`changed_at`); its entries have no guid, so the address is what they are known by. */
export function createMinifluxReader(asking: Asking, login: MinifluxLogin): OtherReader {
  const headers = headersOf(login);
  const ask = async <Result>(path: string, schema: z.ZodType<Result>): Promise<Result> => {
    const question = { path, headers };
    const parsed = schema.safeParse(await askJson(asking, question));
    if (!parsed.success) throw notItsApi(asking, question);
    return parsed.data;
  };
  return {
    listFeeds: async () =>
      (await ask("/v1/feeds", feedsSchema)).map((feed) => ({
        id: String(feed.id),
        url: feed.feed_url,
        name: feed.title,
        folder: folderOf(feed.category?.title),
        needsLogin: feed.username !== "" || feed.cookie !== "",
      })),
    readPage: async (mark, after) => {
      const { total, entries } = await ask(pathOf(mark, after), entriesSchema);
      const items = (entries ?? []).map((entry) =>
        limitItem({
          feedId: String(entry.feed_id),
          guid: null,
          url: entry.url,
          title: entry.title,
          author: entry.author,
          content: entry.content,
          publishedAt: entry.published_at,
          isRead: entry.status === "read",
          markedAt: entry.changed_at,
        }),
      );
      const last = entries?.at(-1)?.id;
      // Until a page is empty: a server may give fewer than we ask for. On later pages it counts what is left.
      return { items, total: after === null ? total : null, next: last === undefined ? null : String(last) };
    },
  };
}

// By id: a page by offset would skip entries when some are starred or read meanwhile.
function pathOf(mark: Mark, after: string | null): string {
  const query = new URLSearchParams({ order: "id", direction: "desc", limit: String(entriesPerPage) });
  if (mark === "starred") query.set("starred", "true");
  else query.set("status", "read");
  if (after !== null) query.set("before_entry_id", after);
  return `/v1/entries?${query.toString()}`;
}

function headersOf(login: MinifluxLogin): Record<string, string> {
  if ("token" in login) return { "x-auth-token": login.token };
  return { authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}` };
}

/** Miniflux puts every feed into a category; "All" is what it calls having none. */
function folderOf(title: string | undefined): string | null {
  return title === undefined || title === "All" ? null : title;
}
