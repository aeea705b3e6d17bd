import type { SecretBox } from "../database/secret-box.ts";
import { checkCustomHeaders } from "../http-client/headers.ts";
import { checkUrl, isLocalhost } from "../http-client/check-url.ts";
import { settle } from "../http-client/http-failure.ts";
import type { Network } from "../http-client/ip-network.ts";
import { type CustomHeaders, sealHeaders } from "./request-headers.ts";

/**
 * Why we would refuse to fetch this URL, or null. Looks at its text only: what a host name resolves to is checked when we
 * connect.
 */
export async function explainRefusedUrl(url: string, allowNetworks: readonly Network[]): Promise<string | null> {
  const asked = new URL(url);
  if (isLocalhost(asked)) asked.hostname = "127.0.0.1";
  const settled = await settle(async () => checkUrl(asked, allowNetworks));
  return settled === undefined ? null : settled.failure.detail;
}

/** Why we would refuse to send these headers with a feed's requests, or null. */
export function explainRefusedHeaders(headers: CustomHeaders): string | null {
  return checkCustomHeaders(headers);
}

export type SealedHeaders = { kind: "sealed"; headers: Buffer } | { kind: "refused"; sentence: string };

/** Headers that a person gave, encrypted for the database if we would send them. */
export function sealGivenHeaders(headers: CustomHeaders, secrets: SecretBox): SealedHeaders {
  const sentence = explainRefusedHeaders(headers);
  return sentence === null ? { kind: "sealed", headers: sealHeaders(headers, secrets) } : { kind: "refused", sentence };
}
