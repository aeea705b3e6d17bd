const feedHosts = 120;
const landingHosts = 20;

/** The host of a feed and of its items' pages. */
export function feedHost(key: number): string {
  return `127.20.${key % feedHosts}.1`;
}

/** Redirects lead to separate hosts, which are paced like any other. */
export function landingHost(key: number): string {
  return `127.30.${key % landingHosts}.1`;
}

export const allowedNetworks = "127.20.0.0/16,127.30.0.0/16";
export const forbiddenHost = "127.99.0.1";
