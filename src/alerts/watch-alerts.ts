import { type Alert, type AlertKind, type AlertMessage, decideAlerts, type Look } from "./alert-policy.ts";
import type { Outbox } from "./outbox.ts";

export type AlertParts = {
  /** Why the database cannot be worked with, as a sentence. */
  findDatabaseProblem: () => Promise<string | null>;
  /** What the database tells; asked only while there is no such problem. */
  look: () => Promise<Look>;
  /** Decides over what all processes know. */
  change: (decide: (known: Alert[]) => Decided) => Promise<Decided>;
  outbox: Outbox;
  now: () => Date;
  onMessage: (message: AlertMessage) => void;
  /** What is raised at present, as far as this process knows. */
  onRaised: (kinds: AlertKind[]) => void;
};
type Decided = ReturnType<typeof decideAlerts>;

/** One look at everything. What is wrong with the database is remembered here, since nothing can be written there. */
export function createAlertWatch(parts: AlertParts): { look: () => Promise<void> } {
  let ofDatabase: Alert[] = [];
  let ofOthers: Alert[] = [];

  const tell = (messages: AlertMessage[]) => {
    for (const message of messages) parts.onMessage(message);
    parts.outbox.add(messages);
  };
  const lookAtOthers = async () => {
    const look = await parts.look();
    const { alerts, messages } = await parts.change((known) => decideAlerts(known, look, parts.now()));
    ofOthers = alerts;
    tell(messages);
  };

  return {
    look: async () => {
      const problem = await parts.findDatabaseProblem();
      const findings = problem === null ? [] : [{ kind: "database", sentence: problem } as const];
      const look: Look = { checked: ["database"], findings };
      const { alerts, messages } = decideAlerts(ofDatabase, look, parts.now());
      ofDatabase = alerts;
      tell(messages);
      try {
        if (problem === null) await lookAtOthers();
      } finally {
        const raised = [...ofDatabase, ...ofOthers].filter(({ raisedAt }) => raisedAt !== null);
        parts.onRaised(raised.map(({ kind }) => kind));
        await parts.outbox.flush();
      }
    },
  };
}
