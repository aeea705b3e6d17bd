import { Hono } from "hono";
import { mailBytesMax } from "../newsletters/take-mail.ts";
import { type CallOutcome, type CallParts, takeCall } from "../newsletters/take-call.ts";
import type { RequestLimits } from "./request-rules.ts";
import type { WebEnv } from "./web-env.ts";

export const mailInLimits: Record<string, Partial<RequestLimits>> = { "/mail/in": { bodyBytesMax: mailBytesMax } };

const answers = {
  taken: [200, "Taken."],
  repeated: [200, "It was taken before."],
  unsigned: [401, "Sign the call with webhook-id, webhook-timestamp and webhook-signature (docs/newsletters.md)."],
  "wrong-time": [401, "webhook-timestamp is more than five minutes from now."],
  "wrong-signature": [401, "webhook-signature does not fit the body and MAIL_IN_SECRET."],
  unknown: [404, "No newsletter has an address that this mail names."],
  "too-many": [429, "Too many mails for this address today. Try again tomorrow."],
  busy: [503, "Too many mails wait here. Try again later."],
} as const satisfies Record<CallOutcome, [number, string]>;

/**
 * A program hands over a mail as it is, with a signature. No cookie and no form token, so it stands before those checks: nothing
 * here depends on a session. `taking` null: MAIL_IN_SECRET or MAIL_DOMAIN is not set.
 */
export function mailInRoute(taking: CallParts | null): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/mail/in", async (c) => {
    if (taking === null) return c.text("This server takes no mail here.", 404);
    const header = (name: string) => c.req.header(`webhook-${name}`) ?? "";
    const signed = { id: header("id"), timestamp: header("timestamp"), signature: header("signature") };
    const body = new Uint8Array(await c.req.arrayBuffer());
    const [status, sentence] = answers[await takeCall(taking, { ...signed, body })];
    if (status === 429 || status === 503) c.header("Retry-After", "3600");
    return c.text(sentence, status);
  });
  return app;
}
