import { inTransaction } from "../../database/transaction.ts";
import type { AccountParts } from "../auth-provider.ts";
import { findSecondStep, saveSecondStep } from "../second-step/second-step-store.ts";
import { mayRemove, type PersonHere } from "../ways-in.ts";
import { lockWaysIn } from "../ways-in-store.ts";
import { deletePasskey, listPasskeys } from "./passkey-store.ts";

export type PasskeyRemoval = "removed" | "last" | "missing";

/** Where it was the last passkey and logins ask for one, they ask no longer: nothing could answer. */
export async function removePasskey(
  { db, now }: Pick<AccountParts, "db" | "now">,
  person: PersonHere,
  passkeyId: string,
): Promise<PasskeyRemoval> {
  return inTransaction(db, async (tx): Promise<PasskeyRemoval> => {
    const { id, host } = person;
    const ways = await lockWaysIn(tx, person);
    const passkey = (await listPasskeys(tx, id)).find((one) => one.id === passkeyId);
    if (passkey === undefined) return "missing";
    // One that was made at another host is no way in, so it can always go.
    const isWayIn = passkey.host === host;
    if (isWayIn && !mayRemove(ways, "passkey")) return "last";
    await deletePasskey(tx, id, passkeyId, now());
    const step = await findSecondStep(tx, id);
    if (isWayIn && ways.passkeys === 1 && step?.asksPasskey === true) {
      await saveSecondStep(tx, id, { ...step, step: null, asksPasskey: false }, now());
    }
    return "removed";
  });
}
