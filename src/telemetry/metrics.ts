import { Registry, collectDefaultMetrics } from "prom-client";

/** A registry of our own rather than prom-client's global one: two servers in one test must not share counters. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
