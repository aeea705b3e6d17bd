import { existsSync } from "node:fs";

/** The reason to skip tests of an output that is always full. */
export const noFullDisk = existsSync("/dev/full") ? false : "there is no /dev/full: a full disk was not tested";
