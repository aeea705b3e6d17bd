/** Aborted by the first Ctrl-C, so that a long command can end between two pieces of its work; the second ends it at once. */
export function stopOnInterrupt(): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => {
    process.stderr.write("\nStopping after this batch; Ctrl-C once more ends at once.\n");
    stop.abort();
  });
  return stop.signal;
}
