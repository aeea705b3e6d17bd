import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../database/secret-box.ts";
import { networkOf } from "../text/network-of.ts";
import { dayMs } from "../time.ts";
import type { AccountParts } from "./auth-provider.ts";
import { type AttemptCount, countAttempt, forgiveAttempts, takeTurn, turns } from "./throttle-store.ts";

/** What somebody tries; `browser` is the mark of a browser that has logged in before. */
export type Attempt = {
  purpose: "password" | "code" | "passkey" | "register" | "reset" | "app" | "oidc";
  email: string;
  address: string | null;
  browser: string | null;
};
export type Throttled = { kind: "throttled"; retryAfterSeconds: number };

/** `keys` are what it was counted under, to be forgiven if it was no guess; it may go on after `waitMs`. */
type Admitted = { kind: "admitted"; keys: string[]; waitMs: number };

/**
 * Tries in a quarter of an hour. An account alone has no such limit: a stranger could use it up and lock the owner out. A
 * network may serve a whole office; one network at one account is one person, or one guesser. A site is many networks of
 * IPv6, which anybody can have for the asking.
 */
const triesMax = { network: 30, site: 300, networkAtAccount: 5, browser: 10 };

/**
 * After so many wrong tries by strangers, from anywhere, an account is under attack: each network then has one try, and
 * these are made one after the other. A thousand machines guess no faster than one, the owner waits some seconds, and the
 * owner's own browser does not wait at all.
 */
const strangersMax = 20;

/**
 * Of a code from an app three in a million are right at any time. So there is an end for all strangers together: only
 * somebody who knows the password can use it up, and the owner's own browser is not concerned.
 */
const codesMax = 20;

type Parts = Pick<AccountParts, "db" | "secrets">;

/** Whether a try may be made. Nothing here depends on whether the account exists. */
export async function admitAttempt(parts: Parts, attempt: Attempt, now: Date): Promise<Admitted | Throttled> {
  return (await admitKnownBrowser(parts, attempt, now)) ?? (await admitStranger(parts, attempt, now));
}

/** A browser that has logged in to this account before is counted by itself, whatever others tried. */
async function admitKnownBrowser({ db, secrets }: Parts, attempt: Attempt, now: Date): Promise<Admitted | null> {
  const browser = recogniseBrowser(secrets, attempt.browser, attempt.email, now);
  const { purpose } = attempt;
  if (browser === null || (purpose !== "password" && purpose !== "code")) return null;
  const key = throttleKey({ secrets }, purpose === "code" ? "browser-code" : "browser", browser);
  const { hits } = await countAttempt(db, key, now);
  return hits <= triesMax.browser ? { kind: "admitted", keys: [key], waitMs: 0 } : null;
}

/** The network first: an attempt refused for its network leaves no row for the account it named. */
async function admitStranger(parts: Parts, attempt: Attempt, now: Date): Promise<Admitted | Throttled> {
  const { purpose, email, address } = attempt;
  const admitted = address === null ? nowhere : await admitNetwork(parts, purpose, address, now);
  // Who it is about is not known before the provider has said so.
  if (admitted.kind === "throttled" || purpose === "oidc") return admitted;
  const network = address === null ? "" : networkOf(address, 64);
  const pairKey = throttleKey(parts, "pair", purpose, network, accountName(email));
  const pair = await countAttempt(parts.db, pairKey, now);
  const throttled = judgeAttempts(pair, triesMax.networkAtAccount, now);
  if (throttled !== null) return throttled;

  const keys = [...admitted.keys, pairKey];
  if (purpose === "code") return admitCode(parts, { keys, email }, now);
  if (purpose !== "password") return { kind: "admitted", keys, waitMs: 0 };
  const accountKey = throttleKey(parts, "account", accountName(email));
  const { hits } = await countAttempt(parts.db, accountKey, now);
  if (hits <= strangersMax) return { kind: "admitted", keys: [...keys, accountKey], waitMs: 0 };
  const secondTry = judgeAttempts(pair, 1, now);
  return secondTry ?? waitForTurn(parts, { keys, accountKey }, now);
}

const nowhere: Admitted = { kind: "admitted", keys: [], waitMs: 0 };

