import { HTTPException } from "hono/http-exception";
import { validator } from "hono-openapi";
import type { z } from "zod";

/** The first thing that is wrong with a request is the answer to it. */
export function checkParameters<Target extends "query" | "param", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, schema, (result) => {
    if (!result.success) throw new HTTPException(400, { message: result.error[0]?.message ?? "A parameter is wrong." });
  });
}
