import type { Size } from "./benchmark.ts";
import { benchmarks } from "./benchmarks.ts";

// One benchmark in a process of its own, so that none meets the heap and the compiled code of another.
const [name, size] = process.argv.slice(2);
const benchmark = benchmarks.find((candidate) => candidate.name === name);
if (benchmark === undefined) throw new Error(`there is no benchmark ${name}`);
const figures = await benchmark.run(size as Size);
process.send?.(figures);
process.disconnect?.();
