import type pg from "pg";
import type { SecretBox } from "../database/secret-box.ts";
import type { AuthProvider } from "./auth-provider.ts";

/** What registering, logging in and the like need. */
export type AccountParts = {
  /** As the web's role: it reaches `accounts` through the functions of migrations/functions only. */
  db: pg.Pool;
  provider: AuthProvider;
  secrets: SecretBox;
  registration: "open" | "invite" | "closed";
  passwordLengthMin: number;
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
};
