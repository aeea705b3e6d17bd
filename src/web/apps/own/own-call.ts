import { type Context, Hono } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import { z } from "zod";
import { recogniseSecret } from "../../../accounts/open-app-access.ts";
import { type Problem, problem } from "../../problem.ts";
import type { WebEnv } from "../../web-env.ts";
import { addressFrom, type AppParts, type Call } from "../app-call.ts";
import type { AppLimit } from "../limit-app.ts";
import { readParameters } from "../read-parameters.ts";
import { sendJsonToApp } from "../send-to-app.ts";

export type Refuse = (c: Context<WebEnv>, found: Problem) => Response;

/** What a handler gives back: an answer, nothing, or why not. */
export type Outcome =
  | { answer: object; status?: 200 | 201 }
  | { done: true }
  | { status: 400 | 404 | 409; why: string };

type Definition<Query, Body> = {
  method: "get" | "post" | "patch" | "delete";
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** Without one, the answer is 204. */
  answer?: z.ZodType;
  isMade?: boolean;
};
type Handler<Query, Body> = (call: Call, given: { query: Query; body: Body }) => Promise<Outcome>;

const problemAnswer = z
  .object({
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "What to do, in one sentence." }),
  })
  .meta({ id: "Problem", description: "What went wrong (RFC 9457)." });
const wrongAnswers = {
  400: "A parameter or the body is wrong.",
  401: "The token is missing, wrong or revoked.",
  403: "The token may only read.",
  404: "You have no such thing.",
  429: "Too many requests; Retry-After says how many seconds to wait.",
};

/** Registers a call with its description: who calls is known before anything else is looked at. */
export function ownCalls(parts: AppParts, { limit, refuse }: { limit: AppLimit; refuse: Refuse }) {
  const app = new Hono<WebEnv>();
  const add = <Query, Body>(definition: Definition<Query, Body>, handle: Handler<Query, Body>): void => {
    const { method, path } = definition;
    app.on(method.toUpperCase(), path, describe(definition), async (c) => {
      const [, secret = ""] = /^\s*Bearer\s+(\S+)\s*$/i.exec(c.req.header("Authorization") ?? "") ?? [];
      const address = addressFrom(parts, c);
      const found = await recogniseSecret(parts.accounts, { protocol: "api", secret, address });
      if (found.kind === "throttled") return refuseFor(refuse, c, found.retryAfterSeconds);
      if (found.kind === "wrong") {
        const sentence = "Send a token from Settings → Apps as Authorization: Bearer.";
        return refuse(c, problem(401, sentence, { "WWW-Authenticate": "Bearer" }));
      }
      const { access } = found;
      const waitSeconds = limit.take(access.passwordId, method === "get" ? c.req.url : null);
      if (waitSeconds !== null) return refuseFor(refuse, c, waitSeconds);
      if (method !== "get" && access.readOnly) return refuse(c, problem(403, "This token may only read."));
      const parameters = await readParameters(c);
      const given = readGiven(definition, c, parameters.body);
      if (typeof given === "string") return refuse(c, problem(400, given));
      const outcome = await handle({ parts, c, access, parameters, now: parts.accounts.now() }, given);
      if ("why" in outcome) return refuse(c, problem(outcome.status, outcome.why));
      if ("done" in outcome) return c.body(null, 204, { "Cache-Control": "no-store" });
      if (outcome.status === 201) return c.json(outcome.answer, 201, { "Cache-Control": "no-store" });
      return sendJsonToApp(c, outcome.answer, { hasEtag: method === "get" });
    });
  };
  return { app, add };
}

function refuseFor(refuse: Refuse, c: Context<WebEnv>, seconds: number): Response {
  return refuse(c, problem(429, `Too many requests. Try again in ${seconds} s.`, { "Retry-After": String(seconds) }));
}

/** A text says what is wrong. */
function readGiven<Query, Body>(
  { query, body }: Pick<Definition<Query, Body>, "query" | "body">,
  c: Context<WebEnv>,
  written: Buffer,
): { query: Query; body: Body } | string {
  const asked = strictly(query ?? z.object({})).safeParse(c.req.query());
  if (!asked.success) return sentenceOf(asked.error, query);
  let json: unknown;
  try {
    json = body === undefined ? undefined : JSON.parse(written.toString("utf8"));
  } catch {
    return "The body must be JSON.";
  }
  const sent = strictly(body ?? z.unknown()).safeParse(json);
  return sent.success ? { query: asked.data as Query, body: sent.data as Body } : sentenceOf(sent.error, body);
}

/** A name that we do not know is a mistake in writing: passed over, "feeds" instead of "feed" would mark everything as read. */
function strictly(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

function sentenceOf({ issues: [first] }: z.ZodError, schema: z.ZodType | undefined): string {
  const name = first?.path.join(".") ?? "";
  if (first?.code === "unrecognized_keys") {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape).join(", ") : "";
    return `There is no ${first.keys.join(", ")} here. ${known === "" ? "Leave it out." : `There are ${known}.`}`;
  }
  if (name === "") return `The body is wrong: ${first?.message}.`;
  if (first?.code === "invalid_type" && first.message.endsWith("received undefined")) return `${name} is missing.`;
  if (first?.code === "invalid_value") return `${name} is wrong: it must be ${first.values.join(" or ")}.`;
  return `${name} is wrong: ${first?.message}.`;
}

function describe<Query, Body>(definition: Definition<Query, Body>) {
  const { path, operationId, summary, description, query, body, answer, isMade = false } = definition;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({ name, in: "path" as const }));
  const shape = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const schemaOf = (name: string) => (query instanceof z.ZodObject ? query.shape[name] : undefined) as z.ZodType;
  const success =
    answer === undefined
      ? { 204: { description: "Done." } }
      : {
          [isMade ? 201 : 200]: {
            description: "The answer.",
            content: { "application/json": { schema: resolver(answer) } },
          },
        };
  const wrong = Object.entries(wrongAnswers).map(([status, meaning]) => [
    status,
    { description: meaning, content: { "application/problem+json": { schema: resolver(problemAnswer) } } },
  ]);
  return describeRoute({
    operationId,
    summary,
    ...(description !== undefined && { description }),
    security: [{ token: [] }],
    parameters: [
      ...inPath.map((one) => ({ ...one, required: true, schema: { type: "string" as const } })),
      ...shape.map((name) => ({
        name,
        in: "query" as const,
        required: false,
        description: schemaOf(name).description ?? "",
        schema: { type: "string" as const },
      })),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: z.toJSONSchema(body) as object } } },
    }),
    responses: { ...success, ...Object.fromEntries(wrong) },
  });
}
