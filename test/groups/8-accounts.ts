import { runTogether } from "../ground/run-together.ts";

runTogether("accounts", "http-client", "media");
