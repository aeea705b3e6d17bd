import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { connect, createServer as createTcpServer, type AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { causeOf, createLoopbackClient, responseOf } from "./loopback-client.ts";

/** For feeds.test and 127.0.0.1, valid for a hundred years, of use to nobody: made by `openssl req -x509` for this file. */
const cert = readFileSync(new URL("feeds-test-cert.pem", import.meta.url), "utf8");
const key = readFileSync(new URL("feeds-test-key.pem", import.meta.url), "utf8");

const trustedByDefault = getCACertificates("default");
let server: Server;
let port: number;

before(async () => {
  server = createServer({ cert, key }, (request, response) => {
    assert.ok(request.socket instanceof TLSSocket);
    const { servername } = request.socket;
    const wasResumed = request.socket.isSessionReused();
    response.setHeader("connection", "close");
    response.end(JSON.stringify({ servername, wasResumed, protocol: request.httpVersion }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

after(async () => {
  setDefaultCACertificates(trustedByDefault);
  server.close();
  await once(server, "close");
});

test("an untrusted certificate is refused", async () => {
  const client = createLoopbackClient();
  assert.equal(causeOf(await client.get(`https://feeds.test:${port}/`)), "tls untrusted");
  await client.close();
});

suite("with a certificate that is trusted", () => {
  before(() => setDefaultCACertificates([cert]));

  test("the server name is sent, HTTP/1.1 is used, and the session is resumed", async () => {
    const client = createLoopbackClient();
    const answers = [];
    for (let visit = 0; visit < 3; visit += 1) {
      const { body } = responseOf(await client.get(`https://feeds.test:${port}/`));
      answers.push(JSON.parse(body.toString()));
    }
    const visit = { servername: "feeds.test", protocol: "1.1" };
    assert.deepEqual(answers, [
      { ...visit, wasResumed: false },
      { ...visit, wasResumed: true },
      { ...visit, wasResumed: true },
    ]);
    await client.close();
  });

  test("a trailing dot is not part of the name", async () => {
    const client = createLoopbackClient();
    const { body } = responseOf(await client.get(`https://feeds.test.:${port}/`));
    assert.equal(JSON.parse(body.toString()).servername, "feeds.test");
    await client.close();
  });

  test("another name is refused, the first time and the second", async () => {
    const client = createLoopbackClient();
    responseOf(await client.get(`https://feeds.test:${port}/`));
    assert.equal(causeOf(await client.get(`https://other.test:${port}/`)), "tls wrong-name");
    assert.equal(causeOf(await client.get(`https://other.test:${port}/`)), "tls wrong-name");
    await client.close();
  });

  test("an address is checked against the certificate without a server name", async () => {
    const client = createLoopbackClient();
    const { body } = responseOf(await client.get(`https://127.0.0.1:${port}/`));
    assert.equal(JSON.parse(body.toString()).servername, false);
    await client.close();
  });
});

suite("what is no TLS", () => {
  test("is a failed handshake", async () => {
    const plain = createTcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    const client = createLoopbackClient();
    const url = `https://feeds.test:${(plain.address() as AddressInfo).port}/`;
    assert.equal(causeOf(await client.get(url)), "tls handshake");
    await client.close();
    plain.close();
  });

  test("or a server that says nothing meets the deadline, and leaves no socket", async () => {
    const silent = createTcpServer((socket) => socket.on("error", () => {}).resume());
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const client = createLoopbackClient({ requestTimeoutMs: 100 });
    const url = `https://feeds.test:${(silent.address() as AddressInfo).port}/`;
    assert.equal(causeOf(await client.get(url)), "timeout total");
    await client.close();
    silent.close();
    await once(silent, "close");
  });
});

test("no TLS data is sent to an address that turns out to be forbidden", async () => {
  let received = 0;
  const inside = createTcpServer((socket) =>
    socket.on("error", () => {}).on("data", ({ length }) => (received += length)),
  );
  inside.listen(0, "127.0.0.1");
  await once(inside, "listening");
  const dial = () => connect((inside.address() as AddressInfo).port, "127.0.0.1");
  const client = createLoopbackClient({ allowNetworks: [], resolve: async () => ["93.184.216.34"], dial });
  assert.equal(causeOf(await client.get("https://feeds.test/")), "blocked address");
  await client.close();
  inside.close();
  await once(inside, "close");
  assert.equal(received, 0);
});
