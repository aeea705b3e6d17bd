import { inTransaction } from "../database/transaction.ts";
import { type CallFault, checkCall, type SignedCall } from "./check-call.ts";
import { forgetCall, noteCall } from "./incoming-mail-store.ts";
import { type Taken, takeMailIn, type TakeParts, tokensOf } from "./take-mail.ts";

/** `key`: MAIL_IN_SECRET. */
export type CallParts = TakeParts & { key: Buffer; report: (facts: object, event: string) => void };

/** `repeated`: it was taken before, and nothing happens. */
export type CallOutcome = Taken | CallFault | "repeated";

/** A mail that a program sends with a signature. Its headers say who it is for, because they are signed with it. */
export async function takeCall(parts: CallParts, call: SignedCall): Promise<CallOutcome> {
  const { pool, now, key, place, report } = parts;
  const fault = checkCall(call, key, now());
  if (fault !== null) return fault;
  const tokens = tokensOf(place, call.body);
  if (tokens.length === 0) return "unknown";

  // Noted with the mail: a call that fails may come again with the same id.
  const outcome = await inTransaction(pool, async (tx) => {
    if (!(await noteCall(tx, call.id, now()))) return "repeated";
    const taken = best(await takeMailIn(tx, tokens, call.body, now()));
    if (taken !== "taken") await forgetCall(tx, call.id);
    return taken;
  });
  report({ call: call.id, bytes: call.body.byteLength, outcome }, "mail came by POST /mail/in");
  return outcome;
}

/** One answer for all addresses: what was taken for one is not sent again for another. */
function best(taken: readonly Taken[]): Taken {
  return (["taken", "busy", "too-many"] as const).find((one) => taken.includes(one)) ?? "unknown";
}
