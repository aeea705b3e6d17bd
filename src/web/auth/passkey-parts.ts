import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Throttled } from "../../accounts/admit-attempt.ts";
import { type RelyingParty, relyingPartyOf } from "../../accounts/passkeys/relying-party.ts";
import type { PasskeyRefused } from "../../accounts/passkeys/use-passkey.ts";
import type { PersonHere } from "../../accounts/ways-in.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { PeopleParts } from "./people-parts.ts";

/** Null where there are no passkeys: another service keeps the passwords, or browsers offer none at this address. */
export function passkeyPartyOf({
  accounts,
  publicOrigin,
}: Pick<PeopleParts, "accounts" | "publicOrigin">): RelyingParty | null {
  return accounts.provider.hasher === null ? null : relyingPartyOf(publicOrigin);
}

export function passkeyFailure(
  c: Context<WebEnv>,
  result: PasskeyRefused | Throttled,
): { status: ContentfulStatusCode; failure: string } {
  const { throttled, waysIn } = textsOf(c);
  if (result.kind === "refused") return { status: 403, failure: waysIn.passkeyRefused[result.why] };
  c.header("Retry-After", String(result.retryAfterSeconds));
  return { status: 429, failure: throttled(result.retryAfterSeconds) };
}

/** What decides which ways in a person has on this server. */
export function personHere(parts: PeopleParts, c: Context<WebEnv>): PersonHere {
  const { oidc } = parts;
  return {
    id: sessionOf(c).person.id,
    host: passkeyPartyOf(parts)?.id ?? null,
    issuers: oidc ? [oidc.settings.issuer] : [],
  };
}
