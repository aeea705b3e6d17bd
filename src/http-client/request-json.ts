import { parseJson } from "../text/parse-json.ts";
import type { ResponseHeaders } from "./flatten-headers.ts";
import type { Failed } from "./http-failure.ts";
import type { TrustedClient, TrustedRequest } from "./trusted-client.ts";

export type JsonRequest = Omit<TrustedRequest, "body"> & { json?: unknown };

/** `json` is undefined where the text is not JSON, as in a gateway's error page. */
export type JsonResult =
  | { kind: "response"; status: number; headers: ResponseHeaders; text: string; json: unknown }
  | Failed;

export async function requestJson(client: TrustedClient, request: JsonRequest): Promise<JsonResult> {
  const { json, headers, ...rest } = request;
  const result = await client.request({
    ...rest,
    headers: {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  if (result.kind === "failed") return result;
  const text = result.body.toString("utf8");
  return { kind: "response", status: result.status, headers: result.headers, text, json: parseJson(text) };
}
