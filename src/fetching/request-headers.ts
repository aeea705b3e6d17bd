import type { SecretBox } from "../database/secret-box.ts";
import { checkUrl, isLocalhost } from "../http-client/check-url.ts";
import { checkCustomHeaders } from "../http-client/headers.ts";
import { type HttpFailure, settle } from "../http-client/http-failure.ts";
import type { Network } from "../http-client/address-policy.ts";

export type FetcherIdentity = { version: string; contactUrl: string };

/**
 * Honest and stable: the product, a page about us, and how many people one request serves. Publishers add these numbers up, so
 * a request that serves nobody names none.
 */
export function userAgent({ version, contactUrl }: FetcherIdentity, subscribers: number): string {
  const [major = "0", minor = "0"] = version.split(".");
  const people = subscribers === 0 ? "" : `; ${subscribers} subscriber${subscribers === 1 ? "" : "s"}`;
  return `Plainwire/${major}.${minor} (+${contactUrl}${people})`;
}

// Feeds first, pages last: some servers choose by this whether to send a feed or a page.
export const acceptedTypes =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.2, */*;q=0.1";

/** Headers of a person's own, such as a login. They are stored encrypted. */
export type CustomHeaders = Readonly<Record<string, string>>;

function sealHeaders(headers: CustomHeaders, secrets: SecretBox): Buffer {
  return secrets.seal(JSON.stringify(headers));
}

export function openHeaders(sealed: Buffer | null, secrets: SecretBox): CustomHeaders {
  return sealed === null ? {} : (JSON.parse(secrets.open(sealed)) as CustomHeaders);
}

/**
 * Why we would refuse to fetch this URL, or null. Looks at its text only: what a host name resolves to is checked when we
 * connect.
 */
export async function explainRefusedUrl(url: string, allowNetworks: readonly Network[]): Promise<string | null> {
  return (await refusalOfUrl(url, allowNetworks))?.detail ?? null;
}

/** Whether the text of this URL names an address in a network that we may not fetch from. */
export async function isPrivateUrl(url: string, allowNetworks: readonly Network[]): Promise<boolean> {
  const refusal = await refusalOfUrl(url, allowNetworks);
  return refusal?.kind === "blocked" && refusal.what === "address";
}

async function refusalOfUrl(url: string, allowNetworks: readonly Network[]): Promise<HttpFailure | null> {
  const asked = new URL(url);
  if (isLocalhost(asked)) asked.hostname = "127.0.0.1";
  const settled = await settle(async () => checkUrl(asked, allowNetworks));
  return settled === undefined ? null : settled.failure;
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
