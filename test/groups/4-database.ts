import { runTogether } from "../ground/run-together.ts";

runTogether("database", "backups", "upgrades", "scripts", "demo", "faults");
