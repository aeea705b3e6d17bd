import type { AccountParts } from "./account-parts.ts";
import type { Credentials, SignIn } from "./auth-provider.ts";
import { parseEmail } from "./parse-email.ts";
import { passwordLengthMax } from "./password-policy.ts";
import { judgeAttempts, type Throttled } from "./throttle-policy.ts";
import { countAttempt, forgiveAttempt } from "./throttle-store.ts";

/** The one place where a password is tried, so that no door lets guesses through uncounted. */
export async function provePassword(
  { db, provider, now }: AccountParts,
  { email, password }: Credentials,
  address: string | null,
): Promise<SignIn | Throttled> {
  const at = now();
  const attempt = { purpose: "password", email, address } as const;
  const throttled = judgeAttempts(await countAttempt(db, attempt, at), at);
  if (throttled !== null) return throttled;

  const known = parseEmail(email);
  if (known === null || password.length > 2 * passwordLengthMax) return { kind: "wrong" };
  const result = await provider.signIn({ email: known, password }, at);

  if (result.kind === "signed-in") await forgiveAttempt(db, attempt);
  return result;
}
