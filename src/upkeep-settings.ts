import { address, setting } from "./setting.ts";

/** The rows of config.ts for what an operator does now and then: look for a newer version. */
export const upkeepSettings = {
  updateCheckUrl: setting(
    "UPDATE_CHECK_URL",
    "",
    address("http:", "https:"),
    "Where 'plainwire update-check' asks for the newest version; empty asks nobody. Plainwire never asks by itself.",
  ),
};
