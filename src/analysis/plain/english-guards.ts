import type { ReadText, Token } from "../heuristic/read-text.ts";
import { isInTitleCase } from "./edit-step.ts";
import { leavesHalf, leavesHalfSentence, losesList, losesName } from "./english-rests.ts";
import {
  isAsked,
  isBareTime,
  isBeaten,
  isCalledSo,
  isEmptyWithout,
  isHalfQuoted,
  isNounInIng,
  isPartOfName,
  isParticiple,
  isReproached,
  isSaidOfNounBefore,
  isSizeOfName,
  isWhatIsSaid,
  leavesArticleToNumber,
  namesSpeaker,
  pointsBack,
} from "./english-surroundings.ts";
import { isWrittenAsName, misfitChecks, misfitDropChecks } from "./english-misfits.ts";
import { functionWords } from "./function-words.ts";
import {
  asWritten,
  type LanguageGuards,
  type Reading,
  type SegmentEdit,
  type TitleEdit,
  wordBefore,
  type WordEdit,
} from "./language-guards.ts";

export const englishGuards: LanguageGuards = {
  wordsMin: 0,
  staysOpen: false,
  stillLoud: Infinity,
  // "I'm hanging up my boots, says Ann Bell".
  isSpoken: ({ text }) => /^(?:I|My|We)(?:['’]\p{L}+)?\s.*,\s(?:says?|said)\s/u.test(text),
  readings: (title) => [asWritten(title), ...withoutTag(title)],
  titleChecks: [
    losesSentence,
    losesQuestion,
    losesMatter,
    losesWhich,
    losesContrast,
    saysItOfAll,
    isBareList,
    breaksNoun,
    losesName,
    losesList,
    leavesHalfSentence,
    leavesHalf,
    ...misfitChecks,
  ],
  wordChecks: [
    isHeldByIt,
    isNoun,
    isSaidOfIt,
    isHalfQuoted,
    isPartOfName,
    isSaidOfNounBefore,
    isBeaten,
    namesSpeaker,
    isWrittenAsName,
  ],
  dropChecks: [
    isOneOfSeveral,
    isGraded,
    isAnswer,
    leavesArticleToName,
    leavesArticleToNumber,
    isWhatIsSaid,
    isCalledSo,
    isAsked,
    isBareTime,
    isEmptyWithout,
    ...misfitDropChecks,
  ],
  replaceChecks: [isParticiple, isNounInIng, isReproached, isSizeOfName, pointsBack],
  mayLoseSegment: (edit) => edit.segment.drop >= edit.limit && !isMeant(edit),
};

const tag =
  /\s(?:[([][A-Z][A-Z/ ]{3,25}[)\]]|[-|–—] (?:\p{Lu}[\p{L}.]*(?: News| Times| Post| Mail)?|(?:The )?(?:\p{Lu}\p{L}+ ){1,2}(?:News|Times|Post|Mail|Journal)))$/u;

/** "… in the best possible way (VIDEO)", "… – New York Times": what the outlet adds stands behind every tail. */
function withoutTag(title: string): Reading[] {
  const end = tag.exec(title)?.[0];
  return end === undefined ? [] : [{ text: title.slice(0, -end.length), restore: (turned) => turned + end }];
}

const tailWordsMin = 3;
const phraseWordsMax = 6;
const verb =
  /(?:[^s'’]s|ed|ing|n't)$|^(?:won|got|took|made|went|told|found|left|lost|held|set|hit|put|cut|let|said|gave|came|ran|saw|became|began|kept|met|paid|sent|spent|stood|broke|chose|drew|fell|flew|grew|knew|led|rose|sold|spoke|threw|wore|wrote)$/u;

/** "Smith: a call for unity – here's what he must do": the tail was the only sentence. A list ("8 photos …") needs none. */
function losesSentence({ after, before, step }: TitleEdit): boolean {
  if ((step !== "frame" && step !== "segment") || /^\P{L}*\p{N}/u.test(after.text)) return false;
  if (!before.text.startsWith(after.text) || !/^[.!?…]?\s*[.!?…:–—-]/u.test(before.text.slice(after.text.length)))
    return false;
  if (before.tokens.length - after.tokens.length < tailWordsMin) return false;
  const own = after.tokens.filter(({ start }) => start > after.text.lastIndexOf(":"));
  // A longer one is a sentence, with a verb that no list knows.
  return (
    own.length <= phraseWordsMax && !own.some(({ word }) => functionWords("aux", "en").has(word) || verb.test(word))
  );
}

/** "Is the bay being ruined by a plain – lie?": what asked still asks. */
function losesQuestion({ after, before, step }: TitleEdit): boolean {
  if (step !== "segment" || !/\?\W*$/u.test(before.text) || /\?\W*$/u.test(after.text)) return false;
  return /(?:^|:\s)(?:is|are|was|were|do|does|did|will|would|can|could|should|has|have|had|what|why|how|who|when|where|which)\s[^?]*$/iu.test(
    after.text,
  );
}

/** "The boat trip is the adventure we all need": it only is one of those. */
function losesWhich({ after, before }: TitleEdit): boolean {
  const left = after.text.replace(/[.!]+$/u, "");
  if (!before.text.startsWith(left)) return false;
  // "23 brides whose colorful hair".
  if (/\swhose\s\S+(?:\s\S+)?$/iu.test(left)) return true;
  return /\s(?:is|are|was|were)\s(?:the|an?|exactly|just)\s(?:\S+\s){0,3}\S+$/iu.test(left);
}

/** "Some talk about losing weight, but here's what matters more": the rest would be the opposite of the news. */
function losesContrast({ after, before, step }: TitleEdit): boolean {
  const left = after.text.replace(/[.!]+$/u, "");
  if ((step !== "frame" && step !== "segment") || !before.text.startsWith(left)) return false;
  const tail = before.text.slice(left.length);
  // "Kettles cost little. Do they really?", "Polls don't matter. Here's what does".
  if (/^\W*(?:is|are|was|were|do|does|did) (?:it|they|he|she|we) really\?/iu.test(tail)) return true;
  if (/^\W*here['’]s what (?:does|is|will)\W*$/iu.test(tail)) return true;
  return step === "frame" && /^[^\p{L}]*but\s(?!(?:people|fans|everyone|nobody|no one)\b)/iu.test(tail);
}

/** "This paint is made of soot", "These dads are proof": without the word it is said of all paint and of all dads. */
function saysItOfAll({ after, before }: TitleEdit): boolean {
  if (!/^\W*th(?:is|ese)\s/iu.test(before.text) || /^\W*th(?:is|ese)\s/iu.test(after.text)) return false;
  return /^\W*\p{L}+\s(?:is|are|can|will|has|have|could|may)\s/iu.test(after.text);
}

const wrongNouns = [
  /\b(?:an?|this|another)\s(?:remarks|comments|tips|problems|posts|men|people|several|many)\b(?!-)/iu,
  /\ban?\s(?:[\p{L}-]+\s)?criticism\b|\bcriticism at\b/iu,
  /[|–—]\s?:/u,
];

/** "a remarks", "a Twitter criticism", "criticism at Bell": the plain word stands otherwise. "| : Bell's secret": a kicker went. */
function breaksNoun({ after, before }: TitleEdit): boolean {
  return wrongNouns.some((wrong) => wrong.test(after.text) && !wrong.test(before.text));
}

const askedWordsMin = 6;

/** "You worry about the pandemic. Are you ready to start holiday shopping?": a longer question is the news. */
function losesMatter({ after, before, step }: TitleEdit): boolean {
  if (step !== "frame" || !/\?\W*$/u.test(before.text) || !before.text.startsWith(after.text)) return false;
  return before.tokens.length - after.tokens.length >= askedWordsMin;
}

/** "8 people": a list without a word on what they have in common. */
function isBareList({ after }: TitleEdit): boolean {
  return /^\P{L}*\p{N}+\s\S+$/u.test(after.text);
}

// How much there is of it is all that is said: "paying huge salaries".
const amounts =
  /^(?:salary|salaries|wages|pay|sums?|amounts?|numbers?|percentage|rates?|levels?|prices?|degree|extent|shares?|margins?|scale|pace|speed|size|temperatures?|odds|appetite|demand|pressure|profits?|losses|gains?|weather|conditions)$/u;
// A noun that says little in itself.
const emptyNouns =
  /^(?:ways?|things?|stuff|fashion|manner|style|form|kind|sort|moments?|scenes?|days?|nights?|weeks?|weekend|months?|years?|times?|start|end|ending|finish|results?|effects?|impact|consequences|reasons?|response|responses|reactions?|words?|language|rhetoric|tone|terms|note|mood|steps?|moves?|turn|changes?|course|ideas?|places?|world|life|lives|future|past|person|people|man|woman|men|women|guys?|leaders?|candidates?|figures?|characters?|role|job|work|performances?|experiences?|situations?|state|shape|position|reality|view|looks?|pictures?|achievements?|success|failure|decisions?|choices?|news|facts?|truth|food|incidents?|assignment|use|combination|presentation|gift|opportunity|victory|win|loss|defeat|attitude|headlines|behavior|behaviour|territory|stage|mix|advice|service|brain|topics?|ingredients|events?|punishment|confirmation|names?|ride|story|lessons?|friends?|circumstances?)$/u;
// "a dramatic change of plan", "the chilling words that ended it".
const complement = /^\s+(?:of|that|to|about|over|between|from|against|on|who|whose|which|where|when|behind)(?!\p{L})/iu;
// One of these before it, and the adjective says which ones are meant, or how: "all creepy girls", "once posh hotel".
const fillers =
  /^(?:already|still|also|just|now|even|otherwise|often|equally|once|formerly|newly|all|every|any|no|only|other|some|many|most|more|fewer|favorite|favourite|less|too|so|how|very|rather|quite|pretty)$/u;
const sought =
  /(?:^|\s)(?:needs?|needed|wants?|wanted|seeks?|seeking|demands?|requires?|without|lacks?|such|becom(?:e|es|ing)|became|into|(?:goodbye|no) to|(?:search|searching|looks?|looking|hopes?|hoping|calls?|wait|waiting|asks?|asking) for)(?: an?)? $/iu;

/**
 * "Millions face brutal weather", "an already bizarre week", "search for a bold candidate": nothing is said without the adjective.
 * "9 bizarre days" is a list, "the bizarre week that …" is known without it, and a subject says more behind it.
 */
function isHeldByIt({ read: { text, tokens }, entry, first, last, start, isDrop }: WordEdit): boolean {
  if (!isDrop || entry.pos !== "adjective") return false;
  const [before, noun] = [tokens[first - 1]?.word ?? "", tokens[last + 1]];
  if (fillers.test(before) || sought.test(text.slice(0, start))) return true;
  // "No one wants to buy this bizarre house": not any house.
  if (/^\W*(?:no one|nobody|not)\b/iu.test(text)) return true;
  // "not killed by a rogue agent – killed by a rogue agency".
  if (tokens.some(({ word }, at) => (at < first || at > last) && word === tokens[first]!.word)) return true;
  // "Hill's amazing week – and a bad one for his rivals".
  if (/(?<!\p{L})ones?(?!\p{L})/iu.test(text.slice(noun?.end))) return true;
  if (noun === undefined || /^\p{N}/u.test(before)) return false;
  const isKnown = /^(?:the|his|her|their|its|our|this|that|these|those)$/u.test(before) || /['’]s?$/u.test(before);
  const isCompleted = complement.test(text.slice(noun.end));
  if (amounts.test(noun.word)) return !(isKnown && isCompleted);
  // "horrible things from happening" are not things from somewhere.
  const isOne = /^(?:things?|stuff)$/u.test(noun.word) && /^\s+from\s+\p{L}+ing\b/iu.test(text.slice(noun.end));
  const opens = first === 0 || /(?:^|[:.!?–—|]\s*)(?:an? )?$/iu.test(text.slice(0, start));
  // "Must-see moments include a mistake".
  if (opens && /^(?:moments?|scenes?)$/u.test(noun.word))
    return (
      !isCompleted && !/^\s+(?:in|at|with|for|:)/u.test(text.slice(noun.end)) && text.slice(noun.end).trim() !== ""
    );
  return emptyNouns.test(noun.word) && !isKnown && (isOne || !isCompleted) && !opens;
}

const precedesNoun = /^(?:with|of|in|for|from|by|amid|after|against|into|under|over|on|at|about|\p{N}+)$/u;

/** "faces 350 lashes", "opens with swipes at rivals": a noun, though the lexicon knows it as a verb. */
function isNoun(edit: WordEdit): boolean {
  const word = edit.read.tokens[edit.first]!.word;
  const isVerb = edit.entry.pos === "verb" || /^(?:criticize|question|mock|defeat)/u.test(edit.entry.to ?? "");
  if (!isVerb) return false;
  // "reads trolls' comments", "climate trolls, January was warm".
  if (/^(?:['’](?!\p{L})|,)/u.test(edit.read.text.slice(edit.end))) return true;
  return !/(?:ed|ing)$/u.test(word) && precedesNoun.test(wordBefore(edit)?.word ?? "");
}

/** "Hill is rogue prosecutor": what is said of him. */
function isSaidOfIt(edit: WordEdit): boolean {
  if (!edit.isDrop || edit.entry.pos !== "adjective") return false;
  return functionWords("aux", "en").has(wordBefore(edit)?.word ?? "");
}

/** "This actor's response? Epic.", "The most. Bizarre. Interview.". */
function isAnswer({ read: { text }, start, end }: WordEdit): boolean {
  return /(?:\?|\bmost\.)\s*$/iu.test(text.slice(0, start)) && /^\W*(?:$|[.!]\s)/u.test(text.slice(end));
}

/** "15 brilliant, bold women". */
function isOneOfSeveral({ read: { text, tokens }, first, last, end }: WordEdit): boolean {
  return first > 0 && first === last && text[end] === "," && tokens[last + 1] !== undefined;
}

/** "deeply disturbing report": without the adjective the adverb hangs in the air. */
function isGraded(edit: WordEdit): boolean {
  return wordBefore(edit)?.word.endsWith("ly") ?? false;
}

/** "the fabulous Ann Bell": "the Ann Bell" is wrong, and in Title Case "the fabulous prom dress" looks the same. */
function leavesArticleToName(edit: WordEdit): boolean {
  const { text, tokens } = edit.read;
  const noun = tokens[edit.last + 1];
  // "A defiant Sony".
  if (/^an?$/u.test(wordBefore(edit)?.word ?? ""))
    return (
      edit.entry.pos === "adjective" &&
      !isInTitleCase(edit.read, "en") &&
      noun !== undefined &&
      isRaised(noun, text) &&
      isFirstOfOne(tokens, edit.last + 1, text)
    );
  if (wordBefore(edit)?.word !== "the") return false;
  const rest = tokens.slice(edit.last + 1);
  const end = rest[1]?.end;
  if (end === undefined || rest.slice(0, 2).some((token) => !isRaised(token, text))) return false;
  return rest.length === 2 || /^\s*(?:[:;,.!?|–—]|-\s)/u.test(text.slice(end));
}

/** A name, and a verb behind it: "A tearful Ann Bell leaves". "a stunning Paris hotel" has an article of its own. */
function isFirstOfOne(tokens: readonly Token[], at: number, text: string): boolean {
  const rest = tokens.slice(at + 1);
  const next = rest.find((token) => !isRaised(token, text));
  return next === undefined || /^(?:\p{Ll}\p{L}*s|is|was|has|will)$/u.test(text.slice(next.start, next.end));
}

function isRaised({ start }: Token, text: ReadText["text"]): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text.slice(start));
}

const askedWordsMax = 5;

/** "Do you grind your teeth? It can wear out a crown": the next segment speaks of this one. */
function isMeant({ read: { text }, segment: { start, end }, next }: SegmentEdit): boolean {
  const segment = text.slice(start, end);
  // "The biggest threat? Your juicer!": the answer. "Best countries in the world? Canada tops the list": the matter.
  if (/\?\s*$/u.test(text.slice(0, start))) return true;
  if (/\?\s*$/u.test(segment) && next !== undefined && !/\b(?:you|this|these|they|it)\b/iu.test(segment)) return true;
  // "More sleep than most. So why are we so grumpy?": a full question is the matter too.
  if (/\?\s*$/u.test(segment) && next === undefined && segment.split(/\s+/u).length > askedWordsMax) return true;
  // "It was never clear why. Now we know": the rest would say the opposite.
  if (start > 0 && /\b(?:now|until|then)\b/iu.test(segment) && /\b(?:never|unclear|not|nobody|no one)\b/iu.test(text))
    return true;
  // "She left for the bank. This is how it's going": the rest is known.
  if (start > 0 && /^\W*(?:this is|here['’]s|here is) how (?:it|things|that|he|she|they)(?:['’]|\s)/iu.test(segment))
    return true;
  // "… and that's a good thing": what the writer thinks of it.
  if (/^\W*and that/iu.test(segment)) return true;
  return (
    next !== undefined &&
    /^\W*(?:it|its|this|that|these|those|they|their|he|his|she|her|here['’]s|so|but|and|or)\b/iu.test(
      text.slice(next.start, next.end),
    )
  );
}
