import { runTogether } from "../ground/run-together.ts";

runTogether(".", "web/auth", "web/public");
