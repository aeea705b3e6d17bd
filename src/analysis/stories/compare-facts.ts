import { extractStatement, extractStatements, type Figure, type Statement } from "./extract-statements.ts";
import {
  findDifferingFigures,
  findSaying,
  indexSentences,
  repeats,
  repeatsAcross,
  saysTheSame,
  type SentenceIndex,
} from "./match-statements.ts";

/** `text` is all we have of the report; empty if its feed gives only titles. */
type StoryFacts = {
  itemId: string;
  language: string;
  title: string;
  text: string;
  facts: readonly { text: string }[];
};

/** One fact, with each wording once and the items that use it, the first of them first. */
export type ToldFact = { wordings: { text: string; itemIds: string[] }[] };

/** A fact for which reports have other figures: "23" and "24", each with the items that say so. */
export type DifferingFact = ToldFact & { figures: { text: string; itemIds: string[] }[] };

/**
 * Facts that all `tellers` report, that several report, that only one reports, and whose figures differ. A report without
 * text is not a teller. `unsure`: one report has it, and some others could not be compared.
 */
export type ComparedFacts = {
  tellers: number;
  differing: DifferingFact[];
  byAll: ToldFact[];
  bySome: ToldFact[];
  byOne: ToldFact[];
  unsure: ToldFact[];
};

type Report = StoryFacts & { own: Statement[]; sentences: SentenceIndex };
type Texts = Map<string, Set<string>>;
/** `figures`: those of the fact that other reports give differently, with what these say. */
type Told = {
  from: Report;
  fact: Statement;
  wordings: Texts;
  figures: Set<string>;
  otherFigures: Texts;
  otherWordings: Texts;
};

// Every fact is looked for in every other report. Of 50 long reports, three facts each take almost a second; ten take 50 ms.
const factsMax = 150;

/** A report tells a fact if one sentence of it has the fact's numbers, names and most of its words, in any order. */
export function compareFacts(items: readonly StoryFacts[]): ComparedFacts {
  const factsPerReport = Math.ceil(factsMax / items.length);
  const reports = items.map((item): Report => {
    const facts = [...new Set(item.facts.map(({ text }) => text))].slice(0, factsPerReport);
    const own = facts.map((text) => extractStatement(text, item.language));
    const title = extractStatement(item.title, item.language);
    return { ...item, own, sentences: indexSentences([...own, ...extractStatements(item.text, item.language), title]) };
  });
  const told = withoutSums(joinRepeats(collectFacts(reports)));
  const tellers = reports.filter(({ text, own }) => text.trim() !== "" || own.length > 0);
  const agreed = told.filter(({ figures }) => figures.size === 0);
  const isByAll = (one: Told) => tellers.length > 1 && tellers.every(({ itemId }) => tellersOf(one).has(itemId));
  const isByOne = (one: Told) => tellersOf(one).size === 1;
  const isSure = ({ from }: Told) => reports.every((other) => other === from || isComparable(from, other));
  return {
    tellers: tellers.length,
    differing: told.filter(({ figures }) => figures.size > 0).map(describeDiffering),
    byAll: agreed.filter(isByAll).map(describe),
    bySome: agreed.filter((one) => !isByAll(one) && !isByOne(one)).map(describe),
    byOne: agreed.filter((one) => isByOne(one) && isSure(one)).map(describe),
    unsure: agreed.filter((one) => isByOne(one) && !isSure(one)).map(describe),
  };
}

/** Every fact once. A fact that says the same as one before, in another report, is a wording of it. */
function collectFacts(reports: readonly Report[]): Told[] {
  const told: Told[] = [];
  const done = new Set<Statement>();
  for (const from of reports) {
    for (const fact of from.own) {
      if (done.has(fact)) continue;
      const one = {
        from,
        fact,
        wordings: new Map(),
        figures: new Set<string>(),
        otherFigures: new Map(),
        otherWordings: new Map(),
      };
      add(one.wordings, fact.text, from.itemId);
      for (const other of reports) if (other !== from) hear(one, other, done);
      told.push(one);
    }
  }
  return told;
}

/**
 * A reader who meets the same sentence twice looks for the difference: such facts are one, the first of them, with all wordings.
 * They are often two sentences of one report, its first and its last.
 */
