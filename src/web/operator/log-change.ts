import type { Context } from "hono";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import type { OperatorParts } from "./operator-parts.ts";

/** Who changed what on everybody's server: where several operate it, they will ask. */
export function logChange(
  { log }: OperatorParts,
  c: Context<WebEnv>,
  facts: { change: string; [fact: string]: unknown },
): void {
  log.info({ requestId: c.var.requestId, operatorId: sessionOf(c).person.id, ...facts }, "changed by an operator");
}
