import type { SecretBox } from "../database/secret-box.ts";
import { checkCustomHeaders } from "../http-client/check-custom-headers.ts";

export type SealedHeaders = { kind: "sealed"; headers: Buffer } | { kind: "wrong"; sentence: string };

/** A feed's own headers as download-feed.ts opens them; checked here, where a person can still mend them (C39). */
export function sealHeaders(headers: Readonly<Record<string, string>>, secrets: SecretBox): SealedHeaders {
  const sentence = checkCustomHeaders(headers);
  if (sentence !== null) return { kind: "wrong", sentence };
  return { kind: "sealed", headers: secrets.seal(JSON.stringify(headers)) };
}
