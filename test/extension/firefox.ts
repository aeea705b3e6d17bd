import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { accessSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { freePort } from "../ground/free-port.ts";

/** The path of a Firefox on PATH; null if there is none. */
export function findFirefox(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => ["firefox-esr", "firefox"].map((name) => join(folder, name)));
  return paths.find(exists) ?? null;
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Commands of Marionette, the protocol that is built into Firefox: no driver is needed. */
export type Firefox = {
  command: (name: string, parameters?: object) => Promise<unknown>;
  /** An expression in the page; its promise is awaited. `browser` and `own` (JSON) are the page's. */
  run: (script: string) => Promise<unknown>;
  /** The browser's own click: it allows the question for a permission only in answer to one. */
  click: (selector: string) => Promise<void>;
  /** Answers the browser's question for a permission; an error if it asks none. */
  answer: (choice: "Allow" | "Don’t allow") => Promise<void>;
  /** Where the extension's pages are. */
  extensionOrigin: string;
};

/** A Firefox with a new profile and this unpacked extension. It asks nobody but loopback. */
export async function startFirefox(program: string, extension: string, extensionId: string): Promise<Firefox> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-firefox-"));
  const port = await freePort();
  const host = randomUUID();
  writeFileSync(join(folder, "user.js"), preferences(port, JSON.stringify({ [extensionId]: host })));
  const options = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder];
  const child = spawn(program, options, { stdio: "ignore", env: { ...process.env, HOME: folder } });
  const ended = once(child, "exit");
  after(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const socket = await eventually(() => open(port));
  after(() => void socket.destroy());
  const command = speak(socket);
  await command("WebDriver:NewSession", { capabilities: {} });
  await command("Addon:Install", { path: extension, temporary: true });
  const run = async (script: string) => {
    // No eval: the rules of the extension's pages refuse it.
    const body = `const done = arguments[arguments.length - 1]; const { browser, JSON: own } = window.wrappedJSObject ?? window;
      (async () => (${script}))().then((value) => done(JSON.stringify(value ?? null)), (error) => done(JSON.stringify("ERROR " + error)));`;
    const { value } = (await command("WebDriver:ExecuteAsyncScript", { script: body, args: [] })) as { value: string };
    return JSON.parse(value) as unknown;
  };
  const click = async (selector: string) => {
    const found = await command("WebDriver:FindElement", { using: "css selector", value: selector });
    const [id] = Object.values((found as { value: Record<string, string> }).value);
    await command("WebDriver:ElementClick", { id });
  };
  const answer = async (choice: "Allow" | "Don’t allow") => {
    await command("Marionette:SetContext", { value: "chrome" });
    try {
      const button = choice === "Allow" ? "button" : "secondaryButton";
      const script = `window.PopupNotifications.panel.querySelector("#addon-webext-permissions-notification").${button}.click()`;
      await command("WebDriver:ExecuteScript", { script, args: [] });
    } finally {
      await command("Marionette:SetContext", { value: "content" });
    }
  };
  return { command, run, click, answer, extensionOrigin: `moz-extension://${host}` };
}

/** A dead proxy for everything but loopback: Firefox would ask its maker for settings. */
function preferences(port: number, uuids: string): string {
  const values: Record<string, string | number | boolean> = {
    "marionette.port": port,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.0/8, localhost",
    "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.webextensions.uuids": uuids,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Each message is its length, a colon and JSON: [0, id, command, parameters], answered by [1, id, error, result]. */
function speak(socket: Socket): Firefox["command"] {
  let [heard, id] = [Buffer.alloc(0), 0];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.on("data", (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    for (;;) {
      const colon = heard.indexOf(":");
      const length = Number(heard.subarray(0, colon).toString());
      if (colon === -1 || heard.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(heard.subarray(colon + 1, colon + 1 + length).toString());
      heard = heard.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue;
      const [, answered, error, result] = message as [number, number, { message: string } | null, unknown];
      if (error) waiting.get(answered)?.reject(new Error(error.message));
      else waiting.get(answered)?.resolve(result);
      waiting.delete(answered);
    }
  });
  // Without this, a test waits for ever for a Firefox that has died.
  const gone = new Error("Firefox has ended, or closed the connection");
  socket.on("error", () => undefined);
  socket.on("close", () => waiting.forEach(({ reject }) => reject(gone)));
  return (name, parameters = {}) => {
    if (socket.destroyed) return Promise.reject(gone);
    id += 1;
    const text = JSON.stringify([0, id, name, parameters]);
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer.promise;
  };
}
