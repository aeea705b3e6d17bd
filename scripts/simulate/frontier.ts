import { factors, ours, type Variant } from "./compare-policies.ts";
import { ownPolicy } from "./own-policy.ts";
import { hourMs, minuteMs } from "./publisher.ts";
import { commaFeed, fixedInterval, freshRss, minifluxEntryFrequency, minifluxRoundRobin } from "./rival-policies.ts";

/** What a request is worth, in minutes of waiting. The one we use is 9. */
const worths = [1, 2, 4, 8, 9, 16, 32];
const intervalMinutes = [20, 30, 60, 120, 240, 480];
const frequencyFactors = [0.25, 0.5, 1, 2, 4];
const shortestMinutes = [5, 15, 30, 60];

/** Every policy with the setting that trades requests for delay; the factors have none. */
export const frontierVariants: Variant[] = [
  ...worths.map((worth) => ({
    policy: ours,
    setting: `c = ${worth}`,
    make: (random: () => number) => ownPolicy("learned", random, worth),
  })),
  { policy: factors, setting: "as set", make: (random) => ownPolicy("factors", random) },
  ...intervalMinutes.map((minutes) => ({
    policy: "fixed interval",
    setting: nameMinutes(minutes),
    make: () => fixedInterval(minutes * minuteMs),
  })),
  ...intervalMinutes.map((minutes) => ({
    policy: "Miniflux round robin",
    setting: nameMinutes(minutes),
    make: () => minifluxRoundRobin(undefined, minutes * minuteMs),
  })),
  ...frequencyFactors.map((factor) => ({
    policy: "Miniflux entry frequency",
    setting: `factor ${factor}`,
    make: () => minifluxEntryFrequency(undefined, factor),
  })),
  ...shortestMinutes.map((minutes) => ({
    policy: "CommaFeed",
    setting: `at least ${nameMinutes(minutes)}`,
    make: () => commaFeed(undefined, minutes * minuteMs),
  })),
  ...intervalMinutes.map((minutes) => ({
    policy: "FreshRSS",
    setting: nameMinutes(minutes),
    make: () => freshRss(undefined, minutes * minuteMs),
  })),
];

function nameMinutes(minutes: number): string {
  return minutes * minuteMs < hourMs ? `${minutes} min` : `${minutes / 60} h`;
}
