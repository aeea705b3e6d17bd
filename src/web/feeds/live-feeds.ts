/** An open page, which is told when one of its feeds has changed. */
type Watcher = {
  personId: string;
  /** The only feed on the page; null for the list. */
  onlyFeedId: string | null;
  tell: () => void;
  /** The person's feeds; null until they are loaded. */
  feedIds: Set<string> | null;
};

export type LiveFeeds = {
  /** Returns a function that stops watching; null if the person has too many pages open. */
  watch: (personId: string, onlyFeedId: string | null, tell: () => void) => (() => void) | null;
  /** Notifications from the database: feeds were fetched (ids, separated by commas), a list changed, or some may be lost. */
  onFetched: (feedIds: string) => void;
  onSubscribed: (personId: string) => void;
  onConnect: () => void;
};

type Parts = { feedIdsOf: (personId: string) => Promise<string[]>; onError: (error: unknown) => void };

export const fetchedChannel = "plainwire_fetched";
export const subscribedChannel = "plainwire_subscribed";

/** Far more than a browser opens: it keeps six connections to one host. */
const pagesPerPersonMax = 20;

/** Tells open pages that something changed. What changed, each page loads with its own person's rights. */
export function liveFeeds({ feedIdsOf, onError }: Parts): LiveFeeds {
  const watchers = new Set<Watcher>();
  const of = (personId: string) => [...watchers].filter((watcher) => watcher.personId === personId);

  const learn = async (watcher: Watcher) => {
    try {
      watcher.feedIds = new Set(await feedIdsOf(watcher.personId));
    } catch (error) {
      onError(error);
    }
  };

  return {
    watch: (personId, onlyFeedId, tell) => {
      if (of(personId).length >= pagesPerPersonMax) return null;
      const watcher: Watcher = { personId, onlyFeedId, tell, feedIds: null };
      watchers.add(watcher);
      void learn(watcher);
      return () => void watchers.delete(watcher);
    },
    onFetched: (list) => {
      const fetched = list.split(",");
      for (const { onlyFeedId, feedIds, tell } of watchers) {
        const isShown = (id: string) => (onlyFeedId === null ? (feedIds?.has(id) ?? true) : onlyFeedId === id);
        if (fetched.some(isShown)) tell();
      }
    },
    onSubscribed: (personId) => {
      for (const watcher of of(personId)) void learn(watcher).then(watcher.tell);
    },
    onConnect: () => {
      for (const watcher of watchers) void learn(watcher).then(watcher.tell);
    },
  };
}

export type LiveOperations = Pick<LiveFeeds, "watch"> & { tellAll: () => void };

/** Workers send heartbeats this often, and nothing else announces them. */
const beatMs = 10_000;

/** For the operator's pages: they are told of every fetch and, while one is open, every ten seconds. */
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
