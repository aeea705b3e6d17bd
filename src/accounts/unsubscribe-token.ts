import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { isUuid } from "../ids.ts";

/** Makes and checks the tokens of unsubscribe links. All that a token can do is stop one kind of mail to its person. */
export type UnsubscribeTokens = {
  tokenOf: (personId: string) => string;
  /** Null: it is not one of ours. */
  personOf: (token: string) => string | null;
};

const tokenForm = /^([\da-f-]{36})\.([\w-]{43})$/;

/** What a person can stop with one click. The token of one stops none of the other. */
export type RegularMail = "brief mail" | "feed note";

/** Signed, not stored: a link in a mail works as long as the mail is kept. */
export function createUnsubscribeTokens(secretKey: string, mail: RegularMail): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", `plainwire ${mail} 1`, 32));
  const sign = (personId: string) => createHmac("sha256", key).update(personId).digest("base64url");
  return {
    tokenOf: (personId) => `${personId}.${sign(personId)}`,
    personOf: (token) => {
      const [, personId = "", signature = ""] = tokenForm.exec(token) ?? [];
      if (!isUuid(personId)) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(personId))) ? personId : null;
    },
  };
}
