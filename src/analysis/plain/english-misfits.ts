import { functionWords } from "./function-words.ts";
import type { TitleEdit, WordEdit } from "./language-guards.ts";

// Where a plain word, or nothing, does not fit in place of the loaded one. Each was found among edits that two judges called bad.

/** Each answers true when the edited title is no headline any more, or no longer says what it said. */
export const misfitChecks: readonly ((edit: TitleEdit) => boolean)[] = [
  fitsBadly,
  leavesFragment,
  losesOwnResult,
  losesByline,
  losesItsMark,
  losesVerb,
  breaksOff,
  leavesOneWordKicker,
  namesColumn,
  losesSo,
];

/** Each answers true when the word must not be dropped. */
export const misfitDropChecks: readonly ((edit: WordEdit) => boolean)[] = [isSomebodysName, isPointOfHead];

const misfits = [
  // "Critics criticize the musical".
  /\bcritics?\s(?:\p{L}+\s)?criticiz/iu,
  // "blasts to victory", "slammed with injuries", "slams shares": nobody speaks.
  /\bcriticiz\p{L}*\s(?:to|with|past|through|into)\b/iu,
  /\bcriticiz\p{L}*\s(?:\p{L}+\s){0,2}(?:shares|stocks?|markets?|prices)\b/iu,
  // "hits back against a fine", "fires back nasty words".
  /\brespond(?:s|ed|ing)?\sagainst\b/iu,
  /\brespond(?:s|ed|ing)\s(?!(?:to|at|after|over|as|in|on|with|by|following|amid|for|when|while|and|but|from|before|during|via)\b)\p{Ll}/u,
  // "warns that it is a wake-up call".
  /\bwarn(?:s|ed|ing)?\b.*\bwarnings?\b/iu,
  // "massive troops", "massive hit".
  /\blarge\s(?:\S+\s)?(?:troops|hits?)\b/iu,
];

const forces =
  /\b(?:storms?|hurricane|typhoon|cyclone|tornado|rain\p{L}*|snow\p{L}*|winds?|waves?|surf|floods?|rivers?|quakes?|flares?|comets?|asteroids?|drones?|missiles?|rockets?|slalom|innings)\b/iu;

/** The plain word goes with its new neighbours only where people speak, and is not said twice. */
function fitsBadly({ after, before }: TitleEdit): boolean {
  if (misfits.some((misfit) => misfit.test(after.text) && !misfit.test(before.text))) return true;
  // "Storm blasts coast": the weather and weapons criticize nobody.
  const criticizes = /\bcriticiz/iu;
  return criticizes.test(after.text) && !criticizes.test(before.text) && forces.test(before.text);
}

const fragmentWordsMax = 3;

/** "Are you in debt? Here are your rights", "Comet returns - here's the best time to look": what would be left is no headline. */
function leavesFragment({ after, before }: TitleEdit): boolean {
  const here = /(?:[.!?]|\s[–—-])\s+here(?:['’]s|\sis|\sare)\s(.+)$/iu.exec(before.text)?.[1];
  if (here === undefined || /\bhere(?:['’]s|\sis|\sare)\b/iu.test(after.text)) return false;
  const isKept = after.text.toLowerCase().endsWith(
    here
      .slice(-12)
      .toLowerCase()
      .replace(/[.!]+$/u, ""),
  );
  return isKept && (here.split(/\s+/u).length <= fragmentWordsMax || /^the best time\b/iu.test(here));
}

/** "I tested four kettles - and one works", "I lost my job… here's how I found another": the end is what the writer tells. */
function losesOwnResult({ after, before, step }: TitleEdit): boolean {
  if (step !== "segment" && step !== "network") return false;
  const left = after.text.replace(/[.!?…]+$/u, "");
  return /^\W*(?:I|We)(?:['’](?:ve|m|d|re))?\s/u.test(after.text) && before.text.startsWith(left);
}

const byline = /\s\|\s\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){1,3}$/u;

/** "It is time to talk | Ann Bell": whose opinion it is. */
function losesByline({ after, before }: TitleEdit): boolean {
  return byline.test(before.text) && !byline.test(after.text);
}

/** "Buying a boat? Here's what to know": "Buying a boat" is no headline. */
function losesItsMark({ after, before, step }: TitleEdit): boolean {
  return step === "network" && !after.text.includes("?") && before.text.startsWith(`${after.text}?`);
}

/** "Watch The Cup Final Right Here": the verb of a sentence, not a label. */
function losesVerb({ after, before, step }: TitleEdit): boolean {
  return step === "network" && /^watch\s/iu.test(before.text) && !/^watch\b/iu.test(after.text);
}

/** "Flood hits Bonn, and... wait, what?": the sentence was broken off. */
function breaksOff({ after, before }: TitleEdit): boolean {
  const left = after.text.replace(/[.!?…]+$/u, "");
  if (!before.text.startsWith(left)) return false;
  return (
    /^(?:,?\sand)?\s*(?:\.{3}|…)\s*wait\b/iu.test(before.text.slice(left.length)) || /\s(?:and|or|but)$/iu.test(left)
  );
}

/** "Epic win: why the poem is back": "Win:" is no kicker. */
function leavesOneWordKicker({ after, before }: TitleEdit): boolean {
  return /^\p{L}+:\s/u.test(after.text) && /^\p{L}+\s\p{L}+:\s/u.test(before.text);
}

/** "This is how we do it: ‘I never cook’": the name of a column before somebody's words. */
function namesColumn({ before, step }: TitleEdit): boolean {
  return step === "frame" && /^this is how [^:]+:\s[‘“"']/iu.test(before.text);
}

/** "so much better than the rest, it's odd": the second half leans on "so". */
function losesSo({ after, before }: TitleEdit): boolean {
  return /\bso much\b[^,]*,\s(?:it['’]s|that)\b/iu.test(before.text) && !/\bso much\b/iu.test(after.text);
}

/** The first word of the lexicon's that is written with a capital inside: "WoW" is a game. */
export function isWrittenAsName({ read: { text }, start, end }: WordEdit): boolean {
  return /\p{Ll}\p{Lu}/u.test(text.slice(start, end));
}

/** "his beloved West Ham": "his West Ham" is said of nobody's club. "its gorgeous Alto laptop" is its laptop. */
function isSomebodysName({ read: { text, tokens }, first, last, isDrop, entry }: WordEdit): boolean {
  const owner = tokens[first - 1];
  if (!isDrop || entry.pos !== "adjective" || owner === undefined) return false;
  if (!/^(?:his|her|their|its|our|my)$/u.test(text.slice(owner.start, owner.end))) return false;
  const next = tokens.slice(last + 1).find(({ start }) => !/^\p{Lu}/u.test(text.slice(start)));
  if (next === tokens[last + 1]) return false;
  return next === undefined || functionWords("function", "en").has(next.word);
}

const bareHeads = /^(?:situation|scores?|systems?|rulings?|waves)$/u;
const headsAwayMax = 2;

/** "a dire humanitarian situation", "a stunning audience score": there always is one. */
function isPointOfHead({ read: { text, tokens }, last, isDrop, entry }: WordEdit): boolean {
  if (!isDrop || entry.pos !== "adjective") return false;
  for (let away = 1; away <= headsAwayMax; away += 1) {
    const [before, word] = [tokens[last + away - 1], tokens[last + away]];
    if (before === undefined || word === undefined || text.slice(before.end, word.start) !== " ") return false;
    if (functionWords("function", "en").has(word.word)) return false;
    if (bareHeads.test(word.word)) return !/^\s+(?:of|that|to|in)\b/iu.test(text.slice(word.end));
  }
  return false;
}
