import { runTogether } from "../ground/run-together.ts";

runTogether("web/reading", "web/briefs", "web/operator");
