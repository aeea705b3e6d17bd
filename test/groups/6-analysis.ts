import { runTogether } from "../ground/run-together.ts";

runTogether("analysis", "analysis/plain", "analysis/translation", "text");
