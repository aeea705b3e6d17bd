import { resolve } from "node:path";

export const migrationsFolder = resolve(import.meta.dirname, "../../migrations");
