import type { Voice } from "./parse-stories.ts";

/** How it answers: `moved` permanently, `gone`, `slow`, `busy` (429), or with a document `cut` off half-way. */
export type OutletBehaviour = "ordinary" | "moved" | "gone" | "slow" | "busy" | "cut";

export type Outlet = {
  name: string;
  language: string;
  /** Null: it publishes nothing. */
  voice: Voice | null;
  /** How many of a story's facts it reports. */
  factsTold: number;
  format: "rss" | "atom" | "json";
  behaviour: OutletBehaviour;
  /** Delay after the event, so that its reports don't all arrive in the same minute. */
  lateMinutes: number;
  hasPages: boolean;
};

const ordinary = { format: "rss", behaviour: "ordinary", factsTold: 3, hasPages: true } as const;
const notices = { ...ordinary, hasPages: false, lateMinutes: 10 } as const;

/** Six that report the same stories, and five with a problem. */
export const outlets: Outlet[] = [
  { ...ordinary, name: "The Marwick Ledger", language: "en", voice: "plain", lateMinutes: 28 },
  { ...ordinary, name: "Daily Flare", language: "en", voice: "loud", factsTold: 2, lateMinutes: 44 },
  { ...ordinary, name: "Küstenbote", language: "de", voice: "plain", format: "atom", lateMinutes: 12 },
  { ...ordinary, name: "Eilblatt", language: "de", voice: "loud", factsTold: 2, lateMinutes: 33 },
  { ...ordinary, name: "Kurier Zatoki", language: "pl", voice: "plain", format: "json", lateMinutes: 4 },
  { ...ordinary, name: "Gorące Nowiny", language: "pl", voice: "loud", factsTold: 2, lateMinutes: 19 },
  {
    ...ordinary,
    name: "Estuary Wire",
    language: "en",
    voice: "wire",
    behaviour: "slow",
    format: "atom",
    lateMinutes: 50,
  },
  { ...notices, name: "Harbour Office", language: "en", voice: "office", behaviour: "moved" },
  { ...notices, name: "Ratsprotokolle Lindhafen", language: "de", voice: "minutes", behaviour: "cut" },
  { ...notices, name: "Marwick Evening Mail", language: "en", voice: null, behaviour: "gone" },
  { ...notices, name: "Traffic Radar", language: "en", voice: null, behaviour: "busy" },
];
