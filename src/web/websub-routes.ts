import { Hono, type MiddlewareHandler } from "hono";
import { answerHub, findListening, type HearHubParts, takePush } from "../websub/hear-hub.ts";
import { type OwnHubParts, takeRequest } from "../websub/own-hub/take-request.ts";
import type { RequestLimits } from "./request-rules.ts";
import type { WebEnv } from "./web-env.ts";

/** As large as a feed may be. */
export const websubLimits: Record<string, Partial<RequestLimits>> = {
  "/websub/:token": { bodyBytesMax: 10_000_000 },
};

/** Our own hub. `findFeed`: the feed at this address, if it is published. */
export type OwnHub = OwnHubParts & { findFeed: (url: string) => Promise<string | null> };

/** Programs ask here, as hubs call below: without a cookie. What they ask for is done when their callback confirms it. */
export function ownHubRoutes(hub: OwnHub | null, limit: MiddlewareHandler<WebEnv>): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/hub", limit, async (c) => {
    if (hub === null) return c.text("This server is no hub.", 404);
    const taken = await takeRequest(hub, new URLSearchParams(await c.req.text()), hub.findFeed);
    return taken.kind === "taken" ? c.text("It will be verified.", 202) : c.text(taken.sentence, taken.status);
  });
  return app;
}

/**
 * Where hubs call us: programs without a cookie or form token, so it stands before those checks. The token in the address
 * says who, and nothing here depends on a session. `hearing` null: WebSub is off, and a hub that still calls is told so.
 */
export function websubRoutes(hearing: HearHubParts | null): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/websub/:token", async (c) => {
    const { token } = c.req.param();
    const asked = (name: string) => c.req.query(`hub.${name}`);
    const [mode, topic, challenge] = [asked("mode"), asked("topic"), asked("challenge")];
    const question = { token, mode, topic, challenge, lease: asked("lease_seconds"), reason: asked("reason") };
    const answer = hearing === null ? null : await answerHub(hearing, question);
    // A stranger's words come back: as text, and as nothing else (securityHeaders adds nosniff).
    return answer === null ? c.text("Nobody here asked for that.", 404) : c.text(answer);
  });
  app.post("/websub/:token", async (c) => {
    const to = hearing === null ? null : await findListening(hearing, c.req.param("token"));
    if (hearing === null || to === null) return c.text("Nobody listens here any more.", 410);
    const body = new Uint8Array(await c.req.arrayBuffer());
    await takePush(hearing, to, {
      body,
      signature: c.req.header("x-hub-signature"),
      contentType: c.req.header("content-type"),
      contentEncoding: c.req.header("content-encoding"),
      link: c.req.header("link"),
    });
    // Also for a wrong signature: who guesses learns nothing.
    return c.text("Thank you.", 202);
  });
  return app;
}
