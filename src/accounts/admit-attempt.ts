import type { AccountParts } from "./account-parts.ts";
import { recogniseBrowser } from "./known-browser.ts";
import {
  type Attempt,
  judgeAttempts,
  networkOf,
  strangersMax,
  type Throttled,
  triesMax,
  turns,
} from "./throttle-policy.ts";
import { countAttempt, forgiveAttempts, takeTurn } from "./throttle-store.ts";

/** `keys` are what it was counted under, to be forgiven if it was no guess; it may go on after `waitMs`. */
export type Admitted = { kind: "admitted"; keys: string[]; waitMs: number };

type Parts = Pick<AccountParts, "db" | "secrets">;

/** Whether a try may be made. Nothing here depends on whether the account exists. */
export async function admitAttempt(parts: Parts, attempt: Attempt, now: Date): Promise<Admitted | Throttled> {
  return (await admitKnownBrowser(parts, attempt, now)) ?? (await admitStranger(parts, attempt, now));
}

/** A browser that has logged in to this account before is counted by itself, whatever others tried. */
async function admitKnownBrowser({ db, secrets }: Parts, attempt: Attempt, now: Date): Promise<Admitted | null> {
  const browser = recogniseBrowser(secrets, attempt.browser, attempt.email, now);
  if (browser === null || attempt.purpose !== "password") return null;
  const key = throttleKey({ secrets }, "browser", browser);
  const { hits } = await countAttempt(db, key, now);
  return hits <= triesMax.browser ? { kind: "admitted", keys: [key], waitMs: 0 } : null;
}

/** The network first: an attempt refused for its network leaves no row for the account it named. */
async function admitStranger(parts: Parts, attempt: Attempt, now: Date): Promise<Admitted | Throttled> {
  const { purpose, email, address } = attempt;
  const network = address === null ? "" : networkOf(address);
  const networkKey = throttleKey(parts, "network", purpose, network);
  const pairKey = throttleKey(parts, "pair", purpose, network, accountName(email));
  if (network !== "") {
    const throttled = judgeAttempts(await countAttempt(parts.db, networkKey, now), triesMax.network, now);
    if (throttled !== null) return throttled;
  }
  const pair = await countAttempt(parts.db, pairKey, now);
  const throttled = judgeAttempts(pair, triesMax.networkAtAccount, now);
  if (throttled !== null) return throttled;

  const keys = [networkKey, pairKey];
  if (purpose !== "password") return { kind: "admitted", keys, waitMs: 0 };
  const accountKey = throttleKey(parts, "account", accountName(email));
  const { hits } = await countAttempt(parts.db, accountKey, now);
  if (hits <= strangersMax) return { kind: "admitted", keys: [...keys, accountKey], waitMs: 0 };
  const tired = judgeAttempts(pair, 1, now);
  return tired ?? waitForTurn(parts, { keys, accountKey }, now);
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

/** Whether one more mail may go to this account; the links already sent still work. */
export async function admitMail(parts: Parts, email: string, now: Date): Promise<boolean> {
  const { hits } = await countAttempt(parts.db, throttleKey(parts, "mail", accountName(email)), now);
  return hits <= triesMax.mails;
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
