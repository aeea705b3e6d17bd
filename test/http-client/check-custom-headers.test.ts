import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { checkCustomHeaders } from "../../src/http-client/headers.ts";
import { startHostileOrigin } from "../ground/hostile-origin.ts";
import { createLoopbackClient, responseOf } from "./loopback-client.ts";
import { checkProperty } from "../ground/check-property.ts";

test("headers for a private feed can be set", () => {
  assert.equal(checkCustomHeaders({}), null);
  assert.equal(checkCustomHeaders({ Authorization: "Basic Zm9v", Cookie: "a=b; c=d", "X-Api-Key": "k" }), null);
});

suite("what the client or the connection says itself cannot be set", () => {
  for (const name of [
    "Host",
    "content-length",
    "Content-Type",
    "CONNECTION",
    "Keep-Alive",
    "Transfer-Encoding",
    "TE",
    "Trailer",
    "Upgrade",
    "Expect",
    "Via",
    "Proxy-Authorization",
    "Proxy-Connection",
    "If-None-Match",
    "If-Modified-Since",
    "If-Match",
    "If-Range",
    "User-Agent",
    "Accept",
    "Accept-Encoding",
    "Referer",
    "Range",
    "A-IM",
    "Cache-Control",
    "Pragma",
  ]) {
    test(name, () => {
      assert.equal(checkCustomHeaders({ [name]: "x" }), `The header ${name} cannot be set.`);
    });
  }
});

suite("what could break out of its line, or is too much, is refused", () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ["a line break", { "X-A": "b\r\nHost: evil" }, /does not allow/],
    ["a bare line feed", { "X-A": "b\nc" }, /does not allow/],
    ["a NUL", { "X-A": "b\0" }, /does not allow/],
    ["a character beyond latin-1", { "X-A": "\u010a" }, /does not allow/],
    ["a space in a name", { "X A": "b" }, /name is not valid/],
    ["a colon in a name", { "X:": "b" }, /name is not valid/],
    ["a line break in a name", { "X\r\nY": "b" }, /name is not valid/],
    ["no name", { "": "b" }, /name is not valid/],
    ["one name in two cases", { "X-A": "b", "x-a": "c" }, /named twice/],
    ["a long name", { ["x".repeat(101)]: "b" }, /name is not valid/],
    ["a long value", { "X-A": "b".repeat(4001) }, /longer than 4000/],
    ["much altogether", { "X-A": "b".repeat(3500), "X-B": "b".repeat(3500) }, /longer than 6000/],
    ["many", Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, "b"])), /At most 20/],
  ];
  for (const [what, headers, problem] of cases) {
    test(what, () => {
      assert.match(checkCustomHeaders(headers) ?? "accepted", problem);
    });
  }
});

test("accepted headers are sent exactly as set, and nothing else", async () => {
  const origin = await startHostileOrigin();
  const client = createLoopbackClient();
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 0x120 }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  });
  const name = fc.oneof(fc.stringMatching(/^x-[a-z]{1,8}$/), text);
  await checkProperty(
    fc.asyncProperty(fc.dictionary(name, text, { maxKeys: 4 }), async (customHeaders) => {
      if (checkCustomHeaders(customHeaders) !== null) return;
      responseOf(await client.get(origin.url("/echo"), { customHeaders }));
      const sent = origin.log.at(-1)?.headers ?? [];
      const ours = ["host", "connection", "user-agent", "accept", "accept-encoding"];
      assert.deepEqual(Object.fromEntries(sent.filter(([key]) => !ours.includes(key))), { ...customHeaders });
    }),
    300,
  );
  await client.close();
  await origin.close();
});