function joinRepeats(told: readonly Told[]): Told[] {
  const joined: Told[][] = [];
  for (const one of told) {
    const group = joined.find((members) => members.some((other) => isRepeated(other, one)));
    if (group?.[0] === undefined) joined.push([one]);
    else {
      join(group[0], one);
      group.push(one);
    }
  }
  return joined.flatMap(([first]) => first ?? []);
}

function isRepeated(a: Told, b: Told): boolean {
  return (areOneLanguage(a.from, b.from) ? repeats : repeatsAcross)(a.fact, b.fact);
}

function join(first: Told, repeated: Told): void {
  for (const [text, itemIds] of repeated.wordings) for (const itemId of itemIds) add(first.wordings, text, itemId);
  for (const figure of repeated.figures) first.figures.add(figure);
  for (const [text, itemIds] of repeated.otherFigures)
    for (const itemId of itemIds) add(first.otherFigures, text, itemId);
  for (const [text, itemIds] of repeated.otherWordings)
    for (const itemId of itemIds) add(first.otherWordings, text, itemId);
}

const sumFiguresMin = 2;

/**
 * A report's first sentence often sums up what it tells, and others tell, in several. Listed as told by this one report, it would say that
 * the others lack it.
 */
function withoutSums(told: readonly Told[]): Told[] {
  const shared = told.filter((one) => tellersOf(one).size > 1);
  return told.filter((one) => !isSum(one, shared));
}

function isSum(one: Told, shared: readonly Told[]): boolean {
  const { from, fact } = one;
  if (tellersOf(one).size > 1 || one.figures.size > 0 || fact.figures.length < sumFiguresMin) return false;
  const parts = shared.filter((part) => part.fact.isHedged === fact.isHedged && tellersOf(part).has(from.itemId));
  return fact.figures.every((figure) =>
    parts.some((part) => part.fact.figures.some((told) => isSameFigure(figure, told))),
  );
}

/** "61 million instead of the planned 48": the second one is millions, too. */
function isSameFigure({ key, digits }: Figure, told: Figure): boolean {
  return told.key === key || (told.isScaled && told.digits.split(" ")[0] === digits);
}

/** Whether another report tells this fact, or has another figure for it. */
function hear(told: Told, other: Report, done: Set<Statement>): void {
  const { from, fact, wordings } = told;
  const isOneLanguage = areOneLanguage(from, other);
  const same = isOneLanguage ? other.own.filter((own) => saysTheSame(fact, own)) : [];
  const saying = same.length > 0 ? null : findSaying(fact, other.sentences, isOneLanguage ? "words" : "names");
  for (const { text } of saying === null ? same : [saying]) add(wordings, text, other.itemId);
  for (const own of same) done.add(own);
  if (same.length > 0 || saying !== null || !isOneLanguage) return;

  const differing = findDifferingFigures(fact, other.sentences);
  if (differing === null) return;
  for (const { own, others } of differing.figures) {
    told.figures.add(own);
    add(told.otherFigures, others, other.itemId);
  }
  add(told.otherWordings, differing.statement.text, other.itemId);
  done.add(differing.statement);
}

function isComparable(from: Report, other: Report): boolean {
  return other.text.trim() !== "" && areOneLanguage(from, other);
}

function areOneLanguage(a: Report, b: Report): boolean {
  return a.language === b.language || a.language === "und" || b.language === "und";
}

function add(to: Texts, text: string, itemId: string): void {
  to.set(text, (to.get(text) ?? new Set()).add(itemId));
}

function tellersOf({ wordings }: Told): Set<string> {
  return new Set([...wordings.values()].flatMap((itemIds) => [...itemIds]));
}

function describe({ wordings }: Told): ToldFact {
  return { wordings: listed(wordings) };
}

function describeDiffering(told: Told): DifferingFact {
  const agreeing = [...tellersOf(told)];
  return {
    wordings: [...listed(told.wordings), ...listed(told.otherWordings)],
    figures: [...[...told.figures].map((text) => ({ text, itemIds: agreeing })), ...listed(told.otherFigures)],
  };
}

function listed(texts: Texts): { text: string; itemIds: string[] }[] {
  return [...texts].map(([text, itemIds]) => ({ text, itemIds: [...itemIds] }));
}
