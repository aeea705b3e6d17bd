import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Config } from "./config.ts";
import { settings } from "./config.ts";
import { findMalformedLines } from "./find-malformed-lines.ts";
import type { Setting } from "./setting.ts";
import { Refusal } from "./refusal.ts";

/** `written` is each value as the person wrote it and where, for `bin/plainwire config`; `warnings` stop nothing. */
export type LoadedConfig = { config: Config; written: { [Key in keyof typeof settings]: Written }; warnings: string[] };
export type Written = { text: string; from: "environment" | ".env" | "default" };
type Values = Record<string, string | undefined>;

/**
 * All problems at once: a person fixes them in one go. `.env` is ours, so that an unknown name in it is a mistake; the
 * environment belongs to every program of the machine, and another one's FETCHER_… may stand there. A relative path
 * starts at `folder`. `usual` has defaults in place of those in the table.
 */
export function loadConfig(
  environment: Values,
  dotEnv: Values,
  folder = ".",
  usual: Record<string, string> = {},
): LoadedConfig {
  const problems = unknownNames(Object.keys(dotEnv), ".env");
  const warnings = unknownNames(Object.keys(environment), "environment");
  const config: Record<string, unknown> = {};
  const written: Record<string, Written> = {};

  for (const [key, row] of Object.entries<Setting<unknown>>(settings)) {
    const { text, from } = (written[key] = find(
      { ...row, fallback: usual[row.name] ?? row.fallback },
      environment,
      dotEnv,
    ));
    try {
      config[key] = row.parse(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`${row.name} ${error.message}${row.secret ? "" : `, not "${text.slice(0, 80)}" (${from})`}.`);
    }
  }

  for (const key of ["dataDir", "backupDir", "backupPassphraseFile"]) {
    if (typeof config[key] === "string") config[key] = resolve(folder, config[key]);
  }
  config["given"] = new Set(Object.keys(written).filter((key) => written[key]?.from !== "default"));
  const loaded = { config: config as Config, written: written as LoadedConfig["written"], warnings };
  if (problems.length === 0) problems.push(...contradictions(loaded.config));
  if (problems.length > 0) throw new Refusal(problems.join("\n"));
  return loaded;
}

/** Set but empty counts as not set: that is what `NAME=` in a compose file means. */
function find(row: Setting<unknown>, environment: Values, dotEnv: Values): Written {
  const fromEnvironment = environment[row.name]?.trim();
  if (fromEnvironment) return { text: fromEnvironment, from: "environment" };
  const fromFile = dotEnv[row.name]?.trim();
  return fromFile ? { text: fromFile, from: ".env" } : { text: row.fallback, from: "default" };
}

