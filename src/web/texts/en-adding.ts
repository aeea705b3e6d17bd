import { pluralInEnglish } from "./plural-in-english.ts";

/** What adding a feed says: looking one up, the starter sets, and what was added. */
export const addingInEnglish = {
  find: {
    label: "Site or feed address",
    submit: "Find",
    hint: "We find the feed and its name for you.",
    found: (feeds: number) => (feeds === 1 ? "1 feed found" : `${feeds} feeds found. Which one do you want?`),
    nothing: (why: string) => `No feed found. ${why}`,
    onList: "Already on your list",
    anyway: "Add the address anyway",
    wrong: "This is not an address. Enter one such as example.org or https://example.org/feed.",
    privateForOperator:
      "This address is in a private network. To allow it, add its network to the setting FETCH_ALLOW_NETWORKS, in .env or in the environment (such as FETCH_ALLOW_NETWORKS=192.168.1.0/24), and restart the server.",
    tooMany: "Too many addresses in one minute. Wait a minute, then try again.",
    failed: "The address could not be looked up. Please try again.",
  },
  start: {
    title: "Starter sets",
    orSet: "Or begin with a set",
    lookInside: "Look inside",
    addSet: (feeds: number) => `Add ${pluralInEnglish(feeds, "feed")}`,
    addSetOf: (feeds: number, title: string) => `Add ${pluralInEnglish(feeds, "feed")}: ${title}`,
    unknown: "There is no such set. Choose one from the list.",
    failed: "The set could not be added. Please try again.",
    hello: "What do you like to read?",
    intro:
      "Enter the address of a site. Plainwire finds its feed, rewrites loaded headlines in plain words and shows you what it took out.",
    fromAnother: "Coming from another reader?",
    foldersToo: "Folders come along.",
    asItCame: "As it came",
    asYouRead: "As you read it",
    example: {
      before: [{ gone: "SHOCK:" }, " Mayor ", { gone: "slams outrageous" }, " bus plan", { gone: "!" }],
      after: "Mayor criticizes bus plan",
    } as { before: readonly (string | { gone: string })[]; after: string },
    soon: "The first stories appear within a minute. You can change everything later.",
  },
  added: {
    sentence: (name: string) => `Added ${name}. Its items appear as soon as it has been fetched.`,
    notFetched: (name: string, why: string) => `Added ${name}, but it won't be fetched. ${why}`,
    read: "Read it",
    folder: "Change folder",
  },
};
