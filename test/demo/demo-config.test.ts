import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoConfig } from "../../src/demo/demo-config.ts";
import { readOrigins } from "../../src/demo/demo-folder.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { loadConfig } from "../../src/load-config.ts";

const own = { dataDir: "/data-demo", port: 9_000, origins: ["http://127.0.0.11:4000"] };

/** All that reaches beyond this machine, or into what belongs to the real installation. */
const real = {
  DATABASE_URL: "postgres://me@database.example.org/news",
  SECRET_KEY: "k".repeat(32),
  PUBLIC_ORIGIN: "https://news.example.org",
  HOST: "0.0.0.0",
  FETCH_ALLOW_NETWORKS: "10.0.0.0/8",
  WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/8",
  AI_TYPE: "openai",
  AI_MODEL: "gpt-4o-mini",
  AI_API_KEY: "sk-real",
  OIDC_ISSUER: "https://id.example.org",
  OIDC_CLIENT_ID: "plainwire",
  SMTP_URL: "smtp://mail.example.org",
  MAIL_DOMAIN: "letters.example.org",
  MAIL_IMAP_URL: "imaps://me:secret@mail.example.org/INBOX",
  MAIL_LMTP_LISTEN: "2424",
  MAIL_IN_SECRET: "s".repeat(32),
  ALERT_MAIL_TO: "me@example.org",
  ALERT_WEBHOOK_URL: "https://alarm.example.org/",
  BACKUP_AT: "03:30",
  BACKUP_DIR: "/srv/backups",
  BACKUP_PASSPHRASE: "p".repeat(20),
  UPDATE_CHECK_URL: "https://git.example.org/latest",
};

test("a demo is the same wherever it is started: no mailbox, alarm, backup folder or server of the person's is used", () => {
  const { config } = loadConfig(real, {});
  assert.deepEqual(demoConfig(config, own), demoConfig(loadConfig({}, {}).config, own));
});

test("what concerns this machine alone is kept", () => {
  const { config } = loadConfig({ LOG_LEVEL: "debug", LOG_FORMAT: "json" }, {});
  const { logLevel, logFormat, host, port, dataDir } = demoConfig(config, own);
  assert.deepEqual([logLevel, logFormat, host, port, dataDir], ["debug", "json", "127.0.0.1", 9_000, "/data-demo"]);
});

test("a demo that was killed while it wrote its addresses starts again", async () => {
  const folder = await temporaryFolder();
  for (const half of ["", '["http://127.0.0.11:', "{}", "[1]"]) {
    writeFileSync(join(folder, "newsroom.json"), half);
    assert.deepEqual(readOrigins(folder), []);
  }
});
