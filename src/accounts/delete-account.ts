import type { AccountParts } from "./account-parts.ts";
import type { SignIn } from "./auth-provider.ts";
import { deletePerson } from "./person-store.ts";
import { provePassword } from "./log-in.ts";
import type { Person, Visit } from "./session-store.ts";
import type { Throttled } from "./throttle-policy.ts";

export type AccountDeletion = { kind: "deleted" } | Exclude<SignIn, { kind: "signed-in" }> | Throttled;

/** The provider's part first: were it last and failed, a login would stay behind for an account that is gone. */
export async function deleteAccount(
  parts: AccountParts,
  person: Person,
  password: string,
  visit: Visit,
): Promise<AccountDeletion> {
  const proof = await provePassword(parts, { email: person.email, password }, visit);
  if (proof.kind !== "signed-in") return proof;

  const removal = await parts.provider.remove(person.id);
  if (removal.kind === "unavailable") return removal;

  await deletePerson(parts.db, person.id, parts.now());
  return { kind: "deleted" };
}
