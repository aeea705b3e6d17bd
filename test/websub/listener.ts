import { createHmac } from "node:crypto";
import { type Received, startReceiver } from "../webhooks/receiver.ts";
import type { websubWorld } from "./websub-world.ts";

/** Programs that listen to feeds of this world, at its hub. */
export function listenersOf(world: Pick<Awaited<ReturnType<typeof websubWorld>>, "reachedAt" | "ask">) {
  const askHub = async (fields: Record<string, string>) => {
    const answer = await fetch(`${world.reachedAt}/hub`, { method: "POST", body: new URLSearchParams(fields) });
    return { status: answer.status, text: await answer.text() };
  };

  /** A program that listens, and echoes challenges until it denies. */
  const addListener = async () => {
    const receiver = await startReceiver();
    let status = 204;
    let confirms = true;
    receiver.reply(({ path }) => {
      const challenge = new URL(path, receiver.origin).searchParams.get("hub.challenge");
      if (challenge === null) return { status };
      return confirms ? { status: 200, body: challenge } : { status: 200, body: "something else" };
    });
    const sent = () => receiver.received.filter(({ path }) => !path.includes("hub.challenge"));
    const asked = () => receiver.received.filter(({ path }) => path.includes("hub.challenge"));
    return {
      ...receiver,
      sent,
      asked,
      answerWith: (next: number) => (status = next),
      deny: () => (confirms = false),
      ask: (topic: string, more: Record<string, string> = {}) =>
        askHub({
          "hub.mode": "subscribe",
          "hub.topic": topic,
          "hub.callback": `${receiver.origin}/hook?a=1&b=2`,
          ...more,
        }),
    };
  };

  const work = async () => {
    while ((await world.ask()) > 0);
  };
  return { addListener, askHub, work };
}

export function isSigned({ headers, body }: Received, secret: string): boolean {
  return headers["x-hub-signature"] === `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
