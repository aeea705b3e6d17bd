import { parseCbor } from "./parse-cbor.ts";
import { parseCoseKey, type PasskeyKey } from "./parse-cose-key.ts";

/** What an authenticator says with every answer; `credential` only when it has made a passkey. */
export type AuthenticatorData = {
  relyingPartyHash: Buffer;
  /** Somebody touched it. */
  isPresent: boolean;
  /** It knows who: by a finger, a face, a PIN. */
  isVerified: boolean;
  /** Kept by a provider who brings it to the person's other devices. */
  isSynced: boolean;
  signCount: number;
  credential: { id: Buffer; key: PasskeyKey | null } | null;
};

const flag = { present: 0x01, verified: 0x04, synced: 0x10, credential: 0x40 };
const headBytes = 37;
const aaguidBytes = 16;
const credentialIdBytesMax = 1023;

/** WebAuthn, 6.1. Null where it is cut short. */
export function parseAuthenticatorData(bytes: Buffer): AuthenticatorData | null {
  if (bytes.length < headBytes) return null;
  const flags = bytes.readUInt8(32);
  const has = (bit: number) => (flags & bit) !== 0;
  const credential = has(flag.credential) ? parseCredential(bytes.subarray(headBytes)) : null;
  if (has(flag.credential) && credential === null) return null;
  return {
    relyingPartyHash: bytes.subarray(0, 32),
    isPresent: has(flag.present),
    isVerified: has(flag.verified),
    isSynced: has(flag.synced),
    signCount: bytes.readUInt32BE(33),
    credential,
  };
}

function parseCredential(bytes: Buffer): AuthenticatorData["credential"] {
  const idAt = aaguidBytes + 2;
  if (bytes.length < idAt) return null;
  const idBytes = bytes.readUInt16BE(aaguidBytes);
  const id = bytes.subarray(idAt, idAt + idBytes);
  if (idBytes === 0 || idBytes > credentialIdBytesMax || id.length !== idBytes) return null;
  const key = parseCbor(bytes.subarray(idAt + idBytes));
  return key === null ? null : { id, key: parseCoseKey(key.value) };
}
