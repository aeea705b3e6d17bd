import type { Socket } from "node:net";

export type Reply = { status?: number; headers?: Record<string, string | string[]>; body?: string | Buffer };

/** A well-formed answer on a keep-alive connection. */
export function reply(socket: Socket, { status = 200, headers = {}, body = "" }: Reply): void {
  const bytes = Buffer.from(body);
  const hasLength = status !== 304 && status !== 204;
  socket.write(head(status, { ...headers, ...(hasLength ? { "Content-Length": String(bytes.length) } : {}) }));
  socket.write(bytes);
}

/** The head of an answer and the start of its body. */
export function head(status: number, headers: Record<string, string | string[]> = {}, body = ""): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return Buffer.from(`HTTP/1.1 ${status} Some Reason\r\n${lines.join("")}\r\n${body}`, "latin1");
}

/** Then the same bytes forever, as fast as the client reads. */
export function pour(socket: Socket, start: Buffer | string, again: string): Promise<void> {
  const fill = () => {
    while (!socket.destroyed && socket.write(again));
  };
  socket.write(start);
  socket.on("drain", fill);
  fill();
  return closed(socket);
}

/** Then the same bytes forever, every few milliseconds. */
export async function drip(socket: Socket, start: Buffer | string, again: string): Promise<void> {
  socket.write(start);
  const timer = setInterval(() => socket.write(again), 5);
  await closed(socket);
  clearInterval(timer);
}

/** Then nothing. */
export function stall(socket: Socket, start: Buffer | string): Promise<void> {
  socket.write(start);
  return closed(socket);
}

/** Then a reset; the client may lose what it has not read yet. */
export function reset(socket: Socket, start: Buffer | string): Promise<void> {
  socket.write(start, () => socket.resetAndDestroy());
  return closed(socket);
}

/** Not once(): that would throw if the client resets. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}
