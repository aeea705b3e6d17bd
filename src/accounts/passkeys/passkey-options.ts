import type { AccountParts } from "../auth-provider.ts";
import { challengeMsMax, type ChallengeUse, createChallenge } from "./challenges.ts";
import { passkeyAlgorithms } from "./parse-cose-key.ts";
import { listPasskeys, type PasskeyListed } from "./passkey-store.ts";
import type { RelyingParty } from "./relying-party.ts";
import { userHandleOf } from "./use-passkey.ts";

type Parts = Pick<AccountParts, "db" | "secrets" | "now">;

/** What a browser is asked, as navigator.credentials takes it; bytes are base64url. */
export async function askForNewPasskey(
  parts: Parts,
  { person, party, use }: { person: { id: string; email: string }; party: RelyingParty; use: ChallengeUse },
): Promise<object> {
  const known = await listPasskeys(parts.db, person.id);
  return {
    challenge: createChallenge(parts.secrets, use, parts.now()),
    rp: { id: party.id, name: "Plainwire" },
    user: { id: userHandleOf(person.id).toString("base64url"), name: person.email, displayName: person.email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: challengeMsMax,
  };
}

/** `personId` null: the passkey says who comes, so none is named, and nobody learns who has one. */
export async function askForPasskey(
  parts: Parts,
  { personId, party, use }: { personId: string | null; party: RelyingParty; use: ChallengeUse },
): Promise<object> {
  const own = personId === null ? [] : await listPasskeys(parts.db, personId);
  return {
    challenge: createChallenge(parts.secrets, use, parts.now()),
    rpId: party.id,
    allowCredentials: own.filter(({ host }) => host === party.id).map(describe),
    userVerification: use.purpose === "second-step" ? "preferred" : "required",
    timeout: challengeMsMax,
  };
}

function describe({ credentialId, transports }: PasskeyListed): object {
  return { type: "public-key", id: credentialId.toString("base64url"), transports };
}
