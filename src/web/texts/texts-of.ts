import type { Context } from "hono";
import { en, type Texts } from "./en.ts";

/** The texts in the language of whoever asks. English is the only one so far. */
export function textsOf(_c: Context): Texts {
  return en;
}
