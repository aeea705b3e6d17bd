export type HoldingTest = [file: string, title: string];
/** `differs`: where we knowingly do something else than the checklist asks for. */
export type Rule = { rule: string; tests: HoldingTest[]; differs?: string };

const week: HoldingTest = [
  "test/fetching/politeness-week.slow.test.ts",
  "two hundred feeds over a week: no request that a publisher could object to",
];
const policy = "test/schedule/fetch-policy-properties.test.ts";
const success = "test/schedule/fetch-policy-success.test.ts";
const failure = "test/schedule/fetch-policy-failure.test.ts";
const validators = "test/fetching/stored-validators.test.ts";
const client = "test/http-client/guarded-client.test.ts";
const fetchFeed = "test/fetching/fetch-feed.test.ts";

/**
 * How a good feed reader behaves: a checklist after Rachel Kroll's Feed Reader Behavior project (rachelbythebay.com/frb), numbered
 * from 1, each with the tests that hold it here.
 */
export const politenessRules: Rule[] = [
  {
    rule: "ETag and Last-Modified of every 200 are stored byte for byte.",
    tests: [week, [validators, "the same body with new validators stores the new ones"]],
  },
  { rule: "Both are sent back with exactly those bytes.", tests: [week] },
  {
    rule: "No validator is ever made up; the first request has none.",
    tests: [week, [client, "is a GET with the exact path and query, and no header that nobody asked for"]],
  },
  {
    rule: "The pair is taken from the latest answer as a whole: what a 200 no longer names is forgotten.",
    tests: [[validators, "a validator that a 200 does not name any more is forgotten"]],
  },
  {
    rule: "The same body with new validators: the new ones are stored.",
    tests: [[validators, "the same body with new validators stores the new ones"]],
  },
  {
    rule: "A 304 with a new validator replaces that one.",
    tests: [
      [validators, "a 304 with a new ETag replaces that one alone"],
      [validators, "a 304 without validators keeps the stored ones"],
    ],
  },
  {
    rule: "No failure clears or changes validators.",
    tests: [[fetchFeed, "a failure keeps the validators, and a success resets the failures"]],
  },
  {
    rule: "Validators belong to the address that gave them, also behind a redirect.",
    tests: [[client, "are sent to the URL that gave them and to no other, wherever it stands in a chain"]],
  },
  {
    rule: "After the first request every one is conditional, if the server gave anything to be conditional on.",
    tests: [week, [fetchFeed, "an unchanged feed costs a conditional request and touches no item"]],
    differs: "A server without validators is asked by the same intervals as others, not once a day.",
  },
  {
    rule: "An hour between two requests for a feed unless its server allows less; restarts and crashes cause none earlier.",
    tests: [
      [policy, "without a hint from the server, no feed is fetched more often than the usual interval"],
      [
        "test/faults/process-faults.slow.test.ts",
        "due times survive restarts: neither a deploy nor a crash loop fetches a feed early",
      ],
      [
        "test/fetching/real-month.slow.test.ts",
        "the real program needs as many requests and as much time as the simulation says, and is never early",
      ],
    ],
  },
  {
    rule: "Not before max-age (minus Age) or Expires of the last 200 or 304.",
    tests: [
      [policy, "over any life of a feed, no automatic run comes earlier than the server asked for"],
      ["test/schedule/parse-freshness.test.ts", "Age is subtracted from max-age, and never below zero"],
      [success, "a 304 keeps the stored hints, and replaces the freshness if it states one"],
    ],
    differs: "Freshness counts up to a day.",
  },
  {
    rule: "429 and 503: silence until Retry-After; without one, four times the interval, and the whole host is asked more slowly.",
    tests: [
      [failure, "a 429 with Retry-After blocks feed and host until then"],
      [failure, "a 503 without Retry-After waits four times the interval and blocks the host for five minutes"],
      ["test/schedule/lane-policy.test.ts", "each refusal doubles the pause of the whole lane, up to ten minutes"],
      [
        "test/fetching/learning-lanes.test.ts",
        "a refusal slows all feeds of the host: the next ones come one by one with a longer pause",
      ],
    ],
  },
  {
    rule: "Feeds that rarely change are asked less often; ttl, skipHours and skipDays hold; sy:updatePeriod never makes it more often.",
    tests: [
      [
        "test/schedule/learned-interval.test.ts",
        "a week of silence never makes the wait at the same hour of the week shorter",
      ],
      [
        "test/schedule/skip-times.test.ts",
        "a time only ever moves later, by less than a week, and out of what is skipped",
      ],
      [policy, "over any life of a feed, no automatic run comes earlier than the server asked for"],
    ],
  },
  {
    rule: "One request at a time to a host, with a pause in between.",
    tests: [
      week,
      [
        "test/faults/crowded-hosts.slow.test.ts",
        "a hundred thousand due feeds on ten hosts are fetched one by one per lane, and no other host waits",
      ],
      [
        "test/workers/worker-settings.test.ts",
        "FETCHER_DOMAIN_DELAY is how long a host rests after a fetch, also one that a redirect led to",
      ],
    ],
  },
  {
    rule: "Following a feed that is known costs no request; its icon and its site are not asked for with every fetch.",
    tests: [
      [
        "test/web/feeds/sharing.test.ts",
        "two people who follow an address share one feed, and the second one causes no fetch",
      ],
      [
        "test/media/icons.test.ts",
        "an icon is looked for once a week; a site that fails is asked the next day, and what there was stays",
      ],
    ],
    differs: "Looking up an address that nobody follows and then following it costs two requests.",
  },
  {
    rule: "Several readers of one feed are one request.",
    tests: [
      [
        "test/web/feeds/sharing.test.ts",
        "two people who follow an address share one feed, and the second one causes no fetch",
      ],
    ],
  },
  {
    rule: "GET only: no HEAD first, no Range.",
    tests: [[client, "is a GET with the exact path and query, and no header that nobody asked for"]],
  },
  {
    rule: "The address exactly as given: no added query, no changed case, no fragment.",
    tests: [[client, "is a GET with the exact path and query, and no header that nobody asked for"]],
  },
  {
    rule: "No cookie, no referrer, no login unless one is set, no Cache-Control.",
    tests: [
      week,
      [client, "is never a cookie, not even one that the server has set"],
      [client, "is a feed's own headers to its own origin, and never again once a redirect has left it"],
    ],
  },
  {
    rule: "An honest, stable User-Agent with an address and the number of subscribers.",
    tests: [
      week,
      ["test/fetching/request-headers.test.ts", "the User-Agent says how many people subscribe, if anyone does"],
    ],
  },
  {
    rule: "Accept names feed types, Accept-Encoding gzip and better.",
    tests: [
      ["test/fetching/request-headers.test.ts", "Accept names the types of feeds before anything else"],
      [client, "is a GET with the exact path and query, and no header that nobody asked for"],
    ],
  },
  {
    rule: "A permanent redirect is stored once its target gave a feed, a temporary one never; at most five hops, no loops.",
    tests: [
      [
        "test/fetching/moved-feeds.test.ts",
        "a permanent move is stored once the target gave a feed; a temporary one never",
      ],
      ["test/fetching/stored-results.test.ts", "only the permanent steps at the start of a redirect chain count"],
      [
        "test/http-client/redirect-policy.test.ts",
        "for any Locations, a redirect chain is short, never repeats a URL, and invents none",
      ],
    ],
  },
  {
    rule: "410 ends it. Other lasting errors back off, then stop, with late probes.",
    tests: [
      [failure, "gone is never probed"],
      [failure, "not-found is probed after 1, 3 and 7 days where the feed has worked before, then suspended"],
      [failure, "after six times server-error in a row, the longer wait of table and circuit applies"],
    ],
  },
  {
    rule: "The operator sees status, the beginning of the answer and Retry-After; HTML instead of a feed is an error.",
    tests: [
      [
        "test/fetching/fetch-log.test.ts",
        "every attempt is a row of the log: a document, a 304 and a failure, with time, status, headers and counts",
      ],
      ["test/fetching/parsing/parse-not-a-feed.test.ts", "the snippet is plain and short"],
    ],
  },
  {
    rule: "No tricks against limits. robots.txt and its Crawl-delay hold for pages; a feed was asked for by a person.",
    tests: [
      ["test/analysis/page-download.test.ts", "a page that robots.txt forbids is never requested"],
      ["test/analysis/page-download.test.ts", "every request waits for its host's lane"],
      [
        "test/analysis/page-download.test.ts",
        'with "Crawl-delay: 20" the host\'s lane stays closed for 20 s after a page',
      ],
    ],
  },
  {
    rule: "Every attempt is logged: what was sent, status, bytes, validators, and why the next one comes when it does.",
    tests: [
      [
        "test/fetching/fetch-log.test.ts",
        "every attempt is a row of the log: a document, a 304 and a failure, with time, status, headers and counts",
      ],
      [policy, "over any life of a feed, why_next names the latest bound, and shifts only move it later"],
      [
        "test/fetching/learning-lanes.test.ts",
        "a request before the server's time is counted as early, unless a person asked for it",
      ],
    ],
  },
];
