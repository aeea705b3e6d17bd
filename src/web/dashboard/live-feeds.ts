/** A page that is open: told when one of the feeds it shows has changed. */
type Watcher = {
  personId: string;
  /** The one feed that the page is about; null where it shows the person's list. */
  onlyFeedId: string | null;
  tell: () => void;
  /** What the person reads; null while that is being asked. */
  feedIds: Set<string> | null;
};

export type LiveFeeds = {
  /** Returns how to stop; null where the person has too many pages open. */
  watch: (personId: string, onlyFeedId: string | null, tell: () => void) => (() => void) | null;
  /** The database's word: feeds were fetched (their ids, by commas), a person's list changed, or words may have been lost. */
  onFetched: (feedIds: string) => void;
  onSubscribed: (personId: string) => void;
  onConnect: () => void;
};

type Parts = { feedIdsOf: (personId: string) => Promise<string[]>; onError: (error: unknown) => void };

export const fetchedChannel = "plainwire_fetched";
export const subscribedChannel = "plainwire_subscribed";

/** A browser keeps six connections to one host, whatever its pages want. */
const pagesPerPersonMax = 20;

/** Which open page is told of which change. Only that there is one: what it is, each page asks for as its person. */
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

/** Workers give a sign of life this often, and nothing else tells of those. */
const beatMs = 10_000;

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
