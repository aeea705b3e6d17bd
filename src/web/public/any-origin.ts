import { cors } from "hono/cors";
import { prefixLengthHeader } from "./describe-routes.ts";

const preflightSeconds = 86_400;

/** Pages of all origins may read these answers: there is nothing in them that depends on who asks. */
export const anyOrigin = cors({
  allowMethods: ["GET", "HEAD"],
  exposeHeaders: ["ETag", "Retry-After", prefixLengthHeader],
  maxAge: preflightSeconds,
});
