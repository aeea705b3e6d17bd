import { timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../database/secret-box.ts";

/** "picture": checked whole, and kept on disk. "stream": audio or video, passed on as it comes. */
export type MediaKind = "picture" | "stream";

/** The path on our own server under which an address is shown; null where it must not be. */
export type SignMedia = (url: string, kind: MediaKind) => string | null;

export type MediaAddresses = {
  sign: SignMedia;
  /** The address in a path that `sign` made; null for any other path. */
  read: (kind: MediaKind, signature: string, address: string) => string | null;
};

/** As in http-client/check-url.ts: a longer one would not be fetched anyway. */
const urlCharsMax = 2_048;

/** 128 bits: nobody guesses one, and a page with a hundred pictures stays small. */
const signatureBytes = 16;

/**
 * Only addresses that this server wrote into a page are fetched, so it is no open relay. All processes with the same SECRET_KEY
 * sign alike. An address never expires: the same article always shows the same pictures, which browsers then keep.
 */
export function createMediaAddresses({ sign }: Pick<SecretBox, "sign">, isOn: boolean): MediaAddresses {
  // What is signed is the text in the path, so no other spelling of it is valid.
  const signatureOf = (kind: MediaKind, address: string) =>
    sign(`media 1\n${kind}\n${address}`).subarray(0, signatureBytes);
  return {
    sign: (url, kind) => {
      const href = isOn ? fetchable(url) : null;
      if (href === null) return null;
      const address = Buffer.from(href).toString("base64url");
      return `/media/${kind}/${signatureOf(kind, address).toString("base64url")}/${address}`;
    },
    read: (kind, signature, address) => {
      if (!isOn) return null;
      const given = Buffer.from(signature, "base64url");
      const isOurs = given.length === signatureBytes && timingSafeEqual(given, signatureOf(kind, address));
      return isOurs ? Buffer.from(address, "base64url").toString() : null;
    },
  };
}

/** A path for what the client would refuse anyway would only show a broken picture. */
function fetchable(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  if (parsed.username !== "" || parsed.password !== "") return null;
  parsed.hash = "";
  return parsed.href.length > urlCharsMax ? null : parsed.href;
}
