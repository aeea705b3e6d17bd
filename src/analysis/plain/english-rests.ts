import { isInTitleCase } from "./edit-step.ts";
import { functionWords } from "./function-words.ts";
import type { TitleEdit } from "./language-guards.ts";

// What an English title needs of the part that a frame or a segment takes away.

/** The part before what is left, or null if the end went. */
function headOf({ before, after }: TitleEdit): string | null {
  const [whole, left] = [before.text.toLowerCase(), after.text.toLowerCase()];
  return whole.length > left.length && whole.endsWith(left) ? before.text.slice(0, whole.length - left.length) : null;
}

/** The part behind what is left, or null if the beginning went. */
function tailOf({ before, after }: TitleEdit): string | null {
  const left = after.text.replace(/[.!?…]+$/u, "");
  return before.text.startsWith(left) ? before.text.slice(left.length) : null;
}

const calls =
  /^\W*(?:move over|step aside|watch out|look out|take that|sorry|oh|whoa|enough|see|bye|goodbye|thanks|thank you|attention)\b/iu;
const orders = /^\W*(?:delete|update|check|avoid|ignore|beware|uninstall|remove|change|stop|recall)\b/iu;

/** "Ann Bell is pregnant! Singer expects …", "Update Foxtel now! Firm warns …": who or what it is about went. */
export function losesName(edit: TitleEdit): boolean {
  if (edit.step !== "frame" && edit.step !== "segment") return false;
  const head = headOf(edit);
  if (head === null || !/[!?]\s*$/u.test(head) || calls.test(head)) return false;
  const left = new Set(edit.after.tokens.map(({ word }) => word.replace(/['’]s?$/u, "")));
  const words = edit.before.tokens.filter(({ end }) => end <= head.length);
  const isNew = (word: string): boolean => !left.has(word.replace(/['’]s?$/u, "")) && !left.has(`${word}s`);
  // "Hey Dad! star": the mark belongs to a name.
  if (/!\s*$/u.test(head) && /^\p{Ll}/u.test(edit.before.text.slice(head.length))) return true;
  const named = words.filter(({ start, end }, at) => {
    const word = edit.before.text.slice(start, end);
    return at > 0 ? /^\p{Lu}\p{Ll}|^\p{Ll}+\p{Lu}/u.test(word) : /^\p{Ll}+\p{Lu}\p{Ll}/u.test(word);
  });
  if (losesInitials(head, words, isNew)) return true;
  if (!isInTitleCase(edit.before, "en") && named.some(({ word }) => isNew(word) && !isContracted(word))) return true;
  if (/\?\s*$/u.test(head)) return /^do you have\b/iu.test(head) && /\b(?:symptoms?|signs?)\b/iu.test(edit.after.text);
  if (orders.test(head)) return true;
  return isSentenceAbout(words, isNew);
}

const shouted =
  /^(?:wow|omg|wtf|lol|yes|yay|oops|nope|now|stop|best|free|huge|never|real|must|more|most|very|your|you|our|his|her|the|and|but|not|all|one|any|can|does|will|have|has|are|was|were|did|why|which|when|where|from|with|just)$/u;

/** "Is THIS what causes RSI? Long hours …": initials among small letters name the matter. */
function losesInitials(
  head: string,
  words: readonly { word: string; start: number; end: number }[],
  isNew: (word: string) => boolean,
): boolean {
  if (!words.some(({ start }) => /^\p{Ll}/u.test(head.slice(start)))) return false;
  return words.some(
    ({ word, start, end }) =>
      /^\p{Lu}{3,5}$/u.test(head.slice(start, end)) && !nobody.test(word) && !shouted.test(word) && isNew(word),
  );
}

function isContracted(word: string): boolean {
  return /['’](?:s|m|re|ve|ll|d|t)$|n['’]t$/u.test(word) || word === "i";
}

const nobody =
  /^(?:it|that|this|these|those|he|she|they|we|you|i|here|there|what|who|how|now|so|let|even|not)(?:['’]\p{L}+)?$/u;

/** "True turns three!", "Town is back!": a subject of its own, and its verb. */
function isSentenceAbout(words: readonly { word: string }[], isNew: (word: string) => boolean): boolean {
  const subject = words[0]?.word ?? "";
  if (words.length < 2 || nobody.test(subject) || isContracted(subject) || !isNew(subject)) return false;
  if (words.slice(1).some(({ word }) => functionWords("aux", "en").has(word) && word !== "do")) return true;
  const isVerb = (word: string): boolean => /[^s'’]s$/u.test(word) && !functionWords("function", "en").has(word);
  return words.length >= 3 && words.slice(1, 3).some(({ word }, at) => isVerb(word) && at < words.length - 2);
}

/** "As families wait for help, here's what Bell does": the main clause went. */
export function leavesHalfSentence(edit: TitleEdit): boolean {
  const tail = edit.step === "frame" || edit.step === "segment" ? tailOf(edit) : null;
  if (tail === null || !tail.startsWith(",")) return false;
  return /(?:^|:\s)(?:if|as|after|since|when|while|with|before|although|because|by|despite|once)\s[^,:]+$/iu.test(
    edit.after.text,
  );
}

const overviews =
  /^\W*(?:and |but |so )?here are (?:the |some |all )?(?:key |main |top )?(?:highlights|details|takeaways|facts|reasons|things|tips|answers)\b/iu;

/** "The chairs are too dear — here are the ones to get": what the piece is, and only the opinion would stay. */
export function losesList(edit: TitleEdit): boolean {
  const tail = edit.step === "frame" || edit.step === "segment" ? tailOf(edit) : null;
  if (tail === null) return false;
  if (/^\W*(?:and |but |so )?here are\b/iu.test(tail)) return !overviews.test(tail) && !/\bsome\b/iu.test(tail);
  // "You got a new phone — here's what to do": the rest is no news to anybody.
  if (/^\W*(?:and |but |so )?here['’]?s?\b/iu.test(tail))
    return /^you (?:just )?(?:got|bought|received)\b/iu.test(edit.after.text);
  // "The shirt is everything we want: light, wide and warm": it says what it is.
  return edit.step === "frame" && /^\s(?:is|are)\s[^:]*:\s\S/u.test(tail);
}

/** "Is it good for them – or you? Experts answer", "Blunders revealed - including one on air": half of a sentence. */
export function leavesHalf(edit: TitleEdit): boolean {
  if (edit.step !== "segment") return false;
  if (/^(?:including|because|which|whose|as well|along with)\b/iu.test(edit.after.text) && headOf(edit) !== null)
    return true;
  const or = /\s[-–—]+\s(or\b[^?]*\?)/iu.exec(edit.before.text)?.[1];
  return or !== undefined && !edit.after.text.includes(or);
}
