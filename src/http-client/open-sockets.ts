import type { Socket } from "node:net";
import { httpError } from "./http-failure.ts";

type Count = { bytesWritten: number; bytesReadBefore: number };

export type OpenSockets = {
  add: (socket: Socket) => void;
  remove: (socket: Socket) => void;
  destroyAll: () => void;
};

/** A sender with 1 Gbit/s gets 6 MB past the limit between two looks, on a kept-alive connection 12 MB. */
const pollMs = 50;

/**
 * Ends every socket that receives more than `bytesMax` for one request. Nothing else sees all of it: chunk
 * extensions, 1xx responses and trailers are counted by no limit of undici (208 MB in 1.5 s measured).
 */
export function createOpenSockets(bytesMax: number): OpenSockets {
  const counts = new Map<Socket, Count>();
  let timer: NodeJS.Timeout | undefined;

  function remove(socket: Socket): void {
    counts.delete(socket);
    if (counts.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    for (const [socket, count] of counts) {
      if (bytesOfThisRequest(socket, count) > bytesMax) {
        socket.destroy(httpError({ kind: "too-large", what: "socket" }, `more than ${bytesMax} bytes on one socket`));
      }
    }
  }

  return {
    add(socket) {
      counts.set(socket, { bytesWritten: 0, bytesReadBefore: 0 });
      socket.once("close", () => remove(socket));
      timer ??= setInterval(look, pollMs).unref();
    },
    remove,
    destroyAll() {
      const closed = httpError({ kind: "aborted" }, "the client was closed");
      for (const socket of counts.keys()) socket.destroy(closed);
    },
  };
}

/**
 * Only we write requests, so a change in what was written marks the next one on a kept-alive connection. It counts
 * from the first look after it: what came before that look may belong to the response before.
 */
function bytesOfThisRequest(socket: Socket, count: Count): number {
  if (socket.bytesWritten !== count.bytesWritten) {
    const isFirst = count.bytesWritten === 0;
    count.bytesWritten = socket.bytesWritten;
    if (!isFirst) count.bytesReadBefore = socket.bytesRead;
  }
  return socket.bytesRead - count.bytesReadBefore;
}
