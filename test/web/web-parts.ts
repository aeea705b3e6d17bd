import type pg from "pg";
import { Registry } from "prom-client";
import type { AccountParts } from "../../src/accounts/auth-provider.ts";
import { createHasher, createLocalProvider } from "../../src/accounts/local-provider.ts";
import { embeddedConnection, createPool } from "../../src/database/connection.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { createIcons } from "../../src/media/icons.ts";
import { createMediaAddresses } from "../../src/media/media-address.ts";
import type { WebParts } from "../../src/web/app.ts";
import { clientAddress } from "../../src/web/client-address.ts";
import { liveFeeds } from "../../src/web/feeds/live-feeds.ts";
import { createPublicApi } from "../../src/web/public/public-api.ts";

export class DatabaseGone extends Error {}

export type Line = { event: string } & Record<string, unknown>;

/** Parts of a web app that is well, and the lines it logs; a test changes what it is about. */
export function webParts(changes: Partial<WebParts> = {}): { parts: WebParts; lines: Line[] } {
  const lines: Line[] = [];
  // A pool that nothing asks opens no connection: a page without a session cookie needs none.
  const nowhere = createPool(embeddedConnection("/nowhere"), "app_web", 1);
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
    accounts: accountParts(nowhere),
    secretKey: testKey,
    cookieSecure: true,
    addressOf: clientAddress(null),
    sendMail: null,
    publicApi: createPublicApi(nowhere, "http://127.0.0.1:8080", {
      noteAsked: () => undefined,
      publish: async () => null,
    }),
    openArticle: async () => null,
    briefWriting: {
      findChat: async () => null,
      now: () => new Date(),
      sleep: async () => {},
      createFence: () => "0a1b2c",
    },
    canTranslate: async () => false,
    feeds: {
      live: liveFeeds({ feedIdsOf: async () => [], onError: () => undefined }),
      lanes: 4,
      importSpreadMs: 3_600_000,
      mailPlace: null,
      intervalMinutesMin: 5,
      replanFeed: () => Promise.resolve(),
      isPrivate: async () => false,
      findFeeds: () => Promise.resolve({ kind: "wrong", sentence: "" }),
      requestFetch: async () => ({ kind: "unknown" }),
    },
    media: {
      addresses: createMediaAddresses(createSecretBox(testKey), true),
      icons: createIcons(nowhere, true),
      loadPicture: async () => ({ kind: "busy" }),
      openStream: async () => ({ kind: "missing" }),
    },
    ...changes,
  };
  return { parts, lines };
}

const testKey = "a key for tests that has enough characters";

/** Accounts on a test's own database: anyone may register, and time is real. */
export function accountParts(db: pg.Pool, changes: Partial<AccountParts> = {}): AccountParts {
  return {
    db,
    provider: createLocalProvider(db, createHasher()),
    secrets: createSecretBox(testKey),
    registration: "open",
    passwordLengthMin: 15,
    now: () => new Date(),
    sleep: async () => undefined,
    ...changes,
  };
}
