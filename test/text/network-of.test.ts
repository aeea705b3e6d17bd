import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "../../src/text/network-of.ts";

test("an address of IPv4 is its own network; of IPv6 it is the household or the site, however it is spelt", () => {
  for (const [address, household, site] of [
    ["192.0.2.7", "192.0.2.7", "192.0.2.7"],
    ["::1", "0:0:0:0::", "0:0:0::"],
    ["fe80:0:0:1::5%eth0", "fe80:0:0:1::", "fe80:0:0::"],
    ["2001:db8::1:0:0:1", "2001:db8:0:0::", "2001:db8:0::"],
    ["2001:0DB8:0001:0002:0:0:0:7", "2001:db8:1:2::", "2001:db8:1::"],
    ["2001:db8:1:2::7", "2001:db8:1:2::", "2001:db8:1::"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::"],
  ] as const) {
    assert.deepEqual([networkOf(address, 64), networkOf(address, 48)], [household, site], address);
  }
});
