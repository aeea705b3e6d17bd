import { fetchingSettings } from "./fetching-settings.ts";
import { newsletterSettings } from "./newsletter-settings.ts";
import { signInSettings } from "./sign-in-settings.ts";
import {
  address,
  databaseAddress,
  decimal,
  flag,
  mailAddress,
  oneOf,
  optional,
  origin,
  seconds,
  secret,
  setting,
  text,
  whole,
} from "./setting.ts";
import { upkeepSettings } from "./upkeep-settings.ts";

/** Every setting there is. docs/configuration.md is written from this table (`bin/plainwire config --markdown`). */
export const settings = {
  dataDir: setting(
    "DATA_DIR",
    "./data",
    text,
    "Folder of the embedded database, the secret key and kept pictures. Where npm installed Plainwire as a package: XDG_DATA_HOME/plainwire or ~/.local/share/plainwire, and .env is read there.",
  ),
  databaseUrl: secret(
    "DATABASE_URL",
    "",
    databaseAddress,
    "An external PostgreSQL 15 or newer, instead of the embedded one.",
  ),
  databaseDirectUrl: secret(
    "DATABASE_DIRECT_URL",
    "",
    databaseAddress,
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
    "Where people reach the web server, such as https://news.example.org; default is http://HOST:PORT, or http://localhost:PORT where HOST is 0.0.0.0 or ::.",
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

  ...fetchingSettings,

  mediaProxy: setting(
    "MEDIA_PROXY",
    "true",
    flag,
    "Pictures, audio, video and feed icons are shown, fetched by this server; false shows none and fetches no icons.",
  ),
  mediaCacheBytes: setting(
    "MEDIA_CACHE_MB",
    "500",
    (value) => whole(0, 1_000_000)(value) * 1_000_000,
    "Disk space for pictures in DATA_DIR/media, on each machine that serves pages; 0 keeps none.",
  ),

  aiType: setting(
    "AI_TYPE",
    "heuristic",
    analyzer,
    "Which analyzer reads the items: heuristic needs no key and no network; inside runs a model of its own (plainwire model install); ollama, llamacpp, compatible, openai, anthropic, openrouter, mistral or gemini asks a model. Not set: as on the operator's page “Language model”.",
  ),
  aiApiKey: secret("AI_API_KEY", "", optional, "Key of the AI service."),
  aiModel: setting("AI_MODEL", "openai/gpt-4o-mini", text, "Model asked for."),
  aiBaseUrl: setting(
    "AI_BASE_URL",
    "",
    address("http:", "https:"),
    "Address of the model's server, if it is not the usual one of AI_TYPE.",
  ),
  aiConcurrency: setting(
    "AI_CONCURRENCY",
    "4",
    whole(1, 64),
    "Items analysed at once by one process; a model on your own machine gets one at a time unless this is set.",
  ),
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
  analysisMaxAgeDays: setting(
    "ANALYSIS_MAX_AGE_DAYS",
    "14",
    whole(1, 3_650),
    "Items published longer ago are analysed offline only: neither their page nor a model is asked.",
  ),
  aiInsideThreads: setting(
    "AI_INSIDE_THREADS",
    "0",
    whole(0, 256),
    "Threads of the model inside; 0 is one less than there are cores. More than there are cores make it many times slower.",
  ),
  aiInsideMemoryBytes: setting(
    "AI_INSIDE_MEMORY_MB",
    "0",
    (value) => whole(0, 1_000_000)(value) * 1_000_000,
    "Memory of the model inside: a larger model is not loaded; 0 is what is free when it is loaded.",
  ),
  aiInsideIdleMs: setting(
    "AI_INSIDE_IDLE",
    "300",
    seconds(1, 86_400),
    "Seconds without a question after which the model inside is stopped and its memory is free.",
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
  supabaseJwtSecret: secret(
    "SUPABASE_JWT_SECRET",
    "",
    optional,
    "Its JWT secret, where the project signs with HS256; not needed where it publishes signing keys.",
  ),
  ...signInSettings,
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
    "Mail server for reset links, changes of logins, briefs and alerts; without it the command line prints the links.",
  ),
  smtpFrom: setting(
    "SMTP_FROM",
    "",
    optional,
    "Sender of that mail; default is no-reply at the host of PUBLIC_ORIGIN.",
  ),
  ...newsletterSettings,

  alertMailTo: setting(
    "ALERT_MAIL_TO",
    "",
    mailAddress,
    "Who gets a mail when something is wrong with the installation; needs SMTP_URL.",
  ),
  alertWebhookUrl: secret(
    "ALERT_WEBHOOK_URL",
    "",
    address("http:", "https:"),
    "Gets the same as JSON by POST, for a chat or a pager.",
  ),

  ...upkeepSettings,
};

type Table = typeof settings;
type Values = { [Key in keyof Table]: ReturnType<Table[Key]["parse"]> };
/** `given`: what the environment or `.env` set. The rest are defaults, and some of those may be set on a page instead. */
export type Config = Values & { given: ReadonlySet<keyof Table> };

/** "mock" and "fail" are for tests: taken, not offered. */
function analyzer(value: string) {
  return value === "mock" || value === "fail"
    ? value
    : oneOf(
        ...(["heuristic", "inside", "ollama", "llamacpp", "compatible"] as const),
        ...(["openai", "anthropic", "openrouter", "mistral", "gemini"] as const),
      )(value);
}
