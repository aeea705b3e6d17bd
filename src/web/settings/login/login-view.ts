import type { LinkedIdentity } from "../../../accounts/identity-store.ts";
import type { OidcSettings } from "../../../accounts/oidc/oidc-client.ts";
import type { PasskeyListed } from "../../../accounts/passkeys/passkey-store.ts";
import type { RelyingParty } from "../../../accounts/passkeys/relying-party.ts";
import type { SecondStep } from "../../../accounts/second-step/second-step-store.ts";
import type { WaysIn } from "../../../accounts/ways-in.ts";

export type LoginView = {
  ways: WaysIn;
  passkeys: PasskeyListed[];
  identities: LinkedIdentity[];
  /** The server that people can log in with at present. */
  oidc: Pick<OidcSettings, "issuer" | "name"> | null;
  step: SecondStep | null;
  /** Null: browsers offer no passkeys at this server's address. */
  party: RelyingParty | null;
  publicOrigin: string;
  /** The person has just proved who they are: changes are offered. */
  isConfirmed: boolean;
  passwordFault: string | null;
  nameFault: string | null;
  failure: string | null;
  done: string | null;
  now: Date;
};
