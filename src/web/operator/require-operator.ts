import type { MiddlewareHandler } from "hono";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";

/** Behind `requirePerson`. To everybody else these pages do not exist; the right is asked anew with every request. */
export function requireOperator(): MiddlewareHandler<WebEnv> {
  return async (c, next) => (sessionOf(c).person.operator ? next() : c.notFound());
}
