import { createHmac, timingSafeEqual } from "node:crypto";

// The strongest first. Most hubs still use sha1, which is no weakness in an HMAC.
const methods = ["sha512", "sha384", "sha256", "sha1"];
const headerCharsMax = 1_000;

/** Whether X-Hub-Signature fits the bytes of a push. If a hub sends several, the strongest decides. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
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
  if (method === undefined) return false;
  const expected = createHmac(method, secret).update(body).digest();
  const digest = Buffer.from(given.get(method) ?? "", "hex");
  return digest.length === expected.length && timingSafeEqual(digest, expected);
}
