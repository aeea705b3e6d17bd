import { STATUS_CODES } from "node:http";
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { shell } from "../kit/shell.ts";
import type { WebEnv } from "../web-env.ts";
import { usualRate } from "./rate-limit.ts";

/** /openapi.json for people: each route with its parameters and answers, and what the answers consist of. */
export function apiPage(frame: Frame, { openapi, info, paths, components }: ApiDescription): Html {
  const texts = frame.texts.api;
  return shell(frame, {
    title: texts.title,
    body: html`<div class="lede">
        <h1>${texts.title}</h1>
        <p>${info.description}</p>
        <p>${texts.forPrograms} <a href="/openapi.json">/openapi.json</a> (OpenAPI ${openapi}).</p>
      </div>
      <div class="cols">
        <div class="stack">${Object.entries(paths).map(([path, { get }]) => operationPanel(path, get))}</div>
        <div class="stack">
          ${Object.entries(components.schemas).map(([name, schema]) => schemaPanel(name, schema))}
        </div>
      </div>`,
  });
}

function operationPanel(path: string, operation: DescribedOperation): Html {
  const { operationId, summary, description, parameters = [], responses } = operation;
  return panel(
    operationId,
    summary,
    html`<p><code>GET ${path}</code></p>
      ${description !== undefined && html`<p>${description}</p>`}
      ${parameters.length > 0 && terms(parameters.map(describeParameter))}
      ${terms(
        Object.entries(responses).map(([status, { description: meaning }]) => ({
          term: html`${status} ${STATUS_CODES[status]}`,
          meaning,
        })),
      )}`,
  );
}

function describeParameter({ name, required, description, schema }: DescribedParameter): Term {
  const limit = schema.maxLength === undefined ? "" : ` At most ${schema.maxLength} characters.`;
  return { term: html`<code>${name}</code>${required !== true && " (optional)"}`, meaning: description + limit };
}

function schemaPanel(name: string, { description, properties = {} }: DescribedSchema): Html {
  const fields = Object.entries(properties).map(([property, schema]) => ({
    term: html`<code>${property}</code>`,
    meaning: [kindOf(schema), schema.description].filter(Boolean).join(". "),
  }));
  return panel(
    `schema-${name}`,
    name,
    html`<p>${description}</p>
      ${terms(fields)}`,
  );
}

function panel(id: string, title: string, body: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <header><h2 id="${id}">${title}</h2></header>
    <div class="stack">${body}</div>
  </section>`;
}

type Term = { term: Html; meaning: string };

function terms(list: Term[]): Html {
  return html`<dl class="terms">
    ${list.map(
      ({ term, meaning }) =>
        html`<dt>${term}</dt>
          <dd>${meaning}</dd>`,
    )}
  </dl>`;
}

function kindOf({ $ref, anyOf, enum: choices, type, items, properties }: DescribedSchema): string {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? $ref;
  if (anyOf !== undefined) return anyOf.map(kindOf).join(" or ");
  if (choices !== undefined) return choices.join(", ");
  if (items !== undefined) return `list of ${kindOf(items)}`;
  if (properties !== undefined) return `object of ${Object.keys(properties).join(", ")}`;
  return [type ?? []].flat().join(" or ");
}

/** The part of OpenAPI 3.1 that our routes use: all are GET, and only objects have names. */
export type ApiDescription = {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, { get: DescribedOperation }>;
  components: { schemas: Record<string, DescribedSchema> };
};
type DescribedOperation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: DescribedParameter[];
  responses: Record<string, { description: string }>;
};
type DescribedParameter = {
  in: "query" | "path";
  name: string;
  required?: boolean;
  description: string;
  schema: DescribedSchema;
};
type DescribedSchema = {
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
    description: `Clean feeds and the analyses of their items, for everyone, without a key. Only published feeds are included. Rate limit per address: ${usualRate.burstMax} requests at once, then ${usualRate.perSecond} per second.`,
  },
  servers: [{ url: "/" }],
};

/** Generated once, from the routes themselves. */
export function describeApi(routes: Hono<WebEnv>): () => Promise<ApiDescription> {
  let description: Promise<unknown> | null = null;
  return () => {
    description ??= generateSpecs(routes, { documentation, excludeStaticFile: false });
    return description as Promise<ApiDescription>;
  };
}