async function admitNetwork(
  parts: Parts,
  purpose: Attempt["purpose"],
  address: string,
  now: Date,
): Promise<Admitted | Throttled> {
  const keys: string[] = [];
  for (const [kind, bits] of [["network", 64] as const, ["site", 48] as const]) {
    // An address of IPv4 is the whole network.
    if (kind === "site" && !address.includes(":")) break;
    const key = throttleKey(parts, kind, purpose, networkOf(address, bits));
    const throttled = judgeAttempts(await countAttempt(parts.db, key, now), triesMax[kind], now);
    if (throttled !== null) return throttled;
    keys.push(key);
  }
  return { kind: "admitted", keys, waitMs: 0 };
}

async function admitCode(
  parts: Parts,
  { keys, email }: { keys: string[]; email: string },
  now: Date,
): Promise<Admitted | Throttled> {
  const key = throttleKey(parts, "codes", accountName(email));
  const throttled = judgeAttempts(await countAttempt(parts.db, key, now), codesMax, now);
  return throttled ?? { kind: "admitted", keys: [...keys, key], waitMs: 0 };
}

async function waitForTurn(
  { db }: Parts,
  { keys, accountKey }: { keys: string[]; accountKey: string },
  now: Date,
): Promise<Admitted | Throttled> {
  const turn = await takeTurn(db, accountKey, now);
  if (turn !== null) return { kind: "admitted", keys: [...keys, accountKey], waitMs: turn.getTime() - now.getTime() };
  // Nothing was tried, so this network keeps its one try for later.
  await forgiveAttempts(db, keys);
  return { kind: "throttled", retryAfterSeconds: Math.ceil(turns.patienceMs / 1000) };
}

/** Of each kind, to one person in a quarter of an hour. Strangers ask for the first; the links already sent still work. */
const mailsMax = { reset: 5, notice: 20, test: 5 };

export async function admitMail(parts: Parts, kind: keyof typeof mailsMax, email: string, now: Date): Promise<boolean> {
  const { hits } = await countAttempt(parts.db, throttleKey(parts, `${kind} mail`, accountName(email)), now);
  return hits <= mailsMax[kind];
}

/**
 * Hashed with our secret, so that the table is no list of who tried to log in; and short, so that it has at most a million
 * rows of a kind, no matter how many names and networks are tried. Two that share a key share its count.
 */
function throttleKey({ secrets }: Pick<Parts, "secrets">, kind: string, ...names: string[]): string {
  return `${kind} ${secrets
    .sign(["throttle", kind, ...names].join("\0"))
    .toString("hex")
    .slice(0, 5)}`;
}

function accountName(email: string): string {
  return email.trim().toLowerCase();
}

function judgeAttempts({ hits, resetsAt }: AttemptCount, hitsMax: number, now: Date): Throttled | null {
  if (hits <= hitsMax) return null;
  return { kind: "throttled", retryAfterSeconds: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) };
}

/** What a browser keeps after a login, to be known by at the next one. It opens nothing by itself. */
export const browserMarkSecondsMax = (180 * dayMs) / 1000;
const markForm = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

export function markBrowser(secrets: SecretBox, email: string, now: Date): string {
  const id = randomBytes(16).toString("base64url");
  const since = String(Math.floor(now.getTime() / 1000));
  return `${id}.${since}.${signatureOf(secrets, { id, since, email }).toString("base64url")}`;
}

/** The browser's own id, if we marked it for this account and not too long ago. */
export function recogniseBrowser(secrets: SecretBox, mark: string | null, email: string, now: Date): string | null {
  const [, id = "", since = "", signature = ""] = markForm.exec(mark ?? "") ?? [];
  const ageSeconds = now.getTime() / 1000 - Number(since);
  if (id === "" || ageSeconds > browserMarkSecondsMax) return null;
  const isOurs = timingSafeEqual(Buffer.from(signature, "base64url"), signatureOf(secrets, { id, since, email }));
  return isOurs ? id : null;
}

function signatureOf(secrets: SecretBox, { id, since, email }: { id: string; since: string; email: string }): Buffer {
  return secrets.sign(["browser", id, since, accountName(email)].join("\0"));
}
