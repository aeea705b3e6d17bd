import type { ProcessRole } from "../run-roles.ts";
import type { Invocation } from "./command-context.ts";

export const roleCommands: [name: string, roles: ProcessRole[], description: string][] = [
  ["start", ["web", "worker"], "run everything: database, workers and the web server"],
  ["web", ["web"], "run only the web server"],
  ["worker", ["worker"], "run only a worker: fetch, analyse and publish"],
];

/** Null: another command, or a role with options, which has none: the command line then says so. */
export function rolesOf(args: string[]): ProcessRole[] | null {
  return roleCommands.find(([name]) => args.length === 1 && args[0] === name)?.[1] ?? null;
}

export async function runInRoles(roles: ProcessRole[], { load, io }: Invocation): Promise<void> {
  const { runRoles } = await import("../run-roles.ts");
  await runRoles(roles, load().config, io);
}
