import type { SecretBox } from "../database/secret-box.ts";
import type { ProviderTokens } from "./auth-provider.ts";

export function sealTokens(secrets: SecretBox, tokens: ProviderTokens | null) {
  return tokens === null ? null : { sealed: secrets.seal(JSON.stringify(tokens)), expireAt: tokens.expiresAt };
}

/** Null where they were sealed with another SECRET_KEY: such a session can only end. */
export function openTokens(secrets: SecretBox, sealed: Buffer): ProviderTokens | null {
  try {
    const { access, refresh, expiresAt } = JSON.parse(secrets.open(sealed)) as Record<keyof ProviderTokens, string>;
    return { access, refresh, expiresAt: new Date(expiresAt) };
  } catch {
    return null;
  }
}
