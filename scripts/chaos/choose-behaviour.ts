/** What the origin does with one request. */
export type Behaviour =
  | { kind: "answer"; latencyMs: number }
  | { kind: "drip"; pieces: number; pauseMs: number }
  | { kind: "reset"; when: "at once" | "in the body" }
  | { kind: "redirect" }
  | { kind: "refuse"; retryAfterSeconds: number }
  | { kind: "fail" };

type Weighted = { share: number; make: (random: () => number) => Behaviour };

// A failure delays a feed for at least five minutes. If failures were common, most feeds would miss the storm.
const storm: Weighted[] = [
  { share: 0.03, make: (random) => ({ kind: "drip", pieces: 8, pauseMs: 200 + Math.floor(random() * 700) }) },
  { share: 0.015, make: (random) => ({ kind: "reset", when: random() < 0.5 ? "at once" : "in the body" }) },
  { share: 0.06, make: () => ({ kind: "redirect" }) },
  { share: 0.01, make: (random) => ({ kind: "refuse", retryAfterSeconds: 3 + Math.floor(random() * 12) }) },
  { share: 0.005, make: () => ({ kind: "fail" }) },
  { share: 0.05, make: (random) => ({ kind: "answer", latencyMs: 500 + Math.floor(random() * 2_000) }) },
];

export function chooseBehaviour(random: () => number, isStorm: boolean): Behaviour {
  let drawn = random();
  for (const { share, make } of isStorm ? storm : []) {
    if (drawn < share) return make(random);
    drawn -= share;
  }
  return { kind: "answer", latencyMs: 5 + Math.floor(random() * 100) };
}
