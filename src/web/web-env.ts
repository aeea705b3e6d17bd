import type { HttpBindings } from "@hono/node-server";
import type { RequestIdVariables } from "hono/request-id";
import type { Person } from "../accounts/session-store.ts";

/** The session a request came with; `token` is the cookie's value. */
export type WebSession = { id: string; token: string; person: Person };

/** What a handler finds in `c.env` and `c.var`; `stopping` ends the streams it keeps open when the server stops. */
export type WebEnv = {
  Bindings: HttpBindings & { stopping: AbortSignal };
  Variables: RequestIdVariables & {
    session?: WebSession | undefined;
    alerts?: string[];
    /** Why the proxy's word let nobody in. */
    proxyFault?: string;
  };
};
