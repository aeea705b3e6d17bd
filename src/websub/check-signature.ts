import { createHmac, timingSafeEqual } from "node:crypto";

// The strongest first. Most hubs still use sha1, which is no weakness in an HMAC.
const methods = ["sha512", "sha384", "sha256", "sha1"];
const headerCharsMax = 1_000;

/** By which method X-Hub-Signature fits the bytes of a push; null: by none. If a hub sends several, the strongest decides. */
export function findSignature(body: Uint8Array, header: string | undefined, secret: string): string | null {
  const given = new Map(
    (header ?? "")
      .slice(0, headerCharsMax)
      .split(",")
      .map((one) => {
        const [method = "", digest = ""] = one.trim().split("=");
        return [method.toLowerCase(), digest] as const;
      }),
  );
  const method = methods.find((known) => given.has(known));
  if (method === undefined) return null;
  const expected = createHmac(method, secret).update(body).digest();
  const digest = Buffer.from(given.get(method) ?? "", "hex");
  return digest.length === expected.length && timingSafeEqual(digest, expected) ? method : null;
}
