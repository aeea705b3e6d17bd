import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/** The text of a field; empty if it is missing or a file. */
export type FormText = (name: string) => string;

/** Can be called twice: the body is read once. */
export async function readForm(c: Context): Promise<FormText> {
  const fields = await c.req.parseBody().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    throw new HTTPException(400, { message: "The form could not be read.", cause: error });
  });
  return (name) => {
    const value = fields[name];
    return typeof value === "string" ? value : "";
  };
}
