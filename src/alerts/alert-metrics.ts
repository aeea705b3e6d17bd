import { Gauge, type Registry } from "prom-client";
import type { AlertKind } from "./alert.ts";

const kinds: AlertKind[] = ["database", "health", "dead-letters", "mail"];

/** For Prometheus: the same alerts, told while the database is away as well. */
export function createAlertMetrics(registry: Registry): (raised: AlertKind[]) => void {
  const gauge = new Gauge({
    name: "plainwire_alert_raised",
    help: "1 while an alert of this kind is raised",
    labelNames: ["kind"],
    registers: [registry],
  });
  const show = (raised: AlertKind[]) => {
    for (const kind of kinds) gauge.set({ kind }, raised.includes(kind) ? 1 : 0);
  };
  show([]);
  return show;
}
