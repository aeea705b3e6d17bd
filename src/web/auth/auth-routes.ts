import { Hono } from "hono";
import type { WebEnv } from "../web-env.ts";
import { accountRoutes } from "./account-routes.ts";
import { logInRoutes } from "./log-in-routes.ts";
import type { PeopleParts } from "./people-parts.ts";
import { privacyPage } from "./privacy-page.ts";
import { recoverRoutes } from "./recover-routes.ts";
import { registerRoutes } from "./register-routes.ts";
import { resetRoutes } from "./reset-routes.ts";
import { setupRoutes } from "./setup-routes.ts";

export function authRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/auth/privacy", (c) => c.html(privacyPage(parts.frame(c)).text));
  for (const routes of [registerRoutes, logInRoutes, resetRoutes, recoverRoutes, setupRoutes, accountRoutes]) {
    app.route("/", routes(parts));
  }
  return app;
}
