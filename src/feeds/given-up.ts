/** Why we gave a fetch up ourselves: it decides whether the feed is to blame. */
export type GivenUp = "stopping" | "job-timeout" | "lease-lost";
