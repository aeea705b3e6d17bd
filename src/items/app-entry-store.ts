import type { Queryable } from "../database/transaction.ts";
import { isUuid } from "../ids.ts";

/** What an app asks for; what is not named is not limited. Times are microseconds, and inclusive. */
export type EntryQuestion = {
  feedIds?: readonly string[] | null;
  isRead?: boolean | null;
  isStarred?: boolean | null;
  /** Both exclusive. */
  afterNumber?: string | null;
  beforeNumber?: string | null;
  /** When it came to the person. */
  cameAfterUs?: bigint | null;
  publishedAfterUs?: bigint | null;
  publishedBeforeUs?: bigint | null;
  /** A new text, a new analysis, or a mark. */
  changedAfterUs?: bigint | null;
  tsquery?: string | null;
  order?: "number" | "published";
  direction?: "asc" | "desc";
  skip?: number;
  /** 0: only count. */
  size: number;
  /** For apps that go on from the highest number they have: nothing shows below it later. */
  isSettled?: boolean;
  isCounted?: boolean;
};

export type EntryPage = { numbers: string[]; total: number };

/** In the person's own transaction. Hidden items are in no list. `total` is 0 where it was not asked for. */
export async function findEntries(asPerson: Queryable, question: EntryQuestion, now: Date): Promise<EntryPage> {
  const { rows } = await asPerson.query<{ numbers: string | null; total: string | null }>({
    name: "app-entries",
    text: "select numbers, total from app_entries($1, $2)",
    values: [
      JSON.stringify({
        feeds: question.feedIds ?? null,
        read: question.isRead ?? null,
        starred: question.isStarred ?? null,
        after_number: question.afterNumber ?? null,
        before_number: question.beforeNumber ?? null,
        came_after: question.cameAfterUs?.toString() ?? null,
        published_after: question.publishedAfterUs?.toString() ?? null,
        published_before: question.publishedBeforeUs?.toString() ?? null,
        changed_after: question.changedAfterUs?.toString() ?? null,
        words: question.tsquery ?? null,
        order: question.order ?? "number",
        direction: question.direction ?? "desc",
        skip: question.skip ?? 0,
        size: question.size,
        settled: question.isSettled ?? false,
        total: question.isCounted ?? false,
      }),
      now,
    ],
  });
  const { numbers = null, total = null } = rows[0] ?? {};
  return { numbers: numbers?.split(",") ?? [], total: Number(total ?? 0) };
}

/** The numbers of these items, for those that the person may read. What is no id is passed over. */
export async function findItemNumbers(asPerson: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await asPerson.query<{ number: string }>("select number from items where id = any($1)", [
    ids.filter(isUuid),
  ]);
  return rows.map(({ number }) => number);
}

/** By item, for those that are in a story already. */
export async function findStoryIds(asPerson: Queryable, itemIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await asPerson.query<{ itemId: string; storyId: string }>(
    `select item_id as "itemId", story_id as "storyId" from item_index where item_id = any($1) and story_id is not null`,
    [itemIds],
  );
  return new Map(rows.map(({ itemId, storyId }) => [itemId, storyId]));
}
