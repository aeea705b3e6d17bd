import { runTogether } from "../ground/run-together.ts";

runTogether("web/reading", "web/apps", "web/brief", "web/operator");
