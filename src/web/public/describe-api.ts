import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import type { WebEnv } from "../web-env.ts";
import { usualRate } from "./rate-limit.ts";

/** OpenAPI 3.1, as far as our routes use it: all are GET, and only objects are named. */
export type ApiDescription = {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, { get: DescribedOperation }>;
  components: { schemas: Record<string, DescribedSchema> };
};
export type DescribedOperation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: DescribedParameter[];
  responses: Record<string, { description: string }>;
};
export type DescribedParameter = {
  in: "query" | "path";
  name: string;
  required?: boolean;
  description: string;
  schema: DescribedSchema;
};
export type DescribedSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: string[];
  maxLength?: number;
  anyOf?: DescribedSchema[];
  items?: DescribedSchema;
  properties?: Record<string, DescribedSchema>;
};

const documentation = {
  info: {
    title: "Plainwire",
    version: "1",
    description: `Clean feeds, and what was found in their items, for anybody and without a key. Only what the operator published is here. Requests are counted for each address: ${usualRate.burstMax} at once, then ${usualRate.perSecond} a second.`,
  },
  servers: [{ url: "/" }],
};

/** Made once, from the routes themselves. */
export function describeApi(routes: Hono<WebEnv>): () => Promise<ApiDescription> {
  let description: Promise<unknown> | null = null;
  return () => {
    description ??= generateSpecs(routes, { documentation, excludeStaticFile: false });
    return description as Promise<ApiDescription>;
  };
}
