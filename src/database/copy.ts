import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

// The driver speaks the COPY messages but has no public way to use them, except through a query object of our own:
// https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-COPY
type Connection = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void;
  sendCopyFail: (reason: string) => void;
  endCopyFrom: () => void;
};
type CopyQuery = {
  submit: (connection: pg.Connection) => void;
  handleCopyData: (message: { chunk: Buffer }, connection: Connection) => void;
  handleCopyInResponse: (connection: Connection) => void;
  handleCommandComplete: () => void;
  handleReadyForQuery: () => void;
  handleError: (error: Error) => void;
};

/** The rows of `copy … to stdout`, as fast as they are read. */
export function copyOut(client: pg.Client, statement: string): Readable {
  let wantsMore = () => {};
  const rows = new Readable({ read: () => wantsMore() });
  const query: CopyQuery = {
    submit: (connection) => {
      wantsMore = () => void connection.stream.resume();
      connection.query(statement);
    },
    // A copy of the bytes: the driver reuses what it reads into.
    handleCopyData: ({ chunk }, connection) => void (rows.push(Buffer.from(chunk)) || connection.stream.pause()),
    handleCopyInResponse: () => {},
    handleCommandComplete: () => {},
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error) => void rows.destroy(error),
  };
  client.query(query);
  return rows;
}

/** Sends `rows` to `copy … from stdin`. If reading them fails, or the server refuses them, nothing of it stays. */
export async function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: Error | null = null;
  const send = async (connection: Connection): Promise<void> => {
    for await (const chunk of rows) {
      if (failure !== null) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
    }
    connection.endCopyFrom();
  };
  const query: CopyQuery = {
    submit: (connection) => connection.query(statement),
    handleCopyData: () => {},
    handleCopyInResponse: (connection) =>
      void send(connection).catch((error: Error) => {
        failure = error;
        connection.sendCopyFail(error.message);
      }),
    handleCommandComplete: () => {},
    handleReadyForQuery: resolve,
    handleError: (error) => {
      failure ??= error;
      reject(failure);
    },
  };
  client.query(query);
  return promise;
}
