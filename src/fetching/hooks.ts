import type { StoredFeed } from "../schedule/lease.ts";
import type { NewItem } from "../items/save-items-store.ts";
import type { Completion, CompletionResult, SavedIds } from "./completion-store.ts";

/**
 * Where you can add your own code to a fetch; assemble.ts lists it all. A processor runs before the items are saved and may
 * change them. A hook runs after the commit and may be slow. If either fails, the fetch goes on.
 */
export type FetchHooks = {
  /** Called for every item that is new or changed, in the order of this list. */
  itemProcessors: ((item: NewItem, feed: StoredFeed) => NewItem | Promise<NewItem>)[];
  onItemCreated: ((item: NewItem, feed: StoredFeed) => void | Promise<void>)[];
  onItemUpdated: ((item: NewItem, feed: StoredFeed) => void | Promise<void>)[];
  onFetchCompleted: ((completion: Completion, result: CompletionResult) => void | Promise<void>)[];
};

export const noHooks: FetchHooks = { itemProcessors: [], onItemCreated: [], onItemUpdated: [], onFetchCompleted: [] };

export type HookFailed = (hook: string, error: unknown) => void;

/** If a processor fails, the item stays as it was before that processor. */
export async function processItems(
  hooks: FetchHooks,
  feed: StoredFeed,
  items: NewItem[],
  failed: HookFailed,
): Promise<NewItem[]> {
  if (hooks.itemProcessors.length === 0) return items;
  return Promise.all(
    items.map(async (item) => {
      let current = item;
      for (const process of hooks.itemProcessors) {
        try {
          current = await process(current, feed);
        } catch (error) {
          failed("itemProcessor", error);
        }
      }
      return current;
    }),
  );
}

export async function runHooks(
  hooks: FetchHooks,
  completion: Completion,
  result: CompletionResult,
  failed: HookFailed,
): Promise<void> {
  const { claim, items } = completion;
  await runItemHooks(hooks, { feed: claim, items, saved: result }, failed);
  for (const hook of hooks.onFetchCompleted) await attempt("onFetchCompleted", failed, () => hook(completion, result));
}

type SavedItems = { feed: StoredFeed; items: NewItem[]; saved: SavedIds };

/** Those for items alone: also what a hub sent along is saved, without a fetch. */
export async function runItemHooks(
  hooks: FetchHooks,
  { feed, items, saved }: SavedItems,
  failed: HookFailed,
): Promise<void> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const created = items.filter(({ id }) => saved.created.includes(id));
  const updated = saved.updated.flatMap((id, index) => {
    const item = byId.get(saved.updatedFrom[index] ?? "");
    return item === undefined ? [] : [{ ...item, id }];
  });
  for (const hook of hooks.onItemCreated)
    for (const item of created) await attempt("onItemCreated", failed, () => hook(item, feed));
  for (const hook of hooks.onItemUpdated)
    for (const item of updated) await attempt("onItemUpdated", failed, () => hook(item, feed));
}

async function attempt(hook: string, failed: HookFailed, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    failed(hook, error);
  }
}
