import { clickbaitFeatures } from "./clickbait-features.ts";
import weights from "./clickbait-weights.json" with { type: "json" };

const weightByFeature = new Map(
  Object.entries(weights.featuresByWeight).flatMap(([weight, features]) =>
    features.split("|").map((feature) => [feature, Number(weight) * weights.step] as const),
  ),
);

// The probability of clickbait for an English title, and the wording that speaks for it, the strongest first.
export function scoreClickbait(title: string): { probability: number; signs: string[] } {
  const known = [...clickbaitFeatures(title)]
    .map((feature) => ({ feature, weight: weightByFeature.get(feature) ?? 0 }))
    .filter(({ weight }) => weight !== 0);
  const logit = known.reduce((sum, { weight }) => sum + weight, weights.bias);

  const signs = known
    .filter(({ feature, weight }) => weight > 0 && /^[^<^$#]+$/u.test(feature))
    .sort((a, b) => b.weight - a.weight)
    .map(({ feature }) => feature);
  return { probability: 1 / (1 + Math.exp(-logit)), signs };
}
