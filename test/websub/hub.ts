import { createHmac, randomBytes } from "node:crypto";
import { startReceiver } from "../webhooks/receiver.ts";

export type HubRequest = { path: string; fields: Record<string, string> };

/**
 * A hub on loopback, written from the text of the standard. Our public address leads nowhere in a test: it calls `reachedAt`
 * instead of `publicOrigin`.
 */
export async function startHub(publicOrigin: string, reachedAt: string) {
  const receiver = await startReceiver();
  const asked = (): HubRequest[] =>
    receiver.received.map(({ path, body }) => ({ path, fields: Object.fromEntries(new URLSearchParams(body)) }));
  const last = (): HubRequest => {
    const found = asked().at(-1);
    if (found === undefined) throw new Error("the hub was not asked");
    return found;
  };
  const callbackOf = ({ fields }: HubRequest) =>
    new URL((fields["hub.callback"] ?? "").replace(publicOrigin, reachedAt));

  /** Asks the subscriber whether it was it; `changes` is what a lying hub says instead. */
  const verify = async (request = last(), changes: Record<string, string | null> = {}) => {
    const challenge = randomBytes(16).toString("hex");
    const url = callbackOf(request);
    const said: Record<string, string | null> = {
      "hub.mode": "subscribe",
      "hub.topic": request.fields["hub.topic"] ?? "",
      "hub.challenge": challenge,
      "hub.lease_seconds": request.fields["hub.lease_seconds"] ?? "",
      ...changes,
    };
    for (const [name, value] of Object.entries(said)) if (value !== null) url.searchParams.append(name, value);
    const answer = await fetch(url);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, isEchoed: text === challenge };
  };

  /** `signature` null: none is sent. */
  const push = async ({
    request = last(),
    body = "<rss/>",
    method = "sha256",
    signature,
    headers: further = {},
  }: PushOptions = {}): Promise<number> => {
    const right = createHmac(method, request.fields["hub.secret"] ?? "")
      .update(body)
      .digest("hex");
    const sent = signature === undefined ? `${method}=${right}` : signature;
    const type = { "content-type": "application/rss+xml" };
    const headers = { ...type, ...further, ...(sent === null ? {} : { "x-hub-signature": sent }) };
    const answer = await fetch(callbackOf(request), { method: "POST", body, headers });
    await answer.text();
    return answer.status;
  };
  receiver.reply(() => ({ status: 202 }));
  return { url: `${receiver.origin}/hub`, origin: receiver.origin, reply: receiver.reply, asked, last, verify, push };
}

type PushOptions = {
  request?: HubRequest;
  body?: string | Buffer<ArrayBuffer>;
  method?: string;
  signature?: string | null;
  headers?: Record<string, string>;
};
