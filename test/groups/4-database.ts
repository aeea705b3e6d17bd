import { runTogether } from "../ground/run-together.ts";

runTogether("database", "upgrades", "scripts", "demo", "faults");
