import { Refusal } from "../refusal.ts";

const packageName = "@aws-sdk/client-sqs";

/**
 * Amazon's client is 25 MB that most people never need, so it is not installed unless it is asked for, and is loaded only
 * with QUEUE=sqs: that alone costs 100 ms and 25 MB of memory.
 */
export async function loadSqs<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Refusal(
      `QUEUE=sqs needs the package ${packageName}, which is not installed: run npm install ${packageName}`,
    );
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(packageName)
  );
}
