import { connect, type Socket } from "node:net";

type Question = { port: number; path: string; headers: Record<string, string>; count: number };
export type Answer = { status: number; headers: [string, string][]; body: Buffer };

const connections = 16;
let addresses = 0;

/**
 * Keep-alive requests over a few connections, written by hand: a client library would cost more than the server we
 * measure. Each connection comes from its own loopback address, because a single address would soon hit the rate limit.
 */
export async function askMany({ port, path, headers, count }: Question): Promise<Answer> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
  const [last] = await Promise.all(
    Array.from({ length: Math.min(connections, count) }, () =>
      converse(
        connect({ port, host: "127.0.0.1", localAddress: nextAddress() }),
        request,
        Math.ceil(count / connections),
      ),
    ),
  );
  if (last === undefined) throw new Error("nothing was asked");
  return last;
}

function nextAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Repeats one request and returns the last answer. */
function converse(socket: Socket, request: string, count: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let received: Buffer[] = [];
  let missingBytes = 0;
  let headBytes = 0;
  let answered = 0;
  socket.setNoDelay(true);
  socket.once("connect", () => socket.write(request));
  socket.once("error", reject);
  socket.once("close", () => reject(new Error(`closed after ${answered} answers`)));
  socket.on("data", (chunk) => {
    if (missingBytes === 0) {
      received = [];
      headBytes = chunk.indexOf("\r\n\r\n") + 4;
      missingBytes =
        headBytes + Number(/content-length: (\d+)/i.exec(chunk.toString("latin1", 0, headBytes))?.[1] ?? 0);
    }
    received.push(chunk);
    missingBytes -= chunk.byteLength;
    if (missingBytes > 0) return;
    answered += 1;
    if (answered < count) return void socket.write(request);
    resolve(parseAnswer(Buffer.concat(received), headBytes));
    socket.end();
  });
  return promise;
}

function parseAnswer(answer: Buffer, headBytes: number): Answer {
  const [statusLine = "", ...lines] = answer.toString("latin1", 0, headBytes).trimEnd().split("\r\n");
  const headers = lines.map((line): [string, string] => [
    line.split(":")[0]?.toLowerCase() ?? "",
    line.slice(line.indexOf(":") + 2),
  ]);
  return { status: Number(statusLine.split(" ")[1]), headers, body: answer.subarray(headBytes) };
}
