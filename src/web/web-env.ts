import type { HttpBindings } from "@hono/node-server";
import type { RequestIdVariables } from "hono/request-id";

/** What a handler finds in `c.env` and `c.var`; `stopping` ends the streams it keeps open when the server stops. */
export type WebEnv = {
  Bindings: HttpBindings & { stopping: AbortSignal };
  Variables: RequestIdVariables;
};
