import type { Size } from "./benchmark.ts";
import { benchmarks } from "./benchmarks.ts";

// Each benchmark runs in a separate process, so that none inherits another's heap and compiled code.
const [name, size] = process.argv.slice(2);
const benchmark = benchmarks.find((candidate) => candidate.name === name);
if (benchmark === undefined) throw new Error(`there is no benchmark ${name}`);
const figures = await benchmark.run(size as Size);
process.send?.(figures);
process.disconnect?.();
