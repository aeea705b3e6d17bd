import { type SettingTest, signInSettingTests } from "./sign-in-setting-tests.ts";

const dailyBackup: SettingTest = [
  "test/backups/keep-backups.test.ts",
  "BACKUP_AT writes one backup a day into BACKUP_DIR, restores it for a check, and keeps BACKUP_KEEP",
];

/**
 * Each test goes from the environment to what the setting changes, so that a value taken for granted anywhere on that way
 * turns it red. test/settings.test.ts fails where a setting has none.
 */
export const settingTests: Record<string, SettingTest> = {
  ...signInSettingTests,
  FEED_INGESTION_ENABLED: [
    "test/process.slow.test.ts",
    "with ingestion switched off nothing is fetched, and the process stops as asked",
  ],
  FETCHER_INTERVAL: ["test/workers/worker-settings.test.ts", "FETCHER_INTERVAL is the time between two looks"],
  FETCHER_SUCCESS_INTERVAL: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_SUCCESS_INTERVAL is where an interval starts, and the shortest without a hint from the server",
  ],
  FETCHER_WORKERS: ["test/workers/worker-settings.test.ts", "FETCHER_WORKERS is how many feeds are fetched at once"],
  FETCHER_BATCH_SIZE: [
    "test/fetching/queue/queue-settings.test.ts",
    "FETCHER_BATCH_SIZE bounds what one look claims or offers with postgres",
  ],
  FETCHER_DOMAIN_DELAY: [
    "test/workers/worker-settings.test.ts",
    "FETCHER_DOMAIN_DELAY is how long a host rests after a fetch, also one that a redirect led to",
  ],
  FETCHER_DOMAIN_LANES: [
    "test/admin/feed-commands.test.ts",
    "FETCHER_DOMAIN_LANES is how many lanes the hosts of one domain share",
  ],
  FETCHER_HOST_REQUESTS_PER_DAY: [
    "test/workers/worker-settings.test.ts",
    "FETCHER_HOST_REQUESTS_PER_DAY spreads so many requests to a host over the day",
  ],
  FETCHER_REQUEST_TIMEOUT: [
    "test/http-client/limit-settings.test.ts",
    "FETCHER_REQUEST_TIMEOUT is the time for the whole request, however slow its first byte and each further one",
  ],
  FETCHER_JOB_TIMEOUT: [
    "test/fetching/network-failures.test.ts",
    "a feed that takes longer than FETCHER_JOB_TIMEOUT is a temporary error, and is tried again later",
  ],
  FETCHER_MAX_ARTICLES: [
    "test/fetching/stored-items.test.ts",
    "FETCHER_MAX_ARTICLES and FETCHER_STRICT_CONTENT_TYPE are what the worker keeps to",
  ],
  FETCHER_MAX_BODY_SIZE_MB: [
    "test/http-client/limit-settings.test.ts",
    "FETCHER_MAX_BODY_SIZE_MB bounds what is received and what is unpacked",
  ],
  FETCHER_MAX_REDIRECTS: [
    "test/http-client/limit-settings.test.ts",
    "FETCHER_MAX_REDIRECTS is how many redirects are followed",
  ],
  FETCHER_MIN_INTERVAL_MINUTES: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_MIN_INTERVAL_MINUTES holds for a feed's own interval and for a server that allows less",
  ],
  FETCHER_MAX_INTERVAL_MINUTES: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_MAX_INTERVAL_MINUTES is the longest adaptive interval",
  ],
  FETCHER_INCREASE_FACTOR: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_INCREASE_FACTOR stretches the interval of a feed that did not change",
  ],
  FETCHER_DECREASE_FACTOR: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_DECREASE_FACTOR shortens the interval of a feed that changed",
  ],
  FETCHER_ADAPTIVE: [
    "test/fetching/learned-interval.test.ts",
    "FETCHER_ADAPTIVE is learned from a feed's dates, or goes by the factors",
  ],
  FETCHER_JITTER_PERCENT: ["test/feeds/pace-settings.test.ts", "FETCHER_JITTER_PERCENT is the longest random delay"],
  FETCHER_STRICT_CONTENT_TYPE: [
    "test/fetching/stored-items.test.ts",
    "FETCHER_MAX_ARTICLES and FETCHER_STRICT_CONTENT_TYPE are what the worker keeps to",
  ],
  FETCHER_FAILURE_POLICY: ["test/feeds/pace-settings.test.ts", "FETCHER_FAILURE_POLICY is for feeds without their own"],
  FETCHER_PROBE_SUSPENDED: [
    "test/feeds/pace-settings.test.ts",
    "FETCHER_PROBE_SUSPENDED says whether a feed that worked before is tried again",
  ],
  FETCHER_CONTACT_URL: [
    "test/fetching/request-headers.test.ts",
    "FETCHER_CONTACT_URL is the page about us, and PUBLIC_ORIGIN or HOST and PORT where it is not set",
  ],
  FETCH_ALLOW_NETWORKS: [
    "test/http-client/limit-settings.test.ts",
    "FETCH_ALLOW_NETWORKS names the private networks that may be asked",
  ],
  WEBHOOK_ALLOW_NETWORKS: [
    "test/webhooks/deliver-settings.test.ts",
    "WEBHOOK_ALLOW_NETWORKS names the private networks that webhooks may send to",
  ],
  WEBSUB: ["test/websub/websub-settings.test.ts", "WEBSUB=false asks no hub and answers none"],
  MAIL_DOMAIN: ["test/newsletters/newsletter-settings.test.ts", "MAIL_DOMAIN and MAIL_PREFIX make the addresses"],
  MAIL_PREFIX: ["test/newsletters/newsletter-settings.test.ts", "MAIL_DOMAIN and MAIL_PREFIX make the addresses"],
  MAIL_IMAP_URL: ["test/newsletters/mailbox.test.ts", "MAIL_IMAP_URL is the mailbox that the stage looks at"],
  MAIL_IN_SECRET: ["test/newsletters/mail-in.test.ts", "MAIL_IN_SECRET signs what is sent to POST /mail/in"],
  MAIL_LMTP_LISTEN: ["test/newsletters/newsletter-settings.test.ts", "MAIL_LMTP_LISTEN is where mail comes in"],
  FETCH_LOG_RETENTION_DAYS: [
    "test/workers/worker-settings.test.ts",
    "FETCH_LOG_RETENTION_DAYS is how long the log of fetches is kept",
  ],
  ITEM_RETENTION_DAYS: ["test/workers/worker-settings.test.ts", "ITEM_RETENTION_DAYS is how long an item is kept"],
  ITEMS_PER_FEED_MAX: [
    "test/workers/worker-settings.test.ts",
    "ITEMS_PER_FEED_MAX is how many items of a feed are kept",
  ],
  SUMMARY_RETENTION_DAYS: [
    "test/workers/worker-settings.test.ts",
    "SUMMARY_RETENTION_DAYS is how long a brief is kept",
  ],
  LEASE_SECONDS: [
    "test/workers/worker-settings.test.ts",
    "LEASE_SECONDS is how long a worker holds a feed, and its host for FETCHER_DOMAIN_DELAY more",
  ],
  QUEUE: [
    "test/fetching/queue/queue-settings.test.ts",
    "QUEUE, SQS_QUEUE_URL and AWS_ENDPOINT_URL say what carries feeds to workers",
  ],
  FETCH_QUEUE_CAPACITY: [
    "test/fetching/queue/queue-settings.test.ts",
    "FETCH_QUEUE_CAPACITY is how many feeds a memory queue holds",
  ],
  SQS_QUEUE_URL: [
    "test/fetching/queue/queue-settings.test.ts",
    "QUEUE, SQS_QUEUE_URL and AWS_ENDPOINT_URL say what carries feeds to workers",
  ],
  SQS_DLQ_URL: ["test/fetching/queue/queue-settings.test.ts", "SQS_DLQ_URL is where dead letters are looked for"],
  AWS_ENDPOINT_URL: [
    "test/fetching/queue/queue-settings.test.ts",
    "QUEUE, SQS_QUEUE_URL and AWS_ENDPOINT_URL say what carries feeds to workers",
  ],

  HOST: ["test/web/web-settings.test.ts", "HOST and PORT are where the web server listens"],
  PORT: ["test/web/web-settings.test.ts", "HOST and PORT are where the web server listens"],
  MONITOR_PORT: ["test/monitor.test.ts", "a worker with MONITOR_PORT serves health and metrics, and nothing else"],
  PUBLIC_ORIGIN: [
    "test/fetching/request-headers.test.ts",
    "FETCHER_CONTACT_URL is the page about us, and PUBLIC_ORIGIN or HOST and PORT where it is not set",
  ],
  COOKIE_SECURE: ["test/web/web-settings.test.ts", "COOKIE_SECURE says whether cookies are sent over https only"],
  METRICS_TOKEN: ["test/web/web-settings.test.ts", "METRICS_TOKEN gives access to /metrics, and nothing else does"],
  LOG_LEVEL: ["test/log-settings.test.ts", "LOG_LEVEL is the least important event that is logged"],
  LOG_FORMAT: ["test/log-settings.test.ts", "LOG_FORMAT is JSON for machines or one line for people"],
  TRUST_PROXY: [
    "test/web/public/limits.test.ts",
    "an address that asks too often must wait, cached or not, and others need not",
  ],

  DATA_DIR: [
    "test/process.slow.test.ts",
    "start runs its own database, a second process joins it, and a signal stops everything",
  ],
  DATABASE_URL: [
    "test/database/database-settings.test.ts",
    "DATABASE_DIRECT_URL is used to listen, and DATABASE_URL for everything else",
  ],
  DATABASE_DIRECT_URL: [
    "test/database/database-settings.test.ts",
    "DATABASE_DIRECT_URL is used to listen, and DATABASE_URL for everything else",
  ],
  DB_PASSWORD: ["test/database/database-settings.test.ts", "DB_PASSWORD is used if DATABASE_URL has no password"],
  DB_CONNECTIONS: [
    "test/database/database-settings.test.ts",
    "DB_CONNECTIONS is how many connections a process opens, a third of them for the web",
  ],
  SECRET_KEY: ["test/database/database-settings.test.ts", "SECRET_KEY encrypts credentials and signs form tokens"],

  AI_TYPE: [
    "test/analysis/mock-mode.test.ts",
    "with AI_TYPE=mock items are read by the mock analyzer, without a key and without a service",
  ],
  AI_API_KEY: ["test/chat/ai-key.test.ts", "AI_API_KEY is sent to anthropic, and the server accepts it"],
  AI_MODEL: [
    "test/chat/ai-settings.test.ts",
    "AI_BASE_URL is the server that is asked, and AI_MODEL what it is asked for",
  ],
  AI_BASE_URL: [
    "test/chat/ai-settings.test.ts",
    "AI_BASE_URL is the server that is asked, and AI_MODEL what it is asked for",
  ],
  AI_CONCURRENCY: [
    "test/analysis/model-settings.test.ts",
    "AI_CONCURRENCY is how many items a model reads at once, and how many pages are asked for",
  ],
  AI_DAILY_BUDGET_USD: ["test/chat/ai-settings.test.ts", "AI_DAILY_BUDGET_USD is the money of a day"],
  AI_DAILY_BUDGET_TOKENS: ["test/chat/ai-settings.test.ts", "AI_DAILY_BUDGET_TOKENS is the tokens of a day"],
  AI_PRICE_PROMPT_USD: [
    "test/chat/ai-settings.test.ts",
    "AI_PRICE_PROMPT_USD and AI_PRICE_COMPLETION_USD are what a million tokens cost, read and written",
  ],
  AI_PRICE_COMPLETION_USD: [
    "test/chat/ai-settings.test.ts",
    "AI_PRICE_PROMPT_USD and AI_PRICE_COMPLETION_USD are what a million tokens cost, read and written",
  ],
  ANALYSIS_MAX_AGE_DAYS: [
    "test/analysis/analysis-service.test.ts",
    "ANALYSIS_MAX_AGE_DAYS=40: an item of 30 days: read",
  ],
  AI_INSIDE_THREADS: [
    "test/models/inside/inside-settings.test.ts",
    "AI_INSIDE_THREADS is how many threads the model inside has",
  ],
  AI_INSIDE_MEMORY_MB: [
    "test/models/inside/inside-settings.test.ts",
    "AI_INSIDE_MEMORY_MB is how much memory a model may need to be loaded",
  ],
  AI_INSIDE_IDLE: [
    "test/models/inside/inside-settings.test.ts",
    "AI_INSIDE_IDLE is after how many seconds without a question the model inside is stopped",
  ],
  AI_PROMPT_FILE: [
    "test/analysis/model-settings.test.ts",
    "AI_PROMPT_FILE is the prompt of a model in place of the built-in one",
  ],

  AUTH_PROVIDER: [
    "test/web/account-settings.test.ts",
    "AUTH_PROVIDER, SUPABASE_URL and SUPABASE_ANON_KEY say who keeps the passwords, and how it is asked",
  ],
  SUPABASE_URL: [
    "test/web/account-settings.test.ts",
    "AUTH_PROVIDER, SUPABASE_URL and SUPABASE_ANON_KEY say who keeps the passwords, and how it is asked",
  ],
  SUPABASE_ANON_KEY: [
    "test/web/account-settings.test.ts",
    "AUTH_PROVIDER, SUPABASE_URL and SUPABASE_ANON_KEY say who keeps the passwords, and how it is asked",
  ],
  SUPABASE_SERVICE_ROLE_KEY: [
    "test/web/account-settings.test.ts",
    "SUPABASE_SERVICE_ROLE_KEY removes the login of somebody who deletes their account",
  ],
  SUPABASE_JWT_SECRET: [
    "test/web/account-settings.test.ts",
    "SUPABASE_JWT_SECRET is what the tokens of an older project are checked with",
  ],
  REGISTRATION: [
    "test/web/account-settings.test.ts",
    "REGISTRATION says who may register: anyone, invited people, or nobody",
  ],
  PASSWORD_MIN_LENGTH: [
    "test/web/account-settings.test.ts",
    "PASSWORD_MIN_LENGTH is the fewest characters of a password that is taken",
  ],
  MEDIA_PROXY: ["test/media/picture-routes.test.ts", "MEDIA_PROXY=false fetches nothing, whatever was signed before"],
  MEDIA_CACHE_MB: [
    "test/media/picture-routes.test.ts",
    "MEDIA_CACHE_MB is the space for pictures: with 0 each is fetched again, otherwise kept beyond a restart",
  ],
  SMTP_URL: ["test/web/account-settings.test.ts", "SMTP_URL carries the reset link, and SMTP_FROM is its sender"],
  SMTP_FROM: ["test/web/account-settings.test.ts", "SMTP_URL carries the reset link, and SMTP_FROM is its sender"],
  ALERT_MAIL_TO: [
    "test/alerts/watch-installation.test.ts",
    "a dead letter and its end are reported by mail and webhook, once each across two processes",
  ],
  ALERT_WEBHOOK_URL: [
    "test/alerts/watch-installation.test.ts",
    "a dead letter and its end are reported by mail and webhook, once each across two processes",
  ],
  UPDATE_CHECK_URL: [
    "test/admin/update-command.test.ts",
    "update-check asks UPDATE_CHECK_URL, names a newer version and where it is, and tells nobody who asks",
  ],
  BACKUP_AT: dailyBackup,
  BACKUP_DIR: dailyBackup,
  BACKUP_KEEP: dailyBackup,
  BACKUP_PASSPHRASE: ["test/admin/backup-command.test.ts", "BACKUP_PASSPHRASE encrypts a backup, and only it opens it"],
  BACKUP_PASSPHRASE_FILE: ["test/backups/keep-backups.test.ts", "BACKUP_PASSPHRASE_FILE encrypts the backups"],
};
