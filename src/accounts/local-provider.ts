import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import type { AuthProvider, Unavailable } from "./auth-provider.ts";
import type { Hasher } from "./hash-password.ts";
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
