import { runTogether } from "../ground/run-together.ts";

runTogether("workers", "newsletters");
