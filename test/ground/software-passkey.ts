import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { RelyingParty } from "../../src/accounts/passkeys/relying-party.ts";
import { userHandleOf } from "../../src/accounts/passkeys/use-passkey.ts";

export type Algorithm = -7 | -8 | -257;

/** What a test wants otherwise than an honest browser and authenticator do it. */
export type Changes = {
  origin?: string;
  crossOrigin?: boolean;
  type?: string;
  relyingPartyId?: string;
  flags?: number;
  signCount?: number;
  userHandle?: Buffer;
  id?: Buffer;
  signWith?: KeyObject;
};

export type SoftwarePasskey = {
  id: Buffer;
  /** What the field `answer` of our forms contains. */
  create: (challenge: string, changes?: Changes) => string;
  get: (challenge: string, changes?: Changes) => string;
};

export const flags = { present: 0x01, verified: 0x04, synced: 0x10, made: 0x40 };

/** An authenticator and the browser in front of it, for what a real browser refuses to do. */
export function softwarePasskey(party: RelyingParty, personId: string, algorithm: Algorithm = -7): SoftwarePasskey {
  const id = randomBytes(32);
  const { publicKey, privateKey } = keysOf(algorithm);
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge,
        origin: changes.origin ?? party.origin,
        crossOrigin: changes.crossOrigin ?? false,
      }),
    );
  const head = (bits: number, { relyingPartyId = party.id, flags: wanted = bits, signCount = 0 }: Changes) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    return Buffer.concat([sha256(Buffer.from(relyingPartyId)), Buffer.from([wanted]), counter]);
  };
  return {
    id,
    create: (challenge, changes = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const made = [Buffer.alloc(16), length, id, cbor(coseOf(algorithm, publicKey))];
      const data = Buffer.concat([head(flags.present | flags.verified | flags.made, changes), ...made]);
      const attestation = new Map<string, Value>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      return written(changes.id ?? id, {
        clientDataJSON: clientData("webauthn.create", challenge, changes),
        attestationObject: cbor(attestation),
      });
    },
    get: (challenge, changes = {}) => {
      const data = head(flags.present | flags.verified, changes);
      const client = clientData("webauthn.get", challenge, changes);
      const signed = Buffer.concat([data, sha256(client)]);
      const key = changes.signWith ?? privateKey;
      return written(changes.id ?? id, {
        clientDataJSON: client,
        authenticatorData: data,
        signature: sign(algorithm === -8 ? null : "sha256", signed, key),
        userHandle: changes.userHandle ?? userHandleOf(personId),
      });
    },
  };
}

function keysOf(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === -7) return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return algorithm === -8 ? generateKeyPairSync("ed25519") : generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function coseOf(algorithm: Algorithm, key: KeyObject): Map<number, Value> {
  const jwk = key.export({ format: "jwk" });
  const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
  if (algorithm === -7)
    return new Map<number, Value>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ]);
  if (algorithm === -8)
    return new Map<number, Value>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ]);
  return new Map<number, Value>([
    [1, 3],
    [3, -257],
    [-1, bytes(jwk.n)],
    [-2, bytes(jwk.e)],
  ]);
}

function written(id: Buffer, parts: Record<string, Buffer>): string {
  const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString("base64url")] as const);
  return JSON.stringify({ id: id.toString("base64url"), ...Object.fromEntries(texts), transports: ["internal"] });
}

type Value = number | string | Buffer | Map<string, Value> | Map<number, Value>;

export function cbor(value: Value): Buffer {
  if (typeof value === "number") return value < 0 ? sized(1, -1 - value) : sized(0, value);
  if (typeof value === "string") return Buffer.concat([sized(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([sized(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([sized(5, value.size), ...entries]);
}

function sized(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
