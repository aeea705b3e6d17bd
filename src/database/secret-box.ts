import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { createFolder } from "../create-folder.ts";
import { Refusal } from "../refusal.ts";

/** Encrypts what is stored and must not be readable in a backup: a feed's credentials, a provider's tokens. */
export type SecretBox = {
  /** Opens only with the same `context`, which says what it is for. What is stored has none. */
  seal: (text: string, context?: string) => Buffer;
  open: (sealed: Buffer, context?: string) => string;
  /** For what is given away and must come back unchanged; each use begins its text with a name of its own. */
  sign: (text: string) => Buffer;
};

const nonceBytes = 12;
const keyCharsMin = 32;
const tagBytes = 16;

export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "plainwire secret box 1", 32));
  const signingKey = Buffer.from(hkdfSync("sha256", secretKey, "", "plainwire signatures 1", 32));
  return {
    seal: (text, context = "") => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context = "") => {
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), options);
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, "utf8");
      try {
        return text + decipher.final("utf8");
      } catch (cause) {
        throw new Error("what is stored encrypted cannot be read: SECRET_KEY is not the one it was written with", {
          cause,
        });
      }
    },
    sign: (text) => createHmac("sha256", signingKey).update(text).digest(),
  };
}

/** SECRET_KEY, or the one in DATA_DIR; made at first start. Of several that start at once the first one's key holds. */
export function findSecretKey(config: Pick<Config, "secretKey" | "dataDir">): string {
  if (config.secretKey !== null) return config.secretKey;
  const file = join(config.dataDir, "secret-key");
  if (!existsSync(file)) {
    createFolder(config.dataDir);
    const fresh = `${file}.${process.pid}.new`;
    writeFileSync(fresh, randomBytes(32).toString("hex"), { mode: 0o600 });
    chmodSync(fresh, 0o600);
    try {
      linkSync(fresh, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(fresh);
    }
  }
  const key = readFileSync(file, "utf8").trim();
  if (key.length < keyCharsMin) throw new Refusal(`${file} holds no key: restore it from a backup, or set SECRET_KEY.`);
  return key;
}
