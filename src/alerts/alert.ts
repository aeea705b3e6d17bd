export type AlertKind = "database" | "health" | "dead-letters" | "mail";

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
