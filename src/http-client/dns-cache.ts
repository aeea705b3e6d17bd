import { lookup } from "node:dns/promises";
import { during, httpError } from "./http-failure.ts";

/** All addresses of a name, in the order they should be tried. */
export type Resolve = (hostname: string) => Promise<string[]>;

type Answer = { addresses: Promise<string[]>; expiresAtMs: number };

const foundForMs = 60_000;
const notFoundForMs = 30_000;
const namesMax = 10_000;
const askTimeoutMs = 10_000;

/** getaddrinfo blocks one of libuv's few threads per lookup, so a name is resolved once a minute for all callers. */
export function createDnsCache(resolve: Resolve, nowMs: () => number): Resolve {
  const answers = new Map<string, Answer>();

  return (hostname) => {
    const known = answers.get(hostname);
    if (known !== undefined && nowMs() < known.expiresAtMs) return known.addresses;

    const answer: Answer = { addresses: ask(resolve, hostname), expiresAtMs: Infinity };
    answer.addresses.then(
      () => (answer.expiresAtMs = nowMs() + foundForMs),
      () => (answer.expiresAtMs = nowMs() + notFoundForMs),
    );
    answers.delete(hostname);
    answers.set(hostname, answer);
    if (answers.size > namesMax) answers.delete(answers.keys().next().value ?? "");
    return answer.addresses;
  };
}

export async function resolveBySystem(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}

async function ask(resolve: Resolve, hostname: string): Promise<string[]> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error(`no answer in ${askTimeoutMs} ms`)), askTimeoutMs);
  timer.unref();
  try {
    const addresses = await during("dns", () => Promise.race([resolve(hostname), silence.promise]));
    if (addresses.length === 0) throw httpError({ kind: "dns", what: "not-found" }, "dns: an empty answer");
    return addresses;
  } finally {
    clearTimeout(timer);
  }
}
