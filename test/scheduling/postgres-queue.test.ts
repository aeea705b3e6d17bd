import { postgresQueue } from "../../src/scheduling/postgres-queue.ts";
import { testDatabase } from "../ground/test-database.ts";
import { fetchQueueContract } from "./fetch-queue-contract.ts";

const database = await testDatabase();

fetchQueueContract("postgres", {
  database,
  makeQueue: (options) => postgresQueue(database.worker, options),
  isEmpty: () => false,
});
