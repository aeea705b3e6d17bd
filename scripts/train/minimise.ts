/** L-BFGS: finds the lowest point of a smooth function. Deterministic, and without a learning rate to guess. */
export function minimise(
  valueAndGradient: (point: Float64Array, gradient: Float64Array) => number,
  size: number,
  iterationsMax: number,
): Float64Array {
  let point = new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = valueAndGradient(point, gradient);
  const history: { step: Float64Array; change: Float64Array; rho: number }[] = [];

  for (let iteration = 0; iteration < iterationsMax; iteration += 1) {
    const direction = descent(gradient, history);
    const slope = dot(direction, gradient);
    if (slope >= 0) break;
    let length = iteration === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    let next = point;
    let nextGradient = gradient;
    let nextValue = Infinity;
    for (let attempt = 0; attempt < 25; attempt += 1) {
      next = new Float64Array(size);
      for (let at = 0; at < size; at += 1) next[at] = point[at]! + length * direction[at]!;
      nextGradient = new Float64Array(size);
      nextValue = valueAndGradient(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
      length /= 2;
    }
    if (!(nextValue < value)) break;
    remember(history, point, next, gradient, nextGradient);
    const gain = (value - nextValue) / Math.max(1, Math.abs(value));
    [point, gradient, value] = [next, nextGradient, nextValue];
    if (gain < 1e-5) break;
  }
  return point;
}

const historyMax = 6;

function remember(
  history: { step: Float64Array; change: Float64Array; rho: number }[],
  ...[point, next, gradient, nextGradient]: [Float64Array, Float64Array, Float64Array, Float64Array]
): void {
  const step = next.map((value, at) => value - point[at]!);
  const change = nextGradient.map((value, at) => value - gradient[at]!);
  const curvature = dot(step, change);
  if (curvature <= 1e-12) return;
  history.push({ step, change, rho: 1 / curvature });
  if (history.length > historyMax) history.shift();
}

function descent(
  gradient: Float64Array,
  history: readonly { step: Float64Array; change: Float64Array; rho: number }[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const alphas: number[] = [];
  for (const { step, change, rho } of history.toReversed()) {
    const alpha = rho * dot(step, direction);
    alphas.push(alpha);
    addTimes(direction, change, -alpha);
  }
  const last = history.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.change, last.change));
    for (let at = 0; at < direction.length; at += 1) direction[at]! *= scale;
  }
  for (const { step, change, rho } of history) {
    const beta = rho * dot(change, direction);
    addTimes(direction, step, alphas.pop()! - beta);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

function addTimes(target: Float64Array, source: Float64Array, times: number): void {
  for (let at = 0; at < target.length; at += 1) target[at]! += times * source[at]!;
}
