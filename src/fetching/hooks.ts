import type { ClaimedFeed } from "../schedule/lease.ts";
import type { NewItem } from "../items/save-items-store.ts";
import type { Completion, CompletionResult } from "./completion-store.ts";

/**
 * Where you can add your own code to a fetch; assemble.ts lists it all. A processor runs before the items are saved and may
 * change them. A hook runs after the commit and may be slow. If either fails, the fetch goes on.
 */
export type FetchHooks = {
  /** Called for every item that is new or changed, in the order of this list. */
  itemProcessors: ((item: NewItem, feed: ClaimedFeed) => NewItem | Promise<NewItem>)[];
  onItemCreated: ((item: NewItem, feed: ClaimedFeed) => void | Promise<void>)[];
  onItemUpdated: ((item: NewItem, feed: ClaimedFeed) => void | Promise<void>)[];
  onFetchCompleted: ((completion: Completion, result: CompletionResult) => void | Promise<void>)[];
};

export const noHooks: FetchHooks = { itemProcessors: [], onItemCreated: [], onItemUpdated: [], onFetchCompleted: [] };

export type HookFailed = (hook: string, error: unknown) => void;

/** If a processor fails, the item stays as it was before that processor. */
export async function processItems(
  hooks: FetchHooks,
  feed: ClaimedFeed,
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
  const byId = new Map(items.map((item) => [item.id, item]));
  const created = items.filter(({ id }) => result.created.includes(id));
  const updated = result.updated.flatMap((id, index) => {
    const item = byId.get(result.updatedFrom[index] ?? "");
    return item === undefined ? [] : [{ ...item, id }];
  });
  for (const hook of hooks.onItemCreated)
    for (const item of created) await attempt("onItemCreated", failed, () => hook(item, claim));
  for (const hook of hooks.onItemUpdated)
    for (const item of updated) await attempt("onItemUpdated", failed, () => hook(item, claim));
  for (const hook of hooks.onFetchCompleted) await attempt("onFetchCompleted", failed, () => hook(completion, result));
}

async function attempt(hook: string, failed: HookFailed, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    failed(hook, error);
  }
}
