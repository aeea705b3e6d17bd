/** A story of a brief, and what has happened to it since the brief before. */
export type BriefStory = {
  storyId: string;
  title: string;
  /** Of its page. */
  path: string;
  /** Reports that came since. */
  newReports: number;
  /** The outlets that changed their report since. */
  editedBy: string[];
};

/** `new`: it was not in the brief before; `gone`: it is no longer in this one. */
export type BriefChange = BriefStory & { kind: "new" | "changed" | "gone" };

/** More would be a second brief. */
const eachMax = 3;

/** What is new, what has changed and what is gone, in this order; each in the order of its brief. */
export function compareBriefs(before: readonly BriefStory[], now: readonly BriefStory[]): BriefChange[] {
  const [wereThere, areThere] = [before, now].map((stories) => new Set(stories.map(({ storyId }) => storyId)));
  const of = (kind: BriefChange["kind"], stories: readonly BriefStory[]) =>
    stories.slice(0, eachMax).map((story) => ({ ...story, kind }));
  const stayed = now.filter(({ storyId }) => wereThere!.has(storyId));
  return [
    ...of(
      "new",
      now.filter(({ storyId }) => !wereThere!.has(storyId)),
    ),
    ...of(
      "changed",
      stayed.filter(({ newReports, editedBy }) => newReports > 0 || editedBy.length > 0),
    ),
    ...of(
      "gone",
      before.filter(({ storyId }) => !areThere!.has(storyId)),
    ),
  ];
}
