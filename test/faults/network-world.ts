import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import type { Elsewhere } from "../ground/plainwire-process.ts";

/** A namespace of the kernel with a network of its own. It shares files with the test, sockets in the file system included. */
export type Machine = {
  address: string;
  /** The command that runs `program` there. */
  command: Elsewhere;
  /** The machine vanishes for the others: nothing reaches it or leaves it, and nobody is told. */
  unplug: () => void;
  /** What a name leads to, seen from this machine. */
  setHost: (name: string, address: string) => void;
};

export type Network = {
  addMachine: (name: string) => Machine;
  /** All addresses that begin with `prefix` (two numbers) lead to this machine. */
  route: (prefix: string, to: Machine) => void;
};

const prefix = `plainwire-${process.pid}`;
const subnet = "10.98.0";

/** False, or why these tests can't run here. It is also written to the terminal: a test that is skipped quietly proves nothing. */
export const skipWithoutNamespaces = findObstacle();

function findObstacle(): string | false {
  const { status, error } = spawnSync("ip", ["netns", "add", `${prefix}-probe`]);
  if (status === 0) {
    ip("netns", "del", `${prefix}-probe`);
    return false;
  }
  const why = `no network namespaces (${error === undefined ? "this needs root" : "Debian: apt-get install iproute2"})`;
  console.error(`\n!!! SKIPPED: ${why}. What several machines do is not tested.\n`);
  return why;
}

/** Machines on one switch. All of it goes with the test file. */
export function createNetwork(): Network {
  const namespaces: string[] = [];
  const add = (name: string) => {
    const namespace = `${prefix}-${name}`;
    ip("netns", "add", namespace);
    namespaces.push(namespace);
    return namespace;
  };
  after(() => {
    for (const namespace of namespaces) {
      ip("netns", "del", namespace);
      rmSync(folderOf(namespace), { recursive: true, force: true });
    }
  });
  const switchboard = add("switch");
  ip("-n", switchboard, "link", "add", "bridge", "type", "bridge");
  ip("-n", switchboard, "link", "set", "bridge", "up");

  const addMachine = (name: string): Machine => {
    const address = `${subnet}.${namespaces.length}`;
    const namespace = add(name);
    ip("-n", namespace, "link", "add", "eth0", "type", "veth", "peer", "name", name, "netns", switchboard);
    ip("-n", switchboard, "link", "set", name, "master", "bridge", "up");
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0");
    for (const link of ["lo", "eth0"]) ip("-n", namespace, "link", "set", link, "up");
    // `ip netns exec` shows the file of this folder as /etc/hosts; written in place, so that programs that run see changes.
    mkdirSync(folderOf(namespace), { recursive: true });
    const hosts = join(folderOf(namespace), "hosts");
    writeFileSync(hosts, "127.0.0.1 localhost\n");
    return {
      address,
      command: (program, args) => ["ip", ["netns", "exec", namespace, program, ...args]],
      unplug: () => ip("-n", switchboard, "link", "set", name, "down"),
      setHost: (host, to) => writeFileSync(hosts, `127.0.0.1 localhost\n${to} ${host}\n`),
    };
  };
  const route = (start: string, to: Machine) => {
    for (const namespace of namespaces.filter((one) => one !== switchboard)) {
      const isIt = namespace === namespaces[Number(to.address.split(".")[3])];
      if (isIt) ip("-n", namespace, "route", "add", "local", `${start}.0.0/16`, "dev", "lo");
      else ip("-n", namespace, "route", "add", `${start}.0.0/16`, "via", to.address);
    }
  };
  return { addMachine, route };
}

function folderOf(namespace: string): string {
  return join("/etc/netns", namespace);
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}
