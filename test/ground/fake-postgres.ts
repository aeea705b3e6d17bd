import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { after } from "node:test";

type Behaviour =
  | { refuse: { code: string; message: string } }
  | { version: number; name: string }
  | { version: number; name: string; password: string };

/**
 * Speaks just enough of PostgreSQL's protocol to be a server that no test machine has: too old, refusing, or asking for
 * a password (the tests' own server trusts everyone with access to its folder).
 */
export async function fakePostgres(behaviour: Behaviour): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const isStartup = chunk.length > 8 && chunk.readUInt32BE(4) === 196_608;
      if ("refuse" in behaviour)
        return void socket.end(message("E", `SFATAL\0C${behaviour.refuse.code}\0M${behaviour.refuse.message}\0\0`));
      const isPassword = chunk[0] === "p".charCodeAt(0);
      if (isStartup && "password" in behaviour) return void socket.write(message("R", "\0\0\0\x03"));
      if (isPassword && "password" in behaviour && chunk.toString("utf8", 5, chunk.length - 1) !== behaviour.password)
        return void socket.end(message("E", "SFATAL\0C28P01\0Mpassword authentication failed\0\0"));
      if (isStartup || isPassword) socket.write(Buffer.concat([message("R", "\0\0\0\0"), message("Z", "I")]));
      else
        socket.write(
          Buffer.concat([
            description(["version", "name"]),
            row([String(behaviour.version), behaviour.name]),
            message("C", "SELECT 1\0"),
            message("Z", "I"),
          ]),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  return `postgres://me:wrong@127.0.0.1:${(server.address() as AddressInfo).port}/plainwire`;
}

function message(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

function description(names: string[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(names.length);
  // table, column, type 25 (text), size -1, modifier -1, format text
  const facts = Buffer.from("00000000000000000019ffffffffffff0000", "hex");
  return message("T", Buffer.concat([count, ...names.flatMap((name) => [Buffer.from(`${name}\0`), facts])]));
}

function row(values: string[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(values.length);
  const fields = values.flatMap((value) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(value));
    return [length, Buffer.from(value)];
  });
  return message("D", Buffer.concat([count, ...fields]));
}
