import type { Command } from "commander";
import { changeFeed } from "../feeds/change-feed-store.ts";
import { listRootDomains } from "../feeds/list-feeds-store.ts";
import { answer } from "./io.ts";
import { formatTable } from "./format-table.ts";
import { readSetting } from "./new-feed-options.ts";
import { feedArgument, pickLiveFeed } from "./pick-feed.ts";
import { shortId } from "./short-id.ts";
import type { Session } from "./io.ts";
import { withDatabase } from "./with-database.ts";

export function addRootDomainCommand(program: Command, session: Session): void {
  const rootDomain = program.command("root-domain").description("the domains under which /api/site finds feeds");

  rootDomain
    .command("list")
    .description("all root domains, with their number of feeds")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire root-domain list")
    .action(async (options: { json?: boolean }) => {
      const domains = await withDatabase(session, ({ pool }) => listRootDomains(pool));
      answer(session, options, domains, (look) =>
        formatTable(
          ["ROOT DOMAIN", "FEEDS"],
          domains.map(({ rootDomain: name, feeds }) => [name, String(feeds)]),
          look,
        ),
      );
    });

  rootDomain
    .command("set")
    .argument("<feed>", feedArgument)
    .argument("<domain>", "such as example.org")
    .description("set a feed's root domain")
    .addHelpText("after", "\nExample:\n  plainwire root-domain set 3f2a9c1e example.org")
    .action((name: string, domain: string) => change(session, name, domain.toLowerCase()));

  rootDomain
    .command("clear")
    .argument("<feed>", feedArgument)
    .description("leave a feed without a root domain")
    .addHelpText("after", "\nExample:\n  plainwire root-domain clear https://example.org/feed.xml")
    .action((name: string) => change(session, name, ""));
}

async function change(session: Session, name: string, domain: string): Promise<void> {
  const changes = readSetting("root-domain", domain);
  const { id, url } = await withDatabase(session, async ({ pool, now }) => {
    const feed = await pickLiveFeed(pool, name);
    await changeFeed(pool, feed.id, changes, now());
    return feed;
  });
  session.io.out.write(`The root domain of ${shortId(id)} ${url} is ${changes.rootDomain ?? "empty"}.\n`);
}
