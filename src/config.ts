import { resolve } from "node:path";
import type { Network } from "./http-client/ip-network.ts";
import { parseAllowedNetworks } from "./http-client/parse-allowed-networks.ts";
import { address, decimal, flag, oneOf, optional, origin, secret, seconds, setting, text, whole } from "./setting.ts";

/** Every setting there is. docs/configuration.md is written from this table (`bin/plainwire config --markdown`). */
export const settings = {
  dataDir: setting(
    "DATA_DIR",
    "./data",
    (value) => resolve(value),
    "Folder of the embedded database and the secret key.",
  ),
  databaseUrl: secret(
    "DATABASE_URL",
    "",
    address("postgres:", "postgresql:"),
    "An external PostgreSQL 15 or newer, instead of the embedded one.",
  ),
  databaseDirectUrl: secret(
    "DATABASE_DIRECT_URL",
    "",
    address("postgres:", "postgresql:"),
    "The same database past its pooler, for LISTEN; only needed behind a pooler.",
  ),
  databasePassword: secret("DB_PASSWORD", "", optional, "Password for DATABASE_URL when the URL holds none."),
  databaseConnections: setting(
    "DB_CONNECTIONS",
    "10",
    whole(3, 500),
    "Connections one process may open for requests and jobs.",
  ),
  secretKey: secret(
    "SECRET_KEY",
    "",
    optional,
    "Encrypts stored credentials, 32 characters or more; made in DATA_DIR at first start, required with DATABASE_URL.",
  ),

  host: setting("HOST", "127.0.0.1", text, "Address the web server listens on; 0.0.0.0 for all."),
  port: setting("PORT", "8080", whole(0, 65_535), "Port the web server listens on; 0 picks a free one."),
  monitorPort: setting(
    "MONITOR_PORT",
    "0",
    whole(0, 65_535),
    "Port on which a process without web pages serves /healthz and /metrics; 0 is none.",
  ),
  publicOrigin: setting(
    "PUBLIC_ORIGIN",
    "",
    origin,
    "Where people reach the web server, such as https://news.example.org; default is http://HOST:PORT.",
  ),
  trustProxy: setting(
    "TRUST_PROXY",
    "",
    optional,
    "Comma-separated networks of reverse proxies whose X-Forwarded-For is believed.",
  ),
  cookieSecure: setting("COOKIE_SECURE", "true", flag, "false only for plain http on a name that is not localhost."),
  metricsToken: secret("METRICS_TOKEN", "", optional, "Bearer token for /metrics; without it only loopback may read."),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    oneOf("trace", "debug", "info", "warn", "error", "fatal"),
    "Least important event that is logged.",
  ),
  logFormat: setting(
    "LOG_FORMAT",
    "auto",
    oneOf("auto", "json", "pretty"),
    "auto is pretty on a terminal and JSON elsewhere.",
  ),

  ingestionEnabled: setting(
    "FEED_INGESTION_ENABLED",
    "true",
    flag,
    "false starts no scheduler and no workers in this process.",
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
    "Seconds to the next fetch after a success, where the server says nothing.",
  ),
  fetcherWorkers: setting("FETCHER_WORKERS", "10", whole(1, 1000), "Feeds fetched at once by one process."),
  fetcherBatchSize: setting("FETCHER_BATCH_SIZE", "1000", whole(1, 100_000), "Feeds taken up in one cycle at most."),
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
  fetcherRequestTimeoutMs: setting(
    "FETCHER_REQUEST_TIMEOUT",
    "30",
    seconds(1, 600),
    "Seconds one request may take, redirects included.",
  ),
  fetcherJobTimeoutMs: setting(
    "FETCHER_JOB_TIMEOUT",
    "45",
    seconds(2, 900),
    "Seconds one feed may take, from request to saved; above FETCHER_REQUEST_TIMEOUT.",
  ),
  fetcherMaxItems: setting("FETCHER_MAX_ARTICLES", "100", whole(1, 1000), "Items kept of one document, the newest."),
  fetcherMaxBodyBytes: setting(
    "FETCHER_MAX_BODY_SIZE_MB",
    "10",
    (value) => decimal(0.1, 64)(value) * 1_000_000,
    "Megabytes of a decoded response.",
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
  fetcherIncreaseFactor: setting(
    "FETCHER_INCREASE_FACTOR",
    "1.25",
    decimal(1, 10),
    "The interval is multiplied by this when nothing changed.",
  ),
  fetcherDecreaseFactor: setting(
    "FETCHER_DECREASE_FACTOR",
    "0.75",
    decimal(0.05, 1),
    "The interval is multiplied by this when something changed.",
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
  fetchLogRetentionDays: setting("FETCH_LOG_RETENTION_DAYS", "30", whole(1, 3650), "Days the log of fetches is kept."),
  itemRetentionDays: setting(
    "ITEM_RETENTION_DAYS",
    "0",
    whole(0, 36_500),
    "Days an item is kept after it was first seen, unless somebody starred it; 0 is for ever.",
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
    "Days a person's briefs are kept; 0 is for ever.",
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

  aiType: setting(
    "AI_TYPE",
    "heuristic",
    analyzer,
    "Which analyzer reads the items; heuristic needs no key and no network.",
  ),
  aiApiKey: secret("AI_API_KEY", "", optional, "Key of the AI service."),
  aiModel: setting("AI_MODEL", "openai/gpt-4o-mini", text, "Model asked for."),
  aiBaseUrl: setting(
    "AI_BASE_URL",
    "",
    address("http:", "https:"),
    "Address of any chat-completions server, such as http://127.0.0.1:11434/v1.",
  ),
  aiConcurrency: setting("AI_CONCURRENCY", "4", whole(1, 64), "Items analysed at once by one process."),
  aiDailyBudgetUsd: setting(
    "AI_DAILY_BUDGET_USD",
    "1",
    decimal(0, 100_000),
    "Money spent on AI in one UTC day; the heuristic takes over beyond.",
  ),
  aiDailyBudgetTokens: setting(
    "AI_DAILY_BUDGET_TOKENS",
    "0",
    whole(0, 1_000_000_000),
    "Tokens spent on AI in one UTC day; 0 sets no limit.",
  ),
  aiPromptPriceUsd: setting(
    "AI_PRICE_PROMPT_USD",
    "0.15",
    decimal(0, 10_000),
    "Dollars per million tokens read by the model, where its server does not tell the cost; 0 for one of your own.",
  ),
  aiCompletionPriceUsd: setting(
    "AI_PRICE_COMPLETION_USD",
    "0.60",
    decimal(0, 10_000),
    "Dollars per million tokens written by it.",
  ),
  aiPromptFile: setting("AI_PROMPT_FILE", "", optional, "A prompt of your own in place of the built-in one."),

  authProvider: setting("AUTH_PROVIDER", "local", oneOf("local", "supabase"), "Who keeps the passwords."),
  supabaseUrl: setting("SUPABASE_URL", "", address("http:", "https:"), "Address of the Supabase project."),
  supabaseAnonKey: secret("SUPABASE_ANON_KEY", "", optional, "Its public key."),
  supabaseServiceRoleKey: secret(
    "SUPABASE_SERVICE_ROLE_KEY",
    "",
    optional,
    "Its service key; never leaves the server.",
  ),
  registration: setting("REGISTRATION", "open", oneOf("open", "invite", "closed"), "Who may register."),
  passwordLengthMin: setting(
    "PASSWORD_MIN_LENGTH",
    "15",
    whole(8, 128),
    "Characters a password must have; NIST asks for 15 where it is the only factor.",
  ),
  smtpUrl: secret(
    "SMTP_URL",
    "",
    address("smtp:", "smtps:"),
    "Mail server for reset links; without it the command line prints them.",
  ),
  smtpFrom: setting(
    "SMTP_FROM",
    "",
    optional,
    "Sender of that mail; default is no-reply at the host of PUBLIC_ORIGIN.",
  ),
};

type Table = typeof settings;
export type Config = { [Key in keyof Table]: ReturnType<Table[Key]["parse"]> };

/** "mock" and "fail" are for tests: taken, not offered. */
function analyzer(value: string) {
  return value === "mock" || value === "fail" ? value : oneOf("heuristic", "openrouter", "openai", "anthropic")(value);
}

function networks(value: string): Network[] {
  try {
    return parseAllowedNetworks(value);
  } catch (error) {
    throw new RangeError(
      `must be private networks in CIDR form (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
