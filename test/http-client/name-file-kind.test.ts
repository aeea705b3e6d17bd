import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { extractSnippet, nameFileKind } from "../../src/http-client/extract-snippet.ts";

// As good as random, and the same in every run.
const noise = Buffer.concat(Array.from({ length: 60 }, (_, index) => hash("sha256", `${index}`, "buffer")));
const bytes = (latin1: string) => Buffer.concat([Buffer.from(latin1, "latin1"), noise]);

const files: [kind: string, Buffer, contentType?: string][] = [
  ["a PDF document", bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj")],
  ["a PDF document", Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n<html>")],
  ["an image", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
  ["an image", bytes("\xff\xd8\xff\xe0\0\x10JFIF")],
  ["an image", bytes("GIF89a\x01\0\x01\0")],
  ["an image", bytes("RIFF\x10\x20\0\0WEBPVP8 ")],
  ["an image", bytes("BM\x36\x0c\0\0\0\0")],
  ["an image", bytes("\0\0\x01\0\x01\0\x10\x10")],
  ["an image", bytes("\0\0\0\x1cftypavif")],
  ["a ZIP archive", bytes("PK\x03\x04\x14\0\x06\0")],
  // Twice: once is undone without being asked.
  ["a gzip file", gzipSync(gzipSync("<rss></rss>"))],
  ["a compressed archive", zstdCompressSync(noise)],
  ["a compressed archive", bytes("7z\xbc\xaf\x27\x1c\0\x04")],
  ["an audio file", bytes("ID3\x04\0\0\0\0\0\x23TSSE")],
  ["an audio file", bytes("RIFF\x24\x08\0\0WAVEfmt ")],
  ["a video", bytes("\0\0\0\x18ftypmp42\0\0\0\0")],
  ["a video", bytes("\x1aE\xdf\xa3\x01\0\0\0")],
  ["a binary file", noise],
  ["a binary file", bytes("\0\0\0\x0cjP  \r\n\x87\n")],
  ["a binary file", bytes("MZ\x90\0\x03\0\0\0")],
  ["a binary file", bytes("SQLite format 3\0\x10\0\x01\x01")],
  ["a binary file", brotliCompressSync(noise)],
  ["a binary file", Buffer.from("deadbeef", "hex"), "application/octet-stream"],
  ["a font", bytes("wOF2\0\x01\0\0"), "font/woff2"],
  ["a video", noise, "Video/X-Unknown"],
];
for (const [kind, file, contentType] of files) {
  const hex = file.subarray(0, 6).toString("hex");
  test(`${hex}… ${contentType ?? ""} is ${kind}, and an error page of it is named and not quoted`, async () => {
    assert.equal(nameFileKind(file, contentType ?? null), kind);
    const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
    assert.equal(await extractSnippet(file, headers), `the answer is ${kind}`);
  });
}

const texts: [what: string, Buffer, contentType?: string][] = [
  ["nothing", Buffer.alloc(0)],
  ["a sentence", Buffer.from("It works!")],
  ["a sentence that begins as a picture does", Buffer.from("BMW and GIF89a are names, RIFF too.")],
  ["HTML", Buffer.from("<!DOCTYPE html><p>Привет, мир</p>")],
  ["text with a stray zero", Buffer.from("a\0b")],
  ["colours of a terminal", Buffer.from("\x1b[31mred\x1b[0m\t\r\n\x1b[1mbold\f")],
  ["UTF-16", Buffer.from("\uFEFF<html>Hello</html>", "utf16le")],
  ["UTF-16 without a mark", Buffer.from("<html>Hello</html>", "utf16le")],
  ["UTF-16 the other way round", Buffer.from("<html>Hello</html>", "utf16le").swap16()],
  ["Russian without a label", Buffer.from("cff0e8e2e5f22c20ece8f0", "hex"), "text/html"],
  ["Japanese with a label", Buffer.from("93fa967b8cea82cc836a8385815b8358", "hex"), "application/x; charset=shift_jis"],
  ["Chinese in UTF-8", Buffer.from("简体中文新闻"), "application/octet-stream"],
];
for (const [what, text, contentType] of texts) {
  test(`${what} is text`, () => assert.equal(nameFileKind(text, contentType ?? null), null));
}
