import assert from "node:assert/strict";
import { test } from "node:test";
import { absoluteUrl } from "../../src/publishing/present-feed.ts";

const written: Record<string, string | null> = {
  "https://a.example/b?c=d&e=f#g": "https://a.example/b?c=d&e=f#g",
  "HTTP://A.example": "http://a.example/",
  "https://a.example/ä b": "https://a.example/%C3%A4%20b",
  "https://müller.example/": "https://xn--mller-kva.example/",
  "https://a.example/x[1]|y?q={z}^#h|#i": "https://a.example/x%5B1%5D%7Cy?q=%7Bz%7D%5E#h%7C%23i",
  "https://a.example/100%/%zz/%41": "https://a.example/100%25/%25zz/%41",
  "http://[::1]:81/": "http://[::1]:81/",
  "https://user:secret@a.example/": "https://a.example/",
  "javascript:alert(1)": null,
  "java\nscript:alert(1)": null,
  "data:text/html,x": null,
  "mailto:a@b.example": null,
  "//a.example/": null,
  "/a": null,
  "": null,
  [`https://a.example/${"x".repeat(4_000)}`]: null,
};
for (const [address, expected] of Object.entries(written)) {
  test(`as a link, ${JSON.stringify(address.slice(0, 50))} is ${expected ?? "none"}`, () => {
    assert.equal(absoluteUrl(address), expected);
  });
}
