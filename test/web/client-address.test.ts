import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/refusal.ts";
import { clientAddress } from "../../src/web/client-address.ts";

type Case = [
  what: string,
  trust: string | null,
  peer: string | undefined,
  forwarded: string | undefined,
  is: string | null,
];

const cases: Case[] = [
  ["no proxy is trusted, so the peer it is", null, "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a trusted proxy tells", "127.0.0.1", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["what a stranger put in front is not believed", "10.0.0.0/8", "10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
  ["a chain of trusted proxies", "10.0.0.0/8, 192.0.2.1", "10.0.0.1", "198.51.100.1, 192.0.2.1", "198.51.100.1"],
  ["an untrusted peer cannot tell", "10.0.0.0/8", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["all of them are proxies", "10.0.0.0/8", "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"],
  ["a word that is no address", "10.0.0.0/8", "10.0.0.1", "unknown", "10.0.0.1"],
  ["words behind an address", "10.0.0.0/8", "10.0.0.1", "'; drop table x, 198.51.100.1", "198.51.100.1"],
  ["IPv4 seen over IPv6", "127.0.0.0/8", "::ffff:127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  ["IPv6 with brackets and port", "::1", "::1", "[2001:db8::7]:443", "2001:db8::7"],
  ["IPv4 with port", "::1", "::1", "198.51.100.1:55555", "198.51.100.1"],
  ["an IPv6 network", "fd00::/8", "fd00::1", "2001:db8::7", "2001:db8::7"],
  ["a zone", null, "fe80::1%eth0", undefined, "fe80::1"],
  ["a connection that is gone", "127.0.0.1", undefined, "198.51.100.1", null],
  ["an empty header", "127.0.0.1", "127.0.0.1", "", "127.0.0.1"],
  ["a thousand entries", "127.0.0.1", "127.0.0.1", "1.1.1.1,".repeat(1000) + "198.51.100.1", "198.51.100.1"],
];
for (const [what, trust, peer, forwarded, address] of cases) {
  test(`client address: ${what}`, () => assert.equal(clientAddress(trust)(peer, forwarded), address));
}

test("a mistake in TRUST_PROXY is refused at the start", () => {
  for (const wrong of ["proxy.example.org", "10.0.0.0/33", "10.0.0.0/x", "::1/129", "10.0.0/8", "/8"]) {
    assert.throws(() => clientAddress(wrong), Refusal);
  }
});
