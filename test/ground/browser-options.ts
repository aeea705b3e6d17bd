import type { LaunchOptions } from "playwright-core";

const launchMs = 60_000;

// As in our CI. Without the last four, Chromium contacts Google's servers at every start.
const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function browserOptions(executablePath: string): LaunchOptions {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { executablePath, args: [...flags, ...asRoot], timeout: launchMs };
}
