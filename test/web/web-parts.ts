import { Registry } from "prom-client";
import type { WebParts } from "../../src/web/app.ts";

export class DatabaseGone extends Error {}

export type Line = { event: string } & Record<string, unknown>;

/** Parts of a web app that is well, and the lines it logs; a test changes what it is about. */
export function webParts(changes: Partial<WebParts> = {}): { parts: WebParts; lines: Line[] } {
  const lines: Line[] = [];
  const write = (facts: object, event: string) => void lines.push({ ...facts, event });
  const parts: WebParts = {
    log: { info: write, error: write },
    metrics: new Registry(),
    metricsToken: null,
    publicOrigin: "http://127.0.0.1:8080",
    version: "0.1.0",
    health: () => Promise.resolve({ status: "UP", details: { queue_size: 0 } }),
    databaseAnswers: () => Promise.resolve(true),
    isDatabaseUnavailable: (error) => error instanceof DatabaseGone,
    fetcherManners: {
      userAgent: "Plainwire/0.1 (+https://news.example.org/about-fetcher; 12 subscribers)",
      contactUrl: "https://example.org/contact",
      usualIntervalMs: 3_600_000,
      intervalMinMs: 300_000,
      intervalMaxMs: 86_400_000,
      hostPauseMs: 3_000,
      domainRequestsMax: 4,
      redirectsMax: 5,
    },
    ...changes,
  };
  return { parts, lines };
}
