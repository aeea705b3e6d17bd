import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export type Received = { path: string; headers: Record<string, string>; body: string };
type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** A program that takes webhooks. `reply` says how it answers from now on. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: (request: Received) => Reply | Promise<Reply> = () => ({ status: 204 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      void Promise.resolve(answer(one)).then(({ status, headers: more = {}, body = "" }) => {
        response.writeHead(status, more);
        response.end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    origin: `http://127.0.0.1:${port}`,
    received,
    reply: (next: typeof answer) => (answer = next),
  };
}

/** As a receiver checks it, written from the text of Standard Webhooks. */
export function isSigned({ headers, body }: Received, secret: string, nowMs = Date.now()): boolean {
  const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > 5 * 60_000) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
