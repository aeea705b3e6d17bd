import assert from "node:assert/strict";
import { BlockList } from "node:net";
import { suite, test } from "node:test";
import fc from "fast-check";
import {
  contains,
  isAddressAllowed,
  parseAddress,
  parseAllowedNetworks,
  parseNetwork,
} from "../../src/http-client/address-policy.ts";
import { checkProperty } from "../ground/check-property.ts";

test("networks are separated by commas, spaces or line breaks", () => {
  assert.equal(parseAllowedNetworks("").length, 0);
  assert.equal(parseAllowedNetworks(" , ").length, 0);
  assert.equal(parseAllowedNetworks("10.0.0.0/8,127.0.0.1/32 fd00::/8\n192.168.0.0/16").length, 4);
});

suite("a network that is not exactly one stops the start", () => {
  const cases = {
    "10.0.0.0": /not a network in CIDR form/,
    "10.0.0.0/": /not a network in CIDR form/,
    "10.0.0.0/ 8": /not a network in CIDR form/,
    "10.0.0.0/8x": /not a network in CIDR form/,
    "10.0.0.0/-8": /not a network in CIDR form/,
    "10.0.0.0/1e1": /not a network in CIDR form/,
    "10.0.0.0/0x8": /not a network in CIDR form/,
    "10.0.0.0/255.0.0.0": /not a network in CIDR form/,
    "10.0.0/8": /not a network in CIDR form/,
    "10/8": /not a network in CIDR form/,
    "0x0a000000/8": /not a network in CIDR form/,
    "010.0.0.0/8": /not a network in CIDR form/,
    "localhost/8": /not a network in CIDR form/,
    "*": /not a network in CIDR form/,
    "/8": /not a network in CIDR form/,
    "[fd00::]/8": /not a network in CIDR form/,
    "fe80::%eth0/10": /not a network in CIDR form/,
    "0.0.0.0/0": /every address/,
    "::/0": /every address/,
    "10.0.0.0/33": /prefix above \/32/,
    "fd00::/129": /prefix above \/128/,
    "10.0.0.1/8": /bits set behind its prefix/,
    "fd00::1/64": /bits set behind its prefix/,
    "::ffff:10.0.0.0/104": /write those as a\.b\.c\.d/,
    "::/1": /write those as a\.b\.c\.d/,
    "::/80": /write those as a\.b\.c\.d/,
  };
  for (const [text, message] of Object.entries(cases)) {
    test(text, () => {
      assert.throws(() => parseAllowedNetworks(`127.0.0.0/8, ${text}`), message);
    });
  }
});

test("any text is either a list of networks or refused with a sentence that quotes it", () => {
  checkProperty(
    fc.property(fc.stringMatching(/^[0-9a-f:./,% x]*$/), (text) => {
      try {
        assert.ok(Array.isArray(parseAllowedNetworks(text)));
      } catch (error) {
        assert.match(String(error), /^Error: ".+" (is not|would|has|covers)/);
      }
    }),
    1000,
  );
});

test("an address is in a network exactly when Node's own BlockList says so", () => {
  const address = fc.oneof(
    fc.ipV4().map((text) => ({ text, family: "ipv4" as const, bits: 32 })),
    fc.ipV6().map((text) => ({ text, family: "ipv6" as const, bits: 128 })),
  );
  checkProperty(
    fc.property(address, fc.nat(127), fc.option(fc.nat(127)), ({ text, family, bits }, prefix, flippedBit) => {
      const prefixBits = (prefix % bits) + 1;
      const hostBits = BigInt(bits - prefixBits);
      const value = parseAddress(text) ?? assert.fail("not an address");
      const network = { first: (value >> hostBits) << hostBits, hostBits };
      const other = flippedBit === null ? value : value ^ (1n << BigInt(flippedBit % bits));

      const list = new BlockList();
      list.addSubnet(text, prefixBits, family);
      assert.equal(contains(network, other), list.check(textOf(other, bits), family));
    }),
    2000,
  );
});

test("both spellings of an IPv4 address are the same", () => {
  checkProperty(
    fc.property(fc.ipV4(), (text) => {
      const value = parseAddress(text);
      assert.equal(parseAddress(`::ffff:${text}`), value);
      assert.equal(parseAddress(`0:0:0:0:0:FFFF:${text}`), value);
      assert.equal(isAddressAllowed(`::ffff:${text}`, []), isAddressAllowed(text, []));
    }),
  );
});

test("an invalid address is never allowed", () => {
  const everything = ["0.0.0.0/1", "128.0.0.0/1", "8000::/1", "4000::/2"].map(parseNetwork);
  checkProperty(
    fc.property(fc.string(), (text) => {
      if (parseAddress(text) === null) assert.equal(isAddressAllowed(text, everything), false);
    }),
  );
});

function textOf(value: bigint, bits: number): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 0xffn)).join(".");
  return Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(
    ":",
  );
}
