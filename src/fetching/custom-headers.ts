import type { SecretBox } from "../database/secret-box.ts";
import { checkCustomHeaders } from "../http-client/check-custom-headers.ts";

export type CustomHeaders = Readonly<Record<string, string>>;

/** What is wrong with headers that a person wants sent with a feed's fetches, as a sentence (C39); null when nothing is. */
export function doubtHeaders(headers: CustomHeaders): string | null {
  return checkCustomHeaders(headers);
}

/** As download-feed.ts opens them. */
export function sealHeaders(headers: CustomHeaders, secrets: SecretBox): Buffer {
  return secrets.seal(JSON.stringify(headers));
}
