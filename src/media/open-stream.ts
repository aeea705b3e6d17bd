import type { Readable } from "node:stream";
import type { GuardedStreams, StreamResponse } from "../http-client/guarded-stream.ts";
import { mediaTypeOfBytes, mediaTypeOfName, parseMediaType } from "./parse-media-type.ts";
import { type ByteRange, parseContentRange, parseRange } from "./parse-range.ts";

export type StreamAsked = {
  url: string;
  personId: string;
  range: string | undefined;
  ifRange: string | undefined;
  signal: AbortSignal;
};

export type StreamOutcome =
  | { kind: "stream"; status: 200 | 206; headers: Record<string, string>; body: Readable }
  /** `range`: what the server says of its size, to be passed on. */
  | { kind: "unsatisfiable"; range: string }
  | { kind: "missing" }
  | { kind: "too-many" };

export type OpenStream = (asked: StreamAsked) => Promise<StreamOutcome>;

type StreamParts = { open: GuardedStreams["open"]; userAgent: string; perPersonMax: number; max: number };

const acceptedTypes = "audio/*, video/*;q=0.9, application/octet-stream;q=0.5";

/** "ftyp" and the brand after it end here. */
const typeBytesMin = 12;

/** Passes audio or video on as it comes, with what a player needs to jump in it. Nothing is kept. */
export function createStreamOpener({ open, userAgent, perPersonMax, max }: StreamParts): OpenStream {
  const running = new Map<string, number>();
  let total = 0;
  const count = (personId: string, by: 1 | -1) => {
    total += by;
    const left = (running.get(personId) ?? 0) + by;
    if (left === 0) running.delete(personId);
    else running.set(personId, left);
  };

  return async ({ url, personId, range, ifRange, signal }) => {
    if (total >= max || (running.get(personId) ?? 0) >= perPersonMax) return { kind: "too-many" };
    count(personId, 1);
    const wanted = parseRange(range);
    const headers = wanted === null ? {} : { range: wanted.text, ...conditionOf(ifRange) };
    const answer = await open({ url, userAgent, accept: acceptedTypes, headers, signal }).catch((error: unknown) => {
      count(personId, -1);
      throw error;
    });
    const outcome: StreamOutcome = answer.kind === "failed" ? { kind: "missing" } : judge(answer, url, wanted);
    if (answer.kind === "failed") count(personId, -1);
    else if (answer.body.closed) count(personId, -1);
    else answer.body.once("close", () => count(personId, -1));
    if (answer.kind === "response" && outcome.kind !== "stream") answer.body.destroy();
    return outcome;
  };
}

/** A validator as its server wrote it, and nothing else: it becomes a header of ours. */
function conditionOf(ifRange: string | undefined): Record<string, string> {
  const isValidator = ifRange !== undefined && (etagForm.test(ifRange) || dateForm.test(ifRange));
  return isValidator ? { "if-range": ifRange } : {};
}

const etagForm = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const dateForm = /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/;

function judge({ status, headers, start, body }: StreamResponse, url: string, wanted: ByteRange | null): StreamOutcome {
  const sent = parseContentRange(headers["content-range"]);
  if (status === 416 && wanted !== null) return { kind: "unsatisfiable", range: sent?.text ?? "bytes */*" };
  // Bytes from elsewhere in the file, put where the player asked for others, would only be noise.
  const isRange =
    status === 206 && wanted !== null && sent !== null && sent.first !== null && wanted.accepts(sent.first);
  if ((status !== 200 && !isRange) || (headers["content-encoding"] ?? "identity") !== "identity") {
    return { kind: "missing" };
  }

  const said = parseMediaType(headers["content-type"] ?? null) ?? mediaTypeOfName(url);
  // In the middle of a file, or in its first two bytes, which Safari asks for, nothing shows what it is. It is called audio or
  // video all the same, which makes anything else harmless (nosniff).
  const showsType = (status === 200 || sent?.first === 0) && start.length >= typeBytesMin;
  const type = showsType ? mediaTypeOfBytes(start, said) : said;
  if (type === null) return { kind: "missing" };
  return {
    kind: "stream",
    status: isRange ? 206 : 200,
    headers: { "Content-Type": type, ...passedOn(headers, isRange ? (sent?.text ?? null) : null) },
    body,
  };
}

function passedOn(headers: StreamResponse["headers"], contentRange: string | null): Record<string, string> {
  const {
    "content-length": length = "",
    "accept-ranges": ranges = "",
    etag = "",
    "last-modified": date = "",
  } = headers;
  return {
    ...(contentRange !== null && { "Content-Range": contentRange }),
    ...(/^\d{1,15}$/.test(length) && { "Content-Length": length }),
    ...((contentRange !== null || ranges === "bytes") && { "Accept-Ranges": "bytes" }),
    ...(etagForm.test(etag) && { ETag: etag }),
    ...(dateForm.test(date) && { "Last-Modified": date }),
  };
}
