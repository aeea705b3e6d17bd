import type { SendMail } from "../accounts/mailer.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import type { AlertMessage } from "./alert-policy.ts";

/** A way to reach the operator. Throws where the message did not arrive. */
export type Channel = { name: string; send: (message: AlertMessage) => Promise<void> };
export type Outbox = { add: (messages: AlertMessage[]) => void; flush: () => Promise<void> };

type Options = {
  channels: Channel[];
  onSent: (channel: string, message: AlertMessage) => void;
  onFailure: (channel: string, error: unknown) => void;
};

/** One try at each look, so about half an hour. After that the reminder is the next message. */
const triesMax = 60;
const waitingMax = 50;

/** In memory: messages must go out while the database is away. What fails is tried again at the next flush. */
export function createOutbox({ channels, onSent, onFailure }: Options): Outbox {
  const waiting = channels.map((channel) => ({ channel, entries: [] as { message: AlertMessage; tries: number }[] }));

  async function flushOne({ channel, entries }: (typeof waiting)[number]): Promise<void> {
    for (let entry = entries[0]; entry !== undefined; entry = entries[0]) {
      try {
        await channel.send(entry.message);
      } catch (error) {
        onFailure(channel.name, error);
        entry.tries += 1;
        if (entry.tries >= triesMax) entries.shift();
        return;
      }
      entries.shift();
      onSent(channel.name, entry.message);
    }
  }

  return {
    add: (messages) => {
      for (const { entries } of waiting) {
        entries.push(...messages.map((message) => ({ message, tries: 0 })));
        entries.splice(0, entries.length - waitingMax);
      }
    },
    flush: async () => void (await Promise.all(waiting.map(flushOne))),
  };
}

/** Which installation speaks: its address, and the machine that noticed. */
type Sender = { origin: string; host: string };

const webhookMs = 10_000;
const answerBytesMax = 100_000;

export function mailChannel(sendMail: SendMail, to: string, sender: Sender): Channel {
  return {
    name: "mail",
    send: (message) =>
      sendMail({
        to,
        subject: `Plainwire: ${subjectOf(message)}`,
        text: `${message.state === "cleared" ? "This is over: " : ""}${message.sentence}\n\nTime: ${message.at.toISOString()}\nNoticed by: ${sender.host}\n\n${sender.origin}/operator\n`,
      }),
  };
}

/** The address is the operator's own, so any network may be reached; a redirect is not followed and counts as failure. */
export function webhookChannel(client: TrustedClient, url: string, sender: Sender): Channel {
  return {
    name: "webhook",
    send: async ({ kind, state, sentence, at }) => {
      const text = `Plainwire, ${state}: ${sentence}`;
      const result = await client.request({
        url,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text, kind, state, sentence, at: at.toISOString(), ...sender }),
        timeoutMs: webhookMs,
        bodyBytesMax: answerBytesMax,
      });
      if (result.kind === "failed") throw new Error(`no answer: ${result.failure.kind}`);
      if (result.status < 200 || result.status > 299) throw new Error(`answered ${result.status}`);
    },
  };
}

function subjectOf({ kind, state }: AlertMessage): string {
  return `${subjects[kind]} (${state})`;
}

const subjects: Record<AlertMessage["kind"], string> = {
  database: "the database does not answer or only reads",
  health: "feeds are not fetched as they should be",
  "dead-letters": "work was given up",
  mail: "mail cannot be sent",
  backup: "there is no new backup",
};
