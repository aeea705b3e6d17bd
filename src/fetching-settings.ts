import { type Network, parseAllowedNetworks } from "./http-client/address-policy.ts";
import { address, decimal, flag, oneOf, seconds, setting, whole } from "./setting.ts";

/** The rows of config.ts that say how feeds are fetched, queued and kept. */
export const fetchingSettings = {
  ingestionEnabled: setting(
    "FEED_INGESTION_ENABLED",
    "true",
    flag,
    "false starts no worker in this process: no feed is fetched.",
  ),
  fetcherIntervalMs: setting(
    "FETCHER_INTERVAL",
    "60",
    seconds(1, 86_400),
    "Seconds between two looks for due feeds; new feeds wake it at once.",
  ),
  fetcherSuccessIntervalMs: setting(
    "FETCHER_SUCCESS_INTERVAL",
    "3600",
    seconds(60, 604_800),
    "Seconds to the next fetch after a success, and where the adaptive interval starts; a feed's own interval comes first.",
  ),
  fetcherWorkers: setting("FETCHER_WORKERS", "10", whole(1, 1000), "Feeds fetched at once by one process."),
  fetcherBatchSize: setting(
    "FETCHER_BATCH_SIZE",
    "1000",
    whole(1, 100_000),
    "Feeds claimed or offered at one look at most, in every queue.",
  ),
  fetcherDomainDelayMs: setting(
    "FETCHER_DOMAIN_DELAY",
    "3",
    seconds(0, 3600),
    "Seconds from the end of one request to a host to the start of the next.",
  ),
  fetcherDomainLanes: setting(
    "FETCHER_DOMAIN_LANES",
    "4",
    whole(1, 64),
    "Requests at once to the hosts of one registrable domain.",
  ),
  fetcherHostRequestsPerDay: setting(
    "FETCHER_HOST_REQUESTS_PER_DAY",
    "0",
    whole(0, 1_000_000),
    "Requests to one host in a UTC day at most, spread over the day and shared by its feeds, pages and icons; 0 is no limit.",
  ),
  fetcherRequestTimeoutMs: setting(
    "FETCHER_REQUEST_TIMEOUT",
    "30",
    seconds(1, 600),
    "Seconds one request may take in all, redirects included, however slow the first byte is; connecting has 10 s.",
  ),
  fetcherJobTimeoutMs: setting(
    "FETCHER_JOB_TIMEOUT",
    "45",
    seconds(2, 900),
    "Seconds one feed may take, from request to saved; above FETCHER_REQUEST_TIMEOUT.",
  ),
  fetcherMaxItems: setting(
    "FETCHER_MAX_ARTICLES",
    "100",
    whole(1, 1000),
    "Items kept of one document, the newest; a higher number counts for each feed when its document next changes.",
  ),
  fetcherMaxBodyBytes: setting(
    "FETCHER_MAX_BODY_SIZE_MB",
    "10",
    (value) => decimal(0.1, 64)(value) * 1_000_000,
    "Megabytes of a response, as received and as unpacked.",
  ),
  fetcherMaxRedirects: setting("FETCHER_MAX_REDIRECTS", "5", whole(0, 10), "Redirects followed."),
  fetcherMinIntervalMinutes: setting(
    "FETCHER_MIN_INTERVAL_MINUTES",
    "5",
    whole(1, 1440),
    "Shortest interval, even where a server allows less.",
  ),
  fetcherMaxIntervalMinutes: setting(
    "FETCHER_MAX_INTERVAL_MINUTES",
    "1440",
    whole(5, 10_080),
    "Longest adaptive interval.",
  ),
  fetcherAdaptive: setting(
    "FETCHER_ADAPTIVE",
    "learned",
    oneOf("learned", "factors"),
    "How an adaptive interval is found: learned from when the feed publishes, or by the two factors below.",
  ),
  fetcherIncreaseFactor: setting(
    "FETCHER_INCREASE_FACTOR",
    "1.25",
    decimal(1, 10),
    "With FETCHER_ADAPTIVE=factors, the interval is multiplied by this when nothing changed.",
  ),
  fetcherDecreaseFactor: setting(
    "FETCHER_DECREASE_FACTOR",
    "0.75",
    decimal(0.05, 1),
    "With FETCHER_ADAPTIVE=factors, the interval is multiplied by this when something changed.",
  ),
  fetcherJitterPercent: setting(
    "FETCHER_JITTER_PERCENT",
    "10",
    whole(0, 50),
    "Random delay on every computed time, never early.",
  ),
  fetcherStrictContentType: setting(
    "FETCHER_STRICT_CONTENT_TYPE",
    "false",
    flag,
    "true refuses a feed whose Content-Type does not say XML or JSON.",
  ),
  fetcherFailurePolicy: setting(
    "FETCHER_FAILURE_POLICY",
    "backoff",
    oneOf("backoff", "one_strike"),
    "For feeds without their own: backoff tries again, later each time; one_strike stops at the first failure.",
  ),
  fetcherProbeSuspended: setting(
    "FETCHER_PROBE_SUSPENDED",
    "true",
    flag,
    "A suspended feed that once worked is tried again after 1, 3 and 7 days.",
  ),
  fetcherContactUrl: setting(
    "FETCHER_CONTACT_URL",
    "",
    address("http:", "https:"),
    "Page about this fetcher in the User-Agent; default is PUBLIC_ORIGIN/about-fetcher.",
  ),
  fetchAllowNetworks: setting(
    "FETCH_ALLOW_NETWORKS",
    "",
    networks,
    "Comma-separated private networks (CIDR) that feeds may live in; empty allows none.",
  ),
  webhookAllowNetworks: setting(
    "WEBHOOK_ALLOW_NETWORKS",
    "",
    networks,
    "Comma-separated private networks (CIDR) that people's webhooks may send to; empty allows none.",
  ),
  websub: setting(
    "WEBSUB",
    "true",
    flag,
    "Hubs that feeds name (WebSub) tell this server of new items, and it is a hub for its own clean and personal feeds; only where PUBLIC_ORIGIN is https and a public host.",
  ),
  fetchLogRetentionDays: setting("FETCH_LOG_RETENTION_DAYS", "30", whole(1, 3650), "Days the log of fetches is kept."),
  itemRetentionDays: setting(
    "ITEM_RETENTION_DAYS",
    "0",
    whole(0, 36_500),
    "Days an item is kept after it was first seen, unless somebody starred it; 0 is forever.",
  ),
  itemsPerFeedMax: setting(
    "ITEMS_PER_FEED_MAX",
    "0",
    whole(0, 1_000_000),
    "Items kept of one feed, the newest and the starred; 0 is all.",
  ),
  summaryRetentionDays: setting(
    "SUMMARY_RETENTION_DAYS",
    "0",
    whole(0, 36_500),
    "Days a person's briefs are kept; 0 is forever.",
  ),
  leaseMs: setting(
    "LEASE_SECONDS",
    "600",
    seconds(2, 86_400),
    "Seconds a worker may hold a feed without a sign of life.",
  ),

  queue: setting("QUEUE", "postgres", oneOf("postgres", "memory", "sqs"), "What carries due feeds to workers."),
  fetchQueueCapacity: setting("FETCH_QUEUE_CAPACITY", "1000", whole(1, 1_000_000), "Feeds a memory queue holds."),
  sqsQueueUrl: setting("SQS_QUEUE_URL", "", address("http:", "https:"), "The SQS queue, with QUEUE=sqs."),
  sqsDeadLetterUrl: setting("SQS_DLQ_URL", "", address("http:", "https:"), "Its dead-letter queue."),
  awsEndpointUrl: setting("AWS_ENDPOINT_URL", "", address("http:", "https:"), "Another endpoint than AWS's own."),
};

function networks(value: string): Network[] {
  try {
    return parseAllowedNetworks(value);
  } catch (error) {
    throw new RangeError(
      `must be private networks in CIDR form (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
