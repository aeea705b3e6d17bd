import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import type { AuthProvider, Hasher, Unavailable } from "./auth-provider.ts";
import { findCredentials } from "./person-store.ts";

/** Passwords are kept here, as argon2id hashes. */
export function createLocalProvider(db: Queryable, hasher: Hasher): AuthProvider {
  return {
    signUp: async ({ password }, now) => {
      const passwordHash = await hasher.hash(password);
      if (passwordHash === null) return busy;
      return {
        kind: "signed-up",
        id: uuidV7(now),
        providerId: null,
        passwordHash,
        tokens: null,
        isConfirmed: true,
        isNew: true,
      };
    },
    signIn: async ({ email, password }) => {
      const found = await findCredentials(db, email);
      const isRight = await hasher.verify(password, found?.passwordHash ?? null);
      if (isRight === null) return busy;
      return found !== null && isRight
        ? { kind: "signed-in", id: found.id, email: found.email, tokens: null }
        : { kind: "wrong" };
    },
    changePassword: async (_, password) => {
      const passwordHash = await hasher.hash(password);
      return passwordHash === null ? busy : { kind: "changed", passwordHash };
    },
    remove: () => Promise.resolve({ kind: "removed" }),
    hasher,
    recovery: null,
    upstream: null,
  };
}

const busy: Unavailable = { kind: "unavailable", reason: "too many passwords are being checked at once" };

// OWASP's second choice for argon2id; 54 to 110 ms here. Changing it keeps old hashes valid: each names its own cost.
const cost = { memoryKiB: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
/** They share libuv's four threads with DNS, files and gzip. */
const hashesAtOnceMax = 2;
/** About 10 s of work: a later request would run into its own time limit. */
const waitingMax = 100;

export function createHasher(): Hasher {
  const inTurn = createTurns();
  return {
    hash: (password) => inTurn(() => createHash(password)),
    verify: (password, hash) => inTurn(() => matches(password, hash ?? nobodysHash)),
  };
}

function createTurns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (waiting.length >= waitingMax) return null;
    if (running >= hashesAtOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

async function createHash(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phc(cost, salt, await derive(password, salt, { ...cost, tagBytes }));
}

async function matches(password: string, hash: string): Promise<boolean> {
  const { salt, tag, ...stored } = parsePhc(hash);
  return timingSafeEqual(tag, await derive(password, salt, { ...stored, tagBytes: tag.length }));
}

type Cost = typeof cost;
const deriveKey = promisify(argon2);

function derive(password: string, nonce: Buffer, wanted: Cost & { tagBytes: number }): Promise<Buffer> {
  return deriveKey("argon2id", {
    message: password.normalize("NFC"),
    nonce,
    memory: wanted.memoryKiB,
    passes: wanted.passes,
    parallelism: wanted.parallelism,
    tagLength: wanted.tagBytes,
  });
}

/** The notation all argon2 libraries share, so that hashes can move in and out. */
function phc({ memoryKiB, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phcForm = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

function parsePhc(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = phcForm.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error("A stored password hash is not an argon2id PHC string.");
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

const nobodysHash = phc(cost, randomBytes(saltBytes), randomBytes(tagBytes));
