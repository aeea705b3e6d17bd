import assert from "node:assert/strict";
import { test } from "node:test";
import { identityOf } from "../../src/assemble.ts";
import { acceptedTypes, userAgent } from "../../src/fetching/request-headers.ts";
import { loadConfig } from "../../src/load-config.ts";

const identity = { version: "0.3.1", contactUrl: "https://news.example.org/about-fetcher" };

test("the User-Agent says how many people subscribe, if anyone does", () => {
  assert.deepEqual(
    [0, 1, 12].map((subscribers) => userAgent(identity, subscribers)),
    [
      "Plainwire/0.3 (+https://news.example.org/about-fetcher)",
      "Plainwire/0.3 (+https://news.example.org/about-fetcher; 1 subscriber)",
      "Plainwire/0.3 (+https://news.example.org/about-fetcher; 12 subscribers)",
    ],
  );
});

test("Accept names the types of feeds before anything else", () => {
  const preferred = acceptedTypes.split(", ").filter((type) => !type.includes(";q="));
  assert.deepEqual(preferred, ["application/rss+xml", "application/atom+xml", "application/feed+json"]);
});

test("FETCHER_CONTACT_URL is the page about us, and PUBLIC_ORIGIN or HOST and PORT where it is not set", () => {
  const contactOf = (settings: Record<string, string>) => identityOf(loadConfig(settings, {}).config).contactUrl;
  const origin = { PUBLIC_ORIGIN: "https://news.example.org" };
  assert.equal(
    contactOf({ ...origin, FETCHER_CONTACT_URL: "https://about.example.org/us" }),
    "https://about.example.org/us",
  );
  assert.equal(contactOf(origin), "https://news.example.org/about-fetcher");
  assert.equal(contactOf({ HOST: "::1", PORT: "9000" }), "http://[::1]:9000/about-fetcher");
});