/** `.env` of this folder, as values; no file is no values. */
export function readDotEnv(folder: string): Values {
  const file = resolve(folder, ".env");
  // Some editors put a byte order mark before the text.
  const text = readIfThere(file).replace(/^\uFEFF/, "");
  const malformed = findMalformedLines(text);
  if (malformed.length > 0) {
    throw new Refusal(malformed.map(({ line, problem }) => `${file}, line ${line} ${problem}.`).join("\n"));
  }
  // Node takes the next line for the value of a name with nothing but a blank behind its "=".
  return parseEnv(text.replace(/=[ \t]+(?=\r?$)/gm, "="));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function contradictions(config: Config): string[] {
  const found: string[] = [];
  if (config.fetcherJobTimeoutMs <= config.fetcherRequestTimeoutMs) {
    found.push(
      "FETCHER_JOB_TIMEOUT must be greater than FETCHER_REQUEST_TIMEOUT: a job is a request and the saving after it.",
    );
  }
  if (config.fetcherMaxIntervalMinutes < config.fetcherMinIntervalMinutes) {
    found.push("FETCHER_MAX_INTERVAL_MINUTES must not be below FETCHER_MIN_INTERVAL_MINUTES.");
  }
  if (config.alertMailTo !== null && config.smtpUrl === null) found.push("ALERT_MAIL_TO needs SMTP_URL.");
  if (config.queue === "sqs" && config.sqsQueueUrl === null) found.push("QUEUE=sqs needs SQS_QUEUE_URL.");
  if (/^(openai|anthropic)$/.test(config.aiType) && config.aiBaseUrl === null && config.aiModel.includes("/")) {
    found.push(
      `AI_MODEL ${config.aiModel} is a name of OpenRouter's: with AI_TYPE=${config.aiType} set it to one of that service's own.`,
    );
  }
  found.push(...findSignInFaults(config));
  if (config.secretKey !== null && config.secretKey.length < 32)
    found.push("SECRET_KEY must have 32 characters or more.");
  if (config.databaseUrl !== null && config.secretKey === null) {
    found.push(
      "SECRET_KEY is required with DATABASE_URL: all processes must share it. Make one with: openssl rand -hex 32.",
    );
  }
  return found;
}

function findSignInFaults(config: Config): string[] {
  const { oidcIssuer, oidcClientId, authProxyHeader, authProxyNetworks } = config;
  const [hasOidc, hasProxy] = [oidcIssuer !== null, authProxyHeader !== null];
  const found: string[] = [];
  if (hasOidc !== (oidcClientId !== null)) found.push("OIDC_ISSUER and OIDC_CLIENT_ID must be set together.");
  if (hasProxy !== (authProxyNetworks !== null)) {
    found.push("AUTH_PROXY_HEADER and AUTH_PROXY_NETWORKS must be set together: the header, and who may send it.");
  }
  if (hasProxy && config.registration === "open") {
    found.push(
      "AUTH_PROXY_HEADER needs REGISTRATION=invite or closed: anyone could register the address of somebody whom the proxy has not named yet, and would share their account.",
    );
  }
  if (config.authProvider === "supabase" && (hasOidc || hasProxy)) {
    found.push("OIDC_ISSUER and AUTH_PROXY_HEADER need AUTH_PROVIDER=local: Supabase has logins of its own.");
  }
  const isLimited = config.oidcAllowedDomains.length > 0 || config.oidcAllowedGroups.length > 0;
  if (config.authAutoCreate && hasOidc && !isLimited) {
    found.push(
      "AUTH_AUTO_CREATE with OIDC_ISSUER needs OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_GROUPS: who may get an account.",
    );
  }
  if (config.authAutoCreate && !hasOidc && !hasProxy) {
    found.push("AUTH_AUTO_CREATE needs OIDC_ISSUER or AUTH_PROXY_HEADER.");
  }
  return found;
}

// A misspelt setting would silently mean its default, so a name that looks like ours is told.
const ourPrefixes =
  /^(FETCHER|FETCH|FEED|AI|SQS|DB|DATABASE|SUPABASE|QUEUE|LEASE|ALERT|SMTP|BACKUP|UPDATE|PLAINWIRE|OIDC|AUTH_PROXY)_/;
const othersNames = /^(AWS_|NODE_|NPM_|npm_|PG|PLAINWIRE_|UV_|TZ$|NO_COLOR$|FORCE_COLOR$|CI$|PLAYWRIGHT_|CHROME$)/;

function unknownNames(names: string[], from: "environment" | ".env"): string[] {
  const known = new Set(Object.values(settings).map((row) => row.name));
  const ours = (name: string) =>
    from === ".env" ? !othersNames.test(name) : ourPrefixes.test(name) && !othersNames.test(name);
  return names
    .filter((name) => !known.has(name) && ours(name))
    .map((name) => `${name} is not a setting (${from}).${suggestion(name, known)}`);
}

function suggestion(name: string, known: Set<string>): string {
  const nearest = [...known].map((other) => ({ other, far: distance(name, other) })).sort((a, b) => a.far - b.far)[0];
  return nearest !== undefined && nearest.far <= 4
    ? ` Did you mean ${nearest.other}?`
    : " 'bin/plainwire config' lists all.";
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
