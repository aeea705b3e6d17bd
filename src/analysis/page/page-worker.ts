import { parentPort } from "node:worker_threads";
import { extractPage } from "./extract-page.ts";

// What page-extractor.ts runs in its threads. It is a file of its own so that the main thread never loads Readability and
// linkedom. Whatever is thrown ends this thread, and only this thread.
const port = parentPort;
if (port === null) throw new Error("page-worker.ts runs in a thread only");
port.on("message", ({ html, url }: { html: string; url: string }) => port.postMessage(extractPage(html, url)));
port.postMessage("ready");
