import type { LiveFeeds } from "../dashboard/live-feeds.ts";

export type LiveOperations = Pick<LiveFeeds, "watch"> & { tellAll: () => void };

/** Workers give a sign of life this often, and nothing else tells of those. */
const beatMs = 10_000;
/** As many as a person may have open of their own. */
const pagesPerPersonMax = 20;

/** For the operator's pages: each is told of every fetch, and while any is open, of every beat. */
export function liveOperations(): LiveOperations {
  const watchers = new Set<{ personId: string; tell: () => void }>();
  const tellAll = () => {
    for (const { tell } of watchers) tell();
  };
  let timer: NodeJS.Timeout | null = null;

  return {
    watch: (personId, _onlyFeedId, tell) => {
      const own = [...watchers].filter((watcher) => watcher.personId === personId);
      if (own.length >= pagesPerPersonMax) return null;
      const watcher = { personId, tell };
      watchers.add(watcher);
      timer ??= setInterval(tellAll, beatMs).unref();
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
    tellAll,
  };
}
