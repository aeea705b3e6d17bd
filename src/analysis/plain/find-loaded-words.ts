import { toFinding, type Finding } from "../heuristic/find-techniques.ts";
import type { ReadText } from "../heuristic/read-text.ts";
import type { TechniqueId } from "../../items/analyzer-result.ts";
import type { LoadedKind } from "./lexicon-entry.ts";
import { markedSpans } from "./tagger/marked-spans.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

const techniqueOf: Record<LoadedKind, TechniqueId> = {
  emotive: "emotional_appeal",
  judgement: "loaded_language",
  exaggeration: "exaggeration",
  violence: "loaded_language",
  teaser: "curiosity_gap",
  shouting: "all_caps",
  name: "name_calling",
  mind: "emotional_appeal",
  appeal: "call_to_action",
  insinuation: "speculation",
};

// Techniques that show in the form of a title. The lists recognise it; the tagger only marks words.
const formal: ReadonlySet<TechniqueId> = new Set(["attention_prefix", "listicle", "question_headline"]);

// In a title that is plain as a whole a single word must be surer: a mark there only irritates.
const plainTitle = 0.1;
const markInPlainFrom = 0.6;

/** The loaded words of a title as the tagger marks them. If a list recognises the form, it names the technique. */
export function findLoadedWords(title: ReadText, tagged: TaggedTitle, listed: readonly Finding[]): Finding[] {
  const markFrom = tagged.loaded < plainTitle ? markInPlainFrom : tagged.markFrom;
  return markedSpans({ ...tagged, markFrom }).map(({ start, end, kind, loaded }) => {
    const named = listed.find((finding) => formal.has(finding.id) && finding.start < end && start < finding.end);
    const text = title.text.slice(start, end);
    const id = named?.id ?? (/^[!?]+$/u.test(text) && text.includes("!") ? "exclamation" : techniqueOf[kind]);
    const words = title.tokens.filter((token) => token.start >= start && token.end <= end).length;
    return { ...toFinding(id, title, { start, end, words }), severity: Math.round(loaded * 100) / 100 };
  });
}
