import { spawn } from "node:child_process";

export type TestRun = { kind: "passed" | "failed" | "timed-out"; durationMs: number; pid: number };
export type TestRunOptions = { tree: string; timeoutMs: number; environment: NodeJS.ProcessEnv; signal: AbortSignal };

// The harness prints one line per test. A todo test does not count.
const redLine = /^\s*not ok \d+(?!.*# (?:todo|skip))/im;

/** Runs one test file in a separate process, and ends it at the first failing test. */
export async function runTestFile(file: string, options: TestRunOptions): Promise<TestRun> {
  const startedAtMs = performance.now();
  // A process group, so that everything a test started ends with it. When this tool is tested, hide the outer harness from it.
  const { NODE_TEST_CONTEXT: _, ...environment } = { ...process.env, ...options.environment };
  const child = spawn(process.execPath, ["--test-reporter=tap", file], {
    cwd: options.tree,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let kind: TestRun["kind"] | undefined;
  const end = (as: TestRun["kind"]) => {
    kind ??= as;
    endGroup(child.pid);
  };
  const timer = setTimeout(() => end("timed-out"), options.timeoutMs);
  const abort = () => end("failed");
  options.signal.addEventListener("abort", abort);

  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output = output.slice(output.lastIndexOf("\n") + 1) + text;
    if (redLine.test(output)) end("failed");
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("close", resolve).once("error", reject),
  );
  clearTimeout(timer);
  options.signal.removeEventListener("abort", abort);
  endGroup(child.pid);
  options.signal.throwIfAborted();
  kind ??= code === 0 ? "passed" : "failed";
  return { kind, durationMs: performance.now() - startedAtMs, pid: child.pid ?? 0 };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
