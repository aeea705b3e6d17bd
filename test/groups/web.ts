import { runTogether } from "../ground/run-together.ts";

runTogether("web", "web/auth", "web/kit", "web/public");
