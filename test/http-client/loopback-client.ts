import assert from "node:assert/strict";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedRequest,
  type GuardedResponse,
  type GuardedResult,
} from "../../src/http-client/guarded-client.ts";
import type { Failed, HttpFailure } from "../../src/http-client/http-failure.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";

export type LoopbackClient = {
  get: (url: string, more?: Partial<GuardedRequest>) => Promise<GuardedResult>;
  close: GuardedClient["close"];
};

/** The real client with small limits; every name is a host of 127.0.0.1. */
export function createLoopbackClient(options: Partial<GuardedClientOptions> = {}): LoopbackClient {
  const client = createGuardedClient({
    allowNetworks: parseAllowedNetworks("127.0.0.0/8"),
    requestTimeoutMs: 5_000,
    redirectsMax: 5,
    bodyBytesMax: 1024 * 1024,
    resolve: async () => ["127.0.0.1"],
    ...options,
  });
  return {
    get: (url, more) => client.get({ url, userAgent: "Plainwire/test", accept: "application/rss+xml", ...more }),
    close: client.close,
  };
}

export function responseOf(result: GuardedResult): GuardedResponse {
  // Not as a message to assert.ok, which would write every body of megabytes as JSON.
  if (result.kind !== "response") assert.fail(`failed: ${JSON.stringify(result)}`);
  return result;
}

export function failureOf(result: Failed | { kind: "response" }): HttpFailure {
  if (result.kind !== "failed") assert.fail(`did not fail: ${JSON.stringify(result)}`);
  return result.failure;
}

/** A failure without its sentences, to compare. */
export function causeOf(result: Failed | { kind: "response" }): string {
  const failure = failureOf(result);
  return "what" in failure ? `${failure.kind} ${failure.what}` : failure.kind;
}
