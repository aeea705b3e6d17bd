import { runTogether } from "../ground/run-together.ts";

runTogether("web/reading", "web/brief", "web/operator");
