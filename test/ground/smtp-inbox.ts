import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { after } from "node:test";

/** `to` is from the envelope; `text` is the whole message, headers first. */
export type Letter = { to: string[]; text: string };
export type SmtpInbox = { url: string; letters: Letter[]; next: () => Promise<Letter> };

/** A mail server that accepts everything and passes it to the test; or one that knows none of the receivers. */
export async function smtpInbox({ refuses = false } = {}): Promise<SmtpInbox> {
  const letters: Letter[] = [];
  const waiting: ((letter: Letter) => void)[] = [];
  const server = createServer((socket) => converse(socket, take, refuses));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => void server.close());

  function take(letter: Letter): void {
    letters.push(letter);
    waiting.shift()?.(letter);
  }
  const next = () => new Promise<Letter>((resolve) => waiting.push(resolve));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, letters, next };
}

function converse(socket: Socket, take: (letter: Letter) => void, refuses: boolean): void {
  let to: string[] = [];
  let message: string[] | null = null;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  socket.on("error", () => socket.destroy());
  say("220 inbox");
  createInterface({ input: socket }).on("line", (line) => {
    if (message !== null) {
      if (line !== ".") return void message.push(line.replace(/^\./, ""));
      take({ to, text: message.join("\n") });
      [to, message] = [[], null];
      return say("250 taken");
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === "RCPT" && refuses) return say("550 no such mailbox");
    if (command === "RCPT") to.push(/<([^>]*)>/.exec(line)?.[1] ?? "");
    if (command === "DATA") message = [];
    say(command === "DATA" ? "354 go on" : command === "QUIT" ? "221 bye" : "250 ok");
    if (command === "QUIT") socket.end();
  });
}
