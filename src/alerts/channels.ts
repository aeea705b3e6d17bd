import type { SendMail } from "../accounts/mailer.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import type { AlertMessage } from "./alert.ts";
import type { Channel } from "./outbox.ts";

/** Which installation speaks: its address, and the machine that noticed. */
export type Sender = { origin: string; host: string };

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
  database: "the database does not answer",
  health: "feeds are not fetched as they should be",
  "dead-letters": "work was given up",
  mail: "mail cannot be sent",
};
