import type { Language } from "../lexicon-entry.ts";

/** How sure the network must be. Chosen on headlines and edits that it had not seen (training/log.md, "Network and teacher"). */
export type NetworkLimits = {
  /** That an editor makes a change, to propose it. */
  change: number;
  /** That only the article could make the title plain: from here on nothing is proposed. */
  article: number;
  /** That a strict reader accepts what was proposed. */
  accepted: number;
  /** That editors change the words that a rule changes, on average. */
  agreement: number;
  /** That a strict reader accepts what a rule makes. */
  ruleAccepted: number;
};

export const networkLimits: Record<Language, NetworkLimits> = {
  // English rules are right where the network would change other words: asked, it would refuse a third of their good edits and hardly more bad ones.
  en: { change: 0.6, article: 0.6, accepted: 0.85, agreement: 0, ruleAccepted: 0.5 },
  de: { change: 0.7, article: 0.6, accepted: 0.8, agreement: 0.4, ruleAccepted: 0.6 },
  pl: { change: 0.7, article: 0.6, accepted: 0.8, agreement: 0.4, ruleAccepted: 0.6 },
};
