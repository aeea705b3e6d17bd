import type { Command } from "commander";
import type { Config } from "../config.ts";
import { findSecretKey, createSecretBox } from "../database/secret-box.ts";
import { explainRefusedHeaders } from "../fetching/explain-refusal.ts";
import { sealHeaders } from "../fetching/request-headers.ts";
import type { CustomHeaders } from "../fetching/request-headers.ts";
import { Refusal } from "../refusal.ts";

export function addHeaderOption(command: Command, meaning: string): Command {
  const collect = (value: string, all: string[] = []) => [...all, value];
  return command.option("-H, --header <name: value>", `${meaning} (repeatable)`, collect);
}

export function readHeaders(lines: string[] = []): CustomHeaders {
  const headers = Object.fromEntries(lines.map(readLine));
  const doubt = explainRefusedHeaders(headers);
  if (doubt !== null) throw new Refusal(doubt, 2);
  return headers;
}

/** Encrypted for the database; null when there are none. */
export function sealedHeaders(lines: string[] | undefined, config: Config): Buffer | null {
  return lines === undefined ? null : sealHeaders(readHeaders(lines), createSecretBox(findSecretKey(config)));
}

function readLine(line: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw new Refusal(`"${line}" is no header: write --header "Name: value".`, 2);
  }
  return [name, value];
}
