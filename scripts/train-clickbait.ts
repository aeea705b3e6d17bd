// Trains src/analysis/heuristic/clickbait-weights.json: node scripts/train-clickbait.ts
// The headlines (Stop Clickbait, Chakraborty et al. 2016, MIT) are not part of the repository; only the weights are.
import { writeFileSync } from "node:fs";
import { blankOutlets } from "../src/analysis/heuristic/blank-outlets.ts";
import { clickbaitFeatures } from "../src/analysis/heuristic/clickbait-features.ts";
import { readHeadlines, type Headline } from "../test/analysis/evaluation-headlines.ts";
import { areaUnderCurve } from "../test/analysis/evaluation-metrics.ts";

const weightsFile = new URL("../src/analysis/heuristic/clickbait-weights.json", import.meta.url);
const weightsBytesMax = 64_000;
const occurrencesMin = 3;
const featuresMax = 5_000;
const epochs = 12;
const learningRate = 0.3;
const decay = 0.001;
// A tenth of a logit is precise enough: the area under the curve changes by less than 0.0001.
const step = 0.1;

type Model = { bias: number; weights: Map<string, number> };
type Example = { features: Set<string>; isClickbait: boolean };

function train(): void {
  const headlines = readHeadlines();
  if (!headlines)
    throw new Error(
      "The headlines (clickbait-headlines.tsv.gz) were not found; test/analysis/evaluation-headlines.ts says where they are expected.",
    );
  const examples = headlines.training.map(toExample);
  const counts = countFeatures(examples);

  const wide = fit(examples, new Set(counts.keys()));
  const narrow = quantise(fit(examples, strongest(wide, counts)));

  const bytes = writeWeights(narrow, headlines.training.length);
  const auc = areaUnderCurve(headlines.heldOut.map((headline) => toScored(toExample(headline), narrow)));
  console.log(`${headlines.training.length} headlines trained, ${headlines.heldOut.length} held out`);
  console.log(`${narrow.weights.size} features, ${bytes} bytes`);
  console.log(`AUC on the held-out headlines: ${auc.toFixed(4)}`);
  if (auc < 0.99) throw new Error("The area under the curve is below 0.99: do not ship these weights.");
}

function toExample({ title, isClickbait }: Headline): Example {
  return { features: clickbaitFeatures(blankOutlets(title)), isClickbait };
}

function countFeatures(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count >= occurrencesMin));
}

// Logistic regression with AdaGrad and a fixed seed: the same data gives the same file.
function fit(examples: readonly Example[], vocabulary: ReadonlySet<string>): Model {
  const ids = new Map([...vocabulary].map((feature, id) => [feature, id] as const));
  const biasId = ids.size;
  const rows = examples.map(({ features, isClickbait }) => ({
    label: isClickbait ? 1 : 0,
    ids: [...features].flatMap((feature) => ids.get(feature) ?? []).concat(biasId),
  }));
  const weights = new Float64Array(ids.size + 1);
  const squares = new Float64Array(ids.size + 1).fill(1e-6);

  const random = linearCongruential(7);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(rows, random);
    for (const row of rows) {
      const logit = row.ids.reduce((sum, id) => sum + weights[id]!, 0);
      const error = 1 / (1 + Math.exp(-logit)) - row.label;
      for (const id of row.ids) {
        const gradient = error + (id === biasId ? 0 : decay * weights[id]!);
        squares[id]! += gradient * gradient;
        weights[id]! -= (learningRate / Math.sqrt(squares[id]!)) * gradient;
      }
    }
  }
  return { bias: weights[biasId]!, weights: new Map([...ids].map(([feature, id]) => [feature, weights[id]!])) };
}

function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(values: unknown[], random: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [values[last], values[other]] = [values[other], values[last]];
  }
}

// Rank a weight by how much it changes scores over the whole set: strong and frequent before strong and rare.
function strongest(model: Model, counts: ReadonlyMap<string, number>): Set<string> {
  const force = ([feature, weight]: [string, number]) => Math.abs(weight) * Math.sqrt(counts.get(feature) ?? 0);
  const ranked = [...model.weights].sort((a, b) => force(b) - force(a));
  return new Set(ranked.slice(0, featuresMax).map(([feature]) => feature));
}

function quantise({ bias, weights }: Model): Model {
  const rounded = [...weights].map(([feature, weight]) => [feature, Math.round(weight / step)] as const);
  return { bias, weights: new Map(rounded.filter(([, weight]) => weight !== 0)) };
}

function toScored(
  { features, isClickbait }: Example,
  { bias, weights }: Model,
): { score: number; isPositive: boolean } {
  const sum = [...features].reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return { score: bias + sum * step, isPositive: isClickbait };
}

function writeWeights({ bias, weights }: Model, headlineCount: number): number {
  const byWeight = Object.groupBy([...weights].sort(byName), ([, weight]) => String(weight));
  const json = JSON.stringify(
    {
      attribution:
        `Trained by scripts/train-clickbait.ts on ${headlineCount} headlines of Stop Clickbait ` +
        "(Chakraborty, Paranjape, Kakarla, Ganguly 2016; MIT licence).",
      bias: Number(bias.toFixed(4)),
      step,
      featuresByWeight: Object.fromEntries(
        Object.entries(byWeight).map(([weight, features = []]) => [
          weight,
          features.map(([feature]) => feature).join("|"),
        ]),
      ),
    },
    null,
    2,
  );
  const bytes = Buffer.byteLength(json);
  if (bytes > weightsBytesMax) throw new Error(`The weights take ${bytes} bytes; at most ${weightsBytesMax} may ship.`);
  writeFileSync(weightsFile, `${json}\n`);
  return bytes;
}

function byName([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1;
}

train();
