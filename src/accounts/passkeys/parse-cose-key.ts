import { createPublicKey, type KeyObject } from "node:crypto";
import type { Cbor } from "./parse-cbor.ts";

/** ES256, EdDSA with Ed25519, RS256, as COSE numbers them. In the order in which we ask for them. */
export const passkeyAlgorithms = [-7, -8, -257] as const;
export type PasskeyAlgorithm = (typeof passkeyAlgorithms)[number];
export type PasskeyKey = { algorithm: PasskeyAlgorithm; spki: Buffer };

/** Null for keys of other kinds, and for those that are none. */
export function parseCoseKey(value: Cbor): PasskeyKey | null {
  if (!(value instanceof Map)) return null;
  const algorithm = passkeyAlgorithms.find((known) => known === value.get(labels.algorithm));
  const jwk = algorithm === undefined ? null : jwkOf(algorithm, value);
  if (algorithm === undefined || jwk === null) return null;
  const key = importKey(jwk);
  return key === null ? null : { algorithm, spki: key.export({ type: "spki", format: "der" }) };
}

// RFC 9052, 7.1, and RFC 9053, 7.
const labels = { kind: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 };
const kinds = { okp: 1, ec2: 2, rsa: 3 };
const curves = { p256: 1, ed25519: 6 };
const coordinateBytes = 32;
/** 2048 to 8192 bits: less is broken, and more takes too long. */
const modulusBytes = { min: 256, max: 1024 };
const exponentBytesMax = 4;

type Jwk = Record<string, string>;

function jwkOf(algorithm: PasskeyAlgorithm, key: Map<number | string, Cbor>): Jwk | null {
  const [kind, curve] = [key.get(labels.kind), key.get(labels.curve)];
  const [x, y] = [bytesOf(key.get(labels.x)), bytesOf(key.get(labels.y))];
  switch (algorithm) {
    case -7: {
      const isRight = kind === kinds.ec2 && curve === curves.p256;
      if (!isRight || x?.length !== coordinateBytes || y?.length !== coordinateBytes) return null;
      return { kty: "EC", crv: "P-256", x: base64url(x), y: base64url(y) };
    }
    case -8: {
      const isRight = kind === kinds.okp && curve === curves.ed25519;
      return isRight && x?.length === coordinateBytes ? { kty: "OKP", crv: "Ed25519", x: base64url(x) } : null;
    }
    case -257: {
      const [n, e] = [bytesOf(key.get(labels.modulus)), bytesOf(key.get(labels.exponent))];
      if (kind !== kinds.rsa || n === null || e === null) return null;
      const isRight = n.length >= modulusBytes.min && n.length <= modulusBytes.max && e.length <= exponentBytesMax;
      return isRight ? { kty: "RSA", n: base64url(n), e: base64url(e) } : null;
    }
  }
}

/** OpenSSL checks that a point lies on its curve. */
function importKey(jwk: Jwk): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    return null;
  }
}

function bytesOf(value: Cbor | undefined): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
