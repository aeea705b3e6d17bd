import { createPostgresQueue } from "../../../src/fetching/queue/fetch-queue.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { fetchQueueContract } from "./fetch-queue-contract.ts";

const database = await testDatabase();

fetchQueueContract("postgres", {
  database,
  makeQueue: (options) => createPostgresQueue(database.worker, options),
  isEmpty: () => false,
});
