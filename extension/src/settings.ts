import { api } from "./browser-api.ts";

/** replace: show plain titles. annotate: keep the titles and underline loaded words. off: do nothing. */
export const styles = ["replace", "annotate", "off"] as const;
export type Style = (typeof styles)[number];

/** `server`: the origin of the person's own Plainwire; empty before it is set up. `sites`: hosts, without "www.". */
export type Settings = { server: string; password: string; style: Style; sites: string[] };

export async function loadSettings(): Promise<Settings> {
  const { server, password, style, sites } = await api.storage.local.get(["server", "password", "style", "sites"]);
  return {
    server: typeof server === "string" ? server : "",
    password: typeof password === "string" ? password : "",
    style: styles.find((known) => known === style) ?? "replace",
    sites: Array.isArray(sites) ? sites.filter((site) => typeof site === "string") : [],
  };
}

export async function saveSettings(changes: Partial<Settings>): Promise<void> {
  await api.storage.local.set(changes);
}

/** The origin of an address as a person writes it; null if it is none. Without a scheme it is https, on the same machine http. */
export function parseServer(written: string): string | null {
  const trimmed = written.trim();
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i.test(trimmed);
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `${isHere ? "http" : "https"}://${trimmed}`;
  const parsed = trimmed === "" ? null : URL.parse(address);
  return parsed === null || parsed.username !== "" ? null : parsed.origin;
}
