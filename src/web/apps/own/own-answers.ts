import { z } from "zod";
import { wordingLevels } from "../../../items/plainness.ts";

// What a person's own API answers. The names are those of the public API.

const id = z.uuid();
const moment = z.string().meta({ format: "date-time" });
const score = z.number().min(0).max(1).nullable().meta({
  description: "How loaded the wording is, from 0 (neutral) to 1; null while it waits.",
});

export const accountAnswer = z
  .object({ email: z.string(), scope: z.enum(["all", "read"]), plain_titles: z.boolean() })
  .meta({ id: "Account", description: "Whose token it is, and what it may do." });

export const itemAnswer = z
  .object({
    id,
    url: z.string(),
    title: z.string().meta({ description: "Plain, or as published, as the token says." }),
    original_title: z.string(),
    author: z.string().nullable(),
    published_at: moment,
    came_at: moment.meta({ description: "When it came to you." }),
    overall: score,
    read: z.boolean(),
    starred: z.boolean(),
    feed: z.object({ id: id.nullable(), title: z.string() }),
    folder: z.string().nullable(),
    story: id.nullable().meta({ description: "Reports of one event have the same story." }),
    html: z.string().optional().meta({ description: "The cleaned text; where it was asked for." }),
  })
  .meta({ id: "Item", description: "An item of one of your feeds." });

const next = z
  .string()
  .nullable()
  .meta({ description: "Send it as cursor for the next page; null: this is the last." });

export const itemsAnswer = z.object({ items: z.array(itemAnswer), next });

export const feedAnswer = z
  .object({
    id,
    title: z.string(),
    url: z.string(),
    site_url: z.string(),
    folder: id.nullable(),
    unread: z.int(),
    added_at: moment,
    fetched_at: moment.nullable(),
    error: z.string().nullable().meta({ description: "What went wrong at the last fetch." }),
  })
  .meta({ id: "Feed", description: "A feed that you read." });
export const feedsAnswer = z.object({ feeds: z.array(feedAnswer) });

export const folderAnswer = z
  .object({ id, name: z.string() })
  .meta({ id: "Folder", description: "A folder of yours." });
export const foldersAnswer = z.object({ folders: z.array(folderAnswer) });

const reportAnswer = z
  .object({
    item: id,
    feed: z.string(),
    title: z.string().meta({ description: "Plain, or as published, as the token says." }),
    original_title: z.string(),
    published_at: moment,
    overall: score,
  })
  .meta({ id: "Report", description: "One outlet’s report of a story." });
export const storyAnswer = z
  .object({ id, unread: z.boolean(), newest_at: moment, reports: z.array(reportAnswer) })
  .meta({ id: "Story", description: "An event and the reports of it in your feeds." });
export const storiesAnswer = z.object({ stories: z.array(storyAnswer), next });

export const listedBriefAnswer = z
  .object({ id, created_at: moment, written_by: z.string(), items: z.int(), opening: z.string() })
  .meta({ id: "ListedBrief", description: "A brief in a list, with its beginning." });
export const briefsAnswer = z.object({ briefs: z.array(listedBriefAnswer), next });
export const briefAnswer = z
  .object({
    id,
    created_at: moment,
    written_by: z.string(),
    content: z.string().meta({ description: "Paragraphs of plain text; [1] cites the first of cited." }),
    cited: z.array(z.object({ item: id, story: id, title: z.string(), feed: z.string() }).nullable()).meta({
      description: "null where you no longer read the feed.",
    }),
  })
  .meta({ id: "Brief", description: "A brief." });

const pageAnswer = z
  .object({
    hash: z.string(),
    item: id,
    title: z.string().meta({ description: "The plain title; as published where nothing was changed." }),
    original_title: z.string(),
    level: z.enum(wordingLevels).nullable().meta({ description: "How loaded the wording is; null while it waits." }),
    words: z.array(z.string()).meta({ description: "The loaded words of the original title." }),
    story: id.nullable(),
  })
  .meta({ id: "Page", description: "What is known of a page, without its address." });
export const pagesAnswer = z.object({
  prefix_length: z.int().meta({ description: "How many digits a prefix must have now. At least 20 pages share one." }),
  pages: z.array(pageAnswer),
});
