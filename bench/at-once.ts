/** Runs all jobs, at most `count` of them at a time. */
export async function atOnce<Job>(
  count: number,
  jobs: Iterable<Job> | AsyncIterable<Job>,
  run: (job: Job) => Promise<unknown>,
): Promise<void> {
  const shared = share(jobs);
  await Promise.all(
    Array.from({ length: count }, async () => {
      for await (const job of shared) await run(job);
    }),
  );
}

/** All runners share one position in the generator, so each job runs once. */
async function* share<Job>(jobs: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Job> {
  yield* jobs;
}
