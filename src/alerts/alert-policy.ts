import { hourMs } from "../time.ts";

export type AlertKind = "database" | "health" | "dead-letters" | "mail" | "backup";

/** Something the operator should know, in one sentence. */
export type Finding = { kind: AlertKind; sentence: string };

/** One look: `checked` is what was looked at, so that what could not be looked at neither begins nor ends. */
export type Look = { checked: AlertKind[]; findings: Finding[] };

/** What is known of one kind. Times are null where they do not apply. */
export type Alert = Finding & {
  /** Since when it is seen without a break. */
  foundAt: Date | null;
  /** Since when it is no longer seen. */
  missedAt: Date | null;
  /** Null: all is well. */
  raisedAt: Date | null;
  /** When a message last said that it is raised. */
  toldAt: Date | null;
  /** A message said it was raised, and none yet that it is over. */
  owesClear: boolean;
};

export type AlertMessage = Finding & { state: "raised" | "still raised" | "cleared"; at: Date };

/** A restart of the database or one slow answer is no alert. */
const confirmMs = 60_000;
/** What comes and goes is told at most this often; what stays is repeated more seldom still. */
const raiseEveryMs = hourMs;
const repeatEveryMs = 6 * hourMs;

type Decided = { alerts: Alert[]; messages: AlertMessage[] };

/** One message when something is raised, one when it is over, and a reminder while it lasts. */
export function decideAlerts(known: readonly Alert[], { checked, findings }: Look, now: Date): Decided {
  const byKind = new Map(known.map((alert) => [alert.kind, alert]));
  const decided = checked.flatMap((kind) => {
    const finding = findings.find((one) => one.kind === kind);
    const alert = byKind.get(kind);
    if (finding !== undefined) return [found(alert ?? unknown(finding), finding, now)];
    return alert === undefined ? [] : [missed(alert, now)];
  });
  return {
    alerts: [...known.filter(({ kind }) => !checked.includes(kind)), ...decided.map(({ alert }) => alert)],
    messages: decided.flatMap(({ message }) => message ?? []),
  };
}

type Step = { alert: Alert; message: AlertMessage | null };

function found(before: Alert, { kind, sentence }: Finding, now: Date): Step {
  const alert = { ...before, sentence, foundAt: before.foundAt ?? now, missedAt: null };
  if (alert.raisedAt === null && since(alert.foundAt, now) < confirmMs) return { alert, message: null };

  const isReminder = alert.owesClear;
  alert.raisedAt ??= now;
  const quietMs = isReminder ? repeatEveryMs : raiseEveryMs;
  if (alert.toldAt !== null && since(alert.toldAt, now) < quietMs) return { alert, message: null };
  const message: AlertMessage = { kind, sentence, state: isReminder ? "still raised" : "raised", at: now };
  return { alert: { ...alert, toldAt: now, owesClear: true }, message };
}

function missed(before: Alert, now: Date): Step {
  const alert = { ...before, foundAt: null, missedAt: before.missedAt ?? now };
  if (alert.raisedAt === null || since(alert.missedAt, now) < confirmMs) return { alert, message: null };

  const { kind, sentence, owesClear } = alert;
  const message: AlertMessage | null = owesClear ? { kind, sentence, state: "cleared", at: now } : null;
  return { alert: { ...alert, raisedAt: null, owesClear: false }, message };
}

function unknown(finding: Finding): Alert {
  return { ...finding, foundAt: null, missedAt: null, raisedAt: null, toldAt: null, owesClear: false };
}

/** A time that lies ahead is of a clock that was put back since: it must not keep us silent until then. */
function since(start: Date, now: Date): number {
  return Math.abs(now.getTime() - start.getTime());
}
