import { isIP } from "node:net";
import { isAddressAllowed, type Network } from "./address-policy.ts";
import { addressRefused, httpError } from "./http-failure.ts";

/** PostgreSQL cannot index a text of more than about 2,700 bytes, and no known feed comes near this. */
const urlCharsMax = 2048;

/** Throws the HttpError for a forbidden URL, as far as its text shows; names are checked at connect. */
export function checkUrl(url: URL, allowNetworks: readonly Network[]): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw httpError({ kind: "blocked", what: "scheme" }, `${url.protocol} is not fetched, only http and https`);
  }
  if (url.username !== "" || url.password !== "") {
    throw httpError({ kind: "blocked", what: "userinfo" }, "a URL with a user name or password is not fetched");
  }
  if (badPorts.has(url.port)) {
    throw httpError({ kind: "blocked", what: "port" }, `port ${url.port} belongs to another protocol`);
  }
  if (url.href.length > urlCharsMax) {
    throw httpError({ kind: "blocked", what: "url" }, `the URL is longer than ${urlCharsMax} characters`);
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAddressAllowed(host, allowNetworks)) {
    throw addressRefused(host, host);
  }
}

/** Whether the URL itself contains its address. RFC 6761: localhost is loopback, whatever a resolver says. */
export function namesAddress(url: URL): boolean {
  return isIP(hostOf(url)) !== 0 || isLocalhost(url);
}

export function isLocalhost({ hostname }: URL): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}

/** The name or address to dial. Always from a parsed URL, which normalises octal, hex, short and full-width spellings. */
function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** Ports that the Fetch standard blocks, because other protocols can be made to read HTTP as commands; and port 0. */
const badPorts = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 " +
    "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 " +
    "993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);
