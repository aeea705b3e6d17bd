import type { AlertMessage } from "./alert.ts";

/** A way to reach the operator. Throws where the message did not arrive. */
export type Channel = { name: string; send: (message: AlertMessage) => Promise<void> };
export type Outbox = { add: (messages: AlertMessage[]) => void; flush: () => Promise<void> };

type Options = {
  channels: Channel[];
  onSent: (channel: string, message: AlertMessage) => void;
  onFailure: (channel: string, error: unknown) => void;
};

/** Half an hour of looks. Who cannot be reached by then hears of it by the reminder. */
const triesMax = 60;
const waitingMax = 50;

/** In memory: messages must go out while the database is away. What fails is tried again at the next flush. */
export function createOutbox({ channels, onSent, onFailure }: Options): Outbox {
  const waiting = channels.map((channel) => ({ channel, letters: [] as { message: AlertMessage; tries: number }[] }));

  async function flushOne({ channel, letters }: (typeof waiting)[number]): Promise<void> {
    for (let letter = letters[0]; letter !== undefined; letter = letters[0]) {
      try {
        await channel.send(letter.message);
      } catch (error) {
        onFailure(channel.name, error);
        letter.tries += 1;
        if (letter.tries >= triesMax) letters.shift();
        return;
      }
      letters.shift();
      onSent(channel.name, letter.message);
    }
  }

  return {
    add: (messages) => {
      for (const { letters } of waiting) {
        letters.push(...messages.map((message) => ({ message, tries: 0 })));
        letters.splice(0, letters.length - waitingMax);
      }
    },
    flush: async () => void (await Promise.all(waiting.map(flushOne))),
  };
}
